"""What a host can watch: counts and times, never a name, a token or a card."""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

from tatami.server.thinkers import Thinkers
from tatami.tables.house import House

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """The numbers behind /metrics."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # theirs has no types
        self.registry = CollectorRegistry()
        self._tables = self._gauge("tatami_tables", "Tables in memory")
        self._connections = self._gauge("tatami_connections", "Open connections")
        self._thinkers = self._gauge("tatami_thinkers", "Processes in which bots think")
        self._started = self._counter("tatami_games_started", "Games that began", "game")
        self._ended = self._counter("tatami_games_ended", "Games that ended", "game", "how")
        self._refused = self._counter(
            "tatami_refusals", "Messages and requests that were refused", "code"
        )
        self._bots = self._gauge("tatami_bot_moves", "Moves of bots by how they ended", "how")
        self._cut = self._counter("tatami_cut", "Connections that were cut off", "why")
        self._lost = self._counter("tatami_store_failures", "Changes that could not be stored")
        self._faults = self._counter("tatami_faults", "Errors of the server itself")
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

    # -- as it happens

    def moved(self, seconds: float) -> None:
        """A move was stored and shown."""
        self._moves.observe(seconds)

    def started(self, game: str) -> None:
        """A game began."""
        self._started.labels(game).inc()

    def ended(self, game: str, how: str) -> None:
        """A game ended."""
        self._ended.labels(game, how).inc()

    def refused(self, code: str) -> None:
        """A message or a request was refused."""
        self._refused.labels(code).inc()

    def cut(self, why: str) -> None:
        """A connection was cut off."""
        self._cut.labels(why).inc()

    def unstored(self) -> None:
        """A change could not be stored."""
        self._lost.inc()

    def faulty(self) -> None:
        """An error of the server itself."""
        self._faults.inc()

    # -- when somebody looks

    def measure(self, house: House, thinkers: Thinkers) -> None:
        """Bring the numbers that are not counted as they happen up to date."""
        self._tables.set(len(house.tables))
        self._connections.set(sum(len(t.connections) for t in house.tables.values()))
        self._thinkers.set(thinkers.load()["processes"])
        for how, count in thinkers.counts.items():
            self._bots.labels(how).set(count)

    def text(self) -> bytes:
        """All numbers in the format that Prometheus reads."""
        return generate_latest(self.registry)
