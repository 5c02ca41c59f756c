"""W10 and W15 to W17: what each clan and each Yokai does, and to whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from tatami.engine.referee import Referee
from tatami.games.wataah.cards import POWERS
from tests.games.wataah.positions import (
    asked,
    clans,
    grand,
    grasshopper,
    hand,
    jigoku,
    mover,
    options,
    pick_range,
    placing,
    play,
    refused,
    said,
    zone,
)

Trigger: TypeAlias = Callable[..., Referee]

FACE = {"Fox": "Fox-4", "Monkey": "Monkey-1", "Carp": "Carp-1", "Crow": "Crow-2", "Toad": "Toad-3"}
FACE |= {"Spider": "Spider-3", "Dragon": "Dragon-3", "Rat": "Rat-3"}
YOKAI = {"Monkey": "Monkey-King", "Carp": "Old-Hermit", "Toad": "Kappa", "Spider": "Yurei"}
YOKAI |= {"Fox": "Kitsune", "Dragon": "Dragon-Spirit", "Rat": "Nezumi"}


def small(clan: str, position: str, seats: int = 2, mine: str = "Oni") -> Referee:
    """Seat 0 places two cards of a clan, holding some cards besides."""
    face = FACE[clan]
    game = grasshopper(f"hand-0: {face}*2 {mine}\n{position}\n{placing()}", seats)
    return play(game, f"found:{clan}", f"[{face} {face}]")


def big(clan: str, position: str, seats: int = 2, mine: str = "Oni") -> Referee:
    """Seat 0 places two cards of a clan and a Ronin, holding some cards besides."""
    face = FACE[clan]
    game = grasshopper(f"hand-0: {face}*2 Ronin {mine}\n{position}\n{placing()}", seats)
    return play(game, f"found_with:{clan}:1", f"[{face} {face}]")


def yokai(clan: str, position: str, seats: int = 2, mine: str = "Oni") -> Referee:
    """Seat 0 summons the Yokai that has the big power of a clan to its Bears."""
    spirit = YOKAI[clan]
    drawn = f"hand-0: {spirit} {mine}\nclan-0-Bear: Bear-6\n{position}\n{placing()}"
    return play(grasshopper(drawn, seats), f"summon:{spirit}", "on:Bear")


def power(trigger: Trigger, clan: str) -> int:
    """In whose name a power is told: the clan's, or that of its Yokai."""
    return POWERS.index(YOKAI[clan] if trigger is yokai else clan)


BIG = pytest.mark.parametrize("trigger", [big, yokai], ids=["clan", "yokai"])
ALL = pytest.mark.parametrize("trigger", [small, big, yokai], ids=["small", "big", "yokai"])

# -- Carp, Crow, Dragon


def test_the_small_carp_draws_2() -> None:
    """W10"""
    assert hand(small("Carp", "deck: Rat-3 Rat-4 Rat-5"), 0) == ["Rat-4", "Rat-5", "Oni"]


@BIG
def test_the_big_carp_and_the_old_hermit_draw_4(trigger: Trigger) -> None:
    """W10"""
    game = trigger("Carp", "deck: Fox-2 Rat-3 Rat-4 Rat-5")
    assert hand(game, 0) == ["Fox-2", "Rat-3", "Rat-4", "Rat-5", "Oni"]
    assert asked(game) == "discard"


@pytest.mark.parametrize(("trigger", "number"), [(small, 2), (big, 3)])
def test_the_crow_takes_any_cards_from_the_jigoku(trigger: Trigger, number: int) -> None:
    """W10, W15"""
    game = trigger("Crow", "jigoku: Bear-6 Rat-4 Tengu Bear-6")
    assert options(game) == {"Bear-6", "Rat-4", "Tengu"}
    assert pick_range(game) == (number, number)
    assert refused(game, "take:Carp-1") == ("not_in_jigoku", "W15")
    taken = ["Bear-6", "Bear-6", "Tengu"][-number:]
    play(game, f"[{' '.join(taken)}]")
    assert hand(game, 0) == sorted([*taken, "Oni"], key=["Bear-6", "Tengu", "Oni"].index)
    assert asked(game) == "discard"


@pytest.mark.parametrize(("trigger", "lies"), [(small, "Rat-3"), (big, "Rat-3 Rat-4")])
def test_the_crow_takes_as_many_as_it_can(trigger: Trigger, lies: str) -> None:
    """W15"""
    game = trigger("Crow", f"jigoku: {lies}")
    play(game, f"[{lies}]")
    assert hand(game, 0) == [*lies.split(), "Oni"]


def test_the_crow_finds_an_empty_jigoku() -> None:
    """W11, W15"""
    game = small("Crow", "")
    assert asked(game) == "discard"
    assert said(game)[-1] == "no_effect 0 2"


@pytest.mark.parametrize(("trigger", "looked", "kept"), [(small, 3, 1), (big, 5, 2), (yokai, 5, 2)])
def test_the_dragon_looks_keeps_and_sends_the_others_to_the_jigoku(
    trigger: Trigger, looked: int, kept: int
) -> None:
    """W10, W19"""
    top = ["Monkey-1", "Carp-1", "Crow-2", "Toad-1", "Bear-6"]
    game = trigger("Dragon", f"deck: {' '.join(top)}", 3)
    assert zone(game, "looking-0", 0) == top[-looked:]
    assert zone(game, "looking-0", 1) == zone(game, "looking-0", 3) == ["?"] * looked
    assert pick_range(game) == (kept, kept)
    assert refused(game, "keep:Rat-5") == ("not_looked_at", "W10")
    chosen = ["Toad-1", "Bear-6"][-kept:]
    play(game, f"[{' '.join(chosen)}]")
    assert hand(game, 0) == [*chosen, "Oni"]
    assert sorted(jigoku(game)) == sorted(set(top[-looked:]) - set(chosen))


# -- Rat


@pytest.mark.parametrize(("trigger", "number"), [(small, 2), (big, 3), (yokai, 3)])
def test_the_rat_makes_an_opponent_discard_cards_of_their_choice(
    trigger: Trigger, number: int
) -> None:
    """W10, W15, W36"""
    game = trigger("Rat", "hand-1: Carp-1 Carp-2 Carp-3 Bear-6", 3)
    assert options(game) == {"at:s1"}
    assert refused(game, "at:s0") == ("not_yourself", "W15")
    assert refused(game, "at:s2") == ("no_cards_there", "W15")
    assert refused(game, "at:s3") == ("nobody_there", "W15")
    play(game, "at:s1")
    asks = "nezumi.cards" if trigger is yokai else "rat.cards"
    assert (mover(game), asked(game), pick_range(game)) == (1, asks, (number, number))
    assert refused(game, "discard:Rat-5") == ("not_in_hand", "W15")
    thrown = ["Bear-6", "Carp-1", "Carp-3"][:number]
    play(game, f"[{' '.join(thrown)}]")
    assert sorted(jigoku(game)) == sorted(thrown)
    assert jigoku(game)[-1] == "Bear-6"
    assert len(hand(game, 1)) == 4 - number
    assert (mover(game), asked(game)) == (0, "discard")


@ALL
def test_a_hand_too_small_for_the_rat_goes_whole_and_unasked(trigger: Trigger) -> None:
    """W15"""
    game = trigger("Rat", "hand-1: Carp-1 Bear-6")
    play(game, "at:s1")
    assert hand(game, 1) == []
    assert jigoku(game) == ["Carp-1", "Bear-6"]


@ALL
def test_the_rat_finds_nobody_with_cards(trigger: Trigger) -> None:
    """W11, W15"""
    game = trigger("Rat", "")
    assert asked(game) == "discard"
    assert said(game)[-1] == f"no_effect 0 {power(trigger, 'Rat')}"


# -- Fox


def test_the_small_fox_swaps_3_cards_and_each_side_picks_what_it_gives() -> None:
    """W10, W15"""
    game = small("Fox", "hand-1: Carp-1 Carp-2 Carp-3 Carp-4\nhand-2: Tengu", 3, "Rat-3*3 Rat-4")
    assert options(game) == {"with:s1", "with:s2"}
    play(game, "with:s1")
    assert game.waiting() == [0, 1]
    assert pick_range(game, 0) == pick_range(game, 1) == (3, 3)
    play(game, "1> [Carp-1 Carp-2 Carp-3]")
    assert game.waiting() == [0]
    assert "?" in zone(game, "hand-1", 0)
    play(game, "0> [Rat-3 Rat-3 Rat-4]")
    assert hand(game, 0) == ["Carp-1", "Carp-2", "Carp-3", "Rat-3"]
    assert hand(game, 1) == ["Carp-4", "Rat-3", "Rat-3", "Rat-4"]
    assert (mover(game), asked(game)) == (0, "discard")


def test_what_each_side_gives_is_chosen_before_it_sees_the_others() -> None:
    """W15: one side cannot even tell that the other has chosen."""
    game = small("Fox", "hand-1: Carp-1 Carp-2 Carp-3 Carp-4", 2, "Rat-3*3 Rat-4")
    play(game, "with:s1")
    before = game.view(0).key()
    play(game, "1> [Carp-1 Carp-2 Carp-3]")
    assert game.view(0).key() == before


@pytest.mark.parametrize(("mine", "theirs", "number"), [(1, 4, 1), (4, 2, 2), (2, 1, 1), (3, 3, 3)])
def test_the_small_fox_swaps_as_many_as_the_smaller_hand_has(
    mine: int, theirs: int, number: int
) -> None:
    """W15"""
    game = small("Fox", f"hand-1: Spider-4*{theirs}", 2, f"Bear-6*{mine}")
    play(game, "with:s1")
    assert pick_range(game, 0) == pick_range(game, 1) == (number, number)
    play(game, f"0> [{' '.join(['Bear-6'] * number)}]", f"1> [{' '.join(['Spider-4'] * number)}]")
    assert hand(game, 0) == ["Spider-4"] * number + ["Bear-6"] * (mine - number)
    assert hand(game, 1) == ["Spider-4"] * (theirs - number) + ["Bear-6"] * number


@pytest.mark.parametrize(("mine", "theirs"), [("", "Bear-6*3"), ("Bear-6*3", "")])
def test_the_small_fox_needs_cards_on_both_sides(mine: str, theirs: str) -> None:
    """W15"""
    game = small("Fox", f"hand-1: {theirs}", 2, mine)
    assert "no_effect 0 5" in said(game)


@BIG
@pytest.mark.parametrize("theirs", ["Carp-1*2", ""])
def test_the_big_fox_and_kitsune_swap_whole_hands(trigger: Trigger, theirs: str) -> None:
    """W10, W15: even for an empty one."""
    game = trigger("Fox", f"hand-1: {theirs}\nhand-2: Tengu", 3, "Rat-3*3 Rat-4")
    assert options(game) == {"with:s1", "with:s2"}
    play(game, "with:s1")
    assert hand(game, 1) == ["Rat-3"] * 3 + ["Rat-4"]
    assert hand(game, 0) == (["Carp-1"] * 2 if theirs else [])


@BIG
def test_the_big_fox_with_an_empty_hand_takes_one_that_has_cards(trigger: Trigger) -> None:
    """W15"""
    game = trigger("Fox", "hand-1: Carp-1*2", 3, "")
    assert options(game) == {"with:s1"}
    assert refused(game, "with:s2") == ("no_cards_there", "W15")
    play(game, "with:s1")
    assert hand(game, 0) == ["Carp-1"] * 2


@BIG
def test_the_big_fox_does_nothing_where_nobody_has_cards(trigger: Trigger) -> None:
    """W11, W15"""
    game = trigger("Fox", "", 2, "")
    assert f"no_effect 0 {power(trigger, 'Fox')}" in said(game)


# -- Toad


TABLE = "clan-1-Rat: Rat-3*2 Ronin Nezumi\nclan-2-Crow: Crow-2"


def test_the_small_toad_sends_any_single_card_back() -> None:
    """W10, W16"""
    game = small("Toad", TABLE, 3)
    assert options(game) == {
        "card_of:s1:Rat:Rat-3",
        "card_of:s1:Rat:Ronin",
        "card_of:s1:Rat:Nezumi",
        "card_of:s2:Crow:Crow-2",
        "card_of:s0:Toad:Toad-3",
    }
    assert refused(game, "card_of:s1:Rat:Rat-5") == ("no_such_card", "W16")
    assert refused(game, "card_of:s2:Rat:Rat-3") == ("no_such_clan", "W16")
    assert refused(game, "card_of:s3:Rat:Rat-3") == ("no_such_clan", "W16")
    assert refused(game, "decline") == ("must_be_applied", "W11")
    play(game, "card_of:s1:Rat:Ronin")
    assert clans(game)["1-Rat"] == ["Rat-3", "Rat-3", "Nezumi"]
    assert hand(game, 1) == ["Ronin"]


@BIG
def test_the_big_toad_and_kappa_send_a_whole_clan_back_with_ronin_and_yokai(
    trigger: Trigger,
) -> None:
    """W10, W17: to the player it lies in front of."""
    game = trigger("Toad", TABLE, 3)
    own = "clan_of:s0:Toad" if trigger is big else "clan_of:s0:Bear"
    assert options(game) == {"clan_of:s1:Rat", "clan_of:s2:Crow", own}
    assert refused(game, "clan_of:s1:Crow") == ("no_such_clan", "W16")
    play(game, "clan_of:s1:Rat")
    assert "1-Rat" not in clans(game)
    assert hand(game, 1) == ["Rat-3", "Rat-3", "Ronin", "Nezumi"]


@BIG
def test_toad_and_kappa_may_hit_the_clan_just_placed_or_reinforced(trigger: Trigger) -> None:
    """W16"""
    game = trigger("Toad", TABLE, 3)
    if trigger is big:
        play(game, "clan_of:s0:Toad")
        assert hand(game, 0) == ["Toad-3", "Toad-3", "Ronin", "Oni"]
    else:
        play(game, "clan_of:s0:Bear")
        assert hand(game, 0) == ["Bear-6", "Kappa", "Oni"]


@ALL
def test_where_every_target_is_in_the_new_clan_the_toad_may_be_declined(trigger: Trigger) -> None:
    """W16"""
    game = trigger("Toad", "")
    assert "decline" in options(game)
    before = clans(game)
    play(game, "decline")
    assert clans(game) == before
    assert asked(game) == "discard"
    assert said(game)[-1] == f"declines 0 {power(trigger, 'Toad')}"


@ALL
def test_another_clan_of_ones_own_is_a_target_so_the_toad_must_be_applied(trigger: Trigger) -> None:
    """W11, W16"""
    game = trigger("Toad", "clan-0-Rat: Rat-3")
    assert refused(game, "decline") == ("must_be_applied", "W11")


@ALL
def test_a_table_can_keep_toad_and_kappa_off_ones_own_cards(trigger: Trigger) -> None:
    """W16"""
    option = "option toad-own = off"
    game = trigger("Toad", f"{option}\n{TABLE}\nclan-0-Fox: Fox-3", 3)
    assert all(":s0:" not in one for one in options(game))
    own = "card_of:s0:Fox:Fox-3" if trigger is small else "clan_of:s0:Fox"
    assert refused(game, own) == ("not_your_own", "W16")
    game = trigger("Toad", f"{option}\nclan-0-Fox: Fox-3", 3)
    assert asked(game) == "discard"


# -- Spider


def test_the_small_spider_destroys_any_single_card_of_an_opponent() -> None:
    """W10, W16, W36"""
    game = small("Spider", f"{TABLE}\nclan-0-Fox: Fox-3", 3)
    assert options(game) == {
        "card_of:s1:Rat:Rat-3",
        "card_of:s1:Rat:Ronin",
        "card_of:s1:Rat:Nezumi",
        "card_of:s2:Crow:Crow-2",
    }
    assert refused(game, "card_of:s0:Fox:Fox-3") == ("opponents_only", "W16")
    play(game, "card_of:s1:Rat:Nezumi")
    assert clans(game)["1-Rat"] == ["Rat-3", "Rat-3", "Ronin"]
    assert jigoku(game) == ["Nezumi"]


@BIG
def test_the_big_spider_and_yurei_destroy_a_whole_clan_of_an_opponent(trigger: Trigger) -> None:
    """W10, W16, W17"""
    game = trigger("Spider", f"{TABLE}\nclan-0-Fox: Fox-3", 3)
    assert options(game) == {"clan_of:s1:Rat", "clan_of:s2:Crow"}
    assert refused(game, "clan_of:s0:Fox") == ("opponents_only", "W16")
    play(game, "clan_of:s1:Rat")
    assert "1-Rat" not in clans(game)
    assert jigoku(game) == ["Ronin", "Rat-3", "Rat-3", "Nezumi"]


@ALL
def test_the_spider_finds_no_clan(trigger: Trigger) -> None:
    """W11, W16"""
    game = trigger("Spider", "clan-0-Fox: Fox-3")
    assert asked(game) == "discard"
    assert said(game)[-1] == f"no_effect 0 {power(trigger, 'Spider')}"


@pytest.mark.parametrize(
    ("cards", "aim", "left"),
    [
        ("Rat-3 Ronin", "Rat-3", []),
        ("Rat-3 Tengu Oni", "Rat-3", []),
        ("Rat-3 Rat-4 Ronin", "Rat-3", ["Rat-4", "Ronin"]),
        ("Rat-3 Ronin", "Ronin", ["Rat-3"]),
    ],
)
def test_without_a_clan_card_ronin_and_yokai_are_destroyed(
    cards: str, aim: str, left: list[str]
) -> None:
    """W12"""
    game = small("Spider", f"clan-1-Rat: {cards}", 2, "")
    play(game, f"card_of:s1:Rat:{aim}")
    assert clans(game).get("1-Rat", []) == left
    assert sorted(jigoku(game) + left) == sorted(cards.split())


# -- Tengu, Oni, Bear


def test_tengu_destroys_every_yokai_in_play_itself_included() -> None:
    """W10"""
    game = grasshopper(
        f"""
        hand-0: Tengu Fox-3
        clan-0-Bear: Bear-6 Oni
        clan-1-Rat: Rat-3 Ronin Nezumi Kappa
        clan-2-Carp: Carp-1
        {placing()}
        """,
        3,
    )
    play(game, "summon:Tengu", "on:Bear")
    assert clans(game) == {"0-Bear": ["Bear-6"], "1-Rat": ["Rat-3", "Ronin"], "2-Carp": ["Carp-1"]}
    assert jigoku(game) == ["Kappa", "Tengu", "Nezumi", "Oni"]
    assert said(game)[-1] == "tengu_strikes 4"


def test_a_table_can_spare_tengu_itself() -> None:
    """W10"""
    game = grasshopper(
        f"option tengu-self = off\nhand-0: Tengu Fox-3\nclan-0-Bear: Bear-6 Oni\n{placing()}"
    )
    play(game, "summon:Tengu", "on:Bear")
    assert clans(game) == {"0-Bear": ["Bear-6", "Tengu"]}
    assert jigoku(game) == ["Oni"]


def test_oni_and_the_bear_have_no_power() -> None:
    """W10"""
    game = grasshopper(f"hand-0: Bear-6*4 Oni\nclan-1-Rat: Rat-3\n{placing()}")
    play(game, "found:Bear", "[Bear-6 Bear-6 Bear-6]")
    assert asked(game) == "discard"
    game = grasshopper(f"hand-0: Oni Fox-3\nclan-0-Bear: Bear-6\nclan-1-Rat: Rat-3\n{placing()}")
    play(game, "summon:Oni", "on:Bear")
    assert asked(game) == "discard"


def test_a_clan_under_a_yokai_does_not_lend_it_its_power() -> None:
    """W10: a Yokai triggers its own power, whatever the clan."""
    game = grasshopper(f"hand-0: Oni Fox-3\nclan-0-Carp: Carp-1\n{placing()}")
    play(game, "summon:Oni", "on:Carp")
    assert hand(game, 0) == ["Fox-3"]


# -- Monkey


COPIED = "clan-1-Carp: Carp-2\nclan-1-Bear: Bear-6\nclan-2-Monkey: Monkey-2\nclan-2-Rat: Rat-4*2"


@ALL
def test_the_monkey_names_a_clan_of_an_opponent_but_not_bear_or_monkey(trigger: Trigger) -> None:
    """W18"""
    game = trigger("Monkey", f"{COPIED}\nclan-0-Fox: Fox-3", 3)
    assert options(game) == {"clan_of:s1:Carp", "clan_of:s2:Rat"}
    assert refused(game, "clan_of:s1:Bear") == ("nothing_to_copy", "W18")
    assert refused(game, "clan_of:s2:Monkey") == ("nothing_to_copy", "W18")
    assert refused(game, "clan_of:s0:Fox") == ("opponents_only", "W18")
    assert refused(game, "clan_of:s1:Rat") == ("no_such_clan", "W18")


@pytest.mark.parametrize(("trigger", "drawn"), [(small, 2), (big, 4), (yokai, 4)])
def test_the_monkey_applies_the_power_as_its_own(trigger: Trigger, drawn: int) -> None:
    """W18: small for small, big for big, whatever the size of the clan named."""
    game = trigger("Monkey", COPIED, 3)
    play(game, "clan_of:s1:Carp")
    assert len(hand(game, 0)) == 1 + drawn
    assert hand(game, 1) == []


@ALL
def test_where_there_is_only_bear_or_monkey_it_is_named_and_nothing_happens(
    trigger: Trigger,
) -> None:
    """W18: no chains."""
    game = trigger("Monkey", "clan-1-Bear: Bear-6\nclan-1-Monkey: Monkey-2")
    assert options(game) == {"clan_of:s1:Bear", "clan_of:s1:Monkey"}
    play(game, "clan_of:s1:Monkey")
    assert asked(game) == "discard"
    assert said(game)[-1] == f"no_effect 0 {power(trigger, 'Monkey')}"


@ALL
def test_the_monkey_finds_no_clan(trigger: Trigger) -> None:
    """W11, W18"""
    game = trigger("Monkey", "clan-0-Fox: Fox-3")
    assert asked(game) == "discard"


@ALL
def test_whether_the_copied_power_finds_a_target_is_not_asked_when_naming(trigger: Trigger) -> None:
    """W18"""
    game = trigger("Monkey", "clan-1-Rat: Rat-4*2")
    assert options(game) == {"clan_of:s1:Rat"}
    play(game, "clan_of:s1:Rat")
    assert said(game)[-1] == "no_effect 0 7"
    assert asked(game) == "discard"


def test_the_monkey_never_copies_a_yokai() -> None:
    """W18: the clan's own power, whatever stands on it."""
    game = small("Monkey", "clan-1-Carp: Carp-2 Kappa")
    assert options(game) == {"clan_of:s1:Carp"}
    play(game, "clan_of:s1:Carp")
    assert len(hand(game, 0)) == 3


def test_a_copied_toad_may_be_declined_where_only_the_monkeys_clan_is_a_target() -> None:
    """W16, W18: that clan is the one just placed."""
    game = grand(
        f"""
        hand-0: Monkey-1*2 Oni
        clan-1-Toad: Toad-1 Toad-3*3
        temple-1: Paper-Wards
        {placing()}
        """
    )
    play(game, "found:Monkey", "[Monkey-1 Monkey-1]", "clan_of:s1:Toad")
    assert options(game) == {"decline", "card_of:s0:Monkey:Monkey-1"}
    play(game, "decline")
    assert clans(game)["0-Monkey"] == ["Monkey-1", "Monkey-1"]


@pytest.mark.parametrize(
    ("clan", "question"),
    [
        ("Crow", "crow.cards"),
        ("Toad", "toad.card"),
        ("Spider", "spider.card"),
        ("Fox", "fox.whom"),
        ("Dragon", "dragon.keep"),
        ("Rat", "rat.whom"),
    ],
)
def test_every_small_power_can_be_copied(clan: str, question: str) -> None:
    """W18"""
    game = small("Monkey", f"clan-1-{clan}: {FACE[clan]}\njigoku: Bear-6*4\nhand-1: Tengu", 2)
    play(game, f"clan_of:s1:{clan}")
    assert (mover(game), asked(game)) == (0, question)


@pytest.mark.parametrize(
    ("clan", "question"),
    [
        ("Crow", "crow.cards"),
        ("Toad", "toad.clan"),
        ("Spider", "spider.clan"),
        ("Fox", "hands.whom"),
        ("Dragon", "dragon.keep"),
        ("Rat", "rat.whom"),
    ],
)
def test_every_big_power_can_be_copied(clan: str, question: str) -> None:
    """W18"""
    game = big("Monkey", f"clan-1-{clan}: {FACE[clan]}\njigoku: Bear-6*4\nhand-1: Tengu", 2)
    play(game, f"clan_of:s1:{clan}")
    assert (mover(game), asked(game)) == (0, question)
