"""Which tests run the lines that we ask about: a plugin of pytest, and what it does in servers.

`pytest -p tracing` with TRACE_LINES naming a file of lines to watch, {path: [line, ...]}, and
TRACE_FOUND a directory. Each process writes there what each test reached, as it happens: a server
may be killed at any moment. Servers that tests start are traced too, through sitecustomize.py; what
they run counts for all tests of the module that started them.

A line is watched until it is reached, and a function until all of its watched lines are; everything
else costs one look into a dictionary a call.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from hypothesis import Phase, settings

ATTEMPTS = 3000
"""So often is a function watched in one test; then all of its lines count as reached."""
WAITING = 10
"""To wait costs so much less than to work."""


class Tracer:
    """Watches some lines, for one test at a time."""

    def __init__(self, lines: dict[str, list[int]], found: Path) -> None:
        self._lines = {path: set(wanted) for path, wanted in lines.items()}
        self._found = found
        self._known: dict[CodeType, frozenset[int]] = {}
        self._left: dict[CodeType, set[int]] = {}
        self._calls: dict[CodeType, int] = {}
        self._test = ""

    def begin(self, test: str) -> None:
        """Another test begins: everything is to be reached again."""
        self._test = test
        self._left = {}
        self._calls = {}

    def install(self) -> None:
        """Watch every thread from now on."""
        threading.settrace(self.call)
        sys.settrace(self.call)

    def call(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
        """A function begins: watch its lines if any of them is wanted still."""
        code = frame.f_code
        left = self._left.get(code)
        if left is None:
            left = self._left[code] = set(self._wanted(code))
        if not left:
            return None
        self._calls[code] = calls = self._calls.get(code, 0) + 1
        if calls > ATTEMPTS:
            self._reached(code, left)
            left.clear()
            return None
        return self._line

    def _line(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
        if event == "line":
            left = self._left.setdefault(frame.f_code, set())
            if frame.f_lineno in left:
                left.discard(frame.f_lineno)
                self._reached(frame.f_code, {frame.f_lineno})
            if not left:
                return None
        return self._line

    def _wanted(self, code: CodeType) -> frozenset[int]:
        """The watched lines of a function; of what runs at import, none."""
        found = self._known.get(code)
        if found is None:
            lines = self._lines.get(code.co_filename, set())
            found = frozenset(line for _, _, line in code.co_lines() if line in lines)
            self._known[code] = found
        return found

    def _reached(self, code: CodeType, lines: set[int]) -> None:
        self._found.mkdir(parents=True, exist_ok=True)
        with (self._found / f"{os.getpid()}.txt").open("a", encoding="utf-8") as out:
            for line in lines:
                print(self._test, code.co_filename, line, sep="\t", file=out)


def tracer() -> Tracer:
    """One as the environment says."""
    lines = json.loads(Path(os.environ["TRACE_LINES"]).read_text(encoding="utf-8"))
    return Tracer(lines, Path(os.environ["TRACE_FOUND"]))


def begin_in_a_server() -> None:
    """For sitecustomize: this process belongs to the module whose test started it."""
    if "TRACE_TEST" in os.environ:
        watching = tracer()
        watching.begin(os.environ["TRACE_TEST"].partition("::")[0])
        watching.install()


class TooLong(Exception):
    """A test takes too long to be of use."""


def too_long(number: int, frame: FrameType | None) -> None:
    """The time of a test is up."""
    raise TooLong


class Plugin:
    """Tells the tracer which test runs, and writes down what it cost."""

    def __init__(self) -> None:
        self._found = Path(os.environ["TRACE_FOUND"])
        self._limit = float(os.environ["TRACE_LIMIT"])
        self._failed: set[str] = set()
        self._tracer = tracer()
        self._tracer.install()
        signal.signal(signal.SIGPROF, too_long)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """One test, with what is set up and torn down for it."""
        self._tracer.begin(item.nodeid)
        os.environ["TRACE_TEST"] = item.nodeid
        worked, passed = time.process_time(), time.monotonic()
        found = yield
        cost = time.process_time() - worked + (time.monotonic() - passed) / WAITING
        if item.nodeid not in self._failed:
            with (self._found / "times.txt").open("a", encoding="utf-8") as out:
                print(item.nodeid, round(cost, 3), sep="\t", file=out)
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self) -> Generator[None, object, object]:
        """A test may work so long, on however busy a machine, and is then given up."""
        signal.setitimer(signal.ITIMER_PROF, self._limit)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One that fails unbroken is of no use."""
        if not report.passed:
            self._failed.add(report.nodeid)


@pytest.hookimpl(tryfirst=True)  # before Hypothesis looks for the profile
def pytest_configure(config: pytest.Config) -> None:
    """Trace where it was asked for. The profile `mutate` looks for no smaller failure than one."""
    phases = [Phase.explicit, Phase.generate]
    settings.register_profile(
        "mutate", deadline=None, database=None, derandomize=True, phases=phases
    )
    if "TRACE_LINES" in os.environ:
        Path(os.environ["TRACE_FOUND"]).mkdir(parents=True, exist_ok=True)
        config.pluginmanager.register(Plugin())
