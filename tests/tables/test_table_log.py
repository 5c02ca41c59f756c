"""Every line of the log that is about a table names it, and under which claim it was written."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tatami.tables
from tatami.tables.store import Hold
from tatami.tables.table import Table
from tests.tables.test_deadline import Full
from tests.tables.test_unreachable import LONG, NAME, evening, row_of
from tests.tables.test_waking import played

HOUSE = Path(tatami.tables.__path__[0])


class Lines(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.found.append(record)


@pytest.fixture
def lines() -> Iterator[list[logging.LogRecord]]:
    """What is logged meanwhile."""
    keeps, logger = Lines(), logging.getLogger("tatami")
    before = logger.level
    logger.addHandler(keeps)
    logger.setLevel(logging.INFO)
    yield keeps.found
    logger.setLevel(before)
    logger.removeHandler(keeps)


def told(lines: list[logging.LogRecord], what: str) -> tuple[str, int | None]:
    every = [one.__dict__ for one in lines if one.getMessage() == what]
    found = next(one for one in every if "table" in one)  # a round of the house has none
    return found["table"], found.get("epoch")


def test_a_line_names_the_table_and_the_claim_that_it_is_ours_by_now(
    lines: list[logging.LogRecord],
) -> None:
    row = played()[0]
    row.id, row.clock = NAME, "quick"

    async def work(table: Table, store: Full) -> None:
        table.hold = Hold(NAME, 7)
        store.full = True
        await asyncio.sleep(LONG)
        assert told(lines, "cannot store")[1] == 7
        table.hold = Hold(NAME, 8)
        store.full = False
        await asyncio.sleep(LONG)
        assert told(lines, "a bot stands in") == (NAME, 8)
        await table.dealer.close("host")
        assert told(lines, "game ended") == (NAME, 8)

    evening(row, work)


def test_a_house_of_one_node_counts_no_claims(lines: list[logging.LogRecord]) -> None:
    async def work(table: Table, store: Full) -> None:
        await table.dealer.close("host")
        assert told(lines, "game ended") == (NAME, None)

    evening(row_of("clans", played()[0].seats), work)


@pytest.mark.parametrize("module", sorted(HOUSE.rglob("*.py")), ids=lambda path: path.stem)
def test_no_other_log_speaks_of_a_table(module: Path) -> None:
    """Whoever has a table has its log."""
    assert not re.search(r'extra=\{[^}]*"table"', module.read_text("utf-8"))
