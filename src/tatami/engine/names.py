"""What can be a name: names of things stand in records, commands and drawings."""

from __future__ import annotations

from typing import Final

from tatami.engine.errors import EngineFault

STOP: Final = "stop"
"""How the end of a pick is spelled."""
SAY: Final = "say"
"""The kind of remark that is free text."""
RESERVED: Final = (STOP, "back", "remark", "right", "expire")


def check_name(name: str) -> None:
    """Names stand in records: no spaces, marks or words that mean something there."""
    if not name or any(mark in name for mark in ' ,:="[]/') or name in RESERVED:
        raise EngineFault(f"{name!r} cannot be a name")
