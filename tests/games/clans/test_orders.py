"""C5 to C10: the first order, the ninja, the second order."""

from __future__ import annotations

from collections import Counter

import pytest

from tatami.engine.errors import Refusal
from tatami.engine.referee import Referee
from tatami.games.clans.cards import CLANS
from tatami.games.clans.rules import GAME
from tests.games.clans.positions import (
    armies,
    asked,
    discards,
    everything,
    hand,
    mover,
    options,
    play,
    refused,
    said,
    table,
    zone,
)

EACH = pytest.mark.parametrize("seats", [3, 4, 5])
TURNS = pytest.mark.parametrize(("seats", "me"), [(n, s) for n in (3, 4, 5) for s in range(n)])


def provinces(*which: int) -> set[str]:
    return {f"into:province-{province}" for province in which}


# -- C5


def test_the_orders_come_one_after_the_other() -> None:
    """C5"""
    game = table("hand-0: Oda*3 Mori\narmy-0-Oda: Oda*2\narmy-1-Hojo: Hojo\narmy-2-Hojo: Hojo")
    order = []
    for answer in ["deploy:Oda", "into:province-1", "move:province-2:Hojo", "into:province-1"]:
        order.append(asked(game))
        play(game, answer)
    assert order == ["first.card", "first.to", "second.what", "second.to"]
    game = table("hand-0: Oda*3 Mori\narmy-0-Oda: Oda*2\narmy-1-Hojo: Hojo\narmy-2-Hojo: Hojo")
    play(game, "deploy:Oda into:province-1 play:Oda")
    assert asked(game) == "attack.at"


@TURNS
def test_only_the_player_whose_turn_it_is_is_asked(seats: int, me: int) -> None:
    """C5"""
    game = table("", seats, me)
    assert game.waiting() == [me]
    before = everything(game)
    for other in range(seats):
        if other != me:
            reply = game.act(0, other, 1)
            assert isinstance(reply, Refusal)
            assert (reply.code, reply.clause) == ("not_asked", "")
    assert everything(game) == before


def test_no_order_can_be_declined() -> None:
    """C5"""
    game = table("hand-0: Oda*3 Mori\narmy-0-Oda: Oda*2\narmy-1-Hojo: Hojo\narmy-2-Hojo: Hojo")
    for answer in ["deploy:Oda", "into:province-1", "play:Oda", "at:province-1:Hojo"]:
        ((_, offer),) = game.asks(0)
        assert offer.low == offer.high == 0
        assert not any(option.startswith(("pass", "skip", "stop")) for option in options(game))
        for number in (-1, offer.question.size, offer.question.stop):
            assert refused(game, str(number)) == ("illegal_option", offer.question.clause)
        play(game, answer)


def test_nothing_is_deployed_after_the_attack() -> None:
    """C5"""
    game = table("hand-0: Oda*3 Mori\narmy-0-Oda: Oda*2\narmy-1-Hojo: Hojo\narmy-2-Hojo: Hojo")
    play(game, "deploy:Oda into:province-1 play:Oda at:province-1:Hojo")
    assert mover(game) == 1
    assert [line.split()[0] for line in said(game)] == ["deploys", "plays", "attacks"]


def test_each_order_is_given_once() -> None:
    """C5"""
    game = table("hand-0: Oda*4\narmy-1-Hojo: Hojo")
    play(game, "deploy:Oda into:province-2")
    assert asked(game) == "second.what"
    play(game, "play:Oda")
    assert mover(game) == 1


def test_a_skipped_first_order_is_not_made_up_for() -> None:
    """C5, C8"""
    game = table("hand-0: Ninja*3\nlast = 3\nhand-1: Oda*2\nrest: discard")
    assert mover(game) == 1
    assert armies(game) == {}
    assert hand(game, 0) == ["Ninja"] * 3


# -- C6


@TURNS
def test_a_troop_is_deployed_into_any_province_but_ones_own(seats: int, me: int) -> None:
    """C6"""
    others = [province for province in range(seats) if province != me]
    for province in others:
        game = table(f"hand-{me}: Oda*3 Mori", seats, me)
        play(game, "deploy:Oda")
        assert asked(game) == "first.to"
        assert options(game) == provinces(*others)
        play(game, f"into:province-{province}")
        assert armies(game) == {f"{province}-Oda": 1}
        assert said(game) == [f"deploys {me} 3 {province}"]


@TURNS
def test_a_troop_is_never_deployed_into_ones_own_province(seats: int, me: int) -> None:
    """C6"""
    game = table(f"hand-{me}: Oda*3 Mori", seats, me)
    play(game, "deploy:Oda")
    assert refused(game, f"into:province-{me}") == ("own_province", "C6")


@pytest.mark.parametrize("seats", [3, 4])
def test_a_troop_is_never_deployed_into_a_province_that_is_not_there(seats: int) -> None:
    """C6"""
    game = table("hand-0: Oda*3 Mori", seats)
    play(game, "deploy:Oda")
    for province in range(seats, 5):
        assert refused(game, f"into:province-{province}") == ("no_such_province", "C4")


@pytest.mark.parametrize("clan", CLANS)
def test_a_troop_of_any_clan_can_be_deployed_also_ones_own(clan: str) -> None:
    """C6"""
    game = table(f"hand-0: {clan}*4", loyal="Oda Mori Hojo")
    assert options(game) == {f"deploy:{clan}"}
    play(game, f"deploy:{clan} into:province-2")
    assert armies(game) == {f"2-{clan}": 1}


def test_one_card_is_deployed_face_up_from_the_hand() -> None:
    """C6"""
    game = table("hand-0: Oda*2 Mori Hojo\narmy-1-Oda: Oda")
    play(game, "deploy:Oda into:province-1")
    assert hand(game, 0) == ["Mori", "Oda", "Hojo"]
    assert not discards(game)
    for seat in range(4):
        assert zone(game, "army-1-Oda", seat) == ["Oda", "Oda"]


def test_each_clan_in_hand_is_one_choice() -> None:
    """C6"""
    game = table("hand-0: Oda*2 Mori Hojo\narmy-1-Oda: Oda")
    assert asked(game) == "first.card"
    assert options(game) == {"deploy:Mori", "deploy:Oda", "deploy:Hojo"}


def test_only_a_card_in_hand_can_be_deployed() -> None:
    """C6"""
    game = table("hand-0: Oda*3 Mori\nhand-1: Takeda*4\narmy-1-Uesugi: Uesugi")
    for clan in ("Takeda", "Uesugi", "Hojo"):
        assert refused(game, f"deploy:{clan}") == ("not_in_hand", "C6")
    code, _ = refused(game, "ninja")
    assert code == "not_in_hand"


# -- C7


@TURNS
def test_a_ninja_strikes_any_army_in_an_opponents_province(seats: int, me: int) -> None:
    """C7"""
    left, right = (me + 1) % seats, (me - 1) % seats
    game = table(
        f"""
        hand-{me}: Ninja Oda*3
        army-{me}-Oda: Oda
        army-{left}-Mori: Mori*3
        army-{left}-Oda: Oda
        army-{right}-Hojo: Hojo
        """,
        seats,
        me,
    )
    assert options(game) == {"deploy:Oda", "ninja"}
    play(game, "ninja")
    assert asked(game) == "first.ninja"
    assert options(game) == {
        f"strike:province-{left}:Mori",
        f"strike:province-{left}:Oda",
        f"strike:province-{right}:Hojo",
    }
    play(game, f"strike:province-{left}:Mori")
    assert armies(game)[f"{left}-Mori"] == 2
    assert said(game) == [f"strikes {me} 2 {left}"]


def test_a_ninja_takes_one_card_and_is_discarded_with_it() -> None:
    """C7"""
    game = table("hand-0: Ninja*2 Oda*2\narmy-1-Mori: Mori*3\narmy-2-Mori: Mori\ndiscard: Hojo")
    play(game, "ninja strike:province-1:Mori")
    assert armies(game) == {"1-Mori": 2, "2-Mori": 1}
    assert discards(game) == Counter(["Hojo", "Ninja", "Mori"])
    assert hand(game, 0) == ["Oda", "Oda", "Ninja"]


def test_a_ninja_never_strikes_in_ones_own_province() -> None:
    """C7"""
    game = table("hand-0: Ninja Oda*3\narmy-0-Mori: Mori*3\narmy-1-Mori: Mori")
    play(game, "ninja")
    assert refused(game, "strike:province-0:Mori") == ("not_on_home", "C7")
    assert refused(game, "strike:province-0:Hojo") == ("not_on_home", "C7")


def test_a_ninja_never_strikes_where_there_is_no_army() -> None:
    """C7"""
    game = table("hand-0: Ninja Oda*3\narmy-0-Mori: Mori*3\narmy-1-Mori: Mori")
    play(game, "ninja")
    for place in ("1:Hojo", "2:Mori", "3:Mori", "4:Hojo"):
        assert refused(game, f"strike:province-{place}") == ("no_such_army", "C7")


def test_a_ninja_may_hit_ones_own_clan() -> None:
    """C7"""
    game = table("hand-0: Ninja Oda*3\narmy-1-Mori: Mori*2", loyal="Mori Oda Hojo")
    play(game, "ninja strike:province-1:Mori")
    assert armies(game) == {"1-Mori": 1}


def test_an_army_whose_last_card_a_ninja_takes_no_longer_exists() -> None:
    """C7, C11"""
    game = table("hand-0: Ninja Oda*3\narmy-1-Mori: Mori\narmy-2-Hojo: Hojo")
    play(game, "ninja strike:province-1:Mori")
    assert armies(game) == {"2-Hojo": 1}
    assert options(game) == {"play:Oda", "move:province-2:Hojo"}


def test_a_ninja_is_played_instead_of_the_first_order() -> None:
    """C7"""
    game = table("hand-0: Ninja*3 Oda\narmy-1-Mori: Mori*3")
    play(game, "ninja strike:province-1:Mori")
    assert asked(game) == "second.what"
    game = table("hand-0: Ninja*3 Oda\narmy-1-Mori: Mori*3")
    play(game, "deploy:Oda into:province-2")
    assert asked(game) == "second.what"
    assert hand(game, 0) == ["Ninja"] * 3


# -- C8


def test_a_ninja_is_never_deployed() -> None:
    """C8"""
    game = table("hand-0: Ninja*3 Oda\narmy-1-Mori: Mori*3")
    assert options(game) == {"deploy:Oda", "ninja"}
    play(game, "ninja")
    assert asked(game) == "first.ninja"


def test_a_ninja_is_never_used_in_the_second_order() -> None:
    """C8"""
    game = table("hand-0: Ninja*2 Oda Mori\narmy-1-Hojo: Hojo*3")
    play(game, "deploy:Oda into:province-2")
    assert options(game) == {"play:Mori", "move:province-1:Hojo", "move:province-2:Oda"}


@TURNS
def test_a_ninja_needs_an_army_in_another_players_province(seats: int, me: int) -> None:
    """C8"""
    game = table(f"hand-{me}: Ninja Oda*3\narmy-{me}-Mori: Mori*3", seats, me)
    assert options(game) == {"deploy:Oda"}
    assert refused(game, "ninja") == ("no_army_to_strike", "C8")


@pytest.mark.parametrize("clan", CLANS)
@pytest.mark.parametrize("province", [0, 1, 3])
def test_an_army_of_any_clan_in_any_other_province_will_do(clan: str, province: int) -> None:
    """C8"""
    game = table(f"hand-2: Ninja Oda*3\narmy-{province}-{clan}: {clan}", 4, 2)
    play(game, f"ninja strike:province-{province}:{clan}")
    assert armies(game) == {}


def test_who_also_holds_a_troop_need_not_play_a_ninja() -> None:
    """C8"""
    game = table("hand-0: Ninja*3 Oda\narmy-1-Mori: Mori")
    play(game, "deploy:Oda into:province-1")
    assert armies(game) == {"1-Mori": 1, "1-Oda": 1}


def three_ninjas(others: str) -> Referee:
    """Played on from one card in the deck, to the last turn of player 0, who has three ninjas."""
    game = table(
        """
        hand-0: Oda Takeda Ninja*2
        hand-1: Mori*4
        hand-2: Hojo*4
        deck: Ninja
        rest: discard
        """
    )
    play(game, "deploy:Oda into:province-1 play:Takeda")
    assert said(game)[-1] == "last_card 0"
    play(game, others)
    assert hand(game, 0) == ["Ninja"] * 3
    return game


ALL_TO_PLAYER_0 = """
    deploy:Mori into:province-2 move:province-2:Mori into:province-0
    deploy:Hojo into:province-0 move:province-1:Oda into:province-0
"""
ALL_BUT_ONE = """
    deploy:Mori into:province-2 move:province-2:Mori into:province-0
    deploy:Hojo into:province-1 move:province-1:Oda into:province-0
"""
SOME_ELSEWHERE = """
    deploy:Mori into:province-2 move:province-2:Mori into:province-0
    deploy:Hojo into:province-1 play:Hojo
"""


def test_who_holds_only_ninjas_must_play_one_if_there_is_an_army() -> None:
    """C8, C10"""
    game = three_ninjas(SOME_ELSEWHERE)
    assert armies(game) == {"0-Takeda": 1, "0-Mori": 1, "1-Oda": 1, "1-Hojo": 1, "2-Hojo": 1}
    assert (mover(game), asked(game), options(game)) == (0, "first.card", {"ninja"})
    assert refused(game, "deploy:Oda") == ("not_in_hand", "C6")
    play(game, "ninja strike:province-1:Oda")
    assert options(game) == {"move:province-1:Hojo", "move:province-2:Hojo"}
    play(game, "move:province-2:Hojo into:province-0")
    assert game.over
    assert hand(game, 0) == ["Ninja"] * 2


def test_who_holds_only_ninjas_and_finds_no_army_skips_the_first_order() -> None:
    """C8, C10, C11"""
    game = three_ninjas(ALL_TO_PLAYER_0)
    assert armies(game) == {"0-Takeda": 1, "0-Mori": 1, "0-Oda": 1, "0-Hojo": 1}
    assert game.over
    assert said(game)[-6:-3] == ["no_first 0", "no_second 0", "no_attack 0"]


@pytest.mark.parametrize("others", [ALL_TO_PLAYER_0, ALL_BUT_ONE])
def test_a_skipped_order_shows_everyone_a_hand_of_ninjas(others: str) -> None:
    """C8, C10, C19"""
    game = three_ninjas(others)
    if not game.over:
        assert [zone(game, "hand-0", seat) for seat in (1, 2, 3)] == [["?"] * 3] * 3
        play(game, "ninja strike:province-1:Hojo")
    assert game.over
    left = hand(game, 0)
    assert left == ["Ninja"] * (3 if others == ALL_TO_PLAYER_0 else 2)
    assert [zone(game, "hand-0", seat) for seat in range(4)] == [left] * 4
    for other in (1, 2):
        assert zone(game, f"hand-{other}", 3) == ["?"] * len(hand(game, other))


@EACH
def test_a_hand_is_shown_as_soon_as_the_first_order_is_skipped(seats: int) -> None:
    """C8, C19"""
    game = table("hand-0: Ninja*3\nlast = 2\nrest: discard", seats)
    assert said(game) == ["no_first 0", "no_second 0", "no_attack 0"]
    for seat in range(seats + 1):
        assert zone(game, "hand-0", seat) == ["Ninja"] * 3
        verbs = [event.verb for event in game.events(seat)]
        shown = game.events(seat)[verbs.index("show")]
        assert verbs.index("show") < verbs.index("tell")
        assert shown.args[0] == game.world.layout.places["hand-0"]
        assert [GAME.faces[face] for face in shown.args[3::2]] == ["Ninja"] * 3


# -- C9


@TURNS
def test_a_troop_is_played_into_ones_own_province(seats: int, me: int) -> None:
    """C9"""
    game = table(f"hand-{me}: Oda*2 Mori Hojo\narmy-{me}-Mori: Mori", seats, me)
    play(game, f"deploy:Oda into:province-{(me + 1) % seats}")
    assert {"play:Oda", "play:Mori", "play:Hojo"} < options(game)
    play(game, "play:Mori")
    assert armies(game) == {f"{(me + 1) % seats}-Oda": 1, f"{me}-Mori": 2}
    assert said(game)[1] == f"plays {me} 2"


def test_a_troop_played_at_home_is_seen_by_everyone() -> None:
    """C9"""
    game = table("hand-0: Oda*2 Mori Hojo")
    play(game, "deploy:Oda into:province-1 play:Mori")
    for seat in range(4):
        assert zone(game, "army-0-Mori", seat) == ["Mori"]


def test_only_a_card_in_hand_can_be_played_at_home() -> None:
    """C9"""
    game = table("hand-0: Oda*2 Mori*2\nhand-1: Takeda*4\narmy-1-Hojo: Hojo")
    play(game, "deploy:Oda into:province-2")
    for clan in ("Takeda", "Uesugi", "Hojo"):
        assert refused(game, f"play:{clan}") == ("not_in_hand", "C9")


def test_the_card_just_deployed_cannot_also_be_played_at_home() -> None:
    """C6, C9"""
    game = table("hand-0: Oda Mori*3")
    play(game, "deploy:Oda into:province-2")
    assert refused(game, "play:Oda") == ("not_in_hand", "C9")


@TURNS
def test_a_card_moves_from_any_other_province_to_any_province(seats: int, me: int) -> None:
    """C9, C10"""
    others = [province for province in range(seats) if province != me]
    for source in others:
        for target in range(seats):
            if target == source:
                continue
            game = table(
                f"""
                hand-{me}: Hojo*4
                army-{source}-Oda: Oda*3
                army-{target}-Oda: Oda*2
                army-{source}-Mori: Mori
                step: clans.second_order {me}
                """,
                seats,
            )
            assert f"move:province-{source}:Oda" in options(game)
            play(game, f"move:province-{source}:Oda")
            assert asked(game) == "second.to"
            assert options(game) == provinces(*(set(range(seats)) - {source}))
            play(game, f"into:province-{target}")
            assert armies(game) == {f"{source}-Oda": 2, f"{target}-Oda": 3, f"{source}-Mori": 1}
            assert len(hand(game, me)) == 4
            assert said(game) == [f"moves {me} 3 {source} {target}"]


@TURNS
def test_no_card_moves_out_of_ones_own_province(seats: int, me: int) -> None:
    """C9"""
    game = table(f"hand-{me}: Oda*4\narmy-{me}-Mori: Mori*2\narmy-{me}-Oda: Oda", seats, me)
    play(game, f"deploy:Oda into:province-{(me + 1) % seats}")
    assert options(game) == {"play:Oda", f"move:province-{(me + 1) % seats}:Oda"}
    for clan in CLANS:
        assert refused(game, f"move:province-{me}:{clan}") == ("not_out_of_home", "C9")


def test_only_a_card_that_lies_there_can_be_moved() -> None:
    """C9"""
    game = table("hand-0: Oda*4\narmy-1-Mori: Mori*2")
    play(game, "deploy:Oda into:province-1")
    for place in ("1:Hojo", "2:Mori", "3:Oda", "4:Mori"):
        assert refused(game, f"move:province-{place}") == ("no_such_army", "C9")


def test_the_second_order_is_a_card_played_or_a_card_moved_not_both() -> None:
    """C9"""
    for second in ("play:Oda", "move:province-1:Mori into:province-0"):
        game = table("hand-0: Oda*4\narmy-1-Mori: Mori*2")
        play(game, "deploy:Oda into:province-1", second)
        assert mover(game) == 1


# -- C10


@EACH
def test_a_move_ends_in_another_province_than_it_began(seats: int) -> None:
    """C10"""
    game = table("hand-0: Oda*4\narmy-1-Mori: Mori*2", seats)
    play(game, "deploy:Oda into:province-2 move:province-1:Mori")
    assert refused(game, "into:province-1") == ("same_province", "C10")
    for province in range(seats, 5):
        assert refused(game, f"into:province-{province}")[0] == "no_such_province"


def test_a_move_may_go_between_two_other_players_provinces() -> None:
    """C10"""
    game = table("hand-0: Oda*4\narmy-1-Mori: Mori*2")
    play(game, "deploy:Oda into:province-2 move:province-1:Mori into:province-2")
    assert armies(game) == {"1-Mori": 1, "2-Mori": 1, "2-Oda": 1}


def test_the_card_just_deployed_may_be_moved() -> None:
    """C10"""
    game = table("hand-0: Oda*4")
    play(game, "deploy:Oda into:province-2 move:province-2:Oda into:province-0")
    assert armies(game) == {"0-Oda": 1}
    game = table("hand-0: Oda*4\narmy-1-Oda: Oda")
    play(game, "deploy:Oda into:province-2 move:province-2:Oda into:province-1")
    assert armies(game) == {"1-Oda": 2}


def test_with_no_troop_in_hand_the_move_is_obligatory() -> None:
    """C10"""
    game = table("hand-0: Ninja*3 Oda\narmy-1-Mori: Mori\narmy-0-Hojo: Hojo")
    play(game, "deploy:Oda into:province-2")
    assert options(game) == {"move:province-1:Mori", "move:province-2:Oda"}
    assert refused(game, "play:Oda") == ("not_in_hand", "C9")


def test_even_the_only_card_elsewhere_must_be_moved() -> None:
    """C10"""
    game = table("hand-0: Ninja*3 Oda\narmy-0-Hojo: Hojo")
    play(game, "deploy:Oda into:province-2")
    assert options(game) == {"move:province-2:Oda"}


def test_with_no_card_to_move_a_troop_must_be_played() -> None:
    """C10"""
    game = table("hand-0: Ninja Oda*3\narmy-1-Mori: Mori\narmy-0-Hojo: Hojo")
    play(game, "ninja strike:province-1:Mori")
    assert options(game) == {"play:Oda"}


def test_the_second_order_is_skipped_if_neither_half_is_possible() -> None:
    """C10"""
    game = three_ninjas(ALL_BUT_ONE)
    assert armies(game).keys() == {"0-Takeda", "0-Mori", "0-Oda", "1-Hojo"}
    assert options(game) == {"ninja"}
    play(game, "ninja strike:province-1:Hojo")
    assert game.over
    assert said(game)[-6:-3] == ["strikes 0 4 1", "no_second 0", "no_attack 0"]
    assert armies(game).keys() == {"0-Takeda", "0-Mori", "0-Oda"}
