"""W19 and W40: what each seat knows, exactly as long as it can be followed."""

from __future__ import annotations

import pytest

from tatami.engine.dice import Dice
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.world import World
from tatami.games.wataah.rules import GAME
from tatami.testing.inputs import any_input
from tests.games.wataah.positions import (
    asked,
    grand,
    grasshopper,
    hand,
    mover,
    options,
    placing,
    play,
    zone,
)


def known(referee: Referee, seat: int, owner: int) -> list[str]:
    """The faces that a seat knows to be in another's hand."""
    return [face for face in zone(referee, f"hand-{owner}", seat) if face != "?"]


def everyone(referee: Referee, owner: int) -> list[list[str]]:
    """The same for everybody else, the spectator last."""
    return [known(referee, seat, owner) for seat in range(referee.seats + 1) if seat != owner]


# -- what is face up, and what is not


def test_a_seat_knows_its_own_hand_and_of_others_only_the_number() -> None:
    """W40"""
    game = grasshopper("hand-0: Oni Rat-3\nhand-1: Bear-6*3", 3)
    assert zone(game, "hand-0", 0) == ["Rat-3", "Oni"]
    assert zone(game, "hand-1", 0) == ["?"] * 3
    assert zone(game, "hand-0", 3) == ["?"] * 2


def test_everybody_knows_the_corruption_cards_for_good() -> None:
    """W40"""
    game = grasshopper("hand-0: Fox-4\nhand-1: Fox-3\ndeck: Crow-3", 3)
    play(game, "corrupt", "place_nothing", "discard:Fox-4", "recruit", "place_nothing")
    for seat in range(4):
        assert zone(game, "corrupt-0", seat) == ["Crow-3"]


def test_a_court_card_is_known_to_its_owner_only() -> None:
    """W30, W40"""
    game = grand("court-0: Pardon\nhand-0: Oni", 3)
    assert zone(game, "court-0", 0) == ["Pardon"]
    assert [zone(game, "court-0", seat) for seat in (1, 2, 3)] == [["?"]] * 3


def test_a_used_court_card_is_known_to_all_and_an_unused_one_to_its_owner() -> None:
    """W30, W37, W40"""
    game = grand(
        f"court-0: Informer\ncourt-1: Pardon\nhand-0: Oni\nclan-0-Bear: Bear-6\n{placing()}"
    )
    play(game, "use:Informer", "peek:first")
    assert zone(game, "court-gone", 1) == ["Informer"]
    game = grand("court-1: Pardon\nclan-0-Bear: Bear-6\nstep: wataah.round_end")
    play(game, "1> show_nothing")
    assert zone(game, "court-gone", 1) == ["Pardon"]
    assert zone(game, "court-gone", 0) == ["?"]


# -- taken, returned, swapped


def test_a_card_taken_from_the_jigoku_is_known_to_all() -> None:
    """W19"""
    game = grasshopper(f"hand-0: Crow-2*2 Oni\njigoku: Bear-6 Rat-4 Rat-5\n{placing()}", 3)
    play(game, "found:Crow", "[Crow-2 Crow-2]", "[Bear-6 Rat-5]")
    assert everyone(game, 0) == [["Rat-5", "Bear-6"]] * 3


def test_a_card_returned_from_the_table_is_known_to_all() -> None:
    """W19"""
    game = grasshopper(
        f"hand-0: Toad-3*3 Oni\nclan-1-Rat: Rat-3 Ronin\nhand-1: Fox-2\n{placing()}", 3
    )
    play(game, "found:Toad", "[Toad-3 Toad-3 Toad-3]", "clan_of:s1:Rat")
    assert everyone(game, 1) == [["Rat-3", "Ronin"]] * 3
    assert zone(game, "hand-1", 0) == ["Rat-3", "Ronin", "?"]


def test_a_known_card_that_is_played_openly_is_known_no_longer_as_held() -> None:
    """W19, W40"""
    game = grasshopper(f"hand-0: Crow-2*2 Oni\njigoku: Bear-6 Rat-5\n{placing()}", 3)
    play(game, "found:Crow", "[Crow-2 Crow-2]", "[Bear-6 Rat-5]", "discard:Rat-5")
    assert everyone(game, 0) == [["Bear-6"]] * 3


def test_a_known_card_survives_the_play_of_an_equal_face() -> None:
    """W40: of equal faces the one that was known leaves."""
    game = grasshopper(f"hand-0: Crow-2*2 Rat-5\njigoku: Bear-6 Rat-5\n{placing()}")
    play(game, "found:Crow", "[Crow-2 Crow-2]", "[Bear-6 Rat-5]", "discard:Rat-5")
    assert known(game, 1, 0) == ["Bear-6"]
    assert hand(game, 0) == ["Rat-5", "Bear-6"]


SWAP = f"""
hand-0: Fox-3*2 Bear-6*2 Oni
hand-1: Carp-1*2 Carp-2 Tengu
{placing()}
"""


def test_swapped_cards_are_known_to_both_who_swapped_and_to_nobody_else() -> None:
    """W19"""
    game = grasshopper(SWAP, 3)
    play(game, "found:Fox", "[Fox-3 Fox-3]", "with:s1")
    play(game, "0> [Bear-6 Bear-6 Oni]", "1> [Carp-1 Carp-1 Carp-2]")
    assert known(game, 0, 1) == ["Bear-6", "Bear-6", "Oni"]
    assert known(game, 1, 0) == ["Carp-1", "Carp-1", "Carp-2"]
    for seat in (2, 3):
        assert known(game, seat, 0) == known(game, seat, 1) == []


def test_swapped_hands_are_known_to_both_who_swapped_and_to_nobody_else() -> None:
    """W19"""
    game = grasshopper(SWAP.replace("Fox-3*2", "Fox-3*3"), 3)
    play(game, "found:Fox", "[Fox-3 Fox-3 Fox-3]", "with:s1")
    assert known(game, 0, 1) == hand(game, 1) == ["Bear-6", "Bear-6", "Oni"]
    assert known(game, 1, 0) == hand(game, 0)
    assert known(game, 2, 0) == known(game, 2, 1) == []


def test_what_was_known_goes_along_with_swapped_hands() -> None:
    """W19: a third player who knew a card in one hand knows that it is in the other now."""
    game = grasshopper(
        f"""
        hand-0: Crow-2*2 Oni
        hand-1: Fox-3*3
        jigoku: Bear-6 Rat-5
        {placing()}
        """,
        3,
    )
    play(game, "found:Crow", "[Crow-2 Crow-2]", "[Bear-6 Rat-5]", "discard:Oni")
    assert known(game, 2, 0) == ["Rat-5", "Bear-6"]
    play(game, "recruit", "found:Fox", "[Fox-3 Fox-3 Fox-3]", "with:s0")
    assert known(game, 2, 1) == ["Rat-5", "Bear-6"]
    assert known(game, 2, 0) == []


def test_a_swap_of_some_cards_ends_what_a_third_player_could_follow() -> None:
    """W19, W40: the Bear may have gone over, or not."""
    game = grasshopper(
        f"""
        hand-0: Crow-2*2 Oni Carp-1*2
        hand-1: Fox-3*2 Carp-2*2 Carp-3
        jigoku: Bear-6 Rat-5
        {placing()}
        """,
        3,
    )
    play(game, "found:Crow", "[Crow-2 Crow-2]", "[Bear-6 Rat-5]", "discard:Oni")
    play(game, "recruit", "found:Fox", "[Fox-3 Fox-3]", "with:s0")
    play(game, "1> [Carp-2 Carp-2 Carp-3]", "0> [Bear-6 Carp-1 Carp-1]")
    assert known(game, 2, 0) == known(game, 2, 1) == []
    seen = {tuple(sorted(faces_of(imagine(game.view(2), seed), "hand-1"))) for seed in range(60)}
    assert {"Bear-6" in faces for faces in seen} == {True, False}
    assert known(game, 0, 1) == ["Carp-1", "Carp-1", "Bear-6"]
    assert known(game, 1, 0) == ["Carp-2", "Carp-2", "Carp-3", "Rat-5"]


def faces_of(world: World, name: str) -> list[str]:
    return [GAME.faces[face] for face in world.faces(world.layout.places[name])]


def test_what_a_rat_takes_unseen_by_nobody_is_in_the_jigoku_for_all() -> None:
    """W36, W40"""
    game = grasshopper(f"hand-0: Rat-3*2 Oni\nhand-1: Carp-1*2 Carp-2\n{placing()}", 3)
    play(game, "found:Rat", "[Rat-3 Rat-3]", "at:s1", "[Carp-1 Carp-2]")
    for seat in range(4):
        assert zone(game, "jigoku", seat) == ["Carp-1", "Carp-2"]
    assert everyone(game, 1) == [[]] * 3


# -- looks


def test_what_the_dragon_showed_only_its_player_knows() -> None:
    """W19"""
    game = grasshopper(f"hand-0: Dragon-3*2 Oni\ndeck: Rat-3 Rat-4 Rat-5\n{placing()}", 3)
    play(game, "found:Dragon", "[Dragon-3 Dragon-3]")
    assert [zone(game, "looking-0", seat) for seat in (1, 2, 3)] == [["?"] * 3] * 3
    play(game, "[Rat-5]")
    assert everyone(game, 0) == [[]] * 3
    for seat in range(4):
        assert zone(game, "jigoku", seat) == ["Rat-3", "Rat-4"]


def test_a_court_spy_remembers_the_hand_it_saw() -> None:
    """W40"""
    game = grand(f"court-0: Court-Spy\nhand-0: Oni\nhand-1: Carp-1*2 Bear-6\n{placing()}", 3)
    play(game, "use:Court-Spy", "at:s1", "throw_out:Bear-6")
    assert known(game, 0, 1) == ["Carp-1", "Carp-1"]
    assert known(game, 2, 1) == []


def test_a_decoy_stays_known_to_whoever_looked() -> None:
    """W28, W40"""
    game = grand("clan-0-Bear: Bear-6\nhand-0: Oni\nstep: wataah.round_end", 2)
    play(game, "peek:second", "to_showdown:4", "to_missions:2", "peek:first")
    assert zone(game, "decoy-1", 1) == ["Grugazor"]
    assert zone(game, "decoy-0", 1) == ["Gaijins"]
    assert zone(game, "decoy-1", 0) == zone(game, "decoy-0", 0) == ["?"]
    play(game, "recruit", "place_nothing", "discard:Oni")
    assert zone(game, "decoy-1", 1) == ["Grugazor"]


def test_who_knows_three_decoys_knows_that_the_boss_is_one_of_two() -> None:
    """W23, W40"""
    game = grand("clan-0-Bear: Bear-6\nmissions-1 = 1\nstep: wataah.round_end", 3)
    play(game, "peek:first", "peek:third", "to_showdown:4", "to_missions:1", "peek:second")
    bosses = {faces_of(imagine(game.view(1), seed), "boss")[0] for seed in range(40)}
    assert bosses == {"Dark-Shogun", "Ma-Maho", "Zombies"}
    play(game, "to_showdown:3", "to_missions:2", "peek:third")
    bosses = {faces_of(imagine(game.view(1), seed), "boss")[0] for seed in range(40)}
    assert bosses == {"Dark-Shogun", "Zombies"}
    others = {faces_of(imagine(game.view(0), seed), "boss")[0] for seed in range(60)}
    assert len(others) == 5


def test_the_temple_card_put_under_the_deck_is_followed_by_whoever_put_it_there() -> None:
    """W28, W40"""
    game = grand("clan-0-Bear: Bear-6\nstep: wataah.round_end", 2)
    play(game, "temple_cards")
    kept, other = sorted(zone(game, "looking-1"))
    play(game, f"keep_face_up:{kept}")
    assert zone(game, "temple-deck", 1) == [other] + ["?"] * 8
    assert zone(game, "temple-deck", 0) == ["?"] * 9


# -- shuffling


def test_shuffling_ends_all_that_was_known_of_the_places() -> None:
    """W2, W40: the deck holds the old Jigoku, in an order that nobody knows."""
    game = grasshopper(
        "hand-0: Oni Fox-2\ndeck: Tengu\njigoku: Bear-6 Rat-5 Carp-1\nrest: hand-1", 2
    )
    play(game, "recruit")
    for seat in range(3):
        assert zone(game, "deck", seat) == ["?"] * 3
    orders = {tuple(faces_of(imagine(game.view(1), seed), "deck")) for seed in range(60)}
    assert len(orders) == 6
    assert {tuple(sorted(order)) for order in orders} == {("Bear-6", "Carp-1", "Rat-5")}


def test_a_card_known_in_a_hand_is_known_through_a_reshuffle() -> None:
    """W19, W40: it is not shuffled."""
    game = grasshopper(
        f"hand-0: Crow-2*2 Oni\njigoku: Bear-6 Rat-5 Rat-4\ndeck: Fox-2\nrest: hand-1\n{placing()}",
        2,
    )
    play(game, "found:Crow", "[Crow-2 Crow-2]", "[Bear-6 Rat-5]", "discard:Oni", "recruit")
    assert zone(game, "jigoku") == []
    assert known(game, 1, 0) == ["Rat-5", "Bear-6"]


def test_a_known_card_once_discarded_and_reshuffled_is_lost_from_sight() -> None:
    """W40"""
    game = grasshopper(
        f"hand-0: Crow-2*2 Oni\njigoku: Bear-6 Rat-5\ndeck: Fox-2\nrest: hand-1\n{placing()}", 3
    )
    play(game, "found:Crow", "[Crow-2 Crow-2]", "[Bear-6 Rat-5]", "discard:Bear-6", "recruit")
    assert zone(game, "deck") == ["Bear-6"]
    assert zone(game, "deck", 2) == ["?"]
    assert known(game, 2, 0) == ["Rat-5"]


def test_the_last_hidden_cards_are_known_by_counting() -> None:
    """W40: all else is seen, so the one hidden card must be this."""
    game = grasshopper("hand-0: Oni\nhand-1: Fox-2\nrest: jigoku\ndeck: Rat-5", 2)
    seen = zone(game, "jigoku", 0)
    assert len(seen) == 91
    found = {tuple(faces_of(imagine(game.view(0), seed), "hand-1")) for seed in range(30)}
    assert found == {("Fox-2",), ("Rat-5",)}


# -- nothing else


def test_which_cards_are_chosen_is_nobodys_business_until_they_are_placed() -> None:
    """W40"""
    game = grasshopper(f"hand-0: Carp-1*2 Carp-2 Ronin Oni\nclan-0-Bear: Bear-6\n{placing()}", 3)
    before = [game.view(seat).key() for seat in (1, 2, 3)]
    play(game, "found_with:Carp:1", "card:Carp-1")
    assert [game.view(seat).key() for seat in (1, 2, 3)] == before
    assert game.back(0)
    assert game.back(0)
    play(game, "summon:Oni")
    assert [game.view(seat).key() for seat in (1, 2, 3)] == before


SAME = [
    "hand-1: Carp-1*2 Bear-6\nhand-2: Rat-4 Oni\ncourt-1: Imperial-Guard\ncourt-2: Pardon",
    "hand-1: Rat-4 Oni Ronin\nhand-2: Carp-1*2\ncourt-1: Pardon\ncourt-2: Imperial-Guard",
    "hand-1: Fox-2 Tengu Kappa\nhand-2: Yurei*1 Toad-1\ncourt-1: Moon-Banner\ncourt-2: Informer",
]


def test_of_two_equal_cards_in_the_hidden_dojo_nobody_can_tell_that_they_are() -> None:
    """W19, W28: one is asked even where there is but one face to keep."""
    games = [grand(f"temple-0: Hidden-Dojo\ndeck: Rat-3 {top}", 3) for top in ("Rat-3", "Oni")]
    for game in games:
        play(game, "dojo")
        assert (mover(game), asked(game)) == (0, "dojo.keep")
    assert games[0].view(1) == games[1].view(1)
    play(games[0], "keep:Rat-3")
    play(games[1], "keep:Oni")
    assert games[0].view(1) == games[1].view(1)
    assert known(games[0], 1, 0) == []


def test_a_card_bought_at_the_bone_market_is_followed_until_a_swap_may_have_taken_it() -> None:
    """W19, W40"""
    hands = "hand-0: Toad-1 Carp-1*2 Carp-2\nhand-1: Fox-3*2 Spider-4*4"
    game = grand(f"temple-0: Bone-Market\njigoku: Bear-6\n{hands}", 3)
    play(game, "market", "place_nothing", "discard:Toad-1")
    assert everyone(game, 0) == [["Bear-6"]] * 3
    play(game, "recruit", "found:Fox", "[Fox-3 Fox-3]", "with:s0")
    play(game, "1> [Spider-4 Spider-4 Spider-4]", "0> [Bear-6 Carp-1 Carp-1]")
    assert known(game, 2, 0) == known(game, 2, 1) == []
    assert known(game, 0, 1) == ["Carp-1", "Carp-1", "Bear-6"]
    play(game, "discard:Bear-6")
    assert zone(game, "jigoku", 2)[-1] == "Bear-6"
    assert "Bear-6" not in known(game, 0, 1)


def test_who_gives_the_whole_hand_in_a_small_swap_is_followed_all_the_same() -> None:
    """W19, W40: the one card there was has gone over."""
    game = grasshopper(
        f"""
        hand-0: Crow-2*2
        hand-1: Fox-3*2 Spider-4*4
        jigoku: Bear-6 Rat-5
        {placing()}
        """,
        3,
    )
    play(game, "found:Crow", "[Crow-2 Crow-2]", "[Bear-6 Rat-5]", "discard:Rat-5")
    assert everyone(game, 0) == [["Bear-6"]] * 3
    play(game, "recruit", "found:Fox", "[Fox-3 Fox-3]", "with:s0")
    play(game, "1> [Spider-4]", "0> [Bear-6]")
    assert known(game, 2, 1) == ["Bear-6"]
    assert known(game, 2, 0) == []
    assert known(game, 1, 0) == ["Spider-4"]


def test_what_a_spy_saw_is_followed_into_the_hand_that_gets_all_of_it() -> None:
    """W19, W40"""
    position = "court-0: Court-Spy\nhand-0: Oni Tengu\nhand-1: Carp-1*2 Bear-6 Carp-5"
    game = grand(f"{position}\nhand-2: Spider-4*4 Fox-3*2\n{placing()}", 3)
    play(game, "use:Court-Spy", "at:s1", "throw_out:Carp-1", "place_nothing", "discard:Oni")
    assert known(game, 0, 1) == ["Carp-1", "Carp-5", "Bear-6"]
    play(game, "recruit", "place_nothing", "discard:Bear-6")
    assert known(game, 0, 1) == ["Carp-1", "Carp-5"]
    play(game, "recruit", "found:Fox", "[Fox-3 Fox-3]", "with:s1")
    new = next(face for face in hand(game, 1) if face not in ("Carp-1", "Carp-5"))
    play(game, "2> [Spider-4 Spider-4 Spider-4]", f"1> [Carp-1 Carp-5 {new}]")
    assert known(game, 0, 2) == ["Carp-1", "Carp-5"]
    assert known(game, 0, 1) == []


@pytest.mark.parametrize("hidden", SAME[1:])
def test_what_a_seat_cannot_see_changes_nothing_for_it(hidden: str) -> None:
    """W40"""
    here = f"hand-0: Rat-3*2 Bear-6*2\nclan-0-Carp: Carp-4\nclan-1-Crow: Crow-2\n{placing()}"
    tables = [grand(f"{here}\n{one}", 3) for one in (SAME[0], hidden)]
    for answer in ("found:Rat", "[Rat-3 Rat-3]", "at:s1", "1> let_it"):
        assert tables[0].view(0) == tables[1].view(0)
        assert tables[0].events(0) == tables[1].events(0)
        for game in tables:
            play(game, answer)
    assert tables[0].view(0) == tables[1].view(0)
    assert (mover(tables[0]), asked(tables[0])) == (1, "rat.cards")
    assert options(tables[0]) != options(tables[1])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["grasshopper", "grand-master"])
def test_every_view_can_be_imagined_and_looks_the_same(seats: int, mode: str) -> None:
    """W40"""
    dice = Dice(bytes(range(32)))
    referee = Referee(GAME, seats, seats, GAME.choose_settings({"mode": mode}))
    number = 0
    while not referee.over:
        number += 1
        if number % 9 == 0:
            for seat in range(seats + 1):
                view = referee.view(seat)
                world = imagine(view, number, watched=True)
                assert look(world, seat) == view
        any_input(referee, dice).give(referee)
