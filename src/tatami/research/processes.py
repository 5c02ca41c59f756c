"""Many games that step together in several processes, for more than one core.

    >>> from tatami.research.processes import ProcessVectorEnv
    >>> tables = ProcessVectorEnv("clans", num_envs=512, workers=2)
    >>> tables.close()

The rows lie in memory that all processes share; what goes through pipes is actions, rewards and
how games ended. The same seed gives the same games whatever the number of workers.
"""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.error import ClosedEnvironmentError

from tatami.research.gymnasium import VectorEnv
from tatami.research.tables import whole

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class ProcessVectorEnv(VectorEnv):
    """A ``VectorEnv`` whose games are spread over so many processes.

    They are started anew (``spawn``), so a script that makes one needs
    ``if __name__ == "__main__":``, as with Gymnasium's ``AsyncVectorEnv``. ``close`` ends them.
    """

    def __init__(
        self,
        game: str = "clans",
        seats: int = 4,
        num_envs: int = 256,
        workers: int = 2,
        copy: bool = True,
        **given: Any,
    ) -> None:
        super().__init__(game, seats, num_envs, copy, **given)
        if whole("workers", workers, 1) > num_envs:
            raise ValueError(f"workers are 1 to {num_envs}, not {workers}")
        context = multiprocessing.get_context("spawn")
        shared = context.RawArray("i", self.rows.size), context.RawArray("b", self.masks.size)
        self.rows, self.masks = spread(shared, num_envs)
        self.bounds = [num_envs * at // workers for at in range(workers + 1)]
        self.pipes: list[Connection] = []
        self.workers = []
        for first, end in zip(self.bounds, self.bounds[1:], strict=False):
            ours, theirs = context.Pipe()
            made = {"game": game, "seats": seats, "num_envs": end - first, **given}
            worker = context.Process(target=work, args=(theirs, shared, num_envs, first, made))
            worker.daemon = True
            worker.start()
            theirs.close()
            self.pipes.append(ours)
            self.workers.append(worker)

    def _start(self, key: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
        self._seats = np.concatenate(self._ask([("_start", key)] * len(self.pipes)))
        return self._handed_out(), {"seat": self._seats.copy()}

    def _ask(self, wanted: list[tuple[str, Any]]) -> list[Any]:
        """Let every worker do something at once; what they answer."""
        self._need_workers()
        try:
            for pipe, one in zip(self.pipes, wanted, strict=True):
                pipe.send(one)
            return [pipe.recv() for pipe in self.pipes]
        except (EOFError, OSError):
            self.close()
            raise RuntimeError("a worker has ended, and its games with it") from None

    def _need_workers(self) -> None:
        if not self.pipes:
            raise ClosedEnvironmentError("these tables are closed")

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """One decision in every game; where one may not be taken, ``ValueError``, and none is."""
        self._need_workers()
        chosen = np.array(self._checked(actions))
        told = self._ask([("step", one) for one in np.split(chosen, self.bounds[1:-1])])
        rewards, ended, cut = (np.concatenate([one[at] for one in told]) for at in range(3))
        infos = self._together([one[3] for one in told], ended | cut)
        self._seats = infos["seat"].copy()
        return self._handed_out(), rewards, ended, cut, infos

    def _together(self, parts: list[dict[str, Any]], ended: Any) -> dict[str, Any]:
        """The infos of all workers as those of one."""
        infos = {"seat": np.concatenate([one["seat"] for one in parts])}
        if ended.any():
            worth = np.zeros((self.num_envs, self.encoding.seats))
            final = np.full(self.num_envs, None, dtype=object)
            for first, one in zip(self.bounds, parts, strict=False):
                if "returns" in one:
                    end = first + len(one["seat"])
                    worth[first:end], final[first:end] = one["returns"], one["final_obs"]
            infos |= {"returns": worth, "_returns": ended.copy()}
            infos |= {"final_obs": final, "_final_obs": ended.copy()}
        return infos

    def _why_not(self, at: int, action: int) -> str:
        worker = int(np.searchsorted(self.bounds, at, side="right")) - 1
        self.pipes[worker].send(("_why_not", (at - self.bounds[worker], action)))
        said: str = self.pipes[worker].recv()
        return said

    def close_extras(self, **kwargs: Any) -> None:
        """End the workers: each ends when its pipe does."""
        for pipe in self.pipes:
            pipe.close()
        for worker in self.workers:
            worker.join()
        self.pipes, self.workers = [], []


def spread(shared: tuple[Any, Any], games: int) -> tuple[Any, Any]:
    """Rows and masks in memory that is shared."""
    rows, masks = np.frombuffer(shared[0], np.int32), np.frombuffer(shared[1], np.int8)
    return rows.reshape(games, -1), masks.reshape(games, -1)


def work(
    pipe: Connection, shared: tuple[Any, Any], games: int, first: int, made: dict[str, Any]
) -> None:
    """What a worker does until nobody asks it any more."""
    tables = VectorEnv(copy=False, **made)
    rows, masks = spread(shared, games)
    end = first + tables.num_envs
    tables.rows, tables.masks, tables.first = rows[first:end], masks[first:end], first
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            verb, given = pipe.recv()
            if verb == "step":
                pipe.send(tables.step(given)[1:])
            elif verb == "_start":
                pipe.send(tables._start(given)[1]["seat"])
            else:
                pipe.send(tables._why_not(*given))
