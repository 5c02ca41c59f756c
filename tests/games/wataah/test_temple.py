"""The ten Temple cards (W28), each in force for the whole round."""

from __future__ import annotations

import pytest

from tests.games.wataah.positions import (
    asked,
    clans,
    counters,
    grand,
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

END = "step: wataah.round_end"

# -- Hidden Dojo


def test_the_hidden_dojo_shows_the_top_2_of_which_1_is_kept() -> None:
    """W28, W19"""
    game = grand("temple-0: Hidden-Dojo\ndeck: Rat-3 Bear-6 Carp-1", 3)
    assert options(game) == {"recruit", "corrupt", "dojo"}
    play(game, "dojo")
    assert options(game) == {"keep:Bear-6", "keep:Carp-1"}
    assert zone(game, "looking-0", 0) == ["Carp-1", "Bear-6"]
    assert zone(game, "looking-0", 1) == ["?", "?"]
    assert refused(game, "keep:Rat-3") == ("not_looked_at", "W28")
    play(game, "keep:Bear-6")
    assert hand(game, 0) == ["Bear-6"]
    assert jigoku(game) == ["Carp-1"]
    assert asked(game) == "place"


def test_the_hidden_dojo_is_a_may() -> None:
    """W28"""
    game = grand("temple-0: Hidden-Dojo\ndeck: Bear-6 Carp-1")
    play(game, "recruit")
    assert hand(game, 0) == ["Carp-1"]


def test_the_hidden_dojo_with_a_single_card_left() -> None:
    """W2, W28"""
    game = grand("temple-0: Hidden-Dojo\ndeck: Carp-1\nrest: hand-1")
    play(game, "dojo")
    assert options(game) == {"keep:Carp-1"}
    play(game, "keep:Carp-1")
    assert hand(game, 0) == ["Carp-1"]
    assert jigoku(game) == []


def test_a_temple_card_helps_only_its_owner() -> None:
    """W28"""
    game = grand("temple-1: Hidden-Dojo\ntemple-0: Veiled-Bribes")
    assert options(game) == {"recruit", "corrupt"}
    assert refused(game, "dojo") == ("not_your_temple_card", "W28")
    assert refused(game, "market") == ("not_your_temple_card", "W28")


# -- Silent Step


def test_silent_step_may_skip_the_discard() -> None:
    """W28"""
    game = grand(f"temple-0: Silent-Step\nhand-0: Bear-6 Rat-3\n{placing()}")
    play(game, "place_nothing")
    assert options(game) == {"discard:Bear-6", "discard:Rat-3", "keep_all"}
    play(game, "keep_all")
    assert hand(game, 0) == ["Rat-3", "Bear-6"]
    assert (mover(game), said(game)[-1]) == (1, "keeps_all 0")


def test_silent_step_may_discard_all_the_same() -> None:
    """W28"""
    game = grand(f"temple-0: Silent-Step\nhand-0: Bear-6 Rat-3\n{placing()}")
    play(game, "place_nothing", "discard:Rat-3")
    assert jigoku(game) == ["Rat-3"]


def test_silent_step_asks_nothing_of_an_empty_hand() -> None:
    """W5, W28"""
    game = grand(f"temple-0: Silent-Step\nhand-0: Bear-6*2\n{placing()}")
    play(game, "found:Bear", "[Bear-6 Bear-6]")
    assert (mover(game), asked(game)) == (1, "draw")
    assert "keeps_all 0" not in said(game)


# -- Bone Market


def test_the_bone_market_sells_the_top_card_of_the_jigoku() -> None:
    """W28, W19: everybody knows the card."""
    game = grand("temple-0: Bone-Market\njigoku: Oni Bear-6", 3)
    assert options(game) == {"recruit", "corrupt", "market"}
    play(game, "market")
    assert hand(game, 0) == ["Bear-6"]
    assert zone(game, "hand-0", 1) == zone(game, "hand-0", 3) == ["Bear-6"]
    assert jigoku(game) == ["Oni"]


def test_the_bone_market_is_closed_when_the_jigoku_is_empty() -> None:
    """W28"""
    game = grand("temple-0: Bone-Market")
    assert options(game) == {"recruit", "corrupt"}
    assert refused(game, "market") == ("jigoku_is_empty", "W28")


def test_without_any_card_there_is_no_way_to_draw() -> None:
    """W2"""
    game = grand("temple-0: Bone-Market\ncourt-0: Informer\nrest: hand-1")
    assert options(game) == {"no_draw", "use:Informer"}
    assert refused(game, "market") == ("no_card_to_draw", "W2")
    assert refused(game, "recruit") == ("no_card_to_draw", "W2")


def test_cards_that_arrive_together_lie_weakest_first_and_strongest_on_top() -> None:
    """W28: of equals, the one that the tables list later is on top."""
    game = grand(
        f"""
        hand-0: Spider-3*3
        clan-1-Carp: Carp-3 Kappa Ronin Carp-1
        jigoku: Oni
        temple-1: Bone-Market
        {placing()}
        """
    )
    play(game, "found:Spider", "[Spider-3 Spider-3 Spider-3]", "clan_of:s1:Carp")
    assert jigoku(game) == ["Oni", "Carp-1", "Ronin", "Carp-3", "Kappa"]
    assert mover(game) == 1
    play(game, "market")
    assert hand(game, 1) == ["Kappa"]


def test_of_equal_faces_the_uppermost_leaves() -> None:
    """W28"""
    game = grand(f"hand-0: Crow-2*2 Oni\njigoku: Bear-6 Rat-3 Bear-6 Carp-1\n{placing()}")
    play(game, "found:Crow", "[Crow-2 Crow-2]", "[Carp-1 Bear-6]")
    assert jigoku(game) == ["Bear-6", "Rat-3"]


# -- Veiled Bribes, Cleansing Smoke


def test_veiled_bribes_draw_1_card_more() -> None:
    """W28"""
    game = grand("temple-0: Veiled-Bribes\ndeck: Crow-3")
    play(game, "corrupt")
    assert len(hand(game, 0)) == 6


def test_veiled_bribes_do_nothing_for_who_recruits() -> None:
    """W28"""
    game = grand("temple-0: Veiled-Bribes")
    play(game, "recruit")
    assert len(hand(game, 0)) == 1


def test_the_highest_corrupt_card_does_not_count_through_cleansing_smoke() -> None:
    """W21, W28"""
    game = grand(
        f"temple-0: Cleansing-Smoke\ncorrupt-0: Carp-2 Oni Rat-5\nclan-1-Carp: Carp-1\n{END}"
    )
    assert counters(game, "score") == [-7, 1]
    assert said(game)[0] == "scores 0 0 15 8 -7"


def test_cleansing_smoke_does_not_make_one_less_corrupt_in_a_tie() -> None:
    """W21, W26"""
    game = grand(
        f"""
        temple-0: Cleansing-Smoke
        clan-0-Bear: Bear-6
        corrupt-0: Oni
        clan-1-Rat: Rat-4*2
        corrupt-1: Carp-2
        shosho = s0
        {END}
        """
    )
    assert counters(game, "score") == [6, 6]
    assert "shosho_goes 1" in said(game)


def test_cleansing_smoke_with_a_clean_pile() -> None:
    """W28"""
    game = grand(f"temple-0: Cleansing-Smoke\nclan-1-Carp: Carp-1\n{END}")
    assert counters(game, "score") == [0, 1]


# -- Paper Wards


@pytest.mark.parametrize("me", [0, 1])
def test_paper_wards_protect_from_anyones_toad_the_owners_too(me: int) -> None:
    """W28"""
    game = grand(
        f"""
        hand-{me}: Toad-3*2 Oni
        temple-1: Paper-Wards
        clan-1-Bear: Bear-6*4
        clan-1-Rat: Rat-3
        {placing(me)}
        """
    )
    play(game, "found:Toad", "[Toad-3 Toad-3]")
    assert "card_of:s1:Rat:Rat-3" in options(game)
    assert "card_of:s1:Bear:Bear-6" not in options(game)
    assert refused(game, "card_of:s1:Bear:Bear-6") == ("behind_paper_wards", "W28")


def test_paper_wards_are_counted_when_the_power_is_applied() -> None:
    """W28: the fourth card placed with the Toad itself protects its clan."""
    game = grand(f"hand-0: Toad-1*2 Toad-3*2 Oni\ntemple-0: Paper-Wards\n{placing()}")
    play(game, "found:Toad", "[Toad-1 Toad-1 Toad-3 Toad-3]")
    assert asked(game) == "discard"
    assert said(game)[-1] == "no_effect 0 3"


def test_paper_wards_protect_from_tengu() -> None:
    """W28: Tengu itself too, where it is the fourth card of a warded clan."""
    game = grand(
        f"""
        hand-0: Tengu Fox-3
        temple-0: Paper-Wards
        temple-1: Yokai-Pact
        clan-0-Bear: Bear-6*2 Oni
        clan-0-Carp: Carp-1 Kappa
        clan-1-Rat: Rat-3*3 Nezumi
        {placing()}
        """
    )
    play(game, "summon:Tengu", "on:Bear")
    assert clans(game)["0-Bear"] == ["Bear-6", "Bear-6", "Oni", "Tengu"]
    assert clans(game)["0-Carp"] == ["Carp-1"]
    assert clans(game)["1-Rat"] == ["Rat-3"] * 3


def test_paper_wards_do_not_protect_from_being_copied() -> None:
    """W18, W28"""
    game = grand(
        f"""
        hand-0: Monkey-1*2 Oni
        temple-1: Paper-Wards
        clan-1-Carp: Carp-1*2 Carp-2*2
        {placing()}
        """
    )
    play(game, "found:Monkey", "[Monkey-1 Monkey-1]")
    assert options(game) == {"clan_of:s1:Carp"}


def test_paper_wards_apply_to_a_copied_power() -> None:
    """W18, W28"""
    game = grand(
        f"""
        hand-0: Monkey-1*2 Oni
        temple-1: Paper-Wards
        clan-1-Spider: Spider-3*4
        clan-1-Rat: Rat-3
        {placing()}
        """
    )
    play(game, "found:Monkey", "[Monkey-1 Monkey-1]", "clan_of:s1:Spider")
    assert options(game) == {"card_of:s1:Rat:Rat-3"}


# -- Closed Fist


@pytest.mark.parametrize(
    ("cards", "question"),
    [("Rat-3*2", "rat.whom"), ("Fox-3*2", "fox.whom"), ("Fox-3*3", "hands.whom")],
)
@pytest.mark.parametrize("copied", [False, True])
def test_nobody_can_choose_a_closed_fist_for_rat_or_fox(
    cards: str, question: str, copied: bool
) -> None:
    """W28, W18: copies included."""
    face, number = cards.split("*")
    clan = face.split("-")[0]
    mine = f"Monkey-1*{number}" if copied else cards
    game = grand(
        f"""
        hand-0: {mine} Oni Bear-6
        hand-1: Carp-1*2 Carp-2
        hand-2: Crow-2*3
        temple-1: Closed-Fist
        clan-2-{clan}: {face.replace("3", "4")}
        {placing()}
        """,
        3,
    )
    own = "Monkey" if copied else clan
    cards = " ".join([mine.split("*")[0]] * int(number))
    play(game, f"found:{own}", f"[{cards}]")
    if copied:
        play(game, f"clan_of:s2:{clan}")
    assert asked(game) == question
    verb = "at" if clan == "Rat" else "with"
    assert options(game) == {f"{verb}:s2"}
    assert refused(game, f"{verb}:s1") == ("behind_closed_fist", "W28")


@pytest.mark.parametrize("yokai", ["Nezumi", "Kitsune"])
def test_nobody_can_choose_a_closed_fist_for_nezumi_or_kitsune(yokai: str) -> None:
    """W28"""
    position = f"hand-0: {yokai} Oni\nclan-0-Bear: Bear-6\nhand-1: Carp-1*2\ntemple-1: Closed-Fist"
    game = grand(f"{position}\n{placing()}")
    play(game, f"summon:{yokai}", "on:Bear")
    assert asked(game) == "discard"
    assert said(game)[-1].startswith("no_effect 0")


def test_a_closed_fist_protects_only_the_hand() -> None:
    """W28"""
    game = grand(f"hand-0: Spider-3*2 Oni\nclan-1-Rat: Rat-3\ntemple-1: Closed-Fist\n{placing()}")
    play(game, "found:Spider", "[Spider-3 Spider-3]")
    assert options(game) == {"card_of:s1:Rat:Rat-3"}


def test_a_closed_fist_does_not_stop_a_court_spy() -> None:
    """W28"""
    game = grand(
        f"court-0: Court-Spy\nhand-0: Oni\nhand-1: Rat-3\ntemple-1: Closed-Fist\n{placing()}"
    )
    play(game, "use:Court-Spy")
    assert options(game) == {"at:s1"}


# -- Twin Shadows

TWIN = """
temple-0: Twin-Shadows
hand-0: Carp-1*2 Rat-4 Ronin Oni Bear-6
clan-0-Rat: Rat-3
clan-0-Bear: Bear-6*4
"""


def test_twin_shadows_adds_a_card_to_another_clan_before_the_power() -> None:
    """W28: with no power of its own."""
    game = grand(f"{TWIN}\n{placing()}")
    play(game, "found:Carp", "[Carp-1 Carp-1]")
    assert asked(game) == "twin"
    assert len(hand(game, 0)) == 4
    assert options(game) == {"add_nothing", "add:Rat:Rat-4", "add:Rat:Ronin"}
    assert refused(game, "add:Carp:Ronin") == ("not_the_new_clan", "W28")
    assert refused(game, "add:Bear:Bear-6") == ("clan_is_full", "W9")
    assert refused(game, "add:Fox:Ronin") == ("no_such_clan_of_yours", "W8")
    assert refused(game, "add:Rat:Bear-6") == ("another_clan", "W28")
    assert refused(game, "add:Rat:Oni") == ("yokai_comes_alone", "W28")
    assert refused(game, "add:Rat:Rat-5") == ("not_in_hand", "W28")
    play(game, "add:Rat:Rat-4")
    assert clans(game)["0-Rat"] == ["Rat-3", "Rat-4"]
    assert len(hand(game, 0)) == 3 + 2
    assert asked(game) == "discard"


def test_twin_shadows_is_a_may() -> None:
    """W28"""
    game = grand(f"{TWIN}\n{placing()}")
    play(game, "found:Carp", "[Carp-1 Carp-1]", "add_nothing")
    assert clans(game)["0-Rat"] == ["Rat-3"]


def test_twin_shadows_follows_the_fourth_clan_too() -> None:
    """W20, W28"""
    game = grand(f"{TWIN}\nclan-0-Crow: Crow-2\n{placing()}")
    play(game, "found:Carp", "[Carp-1 Carp-1]")
    assert asked(game) == "twin"
    play(game, "add:Rat:Ronin")
    assert counters(game, "score")[0] == 24 + 4 + 2 + 2


def test_twin_shadows_does_not_follow_a_reinforcement() -> None:
    """W28"""
    game = grand(f"{TWIN}\n{placing()}")
    play(game, "reinforce:Rat", "[Rat-4]")
    assert asked(game) == "discard"


def test_twin_shadows_is_not_asked_without_another_clan_that_has_room() -> None:
    """W28: that is public."""
    game = grand(f"temple-0: Twin-Shadows\nhand-0: Carp-1*2 Ronin\n{placing()}")
    play(game, "found:Carp", "[Carp-1 Carp-1]")
    assert asked(game) == "discard"


def test_twin_shadows_is_asked_whatever_one_holds() -> None:
    """W28: what one holds is nobody's business."""
    game = grand(f"temple-0: Twin-Shadows\nhand-0: Carp-1*2 Fox-2\nclan-0-Rat: Rat-3\n{placing()}")
    play(game, "found:Carp", "[Carp-1 Carp-1]")
    assert (asked(game), options(game)) == ("twin", {"add_nothing"})


# -- Yokai Pact, Full Ranks


def test_the_yokai_pact_gives_2_for_each_yokai() -> None:
    """W28"""
    game = grand(
        f"temple-0: Yokai-Pact\nclan-0-Bear: Bear-6 Oni Kappa Ronin\nclan-0-Rat: Rat-3 Yurei\n{END}"
    )
    assert counters(game, "score")[0] == 6 + 8 + 3 + 1 + 3 + 1 + 6


def test_full_ranks_give_3_for_each_clan_of_4() -> None:
    """W28"""
    game = grand(
        f"temple-0: Full-Ranks\nclan-0-Bear: Bear-6*3 Ronin\nclan-0-Rat: Rat-3*3\n"
        f"clan-0-Carp: Carp-1*2 Carp-2 Oni\n{END}"
    )
    assert counters(game, "score")[0] == 19 + 9 + 12 + 6


def test_a_temple_card_serves_for_the_whole_next_round_and_then_no_more() -> None:
    """W28"""
    game = grand("temple-0: Silent-Step\nhand-0: Bear-6\nhand-1: Rat-3", 2)
    for _ in range(2):
        play(game, "recruit", "place_nothing", "keep_all", "recruit", "place_nothing")
        play(game, "discard:" + hand(game, 1)[0])
    assert pick_range(game) == (0, 0)
    game = grand(f"temple-0: Silent-Step\nhand-0: Bear-6\nclan-0-Bear: Bear-6\n{END}")
    play(game, "peek:first", "to_showdown:4", "to_showdown:2", "recruit", "place_nothing")
    assert "keep_all" not in options(game)
