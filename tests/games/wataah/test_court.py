"""The ten Court cards (W30, W35, W38)."""

from __future__ import annotations

import pytest

from tatami.engine.referee import Referee
from tatami.games.wataah.cards import FACES
from tests.games.wataah.positions import (
    asked,
    clans,
    counter,
    counters,
    grand,
    hand,
    jigoku,
    mover,
    options,
    placing,
    play,
    refused,
    said,
    zone,
)

END = "step: wataah.round_end"

# -- W38: when


@pytest.mark.parametrize(
    "card",
    ["Imperial-Levy", "Pardon", "Court-Spy", "Ancestors-Memory", "Informer", "Poisoned-Gift"],
)
def test_a_court_card_is_used_before_the_draw_before_placing_or_before_the_discard(
    card: str,
) -> None:
    """W38"""
    position = f"court-0: {card}\nhand-0: Oni\nhand-1: Rat-3*2\ncorrupt-0: Carp-1\njigoku: Bear-6"
    for answers in ([], ["recruit"], ["recruit", "place_nothing"]):
        game = play(grand(position), *answers)
        phase = asked(game)
        assert f"use:{card}" in options(game)
        play(game, f"use:{card}")
        assert zone(game, "court-0") == []
        assert zone(game, "court-gone", 1) == [card]
        while asked(game) != phase:
            play(game, min(options(game)))
        assert mover(game) == 0
        assert f"use:{card}" not in options(game)


@pytest.mark.parametrize("card", ["Mobilisation", "Masters-Lesson"])
def test_mobilisation_and_masters_lesson_are_used_before_placing(card: str) -> None:
    """W38"""
    game = grand(f"court-0: {card}\nhand-0: Carp-1*2 Oni\ndeck: Rat-3")
    assert refused(game, f"use:{card}") == ("only_before_placing", "W38")
    play(game, "recruit")
    assert f"use:{card}" in options(game)
    play(game, "place_nothing")
    assert refused(game, f"use:{card}") == ("only_before_placing", "W38")


@pytest.mark.parametrize(
    ("card", "code", "clause"),
    [
        ("Imperial-Guard", "guard_only_answers", "W35"),
        ("Moon-Banner", "banner_at_scoring", "W38"),
    ],
)
def test_the_guard_and_the_banner_are_not_for_ones_turn(card: str, code: str, clause: str) -> None:
    """W35, W38"""
    game = grand(f"court-0: {card}\nhand-0: Carp-1*2 Oni")
    for answer in ("recruit", "place_nothing", "discard:Oni"):
        assert refused(game, f"use:{card}") == (code, clause)
        play(game, answer)


def test_one_can_only_use_ones_own_card() -> None:
    """W30"""
    game = grand("court-0: Informer\ncourt-1: Pardon\nhand-0: Oni\ncorrupt-0: Carp-1")
    assert refused(game, "use:Pardon") == ("not_your_court_card", "W30")


@pytest.mark.parametrize(
    ("card", "without"),
    [
        ("Imperial-Levy", "rest: hand-1"),
        ("Poisoned-Gift", "rest: hand-1"),
        ("Pardon", "corrupt-1: Rat-3"),
        ("Court-Spy", "hand-1:"),
        ("Ancestors-Memory", "jigoku:"),
        ("Mobilisation", "hand-0: Rat-3 Carp-1"),
        ("Masters-Lesson", "hand-0: Bear-6*2"),
        ("Masters-Lesson", "hand-0: Ronin*2 Oni"),
        ("Masters-Lesson", "hand-0: Rat-3\nclan-0-Rat: Rat-4 Rat-5"),
        ("Masters-Lesson", "hand-0: Rat-3*2\nclan-0-Rat: Rat-4*3"),
    ],
)
def test_a_court_card_may_be_used_only_where_it_has_an_effect(card: str, without: str) -> None:
    """W38"""
    mine = "" if "hand-0" in without else "hand-0: Bear-6"
    game = grand(f"court-0: {card}\n{mine}\n{without}\n{placing()}")
    assert refused(game, f"use:{card}") == ("no_effect_now", "W38")


def test_the_holder_of_a_court_card_is_asked_even_with_an_empty_hand() -> None:
    """W38: a Levy can fill it in time to place and to discard."""
    game = grand(f"court-0: Imperial-Levy\ndeck: Carp-1 Rat-3*2\n{placing()}")
    assert options(game) == {"place_nothing", "use:Imperial-Levy"}
    play(game, "use:Imperial-Levy")
    assert options(game) == {"place_nothing", "found:Rat"}
    game = grand(f"court-0: Imperial-Levy\ndeck: Carp-1 Rat-3*2\n{placing()}")
    play(game, "place_nothing")
    assert options(game) == {"keep_all", "use:Imperial-Levy"}
    play(game, "use:Imperial-Levy")
    assert options(game) == {"discard:Carp-1", "discard:Rat-3"}


def test_whoever_holds_any_court_card_is_asked_in_the_same_places() -> None:
    """W38: with an empty hand, too, whether or not it can be used."""
    game = grand(f"court-0: Imperial-Guard\n{placing()}")
    assert options(game) == {"place_nothing"}
    play(game, "place_nothing")
    assert options(game) == {"keep_all"}


def test_a_court_card_does_not_spare_its_holder_the_discard() -> None:
    """W5, W14"""
    game = grand(f"court-0: Imperial-Guard\nhand-0: Bear-6\n{placing()}")
    play(game, "place_nothing")
    assert options(game) == {"discard:Bear-6"}
    assert refused(game, "keep_all") == ("must_discard", "W14")


# -- each card


def test_the_imperial_levy_draws_3() -> None:
    """W38"""
    game = grand(f"court-0: Imperial-Levy\nhand-0: Oni\ndeck: Carp-1 Rat-3 Fox-2\n{placing()}")
    play(game, "use:Imperial-Levy")
    assert hand(game, 0) == ["Carp-1", "Fox-2", "Rat-3", "Oni"]


MOBILISED = """
court-0: Mobilisation
hand-0: Carp-1*2 Rat-4*2 Bear-6 Oni
clan-0-Rat: Rat-3
"""


def test_mobilisation_places_a_clan_and_then_reinforces_one() -> None:
    """W38: each with its power."""
    game = grand(f"{MOBILISED}\nhand-1: Bear-6*3\n{placing()}")
    play(game, "use:Mobilisation", "found:Carp", "[Carp-1 Carp-1]")
    assert asked(game) == "place"
    assert len(hand(game, 0)) == 4 + 2
    assert not [one for one in options(game) if one.startswith("found")]
    assert refused(game, "found:Bear") == ("placed_already", "W7")
    play(game, "reinforce:Rat", "[Rat-4 Rat-4]", "at:s1", "[Bear-6 Bear-6]")
    assert asked(game) == "discard"


def test_mobilisation_reinforces_a_clan_and_then_places_one() -> None:
    """W38"""
    game = grand(f"{MOBILISED}\n{placing()}")
    play(game, "use:Mobilisation", "summon:Oni", "on:Rat")
    assert asked(game) == "place"
    assert refused(game, "reinforce:Rat") == ("reinforced_already", "W8")
    assert refused(game, "summon:Kappa") == ("reinforced_already", "W8")
    play(game, "found:Carp", "[Carp-1 Carp-1]")
    assert asked(game) == "discard"


def test_cards_that_reinforce_under_mobilisation_leave_only_a_new_clan() -> None:
    """W38: not a second reinforcement."""
    game = grand(f"{MOBILISED}\n{placing()}")
    play(game, "use:Mobilisation", "reinforce:Rat", "[Rat-4]")
    assert options(game) == {"place_nothing", "found:Carp"}
    assert refused(game, "reinforce:Rat") == ("reinforced_already", "W8")
    assert refused(game, "summon:Oni") == ("reinforced_already", "W8")


def test_the_new_clan_may_be_the_one_that_mobilisation_reinforces() -> None:
    """W38"""
    game = grand(f"court-0: Mobilisation\nhand-0: Bear-6*3 Oni\n{placing()}")
    play(game, "use:Mobilisation", "found:Bear", "[Bear-6 Bear-6]", "reinforce:Bear", "[Bear-6]")
    assert clans(game)["0-Bear"] == ["Bear-6"] * 3
    assert asked(game) == "discard"


def test_after_mobilisation_either_half_may_be_left_out() -> None:
    """W5"""
    game = grand(f"{MOBILISED}\n{placing()}")
    play(game, "use:Mobilisation", "reinforce:Rat", "[Rat-4]", "place_nothing")
    assert asked(game) == "discard"
    assert said(game)[-1] == "places_no_more 0"


def test_mobilisation_holds_for_this_turn_only() -> None:
    """W38"""
    game = grand(f"{MOBILISED}\nhand-1: Fox-3*2 Fox-4*2\nclan-1-Crow: Crow-2\n{placing()}")
    play(game, "use:Mobilisation", "place_nothing", "discard:Oni")
    play(game, "recruit", "found:Fox", "[Fox-3 Fox-3]", "with:s0")
    play(game, *[f"{seat}> [{' '.join(hand(game, seat)[:3])}]" for seat in (0, 1)])
    assert (mover(game), asked(game)) == (1, "discard")


def test_pardon_puts_a_corrupt_card_into_the_jigoku() -> None:
    """W38"""
    game = grand(f"court-0: Pardon\nhand-0: Oni\ncorrupt-0: Carp-1 Bear-6 Carp-2\n{placing()}")
    play(game, "use:Pardon")
    assert options(game) == {"absolve:Carp-1", "absolve:Carp-2", "absolve:Bear-6"}
    assert refused(game, "absolve:Rat-3") == ("not_in_your_pile", "W38")
    play(game, "absolve:Bear-6")
    assert zone(game, "corrupt-0") == ["Carp-1", "Carp-2"]
    assert jigoku(game) == ["Bear-6"]


def test_a_court_spy_looks_at_a_hand_and_chooses_the_card_that_is_discarded() -> None:
    """W38"""
    game = grand(f"court-0: Court-Spy\nhand-0: Oni\nhand-1: Carp-1*2 Bear-6\n{placing()}", 3)
    play(game, "use:Court-Spy")
    assert options(game) == {"at:s1"}
    assert refused(game, "at:s2") == ("no_cards_there", "W38")
    assert refused(game, "at:s0") == ("not_yourself", "W38")
    play(game, "at:s1")
    assert (mover(game), options(game)) == (0, {"throw_out:Carp-1", "throw_out:Bear-6"})
    assert zone(game, "hand-1", 0) == ["Carp-1", "Carp-1", "Bear-6"]
    assert zone(game, "hand-1", 2) == ["?"] * 3
    assert refused(game, "throw_out:Rat-3") == ("not_in_that_hand", "W38")
    play(game, "throw_out:Bear-6")
    assert jigoku(game) == ["Bear-6"]
    assert hand(game, 1) == ["Carp-1", "Carp-1"]


@pytest.mark.parametrize(
    ("what", "cards", "question"),
    [
        ("found:Toad", "Toad-3 Toad-3", "toad.clan"),
        ("reinforce:Spider", "Spider-3 Spider-3", "spider.clan"),
    ],
)
def test_with_the_masters_lesson_2_cards_trigger_the_big_power(
    what: str, cards: str, question: str
) -> None:
    """W38"""
    game = grand(
        f"""
        court-0: Masters-Lesson
        hand-0: Toad-3*2 Spider-3*2 Oni
        clan-0-Spider: Spider-4
        clan-1-Rat: Rat-3
        {placing()}
        """
    )
    play(game, "use:Masters-Lesson", what, f"[{cards}]")
    assert asked(game) == question


def test_the_masters_lesson_serves_the_monkey_too() -> None:
    """W38"""
    game = grand(
        f"court-0: Masters-Lesson\nhand-0: Monkey-1*2 Oni\nclan-1-Carp: Carp-1\n{placing()}"
    )
    play(game, "use:Masters-Lesson", "found:Monkey", "[Monkey-1 Monkey-1]", "clan_of:s1:Carp")
    assert len(hand(game, 0)) == 1 + 4


def test_the_masters_lesson_does_not_make_one_card_a_power() -> None:
    """W10, W38"""
    game = grand(f"court-0: Masters-Lesson\nhand-0: Carp-1*2 Oni\nclan-0-Carp: Carp-2\n{placing()}")
    play(game, "use:Masters-Lesson", "reinforce:Carp", "[Carp-1]")
    assert hand(game, 0) == ["Carp-1", "Oni"]


def test_ancestors_memory_takes_a_card_from_the_jigoku() -> None:
    """W38"""
    game = grand(f"court-0: Ancestors-Memory\nhand-0: Oni\njigoku: Bear-6*2 Rat-3\n{placing()}")
    play(game, "use:Ancestors-Memory")
    assert options(game) == {"take:Bear-6", "take:Rat-3"}
    assert refused(game, "take:Carp-1") == ("not_in_jigoku", "W38")
    play(game, "take:Bear-6")
    assert hand(game, 0) == ["Bear-6", "Oni"]


def test_the_informer_looks_at_a_decoy() -> None:
    """W28, W38"""
    game = grand(f"court-0: Informer\nhand-0: Oni\n{placing()}")
    play(game, "use:Informer", "peek:third")
    assert zone(game, "decoy-2", 0) == ["Ma-Maho"]
    assert zone(game, "decoy-2", 1) == ["?"]
    assert "peeks 0 2" in said(game)


def test_a_poisoned_gift_is_a_corrupt_card_and_a_card_drawn() -> None:
    """W38"""
    game = grand(f"court-0: Poisoned-Gift\nhand-0: Oni\ndeck: Rat-3 Bear-6\n{placing()}", 3)
    play(game, "use:Poisoned-Gift")
    assert options(game) == {"at:s1", "at:s2"}
    assert refused(game, "at:s0") == ("not_yourself", "W38")
    play(game, "at:s1")
    for seat in range(4):
        assert zone(game, "corrupt-1", seat) == ["Bear-6"]
    assert zone(game, "hand-1", 1) == ["Rat-3"]
    assert zone(game, "hand-1", 0) == ["?"]


def test_the_last_card_is_a_poisoned_gift() -> None:
    """W2, W38"""
    game = grand(f"court-0: Poisoned-Gift\nhand-0: Oni\ndeck: Bear-6\nrest: hand-1\n{placing()}")
    held = len(hand(game, 1))
    play(game, "use:Poisoned-Gift", "at:s1")
    assert zone(game, "corrupt-1") == ["Bear-6"]
    assert len(hand(game, 1)) == held
    assert said(game)[-1] == f"gets_gift 1 {FACES.index('Bear-6')} 0"


# -- W38: the Moon Banner


def test_every_holder_of_a_court_card_is_asked_for_the_banner_at_the_same_time() -> None:
    """W38"""
    game = grand(f"court-0: Pardon\ncourt-2: Moon-Banner\nclan-1-Bear: Bear-6\n{END}", 3)
    assert game.waiting() == [0, 2]
    assert options(game, 0) == {"show_nothing"}
    assert options(game, 2) == {"show_nothing", "show_banner"}
    assert refused(game, "show_banner", 0) == ("not_the_banner", "W38")
    play(game, "2> show_banner", "0> show_nothing")
    assert counters(game, "score") == [0, 6, 5]
    assert "banner_shown 2" in said(game)
    assert zone(game, "court-gone", 1).count("Moon-Banner") == 1


def test_the_banner_counts_in_one_round_only() -> None:
    """W30, W38"""
    game = grand(f"court-0: Moon-Banner\nclan-1-Bear: Bear-6*2\nhand-0: Oni\n{END}")
    play(game, "0> show_banner")
    assert counters(game, "score") == [5, 12]
    play(game, "peek:first", "to_showdown:4", "to_showdown:2")
    assert (counter(game, "round"), counter(game, "banner")) == (2, 0)


def test_the_banner_need_not_be_shown() -> None:
    """W38"""
    game = grand(f"court-0: Moon-Banner\nclan-1-Bear: Bear-6\n{END}")
    play(game, "0> show_nothing")
    assert counters(game, "score") == [0, 6]
    assert zone(game, "court-gone", 1) == ["?"]


def test_who_does_not_answer_in_time_shows_the_banner() -> None:
    """W38"""
    game = grand(f"court-0: Moon-Banner\ncourt-1: Pardon\nclan-1-Bear: Bear-6\n{END}")
    game.expire(game.turn)
    assert counters(game, "score") == [5, 6]


def test_whether_somebody_has_answered_for_the_banner_is_not_to_be_seen() -> None:
    """W38"""
    game = grand(f"court-0: Moon-Banner\ncourt-1: Pardon\nclan-1-Bear: Bear-6\n{END}")
    before = game.view(1).key()
    play(game, "0> show_banner")
    assert game.view(1).key() == before


# -- W35: the Guard


ATTACKS = {
    "Rat": ("found:Rat", "[Rat-3 Rat-3]", "at:s1"),
    "Fox": ("found:Fox", "[Fox-3 Fox-3]", "with:s1"),
    "Spider": ("found:Spider", "[Spider-3 Spider-3]", "card_of:s1:Dragon:Dragon-3"),
    "Toad": ("found:Toad", "[Toad-3 Toad-3]", "card_of:s1:Dragon:Dragon-3"),
    "big Rat": ("found_with:Rat:1", "[Rat-3 Rat-3]", "at:s1"),
    "big Fox": ("found_with:Fox:1", "[Fox-3 Fox-3]", "with:s1"),
    "big Spider": ("found_with:Spider:1", "[Spider-3 Spider-3]", "clan_of:s1:Dragon"),
    "big Toad": ("found_with:Toad:1", "[Toad-3 Toad-3]", "clan_of:s1:Dragon"),
    "Nezumi": ("summon:Nezumi", "on:Bear", "at:s1"),
    "Kitsune": ("summon:Kitsune", "on:Bear", "with:s1"),
    "Yurei": ("summon:Yurei", "on:Bear", "clan_of:s1:Dragon"),
    "Kappa": ("summon:Kappa", "on:Bear", "clan_of:s1:Dragon"),
    "Court-Spy": ("use:Court-Spy", "at:s1"),
    "Poisoned-Gift": ("use:Poisoned-Gift", "at:s1"),
    "copied Rat": ("found:Monkey", "[Monkey-1 Monkey-1]", "clan_of:s2:Rat", "at:s1"),
}
EFFECTS = {"loses_cards", "swaps", "swaps_hands", "destroyed", "clan_destroyed", "returns"}
EFFECTS |= {"returns_clan", "must_discard", "gets_gift"}
EACH = pytest.mark.parametrize("attack", ATTACKS)


def aimed(attack: str, court: str) -> Referee:
    """Seat 0 has aimed at seat 1, who holds this Court card."""
    mine = f"court-0: {attack}" if attack in ("Court-Spy", "Poisoned-Gift") else ""
    game = grand(
        f"""
        hand-0: Rat-3*2 Fox-3*2 Spider-3*2 Toad-3*2 Monkey-1*2 Ronin Nezumi Kitsune Yurei Kappa
        hand-1: Carp-1*2 Carp-2*2
        clan-0-Bear: Bear-6
        clan-1-Dragon: Dragon-3*2
        clan-2-Rat: Rat-4
        {mine}
        {court}
        {placing()}
        """,
        3,
    )
    return play(game, *ATTACKS[attack])


@EACH
def test_the_guard_cancels_a_power_that_targets_its_owner(attack: str) -> None:
    """W35: the power is spent, the placement stands."""
    game = aimed(attack, "court-1: Imperial-Guard")
    assert (mover(game), asked(game)) == (1, "guard")
    assert options(game) == {"let_it", "cancel"}
    before = clans(game)
    play(game, "cancel")
    assert clans(game) == before
    assert hand(game, 1) == ["Carp-1", "Carp-1", "Carp-2", "Carp-2"]
    assert zone(game, "corrupt-1") == []
    assert "Imperial-Guard" in zone(game, "court-gone", 2)
    assert zone(game, "court-1") == []
    assert mover(game) == 0
    assert asked(game) == ("place" if attack in ("Court-Spy", "Poisoned-Gift") else "discard")


@EACH
def test_the_guard_may_be_kept(attack: str) -> None:
    """W35"""
    game = aimed(attack, "court-1: Imperial-Guard")
    play(game, "let_it")
    assert zone(game, "court-1") == ["Imperial-Guard"]
    if game.waiting() != [0] or asked(game) == "spy.card":
        game.expire(game.turn)
    assert {line.split()[0] for line in said(game)} & EFFECTS


@EACH
def test_every_target_with_a_court_card_is_asked_in_the_same_way(attack: str) -> None:
    """W35"""
    game = aimed(attack, "court-1: Pardon")
    assert (mover(game), asked(game)) == (1, "guard")
    assert options(game) == {"let_it"}
    assert refused(game, "cancel") == ("not_the_guard", "W35")
    other = aimed(attack, "court-1: Imperial-Guard")
    assert game.view(0) == other.view(0)
    assert game.view(2) == other.view(2)
    assert game.view(3) == other.view(3)


@EACH
def test_a_target_without_a_court_card_is_not_asked(attack: str) -> None:
    """W35"""
    game = aimed(attack, "court-2: Imperial-Guard")
    assert all(asked(game, seat) != "guard" for seat in game.waiting())


def test_the_guard_comes_before_any_other_card_is_chosen_or_shown() -> None:
    """W35"""
    game = aimed("Court-Spy", "court-1: Imperial-Guard")
    assert zone(game, "hand-1", 0) == ["?"] * 4
    game = aimed("Fox", "court-1: Imperial-Guard")
    assert game.waiting() == [1]


def test_nobody_is_asked_to_guard_against_their_own_power() -> None:
    """W35"""
    game = grand(f"hand-0: Toad-3*2 Oni\nclan-0-Bear: Bear-6\ncourt-0: Imperial-Guard\n{placing()}")
    play(game, "found:Toad", "[Toad-3 Toad-3]", "card_of:s0:Bear:Bear-6")
    assert asked(game) == "discard"
    assert hand(game, 0) == ["Bear-6", "Oni"]


def test_the_guard_does_not_answer_tengu() -> None:
    """W35"""
    game = grand(
        f"hand-0: Tengu Fox-3\nclan-0-Bear: Bear-6\nclan-1-Rat: Rat-3 Oni\n"
        f"court-1: Imperial-Guard\n{placing()}"
    )
    play(game, "summon:Tengu", "on:Bear")
    assert clans(game)["1-Rat"] == ["Rat-3"]
    assert mover(game) == 0


def test_the_guard_does_not_answer_the_naming_of_a_clan_by_a_monkey() -> None:
    """W35"""
    game = grand(
        f"hand-0: Monkey-1*2 Oni\nclan-1-Carp: Carp-1\ncourt-1: Imperial-Guard\n{placing()}"
    )
    play(game, "found:Monkey", "[Monkey-1 Monkey-1]", "clan_of:s1:Carp")
    assert (mover(game), asked(game)) == (0, "discard")


def test_time_running_out_lets_the_power_happen() -> None:
    """W35"""
    game = aimed("big Spider", "court-1: Imperial-Guard")
    game.expire(game.turn)
    assert "1-Dragon" not in clans(game)
    assert zone(game, "court-1") == ["Imperial-Guard"]


def test_after_the_guard_mobilisation_goes_on() -> None:
    """W35, W38: only the cancelled power is spent."""
    game = grand(
        f"""
        hand-0: Rat-3*2 Bear-6 Oni
        hand-1: Carp-1*2
        clan-0-Bear: Bear-6
        court-0: Mobilisation
        court-1: Imperial-Guard
        {placing()}
        """
    )
    play(game, "use:Mobilisation", "found:Rat", "[Rat-3 Rat-3]", "at:s1", "cancel")
    assert (mover(game), asked(game)) == (0, "place")
    assert "reinforce:Bear" in options(game)
