"""What a player in real time means to do, and when."""

from __future__ import annotations

from typing import Final, NamedTuple

DECIDE: Final = "decide"
"""Answer what is then asked: ``decide`` of the bot is called at that moment."""
USE: Final = "right"
"""Use a right: its name, the stamp that was seen, the option."""
SIGN: Final = "remark"
"""Say or signal something: the kind of remark and its arguments."""

KINDS: Final = (DECIDE, USE, SIGN)

QUICKEST: Final = 250
"""Milliseconds: nobody reacts sooner to what they see or hear, whatever they plan."""


class Intent(NamedTuple):
    """Something to do in so many milliseconds, unless the step is over by then."""

    delay: int
    kind: str
    key: str = ""
    option: int = 0
    stamp: int = 0
    args: tuple[int, ...] = ()
