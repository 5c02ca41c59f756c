"""Whole games and any position, held against a plain second reading of the rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatami.engine.flow import act, new, options, waiting
from tatami.engine.referee import Referee
from tatami.engine.state import digest
from tatami.games.wataah.cards import CLANS, FACES, STRENGTH, shinobi_cards
from tatami.games.wataah.rules import GAME
from tests.games.wataah.positions import clans, counters, grasshopper, hand, offer_of, placing, zone

SEATS = st.integers(2, 4)
SEED = st.integers(0, 2**32 - 1)
MODE = st.sampled_from(["grasshopper", "grand-master"])


def games(number: int) -> settings:
    return settings(max_examples=number)


def opts_of(mode: str) -> tuple[int, ...]:
    return GAME.choose_settings({"mode": mode})


def answer_any(referee: Referee, dice: Random) -> None:
    """Answer one thing that is asked, at random."""
    seat = dice.choice(referee.waiting())
    ask, offer = referee.asks(seat)[0]
    assert referee.act(dice.choice(offer.options), seat, ask)


# -- what always holds


def clan_of(card: str) -> str:
    name, _, strength = card.rpartition("-")
    return name if strength.isdecimal() else ""


def check_clans(referee: Referee) -> None:
    """W7, W8, W9, W12: what lies in front of players."""
    for name, cards in clans(referee).items():
        clan = name.split("-")[1]
        assert len(cards) <= 4
        assert any(clan_of(card) == clan for card in cards)
        assert all(clan_of(card) in (clan, "") for card in cards)


def check_table(referee: Referee) -> None:
    """W2, W20, W30 and that no card is lost."""
    assert zone(referee, "deck") or not zone(referee, "jigoku")
    held = Counter(name.split("-")[0] for name in clans(referee))
    ending = referee.world.count[2] > 0
    assert all(number < 4 or ending for number in held.values())
    assert sorted(referee.world.face) == sorted(
        face for faces in referee.world.layout.start for face in faces
    )
    for name, cards in referee.view(referee.seats).data()["zones"].items():
        if name.startswith(("temple-", "court-")) and name[-1].isdecimal():
            assert len(cards) <= 1


def check_pawns(referee: Referee) -> None:
    """W23, W25: nobody ever has more than 12."""
    kinds = ("pawns", "court", "missions", "showdown")
    for seat in range(referee.seats):
        assert sum(counters(referee, kind)[seat] for kind in kinds) <= 12


@pytest.mark.one_build
@given(SEATS, SEED, MODE)
@games(40)
def test_what_always_holds_does(seats: int, seed: int, mode: str) -> None:
    """W2, W7, W8, W9, W12, W20, W23, W30"""
    dice = Random(seed)
    referee = Referee(GAME, seats, seed, opts_of(mode))
    while not referee.over:
        answer_any(referee, dice)
        check_clans(referee)
        check_table(referee)
    check_pawns(referee)


@given(SEATS, SEED, MODE)
@games(30)
def test_a_world_that_nobody_watches_goes_the_same_way(seats: int, seed: int, mode: str) -> None:
    """W1"""
    dice = Random(seed)
    referee = Referee(GAME, seats, seed, opts_of(mode))
    twin = new(GAME, seats, seed, opts_of(mode))
    while not referee.over:
        at = waiting(twin)[0]
        allowed = options(twin, at)
        option = dice.choice(allowed)
        assert twin.ask is not None
        seat = twin.ask.seats[at]
        (ask,) = [number for number, offer in referee.asks(seat) if offer.at == at]
        assert referee.act(option, seat, ask)
        act(twin, option, at)
        assert digest(twin) == digest(referee.world)
    assert twin.over


# -- what can be placed, read a second time


def legal_placements(cards: list[str], table: dict[str, list[str]]) -> set[tuple[str, ...]]:
    """W7, W8, W9: every way to place, by trying all of them: where, and which cards."""
    found: set[tuple[str, ...]] = set()
    for number in range(1, 5):
        for chosen in set(combinations(sorted(cards), number)):
            for clan in CLANS:
                if fits(chosen, clan, table.get(clan, [])):
                    found.add((clan, *chosen))
    return found


def fits(chosen: tuple[str, ...], clan: str, there: list[str]) -> bool:
    """Whether these cards may join this clan, or be it."""
    if len(there) + len(chosen) > 4:
        return False
    real = [card for card in chosen if clan_of(card) == clan]
    ronin = chosen.count("Ronin")
    if not there:
        return len(chosen) >= 2 and bool(real) and len(real) + ronin == len(chosen)
    yokai = len(chosen) == 1 and not clan_of(chosen[0]) and chosen[0] != "Ronin"
    return yokai or len(real) + ronin == len(chosen)


def offered_placements(referee: Referee) -> set[tuple[str, ...]]:
    """Everything that the rules let seat 0 place, as far as every pick goes."""
    found: set[tuple[str, ...]] = set()
    _, offer = offer_of(referee)
    for option in offer.options:
        verb, args = offer.question.decode(option)
        if verb == "place_nothing":
            continue
        twin = referee.copy()
        ask, _ = offer_of(twin)
        assert twin.act(option, 0, ask)
        _, second = offer_of(twin)
        if verb == "summon":
            yokai = FACES[28 + args[0]]
            found |= {(CLANS[clan], yokai) for clan in second.options}
            continue
        ronin = ("Ronin",) * (args[1] + 1) if verb == "found_with" else ()
        for number in range(second.low, second.high + 1):
            for chosen in set(combinations(second.items, number)):
                cards = sorted([FACES[face] for face in chosen] + list(ronin))
                found.add((CLANS[args[0]], *cards))
    return found


@given(SEED)
@games(120)
def test_exactly_what_a_plain_reading_allows_can_be_placed(seed: int) -> None:
    """W7, W8, W9: and every way to place in exactly one way of answering."""
    dice = Random(seed)
    deck = [FACES[face] for face in shinobi_cards()]
    dice.shuffle(deck)
    lines = []
    table: dict[str, list[str]] = {}
    for clan in dice.sample(CLANS, dice.choice([0, 1, 2, 3])):
        own = next(card for card in deck if clan_of(card) == clan)
        deck.remove(own)
        fillers = [card for card in deck if clan_of(card) in (clan, "")]
        more = fillers[: dice.randrange(4)]
        for card in more:
            deck.remove(card)
        table[clan] = [own, *more]
        lines.append(f"clan-0-{clan}: {' '.join(table[clan])}")
    held = [deck.pop() for _ in range(dice.choice([1, 3, 6, 9]))]
    held += [card for card in deck if card == "Ronin"][: dice.randrange(3)]
    lines.append(f"hand-0: {' '.join(held)}")
    game = grasshopper("\n".join([*lines, placing()]))
    assert offered_placements(game) == legal_placements(held, table)


# -- scores


@given(SEATS, SEED)
@games(60)
def test_the_scores_are_plain_sums_and_the_winners_follow(seats: int, seed: int) -> None:
    """W21, W22"""
    dice = Random(seed)
    referee = Referee(GAME, seats, seed, opts_of("grasshopper"))
    while not referee.over:
        answer_any(referee, dice)
    strength = dict(zip(FACES, STRENGTH, strict=False))
    score, pile = [], []
    for seat in range(seats):
        lying = [
            strength[card]
            for name, cards in clans(referee).items()
            for card in cards
            if name.startswith(f"{seat}-")
        ]
        pile.append(sum(strength[card] for card in zone(referee, f"corrupt-{seat}")))
        score.append(sum(lying) - pile[-1])
    assert counters(referee, "score") == score
    tied = [seat for seat in range(seats) if score[seat] == max(score)]
    cleanest = min(pile[seat] for seat in tied)
    assert list(referee.winners()) == [seat for seat in tied if pile[seat] == cleanest]


@given(SEATS, SEED)
@games(12)
def test_hands_are_kept_and_nothing_is_dealt_between_rounds(seats: int, seed: int) -> None:
    """W24"""
    dice = Random(seed)
    referee = Referee(GAME, seats, seed, opts_of("grand-master"))
    rounds = 1
    while not referee.over:
        held = [hand(referee, seat) for seat in range(seats)]
        placing_pawns = offer_of(referee, referee.waiting()[0])[1].question.key
        answer_any(referee, dice)
        if not referee.over and referee.world.count[0] != rounds:
            assert placing_pawns in ("pawns", "missions.look")
            assert [hand(referee, seat) for seat in range(seats)] == held
            rounds += 1
    assert rounds == 3
