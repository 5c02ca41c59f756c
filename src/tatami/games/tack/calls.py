"""Ninjaaa'Tack: the gong, what a call shows, and what it pays or costs (T7 to T12, T19, T20)."""

from __future__ import annotations

from typing import Final

from tatami.engine.game import UNASKED, Ask, Right, choose_or
from tatami.engine.world import World
from tatami.games.tack.cards import COPIES, KINDS, TOKEN, WOLF_COPIES, counts_of
from tatami.games.tack.ending import check_win
from tatami.games.tack.passes import new_round, passing
from tatami.games.tack.table import (
    BINDING,
    BOOK,
    CALLS,
    CAME,
    COMPLETE,
    GAINS,
    LOSE,
    LOSES,
    NEXT,
    NINJA,
    NO_PREY,
    NOT_IN_ONE_HAND,
    NOTHING,
    PENALISED,
    STRIKE,
    SUPPLY,
    SUPPLY_EMPTY,
    hand,
    other_teams,
    owner_of,
    packed,
    penalty,
    purse,
    purses,
    shown,
    team,
    tokens_of,
    wolf_in,
)
from tatami.games.tack.throws import throws

# -- which clans are complete


def held(w: World, seats: list[int]) -> list[int]:
    """How many cards of each clan some players hold together."""
    return counts_of([face for seat in seats for face in w.faces(hand(seat))])


def complete_clans(w: World, seats: list[int]) -> list[int]:
    """T8: all four between the partners. T20: three in a lone wolf's hand."""
    need = WOLF_COPIES if seats[0] == wolf_in(w) else COPIES
    together = held(w, seats)
    return [clan for clan in range(KINDS) if together[clan] >= need]


def called_clans(w: World, seat: int) -> list[int]:
    """The clans for which a Ninjaaaa pays. T11, T19: under a penalty four in a single hand."""
    mine = team(w, seat)
    if w.count[penalty(owner_of(w.seats, seat))] & BINDING:
        hands = [held(w, [one]) for one in mine]
        return [clan for clan in range(KINDS) if any(one[clan] >= COPIES for one in hands)]
    return complete_clans(w, mine)


def attacked_clans(w: World, seat: int) -> list[int]:
    """T9, T11, T20: the complete clans of all other teams, three in a lone wolf's hand included.

    A penalty of theirs does not matter.
    """
    found: list[int] = []
    for seats in other_teams(w, seat):
        found += complete_clans(w, seats)
    return sorted(found)


# -- the call


@BOOK.step
def strike(w: World, me: int, call: int) -> None:
    """T7: somebody strikes the gong. T8, T9: hands are shown, then the call pays or costs."""
    w.tell(CALLS, me, call)
    seats = team(w, me) if call == NINJA else [one for two in other_teams(w, me) for one in two]
    show_hands(w, seats)
    found = called_clans(w, me) if call == NINJA else attacked_clans(w, me)
    if found:
        award(w, me, found)
        if check_win(w):
            return
    else:
        w.tell(what_it_lacks(w, me, call), me)
        w.then(wrong, me)
    w.then(throws, me)


def what_it_lacks(w: World, me: int, call: int) -> int:
    """T8, T9, T11: why a call is wrong, by the cards shown: in an attack none of one's own."""
    if call != NINJA:
        return NO_PREY
    return NOT_IN_ONE_HAND if complete_clans(w, team(w, me)) else NOTHING


def show_hands(w: World, seats: list[int]) -> None:
    """T8, T9: to all; what was shown is remembered until the next call (T22)."""
    for seat in range(w.seats):
        if seat in seats:
            w.show_all(hand(seat), w.layout.everyone)
        w.set(shown(w.seats, seat), packed(w.faces(hand(seat))) if seat in seats else 0)


def award(w: World, me: int, clans: list[int]) -> None:
    """T8, T9: a token for each complete clan. T19: with odd numbers for each partner."""
    for clan in clans:
        w.tell(COMPLETE, me, clan)
        for owner in purses(w, me):
            take(w, owner, TOKEN + clan)


def take(w: World, owner: int, token: int) -> None:
    """T12: from the supply, if there is one left; the caller is served first."""
    if w.has(SUPPLY, token):
        w.play(SUPPLY, token, purse(w.seats, owner))
        w.tell(GAINS, owner, token - TOKEN)
    else:
        w.tell(SUPPLY_EMPTY, token - TOKEN)


# -- a wrong call


@BOOK.step
def wrong(w: World, me: int, lost: int = UNASKED) -> Ask | None:
    """T10: the caller chooses a token to lose. T11: without one there is a penalty."""
    owner = owner_of(w.seats, me)
    found = w.kinds_in(purse(w.seats, owner))
    if not found:
        w.set(penalty(owner), w.count[penalty(owner)] | NEXT)
        w.tell(PENALISED, owner)
        return None
    if lost == UNASKED:
        return choose_or(me, LOSE, [token - TOKEN for token in found], most_copies(w, owner))
    w.play(purse(w.seats, owner), TOKEN + lost, SUPPLY)
    w.tell(LOSES, owner, lost)
    return None


def most_copies(w: World, owner: int) -> int:
    """T10: on a timeout the colour with most copies is lost, ties in the order of T1."""
    held_tokens = tokens_of(w, owner)
    best = held_tokens[0]
    for token in held_tokens:
        if held_tokens.count(token) > held_tokens.count(best):
            best = token
    return best - TOKEN


# -- the right to strike


def can_strike(w: World, seat: int) -> list[int]:
    """T7: from the deal to the first call, the count included; not during choices and throws."""
    return [0, 1] if w.stack and w.stack[-1][0] is passing else []


GONG: Final = Right("gong", STRIKE, strike, can_strike, cut=new_round, stamp=CAME)
"""T7: only the fastest counts. A strike names the cards that were seen: their deal and pass."""
