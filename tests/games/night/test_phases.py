"""N6 to N9, N24, N36: the phases of the night, and that nobody learns from being asked."""

from __future__ import annotations

import pytest

from tatami.engine.errors import Refusal
from tatami.engine.record import record, replay
from tatami.engine.referee import Referee, Reply
from tatami.games.night.cards import PHASE_OF
from tatami.games.night.resolve import POWER_OF
from tatami.games.night.rules import GAME
from tatami.games.night.zones import STAGE
from tests.games.night.positions import (
    ASSASSIN,
    MYSTIC,
    SHINOBI,
    SPY,
    TRICKSTER,
    answer,
    asked,
    dead,
    options,
    phase,
    play,
    quiet,
    refused,
    said,
    table,
    zone,
)

ORDER = ["play.Spy", "play.Mystic", "play.Trickster", "play.Blind-Assassin", "play.Shinobi"]


def test_the_night_has_five_phases_in_order() -> None:
    """N6"""
    game = table()
    found = []
    while asked(game, 0) != "mastermind":
        found.append(asked(game, 0))
        assert STAGE.of(game.world) == len(found)
        phase(game)
    assert found == ORDER
    assert said(game, "phase_begins") == [f"phase_begins {number}" for number in range(5)]
    assert len(said(game, "no_cards")) == 5


def test_every_living_player_is_asked_and_may_play_cards_of_the_phase() -> None:
    """N7, N24"""
    game = table("hand-0: Spy-1 Mystic-2\nhand-1: Spy-2 Spy-3\nhand-2: Judge Martyr\ndead-3 = 1")
    assert game.waiting() == [0, 1, 2]
    assert options(game, 0) == {"play:Spy-1"}
    assert options(game, 1) == {"play:Spy-2", "play:Spy-3"}
    assert options(game, 2) == set()


def test_an_answer_can_be_taken_back_and_changed_until_the_phase_closes() -> None:
    """N7"""
    game = table("hand-0: Spy-5 Spy-1\nhand-2: Spy-2")
    play(game, "0 play:Spy-5", "1 ")
    assert game.view(0).back
    assert game.back(0)
    assert options(game, 0) == {"play:Spy-5", "play:Spy-1"}
    play(game, "2 play:Spy-2", "3 ")
    assert game.waiting() == [0]
    answer(game, 0, "play:Spy-1")
    assert said(game, "plays") == ["plays 0 0 0", "plays 2 0 1"]
    assert refusal_of(game.back(1)) == "nothing_to_take_back"


def test_an_answer_taken_back_and_not_given_again_plays_nothing_when_time_is_over() -> None:
    """N7"""
    game = table("hand-0: Spy-5\nhand-2: Spy-2")
    play(game, "0 play:Spy-5")
    assert game.back(0)
    assert game.expire(game.turn)
    assert said(game, "no_cards") == ["no_cards"]


def test_nobody_else_learns_that_an_answer_was_given_or_taken_back() -> None:
    """N7: neither from what they see, nor from what happened, nor from the step under way."""
    game = table("hand-0: Spy-5\nhand-1: Spy-4\nhand-2: Spy-2")
    play(game, "2 play:Spy-2")
    shown = seen_by_others(game)
    play(game, "0 play:Spy-5")
    assert seen_by_others(game) == shown
    assert game.back(0)
    assert seen_by_others(game) == shown
    play(game, "0 ")
    assert seen_by_others(game) == shown


def seen_by_others(game: Referee) -> list[object]:
    """All that everybody but seat 0 can tell, the spectator included, and how time runs."""
    seats = range(1, game.seats + 1)
    views = [(game.view(seat).key(), game.view(seat).happened) for seat in seats]
    return [views, [game.events(seat) for seat in seats], game.turn]


def refusal_of(reply: Reply) -> str:
    assert isinstance(reply, Refusal)
    return reply.code


def test_of_several_members_the_one_answered_last_is_taken_back_first() -> None:
    """N7, N34"""
    game = table("hand-0-a: Spy-1\nhand-0-c: Spy-2", 2)
    answer(game, 0, "play:Spy-2", 4)
    answer(game, 0, "play:Spy-1", 0)
    assert game.back(0)
    assert [found.position for _, found in game.asks(0)] == [0, 2]
    assert game.back(0)
    assert [found.position for _, found in game.asks(0)] == [0, 2, 4]
    assert not game.view(0).back


def test_what_is_drafted_cannot_be_taken_back() -> None:
    """N4, N7: only a phase says so."""
    game = Referee(GAME, 4, 1)
    play(game, "0 " + min(options(game, 0)))
    assert not game.view(0).back
    assert refusal_of(game.back(0)) == "nothing_to_take_back"


def test_a_record_with_answers_taken_back_plays_again() -> None:
    """N7"""
    game = Referee(GAME, 2, 5)
    quiet(game, "play.Spy")
    for seat in (0, 1, 0):
        answer(game, seat, "")
        assert game.back(seat)
    kept = record(game)
    assert record(replay(GAME, kept)).text() == kept.text()


def test_cards_are_revealed_together() -> None:
    """N7: nothing shows before the last has answered."""
    game = table("hand-0: Spy-5\nhand-2: Spy-2")
    play(game, "0 play:Spy-5", "1 ", "2 play:Spy-2")
    assert not zone(game, "played-0", 1)
    assert not zone(game, "played-2", 4)
    answer(game, 3, "")
    assert zone(game, "played-0", 1) == ["Spy-5"]
    assert zone(game, "played-2", 4) == ["Spy-2"]


def test_the_spies_two_and_five_of_the_books_example() -> None:
    """N7: both are revealed; the 2 goes first, then the 5, then come the Mystics."""
    game = table("hand-0: Spy-5\nhand-2: Spy-2")
    phase(game, "0 Spy-5, 2 Spy-2")
    assert game.waiting() == [2]
    play(game, "2 at:s0:only")
    assert game.waiting() == [0]
    play(game, "0 at:s3:only")
    assert said(game, "looks") == ["looks 2 0 0 0", "looks 0 0 3 0"]
    assert asked(game, 0) == "play.Mystic"


def test_the_target_is_chosen_when_the_card_is_resolved() -> None:
    """N7: the second spy has seen what the first did."""
    game = table("hand-0: Spy-1\nhand-1: Spy-6")
    phase(game, "0 Spy-1, 1 Spy-6")
    assert asked(game, 0) == "spy.at"
    assert game.waiting() == [0]


def test_both_cards_may_be_played_in_one_phase() -> None:
    """N7"""
    game = table("hand-0: Spy-1 Spy-4\nhand-1: Spy-2")
    phase(game, "0 Spy-4 Spy-1, 1 Spy-2")
    play(game, "0 at:s1:only", "1 at:s0:only", "0 at:s2:only")
    assert said(game, "looks") == ["looks 0 0 1 0", "looks 1 0 0 0", "looks 0 0 2 0"]


def test_a_card_not_played_in_its_phase_cannot_be_played_later() -> None:
    """N8, N36"""
    game = table("hand-0: Spy-1 Shinobi-2")
    phase(game)
    for number in range(MYSTIC, SHINOBI + 1):
        assert asked(game, 0) == ORDER[number]
        assert refused(game, 0, "play:Spy-1") == ("out_of_phase", "N36")
        phase(game)
    assert zone(game, "hand-0") == ["Spy-1", "Shinobi-2"]


def test_playing_nothing_is_always_allowed_and_what_an_absent_player_does() -> None:
    """N8"""
    game = table("hand-0: Spy-1 Spy-2\nhand-1: Spy-3")
    assert game.expire(game.turn)
    assert said(game, "no_cards") == ["no_cards"]
    assert asked(game, 0) == "play.Mystic"


def test_played_cards_stay_up_for_the_round() -> None:
    """N9"""
    game = table("hand-0: Spy-1")
    phase(game, "0 Spy-1")
    quiet(game, "mastermind")
    assert zone(game, "played-0", 4) == ["Spy-1"]


def test_a_card_offered_out_of_its_phase_is_refused_and_nobody_learns_of_it() -> None:
    """N36: the refusal leaves every view, the log and the record as they were."""
    game = table("hand-0: Shinobi-1 Spy-2")
    assert refused(game, 0, "play:Shinobi-1") == ("out_of_phase", "N36")
    assert refused(game, 0, "play:Spy-2 play:Shinobi-1") == ("out_of_phase", "N36")
    assert refused(game, 0, "play:Spy-3") == ("not_in_hand", "N7")
    assert refused(game, 0, "play:Mastermind") == ("not_in_hand", "N7")


# -- N24


def asks_of(game: Referee) -> list[tuple[object, ...]]:
    """Who is asked what, in which order, as a spectator could tell."""
    view = game.view(game.seats)
    return [(tuple(step.name for step, _, _ in view.stack), view.waiting, view.count)]


@pytest.mark.parametrize("number", [SPY, MYSTIC, TRICKSTER, ASSASSIN, SHINOBI])
def test_who_holds_what_does_not_show_in_who_is_asked(number: int) -> None:
    """N24: two tables with other hands look the same to a spectator all the way."""
    one = table("hand-0: Spy-1 Mirror-Monk\nhand-1: Judge Shinobi-4", phase=number)
    two = table("hand-0: Mystic-6 Spy-4\nhand-1: Martyr Mastermind", phase=number)
    while not one.over and one.world.count[0] == 1:
        assert asks_of(one) == asks_of(two)
        for game in (one, two):
            game.expire(game.turn)
    assert len(said(one)) == len(said(two))


HOLDINGS = [
    ("Spy-1 Judge", "Spy-4 Mystic-3", "Thief", "Spy-2"),
    ("Mastermind Shinobi-2", "Mirror-Monk Martyr", "Spy-2", "Mystic-5"),
    ("Mirror-Monk Thief", "Martyr Mastermind", "Shinobi-6", "Judge"),
    ("Troublemaker Mystic-1", "Shinobi-5 Blind-Assassin-4", "Mastermind", "Martyr"),
]


@pytest.mark.parametrize("holding", HOLDINGS[1:])
def test_a_whole_night_looks_the_same_whatever_is_held(holding: tuple[str, ...]) -> None:
    """N24, N18, N19, N28: a dug card that is not played, attacks without reactions, silence."""
    games = [
        table(
            f"""
            hand-0: Grave-Digger {other}
            hand-1: Blind-Assassin-1 {third}
            hand-2: {attacked}
            hand-3: Shinobi-1
            discard: {dug}
            """,
            phase=TRICKSTER,
        )
        for dug, attacked, other, third in (HOLDINGS[0], holding)
    ]

    def alike() -> None:
        assert games[0].view(4) == games[1].view(4)
        assert games[0].events(4) == games[1].events(4)
        assert games[0].waiting() == games[1].waiting()
        assert games[0].turn == games[1].turn

    def both(*answers: str) -> None:
        for one in answers:
            for game in games:
                play(game, one)
            alike()

    def all_play(cards: str) -> None:
        for game in games:
            phase(game, cards)
        alike()

    alike()
    all_play("0 Grave-Digger")
    for game in games:
        play(game, f"0 {min(options(game, 0))}")
    alike()
    both(*["0 wait"] * 5)
    all_play("1 Blind-Assassin-1")
    both("1 at:s2:only", "2 ")
    all_play("3 Shinobi-1")
    both("3 at:s0:only", "3 kill", "0 ")
    both("1 silent", "3 silent")


def test_the_attacked_is_asked_in_the_same_way_whatever_they_hold() -> None:
    """N24, N19"""
    for held in ("Spy-1 Spy-2", "Mirror-Monk Martyr", "Martyr Judge"):
        game = table(f"hand-0: Shinobi-1\nhand-2: {held}", phase=SHINOBI)
        phase(game, "0 Shinobi-1")
        play(game, "0 at:s2:only", "0 kill")
        assert game.waiting() == [2]
        assert asked(game, 2) == "react"
        found = game.asks(2)[0][1]
        assert (found.low, found.high) == (0, 2)


def test_every_survivor_is_asked_at_the_reveal() -> None:
    """N24, N28"""
    game = table("hand-1: Mastermind Spy-1\ndead-3 = 1", phase=5)
    assert game.waiting() == [0, 1, 2]
    assert {asked(game, seat) for seat in (0, 1, 2)} == {"mastermind"}
    assert options(game, 0) == {"silent"}
    assert options(game, 1) == {"silent", "unmask"}
    assert refused(game, 0, "unmask") == ("not_in_hand", "N28")


def test_who_has_answered_a_phase_is_not_shown() -> None:
    """N24"""
    game = table("hand-0: Spy-1")
    before = [game.view(seat) for seat in (1, 2, 3, 4)]
    answer(game, 0, "play:Spy-1")
    assert [game.view(seat) for seat in (1, 2, 3, 4)] == before
    assert not dead(game)


def test_every_card_of_the_five_phases_has_a_turn_and_no_other_card_has_one() -> None:
    assert set(POWER_OF) == set(PHASE_OF)
