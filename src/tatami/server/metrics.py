"""What a host can watch: counts and times, never a name, a token or a card."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """The numbers behind /metrics."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # theirs has no types
        self.registry = CollectorRegistry()
        self.tables = self._gauge("tatami_tables", "Tables in memory")
        self.connections = self._gauge("tatami_connections", "Open connections")
        self.thinkers = self._gauge("tatami_thinkers", "Processes in which bots think")
        self.started = self._counter("tatami_games_started", "Games that began", "game")
        self.ended = self._counter("tatami_games_ended", "Games that ended", "game", "how")
        self.refused = self._counter("tatami_refusals", "Messages that were refused", "code")
        self.bots = self._gauge("tatami_bot_moves", "Moves of bots by how they ended", "how")
        self.cut = self._counter("tatami_cut", "Connections that were cut off", "why")
        self.lost = self._counter("tatami_store_failures", "Changes that could not be stored")
        self.faults = self._counter("tatami_faults", "Errors of the server itself")
        self._moves = Histogram(
            "tatami_move_seconds",
            "From the arrival of a move to its being stored and shown",
            buckets=TIMES,
            registry=self.registry,
        )

    def _gauge(self, name: str, text: str, *labels: str) -> Gauge:
        return Gauge(name, text, labels, registry=self.registry)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def moved(self, seconds: float) -> None:
        """A move was stored and shown."""
        self._moves.observe(seconds)

    def bots_told(self, counts: Mapping[str, int]) -> None:
        """How the moves of bots ended so far."""
        for how, count in counts.items():
            self.bots.labels(how).set(count)

    def text(self) -> bytes:
        """All numbers in the format that Prometheus reads."""
        return generate_latest(self.registry)
