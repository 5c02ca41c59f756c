"""N25 to N30: the House Reveal, payment, and the end of the game."""

from __future__ import annotations

import pytest

from tatami.engine.referee import Referee
from tatami.games.night.cards import SPLITS, TOKEN
from tatami.games.night.rules import GAME
from tatami.games.night.zones import REVEAL as AT_THE_REVEAL
from tatami.games.night.zones import STAGE
from tests.games.night.positions import (
    MEMBERS,
    REVEAL,
    TRICKSTER,
    asked,
    counts,
    dead,
    knows,
    phase,
    play,
    quiet,
    reveal,
    said,
    table,
    zone,
)


def dawn(alive: str, fallen: str = "", hands: str = "", unmask: int = -1) -> Referee:
    """The survivors and the fallen by their House cards, seat by seat; who has what in hand."""
    cards = [*alive.split(), *fallen.split()]
    position = hands + "".join(
        f"\ndead-{seat} = 1" for seat in range(len(alive.split()), len(cards))
    )
    every = {4: 2, 5: 2, 6: 3, 7: 3, 8: 4, 9: 4, 10: 5, 11: 5}
    names = [
        f"{house}-{rank}"
        for rank in range(1, every[len(cards)] + 1)
        for house in ("Crane", "Lotus")
    ]
    assert sorted(cards) == sorted(names + (["Ronin"] if len(cards) % 2 else []))
    game = table(position, len(cards), REVEAL, " ".join(cards))
    reveal(game, unmask)
    return game


def paid(game: Referee) -> list[int]:
    return [seat for seat, number in enumerate(counts(game)) if number]


# -- N25


def test_the_best_surviving_rank_wins_however_many_of_the_others_live() -> None:
    """N25: the first picture of the book: one Lotus against several Cranes."""
    game = dawn("Lotus-1 Crane-2 Crane-3 Crane-4", "Crane-1 Lotus-2 Lotus-3 Lotus-4")
    assert said(game, "house_wins") == ["house_wins 1"]
    assert paid(game) == [0, 5, 6, 7]


def test_equal_ranks_are_compared_further_down() -> None:
    """N25: the second picture: 1 and 1, 2 and 2, then 3 beats 4."""
    game = dawn("Crane-1 Lotus-1 Crane-2 Lotus-2 Crane-3 Lotus-4", "Lotus-3 Crane-4")
    assert said(game, "house_wins") == ["house_wins 0"]
    assert paid(game) == [0, 2, 4, 7]


def test_the_ronin_is_paid_for_surviving_beside_the_winners() -> None:
    """N25, N27: the third picture: Lotus wins, and the Ronin lives."""
    game = dawn("Lotus-1 Crane-2 Ronin", "Crane-1 Lotus-2")
    assert said(game, "house_wins") == ["house_wins 1"]
    assert paid(game) == [0, 2, 4]


def test_a_total_tie_pays_every_survivor() -> None:
    """N25: the fourth picture: no House wins."""
    game = dawn("Crane-1 Lotus-1", "Crane-2 Lotus-2")
    assert said(game, "all_tied") == ["all_tied"]
    assert not said(game, "house_wins")
    assert paid(game) == [0, 1]


def test_in_a_total_tie_the_ronin_is_paid_once() -> None:
    """N25, N27"""
    game = dawn("Crane-1 Lotus-1 Ronin", "Crane-2 Lotus-2")
    assert counts(game) == [1, 1, 1, 0, 0]


def test_the_missing_rank_loses() -> None:
    """N25"""
    game = dawn("Crane-1 Lotus-1 Lotus-2", "Crane-2")
    assert said(game, "house_wins") == ["house_wins 1"]
    game = dawn("Crane-2", "Crane-1 Lotus-1 Lotus-2")
    assert said(game, "house_wins") == ["house_wins 0"]


def test_no_survivor_in_either_house_counts_as_identical() -> None:
    """N25, N27: the Ronin alone."""
    game = dawn("Ronin", "Crane-1 Lotus-1 Crane-2 Lotus-2")
    assert said(game, "all_tied") == ["all_tied"]
    assert paid(game) == [0]


def test_survivors_turn_up_their_cards_and_the_dead_do_not_yet() -> None:
    """N25"""
    game = table("dead-2 = 1\ndead-1 = 1", phase=REVEAL)
    assert [knows(game, 4, str(seat)) for seat in range(4)] == ["Crane-1", "?", "?", "Lotus-2"]
    assert said(game, "turns_up") == ["turns_up 0 0 0", "turns_up 3 0 6"]


# -- N26, N27


def test_every_member_of_the_winning_house_draws_the_dead_too() -> None:
    """N26"""
    game = dawn("Crane-1 Lotus-2", "Crane-2 Lotus-1")
    assert counts(game) == [1, 0, 1, 0]
    for seat in range(5):
        seen = zone(game, "tokens-0", seat)
        assert seen == (zone(game, "tokens-0") if seat == 0 else ["?"])


def test_a_member_is_who_has_the_card_in_front_of_them_now() -> None:
    """N26, N17: seat 2 became Lotus 1 by a swap and is paid; seat 1 was Lotus 1 and is not."""
    game = table("hand-3: Shapeshifter\ndead-1 = 1", phase=TRICKSTER)
    phase(game, "3 Shapeshifter")
    play(game, "3 at:s1:only", "3 at:s2:only", "3 swap")
    reveal(game)
    assert said(game, "house_wins") == ["house_wins 1"]
    assert paid(game) == [2, 3]


def test_a_dead_ronin_is_not_paid() -> None:
    """N27"""
    game = dawn("Crane-1 Lotus-2", "Crane-2 Lotus-1 Ronin")
    assert counts(game) == [1, 0, 1, 0, 0]


# -- N28


def test_the_mastermind_wins_for_the_house_of_its_holder() -> None:
    """N28: it overrides ranks."""
    game = dawn("Crane-1 Lotus-2", "Crane-2 Lotus-1", "hand-1: Mastermind", unmask=1)
    assert said(game, "unmasks") == ["unmasks 1 0"]
    assert said(game, "house_wins") == ["house_wins 1"]
    assert paid(game) == [1, 3]


def test_the_mastermind_is_turned_up_for_all() -> None:
    """N28, N9"""
    game = table("hand-1: Mastermind Spy-1\noption rounds = 1", phase=REVEAL)
    reveal(game, 1)
    assert game.over
    assert zone(game, "played-1", 4) == ["Mastermind"]
    assert zone(game, "hand-1") == ["Spy-1"]


def test_the_mastermind_overrides_a_tie() -> None:
    """N28"""
    game = dawn("Crane-1 Lotus-1", "Crane-2 Lotus-2", "hand-0: Mastermind", unmask=0)
    assert said(game, "house_wins") == ["house_wins 0"]
    assert paid(game) == [0, 2]


def test_the_mastermind_need_not_be_revealed() -> None:
    """N28"""
    game = dawn("Crane-1 Lotus-2", "Crane-2 Lotus-1", "hand-1: Mastermind")
    assert said(game, "house_wins") == ["house_wins 0"]
    assert not said(game, "unmasks")


def test_a_dead_mastermind_does_nothing() -> None:
    """N28"""
    game = table("hand-1: Mastermind\ndead-1 = 1", phase=REVEAL)
    assert game.waiting() == [0, 2, 3]


def test_the_ronin_with_the_mastermind_is_the_only_one_paid() -> None:
    """N28, N27: one token, and no House wins."""
    game = dawn("Ronin Crane-1 Lotus-2", "Crane-2 Lotus-1", "hand-0: Mastermind", unmask=0)
    assert said(game, "no_house_wins") == ["no_house_wins"]
    assert not said(game, "house_wins", "all_tied")
    assert counts(game) == [1, 0, 0, 0, 0]


def test_a_surviving_ronin_is_paid_beside_anothers_mastermind() -> None:
    """N28, N27"""
    game = dawn("Ronin Crane-1 Lotus-2", "Crane-2 Lotus-1", "hand-2: Mastermind", unmask=2)
    assert paid(game) == [0, 2, 4]


def test_the_mastermind_goes_by_the_card_in_front_of_its_holder() -> None:
    """N28, N17"""
    game = table("hand-3: Shapeshifter\nhand-0: Mastermind", phase=TRICKSTER)
    phase(game, "3 Shapeshifter")
    play(game, "3 at:s0:only", "3 at:s1:only", "3 swap")
    reveal(game, 0)
    assert said(game, "house_wins") == ["house_wins 1"]


# -- N29


def test_dead_winners_turn_up_their_cards_and_dead_losers_do_not() -> None:
    """N29"""
    game = dawn("Crane-1 Lotus-2", "Crane-2 Lotus-1")
    assert said(game, "turns_up") == ["turns_up 0 0 0", "turns_up 1 0 6", "turns_up 2 0 1"]


def short_bag(seed: int) -> Referee:
    """Six members would be paid, with one token in the bag."""
    tokens = "tokens-3: Honor-2*12\ntokens-4: Honor-3*12\ntokens-5: Honor-4*10\nbag: Honor-4"
    game = table(f"dead-1 = 1\ndead-2 = 1\n{tokens}", 6, REVEAL, seed=seed)
    reveal(game)
    return game


def test_if_the_bag_is_short_the_order_of_payment_is_random() -> None:
    """N29: dead winners turn up their cards, paid or not."""
    drew = set()
    for seed in range(30):
        game = short_bag(seed)
        found = said(game, "draws", "bag_empty")
        drew.add(found[0])
        assert sorted(line.split()[0] for line in found) == ["bag_empty"] * (len(found) - 1) + [
            "draws"
        ]
        assert len(found) == 3
        assert "turns_up 2 0 1" in said(game)
        assert game.over
    assert drew == {"draws 0", "draws 2", "draws 4"}


def test_with_the_default_split_a_short_bag_means_that_somebody_has_ten_points() -> None:
    """N29: the worth of all tokens is more than nine for each of eleven players."""
    two, three, four = SPLITS[0]
    assert 2 * two + 3 * three + 4 * four > 9 * 11


ELEVEN = "Crane-1 Lotus-1 Crane-2 Lotus-2 Crane-3 Lotus-3 Crane-4 Lotus-4 Crane-5 Lotus-5 Ronin"


def test_an_empty_bag_without_ten_points_ends_the_game_by_most_points() -> None:
    """N29: as another split allows; equal points share."""
    held = ["Honor-4 Honor-3 Honor-2"] * 5 + ["Honor-2*3 Honor-3"] * 2
    held += ["Honor-2*3"] + ["Honor-2*2 Honor-3"] * 3
    lines = [f"tokens-{seat}: {tokens}" for seat, tokens in enumerate(held)]
    lines += ["option honor = 20-10-5", "bag:", "step: night.end_of_round"]
    game = table("\n".join(lines), 11, houses=ELEVEN, honor=1)
    assert game.over
    assert game.winners() == (0, 1, 2, 3, 4, 5, 6)
    assert said(game, "counted") == ["counted"]
    assert zone(game, "tokens-10", 3) == ["Honor-2", "Honor-2", "Honor-3"]


def ends(tokens: list[str], bag: str = "", round_limit: str = "") -> Referee:
    """The end of a round in which nobody is paid any more, as drawn."""
    lines = [f"tokens-{seat}: {held}" for seat, held in enumerate(tokens) if held]
    lines += [f"bag: {bag}"] if bag else []
    lines += [f"option rounds = {round_limit}"] if round_limit else []
    return table("\n".join([*lines, "step: night.end_of_round"]))


def test_ten_points_win_at_the_end_of_a_round() -> None:
    """N30: claimed automatically; the tokens are shown."""
    game = ends(["Honor-3*2 Honor-4", "Honor-4*2", "", ""])
    assert game.over
    assert game.winners() == (0,)
    assert said(game, "claims") == ["claims 0"]
    assert zone(game, "tokens-0", 3) == ["Honor-3", "Honor-3", "Honor-4"]
    assert zone(game, "tokens-1", 3) == ["?", "?"]


def test_nine_points_do_not_win() -> None:
    """N30"""
    game = ends(["Honor-3*3", "Honor-4*2", "", ""])
    assert not game.over
    assert asked(game, 0) == "draft.first"


def test_the_most_points_win_among_those_with_ten_and_equal_points_share() -> None:
    """N30"""
    game = ends(["Honor-3*2 Honor-4", "Honor-4*3", "Honor-2*5", "Honor-4*2"])
    assert game.winners() == (1,)
    assert said(game, "claims") == ["claims 0", "claims 1", "claims 2"]
    game = ends(["Honor-3*2 Honor-4", "Honor-2*5", "", ""])
    assert game.winners() == (0, 1)


def test_at_the_limit_of_rounds_the_most_points_win_and_equal_points_share() -> None:
    """N31, N29"""
    game = ends(["Honor-2", "Honor-4*2", "Honor-4*2", ""], round_limit="1")
    assert game.over
    assert game.winners() == (1, 2)
    assert said(game, "counted") == ["counted"]
    assert zone(game, "tokens-0", 3) == ["Honor-2"]


def test_who_has_ten_in_the_last_round_wins_and_the_others_show_nothing() -> None:
    """N30, N31: nothing is counted where somebody claims."""
    game = ends(["Honor-3*2 Honor-4", "Honor-4*2", "", ""], round_limit="1")
    assert game.winners() == (0,)
    assert not said(game, "counted")
    assert zone(game, "tokens-1", 3) == ["?", "?"]


def test_tokens_come_out_of_the_bag_at_random() -> None:
    """N26, N2: the bag is mixed when the game begins."""
    assert {zone(Referee(GAME, 4, seed), "bag")[-1] for seed in range(40)} == set(TOKEN.names)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_mastermind_is_asked_for_when_the_house_cards_are_up(seats: int) -> None:
    """N28: in a round as it is played, nobody being killed."""
    game = Referee(GAME, seats, 3)
    quiet(game, "mastermind")
    names = MEMBERS if seats == 2 else [str(seat) for seat in range(seats)]
    assert [knows(game, seats, name) for name in names] == [
        zone(game, f"house-{name}")[0] for name in names
    ]
    assert counts(game) == [0] * seats
    assert STAGE.of(game.world) == AT_THE_REVEAL


def test_the_thief_who_passes_ten_in_the_night_has_not_won_yet() -> None:
    """N30: somebody else has more at the end of the round."""
    game = table(
        "hand-0: Thief\ntokens-0: Honor-4*2\ntokens-1: Honor-3*3\ntokens-3: Honor-2",
        phase=TRICKSTER,
    )
    phase(game, "0 Thief")
    play(game, "0 rob:s1")
    assert not game.over
    assert asked(game, 0) == "play.Blind-Assassin"
    quiet(game, "nothing")
    assert game.over
    assert "claims 0" in said(game)
    assert not dead(game)


def test_a_random_order_is_of_the_same_things_and_leaves_the_list_alone() -> None:
    seats = [0, 1, 2, 3]
    orders = {tuple(table(seed=seed).world.in_random_order(seats)) for seed in range(200)}
    assert seats == [0, 1, 2, 3]
    assert len(orders) == 24, "every order occurs"
    assert all(sorted(order) == seats for order in orders)
