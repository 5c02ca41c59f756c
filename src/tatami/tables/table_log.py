"""What is logged of a table: every line names it, and the number of our claim to it."""

from __future__ import annotations

import logging
from collections.abc import MutableMapping
from typing import Any, Protocol

from tatami.tables.row import TableRow
from tatami.tables.store import Hold

_log = logging.getLogger("tatami.table")


class Held(Protocol):
    """A table that is ours under a number."""

    row: TableRow
    hold: Hold


class TableLog(logging.LoggerAdapter[logging.Logger]):
    """The log of one table; who looks for who wrote when finds table and epoch in every line."""

    def __init__(self, table: Held) -> None:
        super().__init__(_log)
        self._table = table

    def process(
        self, msg: Any, kwargs: MutableMapping[str, Any]
    ) -> tuple[Any, MutableMapping[str, Any]]:
        """What a line carries besides what it says; a house of one node counts no claims."""
        known: dict[str, object] = {"table": self._table.row.id}
        if self._table.hold.epoch:
            known["epoch"] = self._table.hold.epoch
        return msg, {**kwargs, "extra": {**known, **kwargs.get("extra", {})}}
