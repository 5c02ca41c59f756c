"""Real servers for tests: started, stopped, killed and started again on the same data and port.

with Server(tmp_path, pace=0, away=1.5) as server:
    server.url          # http://127.0.0.1:PORT
    server.kill()       # SIGKILL, as a power cut would
    server.start()      # again, same data, same port

with Server(tmp_path, stands=True) as server:
    server.turn(20)     # its clock stands, and is put forward by the test
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from tests.support import seeds
from tests.support.ports import HOST, hold, port_of
from tests.support.zygote import ROOT, Forked, spawn

__all__ = ["HOST", "PATIENCE", "ROOT", "Server"]

PATIENCE = 120.0
"""Seconds after which something has gone wrong, however busy the machine is."""
LOG_SHOWN = 8_000
USUAL: dict[str, object] = {"budget": 600, "reveal": 60}
"""Settings of every test server: no bot is given up, and no start is void, because the machine is
busy."""
STANDING: dict[str, object] = {"messages": 100_000}
"""What a server whose clock stands has besides: while no time passes, nobody may say more again."""


class Server:
    """One server on a directory of the test. Settings are the options of `tatami serve`.

    The test binds the port itself and never listens on it. As both sockets allow reuse, the server
    can listen there, but nobody else is given the port, even while no server runs.

    ``stands``: its clock stands still until it is turned.
    """

    host = HOST
    running: ClassVar[list[Server]] = []
    ended: ClassVar[list[Server]] = []
    """Those whose logs and games a failing test should show: what it used, and what it ended."""

    def __init__(self, data: Path, *, stands: bool = False, **settings: object) -> None:
        self.data = data
        self.turned = 0.0
        """Seconds by which the clock has been put forward."""
        self._stands = stands
        self._settings = {**USUAL, **(STANDING if stands else {}), **settings}
        self.logs = data.parent / f"{data.name}-logs"
        self._seed = self.logs / "seed"
        self._process: Forked | None = None
        self._line: socket.socket | None = None
        self._groups: list[int] = []
        self._held = hold(self.host)
        self.port = port_of(self._held)
        self.url = f"http://{self.host}:{self.port}"

    def __enter__(self) -> Self:
        Server.running.append(self)
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    # --- starting ---

    def start(self, **settings: object) -> None:
        """Start, and wait until the server says where it listens. Settings given here are added."""
        assert self._process is None, "the server runs already"
        self.logs.mkdir(parents=True, exist_ok=True)
        start = len(self._groups)
        self.reseed()
        out = self.logs / f"{start}.out"
        _, _, module, *args = self._command()
        args += flags({**self._settings, **settings})
        self._line, theirs = socket.socketpair()
        with theirs, out.open("wb") as said, (self.logs / f"{start}.err").open("wb") as complained:
            self._process = spawn(module, args, said, complained, theirs)
        self._groups.append(self._process.pid)
        self._wait_until_listening(out)

    def reseed(self) -> None:
        """Draw from the name of the test that runs now; after a restart nothing comes again."""
        self._seed.write_text(f"{seeds.running()} | start {len(self._groups)}", encoding="utf-8")

    def _command(self) -> list[str]:
        """What becomes the server: a module, the seed, the clock, and what `tatami` gets."""
        clock = f"{'stands' if self._stands else 'flows'}:{self.turned}"
        command = [sys.executable, "-m", "tests.support.seeded", str(self._seed), clock, "serve"]
        return [*command, "--host", self.host, "--port", str(self.port), "--data", str(self.data)]

    def _wait_until_listening(self, out: Path) -> None:
        deadline = time.monotonic() + PATIENCE
        while f"listening on {self.url}" not in out.read_text(encoding="utf-8"):
            assert self.pid_if_alive(), f"the server ended at once\n{self.log()}"
            assert time.monotonic() < deadline, f"the server did not start\n{self.log()}"
            time.sleep(0.01)

    # --- time ---

    def turn(self, seconds: float) -> None:
        """Put the clock forward, and wait until all that comes of it has happened.

        What is due happens at once and in its order, as on a machine that was asleep meanwhile: so
        turn as far as the next thing that is due, and not further. Of a server that is down, the
        time passes that it will find when it starts.
        """
        self.turned = round(self.turned + seconds, 6)
        if self._process is not None:
            self._tell(f"turn {seconds}")

    def let_pass(self, seconds: float) -> None:
        """Put the clock forward while a bot thinks that will never be done."""
        self.turned = round(self.turned + seconds, 6)
        self._tell(f"pass {seconds}")

    def settle(self) -> None:
        """Wait until nothing more happens unless time goes on or somebody does something."""
        self._tell("settle")

    def _tell(self, words: str) -> None:
        assert self._line is not None
        self._line.settimeout(PATIENCE)
        self._line.send(words.encode())
        assert self._line.recv(64) == b"done", f"the server ended\n{self.log()}"

    # --- ending ---

    def stop(self) -> int:
        """Ask the server to end, as systemd or Ctrl-C would. Return its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """End the server where it stands: it can neither store nor say anything more."""
        return self._end(signal.SIGKILL)

    def _end(self, sign: signal.Signals) -> int:
        assert self._process is not None, "no server runs"
        self._process.send_signal(sign)
        return self._over()

    def _over(self) -> int:
        assert self._process is not None
        assert self._line is not None
        code = self._process.wait(PATIENCE)
        self._process = None
        self._line.close()
        return code

    def restart(self, **settings: object) -> None:
        """Stop and start again on the same data and port."""
        self.stop()
        self.start(**settings)

    def close(self) -> None:
        """End all that was started here, and give the port back."""
        for group in self._groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        if self._process is not None:
            self._over()
        self._held.close()
        if self in Server.running:
            Server.running.remove(self)
            Server.ended.append(self)

    # --- looking ---

    @property
    def pid(self) -> int:
        """The process, to be watched or signalled."""
        assert self._process is not None, "no server runs"
        return self._process.pid

    def pid_if_alive(self) -> int:
        """The process, or 0 where it has ended."""
        alive = self._process is not None and self._process.poll() is None
        return self.pid if alive else 0

    def helpers(self) -> set[int]:
        """The living processes that any start of this server has left or still uses."""
        return {pid for group in self._groups for pid in members(group)} - {self.pid_if_alive()}

    def log(self) -> str:
        """What all starts of this server have written, the latest last, shortened."""
        return self.whole_log()[-LOG_SHOWN:]

    def whole_log(self) -> str:
        """What all starts of this server have written, the latest last."""
        files = sorted(self.logs.glob("*.*"), key=lambda p: (int(p.stem), p.suffix))
        return "\n".join(f"--- {p.name}\n{p.read_text(errors='replace')}" for p in files)

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What is stored, as others can read it while the server runs or is down."""
        with closing(sqlite3.connect(self.data / "tatami.db", timeout=PATIENCE)) as db:
            return db.execute(sql, values).fetchall()

    def moves(self, table: str) -> list[str]:
        """The moves of a game that are stored."""
        found = self.rows("SELECT line FROM move WHERE seating=? ORDER BY seq", table)
        return [line for (line,) in found]


def flags(settings: dict[str, object]) -> Iterator[str]:
    """Settings as options: idle_open=1 is --idle-open 1, secure=True is --secure; lists repeat."""
    for name, value in settings.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            yield option
        elif value is not False:
            for one in value if isinstance(value, list | tuple) else [value]:
                yield from (option, str(one))


def members(group: int) -> Iterator[int]:
    """The living processes of a process group."""
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, _, pgrp = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            if int(pgrp) == group and state not in "ZX":
                yield int(entry.name)
