"""Ninjaaa'Tack: a round, its deal and its passes (T3 to T5, T12, T18, T24, T25)."""

from __future__ import annotations

from tatami.engine.game import UNASKED, Ask, each
from tatami.engine.world import World
from tatami.games.tack.cards import COPIES, HAND_SIZE, KINDS, counts_of
from tatami.games.tack.ending import crown, most_of_all
from tatami.games.tack.table import (
    BOOK,
    CAME,
    DECK,
    LAST_ROUND,
    NO_CALL,
    PASS,
    PASS_LIMITS,
    PASS_ON,
    PASSES,
    ROUND,
    ROUND_LIMITS,
    ROUNDS,
    WOLF,
    WOLF_IS,
    hand,
    owners,
    penalty,
)


@BOOK.step
def new_round(w: World) -> None:
    """T12: all cards are shuffled and dealt anew. T25: unless that was the last round."""
    if w.count[ROUND] and w.count[ROUND] == ROUND_LIMITS[w.opts[ROUNDS]]:
        w.tell(LAST_ROUND)
        crown(w, most_of_all(w))
        return
    if w.count[ROUND]:
        pass_on_penalties(w)
        move_wolf(w)
    w.set(ROUND, w.count[ROUND] + 1)
    w.set(PASS, 0)
    if w.seats % 2:
        w.tell(WOLF_IS, w.count[WOLF] - 1)
    deal(w)
    w.then(passing, 0)
    w.then(new_round)


def pass_on_penalties(w: World) -> None:
    """T11: a penalty holds in exactly the next round, however that ends."""
    for owner in range(owners(w.seats)):
        w.set(penalty(owner), w.count[penalty(owner)] >> 1)


def move_wolf(w: World) -> None:
    """T18: the role moves one seat to the left each round, and the teams with it."""
    if w.seats % 2:
        w.set(WOLF, w.count[WOLF] % w.seats + 1)


def deal(w: World) -> None:
    """T3: four cards each."""
    moves: list[tuple[int, int, int]] = []
    for seat in range(w.seats):
        moves += [(hand(seat), face, DECK) for face in w.faces(hand(seat))]
    w.trade(moves)
    w.shuffle(DECK)
    for seat in range(w.seats):
        w.draw(DECK, hand(seat), HAND_SIZE)
    cards_came(w)


def cards_came(w: World) -> None:
    """T7: what was struck for the cards before these is void."""
    w.set(CAME, w.count[CAME] + 1)


@BOOK.step
def passing(w: World, number: int, passed: tuple[int, ...] | int = UNASKED) -> Ask | None:
    """T4: everyone chooses a card; after a count all go to the left at once.

    T5: until then a choice can be changed, and who has chosen is public, not what (T22).
    """
    seats = list(range(w.seats))
    if isinstance(passed, int):
        hands = [w.kinds_in(hand(seat)) for seat in seats]
        late = tuple([fewest(w.faces(hand(seat))) for seat in seats])
        return each(seats, PASS_ON, hands, count=True, public=True, defaults=late)
    w.trade([(hand(s), passed[s], hand((s + 1) % w.seats)) for s in seats])
    w.set(PASS, number + 1)
    cards_came(w)
    if number + 1 == PASS_LIMITS[w.opts[PASSES]]:
        w.tell(NO_CALL)
    else:
        w.then(passing, number + 1)
    return None


def fewest(faces: list[int]) -> int:
    """T24: on a timeout a card of the clan one holds fewest of, ties in the order of T1."""
    counts = counts_of(faces)
    best = -1
    for clan in range(KINDS):
        if counts[clan] and (best < 0 or counts[clan] < counts[best]):
            best = clan
    return best


def families(w: World) -> list[int]:
    """T3: as many clans as players, drawn at random; the ones that are left out."""
    left = list(range(KINDS))
    for _ in range(w.seats):
        left.pop(w.rand(len(left)))
    return [clan for clan in left for _ in range(COPIES)]
