"""What people at a table are told of it: when they come, when it changes, and of their talk.

Updates of the game are not told here but published, viewer by viewer: see ``streams``.
"""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from tatami.catalogue import Listing
from tatami.engine.referee import Referee
from tatami.tables import lobby
from tatami.tables.attendance import Attendance
from tatami.tables.clock import Clock
from tatami.tables.dealing import Dealer
from tatami.tables.guests import Guest
from tatami.tables.knocking import Knocking
from tatami.tables.row import TableRow
from tatami.tables.streams import Stream
from tatami.tables.table_state import table_state
from tatami.tables.views import game_info
from tatami.tables.wire import (
    PROTOCOL,
    GameInfo,
    Hello,
    Started,
    TableChanged,
    TableState,
    Talk,
    Welcome,
)

LAST_WORDS: Final = 50
"""How much talk outside the game is kept for those who come in."""
_encode = msgspec.json.Encoder().encode


class Named(Protocol):
    """What is seen of the house here: its version."""

    @property
    def build(self) -> str:
        """The version of its pages."""
        ...


class Shown(Protocol):
    """What is seen of a table here: all that is shown of it."""

    row: TableRow
    stored: TableRow
    referee: Referee | None
    streams: list[Stream]
    attendance: Attendance
    knocking: Knocking
    dealer: Dealer
    time: Clock

    @property
    def house(self) -> Named:
        """Where it stands."""
        ...

    def listing(self) -> Listing | None:
        """Its game; None where it is not installed any more."""
        ...

    def viewer_of(self, person: str) -> int:
        """Through whose eyes a person sees the game."""
        ...

    def is_connected(self, person: str) -> bool:
        """Whether a person is connected."""
        ...


class Telling:
    """Tells the people at one table how it is."""

    def __init__(self, table: Shown) -> None:
        self._table = table
        self._words: list[Talk] = []
        self._could: tuple[tuple[str, ...], ...] = ()
        """What those who sit here might do when all were last told of the whole table."""

    # -- the table

    def state(self, person: str) -> TableState:
        """The table as a person may see it."""
        table, row, here = self._table, self._table.row, self._table.attendance
        state = table_state(row, person, here.people, here.watchers(), table.time.left())
        state.commits, state.voids_before = table.dealer.commits(), table.dealer.before()
        if (dealing := row.dealing) is not None:
            state.dealing = table.dealer.shown()
            state.version, state.options = dealing.version, dealing.options
        elif row.state == "open" and (listing := table.listing()) is not None:
            state.options = lobby.shown_options(listing, row)
        state.asking = table.knocking.shown()
        self._make_own(state, person)
        return state

    def _make_own(self, state: TableState, person: str) -> None:
        """What differs from one person to the next."""
        state.knock = self._table.knocking.of(person)
        state.can = self._can(person, bool(state.asking))

    def _can(self, person: str, asked: bool) -> tuple[str, ...]:
        """The commands that a person may give now; ``asked``: somebody wants a seat."""
        table = self._table
        found = lobby.can(table.row, person, table.is_connected(table.row.host))
        return (*found, "admit") if asked and table.knocking.may_admit(person) else found

    def _all_can(self) -> tuple[tuple[str, ...], ...]:
        """The same of everybody who sits here: what others may do, no coming or going changes."""
        asked = bool(self._table.knocking.shown())
        return tuple(self._can(seat.person, asked) for seat in self._table.row.seats)

    def is_stale(self) -> bool:
        """Whether somebody may do something else than they know of."""
        return self._could != self._all_can()

    def announce(self) -> None:
        """Tell everybody here how the table is now; who may do the same is told the same."""
        here = self._table.attendance
        here.known()
        self._could = self._all_can()
        if not here.connections:
            return
        whole = self.state("")
        texts: dict[tuple[object, ...], str] = {}
        for guest in here.connections:
            seat = self._table.row.seat_of(guest.person)
            self._make_own(whole, guest.person)
            key = (seat, whole.can, whole.knock)
            if key not in texts:
                texts[key] = _encode(TableChanged(seat, whole)).decode()
            guest.send(texts[key])

    # -- the game

    def info(self) -> GameInfo | None:
        """What the numbers of the game mean; None before it begins."""
        referee = self._table.referee
        return None if referee is None else game_info(referee.game, referee.seats, referee.opts)

    def welcome(self, guest: Guest, hello: Hello, name: str) -> None:
        """The first message to one who has come, and what they have missed."""
        table = self._table
        seat, viewer = table.row.seat_of(guest.person), table.viewer_of(guest.person)
        if len(table.attendance.connections) == 1:  # nobody else knows anything else
            self._could = self._all_can()
        guest.send(_encode(self._welcome(guest, seat, viewer, name)).decode())
        for talk in self._words:
            if self._may_hear(talk, seat >= 0):
                guest.send(_encode(talk).decode())
        guest.listen(f"{table.row.id}/{viewer}", viewer)
        if table.streams:
            self._catch_up(guest, viewer, hello.since if hello.seat == seat else -1)

    def _welcome(self, guest: Guest, seat: int, viewer: int, name: str) -> Welcome:
        table, house = self._table, self._table.house
        seq = table.streams[viewer].seq if table.streams else 0
        state = self.state(guest.person)
        return Welcome(PROTOCOL, house.build, seat, name, state, seq, self.info())

    def _catch_up(self, guest: Guest, viewer: int, since: int) -> None:
        """Send what a viewer has missed, or the whole view where that is too much."""
        table, stream = self._table, self._table.streams[viewer]
        missed = stream.since(since) if since > 0 else None
        assert table.referee is not None
        for text in [stream.fresh(table.referee, table.time.left())] if missed is None else missed:
            guest.send(text)

    def reseat(self, guest: Guest, starts: bool) -> None:
        """Somebody who sits elsewhere now sees the game through other eyes."""
        table, viewer = self._table, self._table.viewer_of(guest.person)
        if viewer == guest.viewer and not starts:
            return
        guest.listen(f"{table.row.id}/{viewer}", viewer)
        info = self.info()
        if info is None:
            return
        started = Started(table.row.seat_of(guest.person), self.state(guest.person), info)
        guest.send(_encode(started).decode())
        self._catch_up(guest, viewer, -1)

    # -- talk outside the game

    def say(self, guest: Guest, name: str, text: str) -> None:
        """Talk outside the game: before it, after it, or among those who watch."""
        table = self._table
        talk = Talk(name, text, table.stored.seat_of(guest.person) < 0)
        self._words = [*self._words[1 - LAST_WORDS :], talk]
        encoded = _encode(talk).decode()
        for other in table.attendance.connections:
            if self._may_hear(talk, table.stored.seat_of(other.person) >= 0):
                other.send(encoded)

    def _may_hear(self, talk: Talk, seated: bool) -> bool:
        """Players do not hear those who watch while secrets are in play."""
        return not (talk.watcher and seated and self._table.stored.state == "playing")
