"""Real servers for tests: started, stopped, killed and started again on the same data and port.

with Server(tmp_path, pace=0, away=1.5) as server:
    server.url          # http://127.0.0.1:PORT
    server.kill()       # SIGKILL, as a power cut would
    server.start()      # again, same data, same port
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

from tests.support import seeds

ROOT = Path(__file__).resolve().parent.parent.parent
HOST = "127.0.0.1"
PATIENCE = 60.0
LOG_SHOWN = 8_000


class Server:
    """One server on a directory of the test. Settings are the options of `tatami serve`.

    The test binds the port itself and never listens on it. As both sockets allow reuse, the server
    can listen there, but nobody else is given the port, even while no server runs.
    """

    running: ClassVar[list[Server]] = []
    """Those whose logs a failing test should show."""

    def __init__(self, data: Path, **settings: object) -> None:
        self.data = data
        self._settings = settings
        self._logs = data.parent / f"{data.name}-logs"
        self._seed = self._logs / "seed"
        self._process: subprocess.Popen[bytes] | None = None
        self._groups: list[int] = []
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind((HOST, 0))
        self.port: int = self._held.getsockname()[1]
        self.url = f"http://{HOST}:{self.port}"

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
        self._logs.mkdir(parents=True, exist_ok=True)
        start = len(self._groups)
        self.reseed()
        out = self._logs / f"{start}.out"
        with out.open("wb") as stdout, (self._logs / f"{start}.err").open("wb") as stderr:
            self._process = subprocess.Popen(
                [*self._command(), *flags({**self._settings, **settings})],
                cwd=ROOT,  # so that --game tests.fixtures.gong is found
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
            )
        self._groups.append(self._process.pid)
        self._wait_until_listening(out)

    def reseed(self) -> None:
        """Draw from the name of the test that runs now; after a restart nothing comes again."""
        self._seed.write_text(f"{seeds.running()} | start {len(self._groups)}", encoding="utf-8")

    def _command(self) -> list[str]:
        command = [sys.executable, "-m", "tests.support.seeded", str(self._seed), "serve"]
        return [*command, "--host", HOST, "--port", str(self.port), "--data", str(self.data)]

    def _wait_until_listening(self, out: Path) -> None:
        deadline = time.monotonic() + PATIENCE
        while f"listening on {self.url}" not in out.read_text(encoding="utf-8"):
            assert self.pid_if_alive(), f"the server ended at once\n{self.log()}"
            assert time.monotonic() < deadline, f"the server did not start\n{self.log()}"
            time.sleep(0.02)

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
        code = self._process.wait(PATIENCE)
        self._process = None
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
            self._process.wait(PATIENCE)
            self._process = None
        self._held.close()
        if self in Server.running:
            Server.running.remove(self)

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
        files = sorted(self._logs.glob("*.*"), key=lambda p: (int(p.stem), p.suffix))
        parts = [f"--- {p.name}\n{p.read_text(errors='replace')}" for p in files]
        return "\n".join(parts)[-LOG_SHOWN:]


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
