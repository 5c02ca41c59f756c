"""Pawns and locations: Imperial Court, Missions, Final Showdown (W29 to W32)."""

from __future__ import annotations

from typing import Final

from tatami.engine.game import UNASKED, Ask, choose
from tatami.engine.world import World
from tatami.games.wataah.book import (
    BOOK,
    DOES_NOT_PEEK,
    MISSION_LOOK,
    NO_PEEK,
    PAWNS_TO,
    SENDS_TO_COURT,
    SENDS_TO_MISSIONS,
    SENDS_TO_SHOWDOWN,
    TO_COURT,
    TO_MISSIONS,
    TO_SHOWDOWN,
)
from tatami.games.wataah.cards import BOSSES
from tatami.games.wataah.table import (
    AT_COURT,
    AT_MISSIONS,
    AT_SHOWDOWN,
    COURT_DECK,
    COURTED,
    PAWNS,
    ROUND,
    board,
    clockwise,
    court_of,
    decks_on,
    tallied,
    tally,
)
from tatami.games.wataah.temple import LAST_ROUND, peek

PAWN_POINTS: Final = 10
"""W30, W31: points for each pawn at the Court and on Missions."""


@BOOK.step
def place_pawns(w: World, me: int, where: int = UNASKED) -> Ask | None:
    """W29: one or more pawns to one location; then the next player who has some left."""
    if where == UNASKED:
        return choose(me, PAWNS_TO, locations(w, me))
    if where == TO_COURT:
        go_to_court(w, me)
    elif where < TO_SHOWDOWN:
        go_on_missions(w, me, where - TO_MISSIONS + 1)
    else:
        go_to_showdown(w, me, where - TO_SHOWDOWN + 1)
    after = next_with_pawns(w, me)
    if after >= 0:
        w.then(place_pawns, after)
    return None


def locations(w: World, me: int) -> list[int]:
    """W29, W30: Missions or Showdown with any number of one's pawns; the Court once a round."""
    left = range(tallied(w, PAWNS, me))
    court = [] if w.count[COURTED] >> me & 1 else [TO_COURT]
    return court + [TO_MISSIONS + n for n in left] + [TO_SHOWDOWN + n for n in left]


def next_with_pawns(w: World, me: int) -> int:
    """W29: clockwise, who has none left is passed over; -1 when all are placed."""
    for seat in clockwise(w, (me + 1) % w.seats):
        if tallied(w, PAWNS, seat):
            return seat
    return -1


def send(w: World, me: int, location: int, number: int) -> None:
    """W29: pawns won this round go to a location."""
    w.set(tally(w, PAWNS, me), tallied(w, PAWNS, me) - number)
    w.set(tally(w, location, me), tallied(w, location, me) + number)


def go_to_court(w: World, me: int) -> None:
    """W30: one pawn, and the top Court card at once, but none after the last round."""
    send(w, me, AT_COURT, 1)
    w.set(COURTED, w.count[COURTED] | 1 << me)
    if decks_on(w) and w.count[ROUND] < LAST_ROUND:
        w.draw(board(w) + COURT_DECK, court_of(w, me))
    w.tell(SENDS_TO_COURT, me)


def go_on_missions(w: World, me: int, number: int) -> None:
    """W31: a look at a Decoy when the total becomes even, before the next player places."""
    send(w, me, AT_MISSIONS, number)
    w.tell(SENDS_TO_MISSIONS, me, number)
    if tallied(w, AT_MISSIONS, me) % 2 == 0:
        w.then(mission_look, me)


@BOOK.step
def mission_look(w: World, me: int, decoy: int = UNASKED) -> Ask | None:
    """W31: one may look; W28: which Decoy is public, and so is not looking."""
    if decoy == UNASKED:
        return choose(me, MISSION_LOOK, [0, 1, 2, NO_PEEK])
    if decoy == NO_PEEK:
        w.tell(DOES_NOT_PEEK, me)
    else:
        peek(w, me, decoy)
    return None


def go_to_showdown(w: World, me: int, number: int) -> None:
    """W32: pawns stay there until the Boss is revealed."""
    send(w, me, AT_SHOWDOWN, number)
    w.tell(SENDS_TO_SHOWDOWN, me, number)


def showdown_points(boss: int, pawns: int) -> int:
    """W32: damage first, never below 0; then points by the pawns that are left."""
    _, damage, points = BOSSES[boss]
    return points[min(max(pawns - damage, 0), len(points) - 1)]
