"""C14 to C18: the refill, the end, the winners."""

from __future__ import annotations

import pytest

from tatami.engine.errors import Refusal
from tatami.engine.referee import Referee
from tatami.games.clans.cards import CLANS
from tests.games.clans.positions import (
    armies,
    everything,
    hand,
    mover,
    options,
    play,
    said,
    table,
    zone,
)

EACH = pytest.mark.parametrize("seats", [3, 4, 5])
TURNS = pytest.mark.parametrize(("seats", "me"), [(n, s) for n in (3, 4, 5) for s in range(n)])

# -- C14


@pytest.mark.parametrize(
    ("orders", "drawn"),
    [
        ("deploy:Oda into:province-1 play:Oda", 2),
        ("deploy:Oda into:province-1 move:province-1:Oda into:province-0", 1),
        ("ninja strike:province-1:Mori play:Oda", 2),
        ("ninja strike:province-1:Mori move:province-1:Mori into:province-2", 1),
    ],
)
def test_one_draws_up_to_four_cards(orders: str, drawn: int) -> None:
    """C14"""
    game = table("hand-0: Ninja Oda*3\narmy-1-Mori: Mori*3\ndeck: Hojo Uesugi Hojo*2\nrest: deck")
    before = len(zone(game, "deck"))
    play(game, orders)
    assert len(hand(game, 0)) == 4
    assert hand(game, 0).count("Hojo") == drawn
    assert len(zone(game, "deck")) == before - drawn
    assert mover(game) == 1


def test_an_attack_changes_nothing_about_the_refill() -> None:
    """C14"""
    game = table("hand-0: Oda*4\narmy-0-Mori: Mori*3\narmy-1-Hojo: Hojo\ndeck: Uesugi*3")
    play(game, "deploy:Oda into:province-1 play:Oda")
    assert hand(game, 0) == ["Uesugi", "Uesugi", "Oda", "Oda"]


def test_cards_are_drawn_from_the_top_of_the_deck() -> None:
    """C14"""
    game = table("hand-0: Oda*4\ndeck: Mori Takeda Hojo")
    play(game, "deploy:Oda into:province-1 play:Oda")
    assert hand(game, 0) == ["Takeda", "Oda", "Oda", "Hojo"]
    assert zone(game, "deck")[-1] == "Mori"


def test_nothing_is_drawn_before_the_orders_are_done() -> None:
    """C14"""
    game = table("hand-0: Oda*4\narmy-0-Mori: Mori*3\narmy-1-Hojo: Hojo\narmy-2-Hojo: Hojo")
    sizes = []
    for answer in ["deploy:Oda", "into:province-1", "play:Oda"]:
        play(game, answer)
        sizes.append(len(hand(game, 0)))
    assert sizes == [4, 3, 2]
    play(game, "at:province-1:Hojo")
    assert len(hand(game, 0)) == 4


@TURNS
def test_only_the_player_whose_turn_it_was_draws(seats: int, me: int) -> None:
    """C14"""
    lines = "\n".join(
        f"hand-{seat}: {clan}*3" for seat, clan in zip(range(seats), CLANS, strict=False)
    )
    game = table(lines, seats, me)
    play(game, f"deploy:{CLANS[me]} into:province-{(me + 1) % seats} play:{CLANS[me]}")
    sizes = [len(hand(game, seat)) for seat in range(seats)]
    assert sizes == [4 if seat == me else 3 for seat in range(seats)]


@TURNS
def test_play_passes_to_the_left(seats: int, me: int) -> None:
    """C14"""
    game = table("", seats, me)
    order = []
    for _ in range(2 * seats):
        order.append(mover(game))
        play(game, min(options(game)))
        play(game, min(options(game)))
        play(game, max(options(game)))
        while mover(game) == order[-1]:
            play(game, min(options(game)))
    assert order == [(me + turn) % seats for turn in range(2 * seats)]


# -- C15


def last_card(seats: int, me: int, deck: int) -> Referee:
    """A table where the deck has so many cards and everybody else nothing to attack with."""
    names = [CLANS[seat] for seat in range(seats)]
    hands = "\n".join(f"hand-{seat}: {name}*4" for seat, name in enumerate(names))
    return table(f"{hands}\ndeck: {'Hojo ' * deck}\nrest: discard", seats, me)


def orders(game: Referee, moves: bool) -> None:
    """Deploy to the left; then move that card back and on, or play one at home."""
    me = mover(game)
    left, right = (me + 1) % game.seats, (me - 1) % game.seats
    clan = CLANS[me]
    second = f"move:province-{left}:{clan} into:province-{right}" if moves else f"play:{clan}"
    play(game, f"deploy:{clan} into:province-{left}", second)
    while not game.over and mover(game) == me:
        play(game, min(options(game)))


@TURNS
@pytest.mark.parametrize(
    ("deck", "moves", "held"),
    [(2, False, 4), (1, True, 4), (1, False, 3)],
    ids=["exact", "exact after a move", "partial"],
)
def test_after_the_last_card_everyone_has_one_more_turn_and_its_drawer_the_last(
    seats: int, me: int, deck: int, moves: bool, held: int
) -> None:
    """C15"""
    game = last_card(seats, me, deck)
    orders(game, moves)
    assert zone(game, "deck") == []
    assert said(game)[-1] == f"last_card {me}"
    assert len(hand(game, me)) == held
    order = []
    while not game.over:
        now = mover(game)
        order.append(now)
        held = len(hand(game, now))
        orders(game, False)
        assert len(hand(game, now)) == held - 2
    assert order == [(me + turn) % seats for turn in range(1, seats + 1)]
    assert sum(line.startswith("last_card") for line in said(game)) == 1


@EACH
def test_while_one_card_is_left_the_end_has_not_come(seats: int) -> None:
    """C15"""
    game = last_card(seats, 0, 3)
    orders(game, False)
    assert len(zone(game, "deck")) == 1
    assert "last_card 0" not in said(game)
    orders(game, False)
    assert said(game)[-1] == "last_card 1"
    order = []
    while not game.over:
        order.append(mover(game))
        orders(game, False)
    assert order == [(1 + turn) % seats for turn in range(1, seats + 1)]


@EACH
def test_a_move_in_a_last_turn_is_followed_by_no_draw(seats: int) -> None:
    """C15"""
    game = last_card(seats, 0, 1)
    orders(game, False)
    while not game.over:
        now = mover(game)
        held = len(hand(game, now))
        orders(game, True)
        assert len(hand(game, now)) == held - 1


def test_when_the_game_is_over_nothing_more_is_asked() -> None:
    """C15"""
    game = last_card(3, 0, 1)
    while not game.over:
        orders(game, False)
    assert game.waiting() == []
    before = everything(game)
    for seat in range(3):
        reply = game.act(0, seat, 10_000)
        assert isinstance(reply, Refusal)
        assert reply.code == "over"
    assert everything(game) == before


# -- C16


def finish(position: str, loyal: str) -> Referee:
    """A game that ends with these armies; the clans are those that players serve, seat by seat."""
    game = table(f"{position}\nstep: clans.reckoning", len(loyal.split()), loyal=loyal)
    assert game.over
    return game


def test_most_cards_of_ones_clan_in_all_provinces_together_win() -> None:
    """C16"""
    game = finish(
        """
        army-0-Oda: Oda*2
        army-1-Oda: Oda*2
        army-2-Oda: Oda*2
        army-1-Mori: Mori*5
        army-2-Hojo: Hojo*3
        """,
        "Oda Mori Hojo",
    )
    assert game.winners() == (0,)


@pytest.mark.parametrize("winner", range(5))
def test_every_seat_can_win(winner: int) -> None:
    """C16"""
    lines = [f"army-{(p + 1) % 5}-{c}: {c}*{5 if p == winner else 4}" for p, c in enumerate(CLANS)]
    assert finish("\n".join(lines), " ".join(CLANS)).winners() == (winner,)


def test_the_clan_counts_wherever_it_stands() -> None:
    """C16"""
    game = finish("army-1-Oda: Oda*4\narmy-0-Mori: Mori*3\narmy-2-Hojo: Hojo*3", "Oda Mori Hojo")
    assert game.winners() == (0,)


def test_hands_count_for_nothing() -> None:
    """C16"""
    game = finish(
        "hand-0: Oda*4\nhand-1: Mori\narmy-1-Oda: Oda\narmy-0-Mori: Mori*2", "Oda Mori Hojo"
    )
    assert game.winners() == (1,)


def test_discards_and_the_deck_count_for_nothing() -> None:
    """C16"""
    game = finish("discard: Oda*9\narmy-1-Oda: Oda\narmy-0-Mori: Mori*2", "Oda Mori Hojo")
    assert game.winners() == (1,)


@EACH
def test_loyalties_are_revealed_to_everyone_at_the_end_and_not_before(seats: int) -> None:
    """C16"""
    game = last_card(seats, 0, 1)
    while not game.over:
        for seat in range(seats + 1):
            seen = [zone(game, f"loyalty-{owner}", seat) for owner in range(seats)]
            hidden = [["?"]] * seats
            if seat < seats:
                hidden[seat] = [f"{CLANS[seat]}-loyalty"]
            assert seen == hidden
        orders(game, False)
    for seat in range(seats + 1):
        for owner in range(seats):
            assert zone(game, f"loyalty-{owner}", seat) == [f"{CLANS[owner]}-loyalty"]
    assert said(game)[-seats:] == [f"reveals {seat} {seat}" for seat in range(seats)]


def test_nobody_has_won_before_the_end() -> None:
    """C16"""
    game = table("army-1-Takeda: Takeda*5")
    assert game.winners() == ()
    assert game.view(0).winners == ()


def test_everyone_sees_who_won() -> None:
    """C16"""
    game = finish("army-0-Oda: Oda\narmy-0-Mori: Mori", "Oda Mori Hojo")
    assert game.winners() == (0,)
    assert [game.view(seat).winners for seat in range(4)] == [(0,)] * 4


# -- C17


def test_a_neutral_clan_never_wins() -> None:
    """C17"""
    position = """
        army-0-Takeda: Takeda*9
        army-1-Uesugi: Uesugi*7
        army-0-Oda: Oda*2
        army-0-Mori: Mori*3
        army-2-Hojo: Hojo
    """
    assert finish(position, "Oda Mori Hojo").winners() == (1,)
    assert finish(position, "Oda Mori Hojo Uesugi").winners() == (3,)
    assert finish(position, "Oda Mori Hojo Uesugi Takeda").winners() == (4,)


def test_a_neutral_clan_ties_with_nobody() -> None:
    """C17, C18"""
    game = finish(
        "army-0-Takeda: Takeda*3\narmy-1-Oda: Oda*3\narmy-1-Mori: Mori*2", "Oda Mori Hojo"
    )
    assert game.winners() == (0,)


def test_a_clan_that_nobody_serves_counts_at_no_province() -> None:
    """C17, C18"""
    game = finish(
        "army-0-Takeda: Takeda*4\narmy-2-Oda: Oda*2\narmy-1-Mori: Mori*2", "Oda Mori Hojo"
    )
    assert game.winners() == (1,)


# -- C18


def test_a_tie_goes_to_the_most_cards_of_ones_clan_in_ones_own_province() -> None:
    """C18"""
    game = finish(
        """
        army-0-Oda: Oda
        army-1-Oda: Oda*4
        army-1-Mori: Mori*2
        army-2-Mori: Mori*3
        """,
        "Oda Mori Hojo",
    )
    assert game.winners() == (1,)


def test_other_clans_at_home_do_not_break_a_tie() -> None:
    """C18"""
    game = finish(
        """
        army-0-Mori: Mori*2
        army-0-Takeda: Takeda*5
        army-0-Hojo: Hojo
        army-1-Mori: Mori
        army-2-Oda: Oda*3
        """,
        "Oda Mori Hojo",
    )
    assert game.winners() == (1,)


def test_only_those_who_tie_for_the_most_are_compared() -> None:
    """C18"""
    game = finish(
        """
        army-1-Oda: Oda*5
        army-1-Mori: Mori
        army-2-Mori: Mori*4
        army-2-Hojo: Hojo*4
        """,
        "Oda Mori Hojo",
    )
    assert game.winners() == (1,)


def test_the_total_goes_before_the_own_province() -> None:
    """C18"""
    game = finish("army-1-Oda: Oda*4\narmy-1-Mori: Mori*3", "Oda Mori Hojo")
    assert game.winners() == (0,)


def test_a_victory_is_shared_by_two_who_are_still_tied() -> None:
    """C18"""
    game = finish(
        """
        army-0-Oda: Oda*2
        army-1-Oda: Oda
        army-2-Hojo: Hojo*2
        army-0-Hojo: Hojo
        army-0-Mori: Mori*3
        """,
        "Oda Mori Hojo",
    )
    assert game.winners() == (0, 2)


@EACH
def test_a_victory_is_shared_by_all_who_are_still_tied(seats: int) -> None:
    """C18"""
    lines = [f"army-{seat}-{CLANS[seat]}: {CLANS[seat]}*2" for seat in range(seats)]
    assert finish("\n".join(lines), " ".join(CLANS[:seats])).winners() == tuple(range(seats))
    lines[1] = f"army-0-{CLANS[1]}: {CLANS[1]}*2"
    sharing = tuple(seat for seat in range(seats) if seat != 1)
    assert finish("\n".join(lines), " ".join(CLANS[:seats])).winners() == sharing


@EACH
def test_a_tie_at_nothing_is_shared_too(seats: int) -> None:
    """C18"""
    assert finish("", " ".join(CLANS[:seats])).winners() == tuple(range(seats))


def test_a_tie_at_nothing_is_shared_although_a_neutral_clan_stands() -> None:
    """C17, C18"""
    game = finish("army-0-Takeda: Takeda*3\narmy-2-Uesugi: Uesugi", "Oda Mori Hojo")
    assert game.winners() == (0, 1, 2)
    assert armies(game) == {"0-Takeda": 3, "2-Uesugi": 1}


def test_one_card_beats_none() -> None:
    """C18"""
    assert finish("army-0-Hojo: Hojo", "Oda Mori Hojo").winners() == (2,)
