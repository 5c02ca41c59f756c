"""The positions where rules meet: first those that the game is known to stumble over."""

from __future__ import annotations

import pytest

from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tests.games.wataah.positions import (
    asked,
    clans,
    counter,
    grand,
    grasshopper,
    hand,
    jigoku,
    mover,
    offer_of,
    options,
    pick_range,
    placing,
    play,
    refused,
    said,
    zone,
)

THREE = "clan-0-Bear: Bear-6\nclan-0-Rat: Rat-3\nclan-0-Crow: Crow-2"


def test_a_monkey_copies_the_toad_on_the_very_clan_just_placed_as_the_fourth() -> None:
    """W16, W18, W20"""
    game = grasshopper(f"{THREE}\nhand-0: Monkey-1*2 Oni\nclan-1-Toad: Toad-1*2\n{placing()}")
    play(game, "found:Monkey", "[Monkey-1 Monkey-1]")
    assert counter(game, "ending") == 1
    play(game, "clan_of:s1:Toad")
    assert "card_of:s0:Monkey:Monkey-1" in options(game)
    assert "decline" not in options(game)
    play(game, "card_of:s0:Monkey:Monkey-1")
    assert game.over
    assert clans(game)["0-Monkey"] == ["Monkey-1"]
    assert hand(game, 0) == ["Monkey-1", "Oni"]
    assert "scores 0 12 0 0 12" in said(game)


def test_a_big_monkey_sends_the_fourth_clan_itself_back_and_the_round_ends_with_three() -> None:
    """W18, W20"""
    game = grasshopper(f"{THREE}\nhand-0: Monkey-1*3 Oni\nclan-1-Toad: Toad-1*2\n{placing()}")
    play(game, "found:Monkey", "[Monkey-1 Monkey-1 Monkey-1]", "clan_of:s1:Toad")
    play(game, "clan_of:s0:Monkey")
    assert game.over
    assert hand(game, 0) == ["Monkey-1"] * 3 + ["Oni"]
    assert "scores 0 11 0 0 11" in said(game)


def test_the_toad_takes_the_last_clan_card_from_under_a_ronin_and_a_yokai() -> None:
    """W12: both are destroyed, and lie in the Jigoku weakest first."""
    game = grasshopper(
        f"hand-0: Toad-1*2 Oni\nclan-1-Carp: Ronin Carp-4 Tengu\njigoku: Rat-5\n{placing()}"
    )
    play(game, "found:Toad", "[Toad-1 Toad-1]", "card_of:s1:Carp:Carp-4")
    assert clans(game) == {"0-Toad": ["Toad-1", "Toad-1"]}
    assert hand(game, 1) == ["Carp-4"]
    assert jigoku(game) == ["Rat-5", "Ronin", "Tengu"]
    assert "stranded 1 1" in said(game)


def test_the_toad_strands_what_stood_on_its_own_clan() -> None:
    """W12, W16"""
    game = grasshopper(f"clan-0-Carp: Carp-4 Ronin\nhand-0: Toad-1*2 Oni\n{placing()}")
    play(game, "found:Toad", "[Toad-1 Toad-1]", "card_of:s0:Carp:Carp-4")
    assert clans(game) == {"0-Toad": ["Toad-1", "Toad-1"]}
    assert hand(game, 0) == ["Carp-4", "Oni"]
    assert jigoku(game) == ["Ronin"]


@pytest.mark.parametrize(("size", "safe"), [(3, False), (4, True)])
@pytest.mark.parametrize("number", [2, 3])
def test_the_spider_on_a_clan_that_paper_wards_protect(size: int, safe: bool, number: int) -> None:
    """W28: all four cards of it, and the clan; one of three cards is not protected."""
    game = grand(
        f"""
        hand-0: Spider-3*3 Oni
        temple-1: Paper-Wards
        clan-1-Bear: Bear-6*{size}
        clan-1-Rat: Rat-3
        {placing()}
        """
    )
    play(game, "found:Spider", f"[{' '.join(['Spider-3'] * number)}]")
    one = "card_of:s1:Bear:Bear-6" if number == 2 else "clan_of:s1:Bear"
    assert (one in options(game)) != safe
    if safe:
        assert refused(game, one) == ("behind_paper_wards", "W28")


def test_the_spider_finds_nothing_but_warded_clans() -> None:
    """W11, W28"""
    game = grand(
        f"hand-0: Spider-3*2 Oni\ntemple-1: Paper-Wards\nclan-1-Bear: Bear-6*4\n{placing()}"
    )
    play(game, "found:Spider", "[Spider-3 Spider-3]")
    assert asked(game) == "discard"
    assert clans(game)["1-Bear"] == ["Bear-6"] * 4


def test_the_dragon_with_two_cards_left_in_deck_and_jigoku_together() -> None:
    """W2: it looks at both, keeps one, and the other is the new deck at once."""
    game = grasshopper(
        f"hand-0: Dragon-3*2 Oni\ndeck: Carp-1\njigoku: Rat-5\nrest: hand-1\n{placing()}"
    )
    play(game, "found:Dragon", "[Dragon-3 Dragon-3]")
    assert zone(game, "looking-0") == ["Carp-1", "Rat-5"]
    assert pick_range(game) == (1, 1)
    play(game, "[Rat-5]")
    assert hand(game, 0) == ["Rat-5", "Oni"]
    assert zone(game, "deck") == ["Carp-1"]
    assert jigoku(game) == []


def test_the_big_dragon_with_two_cards_left_keeps_both_unasked() -> None:
    """W2, W10"""
    game = grasshopper(f"hand-0: Dragon-3*3 Oni\ndeck: Carp-1 Rat-5\nrest: hand-1\n{placing()}")
    play(game, "found:Dragon", "[Dragon-3 Dragon-3 Dragon-3]")
    assert hand(game, 0) == ["Carp-1", "Rat-5", "Oni"]
    assert asked(game) == "discard"


def test_the_dragon_without_any_card_left() -> None:
    """W2, W11"""
    game = grasshopper(f"hand-0: Dragon-3*2 Oni\nrest: hand-1\n{placing()}")
    play(game, "found:Dragon", "[Dragon-3 Dragon-3]")
    assert asked(game) == "discard"
    assert hand(game, 0) == ["Oni"]


def test_cards_looked_at_are_not_shuffled_in() -> None:
    """W2: the deck runs out in the middle of the look."""
    game = grasshopper(
        f"""
        hand-0: Dragon-3*2 Oni
        deck: Carp-1
        jigoku: Rat-5 Rat-4 Rat-3
        rest: hand-1
        {placing()}
        """
    )
    play(game, "found:Dragon", "[Dragon-3 Dragon-3]")
    seen = zone(game, "looking-0")
    assert len(seen) == 3
    assert "Carp-1" in seen
    assert sorted(seen + zone(game, "deck")) == ["Carp-1", "Rat-3", "Rat-4", "Rat-5"]


def test_an_oni_drawn_by_being_corrupt_brings_ten_cards() -> None:
    """W6"""
    game = grasshopper("deck: Oni")
    play(game, "corrupt")
    assert len(hand(game, 0)) == 10
    assert zone(game, "corrupt-0") == ["Oni"]


def test_an_oni_drawn_by_being_corrupt_when_there_are_not_ten_cards() -> None:
    """W2, W6: as many as there are, through the Jigoku."""
    game = grasshopper("deck: Rat-3 Oni\njigoku: Bear-6 Carp-1\nrest: hand-1")
    play(game, "corrupt")
    assert hand(game, 0) == ["Carp-1", "Rat-3", "Bear-6"]
    assert zone(game, "deck") == jigoku(game) == []
    assert said(game)[-1] == "is_corrupt 0 36 3"


def test_the_last_card_of_all_is_an_oni() -> None:
    """W2, W6: being corrupt needs one card, and draws what there is: nothing."""
    game = grasshopper("deck: Oni\nrest: hand-1\nhand-0: Bear-6")
    play(game, "corrupt")
    assert zone(game, "corrupt-0") == ["Oni"]
    assert hand(game, 0) == ["Bear-6"]
    play(game, "place_nothing", "discard:Bear-6")
    assert zone(game, "deck") == ["Bear-6"]
    assert jigoku(game) == []


def test_the_jigoku_is_reshuffled_in_the_middle_of_a_draw() -> None:
    """W2"""
    game = grasshopper(
        f"hand-0: Carp-1*2 Carp-2\ndeck: Rat-3\njigoku: Bear-6*5\nrest: hand-1\n{placing()}"
    )
    play(game, "found:Carp", "[Carp-1 Carp-1 Carp-2]")
    assert hand(game, 0) == ["Rat-3"] + ["Bear-6"] * 3
    assert zone(game, "deck") == ["Bear-6"] * 2
    assert jigoku(game) == []


def test_the_jigoku_is_reshuffled_as_soon_as_the_last_card_is_drawn() -> None:
    """W2: before anything else happens, even if nobody draws more."""
    game = grasshopper("hand-0: Rat-3\ndeck: Oni\njigoku: Bear-6*5\nrest: hand-1")
    play(game, "recruit")
    assert zone(game, "deck") == ["Bear-6"] * 5
    assert jigoku(game) == []
    assert said(game)[:2] == ["reshuffles", "recruits 0"]


def test_a_discard_onto_an_empty_jigoku_with_an_empty_deck_is_the_deck_at_once() -> None:
    """W2"""
    game = grasshopper(f"hand-0: Rat-3 Oni\nrest: hand-1\n{placing()}")
    play(game, "place_nothing", "discard:Oni")
    assert zone(game, "deck") == ["Oni"]
    assert jigoku(game) == []
    assert options(game) == {"recruit", "corrupt"}


def test_without_a_card_to_draw_the_draw_is_skipped() -> None:
    """W2"""
    game = grasshopper("hand-0: Rat-3 Oni\nrest: hand-1")
    assert said(game) == ["nothing_to_draw 0"]
    assert asked(game) == "place"


def test_a_clan_destroyed_onto_an_empty_deck_is_shuffled_as_one_move() -> None:
    """W2, W12: what is stranded is shuffled in with the card that stranded it."""
    game = grasshopper(
        f"hand-0: Spider-3*2 Oni\nclan-1-Carp: Carp-4 Ronin\nrest: hand-1\n{placing()}"
    )
    play(game, "found:Spider", "[Spider-3 Spider-3]", "card_of:s1:Carp:Carp-4")
    assert sorted(zone(game, "deck")) == ["Carp-4", "Ronin"]
    assert said(game).count("reshuffles") == 1


def test_a_fourth_clan_of_spiders_may_be_cancelled_by_the_guard() -> None:
    """W20, W35: the round ends all the same."""
    game = grand(
        f"""
        {THREE}
        hand-0: Spider-3*3
        clan-1-Bear: Bear-6*2
        court-1: Imperial-Guard
        {placing()}
        """
    )
    play(game, "found:Spider", "[Spider-3 Spider-3 Spider-3]", "clan_of:s1:Bear")
    assert (mover(game), asked(game)) == (1, "guard")
    play(game, "cancel")
    assert clans(game)["1-Bear"] == ["Bear-6"] * 2
    assert asked(game) in ("temple", "pawns")


def test_after_the_fourth_clan_there_is_no_discard_and_no_court_card() -> None:
    """W20, W38"""
    game = grand(f"{THREE}\nhand-0: Bear-6 Fox-3*2\ncourt-0: Imperial-Levy\n{placing()}")
    assert "use:Imperial-Levy" in options(game)
    play(game, "found:Fox", "[Fox-3 Fox-3]")
    assert asked(game) == "banner"
    assert hand(game, 0) == ["Bear-6"]


def test_after_the_fourth_clan_mobilisation_reinforces_nothing() -> None:
    """W20"""
    game = grand(f"{THREE}\nhand-0: Bear-6 Fox-3*2\ncourt-0: Mobilisation\n{placing()}")
    play(game, "use:Mobilisation", "found:Fox", "[Fox-3 Fox-3]")
    assert asked(game) in ("temple", "pawns")
    assert clans(game)["0-Bear"] == ["Bear-6"]


def test_a_round_that_nobody_can_go_on_with_is_scored_as_it_stands() -> None:
    """W39: no card in any hand, in the deck or in the Jigoku."""
    game = grasshopper(f"hand-0: Bear-6*2\nrest: corrupt-1\n{placing()}")
    play(game, "found:Bear", "[Bear-6 Bear-6]")
    assert game.over
    assert said(game)[-3] == "stuck"
    assert game.winners() == (0,)


def test_who_holds_a_court_card_is_still_asked_when_nothing_else_is_left() -> None:
    """W38, W39: a Pardon can bring a card back into the game."""
    game = grand(f"hand-0: Bear-6*2\nrest: corrupt-1\ncourt-1: Pardon\n{placing()}")
    play(game, "found:Bear", "[Bear-6 Bear-6]")
    assert (mover(game), asked(game)) == (1, "draw")
    assert options(game) == {"no_draw", "use:Pardon"}
    play(game, "use:Pardon", "absolve:Oni")
    assert zone(game, "deck") == ["Oni"]
    assert options(game) == {"recruit", "corrupt"}


NO_CARD_LEFT = "clan-0-Bear: Bear-6\nrest: corrupt-1"


def holds_back(game: Referee) -> None:
    """One turn of a player who has nothing but a Court card and does not use it."""
    play(game, "no_draw", "place_nothing", "keep_all")


def test_a_court_card_that_nobody_uses_prolongs_a_round_by_one_lap_only() -> None:
    """W39: every player in turn could draw nothing, had no card and used no Court card."""
    game = grand(f"{NO_CARD_LEFT}\ncourt-0: Pardon\ncourt-1: Informer", 3)
    holds_back(game)
    assert mover(game) == 1
    holds_back(game)
    assert "stuck" in said(game)
    assert asked(game, 0) == asked(game, 1) == "banner"


def test_a_lap_begins_anew_with_every_court_card_that_is_used() -> None:
    """W39"""
    courts = "court-0: Pardon\ncourt-1: Informer\ncourt-2: Imperial-Guard"
    game = grand(f"{NO_CARD_LEFT}\n{courts}", 3)
    holds_back(game)
    play(game, "use:Informer", "peek:first")
    assert (mover(game), counter(game, "idle")) == (2, 1)
    holds_back(game)
    holds_back(game)
    assert "stuck" in said(game)


def test_a_court_card_used_after_the_draw_makes_a_turn_of_it() -> None:
    """W38, W39"""
    game = grand(f"{NO_CARD_LEFT}\ncourt-0: Informer\ncourt-1: Pardon", 2)
    play(game, "no_draw", "place_nothing", "use:Informer", "peek:first")
    assert "stuck" not in said(game)
    assert mover(game) == 1


def test_a_lap_is_idle_only_if_everybody_was() -> None:
    """W39: whoever holds a card can act, though there is none to draw."""
    game = grand(f"{NO_CARD_LEFT}\nhand-1: Rat-3\ncourt-0: Pardon", 2)
    holds_back(game)
    play(game, "place_nothing", "discard:Rat-3")
    assert (zone(game, "deck"), counter(game, "idle")) == (["Rat-3"], 0)


def test_a_new_round_begins_without_idle_turns() -> None:
    """W39: what the last round ended with is all on the table again."""
    game = grand(f"{NO_CARD_LEFT}\ncourt-0: Pardon", 2)
    holds_back(game)
    while counter(game, "round") == 1:
        _, offer = offer_of(game)
        play(game, offer.question.spelled[offer.options[-1]])
    assert counter(game, "idle") == 0


# -- hands without limit


BIG_HAND = (
    "Monkey-1*3 Monkey-2 Carp-1*2 Carp-3 Crow-2*2 Crow-4 Toad-1*2 Toad-3*2 Spider-3*3 Spider-4*2 "
    "Fox-2 Fox-3*2 Fox-4*2 Dragon-3*2 Dragon-4 Rat-3*2 Rat-5 Bear-6*3 Ronin*3 Oni Tengu Kappa Yurei"
)


def test_a_hand_of_thirty_cards_and_more_offers_few_choices_at_a_time() -> None:
    """W4: no hand limit."""
    game = grasshopper(f"hand-0: {BIG_HAND}\nclan-0-Bear: Bear-6\n{placing()}")
    assert len(hand(game, 0)) == 40
    assert len(options(game)) <= 45
    play(game, "found_with:Spider:1")
    assert pick_range(game) == (1, 3)
    assert options(game) == {"Spider-3", "Spider-4"}
    play(game, "[Spider-3 Spider-4]")
    assert len(hand(game, 0)) == 37
    assert asked(game) == "discard"
    assert len(options(game)) <= 37


def test_whoever_imagines_a_hand_of_forty_is_offered_as_few_choices() -> None:
    """W4: the rules, the view and an imagined world all together."""
    game = grasshopper(
        f"hand-0: {BIG_HAND}\nclan-0-Bear: Bear-6\nclan-1-Rat: Rat-3\n{placing()}", 4
    )
    play(game, "found:Toad", "[Toad-1 Toad-1 Toad-3]")
    assert asked(game) == "toad.clan"
    imagined = imagine(game.view(0), 1, watched=True)
    offer = offer_of(game)[1]
    assert look(imagined, 0).offers[0].options == offer.options
    assert len(offer.options) <= 45
