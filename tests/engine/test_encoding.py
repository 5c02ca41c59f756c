"""The encoding for learners: the same from a view and from the world, decodable, and no leak."""

from __future__ import annotations

import json

import pytest

import tatami
from tatami.engine.dice import Dice
from tatami.engine.encoding import VERSION, Encoding
from tatami.engine.flow import new
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.turns import Turns, spell
from tatami.engine.world import World

GAMES = ["clans", "wataah", "night", "tack"]
STEPS = 60


def played(name: str, seed: int, steps: int = STEPS) -> list[World]:
    """Positions of a random game, watched."""
    dice = Dice(seed.to_bytes(32, "big"))
    turns = Turns(new(tatami.load(name), 4, seed, None, True))
    found = []
    for _ in range(steps):
        if turns.seat < 0:
            break
        found.append(turns.w.copy_watched())
        allowed = turns.actions()
        turns.act(allowed[dice.below(len(allowed))])
    return [*found, turns.w]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_row_is_the_same_from_the_world_and_from_the_view(name: str, seed: int) -> None:
    ways = [Encoding(tatami.load(name), 4, order=order) for order in (False, True)]
    for w in played(name, seed, 50):
        for seat in range(5):
            view = look(w, seat)
            assert all(way.row(w, seat) == way.row_of(view) for way in ways)


@pytest.mark.parametrize("name", GAMES)
def test_a_row_does_not_depend_on_what_the_seat_cannot_see(name: str) -> None:
    """The scramble test: every world that a seat can imagine has the same row for it."""
    plain = Encoding(tatami.load(name), 4, order=True)
    knowing = Encoding(tatami.load(name), 4, ledger=True, order=True)
    differ = 0
    for number, w in enumerate(played(name, 3, 40)):
        for seat in range(5):
            view = look(w, seat)
            other = imagine(view, number, watched=True)
            assert plain.row(other, seat) == plain.row(w, seat)
            assert knowing.row_of(look(other, seat)) == knowing.row_of(view)
            differ += plain.row(other, (seat + 1) % 4) != plain.row(w, (seat + 1) % 4)
    assert differ > 10


@pytest.mark.parametrize("name", GAMES)
def test_every_number_is_within_its_declared_range(name: str) -> None:
    encoding = Encoding(tatami.load(name), 4, ledger=True, order=True)
    lows, highs = encoding.bounds()
    for w in played(name, 4, 50):
        for seat in range(5):
            row = encoding.row_of(look(w, seat))
            assert all(a <= x <= b for a, x, b in zip(lows, row, highs, strict=True))


def test_a_row_can_be_read_back_by_name() -> None:
    game = tatami.load("clans")
    encoding = Encoding(game, 4)
    w = new(game, 4, 7, None, True)
    seat = Turns(w).seat
    read = encoding.decode(encoding.row(w, seat))
    data = look(w, seat).data()
    hand = data["zones"][f"hand-{seat}"]
    assert {face: hand.count(face) for face in hand} == {
        name.partition(".")[2]: number
        for name, number in read["zones"].items()
        if name.startswith(f"hand-{seat}.")
    }
    assert list(read["asked"]) == [data["asked"][0][0]]
    assert read["seat"] == {f"s{seat}": 1}
    assert len(encoding.names()) == encoding.size == len(set(encoding.names()))


def test_a_code_sheet_is_in_a_row_as_it_lies_for_those_who_share_it() -> None:
    """Which sign means what is a matter of places (tack:T6)."""
    game = tatami.load("tack")
    encoding = game.observation_space(4)
    w = new(game, 4, 7, None, True)
    sheets = 0
    for seat in range(5):
        read = encoding.decode(encoding.row(w, seat))["order"]
        for zone in ("code-0", "code-1"):
            lying = look(w, seat).data()["zones"][zone]
            seen = [read[f"{zone}.{at}"] for at in range(12)]
            assert seen == [1 if face == "?" else 2 + game.faces.index(face) for face in lying]
            sheets += 1 not in seen
    assert sheets == 4


def test_the_top_of_a_pile_comes_first_where_order_is_wanted() -> None:
    game = tatami.load("clans")
    encoding = game.observation_space(4, order=True)
    found = 0
    for w in played("clans", 5, 100):
        discard = look(w, 0).data()["zones"]["discard"]
        read = encoding.decode(encoding.row(w, 0))["order"]
        if len(discard) > 1:
            assert read["discard.0"] == 2 + game.faces.index(discard[-1])
            assert read["discard.1"] == 2 + game.faces.index(discard[-2])
            found += 1
    assert found > 10


def test_a_half_made_pick_is_in_the_row_of_who_makes_it_alone() -> None:
    game = tatami.load("wataah")
    encoding = game.observation_space(4)
    found = 0
    for w in [one for seed in range(2) for one in played("wataah", seed, 80)]:
        for seat in {0, *(w.ask.seats if w.ask else ())}:
            view, read = look(w, seat), encoding.decode(encoding.row(w, seat))["picked"]
            picked = view.offers[0].picked if view.offers else ()
            assert [value - 1 for name, value in read.items() if name != "number"] == list(picked)
            assert read.get("number", 0) == len(picked)
            found += bool(picked)
    assert found > 3


def test_marks_and_tallies_are_numbers_of_their_own() -> None:
    """The shielded armies (clans:C11), and what a call has shown of hands (tack:T9)."""
    clans, tack = tatami.load("clans"), tatami.load("tack")
    encoding = clans.observation_space(4)
    labels = dict(clans.book.markings(4))["shielded"]
    marked = 0
    for w in played("clans", 2, 200):
        bits = w.count[w.layout.counters.index("shielded")]
        read = encoding.decode(encoding.row(w, 0))["marks"]
        assert set(read) == {f"shielded.{x}" for at, x in enumerate(labels) if bits >> at & 1}
        marked += bool(read)
    assert marked
    shown, kinds = tack.book.tallies[0]
    counted, encoding = 0, tack.observation_space(4)
    for w in played("tack", 2, 200):
        read = encoding.decode(encoding.row(w, 0))["tallies"]
        for seat in range(4):
            numbers = [read.get(f"shown-{seat}.{kind}", 0) for kind in kinds]
            assert numbers == [*shown.of(w, seat).values()]
            counted += sum(numbers)
    assert counted


def test_the_description_of_a_row_says_what_it_was_made_for() -> None:
    game = tatami.load("tack")
    space = game.observation_space(5, ledger=True, codes="off")
    told = json.loads(json.dumps(space.data()))
    assert told["encoding"] == VERSION
    assert (told["game"], told["seats"], told["ledger"]) == ("tack", 5, True)
    assert told["options"]["codes"] == "off"
    assert sum(len(part["names"]) for part in told["parts"]) == told["size"] == space.size
    assert told["actions"] == game.action_count + 1
    assert (
        repr(space) == f"<encoding {VERSION} of tack, 5 seats: {space.size} numbers, 120 actions>"
    )


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match=r"has \d+ numbers, not 3"):
        Encoding(tatami.load("clans"), 4).decode([1, 2, 3])


def test_a_wrong_number_of_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="3 to 5 players, not 9"):
        Encoding(tatami.load("clans"), 9)


@pytest.mark.parametrize("name", GAMES)
def test_random_decisions_end_every_game_the_gong_included(name: str) -> None:
    game = tatami.load(name)
    struck = 0
    for seed in range(3):
        turns, dice = Turns(new(game, 4, seed)), Dice(bytes([seed] * 32))
        steps = 0
        while turns.seat >= 0:
            allowed = turns.actions()
            assert allowed
            chosen = allowed[dice.below(len(allowed))]
            struck += turns.is_right(chosen)
            assert spell(turns.w, chosen) != "wait" or chosen == turns.wait
            turns.act(chosen)
            steps += 1
        assert turns.w.over
        assert abs(sum(turns.w.returns())) < 1e-9
        assert steps <= 3 * game.longest
    assert (struck > 0) == (name == "tack")
