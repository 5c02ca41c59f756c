"""The row of a table that somebody opens, and of the same table again."""

from __future__ import annotations

from typing import Final

from tatami.catalogue import Listing
from tatami.engine.errors import Refusal
from tatami.tables import lobby
from tatami.tables.chance import Chance
from tatami.tables.config import CLOCKS, JOININGS, TEMPOS
from tatami.tables.refusals import no
from tatami.tables.row import Seat, TableRow
from tatami.tables.wire import NewTable

NEWEST: Final = 2
"""How deals are proven now."""
USUAL: Final = 4
"""Seats of a table whose host says nothing of them, or the nearest number that can play."""

USUAL_CLOCK: Final = "normal"
"""Of a table of people whose host and whose game say nothing of it."""


def new_row(
    wish: NewTable, listing: Listing, person: str, name: str, chance: Chance, at: int
) -> TableRow | Refusal:
    """A table as somebody wishes it, with its host at the first seat."""
    game = listing.game
    size = wish.seats or min(game.counts, key=lambda count: abs(count - USUAL))
    if not _suits(wish, listing, size):
        return no("bad_table")
    seats = [Seat("person", person, name), *(Seat() for _ in range(size - 1))]
    row = TableRow(
        chance.table(),
        chance.code(),
        game.name,
        game.version,
        person,
        chance.secret(),
        seats,
        at,
        options=lobby.plain_options(listing, wish.options),
        clock=wish.clock or ("none" if wish.bots else game.clock or USUAL_CLOCK),
        tempo=wish.tempo or "normal",
        private=wish.private,
        joining=wish.joining or "host",
        proof=NEWEST,
    )
    for at in range(1, size if wish.bots else 0):
        row.seats[at] = lobby.bot_seat(row, wish.bots)
    return row


def _suits(wish: NewTable, listing: Listing, size: int) -> bool:
    """Whether a game can be played like that."""
    known = wish.clock in ("", *CLOCKS) and wish.tempo in ("", *TEMPOS)
    known = known and wish.joining in ("", *JOININGS)
    if size not in listing.game.counts or not known or wish.bots not in ("", *listing.levels):
        return False
    try:
        listing.game.choose_settings(wish.options)
    except ValueError:
        return False
    return True


def new_rematch(old: TableRow, person: str, seat: int, chance: Chance, at: int) -> TableRow:
    """The same table again: its bots sit where they sat, its people are invited."""
    seats = [
        Seat("bot", name=s.name, level=s.level) if s.kind == "bot" else Seat() for s in old.seats
    ]
    seats[seat] = Seat("person", person, old.seats[seat].name)
    return TableRow(
        chance.table(),
        chance.code(),
        old.game,
        old.version,
        person,
        chance.secret(),
        seats,
        at,
        options=old.options,
        clock=old.clock,
        tempo=old.tempo,
        private=old.private,
        joining=old.joining,
        proof=NEWEST,
    )
