"""Ninjaaa'Tack. Clauses are those of docs/rules/tack.md.

T1 and the signs of T6 are in ``cards``; T2, the teams and the wolf of T18 and the collectors of T19
in ``zones``. A round, its deal and its passes (T3 to T5, T12, T18, T22, T24, T25), and that strikes
name the cards (T7), are in ``passes``; what is in the hands, which card is passed on a timeout
(T24), and what a call shows of them (T8, T9, T22) in ``hands``. The gong and what a call pays or
costs (T7 to T12, T16, T17, T19 to T21) are in ``calls``, the penalty of T11 and T19 in
``penalties``; tokens that come and go, and how many colours somebody has (T10, T12, T13, T17, T19,
T21), in ``purses``; throws and swaps (T13 to T16, T21) in ``throws``, the flight of a token (T15)
in ``flight``. Who wins (T16, T17, T21, T25) is in ``ending``. What is asked, told and refused
stands in ``asked``, ``told`` and ``refused``. Here are the set-up (T3) and the code sheets (T6).
What a seat knows (T22) follows from the places in ``zones``. Time (T23) is never read here: whoever
keeps the clock finds its times in ``zones.tempo``.

A step asks first and acts last: it runs from the top again with each answer, until all are there;
``w.then`` queues what follows it (docs/add-a-game.md).
"""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Game, World, moving
from tatami.games.tack import asked, zones
from tatami.games.tack.calls import GONG
from tatami.games.tack.cards import BOOK, CLAN, COPIES, Clan
from tatami.games.tack.ending import winners
from tatami.games.tack.passes import new_round, why_not_passed
from tatami.games.tack.purses import why_not_lost, why_not_thrown
from tatami.games.tack.throws import why_not_taken
from tatami.games.tack.zones import CODE, DECK, LEFT_OUT, PAIR, WOLF


@BOOK.step
def set_up(w: World) -> None:
    """T3: the families of this game. T18: the first lone wolf is random."""
    w.trade([moving(card, source=DECK, target=LEFT_OUT) for card in cards_left_out(w)])
    if zones.is_odd(w):
        w.hold(WOLF, w.random_of(w.everyone()))
    if zones.WITH_CODES.of(w):
        deal_codes(w)
    w.then(new_round)


def cards_left_out(w: World) -> list[Clan]:
    """T3: as many clans as players are drawn at random; the cards of the others."""
    out = CLAN.all[:]
    for _ in w.everyone():
        out.remove(w.random_of(out))
    return [clan for clan in out for _ in range(COPIES)]


def deal_codes(w: World) -> None:
    """T6: a code sheet to every pair that can be partners; it never changes in a game."""
    for pair in PAIR.here(w):
        w.shuffle(CODE[pair])
        w.show_among(CODE[pair], zones.pair_seats(w, pair))


ARENAS_STOP_AFTER: Final = 5000
"""T25: without limits nothing ends a game in which nobody calls; arenas give up after so many
decisions."""

GAME: Final = Game(
    BOOK,
    version=2,  # rises when an old record would replay differently
    players=range(zones.FEWEST_PLAYERS, zones.MOST_PLAYERS + 1),
    begin=set_up,
    outcome=winners,
    rights=(GONG,),
    why_not=BOOK.reasons(
        {
            asked.PASS: why_not_passed,
            asked.LOSE: why_not_lost,
            asked.THROW: why_not_thrown,
            asked.TAKE: why_not_taken,
        }
    ),
    longest=ARENAS_STOP_AFTER,
    tempo=zones.tempo,
)
