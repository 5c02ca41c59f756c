"""The bots of Ninjaaa'Tack: quick but human, they signal, read, strike, attack, throw."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tatami.bots.arena import key_for, play_out
from tatami.bots.base import Bot, RandomBot
from tatami.bots.realtime import VirtualTime
from tatami.engine.intent import DECIDE, QUICKEST, SIGN, USE
from tatami.engine.record import record
from tatami.engine.referee import Referee
from tatami.games.tack import BOTS
from tatami.games.tack.asked import STRAIGHT
from tatami.games.tack.bot import ALERT, DROWSY, SWIFT, Level, TackBot
from tatami.games.tack.cards import WORD
from tatami.games.tack.flight import notches
from tatami.games.tack.guide import Round
from tatami.games.tack.rules import GAME
from tatami.games.tack.zones import BOX_FAR, BOX_SIDE, tempo
from tests.games.tack.positions import ATTACK, NINJA, answer, asked, call, table, throw_in, tokens

LEVELS = [DROWSY, ALERT, SWIFT]
KEYS = [bytes([number] * 32) for number in range(60)]


def words(game: Referee, seat: int, text: str) -> None:
    """Say a few plain words."""
    for word in text.split():
        assert game.remark(seat, "word", (WORD.names.index(word),))


def strikes(game: Referee, seat: int, level: Level = SWIFT) -> list[int]:
    """What a bot would call after what it sees and has heard."""
    bot = TackBot(KEYS[0], level)
    intents = bot.hear(game.view(seat))
    return [intent.option for intent in intents if intent.kind == USE]


@pytest.mark.parametrize("level", LEVELS)
def test_no_plan_is_quicker_than_a_person_and_delays_are_spread(level: Level) -> None:
    game = Referee(GAME, 4, 1)
    four = table("RRRR OOYY GGYY OOGG")
    signs, calls, choices = [], [], []
    for key in KEYS:
        plan = TackBot(key, level).plan(game.view(0))
        signs.append(min(intent.delay for intent in plan if intent.kind == SIGN))
        choices += [intent.delay for intent in plan if intent.kind == DECIDE]
        calls += [d.delay for d in TackBot(key, level).plan(four.view(0)) if d.kind == USE]
    for delays in (signs, calls, choices):
        assert min(delays) >= level.react >= QUICKEST
        assert len(set(delays)) > 30
        assert max(delays) < tempo(GAME.choose_settings({"choose": "10"})).choose


def test_better_levels_react_more_quickly() -> None:
    assert DROWSY.react > ALERT.react > SWIFT.react >= QUICKEST == 250
    assert list(BOTS) == ["drowsy", "alert", "swift"]


def test_a_plan_signals_the_hand_one_gesture_after_the_other() -> None:
    plan = TackBot(KEYS[1]).plan(Referee(GAME, 6, 2).view(3))
    delays = [intent.delay for intent in plan if intent.kind == SIGN]
    assert 1 <= len(delays) <= 4
    assert all(later - sooner >= SWIFT.gap for sooner, later in pairwise(delays))


def test_a_lone_wolf_signals_to_nobody() -> None:
    game = table("RROY ROYG ROGG YYBO BBGB", wolf=4)
    assert [intent.kind for intent in TackBot(KEYS[1]).plan(game.view(4))] == [USE, DECIDE]
    assert any(intent.kind == SIGN for intent in TackBot(KEYS[1]).plan(game.view(0)))


def test_silent_bots_neither_signal_nor_listen() -> None:
    game = table("RROY OOYY RROG YGGG")
    words(game, 2, "red two")
    bot = TackBot(KEYS[0], talks=False, listens=False)
    assert [intent.kind for intent in bot.plan(game.view(0))] == [DECIDE]
    assert bot.hear(game.view(0)) == []


def test_a_bot_strikes_when_the_partner_has_told_of_the_rest() -> None:
    """T8"""
    game = table("RROY OOYY RROG YGGG")
    assert strikes(game, 0) == []
    words(game, 2, "red")
    assert strikes(game, 0) == []
    words(game, 2, "two")
    assert strikes(game, 0) == [NINJA]


def test_a_penalised_bot_does_not_strike_for_a_split_set() -> None:
    """T11"""
    game = table("RROY OOYY RROG YGGG", "penalty-0 = 1")
    words(game, 2, "red two")
    assert strikes(game, 0) == []
    game = table("RRRR OOYY GGYY OOGG", "penalty-0 = 1")
    assert strikes(game, 0) == [NINJA]


def test_a_wolf_strikes_with_three_unless_penalised() -> None:
    """T20"""
    hands = "RROY ROYG ROGG YYBO BBGB"
    assert strikes(table(hands, wolf=4), 4) == [NINJA]
    assert strikes(table(hands, "penalty-4 = 1", wolf=4), 4) == []


def test_with_four_players_a_clan_that_neither_partner_has_is_the_others() -> None:
    """T9"""
    game = table("RROY GGYY RROY GGOO")
    words(game, 2, "red two orange yellow")
    assert strikes(game, 0) == [NINJA]
    game = table("RRRO GGOY YYRO GGOY")
    words(game, 2, "yellow two red")
    assert strikes(game, 0) == [NINJA]
    game = table("RROO GGYY RYOO GGRY", "penalty-0 = 1")
    words(game, 2, "orange two red yellow")
    assert strikes(game, 0) == [ATTACK]
    assert strikes(game, 0, DROWSY) == []


def test_a_bot_attacks_when_it_has_read_another_team() -> None:
    """T9: here in plain words."""
    game = table("RROY ROYG BBOG PPPY YGGO BBRP")
    words(game, 2, "blue two")
    assert strikes(game, 0) == []
    words(game, 5, "blue two")
    assert strikes(game, 0) == [ATTACK]
    assert strikes(game, 3, DROWSY) == []


def test_a_bot_attacks_a_lone_wolf_who_has_told_of_three() -> None:
    """T20: which of a team would not be enough."""
    hands = "RROY ROYG ROGG YYBO BBGB"
    game = table(hands, wolf=4)
    words(game, 4, "blue two")
    assert strikes(game, 0) == []
    words(game, 4, "blue three")
    assert strikes(game, 0) == [ATTACK]
    assert strikes(game, 0, DROWSY) == []
    game = table(hands, wolf=0)
    words(game, 4, "blue three")
    assert strikes(game, 1) == []


def test_a_bot_keeps_what_its_team_collects() -> None:
    game = table("RROY OOYY RGOG YGGR")
    bot = TackBot(KEYS[0])
    assert bot.decide(game.view(0)) == 1
    words(game, 2, "orange two red green")
    assert bot.decide(game.view(0)) == 2


def test_a_bot_loses_what_it_has_twice() -> None:
    """T10"""
    game = table("RROY ROYG ROGG YYGO", "team-0: Red-token Blue-token*2")
    call(game, 0, NINJA)
    assert TackBot(KEYS[0]).decide(game.view(0)) == 4


def test_a_bot_throws_for_a_colour_that_it_lacks_and_takes_it() -> None:
    """T13, T14"""
    game = table("RROY OOYY RROG YGGG", "team-0: Red-token\nteam-1: Blue-token*2 Red-token")
    call(game, 0, NINJA)
    bot = TackBot(KEYS[0])
    assert asked(game, 0) == "throw.what"
    assert bot.decide(game.view(0)) == 1
    answer(game, 0, "throw:Red-token")
    assert bot.decide(game.view(0)) == STRAIGHT + notches(game.world.count[BOX_SIDE])
    throw_in(game, 0)
    ask, _ = game.asks(0)[0]
    assert game.act(bot.decide(game.view(0)), 0, ask)
    assert tokens(game, 0) == "RB"
    game = table("RROY OOYY RROG YGGG", "team-0: Red-token\nteam-1: Red-token*2")
    call(game, 0, NINJA)
    assert bot.decide(game.view(0)) == 0
    assert game.world.count[BOX_FAR] > 0


@pytest.mark.parametrize("seats", GAME.counts)
def test_bots_play_to_the_end_and_the_same_keys_give_the_same_game(seats: int) -> None:
    texts = []
    for _ in range(2):
        referee = Referee(GAME, seats, key_for(1, seats, "deal"))
        names = ["swift", "alert", "drowsy", "random"]
        bots: list[Bot] = []
        for seat in range(seats):
            key = key_for(1, seat, "bot")
            make = BOTS.get(names[seat % 4])
            bots.append(make(key) if make else RandomBot(key))
        assert not play_out(referee, bots).cut
        texts.append(record(referee).text())
    assert texts[0] == texts[1]
    assert " remark gesture " in texts[0]


def test_nobody_ever_acts_within_a_quarter_of_a_second_of_new_cards() -> None:
    """T23: on virtual time, over whole games, random bots included."""
    acted = 0
    for seed in range(4):
        referee = Referee(GAME, 4, seed)
        bots: list[Bot] = [
            TackBot(KEYS[seed]),
            RandomBot(KEYS[7]),
            TackBot(KEYS[8]),
            TackBot(KEYS[9]),
        ]
        time = VirtualTime(referee, bots, tempo(referee.opts))
        turn, began = -1, 0
        while not referee.over:
            if referee.turn != turn:
                turn, began = referee.turn, time.now
            before = len(referee.moves)
            time.step()
            if len(referee.moves) > before and referee.moves[-1].kind != "expire":
                assert time.now - began >= QUICKEST
                acted += 1
    assert acted > 100


@pytest.mark.one_build
def test_signals_win_games() -> None:
    """T6: a team that signals against one that does not; benchmarks/tack.py plays many more."""
    won = 0
    for number in range(20):
        referee = Referee(GAME, 4, key_for(3, number, "deal"))
        loud = number % 2
        bots: list[Bot] = [
            TackBot(key_for(3, number, f"bot {seat}"), SWIFT, seat % 2 == loud, seat % 2 == loud)
            for seat in range(4)
        ]
        won += loud in play_out(referee, bots).winners
    assert won >= 15


@pytest.mark.parametrize(
    ("hands", "position", "wolf", "teams"),
    [
        ("RROY OOYY RROG YGGG", "", -1, [0]),
        ("RROY OOYY RROG YGGG", "penalty-0 = 1", -1, []),
        ("RRRR OOYY OYOG YGGG", "penalty-0 = 1", -1, [0]),
        ("RROY OOYY RROG YGGG", "penalty-0 = 2", -1, [0]),
        ("RROY OOYY RORG YGGB BBBG", "", 4, [0, 2]),
        ("RROY OOYY RORG YGGB BBBG", "penalty-4 = 1", 4, [0]),
    ],
    ids=["split", "under a penalty", "in one hand", "next round", "a wolf", "its penalty"],
)
def test_a_search_expects_of_a_team_what_the_rules_pay_for(
    hands: str, position: str, wolf: int, teams: list[int]
) -> None:
    """T8, T11, T20"""
    assert Round(table(hands, position, wolf=wolf).world, 1).ready() == teams
