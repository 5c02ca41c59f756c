"""Whatever is played: what always holds at a table of Night of the Ninja."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tatami.engine.referee import Referee
from tatami.games.night.cards import NINJAS, TOKENS
from tatami.games.night.rules import GAME, best_house
from tatami.games.night.table import (
    BAG,
    DECK,
    DIGGER,
    DISCARD,
    PHASE,
    TOUCHED,
    TURNED,
    alive,
    draft,
    dug,
    hand,
    house,
    lifted,
    living,
    member_at,
    members,
    played,
    points,
    seat_of,
    spot,
    tokens,
)
from tatami.testing.inputs import any_input
from tatami.testing.table import Table

GAMES = st.tuples(st.sampled_from(GAME.counts), st.integers(0, 10_000), st.integers(0, 2))


def whole(game: Referee) -> None:
    """Every card is where cards of its kind can be, and the counters fit."""
    w = game.world
    every = range(members(w))
    ninja = [DECK, DISCARD]
    ninja += [place(w, m) for m in every for place in (draft, hand, played)]
    ninja += [dug(w, seat) for seat in range(w.seats)]
    assert sum(w.size(zone) for zone in ninja) == NINJAS
    coins = [BAG, *(place(w, s) for s in range(w.seats) for place in (tokens, lifted))]
    assert sum(w.size(zone) for zone in coins) == TOKENS
    assert [w.size(house(w, member)) for member in every] == [1] * len(every)
    assert living(w)
    for member in every:
        assert w.size(hand(w, member)) <= 2
        up = w.seen[w.zones[house(w, member)][0]] == w.layout.everyone
        assert up == bool(w.count[TURNED] >> member & 1)
    if not w.count[DIGGER] and w.count[PHASE] != 3:
        assert not any(w.size(dug(w, seat)) for seat in range(w.seats))


@settings(max_examples=25)
@given(GAMES)
def test_cards_tokens_and_counters_always_fit(drawn: tuple[int, int, int]) -> None:
    """N2, N3, N4, N14, N18"""
    seats, seed, reactions = drawn
    table = Table(GAME, seats, (0, reactions, 1), seed)
    referee = table.sit()
    for _ in table.play(referee):
        whole(referee)
    whole(referee)


@settings(max_examples=25)
@given(GAMES)
def test_only_the_touched_stop_knowing_their_house(drawn: tuple[int, int, int]) -> None:
    """N17, N37: everybody else always sees their own card."""
    seats, seed, _ = drawn
    for referee, _ in Table(GAME, seats, (0, 0, 1), seed).play():
        w = referee.world
        for member in range(members(w)):
            seen = w.seen[w.zones[house(w, member)][0]] >> seat_of(w, member) & 1
            assert seen or w.count[TOUCHED] >> member & 1


@settings(max_examples=15)
@given(GAMES)
def test_every_round_pays_somebody_and_nobody_plays_on_with_ten_points(
    drawn: tuple[int, int, int],
) -> None:
    """N25, N30"""
    seats, seed, split = drawn
    table = Table(GAME, seats, (split, 0, 0), seed)
    referee = table.sit()
    bag, number = TOKENS, 1
    for _ in range(5000):
        if referee.over:
            break
        any_input(referee, table.dice).give(referee)
        w = referee.world
        if w.count[0] > number:
            number = w.count[0]
            assert w.size(BAG) < bag
            bag = w.size(BAG)
            assert all(points(w, seat) < 10 for seat in range(seats))
    assert referee.over
    best = max(points(referee.world, seat) for seat in range(seats))
    assert [points(referee.world, seat) for seat in referee.winners()] == [best] * len(
        referee.winners()
    )


@settings(max_examples=60)
@given(st.permutations(range(8)), st.integers(1, 255))
def test_the_best_house_is_the_one_a_slow_reader_finds(order: list[int], lives: int) -> None:
    """N25: pair by pair, from the best down."""
    cards = [f"{'Crane' if at % 2 else 'Lotus'}-{at // 2 + 1}" for at in order]
    from tests.games.night.table import REVEAL, table

    fallen = "\n".join(f"dead-{seat} = 1" for seat in range(8) if not lives >> seat & 1)
    w = table(fallen, 8, REVEAL, " ".join(cards)).world
    ranks = {
        side: sorted(int(c[-1]) for s, c in enumerate(cards) if c.startswith(side) and alive(w, s))
        for side in ("Crane", "Lotus")
    }
    expected = 2
    for at in range(5):
        crane, lotus = (ranks[side][at : at + 1] for side in ("Crane", "Lotus"))
        if crane != lotus:
            expected = 0 if crane and (not lotus or crane < lotus) else 1
            break
    assert best_house(w) == expected


def test_options_name_members_there_and_back() -> None:
    """N34"""
    for seats in GAME.counts:
        w = Referee(GAME, seats, 1).world
        found = [member_at(seats, spot(w, member)) for member in range(members(w))]
        assert found == list(range(members(w)))
        named = [member_at(seats, option) for option in range(44)]
        assert sorted(member for member in named if member >= 0) == list(range(members(w)))
