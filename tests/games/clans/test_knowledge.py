"""C19: exactly what each seat and a spectator know."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.games.clans.rules import GAME
from tests.games.clans.positions import hand, mover, options, play, refused, said, table, zone

EACH = pytest.mark.parametrize("seats", [3, 4, 5])


def may_know(referee: Referee, seat: int) -> dict[str, list[str]]:
    """Every zone as the clause says that a seat sees it."""
    found: dict[str, list[str]] = {}
    for name in referee.world.layout.places:
        cards = zone(referee, name)
        mine = name in (f"hand-{seat}", f"loyalty-{seat}")
        told = referee.over and name.startswith("loyalty-")
        if name.startswith("hand-"):
            cards.sort(key=GAME.faces.index)
        table = name == "discard" or name.startswith("army-")
        found[name] = cards if mine or told or table else ["?"] * len(cards)
    return found


def hidden(referee: Referee, seat: int) -> list[tuple[Counter[int], Counter[int]]]:
    """The faces that a seat does not see and how many lie where: the blue ones, the red ones."""
    found: list[tuple[Counter[int], Counter[int]]] = [
        (Counter(), Counter()),
        (Counter(), Counter()),
    ]
    for name, seen in may_know(referee, seat).items():
        for card, shown in zip(zone(referee, name), seen, strict=True):
            if shown == "?":
                faces, places = found["loyal" in name]
                faces[GAME.faces.index(card)] += 1
                places[referee.world.layout.places[name]] += 1
    return [pair for pair in found if pair[0]]


@EACH
@pytest.mark.parametrize("seed", range(6))
def test_a_seat_knows_its_hand_its_loyalty_the_table_and_numbers_and_nothing_else(
    seats: int, seed: int
) -> None:
    """C19"""
    dice = Random(seed)
    referee = Referee(GAME, seats, seed)
    while not referee.over:
        if dice.random() < 0.3:
            for seat in range(seats + 1):
                assert referee.view(seat).data()["zones"] == may_know(referee, seat)
        play(referee, dice.choice(sorted(options(referee))))
    for seat in range(seats + 1):
        assert referee.view(seat).data()["zones"] == may_know(referee, seat)


@EACH
@pytest.mark.parametrize("seed", range(6))
def test_the_ledger_says_no_more_than_what_is_hidden_and_how_much_lies_where(
    seats: int, seed: int
) -> None:
    """C19"""
    dice = Random(seed)
    referee = Referee(GAME, seats, seed)
    while not referee.over:
        if dice.random() < 0.2:
            for seat in range(seats + 1):
                groups, ghosts, bars, tale = referee.view(seat).facts
                assert (ghosts, bars, tale) == ((), (), ())
                known = sorted((faces, low, high) for faces, low, high in groups)
                assert known == sorted(
                    (
                        tuple(sorted(faces.items())),
                        tuple(sorted(places.items())),
                        tuple(sorted(places.items())),
                    )
                    for faces, places in hidden(referee, seat)
                )
        play(referee, dice.choice(sorted(options(referee))))


@EACH
def test_whatever_a_seat_can_imagine_looks_the_same_to_it(seats: int) -> None:
    """C19"""
    dice = Random(seats)
    referee = Referee(GAME, seats, seats)
    loyalties: set[str] = set()
    while not referee.over:
        if dice.random() < 0.1:
            for seat in range(seats + 1):
                view = referee.view(seat)
                world = imagine(view, dice.randrange(2**32), watched=True)
                assert look(world, seat) == view
                if seat == seats:
                    (card,) = world.faces(world.layout.places["loyalty-0"])
                    loyalties.add(GAME.faces[card])
        play(referee, dice.choice(sorted(options(referee))))
    assert len(loyalties) > 2


@EACH
@pytest.mark.parametrize("seed", range(4))
def test_a_card_drawn_or_dealt_is_seen_by_its_player_only(seats: int, seed: int) -> None:
    """C19"""
    dice = Random(seed)
    referee = Referee(GAME, seats, seed)
    while not referee.over:
        play(referee, dice.choice(sorted(options(referee))))
    places = referee.world.layout.places
    for seat in range(seats + 1):
        for event in referee.events(seat):
            if event.verb == "move" and event.args[0] in (places["deck"], places["loyalties"]):
                mine = (places.get(f"hand-{seat}"), places.get(f"loyalty-{seat}"))
                assert (event.args[4] >= 0) == (event.args[2] in mine)
            elif event.verb == "move":
                assert event.args[4] >= 0


@pytest.mark.parametrize(
    "half",
    ["deploy:Oda", "ninja", "deploy:Oda into:province-1 move:province-2:Mori"],
)
def test_half_an_order_is_nobody_elses_knowledge(half: str) -> None:
    """C19"""
    game = table("hand-0: Ninja Oda*2 Mori\narmy-2-Mori: Mori*2")
    *whole, last = half.split()
    play(game, *whole)
    before = [game.view(seat).key() for seat in (1, 2, 3)]
    happened = game.happened()
    play(game, last)
    assert [game.view(seat).key() for seat in (1, 2, 3)] == before
    assert game.happened() == happened


HERE = "hand-0: Ninja Oda*2 Mori\narmy-1-Hojo: Hojo*2\narmy-2-Mori: Mori\narmy-0-Takeda: Takeda*2"
SAME = [
    ("hand-1: Ninja Oda*3\nhand-2: Mori*4", "Takeda Uesugi Mori"),
    ("hand-1: Mori*4\nhand-2: Ninja Oda*3", "Takeda Mori Uesugi"),
    ("hand-1: Hojo*4\nhand-2: Takeda*4", "Takeda Oda Hojo"),
    ("hand-1: Ninja*2 Uesugi*2\nhand-2: Uesugi*4", "Takeda Hojo Oda"),
]


@pytest.mark.parametrize(("hands", "loyal"), SAME)
def test_what_a_seat_cannot_see_changes_nothing_for_it(hands: str, loyal: str) -> None:
    """C2, C19"""
    one = table(f"{HERE}\n{SAME[0][0]}\ndeck: Uesugi*2", loyal=SAME[0][1])
    two = table(f"{HERE}\n{hands}\ndeck: Uesugi*2", loyal=loyal)
    wrong = ["deploy:Uesugi", "into:province-0", "move:province-0:Takeda", "into:province-1"]
    right = ["deploy:Oda", "into:province-1", "move:province-1:Hojo", "into:province-0"]
    for refusable, answer in zip(wrong, right, strict=True):
        assert one.view(0) == two.view(0)
        assert one.events(0) == two.events(0)
        assert one.asks(0)[0][1].key() == two.asks(0)[0][1].key()
        assert refused(one, refusable) == refused(two, refusable)
        play(one, answer)
        play(two, answer)
    assert [one.view(0), one.events(0)] == [two.view(0), two.events(0)]
    assert said(one) == said(two)


def test_a_spectator_knows_no_hand_and_no_loyalty() -> None:
    """C19"""
    one = table(f"{HERE}\n{SAME[0][0]}", loyal=SAME[0][1])
    two = table(
        f"{HERE.replace('Ninja Oda*2 Mori', 'Hojo*4')}\n{SAME[2][0].replace('Hojo', 'Uesugi')}",
        loyal="Hojo Oda Takeda",
    )
    assert one.view(3) == two.view(3)


def test_what_is_left_when_all_else_is_seen_is_known() -> None:
    """C8, C19"""
    game = table("hand-0: Ninja*3\nhand-1: Oda*4\nhand-2: Mori Hojo*3\nlast = 3\nrest: discard")
    assert said(game)[0] == "no_first 0"
    assert mover(game) == 1
    assert zone(game, "hand-2", 1) == hand(game, 2)
    assert zone(game, "hand-1", 2) == hand(game, 1)
    assert zone(game, "hand-2", 0) == ["?"] * 4
    assert zone(game, "hand-2", 3) == ["?"] * 4


def test_who_has_the_last_turn_is_public() -> None:
    """C15, C19"""
    game = table("hand-0: Oda*4\ndeck: Mori\nrest: discard")
    play(game, "deploy:Oda into:province-1 play:Oda")
    assert [game.view(seat).data()["counters"]["last"] for seat in range(4)] == [1] * 4
