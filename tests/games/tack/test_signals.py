"""T6, T22: gestures, words, code sheets; what they mean to whom."""

from __future__ import annotations

import pytest

from tatami.engine.errors import Refusal
from tatami.engine.record import parse, record, replay
from tatami.engine.referee import Referee
from tatami.games.tack.cards import GESTURES, KINDS, MEANINGS, SHORT_WORDS, counts_of
from tatami.games.tack.reading import Ears, own_sheet, spelled, understood
from tatami.games.tack.rules import GAME
from tatami.games.tack.table import hand, pair_of, partner_of
from tests.games.tack.table import NINJA, call, table

HANDS = [[2, 1, 1, 0, 0, 0, 0, 0], [0, 0, 0, 3, 0, 0, 0, 1], [1, 1, 1, 1, 0, 0, 0, 0]]


def gesture(game: Referee, seat: int, meaning: int) -> None:
    """Make the gesture that means something on the team's sheet."""
    view = game.view(seat)
    sheet = own_sheet(view, pair_of(game.seats, seat, partner_of(game.seats, -1, seat)))
    assert game.remark(seat, "gesture", (sheet.index(meaning),))


def tell_hand(game: Referee, seat: int) -> None:
    """Signal a whole hand as bots do."""
    for meaning in spelled(counts_of(game.world.faces(hand(seat)))):
        gesture(game, seat, meaning)


def test_gestures_and_words_are_heard_by_the_whole_table_and_are_in_the_record() -> None:
    """T6, T22"""
    game = Referee(GAME, 5, 1)
    turn, beat = game.turn, game.beat
    assert game.remark(3, "gesture", (GESTURES.index("nose"),))
    assert game.remark(1, "word", (SHORT_WORDS.index("now"),))
    assert game.remark(0, "say", (), "quick, the gong")
    for seat in range(6):
        said = [(one.seat, one.kind, one.args, one.text) for one in game.view(seat).remarks]
        assert said == [
            (3, "gesture", (3,), ""),
            (1, "word", (11,), ""),
            (0, "say", (), said[2][3]),
        ]
    assert (game.turn, game.beat) == (turn, beat)
    text = record(game).text()
    assert record(replay(GAME, parse(text))).text() == text


@pytest.mark.parametrize("args", [(), (len(GESTURES),), (-1,), (0, 0)])
def test_there_is_no_gesture_beyond_the_palette(args: tuple[int, ...]) -> None:
    """T6"""
    game = Referee(GAME, 4, 1)
    assert isinstance(game.remark(0, "gesture", args), Refusal)
    assert isinstance(game.remark(0, "show", (0,)), Refusal)


def test_signals_can_be_made_at_any_time() -> None:
    """T6: while a token is chosen, too; the open question is not touched."""
    game = table("RROY ROYG ROGG YYGO", "team-0: Red-token Blue-token")
    call(game, 0, NINJA)
    asks = game.asks(0)
    assert game.remark(2, "gesture", (1,))
    assert game.remark(0, "word", (0,))
    assert [ask for ask, _ in game.asks(0)] == [ask for ask, _ in asks]


@pytest.mark.parametrize("counts", HANDS)
def test_a_spelled_hand_is_understood(counts: list[int]) -> None:
    """T6: a clan, and how many of it where it is not one; never more than four signs."""
    told = spelled(counts)
    assert understood(told) == counts
    assert len(told) <= 4


def test_what_makes_no_sense_tells_nothing() -> None:
    """T6"""
    assert understood([]) == [0] * KINDS
    assert understood([-1, 9, 11, 10]) == [0] * KINDS
    assert understood([0, -1, 9]) == [1] + [0] * 7
    assert understood([3, 10, 3]) == [0, 0, 0, 3, 0, 0, 0, 0]


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_partners_read_each_other_and_nobody_else_can(seats: int) -> None:
    """T6, T22"""
    game = Referee(GAME, seats, 4)
    tell_hand(game, 1)
    mine = counts_of(game.world.faces(hand(1)))
    mate = partner_of(seats, -1, 1)
    assert Ears().hand_of(game.view(mate), 1) == mine
    for seat in range(seats):
        if seat not in (1, mate):
            assert Ears().hand_of(game.view(seat), 1) == [0] * KINDS


def test_plain_words_are_read_by_everybody() -> None:
    """T6"""
    game = Referee(GAME, 4, 4, GAME.choose_settings({"codes": "off"}))
    for meaning in (4, 9):
        assert game.remark(1, "word", (meaning,))
    for seat in (0, 2, 3):
        assert Ears().hand_of(game.view(seat), 1) == [0, 0, 0, 0, 2, 0, 0, 0]


def test_old_signals_say_nothing_of_new_cards() -> None:
    """T4, T6: what was signalled before the last pass no longer counts."""
    game = Referee(GAME, 4, 4)
    tell_hand(game, 1)
    assert game.expire(game.turn)
    assert Ears().hand_of(game.view(3), 1) == [0] * KINDS


def test_a_sheet_can_be_learnt_from_what_a_call_shows() -> None:
    """T6, T22: opponents can try to read it."""
    game = Referee(GAME, 4, 4)
    spy = Ears()
    tell_hand(game, 1)
    told = spelled(counts_of(game.world.faces(hand(1))))
    spy.notice(game.view(0))
    call(game, 1, NINJA)
    spy.learn(game.view(0), -1)
    sheet = own_sheet(game.view(1), 1)
    assert spy.learnt == {1: {sheet.index(meaning): meaning for meaning in told}}
    if not game.asks(1):
        gesture(game, 3, told[0])
        assert spy.hand_of(game.view(0), 3)[told[0]] == 1


@pytest.mark.parametrize("passes", [0, 1, 3])
def test_who_is_made_anew_learns_from_the_view_alone(passes: int) -> None:
    """T22: the signals before the last call are known by their dates, also some passes later."""
    game = Referee(GAME, 4, 4)
    tell_hand(game, 1)
    assert game.expire(game.turn)
    assert game.remark(3, "gesture", (0,))
    tell_hand(game, 1)
    told = spelled(counts_of(game.world.faces(hand(1))))
    call(game, 1, NINJA)
    while not game.view(0).rights:
        assert game.expire(game.turn)
    for _ in range(passes):
        assert game.remark(1, "gesture", (5,))
        assert game.expire(game.turn)
    spy = Ears()
    spy.recall(game.view(0))
    spy.learn(game.view(0), -1)
    sheet = own_sheet(game.view(1), 1)
    assert spy.learnt == {1: {sheet.index(meaning): meaning for meaning in told}}


def test_the_sheet_stays_the_same_in_all_rounds() -> None:
    """T6"""
    game = Referee(GAME, 5, 4)
    before = [game.view(seat).zones[-5:] for seat in range(5)]
    for _ in range(3):
        call(game, 0, NINJA)
        while game.asks(0) and game.asks(0)[0][1].question.key != "pass":
            assert game.expire(game.turn)
    assert [game.view(seat).zones[-5:] for seat in range(5)] == before


def test_words_begin_with_what_a_sheet_can_mean() -> None:
    """T6"""
    assert [word.lower() for word in MEANINGS] == list(SHORT_WORDS[: len(MEANINGS)])
