"""Positions as text: drawn, shown, and refused where they cannot be."""

from __future__ import annotations

import pytest

import tatami
from tatami.engine.errors import BadRecord
from tatami.engine.look import look
from tatami.engine.notation import draw, show
from tatami.games.clans import GAME
from tatami.games.clans.zones import HAND
from tatami.testing.conformance import Trial

POSITION = """clans, 3 seats
discard: Takeda*11 Uesugi*11 Mori*10
loyalties: Takeda-loyalty Uesugi-loyalty
hand-0: Oda Ninja
hand-1: Mori
loyalty-0: Mori-loyalty
loyalty-1: Oda-loyalty
loyalty-2: Hojo-loyalty
army-0-Hojo: Hojo*11
army-1-Oda: Oda*10
army-2-Oda: Ninja
shielded = province-0:Takeda province-0:Mori
step: clans.refill 0
step: clans.first_order 0
"""


def test_a_drawn_position_is_shown_as_it_was_drawn() -> None:
    text = POSITION.replace("army-2-Oda: Ninja\n", "deck: Ninja*2\n")
    lines = show(draw(GAME, text)).splitlines()
    assert sorted(lines) == sorted(text.strip().splitlines())


def test_every_position_of_a_random_game_can_be_shown_and_drawn() -> None:
    for referee, _ in Trial(GAME, 4, (), 5).play():
        text = show(referee.world)
        assert show(draw(GAME, text)) == text


def test_a_drawn_position_can_be_looked_at_by_every_seat() -> None:
    world = draw(
        GAME, "clans, 3 seats\nhand-0: Oda\nhand-1: Mori\nrest: deck\nstep: clans.first_order 0"
    )
    assert look(world, 0).zones[HAND[0]] == (3,)
    assert look(world, 1).zones[HAND[0]] == (-1,)
    assert look(world, 3).zones[HAND[1]] == (-1,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("night, 3 seats", "must begin"),
        ("clans, three seats", "must begin"),
        ("clans, 3 seats\nhand-9: Oda\nrest: deck", "no zone"),
        ("clans, 3 seats\nhand-0: Geisha\nrest: deck", "no card"),
        ("clans, 3 seats\nhand-0: Ninja*4\nrest: deck", "not so many"),
        ("clans, 3 seats\nhand-0: Ninja", "lie nowhere"),
        ("clans, 3 seats\nnonsense", "draws nothing"),
        ("clans, 3 seats\nmoon = 1\nrest: deck", "no counter 'moon'"),
        ("clans, 3 seats\nlast = s9\nrest: deck", "last cannot be 's9'"),
        ("clans, 3 seats\nlast = s1 s2\nrest: deck", "last cannot be 's1 s2'"),
        ("clans, 3 seats\nshielded = Oda\nrest: deck", "shielded cannot be 'Oda'"),
    ],
)
def test_a_drawing_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        draw(GAME, text)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("last = 2", "last = s1"),
        ("last = 0", "last = nobody"),
        ("shielded = 5", "shielded = province-0:Takeda province-0:Mori"),
        ("shielded = 5", "shielded = province-0:Mori province-0:Takeda"),
        ("shielded = 0", "shielded = none"),
    ],
)
def test_what_a_counter_stands_for_can_be_drawn_by_name_or_as_a_number(
    number: str, words: str
) -> None:
    text = "clans, 3 seats\nhand-0: Oda\nrest: deck\n{}\nstep: clans.first_order 0"
    assert draw(GAME, text.format(number)).count == draw(GAME, text.format(words)).count


def test_a_tally_is_drawn_by_how_many_there_are_of_each() -> None:
    text = "tack, 4 seats\nrest: deck\nshown-1 = {}\nstep: tack.new_round"
    drawn = draw(tatami.load("tack"), text.format("Red*3 Blue"))
    assert "\nshown-1 = Red*3 Blue\n" in show(drawn)
    for wrong in ("Red*9", "Red*0", "Mauve", "Red*x"):
        with pytest.raises(BadRecord, match="shown-1 cannot be"):
            draw(tatami.load("tack"), text.format(wrong))


def test_cards_can_be_drawn_as_shown_to_some_where_they_lie() -> None:
    text = """
    clans, 3 seats
    loyalty-1 (s0 s1): Oda-loyalty
    rest: deck
    step: clans.turn 0
    """
    w = draw(GAME, text)
    oda = GAME.faces.index("Oda-loyalty")
    zone = w.layout.places["loyalty-1"]
    assert [look(w, seat).zones[zone] for seat in range(3)] == [(oda,), (oda,), (-1,)]


def test_nobody_but_those_at_the_table_can_have_been_shown_something() -> None:
    for eyes in ("s3", "you", ""):
        with pytest.raises(BadRecord, match="no seats of this table"):
            draw(GAME, f"clans, 3 seats\nloyalty-1 ({eyes}): Oda-loyalty\nrest: deck")
