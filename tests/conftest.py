"""What tests of several directories share: servers, and their logs in a failure's report."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.support.serving import Server

settings.register_profile("tatami", deadline=None)  # how long it takes is the machine's affair
settings.load_profile("tatami")


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server: `serve(pace=0)`. Each call makes one on data of its own; all end here."""
    from tests.support.serving import Server

    with ExitStack() as stack:
        number = 0

        def start(**settings: object) -> Server:
            nonlocal number
            number += 1
            return stack.enter_context(Server(tmp_path / f"data{number}", **settings))

        yield start


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """All that a test draws comes from its name, on servers that others have used before too."""
    from tests.support import seeds
    from tests.support.serving import Server

    seeds.begin(item.nodeid)
    for server in Server.running:
        server.reseed()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show with a failure what the servers said."""
    report = yield
    if report.failed:
        from tests.support.serving import Server

        report.sections += [(f"server at {s.url}", s.log()) for s in Server.running]
    return report


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background of a script: what tests start should hear Ctrl-C all the same.
    signal.signal(signal.SIGINT, signal.default_int_handler)
