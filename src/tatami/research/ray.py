"""Ray: the games of a series, or of an arena, on more than one machine (``tatami[ray]``).

    tatami simulate clans --games 100000 --bots steady --on ray://head.example:10001
    tatami arena clans --games 1000 --on ray://head.example:10001

Seeds decide every game, so it comes out the same wherever it is played, and a part whose worker or
machine died is simply played again.

Ray has no authentication unless its operator adds one: whoever reaches its ports can run anything
as its user. A cluster that is started here listens on this machine alone; nothing reports usage.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any, Final, TypeVar

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # before Ray is imported

import ray

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")
LOCAL: Final = "local"
RETRIES: Final = 5
"""How often Ray plays a part again after its worker or machine died."""
AHEAD: Final = 4
"""So many parts for each processor are handed out at a time."""


class Cluster:
    """A cluster of Ray: ``ray://HOST:PORT``, the ``HOST:PORT`` of one this machine is part of, or
    ``local``, one of this machine alone."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._begin()
        self.workers = max(2, int(ray.cluster_resources().get("CPU", 1)))

    def _begin(self) -> None:
        """Join the cluster; ``ConnectionError`` where there is none."""
        quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
        try:
            if self.address == LOCAL:
                stay_at_home()
                ray.init(include_dashboard=False, **quiet)
            else:
                ray.init(self.address, **quiet)
        except (OSError, RuntimeError, ValueError):
            raise
        except Exception as error:  # as Ray calls it where its own nodes do not start in time
            raise ConnectionError(str(error)) from None

    def play(
        self, work: Callable[..., T], cut: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, T]]:
        """Hand the parts out, some at a time; they come back as they are done."""
        if not ray.is_initialized():  # once more, as in the next round of an arena
            self._begin()
        task = ray.remote(part).options(max_retries=RETRIES, num_cpus=1)
        left = list(enumerate(cut))
        under_way: dict[Any, int] = {}
        try:
            while left or under_way:
                while left and len(under_way) < AHEAD * self.workers:
                    at, given = left.pop(0)
                    under_way[task.remote(work, *given)] = at
                done, _ = ray.wait(list(under_way), num_returns=1)
                yield under_way.pop(done[0]), ray.get(done[0])
        finally:
            ray.shutdown()


def stay_at_home() -> None:
    """Let the cluster that is started next listen on 127.0.0.1 alone.

    Ray takes an address of the machine for a loopback one that it is given, unless it is told, as
    it is on desktops, that there are no other machines.
    """
    from ray._private import ray_constants

    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # for the processes that it starts
    ray_constants.ENABLE_RAY_CLUSTER = False


def part(work: Callable[..., T], *given: Any) -> T:
    """What a worker does."""
    return work(*given)
