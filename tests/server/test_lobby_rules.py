"""Whatever people do around a table, in any order: what must always hold, holds."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tatami import catalogue
from tatami.engine.errors import Refusal
from tatami.fair import NO_SHARE
from tatami.tables import lobby
from tatami.tables.config import CLOCKS
from tatami.tables.dealing import advance
from tatami.tables.new_rows import new_rematch, new_row
from tatami.tables.proof import seed_of
from tatami.tables.refusals import no
from tatami.tables.row import Dealing, TableRow
from tatami.tables.table_state import table_state
from tatami.tables.wire import Arrange, NewTable
from tests.support.drawn import Drawn

CLANS = catalogue.find("clans")
LEVEL = CLANS.levels[-1]
PEOPLE = ("ann", "ben", "cleo", "dora", "emil", "finn", "")
"""Who may come by; the last one is nobody: a browser without a cookie."""
SHARE = "ab" * 16
COMMANDS = (
    *("sit", "sit", "sit", "leave", "bot", "remove", "swap", "size", "start", "open", "void"),
    *("concede", "end", "go_on", "pause", "resume", "come_back", "move_seat", "absent"),
)

Step = tuple[str, str, int, int]
STARTED: list[Step] = [("sit", "ben", 1, 0), ("bot", "ann", 2, 1), ("start", "ann", 0, 0)]
DEALT: list[Step] = [*STARTED, ("open", "ann", 0, 0)]
ENDED: list[Step] = [*DEALT, ("absent", "ben", 1, 0), ("end", "ann", 0, 0)]
BEGINNINGS: tuple[list[Step], ...] = ([], STARTED, DEALT, DEALT, ENDED)
"""By chance alone hardly anybody would ever start a game."""
WISHES = ("sit", "leave", "start", "concede", "end", "go_on", "pause", "come_back")
LEAST = 0.1
"""The share of the stories that must come to each of these: somebody tries something while the
table is open, while it is dealt, in the game, and after it."""
SITUATIONS = ("open", "dealing", "playing", "ended")

many = settings(max_examples=200)
step = st.tuples(
    st.sampled_from(COMMANDS),
    st.one_of(st.sampled_from(PEOPLE[:2]), st.sampled_from(PEOPLE)),
    st.integers(-2, 6),
    st.integers(-2, 6),
)
steps = st.builds(
    lambda beginning, taken: [*beginning, *taken],
    st.sampled_from(BEGINNINGS),
    st.lists(step, max_size=60),
)

met: Counter[str] = Counter()
"""How many stories a property was told, and how many of them came to which situation."""


@pytest.fixture(autouse=True)
def stories_of_every_kind() -> Iterator[None]:
    """What held of no game that was ever begun has held of nothing."""
    met.clear()
    yield
    if met["stories"] >= 100:
        rare = [what for what in SITUATIONS if met[what] < LEAST * met["stories"]]
        assert not rare, (rare, met)


def opened() -> TableRow:
    """A table that Ann has just opened."""
    row = new_row(NewTable("clans", "Ann", 3), CLANS, "ann", "Ann", Drawn(), 1)
    assert isinstance(row, TableRow)
    return row


@pytest.mark.parametrize(
    ("name", "chosen", "bots", "clock"),
    [
        ("clans", "", "", "normal"),
        ("night", "", "", "quick"),
        ("night", "slow", "", "slow"),
        ("night", "", "wary", "none"),
    ],
)
def test_a_table_of_people_has_the_clock_of_its_game_where_nobody_chose(
    name: str, chosen: str, bots: str, clock: str
) -> None:
    wish = NewTable(name, "Ann", 4, clock=chosen, bots=bots)
    row = new_row(wish, catalogue.find(name), "ann", "Ann", Drawn(), 1)
    assert isinstance(row, TableRow)
    assert row.clock == clock


def test_the_clock_of_every_game_is_one_that_tables_have() -> None:
    assert {catalogue.find(name).game.clock for name in catalogue.names()} <= {"", *CLOCKS}


def twin(row: TableRow) -> TableRow:
    """The same once more, as the server copies it."""
    return msgspec.json.decode(msgspec.json.encode(row), type=TableRow)


def absent(row: TableRow, seat: int) -> Refusal | None:
    """What the clock does with somebody who is away."""
    if row.state != "playing" or row.seats[seat].kind != "person":
        return no("not_now")
    row.seats[seat].stand_in = True
    return None


def do(row: TableRow, step: Step) -> Refusal | None:
    """Carry a command out on a copy that may be thrown away."""
    what, who, a, b = step
    name = who.capitalize() or "Nobody"
    seat = a if 0 <= a < len(row.seats) else 0
    orders: dict[str, Callable[[], Refusal | None]] = {
        "sit": lambda: lobby.sit(row, who, name, a, granted=True),
        "leave": lambda: leave(row, who),
        "bot": lambda: arrange(row, who, Arrange(1, "bot", a, level=LEVEL if b > 0 else "")),
        "remove": lambda: arrange(row, who, Arrange(1, "remove", a)),
        "swap": lambda: arrange(row, who, Arrange(1, "swap", a, b)),
        "size": lambda: arrange(row, who, Arrange(1, "set", size=a)),
        "start": lambda: start(row, who),
        "open": lambda: opens(row),
        "void": lambda: void(row),
        "concede": lambda: lobby.concede(row, who),
        "end": lambda: lobby.offer_end(row, who),
        "go_on": lambda: lobby.go_on(row, who),
        "pause": lambda: lobby.pause(row, who, 100),
        "resume": lambda: lobby.resume(row, who, b > 0),
        "come_back": lambda: lobby.come_back(row, who),
        "move_seat": lambda: moved(row, seat, who),
        "absent": lambda: absent(row, seat),
    }
    return orders[what]()


def start(row: TableRow, who: str) -> Refusal | None:
    refusal = lobby.start(row, who)
    if refusal is None:
        commits = ["cd" * 32 if seat.person else NO_SHARE for seat in row.seats]
        row.dealing = Dealing(0, 1, {}, commits)
        advance(row)
    return refusal


def opens(row: TableRow) -> Refusal | None:
    """All browsers open their shares."""
    if row.dealing is None:
        return no("not_now")
    row.dealing.shares = [SHARE if one != NO_SHARE else one for one in row.dealing.commits]
    advance(row)
    row.started = 1
    return None


def void(row: TableRow) -> Refusal | None:
    """Somebody does not."""
    if row.dealing is None:
        return no("not_now")
    row.dealing = None
    row.voids.append(["Ann"])
    row.start += 1
    return None


def leave(row: TableRow, who: str) -> Refusal | None:
    """Whoever gets up while the cards are dealt takes the start back, as the dealer has it."""
    row.dealing = None
    return lobby.leave(row, who, LEVEL)


def moved(row: TableRow, seat: int, who: str) -> Refusal | None:
    """A link leads to the seat of a person only."""
    return lobby.move_seat(row, seat, who) if row.seats[seat].person else no("not_seated")


def arrange(row: TableRow, who: str, order: Arrange) -> Refusal | None:
    return lobby.arrange(row, who, order, CLANS)


def story(taken: list[Step]) -> list[tuple[TableRow, Step, TableRow]]:
    """The table before and after every command that was not refused."""
    row = opened()
    found = []
    tried = set()
    for step in taken:
        after = twin(row)
        tried.add(situation(row))
        if do(after, step) is None:
            found.append((row, step, after))
            row = after
    met.update(["stories", *tried])
    return found


def situation(row: TableRow) -> str:
    """In what somebody tries something."""
    if row.ended_or_closed:
        return "ended" if row.started else "left"
    return "dealing" if row.dealing is not None else row.state


def possible(row: TableRow) -> set[str]:
    """What anybody at all could do now."""
    wishes = itertools.product(sorted(set(COMMANDS)), ("ann", "ben", "cleo", ""), (-1, 0, 2, 3))
    return {what for what, who, a in wishes if do(twin(row), (what, who, a, 1)) is None}


def whose(row: TableRow) -> list[tuple[str, str, str]]:
    """Who sits where."""
    return [(seat.kind, seat.person, seat.name) for seat in row.seats]


@many
@given(steps)
@example([("sit", "ben", 1, 0), ("bot", "ann", 2, 1), ("start", "ann", 0, 0), ("end", "ann", 0, 0)])
def test_any_sequence_of_commands_leaves_a_table_in_order(taken: list[Step]) -> None:
    for _, _, row in story(taken):
        seated = [seat.person for seat in row.seats if seat.person]
        assert len(seated) == len(set(seated)), "somebody has two seats"
        assert all((seat.kind == "person") == bool(seat.person) for seat in row.seats)
        names = [seat.name.casefold() for seat in row.seats if seat.name]
        assert len(names) == len(set(names)), "two have the same name"
        assert all(bool(seat.name) == (seat.kind != "empty") for seat in row.seats)
        assert CLANS.game.fewest <= len(row.seats) <= CLANS.game.most
        if not row.ended_or_closed:
            assert row.host in seated, "the host has no seat"
        if row.state == "playing":
            assert row.people(), "a game goes on without people"
            assert all(seat.kind != "empty" for seat in row.seats)
            assert set(seated) <= set(row.sat)
        assert set(row.ending) <= set(row.people())
        assert not row.paused or row.state == "playing"
        assert row.dealing is None or row.state == "open"
        assert row.dealing is None or len(row.dealing.commits) == len(row.seats)
        assert not row.started or len(row.seated) == len(row.seats)


@many
@given(steps)
def test_nobody_ever_has_two_different_seats_in_one_game(taken: list[Step]) -> None:
    had: dict[str, int] = {}
    for before, _, row in story(taken):
        assert before.state == "open" or set(before.sat) <= set(row.sat)
        if row.state == "playing":
            for at, seat in enumerate(row.seats):
                if seat.person:
                    assert had.setdefault(seat.person, at) == at


@many
@given(steps)
def test_nothing_that_people_do_changes_the_deal_once_the_game_has_begun(taken: list[Step]) -> None:
    seed = b""
    for before, _, row in story(taken):
        if before.state == "playing":
            assert seed_of(row) == seed
        seed = seed_of(row) if row.started else b""


@many
@given(steps)
def test_nothing_about_a_table_changes_while_it_is_dealt(taken: list[Step]) -> None:
    for before, step, row in story(taken):
        if before.dealing is not None:
            assert row.options == before.options
            assert step[0] == "leave" or whose(row) == whose(before)
            assert possible(before) == {"leave", "open", "void"}


@many
@given(steps)
def test_a_table_that_is_closed_stays_as_it_is(taken: list[Step]) -> None:
    for before, step, _ in story(taken):
        assert not before.ended_or_closed, step


@many
@given(steps, st.booleans())
def test_what_one_can_do_is_what_is_not_refused(taken: list[Step], host_here: bool) -> None:
    rows = [opened(), *(after for _, _, after in story(taken))]
    for row in rows[-5:]:
        for who in PEOPLE:
            can = lobby.can(row, who, host_here)
            for what in WISHES:
                possible = do(twin(row), (what, who, -1, 0)) is None
                assert (what in can) == possible, (what, who)
            resume = do(twin(row), ("resume", who, 0, int(host_here))) is None
            assert ("resume" in can) == resume


@many
@given(steps)
def test_nothing_secret_is_shown_before_the_end(taken: list[Step]) -> None:
    for _, _, row in story(taken):
        for who in PEOPLE:
            shown = repr(table_state(row, who, ()))
            dealt = row.ended_or_closed and row.started
            assert (row.secret in shown) == bool(dealt)
            assert SHARE not in shown or dealt
            assert not any(f"'{person}'" in shown for person in PEOPLE if person)


# -- one by one


def playing(*people: str, size: int = 4) -> TableRow:
    """A game with these people, and bots."""
    row = opened()
    assert lobby.resize(row, size) is None
    for who in people:
        assert lobby.sit(row, who, who, -1) is None
    for at, seat in enumerate(row.seats):
        if seat.kind == "empty":
            row.seats[at] = lobby.bot_seat(row, LEVEL)
    assert start(row, "ann") is None
    assert opens(row) is None
    return row


def test_who_leaves_takes_the_offer_to_end_along() -> None:
    row = playing("ben", "cleo")
    assert lobby.offer_end(row, "ben") is None
    assert lobby.leave(row, "ben", LEVEL) is None
    assert lobby.sit(row, "dora", "Dora", 1, granted=True) is None
    assert row.ending == []
    assert lobby.offer_end(row, "ann") is None
    assert row.state == "playing", "Dora was never asked"


@pytest.mark.parametrize(
    ("joining", "granted", "code"),
    [
        ("host", False, "has_started"),
        ("host", True, ""),
        ("anybody", False, ""),
        ("off", True, "no_joining"),
    ],
)
def test_a_bots_seat_in_a_game_needs_consent_whoever_calls(
    joining: str, granted: bool, code: str
) -> None:
    """The game may have begun after somebody looked whether they had to ask."""
    row = playing("ben")
    row.joining = joining
    refusal = lobby.sit(row, "dora", "Dora", 3, granted=granted)
    assert (refusal.code if refusal is not None else "") == code
    assert (row.seats[3].kind == "person") == (not code)


def test_a_game_ends_when_the_last_who_had_not_agreed_leaves() -> None:
    row = playing("ben", "cleo")
    assert lobby.offer_end(row, "ann") is None
    assert lobby.leave(row, "ben", LEVEL) is None
    assert row.state == "playing"
    assert lobby.concede(row, "cleo") is None
    assert (row.state, row.why) == ("closed", "agreed")


def test_a_seat_that_was_given_up_is_nobodys_to_win_with() -> None:
    row = playing("ben")
    assert lobby.concede(row, "ben") is None
    assert lobby.leave(row, "ben", LEVEL) is None
    refusal = lobby.sit(row, "dora", "Dora", 1, granted=True)
    assert refusal is not None
    assert refusal.code == "seat_taken"
    assert row.seats[1].conceded


def test_the_last_one_standing_wins_when_all_others_concede() -> None:
    row = playing("ben", "cleo", size=3)
    assert lobby.concede(row, "ann") is None
    assert row.state == "playing"
    assert lobby.concede(row, "cleo") is None
    assert (row.state, row.why, row.winners) == ("closed", "conceded", [1])


def test_a_seat_moves_to_another_device_and_back_but_to_nobody_who_sat_elsewhere() -> None:
    row = playing("ben")
    assert lobby.move_seat(row, 0, "ann's phone") is None
    assert row.host == "ann's phone"
    assert lobby.move_seat(row, 0, "ann") is None
    assert lobby.move_seat(row, 0, "ann's phone") is None
    for seat, who in ((1, "ann"), (1, "ann's phone"), (0, "ben"), (0, "")):
        assert lobby.move_seat(row, seat, who) is not None
    sat = lobby.sit(row, "ann", "Ann", 2, granted=True)
    assert sat is not None
    assert sat.code == "sat_before"


def test_the_host_hands_on_to_somebody_who_still_plays() -> None:
    row = playing("ben", "cleo")
    assert lobby.concede(row, "ben") is None
    assert lobby.leave(row, "ann", LEVEL) is None
    assert row.host == "cleo"


def test_a_rematch_keeps_the_bots_and_forgets_the_deal() -> None:
    row = playing("ben")
    again = new_rematch(row, "ben", 1, Drawn(), 2)
    assert [seat.kind for seat in again.seats] == ["empty", "person", "bot", "bot"]
    assert again.host == "ben"
    assert again.secret != row.secret
    assert (again.id, again.code, again.state) != (row.id, row.code, row.state)
    assert all(not seat.share for seat in again.seats)


@many
@given(st.text(max_size=40))
@example("a\u202eb")
@example("<script>alert(1)</script>")
@example("  Ann\tof\nNara ")
@example("\ud800")
@example("…")
@example("e\u0301")
def test_a_name_is_short_on_one_line_and_visible(text: str) -> None:
    name = lobby.tidy_name(text)
    assert name == lobby.tidy_name(name)
    if name:
        assert name.isprintable()
        assert len(name) <= lobby.LONGEST_NAME
        assert name == " ".join(name.split())
        assert any(mark.isalnum() for mark in name)


@many
@given(st.lists(st.sampled_from(["Ann", "ann", "A" * 24, "a" * 24, "Ann 2"]), max_size=5))
def test_two_of_one_name_are_told_apart(names: list[str]) -> None:
    row = opened()
    lobby.resize(row, 5)
    for number, name in enumerate(names):
        if lobby.free_seats(row):
            lobby.sit(row, f"p{number}", name, -1)
    shown = [seat.name.casefold() for seat in row.seats if seat.name]
    assert len(shown) == len(set(shown))
    assert all(len(name) <= lobby.LONGEST_NAME for name in shown)
