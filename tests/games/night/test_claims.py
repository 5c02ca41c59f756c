"""N11, N12, N32: talk, and claims that a replay marks true or false."""

from __future__ import annotations

import pytest

from tatami.engine.record import parse, record, replay
from tatami.engine.referee import Referee
from tatami.engine.walk import verdicts
from tatami.games.night.cards import CALLED, HOUSE_CARD, SIDE
from tatami.games.night.rules import GAME
from tests.games.night.positions import (
    MYSTIC,
    SPY,
    TRICKSTER,
    dead,
    everything,
    phase,
    play,
    table,
)

CRANE_1, LOTUS_1 = HOUSE_CARD.names.index("Crane-1"), HOUSE_CARD.names.index("Lotus-1")
CRANE_2 = HOUSE_CARD.names.index("Crane-2")
SHINOBI, SPIES, JUDGES = (
    CALLED.names.index("Shinobi"),
    CALLED.names.index("Spy"),
    CALLED.names.index("Trickster"),
)


def truth(game: Referee, seat: int, kind: str, *args: int) -> bool | None:
    """Say it, and whether it is true now."""
    assert game.remark(seat, kind, args)
    assert GAME.truth is not None
    return GAME.truth(game.world, seat, kind, args)


def test_talk_is_free_in_every_phase_and_moves_nothing() -> None:
    """N12"""
    game = Referee(GAME, 4, 1)
    for _ in range(7):
        before = everything(game)[0], list(game.waiting())
        assert game.remark(1, "say", (), "I am your friend.")
        assert game.remark(2, "am", (0, LOTUS_1))
        assert (everything(game)[0], game.waiting()) == before
        game.expire(game.turn)


def test_the_dead_go_on_talking() -> None:
    """N11"""
    game = table("dead-1 = 1")
    assert dead(game) == {1}
    assert game.remark(1, "say", (), "It was seat 3!")
    assert game.remark(1, "kill", (3, 0))


def test_a_claim_shows_nobody_a_card() -> None:
    """N12: whether true or false, it leaves what is known as it was."""
    games = [table(), table()]
    games[0].remark(0, "am", (0, CRANE_1))
    games[1].remark(0, "am", (0, LOTUS_1))
    for seat in range(1, 5):
        views = [game.view(seat) for game in games]
        assert views[0].zones == views[1].zones == table().view(seat).zones
        assert views[0].facts == views[1].facts


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("am", (0,)),
        ("am", (1, 0)),
        ("am", (0, 11)),
        ("sided", (4, 0, 0)),
        ("sided", (0, 0, 3)),
        ("sided", (0, 1, 0)),
        ("holds", (0, 0, 8)),
        ("kill", (0,)),
        ("spare", (0, 2)),
        ("believe", (4,)),
        ("doubt", (0, 0)),
        ("shrug", ()),
    ],
)
def test_a_claim_names_what_is_at_this_table(kind: str, args: tuple[int, ...]) -> None:
    """N32"""
    game = table()
    assert not game.remark(0, kind, args)
    assert not game.remarks


def test_with_two_players_a_claim_names_a_member() -> None:
    """N32, N34"""
    game = table("", 2)
    assert truth(game, 0, "am", 1, CRANE_1) is True
    assert truth(game, 1, "am", 1, LOTUS_1) is True
    assert truth(game, 1, "sided", 0, 3, SIDE.names.index("Crane")) is True
    assert not game.remark(0, "am", (0, CRANE_1))
    assert not game.remark(0, "kill", (1, 0))


def test_i_am_is_true_by_the_card_in_front_of_the_speaker() -> None:
    """N32"""
    game = table()
    assert truth(game, 0, "am", 0, CRANE_1) is True
    assert truth(game, 0, "am", 0, LOTUS_1) is False


def test_i_am_is_judged_by_the_card_that_lies_there_after_a_swap() -> None:
    """N32, N17"""
    game = table("hand-3: Shapeshifter", phase=TRICKSTER)
    phase(game, "3 Shapeshifter")
    play(game, "3 at:s0:only", "3 at:s1:only", "3 swap")
    assert truth(game, 0, "am", 0, CRANE_1) is False
    assert truth(game, 0, "am", 0, LOTUS_1) is True


def test_that_somebody_is_of_a_house() -> None:
    """N32"""
    game = table("", 5)
    assert truth(game, 2, "sided", 1, 0, SIDE.names.index("Lotus")) is True
    assert truth(game, 2, "sided", 1, 0, SIDE.names.index("Crane")) is False
    assert truth(game, 2, "sided", 4, 0, SIDE.names.index("Ronin")) is True


def test_i_saw_is_true_only_of_a_card_that_one_has_seen() -> None:
    """N32"""
    game = table("hand-0: Spy-1", phase=SPY)
    assert truth(game, 0, "saw", 1, 0, LOTUS_1) is False
    phase(game, "0 Spy-1")
    play(game, "0 at:s1:only")
    assert truth(game, 0, "saw", 1, 0, LOTUS_1) is True
    assert truth(game, 0, "saw", 1, 0, CRANE_1) is False
    assert truth(game, 2, "saw", 1, 0, LOTUS_1) is False


@pytest.mark.parametrize("done", ["leave", "swap"])
def test_i_saw_stays_true_unless_the_shapeshifter_did_swap_the_card(done: str) -> None:
    """N32, N17: one no longer knows what lies there, but one has seen it."""
    game = table("hand-0: Spy-1\nhand-3: Shapeshifter", phase=SPY)
    phase(game, "0 Spy-1")
    play(game, "0 at:s1:only")
    phase(game)
    phase(game, "3 Shapeshifter")
    play(game, "3 at:s1:only", "3 at:s2:only", f"3 {done}")
    left = done == "leave"
    assert truth(game, 0, "saw", 1, 0, LOTUS_1) is left
    assert truth(game, 0, "saw", 2, 0, LOTUS_1) is False
    assert truth(game, 0, "saw", 2, 0, CRANE_2) is False
    assert truth(game, 2, "saw", 1, 0, LOTUS_1) is False
    assert truth(game, 2, "saw", 2, 0, CRANE_2) is left
    assert truth(game, 3, "saw", 1, 0, LOTUS_1 if left else CRANE_2) is True


def test_what_one_saw_in_the_last_round_is_not_seen_in_this_one() -> None:
    """N32, N31: the card has been dealt anew."""
    game = Referee(GAME, 4, 8)
    turn = game.world.count[0]
    while game.world.count[0] == turn:
        game.expire(game.turn)
    ours = [GAME.layout(4, game.opts).places[f"house-{seat}"] for seat in range(4)]
    for seat in range(4):
        seen = [game.world.has_seen(house, seat) for house in ours]
        assert seen == [other == seat for other in range(4)]


def test_that_somebody_holds_a_card_is_about_unplayed_ones() -> None:
    """N32"""
    game = table("hand-1: Shinobi-4 Mystic-2", phase=MYSTIC)
    assert truth(game, 0, "holds", 1, 0, SHINOBI) is True
    assert truth(game, 0, "holds", 1, 0, SPIES) is False
    assert truth(game, 0, "holds", 1, 0, CALLED.names.index("Mystic")) is True
    phase(game, "1 Mystic-2")
    assert truth(game, 0, "holds", 1, 0, CALLED.names.index("Mystic")) is False


@pytest.mark.parametrize("held", ["Mirror-Monk", "Martyr", "Mastermind"])
def test_the_three_cards_out_of_sequence_are_claimed_by_name(held: str) -> None:
    """N32"""
    game = table(f"hand-1: {held}")
    found = [kind for at, kind in enumerate(CALLED.names) if truth(game, 0, "holds", 1, 0, at)]
    assert found == [held]


def test_what_the_grave_digger_kept_is_held() -> None:
    """N32, N18"""
    game = table("hand-1: Grave-Digger\ndiscard: Judge Spy-1", phase=TRICKSTER)
    phase(game, "1 Grave-Digger")
    assert truth(game, 0, "holds", 1, 0, JUDGES) is False
    play(game, "1 keep:Judge")
    assert truth(game, 0, "holds", 1, 0, JUDGES) is True
    assert truth(game, 0, "holds", 1, 0, SPIES) is False


def test_with_two_players_the_member_who_dug_holds_the_kept_card() -> None:
    """N32, N34"""
    game = table("hand-1-b: Grave-Digger\ndiscard: Judge Spy-1", 2, TRICKSTER)
    phase(game, "3 Grave-Digger")
    play(game, "1 keep:Judge")
    assert truth(game, 0, "holds", 1, 2, JUDGES) is True
    assert truth(game, 0, "holds", 1, 1, JUDGES) is False


@pytest.mark.parametrize(
    ("kind", "args"), [("kill", (1, 0)), ("spare", (1, 0)), ("believe", (1,)), ("doubt", (1,))]
)
def test_requests_and_beliefs_are_neither_true_nor_false(kind: str, args: tuple[int, ...]) -> None:
    """N32"""
    assert truth(table(), 0, kind, *args) is None


def test_claims_are_in_the_record_and_judged_in_the_replay() -> None:
    """N32: by the position in which each was made."""
    game = Referee(GAME, 4, 8)
    face = game.world.faces(game.world.layout.places["house-0"])[0] - 33
    assert game.remark(0, "am", (0, face))
    assert game.remark(0, "am", (0, (face + 1) % 5))
    game.expire(game.turn)
    assert game.remark(3, "kill", (0, 0))
    assert game.remark(3, "say", (), "now")
    written = record(game).text()
    assert "s0 remark am" in written
    again = replay(GAME, parse(written))
    assert verdicts(again) == verdicts(game) == [True, False, None, None]


def test_a_claim_names_house_cards_of_this_game_only() -> None:
    """N32: with four players there is neither a Crane 3 nor a Ronin."""
    crane_3, ronin = HOUSE_CARD.names.index("Crane-3"), HOUSE_CARD.names.index("Ronin")
    assert not table().remark(0, "am", (0, crane_3))
    assert not table().remark(0, "saw", (1, 0, ronin))
    assert table(seats=7).remark(0, "am", (0, crane_3))
    assert table(seats=7).remark(0, "saw", (1, 0, ronin))
    assert table(seats=2).remark(0, "am", (1, crane_3))
