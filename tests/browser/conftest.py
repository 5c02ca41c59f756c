"""Browsers for the tests here, and what is left behind by those that fail."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support import failures
from tests.support.chromium import People, chromium, present


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest tests/browser --golden` writes the golden files anew."""
    parser.addoption("--golden", action="store_true", help="write the golden files anew")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests here; it is no longer open when those of others start."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def people(browser: Browser) -> Iterator[People]:
    """Open pages with `people.open(server.url, "Ann", device="phone")`.

    An error, a warning, a breach of the content policy or a request to another server in any page
    fails the test, unless it is allowed.
    """
    with present(browser) as found:
        yield found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take pictures where a test fails."""
    report = yield
    if report.failed:
        for people in People.present:
            people.take_pictures(failures.folder(item.nodeid), item.name)
            report.sections.append(("pages", "\n".join(people.complaints()) or "no complaints"))
    return report
