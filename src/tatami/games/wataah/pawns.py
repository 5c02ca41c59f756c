"""Pawns and locations: Imperial Court, Missions, Final Showdown (W29 to W32)."""

from __future__ import annotations

from typing import Final

from tatami.engine import rules
from tatami.engine.rules import (
    UNANSWERED,
    Ask,
    Chosen,
    Counter,
    Face,
    Option,
    Refusal,
    Seat,
    Sight,
    World,
)
from tatami.games.wataah import asked, told
from tatami.games.wataah.cards import BOOK, BOSS, FIVE_OR_MORE
from tatami.games.wataah.sorts import DECOY, PAWN_COUNT
from tatami.games.wataah.zones import (
    AT_COURT,
    AT_MISSIONS,
    AT_SHOWDOWN,
    COURT_DECK,
    COURT_HELD,
    COURTED,
    PAWNS_WON,
    SHOSHO,
    decks_on,
    is_last_round,
    peek,
)


@BOOK.step
def pawns_from_the_shosho(w: World) -> None:
    """W29: its holder places first."""
    w.then(place_pawns, w.holder(SHOSHO))


@BOOK.step
def place_pawns(w: World, me: Seat, where: Chosen = UNANSWERED) -> Ask | None:
    """W29: one or more pawns to one location; then the next player who has some left."""
    if where is UNANSWERED:
        return rules.choose(me, asked.PAWNS, locations(w, me))
    if asked.TO_COURT.fits(where):
        go_to_court(w, me)
    elif asked.TO_MISSIONS.fits(where):
        go_on_missions(w, me, asked.TO_MISSIONS.of(where))
    elif asked.TO_SHOWDOWN.fits(where):
        go_to_showdown(w, me, asked.TO_SHOWDOWN.of(where))
    for seat in [*w.others(me), me]:
        if w.count[PAWNS_WON[seat]]:
            w.then(place_pawns, seat)
            break
    return None


def locations(s: Sight, me: Seat) -> list[Option]:
    """W29: the Court, Missions or the Showdown, with any number of the pawns won this round."""
    court = [asked.TO_COURT.option] if why_not_to_court(s, me) is None else []
    numbers = [number for number in PAWN_COUNT.all if why_not_sent(s, me, number) is None]
    return court + asked.TO_MISSIONS.each(numbers) + asked.TO_SHOWDOWN.each(numbers)


COURT_ONCE_A_ROUND: Final[Refusal] = BOOK.no("court_once_a_round", "W30")
TOO_FEW_PAWNS: Final[Refusal] = BOOK.no("too_few_pawns", "W29")


def why_not_to_court(s: Sight, me: Seat) -> Refusal | None:
    """W30: at most one pawn a player a round."""
    return COURT_ONCE_A_ROUND if s.marked(COURTED[me]) else None


def why_not_sent(s: Sight, me: Seat, number: int) -> Refusal | None:
    """W29: pawns won this round."""
    return None if number <= s.count[PAWNS_WON[me]] else TOO_FEW_PAWNS


def send(w: World, me: Seat, location: list[Counter], number: int) -> None:
    """W29: pawns won this round go to a location."""
    w.add(PAWNS_WON[me], -number)
    w.add(location[me], number)


def go_to_court(w: World, me: Seat) -> None:
    """W30: one pawn, and the top Court card at once, but none after the last round."""
    send(w, me, AT_COURT, 1)
    w.mark(COURTED[me])
    if gives_court_card(w):
        w.draw(COURT_DECK, COURT_HELD[me])
    w.tell(told.SENDS_TO_COURT, me)


def gives_court_card(s: Sight) -> bool:
    """W30: where there are Court cards, a pawn brings one, but for the last round."""
    return decks_on(s) and not is_last_round(s)


def go_on_missions(w: World, me: Seat, number: int) -> None:
    """W31: a look at a Decoy when the total becomes even, before the next player places."""
    send(w, me, AT_MISSIONS, number)
    w.tell(told.SENDS_TO_MISSIONS, me, number)
    if gives_look(w.count[AT_MISSIONS[me]]):
        w.then(mission_look, me)


def gives_look(pawns: int) -> bool:
    """W31: an even number of pawns on Missions, after a placement there."""
    return pawns % 2 == 0


@BOOK.step
def mission_look(w: World, me: Seat, decoy: Chosen = UNANSWERED) -> Ask | None:
    """W31: one may look; W28: which Decoy is public, and so is not looking."""
    if decoy is UNANSWERED:
        looks = asked.MISSION_PEEK.each(DECOY.all)
        return rules.choose(me, asked.MISSION, [*looks, asked.NO_PEEK.option])
    if asked.NO_PEEK.fits(decoy):
        w.tell(told.DOES_NOT_PEEK, me)
    elif asked.MISSION_PEEK.fits(decoy):
        peek(w, me, asked.MISSION_PEEK.of(decoy))
    return None


def go_to_showdown(w: World, me: Seat, number: int) -> None:
    """W32: pawns stay there until the Boss is revealed."""
    send(w, me, AT_SHOWDOWN, number)
    w.tell(told.SENDS_TO_SHOWDOWN, me, number)


def showdown_points(boss: Face, pawns: int) -> int:
    """W32: damage first, never below 0; then points by the pawns that are left."""
    left = max(pawns - BOSS[boss].damage, 0)
    return BOSS[boss].points[min(left, FIVE_OR_MORE)]
