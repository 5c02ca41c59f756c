"""Ninjaaa'Tack. Clauses are those of docs/rules/tack.md.

T1, T2 and T19's owners are dealt with in ``cards`` and ``table``, T3 to T5 and T12, T18, T24 in
``passes``, T7 to T11, T19 and T20 in ``calls``, T13 to T16 and T21 in ``throws``, the flight of a
token (T15) in ``flight``, T17 and T25 in ``ending``. Here are the set-up and the code sheets (T6).
What a seat knows (T22) follows from the places in ``table``. Time (T23) is never read here: whoever
keeps the clock finds its times in ``table.tempo``.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.game import Game
from tatami.engine.world import World
from tatami.games.tack.calls import GONG
from tatami.games.tack.cards import FACES
from tatami.games.tack.ending import winners
from tatami.games.tack.passes import families, new_round
from tatami.games.tack.refusals import why_not
from tatami.games.tack.table import (
    BOOK,
    BOX,
    CODES,
    DECK,
    LEAST,
    MOST,
    ON,
    SETTINGS,
    WOLF,
    code,
    layout,
    pair_seats,
    pairs,
    tempo,
)


@BOOK.step
def set_up(w: World) -> None:
    """T3: the families of this game. T18: the first lone wolf is random."""
    w.trade([(DECK, face, BOX) for face in families(w)])
    if w.seats % 2:
        w.set(WOLF, 1 + w.rand(w.seats))
    if w.opts[CODES] == ON:
        deal_codes(w)
    w.then(new_round)


def deal_codes(w: World) -> None:
    """T6: a code sheet to every pair that can be partners; it never changes in a game."""
    for pair in range(pairs(w.seats)):
        one, other = pair_seats(w.seats, pair)
        w.shuffle(code(w.seats, pair))
        w.show_all(code(w.seats, pair), 1 << one | 1 << other)


GAME: Final = Game(
    BOOK,
    version=2,
    low=LEAST,
    high=MOST,
    faces=FACES,
    layout=layout,
    begin=set_up,
    outcome=winners,
    settings=SETTINGS,
    rights=(GONG,),
    why_not=why_not,
    longest=5000,
    tempo=tempo,
)
