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
from tatami.games.night.asked import aim, aimed, decide, either, which
from tatami.games.night.cards import BOOK, MARTYR, THIEF
from tatami.games.night.looks import look, turn_up, why_not_looked_at
from tatami.games.night.members import Member, everyone_from, is_pair, members_of, seat_of
from tatami.games.night.zones import LIFTED, PLAYED, TOKENS, know_poor

# -- the Spirit Merchant


@BOOK.step
def merchant(w: World, me: Member, at: Chosen = UNANSWERED) -> Ask | None:
    """N23: visit another player; without tokens there, it is a look at the House card only."""
    if at is UNANSWERED:
        every = everyone_from(w, me)
        targets = [whom for whom in every if why_not_traded_with(w, me, whom) is None]
        return aim(w, me, asked.MERCHANT_AT, targets)
    whom = aimed(w, asked.MERCHANT_AT, at)
    if has_tokens(w, me, whom):
        w.then(merchant_look, me, whom)
        w.then(merchant_swap, me, seat_of(w, whom))
    else:
        look(w, me, whom)
    return None


def has_tokens(w: World, me: Member, whom: Member) -> bool:
    """N23: whether there are tokens of another player's to look at.

    One who was touched may visit the card in front of oneself (N13): then it is a look at that.
    """
    owner = seat_of(w, whom)
    return owner != seat_of(w, me) and not w.is_empty(TOKENS[owner])


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
    if what == asked.LOOK_TOKEN.option:
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
        put_back_if_lifted(w, me, owner)
        return None
    if take is UNANSWERED:
        options = tokens_to_take(w, me, owner)
        return decide(w, me, asked.MERCHANT_TAKE, options, by_default=asked.LEAVE_TOKENS.option)
    if take == asked.LEAVE_TOKENS.option:
        w.tell(told.NO_TRADE, me)
        put_back_if_lifted(w, me, owner)
        return None
    if give is UNANSWERED:
        return which(w, me, asked.GIVE, w.kinds_in(purse(w, me)))
    if take == asked.TAKE_SEEN.option:
        trade(w, me, owner, seen_token(w, me), lifted_by(w, me), asked.GIVE.of(give))
    else:
        trade(w, me, owner, w.random_face(TOKENS[owner]), TOKENS[owner], asked.GIVE.of(give))
        w.draw(lifted_by(w, me), TOKENS[owner])
    return None


def trade(w: World, me: Member, owner: Seat, taken: Face, source: Zone, given: Face) -> None:
    """N23: one of one's own for one of theirs, which lies where it was taken from."""
    given_away = moving(given, source=purse(w, me), target=TOKENS[owner])
    w.trade([given_away, moving(taken, source=source, target=purse(w, me))])
    w.tell(told.TRADES, me, owner)


def seen_token(w: World, me: Member) -> Face:
    """N23: the token looked at: one of one, since chance takes its share either way."""
    return w.random_face(lifted_by(w, me))


def put_back_if_lifted(w: World, me: Member, owner: Seat) -> None:
    """N23: nobody trades; the token that was looked at, if one was, is its owner's again."""
    if not w.is_empty(lifted_by(w, me)):
        w.draw(lifted_by(w, me), TOKENS[owner])
        know_still_poor(w, owner)


def know_still_poor(w: World, owner: Seat) -> None:
    """N30, N37: after the last round nobody had 10 points; nor has who has gained none since.

    No rule, but what all can tell: the token went away and came back, and with it what the end of
    the last round told of its owner's tokens must be told again. Tokens come only at payment, by
    Martyr and Thief, and by a Merchant, of which there is one; so who has played neither of the
    two has what they had then.
    """
    if not has_gained(w, owner):
        know_poor(w, owner)


def has_gained(w: World, seat: Seat) -> bool:
    """Whether a player may have won a token in this round, by Martyr or Thief."""
    rows = [PLAYED[member] for member in members_of(w, seat)]
    return any(w.has(played, card) for played in rows for card in (MARTYR, THIEF))


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
    elif whom == asked.LEAVE_ALL.option:
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
