"""Night of the Ninja: tokens that change hands, by Spirit Merchant and Thief (N22, N23)."""

from __future__ import annotations

from tatami.engine.game import UNASKED, Ask
from tatami.engine.world import World
from tatami.games.night.cards import MARTYR, THIEF, TOKEN
from tatami.games.night.looks import look, looked_at
from tatami.games.night.table import (
    BOOK,
    LOOKS_TOKEN,
    MERCHANT_AT,
    MERCHANT_GIVE,
    MERCHANT_LOOK,
    MERCHANT_TAKE,
    NO_ROB,
    NO_TRADE,
    PAIR,
    ROBS,
    THIEF_FROM,
    TRADES,
    YES,
    aim,
    decide,
    know_poor,
    lifted,
    member_at,
    members,
    played,
    seat_of,
    tokens,
    turn_up,
    who,
)


@BOOK.step
def merchant(w: World, me: int, at: int = UNASKED) -> Ask | None:
    """N23: aim at another player, N35: with two at a member of the other player."""
    if at == UNASKED:
        targets = looked_at(w, me)
        if w.seats == PAIR:
            targets = [member for member in targets if seat_of(w, member) != seat_of(w, me)]
        return aim(w, me, MERCHANT_AT, targets)
    w.then(merchant_look, me, member_at(w.seats, at))
    return None


@BOOK.step
def merchant_look(w: World, me: int, whom: int, what: int = UNASKED) -> Ask | None:
    """N23: look at the House card or at a token; without tokens, at the House card only."""
    owner = seat_of(w, whom)
    some = owner != seat_of(w, me) and w.size(tokens(w, owner)) > 0
    if what == UNASKED and some:
        return decide(w, me, MERCHANT_LOOK, [0, YES])
    if what == YES:
        lift(w, me, owner)
    else:
        look(w, me, whom)
    if some and w.size(tokens(w, seat_of(w, me))):
        w.then(merchant_swap, me, owner)
    elif some:
        w.then(merchant_done, me, owner, 0)
    return None


def lift(w: World, me: int, owner: int) -> None:
    """N23: a token at random is looked at; its owner and the looker know which it is."""
    w.play(tokens(w, owner), w.random_face(tokens(w, owner)), lifted(w, seat_of(w, me)))
    w.tell(LOOKS_TOKEN, *who(w, me), owner)


@BOOK.step
def merchant_swap(
    w: World, me: int, owner: int, take: int = UNASKED, give: int = UNASKED
) -> Ask | None:
    """N23: any token of one's own for the one looked at, or for a random other; or none."""
    seat = seat_of(w, me)
    if take == UNASKED:
        seen = [1] if w.size(lifted(w, seat)) else []
        unseen = [2] if w.size(tokens(w, owner)) else []
        return decide(w, me, MERCHANT_TAKE, [0, *seen, *unseen])
    if take and give == UNASKED:
        held = [face - TOKEN for face in w.kinds_in(tokens(w, seat))]
        return decide(w, me, MERCHANT_GIVE, held)
    if take:
        source = lifted(w, seat) if take == 1 else tokens(w, owner)
        taken = w.random_face(source)
        mine, theirs = tokens(w, seat), tokens(w, owner)
        w.trade([(mine, TOKEN + give, theirs), (source, taken, mine)])
        w.tell(TRADES, *who(w, me), owner)
    else:
        w.tell(NO_TRADE, *who(w, me))
    w.then(merchant_done, me, owner, take)
    return None


@BOOK.step
def merchant_done(w: World, me: int, owner: int, take: int) -> None:
    """A token that was only looked at goes back to its owner, who then has what they had."""
    returned = w.draw(lifted(w, seat_of(w, me)), tokens(w, owner))
    if returned and not take and not gained(w, owner):
        know_poor(w, owner)


def gained(w: World, seat: int) -> bool:
    """N37: whether a player may have more points by now than at the end of the last round."""
    mine = range(seat, members(w), w.seats)
    return any(w.has(played(w, member), face) for member in mine for face in (MARTYR, THIEF))


@BOOK.step
def thief(w: World, me: int) -> None:
    """N15: turn up one's own House card, with or without anything to follow."""
    turn_up(w, me)
    w.then(rob, me)


@BOOK.step
def rob(w: World, me: int, whom: int = UNASKED) -> Ask | None:
    """N22: one may take a token, unseen, from a player who has more of them."""
    seat = seat_of(w, me)
    mine = w.size(tokens(w, seat))
    richer = [other for other in range(w.seats) if w.size(tokens(w, other)) > mine]
    if whom == UNASKED and richer:
        return decide(w, me, THIEF_FROM, [0, *(1 + other for other in richer)])
    if whom > 0:
        source = tokens(w, whom - 1)
        w.play(source, w.random_face(source), tokens(w, seat))
        w.tell(ROBS, *who(w, me), whom - 1)
    else:
        w.tell(NO_ROB, *who(w, me))
    return None
