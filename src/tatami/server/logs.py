"""Structured logs: one JSON object a line. Only what is named here can stand in one."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from traceback import format_tb
from typing import Final

FIELDS: Final = (
    "table",
    "epoch",
    "incarnation",
    "game",
    "seat",
    "bot",
    "reason",
    "why",
    "count",
)
"""What a line may carry besides its message: no names, talk, tokens, cards or addresses."""
NOISE: Final = ("Invalid HTTP request received.", "Unsupported upgrade request.")
"""What strangers could fill the log with; refusals are counted instead."""


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    node = ""
    """Who writes, where there are several."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, where, what, and the fields that are allowed."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "where": record.name,
            "what": record.getMessage(),
        }
        if self.node:
            line["node"] = self.node
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[1] is not None:
            line["trace"] = _trace(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def _trace(error: BaseException) -> str:
    """Where an error came from and of what kind it is; its words could name a card or a player."""
    before = error.__cause__ or error.__context__
    lines = [_trace(before)] if before is not None else []
    return "".join([*lines, *format_tb(error.__traceback__), f"{type(error).__name__}\n"])


def name_node(name: str) -> None:
    """Let every line say which node it is from."""
    JsonLines.node = name


def set_up() -> None:
    """Send the server's logs to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: record.getMessage() not in NOISE)
    for name in ("tatami", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(logging.INFO if name == "tatami" else logging.WARNING)
        logger.propagate = False
