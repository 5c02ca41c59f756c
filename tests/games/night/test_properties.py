"""Whatever is played: what always holds at a table of Night of the Ninja."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tatami.engine.referee import Referee
from tatami.games.night.cards import CARD, CRANE, LOTUS, TOKENS_IN_ALL, TRICKSTER
from tatami.games.night.members import MEMBER, members, seat_of
from tatami.games.night.reveal import best_house
from tatami.games.night.rules import GAME
from tatami.games.night.spots import SPOTS, member_at, spot_of
from tatami.games.night.zones import (
    BAG,
    DECK,
    DIGGER,
    DISCARD,
    DRAFT,
    DUG,
    HAND,
    HOUSE,
    LIFTED,
    NIGHT,
    PLAYED,
    ROUND,
    STAGE,
    TOKENS,
    TURNED,
    alive,
    living,
    points,
    touched,
)
from tatami.testing.inputs import any_input
from tatami.testing.trial import Trial

GAMES = st.tuples(st.sampled_from(GAME.counts), st.integers(0, 10_000), st.integers(0, 2))


def whole(game: Referee) -> None:
    """Every card is where cards of its kind can be, and the counters fit."""
    w = game.world
    every = members(w)
    ninja = [DECK, DISCARD]
    ninja += [place[member] for member in every for place in (DRAFT, HAND, PLAYED)]
    ninja += [DUG[seat] for seat in w.everyone()]
    assert sum(w.size(zone) for zone in ninja) == len(CARD.all)
    coins = [BAG, *(place[seat] for seat in w.everyone() for place in (TOKENS, LIFTED))]
    assert sum(w.size(zone) for zone in coins) == TOKENS_IN_ALL
    assert [w.size(HOUSE[member]) for member in every] == [1] * len(every)
    assert living(w)
    for member in every:
        assert w.size(HAND[member]) <= 2
        up = w.seen[w.zones[HOUSE[member]][0]] == w.layout.everyone
        assert up == w.marked(TURNED[member])
    if DIGGER.of(w) is None and STAGE.of(w) != NIGHT[TRICKSTER]:
        assert not any(w.size(DUG[seat]) for seat in w.everyone())


@settings(max_examples=25)
@given(GAMES)
def test_cards_tokens_and_counters_always_fit(drawn: tuple[int, int, int]) -> None:
    """N2, N3, N4, N14, N18"""
    seats, seed, reactions = drawn
    table = Trial(GAME, seats, (0, reactions, 1), seed)
    referee = table.sit()
    for _ in table.play(referee):
        whole(referee)
    whole(referee)


@settings(max_examples=25)
@given(GAMES)
def test_only_the_touched_stop_knowing_their_house(drawn: tuple[int, int, int]) -> None:
    """N17, N37: everybody else always sees their own card."""
    seats, seed, _ = drawn
    for referee, _ in Trial(GAME, seats, (0, 0, 1), seed).play():
        w = referee.world
        for member in members(w):
            seen = w.seen[w.zones[HOUSE[member]][0]] >> seat_of(w, member) & 1
            assert seen or touched(w, member)


@settings(max_examples=15)
@given(GAMES)
def test_every_round_pays_somebody_and_nobody_plays_on_with_ten_points(
    drawn: tuple[int, int, int],
) -> None:
    """N25, N30"""
    seats, seed, split = drawn
    table = Trial(GAME, seats, (split, 0, 0), seed)
    referee = table.sit()
    bag, number = TOKENS_IN_ALL, 1
    for _ in range(5000):
        if referee.over:
            break
        any_input(referee, table.dice).give(referee)
        w = referee.world
        if w.count[ROUND] > number:
            number = w.count[ROUND]
            assert w.size(BAG) < bag
            bag = w.size(BAG)
            assert all(points(w, seat) < 10 for seat in w.everyone())
    assert referee.over
    held = [points(referee.world, seat) for seat in referee.world.everyone()]
    assert {held[seat] for seat in referee.winners()} == {max(held)}


@settings(max_examples=60)
@given(st.permutations(range(8)), st.integers(1, 255))
def test_the_best_house_is_the_one_a_slow_reader_finds(order: list[int], lives: int) -> None:
    """N25: pair by pair, from the best down."""
    cards = [f"{'Crane' if at % 2 else 'Lotus'}-{at // 2 + 1}" for at in order]
    from tests.games.night.positions import REVEAL, table

    fallen = "\n".join(f"dead-{seat} = 1" for seat in range(8) if not lives >> seat & 1)
    w = table(fallen, 8, REVEAL, " ".join(cards)).world
    dealt = list(zip(MEMBER.all, cards, strict=False))
    ranks = {
        side: sorted(int(c[-1]) for m, c in dealt if c.startswith(side) and alive(w, m))
        for side in ("Crane", "Lotus")
    }
    expected = None
    for at in range(5):
        crane, lotus = (ranks[side][at : at + 1] for side in ("Crane", "Lotus"))
        if crane != lotus:
            expected = CRANE if crane and (not lotus or crane < lotus) else LOTUS
            break
    assert best_house(w) == expected


def test_options_name_members_there_and_back() -> None:
    """N34"""
    for seats in GAME.counts:
        world = Referee(GAME, seats, 1).world
        every = members(world)
        assert [member_at(seats, spot_of(world, member)) for member in every] == every
        found = [member_at(seats, spot) for spot in SPOTS.all]
        assert sorted([member for member in found if member is not None]) == every
