"""Whatever is done: what always holds at a table of Ninjaaa'Tack, tokens and throws included."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatami.engine.referee import Referee
from tatami.games.tack.calls import attacked_clans, paying
from tatami.games.tack.cards import tokens
from tatami.games.tack.hands import held
from tatami.games.tack.purses import colours
from tatami.games.tack.rules import GAME
from tatami.games.tack.zones import (
    COLLECTOR,
    DECK,
    HAND,
    LEFT_OUT,
    PASSED,
    PENALTY_ROUND,
    PURSE,
    ROUND,
    SUPPLY,
    WOLF,
    WON,
    collector_of,
    other_teams,
    partner_of,
    team,
)
from tatami.testing.conformance import CHECKS, copies, offered, refused
from tatami.testing.secrecy import relabel, scramble
from tatami.testing.trial import Trial
from tests.games.tack.positions import table as drawn
from tests.support.tables import ending

TEAMS = "team-0: Red-token*4\nteam-1: Blue-token*3 Pink-token*2\nteam-2: Pink-token*2"
ALONE = "\n".join(
    f"tokens-{seat}: {'Red' if seat % 2 else 'Pink'}-token*3 Black-token" for seat in range(5)
)
RICH = {
    4: ("RROY ROYG ROGG YYGO", TEAMS.rpartition("\n")[0], -1),
    5: ("RROY ROYG ROGG YYBO BBGB", ALONE, 4),
    6: ("RROY ROYG BBOG PPPY YGGO BBRP", TEAMS, -1),
}
"""Positions in which every call leads to choices and throws."""


class RichTrial(Trial):
    """A table that begins where everybody has tokens."""

    def sit(self) -> Referee:
        hands, position, wolf = RICH[self.seats]
        return drawn(hands, position, "rounds=10 passes=4", wolf, self.seed)


def rich(seats: int, seed: int) -> RichTrial:
    hands, position, wolf = RICH[seats]
    opts = drawn(hands, position, "rounds=10 passes=4", wolf, 1).opts
    return RichTrial(GAME, seats, opts, seed)


@pytest.mark.parametrize("check", [scramble, relabel, copies, offered, refused])
@pytest.mark.parametrize("seats", RICH)
def test_nothing_leaks_or_breaks_where_tokens_are_lost_and_thrown(
    seats: int, check: Callable[[Trial], object]
) -> None:
    """T10, T13, T14, T22"""
    assert check in CHECKS.values()
    check(rich(seats, 3))


def test_such_games_have_losses_throws_and_swaps() -> None:
    """T10, T13, T14: so the test above is worth something."""
    keys = set()
    for seats in RICH:
        for seed in range(6):
            keys |= {given.name for _, given in rich(seats, seed).play()}
    assert {"pass", "gong", "lose", "throw.what", "throw.aim", "throw.power", "swap"} <= keys


def whole(game: Referee) -> None:
    """Cards, tokens and counters fit at every moment."""
    w = game.world
    assert w.size(DECK) == 0 or game.over
    assert [w.size(HAND[seat]) for seat in range(w.seats)] == [4] * w.seats
    assert w.size(LEFT_OUT) == 4 * (8 - w.seats)
    kept = [face for whose in COLLECTOR.here(w) for face in w.faces(PURSE[whose])]
    assert sorted(kept + w.faces(SUPPLY)) == tokens()
    for at in w.layout.listed_counters:
        low, high = w.layout.ranges[at]
        assert low <= w.count[at] <= high, w.layout.counters[at]
    if not game.over:
        assert not any(w.marked(won) for won in WON)
        assert all(colours(w, whose) < 3 for whose in COLLECTOR.here(w))
        assert 0 <= w.count[PASSED] < 4
    else:
        assert game.winners()


@settings(max_examples=30)
@given(st.sampled_from(GAME.counts), st.integers(0, 10_000))
def test_cards_tokens_and_counters_always_fit(seats: int, seed: int) -> None:
    """T1, T3, T4, T10, T12, T17"""
    table = Trial(GAME, seats, ending(GAME), seed)
    referee = table.sit()
    for _ in table.play(referee):
        whole(referee)
    whole(referee)


@settings(max_examples=20)
@given(st.sampled_from(sorted(RICH)), st.integers(0, 10_000))
def test_they_fit_with_many_tokens_too(seats: int, seed: int) -> None:
    """T10, T13, T14, T16"""
    table = rich(seats, seed)
    referee = table.sit()
    for _ in table.play(referee):
        whole(referee)
    whole(referee)


@settings(max_examples=60)
@given(st.sampled_from(GAME.counts), st.integers(0, 10_000), st.integers(0, 20))
def test_a_slow_reader_finds_the_same_complete_clans(seats: int, seed: int, passes: int) -> None:
    """T8, T9, T11, T20: card by card, whoever calls and whoever is penalised."""
    game = Referee(GAME, seats, seed)
    for _ in range(passes):
        game.expire(game.turn)
    w = game.world
    if seed % 3 == 0:
        w.set(PENALTY_ROUND[seed % len(COLLECTOR.here(w))], w.count[ROUND])
    for seat in range(seats):
        hands = [held(w, one) for one in team(w, seat)]
        assert paying(w, seat, hands) == slowly_called(game, seat)
        assert attacked_clans(w, seat) == slowly_attacked(game, seat)


def slowly_called(game: Referee, seat: int) -> list[int]:
    w = game.world
    mates = [seat] if seat == w.holder(WOLF) else [seat, partner_of(w, seat)]
    whose = seat if w.seats % 2 else seat % (w.seats // 2)
    assert whose == collector_of(w, seat)
    found = []
    for clan in range(8):
        each = [w.faces(HAND[one]).count(clan) for one in mates]
        if w.count[PENALTY_ROUND[whose]] == w.count[ROUND]:
            found += [clan] if 4 in each else []
        elif sum(each) == 4 or (len(mates) == 1 and sum(each) == 3):
            found.append(clan)
    return found


def slowly_attacked(game: Referee, seat: int) -> list[int]:
    w = game.world
    mine = team(w, seat)
    rest = [one for one in range(w.seats) if one not in mine]
    assert sorted(one for pair in other_teams(w, seat) for one in pair) == rest
    found = set()
    for one in rest:
        cards = sorted(face for mate in team(w, one) for face in w.faces(HAND[mate]))
        need = 3 if one == w.holder(WOLF) else 4
        found |= {clan for clan in range(8) if cards.count(clan) >= need}
    return sorted(found)


def test_rounds_never_go_back() -> None:
    """T12, T25"""
    table = Trial(GAME, 5, ending(GAME), 8)
    referee, last = table.sit(), 0
    for _ in table.play(referee):
        assert referee.world.count[ROUND] >= last
        last = referee.world.count[ROUND]
    assert last == 10
