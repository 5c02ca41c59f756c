"""Night of the Ninja: tokens that change hands, by Spirit Merchant and Thief (N22, N23, N35)."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import (
    UNANSWERED,
    Ask,
    Chosen,
    Face,
    Option,
    Refusal,
    Seat,
    Sight,
    World,
    Zone,
    moving,
)
from tatami.games.night import asked, told
from tatami.games.night.asked import aim, aimed, ask_for_one, decide, either
from tatami.games.night.cards import BOOK, MERCHANT, THIEF
from tatami.games.night.looks import look, turn_up, why_not_looked_at
from tatami.games.night.members import Member, everyone_from, is_pair, seat_of
from tatami.games.night.poor import know_still_poor
from tatami.games.night.resolve import turn_of
from tatami.games.night.zones import LIFTED, TOKENS

# -- the Spirit Merchant


@turn_of(MERCHANT)
@BOOK.step
def merchant(w: World, me: Member, at: Chosen = UNANSWERED) -> Ask | None:
    """N23: visit another player; without tokens there, it is a look at the House card only."""
    if at is UNANSWERED:
        every = everyone_from(w, me)
        targets = [whom for whom in every if why_not_traded_with(w, me, whom) is None]
        return aim(w, me, asked.MERCHANT_AT, targets)
    whom = aimed(w, asked.MERCHANT_AT, at)
    if has_tokens_to_see(w, me, whom):
        w.then(merchant_look, me, whom)
        w.then(merchant_swap, me, seat_of(w, whom))
    else:
        look(w, me, whom)
    return None


def has_tokens_to_see(s: Sight, me: Member, whom: Member) -> bool:
    """N23: whether there are tokens of another player's to look at.

    One who was touched may visit the card in front of oneself (N13): then it is a look at that.
    """
    owner = seat_of(s, whom)
    return owner != seat_of(s, me) and not s.is_empty(TOKENS[owner])


OTHER_PLAYER: Final = BOOK.no("other_player", "N35")


def why_not_traded_with(s: Sight, me: Member, whom: Member) -> Refusal | None:
    """N13: whom one can look at. N35: with two players, the other player's members only."""
    if is_pair(s) and seat_of(s, whom) == seat_of(s, me):
        return OTHER_PLAYER
    return why_not_looked_at(s, me, whom)


@BOOK.step
def merchant_look(w: World, me: Member, whom: Member, what: Chosen = UNANSWERED) -> Ask | None:
    """N23: look at the House card or at a token."""
    if what is UNANSWERED:
        return either(w, me, asked.LOOK_TOKEN, by_default=asked.LOOK_HOUSE)
    if asked.LOOK_TOKEN.fits(what):
        lift(w, me, seat_of(w, whom))
    else:
        look(w, me, whom)
    return None


def lift(w: World, me: Member, owner: Seat) -> None:
    """N23: a token at random is looked at; its owner and the looker know which it is."""
    w.play(TOKENS[owner], w.random_face(TOKENS[owner]), lifted_by(w, me))
    w.tell(told.LOOKS_TOKEN, me, owner)


def lifted_by(s: Sight, me: Member) -> Zone:
    """N23: where the token lies that a Spirit Merchant looks at."""
    return LIFTED[seat_of(s, me)]


def can_pay(s: Sight, seat: Seat) -> bool:
    """N23: both sides need a token: who swaps gives one too."""
    return not s.is_empty(TOKENS[seat])


def purse(s: Sight, me: Member) -> Zone:
    """N35: the tokens of the player who plays a member."""
    return TOKENS[seat_of(s, me)]


@BOOK.step
def merchant_swap(
    w: World, me: Member, owner: Seat, take: Chosen = UNANSWERED, give: Chosen = UNANSWERED
) -> Ask | None:
    """N23: any token of one's own for the one looked at, or for a random other; or none."""
    if not can_pay(w, seat_of(w, me)):
        leave_tokens(w, me, owner)
    elif take is UNANSWERED:
        options = tokens_to_take(w, me, owner)
        return decide(w, me, asked.MERCHANT_TAKE, options, by_default=asked.LEAVE_TOKENS.option)
    elif asked.LEAVE_TOKENS.fits(take):
        w.tell(told.NO_TRADE, me)
        leave_tokens(w, me, owner)
    elif give is UNANSWERED:
        return ask_for_one(w, me, asked.GIVE, w.kinds_in(purse(w, me)))
    elif asked.TAKE_SEEN.fits(take):
        trade(w, me, owner, lifted_by(w, me), asked.GIVE.of(give))
    elif asked.TAKE_UNSEEN.fits(take):
        trade(w, me, owner, TOKENS[owner], asked.GIVE.of(give))
        put_back(w, me, owner)
    return None


def trade(w: World, me: Member, owner: Seat, source: Zone, given: Face) -> None:
    """N23: one of one's own for one of theirs: the one that was looked at, or a random other."""
    taken = moving(w.random_face(source), source=source, target=purse(w, me))
    w.trade([moving(given, source=purse(w, me), target=TOKENS[owner]), taken])
    w.tell(told.TRADES, me, owner)


def leave_tokens(w: World, me: Member, owner: Seat) -> None:
    """N23: nobody trades; the token that was looked at, if one was, is its owner's again."""
    if not w.is_empty(lifted_by(w, me)):
        put_back(w, me, owner)
        know_still_poor(w, owner)


def put_back(w: World, me: Member, owner: Seat) -> None:
    """N23: the token that was looked at, if one was, lies among its owner's."""
    w.draw(lifted_by(w, me), TOKENS[owner])


def tokens_to_take(s: Sight, me: Member, owner: Seat) -> list[Option]:
    """N23: none, the one looked at, another: whichever there are."""
    found = [asked.LEAVE_TOKENS.option]
    if why_not_taken_seen(s, seat_of(s, me)) is None:
        found.append(asked.TAKE_SEEN.option)
    if why_not_taken_unseen(s, owner) is None:
        found.append(asked.TAKE_UNSEEN.option)
    return found


NO_SUCH_TOKEN: Final = BOOK.no("no_such_token", "N23")


def why_not_taken_seen(s: Sight, seat: Seat) -> Refusal | None:
    """N23: a token must have been looked at."""
    return NO_SUCH_TOKEN if s.is_empty(LIFTED[seat]) else None


def why_not_taken_unseen(s: Sight, owner: Seat) -> Refusal | None:
    """N23: there must be another token than the one looked at."""
    return NO_SUCH_TOKEN if s.is_empty(TOKENS[owner]) else None


def why_not_given(s: Sight, seat: Seat, token: Face) -> Refusal | None:
    """N23: a token of one's own."""
    return None if s.has(TOKENS[seat], token) else NO_SUCH_TOKEN


# -- the Thief


@turn_of(THIEF)
@BOOK.step
def thief(w: World, me: Member) -> None:
    """N15: turn up one's own House card, with or without anything to follow."""
    turn_up(w, me)
    w.then(rob, me)


@BOOK.step
def rob(w: World, me: Member, whom: Chosen = UNANSWERED) -> Ask | None:
    """N22: one may take a token from a player who has more of them: unseen, so any of them."""
    seat = seat_of(w, me)
    richer = [other for other in w.everyone() if why_not_robbed(w, seat, other) is None]
    if not richer:
        w.tell(told.NO_ROB, me)
    elif whom is UNANSWERED:
        options = [asked.LEAVE_ALL.option, *asked.ROB.each(richer)]
        return decide(w, me, asked.THIEF_FROM, options, by_default=asked.LEAVE_ALL.option)
    elif asked.LEAVE_ALL.fits(whom):
        w.tell(told.NO_ROB, me)
    else:
        steal(w, me, asked.ROB.of(whom))
    return None


def steal(w: World, me: Member, owner: Seat) -> None:
    """N22: a token at random changes hands."""
    w.play(TOKENS[owner], w.random_face(TOKENS[owner]), purse(w, me))
    w.tell(told.ROBS, me, owner)


NO_SUCH_PLAYER: Final = BOOK.no("no_such_player", "N22")
NOT_RICHER: Final = BOOK.no("not_richer", "N22")


def why_not_robbed(s: Sight, seat: Seat, other: Seat) -> Refusal | None:
    """N22: a player who has more tokens; their numbers are public."""
    if other not in s.everyone():
        return NO_SUCH_PLAYER
    return None if s.size(TOKENS[other]) > s.size(TOKENS[seat]) else NOT_RICHER
