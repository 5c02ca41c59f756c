"""What the doors take: tables and bots by name. What there is not is refused with a sentence."""

from __future__ import annotations

from operator import index
from typing import Any

import tatami
from tatami.engine.encoding import Encoding
from tatami.engine.look import look
from tatami.engine.world import World


def whole(name: str, value: Any, least: int = 0) -> int:
    """A whole number that is not too small; ``ValueError`` with a sentence for anything else."""
    try:
        found = index(value)
    except TypeError:
        raise ValueError(f"{name} is a whole number, not {value!r}") from None
    if found < least:
        raise ValueError(f"{name} is {least} or more, not {found}")
    return found


def encoding_for(
    game: str, seats: int, order: bool, options: dict[str, str], ledger: bool = False
) -> Encoding:
    """The encoding of a table; ``ValueError`` with a sentence for what there is not."""
    if not isinstance(game, str):
        raise ValueError(f"a game is given by its name, not {game!r}")
    try:
        found = tatami.load(game)
    except KeyError as error:
        raise ValueError(error.args[0]) from None
    wanted = {name.replace("_", "-"): value for name, value in options.items()}
    return Encoding(found, whole("seats", seats), found.choose_settings(wanted), ledger, order)


def row_for(encoding: Encoding, w: World, seat: int) -> list[int]:
    """What a seat sees as a row. With the ledger it takes a view, and a world that is watched."""
    return encoding.row_of(look(w, seat)) if encoding.ledger else encoding.row(w, seat)
