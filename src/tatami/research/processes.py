"""Many games that step together in several processes, for more than one core.

    >>> from tatami.research.processes import ProcessVectorEnv
    >>> tables = ProcessVectorEnv("clans", num_envs=512, workers=2)
    >>> tables.close()

The rows lie in memory that all processes share; what goes through pipes is actions, rewards and
how games ended. The same seed gives the same games whatever the number of workers.
"""

from __future__ import annotations

import multiprocessing
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode

from tatami.research.gymnasium import VectorEnv
from tatami.research.tables import whole

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

MEMORY: Final = Path("/dev/shm")  # where files are memory


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
        self.pipes: list[Connection] = []
        self.workers: list[SpawnProcess] = []
        super().__init__(game, seats, num_envs, copy, **given)
        if whole("workers", workers, 1) > self.num_envs:
            raise ValueError(f"workers are 1 to {num_envs}, not {workers}")
        self.bounds = [num_envs * at // workers for at in range(workers + 1)]
        EzPickle.__init__(self, game, seats, num_envs, workers, copy, **given)
        made = {"game": game, "seats": seats, **given}
        with tempfile.NamedTemporaryFile(dir=MEMORY if MEMORY.is_dir() else None) as file:
            file.truncate(self.rows.nbytes + self.masks.nbytes)
            self._keep(*spread(file.name, self.rows.shape, self.masks.shape))
            for first, end in zip(self.bounds, self.bounds[1:], strict=False):
                self._hire(file.name, first, made | {"num_envs": end - first})
            self._ask([("ready", None)] * workers)  # from then on the file needs no name

    def _hire(self, file: str, first: int, made: dict[str, Any]) -> None:
        """Start a worker for some of the games."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        shapes = self.rows.shape, self.masks.shape
        worker = context.Process(target=work, args=(theirs, file, shapes, first, made), daemon=True)
        worker.start()
        theirs.close()
        self.pipes.append(ours)
        self.workers.append(worker)

    def _start(self, key: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
        self._seats = None
        self._standing[:] = False
        seats = np.concatenate(self._ask([("_start", key)] * len(self.pipes)))
        self._legal[:] = self.masks
        self._seats = seats
        return self._handed_out(), {"seat": seats.copy()}

    def _ask(self, wanted: list[tuple[str, Any]], first: int = 0) -> list[Any]:
        """Let workers do something at once, one after the other from the first; what they answer.

        Who is interrupted here does not know who has answered: then the tables are closed.
        """
        self._need_open()
        asked = self.pipes[first : first + len(wanted)]
        try:
            for pipe, one in zip(asked, wanted, strict=True):
                pipe.send(one)
            return [pipe.recv() for pipe in asked]
        except (EOFError, OSError):
            self.close()
            raise RuntimeError("a worker has ended, and its games with it") from None
        except BaseException:
            self.close()
            raise

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """One decision in every game; where one may not be taken, ``ValueError``, and none is."""
        self._need_open()
        chosen = np.array(self._checked(actions))
        told = self._ask([("step", one) for one in np.split(chosen, self.bounds[1:-1])])
        rewards, ended, cut = (np.concatenate([one[at] for one in told]) for at in range(3))
        infos = self._together([one[3] for one in told], ended | cut)
        self._legal[:] = self.masks
        self._seats = infos["seat"].copy()
        self._standing = (ended | cut) & (self.mode is AutoresetMode.NEXT_STEP)
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
                    worth[first:end], final[first:end] = one["returns"], one.get("final_obs")
            infos |= {"returns": worth, "_returns": ended.copy()}
            if self.mode is AutoresetMode.SAME_STEP:
                infos |= {"final_obs": final, "_final_obs": ended.copy()}
        return infos

    def _why_not(self, at: int, action: int) -> str:
        worker = int(np.searchsorted(self.bounds, at, side="right")) - 1
        said: str = self._ask([("_why_not", (at - self.bounds[worker], action))], worker)[0]
        return said

    def close_extras(self, **kwargs: Any) -> None:
        """End the workers: each ends when its pipe does."""
        for pipe in self.pipes:
            pipe.close()
        for worker in self.workers:
            worker.join()
        if self.workers:  # what was seen last stays, the shared memory goes
            self._keep(self.rows.copy(), self.masks.copy())
        self.pipes, self.workers = [], []


def spread(file: str, *shapes: tuple[int, ...]) -> tuple[Any, Any]:
    """Rows and masks in memory that is shared, by the name of its file."""
    rows = np.memmap(file, np.int32, "r+", 0, shapes[0])
    masks = np.memmap(file, np.int8, "r+", rows.nbytes, shapes[1])
    return np.asarray(rows), np.asarray(masks)


def work(
    pipe: Connection, file: str, shapes: tuple[Any, Any], first: int, made: dict[str, Any]
) -> None:
    """What a worker does until nobody asks it any more."""
    tables = VectorEnv(copy=False, **made)
    rows, masks = spread(file, *shapes)
    end = first + tables.num_envs
    tables._keep(rows[first:end], masks[first:end])
    tables.first = first
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            verb, given = pipe.recv()
            if verb == "step":
                pipe.send(tables.step(given)[1:])
            elif verb == "_start":
                pipe.send(tables._start(given)[1]["seat"])
            elif verb == "ready":
                pipe.send(verb)
            else:
                pipe.send(tables._why_not(*given))
