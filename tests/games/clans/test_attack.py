"""C11 to C13: the attack, who is protected from it, and who must be hit."""

from __future__ import annotations

from collections import Counter

import pytest

from tatami.engine.referee import Referee
from tests.games.clans.positions import (
    armies,
    asked,
    discards,
    hand,
    mover,
    options,
    play,
    refused,
    said,
    table,
)

TURNS = pytest.mark.parametrize(("seats", "me"), [(n, s) for n in (3, 4, 5) for s in range(n)])


def attack(
    position: str, seats: int = 3, me: int = 0, loyal: str = "Takeda Uesugi Mori"
) -> Referee:
    """A table at the third order: nothing has been protected by the first two."""
    steps = f"step: clans.refill {me}\nstep: clans.third_order {me}"
    return table(f"{position}\n{steps}", seats, loyal=loyal)


def happened(game: Referee, seat: int = 0) -> list[str]:
    """The attacks of a player so far, ``no_attack`` included."""
    heads = (f"attacks {seat} ", f"no_attack {seat}")
    return [line for line in said(game) if line.startswith(heads)]


# -- C11


@TURNS
def test_an_army_at_home_attacks_a_weaker_one_in_any_other_province(seats: int, me: int) -> None:
    """C11"""
    others = [province for province in range(seats) if province != me]
    lines = "\n".join(f"army-{province}-Hojo: Hojo" for province in others)
    for target in others:
        game = attack(f"army-{me}-Oda: Oda*2\n{lines}", seats, me, "Takeda Uesugi Mori Oda Hojo")
        assert (mover(game), asked(game)) == (me, "attack.at")
        assert options(game) == {f"at:province-{province}:Hojo" for province in others}
        play(game, f"at:province-{target}:Hojo")
        left = {f"{province}-Hojo": 1 for province in others if province != target}
        assert armies(game) == {f"{me}-Oda": 2} | left
        assert said(game) == [f"attacks {me} 3 4 {target}"]


def test_the_target_loses_one_card_to_the_discard_pile() -> None:
    """C11"""
    game = attack("army-0-Oda: Oda*4\narmy-1-Hojo: Hojo*3\narmy-2-Mori: Mori*3\ndiscard: Ninja")
    play(game, "at:province-1:Hojo")
    assert armies(game) == {"0-Oda": 4, "1-Hojo": 2, "2-Mori": 3}
    assert discards(game) == Counter(["Ninja", "Hojo"])


def test_an_army_without_cards_no_longer_exists() -> None:
    """C11"""
    game = attack("army-0-Oda: Oda*2\narmy-1-Hojo: Hojo\nhand-1: Ninja*2 Oda*2")
    assert armies(game) == {"0-Oda": 2}
    assert mover(game) == 1
    play(game, "ninja")
    assert options(game) == {"strike:province-0:Oda"}


@pytest.mark.parametrize("strength", [2, 3, 5])
def test_the_target_has_strictly_fewer_cards(strength: int) -> None:
    """C11"""
    for other in range(1, 7):
        game = attack(f"army-0-Oda: Oda*{strength}\narmy-1-Hojo: Hojo*{other}")
        hit = other < strength
        assert armies(game).get("1-Hojo", 0) == (other - 1 if hit else other)
        assert said(game) == ["attacks 0 3 4 1" if hit else "no_attack 0"]


def test_an_equal_or_stronger_army_is_refused_as_a_target() -> None:
    """C11"""
    game = attack(
        """
        army-0-Oda: Oda*2
        army-1-Hojo: Hojo
        army-2-Hojo: Hojo
        army-1-Mori: Mori*2
        army-2-Mori: Mori*3
        """
    )
    assert options(game) == {"at:province-1:Hojo", "at:province-2:Hojo"}
    assert refused(game, "at:province-1:Mori") == ("not_weaker", "C11")
    assert refused(game, "at:province-2:Mori") == ("not_weaker", "C11")


def test_a_single_card_attacks_nobody() -> None:
    """C11"""
    game = attack("army-0-Oda: Oda\narmy-0-Mori: Mori\narmy-1-Hojo: Hojo")
    assert said(game) == ["no_attack 0"]


def test_an_army_never_attacks_its_own_clan() -> None:
    """C11"""
    game = attack("army-0-Oda: Oda*4\narmy-1-Oda: Oda\narmy-2-Oda: Oda*2")
    assert said(game) == ["no_attack 0"]
    game = attack("army-0-Oda: Oda*4\narmy-1-Oda: Oda\narmy-1-Mori: Mori\narmy-2-Mori: Mori")
    assert options(game) == {"at:province-1:Mori", "at:province-2:Mori"}
    assert refused(game, "at:province-1:Oda") == ("same_clan", "C11")


def test_an_army_never_attacks_in_its_own_province() -> None:
    """C11"""
    game = attack("army-0-Oda: Oda*4\narmy-0-Mori: Mori\narmy-0-Hojo: Hojo*2")
    assert said(game) == ["no_attack 0"]
    game = attack("army-0-Oda: Oda*4\narmy-0-Mori: Mori\narmy-1-Hojo: Hojo\narmy-2-Hojo: Hojo")
    assert refused(game, "at:province-0:Mori") == ("not_at_home", "C11")
    assert refused(game, "at:province-0:Hojo") == ("not_at_home", "C11")


def test_only_an_army_in_ones_own_province_attacks() -> None:
    """C11"""
    game = attack("army-1-Oda: Oda*4\narmy-2-Hojo: Hojo\narmy-0-Mori: Mori")
    assert said(game) == ["no_attack 0"]


def test_an_army_that_is_not_there_cannot_be_attacked() -> None:
    """C11"""
    game = attack("army-0-Oda: Oda*4\narmy-1-Hojo: Hojo\narmy-2-Hojo: Hojo")
    for place in ("1:Mori", "2:Takeda", "3:Hojo", "4:Oda"):
        assert refused(game, f"at:province-{place}") == ("no_such_army", "C11")


def test_the_attack_is_forced_if_any_is_legal() -> None:
    """C11"""
    game = attack("army-0-Oda: Oda*2\narmy-1-Hojo: Hojo*5\narmy-2-Mori: Mori")
    assert armies(game) == {"0-Oda": 2, "1-Hojo": 5}
    assert said(game) == ["attacks 0 3 2 2"]


def test_without_a_legal_attack_the_turn_goes_on() -> None:
    """C11"""
    game = attack("army-0-Oda: Oda*2\narmy-1-Hojo: Hojo*5\narmy-2-Mori: Mori*2")
    assert said(game) == ["no_attack 0"]
    assert mover(game) == 1


def test_the_attacker_loses_nothing() -> None:
    """C11"""
    game = attack("army-0-Oda: Oda*2\narmy-1-Hojo: Hojo")
    assert armies(game) == {"0-Oda": 2}
    assert discards(game) == Counter(["Hojo"])


def test_whoever_put_it_there_an_army_at_home_can_attack() -> None:
    """C4, C11"""
    game = table("hand-0: Oda*4\nhand-1: Mori*4\nhand-2: Hojo*4")
    play(game, "deploy:Oda into:province-1 play:Oda")
    play(game, "deploy:Mori into:province-2 move:province-0:Oda into:province-1")
    play(game, "deploy:Hojo into:province-0 play:Hojo")
    play(game, "deploy:Oda into:province-1 play:Oda")
    play(game, "deploy:Mori into:province-2 play:Mori")
    assert asked(game) == "attack.at"
    assert options(game) == {f"at:province-{place}" for place in ("0:Hojo", "2:Hojo")}


# -- C12


def test_an_army_that_was_deployed_to_cannot_be_attacked_this_turn() -> None:
    """C12"""
    game = table("hand-0: Hojo*4\narmy-0-Oda: Oda*4\narmy-1-Hojo: Hojo")
    play(game, "deploy:Hojo into:province-1 play:Hojo")
    assert armies(game)["1-Hojo"] == 2
    assert happened(game) == ["no_attack 0"]


def test_a_new_army_cannot_be_attacked_in_the_turn_it_was_deployed() -> None:
    """C12"""
    game = table("hand-0: Hojo*4\narmy-0-Oda: Oda*4")
    play(game, "deploy:Hojo into:province-1 play:Hojo")
    assert armies(game)["1-Hojo"] == 1
    assert happened(game) == ["no_attack 0"]


def test_an_army_that_was_moved_into_cannot_be_attacked_this_turn() -> None:
    """C12"""
    game = table("hand-0: Mori*4\narmy-0-Oda: Oda*4\narmy-1-Hojo: Hojo\narmy-2-Hojo: Hojo")
    play(game, "deploy:Mori into:province-1 move:province-1:Hojo into:province-2")
    assert armies(game)["2-Hojo"] == 2
    assert happened(game) == ["no_attack 0"]


def test_an_army_that_ones_ninja_hit_cannot_be_attacked_this_turn() -> None:
    """C12"""
    game = table("hand-0: Ninja Mori*3\narmy-0-Oda: Oda*4\narmy-1-Hojo: Hojo*3")
    play(game, "ninja strike:province-1:Hojo play:Mori")
    assert armies(game)["1-Hojo"] == 2
    assert happened(game) == ["no_attack 0"]


def test_a_protected_army_is_refused_as_a_target() -> None:
    """C12"""
    position = "army-0-Oda: Oda*4\narmy-1-Hojo: Hojo*3\narmy-1-Mori: Mori\narmy-2-Mori: Mori"
    game = table(f"hand-0: Ninja Takeda*3\n{position}")
    play(game, "ninja strike:province-1:Hojo play:Takeda")
    assert options(game) == {"at:province-1:Mori", "at:province-2:Mori"}
    assert refused(game, "at:province-1:Hojo") == ("shielded", "C12")
    game = table(f"hand-0: Takeda*4\n{position}\narmy-2-Hojo: Hojo")
    play(game, "deploy:Takeda into:province-1 move:province-1:Hojo into:province-2")
    assert refused(game, "at:province-1:Takeda") == ("shielded", "C12")
    assert refused(game, "at:province-2:Hojo") == ("shielded", "C12")
    assert "at:province-1:Hojo" in options(game)


def test_the_army_that_a_card_left_is_not_protected() -> None:
    """C12"""
    game = table("hand-0: Takeda*4\narmy-0-Oda: Oda*3\narmy-1-Hojo: Hojo*3")
    play(game, "deploy:Takeda into:province-1 move:province-1:Hojo into:province-2")
    assert happened(game) == ["attacks 0 3 4 1"]
    assert armies(game)["1-Hojo"] == 1


def test_protection_is_of_one_clan_in_one_province_only() -> None:
    """C12"""
    game = table(
        """
        hand-0: Hojo*4
        army-0-Oda: Oda*4
        army-1-Hojo: Hojo
        army-1-Mori: Mori
        army-2-Hojo: Hojo
        """
    )
    play(game, "deploy:Hojo into:province-1 play:Hojo")
    assert options(game) == {"at:province-1:Mori", "at:province-2:Hojo"}


@TURNS
def test_protection_is_by_province_and_clan_at_every_seat(seats: int, me: int) -> None:
    """C12"""
    others = [province for province in range(seats) if province != me]
    clans = ("Takeda", "Uesugi", "Mori", "Hojo")
    lines = [f"army-{p}-{clan}: {clan}" for p in others for clan in clans]
    for province in others:
        for clan in clans:
            game = table(
                "\n".join([f"hand-{me}: {clan}*2 Oda*2", f"army-{me}-Oda: Oda*3", *lines])
                + "".join(f"\nhand-{p}: {c}*4" for p, c in zip(others, clans, strict=False)),
                seats,
                me,
            )
            play(game, f"deploy:{clan} into:province-{province} play:Oda")
            every = {f"at:province-{p}:{c}" for p in others for c in clans}
            assert options(game) == every - {f"at:province-{province}:{clan}"}


def test_an_army_emptied_and_formed_again_is_protected() -> None:
    """C12"""
    game = table(
        """
        hand-0: Ninja Takeda*3
        army-0-Oda: Oda*4
        army-1-Hojo: Hojo
        army-2-Hojo: Hojo*2
        army-2-Mori: Mori
        """
    )
    play(game, "ninja strike:province-1:Hojo move:province-2:Hojo into:province-1")
    assert armies(game)["1-Hojo"] == 1
    assert options(game) == {"at:province-2:Hojo", "at:province-2:Mori"}
    assert refused(game, "at:province-1:Hojo") == ("shielded", "C12")


def test_an_army_that_gained_a_card_and_lost_it_again_stays_protected() -> None:
    """C12"""
    game = table("hand-0: Hojo*4\narmy-0-Oda: Oda*4\narmy-1-Hojo: Hojo*2")
    play(game, "deploy:Hojo into:province-1 move:province-1:Hojo into:province-0")
    assert armies(game) == {"0-Oda": 4, "0-Hojo": 1, "1-Hojo": 2}
    assert happened(game) == ["no_attack 0"]


def test_both_armies_are_protected_where_the_card_deployed_moves_on() -> None:
    """C12"""
    game = table("hand-0: Hojo*4\narmy-0-Oda: Oda*4\narmy-1-Hojo: Hojo\narmy-2-Hojo: Hojo")
    play(game, "deploy:Hojo into:province-1 move:province-1:Hojo into:province-2")
    assert happened(game) == ["no_attack 0"]


def test_a_ninjas_victim_stays_protected_when_a_card_leaves_it_too() -> None:
    """C12"""
    game = table("hand-0: Ninja Takeda*3\narmy-0-Oda: Oda*4\narmy-1-Hojo: Hojo*3")
    play(game, "ninja strike:province-1:Hojo move:province-1:Hojo into:province-0")
    assert armies(game)["1-Hojo"] == 1
    assert happened(game) == ["no_attack 0"]


def test_protection_ends_with_the_turn() -> None:
    """C12"""
    game = table("hand-0: Hojo*4\nhand-1: Takeda*4\narmy-1-Oda: Oda*3\narmy-2-Hojo: Hojo")
    play(game, "deploy:Hojo into:province-2 play:Hojo")
    play(game, "deploy:Takeda into:province-0 play:Takeda")
    assert options(game) == {"at:province-0:Hojo", "at:province-2:Hojo"}


def test_a_ninjas_protection_ends_with_the_turn() -> None:
    """C12"""
    game = table("hand-0: Ninja Hojo*3\nhand-1: Takeda*4\narmy-1-Oda: Oda*3\narmy-2-Mori: Mori*3")
    play(game, "ninja strike:province-2:Mori play:Hojo")
    play(game, "deploy:Takeda into:province-0 play:Takeda")
    assert options(game) == {"at:province-0:Hojo", "at:province-2:Mori"}


def test_what_was_attacked_last_turn_can_be_attacked_again() -> None:
    """C12"""
    game = table("hand-1: Takeda*4\narmy-0-Oda: Oda*4\narmy-1-Oda: Oda*4\narmy-2-Hojo: Hojo*3")
    play(game, "deploy:Uesugi into:province-1 play:Uesugi")
    assert armies(game)["2-Hojo"] == 2
    play(game, "deploy:Takeda into:province-0 play:Takeda")
    assert options(game) == {"at:province-0:Uesugi", "at:province-2:Hojo"}


def test_everyone_sees_which_armies_are_protected() -> None:
    """C12, C19"""
    game = table("hand-0: Hojo*4\narmy-1-Hojo: Hojo*2")
    play(game, "deploy:Hojo into:province-1")
    counts = [game.view(seat).count for seat in range(4)]
    assert counts == [(1 << 9, 0)] * 4


# -- C13


def test_the_attacker_may_have_been_reinforced_this_turn() -> None:
    """C13"""
    game = table("hand-0: Oda*4\narmy-0-Oda: Oda\narmy-1-Hojo: Hojo")
    play(game, "deploy:Oda into:province-2 play:Oda")
    assert happened(game) == ["attacks 0 3 4 1"]
    game = table("hand-0: Oda*4\narmy-0-Oda: Oda\narmy-1-Hojo: Hojo\narmy-2-Oda: Oda")
    play(game, "deploy:Oda into:province-2 move:province-2:Oda into:province-0")
    assert happened(game) == ["attacks 0 3 4 1"]


def test_one_chooses_among_the_legal_pairs() -> None:
    """C13"""
    position = """
        army-0-Oda: Oda*3
        army-0-Mori: Mori*2
        army-0-Hojo: Hojo
        army-1-Oda: Oda
        army-1-Takeda: Takeda*2
        army-2-Mori: Mori
        army-2-Uesugi: Uesugi*3
    """
    pairs = {
        "Oda": {"1:Takeda", "2:Mori"},
        "Mori": {"1:Oda"},
    }
    game = attack(position)
    assert (asked(game), options(game)) == ("attack.with", {"with:Oda", "with:Mori"})
    assert refused(game, "with:Hojo") == ("no_weaker_army", "C11")
    for absent in ("with:Takeda", "with:Uesugi"):
        assert refused(game, absent)[1] == "C11"
    play(game, "with:Oda")
    assert asked(game) == "attack.at"
    assert options(game) == {f"at:province-{place}" for place in pairs["Oda"]}
    play(game, "at:province-1:Takeda")
    assert said(game) == ["attacks 0 3 0 1"]
    game = attack(position)
    play(game, "with:Mori")
    assert said(game) == ["attacks 0 2 3 1"]


def test_a_target_of_the_other_attacker_only_is_refused() -> None:
    """C11, C13"""
    game = attack(
        """
        army-0-Oda: Oda*3
        army-0-Mori: Mori*2
        army-1-Hojo: Hojo*2
        army-1-Takeda: Takeda
        army-2-Takeda: Takeda
        """
    )
    play(game, "with:Mori")
    assert options(game) == {"at:province-1:Takeda", "at:province-2:Takeda"}
    assert refused(game, "at:province-1:Hojo") == ("not_weaker", "C11")


def test_ones_own_clan_must_be_hit_if_it_is_the_only_legal_target() -> None:
    """C13"""
    game = attack("army-0-Oda: Oda*2\narmy-1-Takeda: Takeda", loyal="Takeda Uesugi Mori")
    assert said(game) == ["attacks 0 3 0 1"]
    assert armies(game) == {"0-Oda": 2}


def test_ones_own_clan_is_a_target_like_any_other() -> None:
    """C13"""
    game = attack("army-0-Oda: Oda*2\narmy-1-Takeda: Takeda\narmy-2-Mori: Mori")
    assert options(game) == {"at:province-1:Takeda", "at:province-2:Mori"}


def test_the_army_of_ones_own_clan_may_attack() -> None:
    """C13"""
    game = attack("army-0-Takeda: Takeda*2\narmy-1-Oda: Oda")
    assert said(game) == ["attacks 0 0 3 1"]


def test_there_is_one_attack_a_turn() -> None:
    """C13"""
    game = attack("army-0-Oda: Oda*4\narmy-0-Mori: Mori*4\narmy-1-Hojo: Hojo\narmy-2-Hojo: Hojo")
    play(game, "with:Oda at:province-1:Hojo")
    assert mover(game) == 1
    assert armies(game) == {"0-Oda": 4, "0-Mori": 4, "2-Hojo": 1}
    assert happened(game) == ["attacks 0 3 4 1"]
    assert len(hand(game, 0)) == 4


def test_the_attacker_can_be_taken_back_until_the_target_is_named() -> None:
    """C13: choosing is one order, so the choice of the army can be changed."""
    game = table(
        "hand-0: Oda*2\narmy-0-Oda: Oda*3\narmy-0-Mori: Mori*3\n"
        "army-1-Hojo: Hojo\narmy-2-Takeda: Takeda\nstep: clans.third_order 0"
    )
    before = game.view(0)
    play(game, "with:Oda")
    assert asked(game) == "attack.at"
    assert game.back(0)
    assert game.view(0) == before
