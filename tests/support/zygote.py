"""A process that has imported everything, and becomes a server by forking: no start is slow.

The test's process talks to it over a socket: a request names a module to run, as ``python -m``
would, and brings the files that the new process is to have. How that process ended comes back on a
socket of its own. The hash seed is fixed, so that no set is in another order in another run.

`python -m tests.support.zygote` is started by `spawn`, and ends with whoever started it.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from pathlib import Path
from typing import IO, ClassVar

from tests.support import leaks

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 120.0
CONTROL = 3
"""The file over which a new process is told what to do."""
MODULES = ("tests.support.sorted", "tests.support.rigged")
"""What is imported before the first fork: with these, all that a server needs."""


class Forked:
    """A process that was forked: as much of ``Popen`` as servers need."""

    def __init__(self, pid: int, line: socket.socket) -> None:
        self.pid = pid
        self.code: int | None = None
        self._line = line
        self._lock = threading.Lock()

    def poll(self) -> int | None:
        """How it ended; nothing where it runs."""
        return self._ended(0.0)

    def wait(self, seconds: float = PATIENCE) -> int:
        """Wait until it has ended, and tell how."""
        code = self._ended(seconds)
        assert code is not None, f"process {self.pid} does not end"
        return code

    def _ended(self, seconds: float) -> int | None:
        with self._lock:
            if self.code is None and select.select([self._line], [], [], seconds)[0]:
                self.code = int(self._line.recv(64) or b"-9")
                self._line.close()
            return self.code

    def send_signal(self, sign: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sign)


class Zygote:
    """The process, seen from the tests."""

    shared: ClassVar[Zygote | None] = None

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONHASHSEED": "0"},
                start_new_session=True,
            )

    def spawn(
        self, module: str, args: list[str], out: IO[bytes], err: IO[bytes], control: socket.socket
    ) -> Forked:
        """Run a module in a process and a session of its own."""
        files = {1: out.fileno(), 2: err.fileno(), CONTROL: control.fileno()}
        with self._lock:
            return Forked(*fork(self._line, module, args, files))

    def close(self) -> None:
        """Let it end."""
        self._line.close()
        self._process.wait(PATIENCE)


def fork(
    line: socket.socket, module: str, args: list[str], files: dict[int, int]
) -> tuple[int, socket.socket]:
    """Ask a nursery for a process with these files; its number, and where it is told how it ended.

    Files: as which number the process has them, and which they are here.
    """
    mine, theirs = socket.socketpair()
    with theirs:
        words = json.dumps([module, args, [*files]]).encode()
        socket.send_fds(line, [words], [theirs.fileno(), *files.values()])
        pid = int(line.recv(64) or b"0")
    assert pid, "the process that forks has ended"
    return pid, mine


def spawn(
    module: str, args: list[str], out: IO[bytes], err: IO[bytes], control: socket.socket
) -> Forked:
    """Run a module in a process of its own, forked from one that all tests share."""
    if Zygote.shared is None:
        with leaks.shared():
            Zygote.shared = Zygote()
        atexit.register(Zygote.shared.close)
    return Zygote.shared.spawn(module, args, out, err, control)


# -- inside the process


class Nursery:
    """Forks on request, and tells how each process ended."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.living: dict[int, socket.socket] = {}

    def run(self) -> None:
        """Until nobody is there any more to ask."""
        woken, wake = socket.socketpair()
        woken.setblocking(False)
        wake.setblocking(False)
        signal.set_wakeup_fd(wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while True:
            ready, _, _ = select.select([self.line, woken], [], [])
            if woken in ready:
                with contextlib.suppress(BlockingIOError):
                    woken.recv(4096)
                self._reap()
            if self.line in ready and not self._fork():
                return

    def _reap(self) -> None:
        while self.living:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            with self.living.pop(pid) as line, contextlib.suppress(OSError):
                line.send(str(os.waitstatus_to_exitcode(status)).encode())

    def _fork(self) -> bool:
        text, files, _, _ = socket.recv_fds(self.line, 65_536, 4)
        if not text:
            return False
        module, args, numbers = json.loads(text)
        status, *others = files
        pid = os.fork()
        if not pid:
            self._become(module, args, dict(zip(numbers, others, strict=True)))
        for file in others:
            os.close(file)
        self.living[pid] = socket.socket(fileno=status)
        self.line.send(str(pid).encode())
        return True

    def _become(self, module: str, args: list[str], files: dict[int, int]) -> None:
        """Be that module, as if it had been started anew; this never comes back."""
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()
            high = [
                (number, fcntl.fcntl(file, fcntl.F_DUPFD, 64)) for number, file in files.items()
            ]
            for number, file in high:
                os.dup2(file, number)
            os.closerange(max(2, *files) + 1, 4096)
            sys.argv = [module, *args]
            sys.modules.pop(module, None)
            runpy.run_module(module, run_name="__main__", alter_sys=True)
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
            if isinstance(ended.code, str):
                print(ended.code, file=sys.stderr)
        except BaseException:
            traceback.print_exc()
        finally:
            with contextlib.suppress(OSError):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code & 0xFF)


def warm_up() -> None:
    """Import what servers need: the games as well, those of the tests among them."""
    from importlib import import_module

    from tatami import catalogue

    for module in MODULES:
        import_module(module)
    for name in catalogue.names():
        catalogue.find(name)
    import_module("tests.fixtures")
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    warm_up()
    Nursery(socket.socket(fileno=int(sys.argv[1]))).run()
