"""Browsers for the tests here, and what is left behind by those that fail."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support import seeds
from tests.support.chromium import People, chromium, present
from tests.support.serving import Server

FAILED = Path(__file__).parent / "failed"


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
    """Pictures, logs, moves and the seed where a test fails."""
    report = yield
    if report.failed:
        for people in People.present:
            people.take_pictures(FAILED, item.name)
            report.sections.append(("pages", "\n".join(people.complaints()) or "no complaints"))
        for number, server in enumerate(Server.running):
            keep_log(server, f"{item.name} server {number}")
        report.sections.append(("seed", seeds.running()))
        report.sections.append(("left behind", f"pictures and logs in {FAILED}"))
    return report


def keep_log(server: Server, title: str) -> None:
    """A server's log and the moves of its games, beside the pictures."""
    FAILED.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"\W+", "-", title).strip("-")
    (FAILED / f"{stem}.log").write_text(f"{seeds.running()}\n{server.log()}\n", encoding="utf-8")
    (FAILED / f"{stem}.moves").write_text("\n".join(moves_at(server)) + "\n", encoding="utf-8")


def moves_at(server: Server) -> list[str]:
    """All moves of all games of a server, as their records spell them."""
    try:
        with closing(sqlite3.connect(f"file:{server.data / 'tatami.db'}?mode=ro", uri=True)) as db:
            rows = db.execute("SELECT seating, line FROM move ORDER BY seating, seq").fetchall()
    except sqlite3.Error as error:  # it must not hide the failure that led here
        return [f"no moves: {error}"]
    return [f"{table}: {line}" for table, line in rows]
