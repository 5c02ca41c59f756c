"""What all tests share: servers, what those that fail keep, what none may leave behind."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.support import failures, leaks, seeds, surroundings

if TYPE_CHECKING:
    from _pytest.fixtures import SubRequest

    from tests.support.serving import Server

# How long an example takes is the machine's affair; which examples there are, is nobody's luck.
settings.register_profile("tatami", deadline=None, derandomize=True, database=None)
settings.register_profile("soak", deadline=None, database=None, print_blob=True, max_examples=300)
settings.load_profile("tatami")
leaks.begin()
surroundings.leave()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server: `serve(pace=0)`. Each call makes one on data of its own; all end here."""
    from tests.support.serving import Server

    with ExitStack() as stack:
        number = 0

        def start(**settings: Any) -> Server:
            nonlocal number
            number += 1
            return stack.enter_context(Server(tmp_path / f"data{number}", **settings))

        yield start


# -- every test sees the same in every run


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """All that a test draws comes from its name, on servers that others have used before too."""
    item.stash[WATCH] = leaks.Watch()
    failures.forget(item.nodeid)
    seeds.begin(item.nodeid)
    running, ended = _servers()
    ended.clear()
    for server in running:
        server.reseed()


def _servers() -> tuple[list[Server], list[Server]]:
    """The servers that run, and those that the test has ended."""
    from tests.support.serving import Server

    return Server.running, Server.ended


# -- a failure can be looked at


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep what a failing test saw, and show with it what the servers said."""
    report = yield
    if report.failed:
        running, ended = _servers()
        servers = [*ended, *running]
        place = failures.keep(item.nodeid, servers, report.longreprtext)
        kept = f"seed: {item.nodeid}\nkept: {os.path.relpath(place)}"
        report.sections.append(("to look at", kept))
        report.sections += [(f"server at {s.url}", s.log()) for s in servers]
        item.stash[FAILED] = True
    return report


# -- nothing is left behind

WATCH = pytest.StashKey[leaks.Watch]()
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """A test that leaves something open fails itself, unless it failed already."""
    yield
    left = item.stash[WATCH].left()
    if left and not item.stash.get(FAILED, False):
        raise AssertionError("left behind:\n" + "\n".join(left))


class SharedFixtures:
    """What a fixture opens that many tests share is not the test's that happened to come first."""

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: SubRequest
    ) -> Generator[None, Any, Any]:
        """Of all fixtures, also those of a whole session, of which no conftest hears."""
        if fixturedef.scope == "function":
            return (yield)
        with leaks.shared():
            return (yield)


def pytest_configure(config: pytest.Config) -> None:
    """Begin to watch."""
    config.pluginmanager.register(SharedFixtures())


def pytest_collection_finish() -> None:
    """What is there now is there to stay: to look for garbage among it again takes time."""
    gc.collect()
    gc.freeze()


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background of a script: what tests start should hear Ctrl-C all the same.
    signal.signal(signal.SIGINT, signal.default_int_handler)
