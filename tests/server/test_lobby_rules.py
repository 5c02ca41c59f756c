"""Whatever people do around a table, in any order: what must always hold, holds."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tatami import catalogue
from tatami.engine.errors import Refusal
from tatami.fair import NO_SHARE
from tatami.server import lobby
from tatami.server.dealing import advance
from tatami.server.house import new_paper, new_rematch
from tatami.server.papers import Dealing, Paper
from tatami.server.shown import seed_of, table_state
from tatami.server.wire import Arrange, NewTable
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

many = settings(max_examples=200)
Step = tuple[str, str, int, int]
steps = st.lists(
    st.tuples(
        st.sampled_from(COMMANDS), st.sampled_from(PEOPLE), st.integers(-2, 6), st.integers(-2, 6)
    ),
    max_size=60,
)


def opened() -> Paper:
    """A table that Ann has just opened."""
    paper = new_paper(NewTable("clans", "Ann", 3), CLANS, "ann", "Ann", Drawn(), 1)
    assert isinstance(paper, Paper)
    return paper


def twin(paper: Paper) -> Paper:
    """The same once more, as the server copies it."""
    return msgspec.json.decode(msgspec.json.encode(paper), type=Paper)


def absent(paper: Paper, seat: int) -> Refusal | None:
    """What the clock does with somebody who is away."""
    if paper.state == "playing" and 0 <= seat < len(paper.seats):
        paper.seats[seat].stand_in = paper.seats[seat].kind == "person"
    return None


def do(paper: Paper, step: Step) -> Refusal | None:
    """Carry a command out on a copy that may be thrown away."""
    what, who, a, b = step
    name = who.capitalize() or "Nobody"
    seat = a if 0 <= a < len(paper.seats) else 0
    orders: dict[str, Callable[[], Refusal | None]] = {
        "sit": lambda: lobby.sit(paper, who, name, a),
        "leave": lambda: lobby.leave(paper, who, LEVEL),
        "bot": lambda: arrange(paper, who, Arrange(1, "bot", a, level=LEVEL if b > 0 else "")),
        "remove": lambda: arrange(paper, who, Arrange(1, "remove", a)),
        "swap": lambda: arrange(paper, who, Arrange(1, "swap", a, b)),
        "size": lambda: arrange(paper, who, Arrange(1, "set", size=a)),
        "start": lambda: start(paper, who),
        "open": lambda: opens(paper),
        "void": lambda: void(paper),
        "concede": lambda: lobby.concede(paper, who),
        "end": lambda: lobby.offer_end(paper, who),
        "go_on": lambda: lobby.go_on(paper, who),
        "pause": lambda: lobby.pause(paper, who, 100),
        "resume": lambda: lobby.resume(paper, who, b > 0),
        "come_back": lambda: lobby.come_back(paper, who),
        "move_seat": lambda: (
            lobby.move_seat(paper, seat, who) if paper.seats[seat].person else None
        ),
        "absent": lambda: absent(paper, a),
    }
    return orders[what]()


def start(paper: Paper, who: str) -> Refusal | None:
    refusal = lobby.start(paper, who)
    if refusal is None:
        commits = ["cd" * 32 if seat.person else NO_SHARE for seat in paper.seats]
        paper.dealing = Dealing(0, 1, {}, commits)
        advance(paper)
    return refusal


def opens(paper: Paper) -> Refusal | None:
    """All browsers open their shares."""
    if paper.dealing is not None:
        paper.dealing.shares = [SHARE if one != NO_SHARE else one for one in paper.dealing.commits]
        advance(paper)
        paper.started = 1
    return None


def void(paper: Paper) -> Refusal | None:
    """Somebody does not."""
    if paper.dealing is not None:
        paper.dealing = None
        paper.voids.append(["Ann"])
        paper.start += 1
    return None


def moved(paper: Paper, seat: int, who: str) -> Refusal | None:
    """A link leads to the seat of a person only."""
    return lobby.move_seat(paper, seat, who) if paper.seats[seat].person else None


def arrange(paper: Paper, who: str, order: Arrange) -> Refusal | None:
    return lobby.arrange(paper, who, order, CLANS)


def story(taken: list[Step]) -> list[tuple[Paper, Step, Paper]]:
    """The table before and after every command that was not refused."""
    paper = opened()
    found = []
    for step in taken:
        after = twin(paper)
        if do(after, step) is None:
            found.append((paper, step, after))
            paper = after
    return found


@many
@given(steps)
@example([("sit", "ben", 1, 0), ("bot", "ann", 2, 1), ("start", "ann", 0, 0), ("end", "ann", 0, 0)])
def test_any_sequence_of_commands_leaves_a_table_in_order(taken: list[Step]) -> None:
    for _, _, paper in story(taken):
        seated = [seat.person for seat in paper.seats if seat.person]
        assert len(seated) == len(set(seated)), "somebody has two seats"
        assert all((seat.kind == "person") == bool(seat.person) for seat in paper.seats)
        names = [seat.name.casefold() for seat in paper.seats if seat.name]
        assert len(names) == len(set(names)), "two have the same name"
        assert all(bool(seat.name) == (seat.kind != "empty") for seat in paper.seats)
        assert CLANS.game.low <= len(paper.seats) <= CLANS.game.high
        if not paper.ended_or_closed:
            assert paper.host in seated, "the host has no seat"
        if paper.state == "playing":
            assert paper.people(), "a game goes on without people"
            assert all(seat.kind != "empty" for seat in paper.seats)
            assert set(seated) <= set(paper.sat)
        assert set(paper.ending) <= set(paper.people())
        assert not paper.paused or paper.state == "playing"
        assert paper.dealing is None or paper.state == "open"
        assert paper.dealing is None or len(paper.dealing.commits) == len(paper.seats)
        assert not paper.started or len(paper.seated) == len(paper.seats)


@many
@given(steps)
def test_nobody_ever_has_two_different_seats_in_one_game(taken: list[Step]) -> None:
    had: dict[str, int] = {}
    for before, _, paper in story(taken):
        assert before.state == "open" or set(before.sat) <= set(paper.sat)
        if paper.state == "playing":
            for at, seat in enumerate(paper.seats):
                if seat.person:
                    assert had.setdefault(seat.person, at) == at


@many
@given(steps)
def test_nothing_that_people_do_changes_the_deal_once_the_game_has_begun(taken: list[Step]) -> None:
    seed = b""
    for before, _, paper in story(taken):
        if before.state == "playing":
            assert seed_of(paper) == seed
        seed = seed_of(paper) if paper.started else b""


@many
@given(steps)
def test_nothing_about_a_table_changes_while_it_is_dealt(taken: list[Step]) -> None:
    for before, step, paper in story(taken):
        if before.dealing is not None and step[0] not in ("leave", "open", "void"):
            assert (before.seats, before.options) == (paper.seats, paper.options)


@many
@given(steps)
def test_a_table_that_is_closed_stays_as_it_is(taken: list[Step]) -> None:
    for before, step, _ in story(taken):
        assert not before.ended_or_closed or step[0] in ("absent", "move_seat")


@many
@given(steps, st.booleans())
def test_what_one_can_do_is_what_is_not_refused(taken: list[Step], host_here: bool) -> None:
    papers = [opened(), *(after for _, _, after in story(taken))]
    for paper in papers[-5:]:
        for who in PEOPLE:
            can = lobby.can(paper, who, host_here)
            for what in ("sit", "leave", "start", "concede", "end", "go_on", "pause", "come_back"):
                possible = do(twin(paper), (what, who, -1, 0)) is None
                assert (what in can) == possible, (what, who)
            resume = do(twin(paper), ("resume", who, 0, int(host_here))) is None
            assert ("resume" in can) == resume


@many
@given(steps)
def test_nothing_secret_is_shown_before_the_end(taken: list[Step]) -> None:
    for _, _, paper in story(taken):
        for who in PEOPLE:
            shown = repr(table_state(paper, who, ()))
            dealt = paper.ended_or_closed and paper.started
            assert (paper.secret in shown) == bool(dealt)
            assert SHARE not in shown or dealt
            assert not any(f"'{person}'" in shown for person in PEOPLE if person)


# -- one by one


def playing(*people: str, size: int = 4) -> Paper:
    """A game with these people, and bots."""
    paper = opened()
    assert lobby.resize(paper, size) is None
    for who in people:
        assert lobby.sit(paper, who, who, -1) is None
    for at, seat in enumerate(paper.seats):
        if seat.kind == "empty":
            paper.seats[at] = lobby.bot_seat(paper, LEVEL)
    assert start(paper, "ann") is None
    assert opens(paper) is None
    return paper


def test_who_leaves_takes_the_offer_to_end_along() -> None:
    paper = playing("ben", "cleo")
    assert lobby.offer_end(paper, "ben") is None
    assert lobby.leave(paper, "ben", LEVEL) is None
    assert lobby.sit(paper, "dora", "Dora", 1) is None
    assert paper.ending == []
    assert lobby.offer_end(paper, "ann") is None
    assert paper.state == "playing", "Dora was never asked"


def test_a_game_ends_when_the_last_who_had_not_agreed_leaves() -> None:
    paper = playing("ben", "cleo")
    assert lobby.offer_end(paper, "ann") is None
    assert lobby.leave(paper, "ben", LEVEL) is None
    assert paper.state == "playing"
    assert lobby.concede(paper, "cleo") is None
    assert (paper.state, paper.why) == ("closed", "agreed")


def test_a_seat_that_was_given_up_is_nobodys_to_win_with() -> None:
    paper = playing("ben")
    assert lobby.concede(paper, "ben") is None
    assert lobby.leave(paper, "ben", LEVEL) is None
    refusal = lobby.sit(paper, "dora", "Dora", 1)
    assert refusal is not None
    assert refusal.code == "seat_taken"
    assert paper.seats[1].conceded


def test_the_last_one_standing_wins_when_all_others_concede() -> None:
    paper = playing("ben", "cleo", size=3)
    assert lobby.concede(paper, "ann") is None
    assert paper.state == "playing"
    assert lobby.concede(paper, "cleo") is None
    assert (paper.state, paper.why, paper.winners) == ("closed", "conceded", [1])


def test_a_seat_moves_to_another_device_and_back_but_to_nobody_who_sat_elsewhere() -> None:
    paper = playing("ben")
    assert lobby.move_seat(paper, 0, "ann's phone") is None
    assert paper.host == "ann's phone"
    assert lobby.move_seat(paper, 0, "ann") is None
    assert lobby.move_seat(paper, 0, "ann's phone") is None
    for seat, who in ((1, "ann"), (1, "ann's phone"), (0, "ben"), (0, "")):
        assert lobby.move_seat(paper, seat, who) is not None
    sat = lobby.sit(paper, "ann", "Ann", 2)
    assert sat is not None
    assert sat.code == "sat_before"


def test_the_host_hands_on_to_somebody_who_still_plays() -> None:
    paper = playing("ben", "cleo")
    assert lobby.concede(paper, "ben") is None
    assert lobby.leave(paper, "ann", LEVEL) is None
    assert paper.host == "cleo"


def test_a_rematch_keeps_the_bots_and_forgets_the_deal() -> None:
    paper = playing("ben")
    again = new_rematch(paper, "ben", 1, Drawn(), 2)
    assert [seat.kind for seat in again.seats] == ["empty", "person", "bot", "bot"]
    assert again.host == "ben"
    assert again.secret != paper.secret
    assert (again.id, again.code, again.state) != (paper.id, paper.code, paper.state)
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
    paper = opened()
    lobby.resize(paper, 5)
    for number, name in enumerate(names):
        if lobby.free_seats(paper):
            lobby.sit(paper, f"p{number}", name, -1)
    shown = [seat.name.casefold() for seat in paper.seats if seat.name]
    assert len(shown) == len(set(shown))
    assert all(len(name) <= lobby.LONGEST_NAME for name in shown)
