"""T6, T22: gestures, words, code sheets; what they mean to whom."""

from __future__ import annotations

import pytest

from tatami.engine.errors import Refusal
from tatami.engine.record import parse, record, replay
from tatami.engine.referee import Referee
from tatami.games.tack.cards import CLAN, GESTURES, NUMBERS, SIGNS, WORD, counted
from tatami.games.tack.reading import (
    CLAN_MEANT,
    SIGN_FOR,
    SIGN_OF,
    SIGN_OF_NUMBER,
    UNKNOWN,
    Ears,
    own_sheet,
    spelled,
    understood,
)
from tatami.games.tack.rules import GAME
from tatami.games.tack.zones import CODE, HAND, ROUND, SHOWN, WOLF, pair_of, partner_of
from tests.games.tack.positions import NINJA, call, counts, table

HANDS = ["RROY", "GGGX", "ROYG"]


def gesture(game: Referee, seat: int, meaning: int) -> None:
    """Make the gesture that means something on the team's sheet."""
    view = game.view(seat)
    sheet = own_sheet(view, pair_of(view, seat, partner_of(view, seat)))
    assert game.remark(seat, "gesture", (gesture_for(sheet, meaning),))


def gesture_for(sheet: dict[int, int], meaning: int) -> int:
    """The gesture that has a meaning."""
    return next(gesture for gesture, sign in sheet.items() if sign == meaning)


def tell_hand(game: Referee, seat: int) -> None:
    """Signal a whole hand as bots do."""
    for meaning in spelled(counted(game.world.faces(HAND[seat]))):
        gesture(game, seat, meaning)


def test_gestures_and_words_are_heard_by_the_whole_table_and_are_in_the_record() -> None:
    """T6, T22"""
    game = Referee(GAME, 5, 1)
    turn, revision = game.turn, game.revision
    assert game.remark(3, "gesture", (GESTURES.index("nose"),))
    assert game.remark(1, "word", (WORD.names.index("now"),))
    assert game.remark(0, "say", (), "quick, the gong")
    for seat in range(6):
        said = [(one.seat, one.kind, one.args, one.text) for one in game.view(seat).remarks]
        assert said == [
            (3, "gesture", (3,), ""),
            (1, "word", (11,), ""),
            (0, "say", (), said[2][3]),
        ]
    assert (game.turn, game.revision) == (turn, revision)
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


@pytest.mark.parametrize("hand", HANDS)
def test_a_spelled_hand_is_understood(hand: str) -> None:
    """T6: a clan, and how many of it where it is not one; never more than four signs."""
    told = spelled(counts(hand))
    assert understood(told) == counts(hand)
    assert len(told) <= 4


def test_what_makes_no_sense_tells_nothing() -> None:
    """T6"""
    assert understood([]) == counts("")
    red, green = SIGN_OF[CLAN.all[0]], SIGN_OF[CLAN.all[3]]
    two, three = SIGN_OF_NUMBER[2], SIGN_OF_NUMBER[3]
    assert understood([UNKNOWN, two, SIGN_FOR["Now"], three]) == counts("")
    assert understood([red, UNKNOWN, two]) == counts("R")
    assert understood([green, three, green]) == counts("GGG")


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_partners_read_each_other_and_nobody_else_can(seats: int) -> None:
    """T6, T22"""
    game = Referee(GAME, seats, 4)
    tell_hand(game, 1)
    mine = counted(game.world.faces(HAND[1]))
    mate = partner_of(game.world, 1)
    assert Ears().hand_of(game.view(mate), 1) == mine
    for seat in range(seats):
        if seat not in (1, mate):
            assert Ears().hand_of(game.view(seat), 1) == counts("")


def test_plain_words_are_read_by_everybody() -> None:
    """T6"""
    game = Referee(GAME, 4, 4, GAME.choose_settings({"codes": "off"}))
    for word in ("blue", "two"):
        assert game.remark(1, "word", (WORD.names.index(word),))
    for seat in (0, 2, 3):
        assert Ears().hand_of(game.view(seat), 1) == counts("BB")


def test_old_signals_say_nothing_of_new_cards() -> None:
    """T4, T6: what was signalled before the last pass no longer counts."""
    game = Referee(GAME, 4, 4)
    tell_hand(game, 1)
    assert game.expire(game.turn)
    assert Ears().hand_of(game.view(3), 1) == counts("")


def given_away(game: Referee, seat: int) -> dict[int, int]:
    """What a seat's gestures for its hand give away: each of them, and its meaning."""
    sheet = own_sheet(game.view(seat), pair_of(game.world, seat, partner_of(game.world, seat)))
    told = spelled(counted(game.world.faces(HAND[seat])))
    return {gesture_for(sheet, meaning): meaning for meaning in told}


def to_the_deal(game: Referee) -> None:
    """Whatever is asked after a call, until there are new cards."""
    while not game.view(0).rights:
        assert game.expire(game.turn)


def test_a_sheet_can_be_learnt_from_what_a_call_shows() -> None:
    """T6, T22: opponents can try to read it."""
    game = Referee(GAME, 4, 4)
    spy = Ears()
    tell_hand(game, 1)
    told = spelled(counted(game.world.faces(HAND[1])))
    away = given_away(game, 1)
    spy.notice(game.view(0))
    call(game, 1, NINJA)
    to_the_deal(game)
    spy.learn(game.view(0))
    assert spy.learnt == {1: away}
    gesture(game, 3, told[0])
    assert spy.hand_of(game.view(0), 3)[CLAN_MEANT[told[0]]] == 1


@pytest.mark.parametrize("seats", [5, 7])
def test_a_sheet_is_learnt_for_those_who_were_partners_then(seats: int) -> None:
    """T18, T22: in the new round there is another lone wolf, and other partners."""
    game = Referee(GAME, seats, 4)
    caller = game.world.left_of(game.world.holder(WOLF))
    mate = partner_of(game.world, caller)
    pair, spy = pair_of(game.world, caller, mate), Ears()
    tell_hand(game, caller)
    away = given_away(game, caller)
    looker = game.world.left_of(caller)
    spy.notice(game.view(looker))
    call(game, caller, NINJA)
    to_the_deal(game)
    spy.learn(game.view(looker))
    assert spy.learnt == {pair: away}


def test_nothing_is_learnt_from_gestures_for_cards_that_had_moved_on() -> None:
    """T22: a call shows other cards than those that were signalled."""
    game = Referee(GAME, 4, 4)
    spy = Ears()
    tell_hand(game, 1)
    spy.notice(game.view(0))
    assert game.expire(game.turn)
    call(game, 1, NINJA)
    to_the_deal(game)
    spy.learn(game.view(0))
    assert spy.learnt == {}


def test_nothing_is_learnt_from_a_round_in_which_nobody_was_shown() -> None:
    """T22, T25: what an older call showed are other cards."""
    game = Referee(GAME, 4, 4, GAME.choose_settings({"passes": "4"}))
    call(game, 1, NINJA)
    to_the_deal(game)
    assert any(SHOWN.of(game.world, seat) != counts("") for seat in range(4))
    spy = Ears()
    for _ in range(4):
        for seat in (1, 2, 3):
            tell_hand(game, seat)
        spy.notice(game.view(0))
        assert game.expire(game.turn)
    spy.learn(game.view(0))
    assert game.world.count[ROUND] == 3
    assert not any(SHOWN.of(game.world, seat) != counts("") for seat in range(4))
    assert spy.learnt == {}


def test_the_sheet_stays_the_same_in_all_rounds() -> None:
    """T6"""
    game = Referee(GAME, 5, 4)
    before = [[game.view(seat).faces(sheet) for sheet in CODE[:5]] for seat in range(5)]
    for _ in range(3):
        call(game, 0, NINJA)
        while game.asks(0) and game.asks(0)[0][1].question.key != "pass":
            assert game.expire(game.turn)
    assert [[game.view(seat).faces(sheet) for sheet in CODE[:5]] for seat in range(5)] == before


def test_words_begin_with_what_a_sheet_can_mean() -> None:
    """T6"""
    meant = [GAME.faces[sign].removeprefix("Sign-").lower() for sign in SIGNS]
    assert meant == list(WORD.names[: len(meant)])
    assert [*CLAN.names, *NUMBERS, "Now"] == [word.title() for word in meant]
