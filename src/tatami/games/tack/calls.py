"""Ninjaaa'Tack: the gong, what a call shows, and what it pays or costs.

T7 to T12, T16, T17, T19 to T21.
"""

from __future__ import annotations

from typing import Final

from tatami.engine import rules
from tatami.engine.rules import UNANSWERED, Ask, Chosen, Option, Right, Seat, Sight, World
from tatami.games.tack import asked, cards, told, zones
from tatami.games.tack.cards import BOOK, CLAN, TOKEN, TOKEN_OF, Clan, Counted, Token
from tatami.games.tack.ending import check_win
from tatami.games.tack.hands import held, show_hands
from tatami.games.tack.passes import new_round, passing
from tatami.games.tack.penalties import is_penalised, penalise
from tatami.games.tack.purses import gain, lose
from tatami.games.tack.throws import throws
from tatami.games.tack.zones import PURSE, Collector, other_teams, team

# -- the gong


def can_strike(w: World, seat: Seat) -> list[Option]:
    """T7: from the deal to the first call, the count included; not during choices and throws."""
    return [asked.NINJA.option, asked.ATTACK.option] if w.is_at(passing) else []


@BOOK.step
def strike(w: World, me: Seat, call: Option) -> None:
    """T7: somebody strikes the gong, and calls. T8, T9: the call pays, or costs; then throws."""
    w.tell(told.CALLS, me, told.CALL_FOR[call])
    paid_for = ninjaaaa(w, me) if asked.NINJA.fits(call) else attack(w, me)
    if paid_for:
        award(w, me, paid_for)
        if check_win(w):
            return
    else:
        w.then(wrong, me)
    w.then(throws, me)


GONG: Final = Right(
    "gong", asked.STRIKE, strike, can_strike, cut=new_round, stamp=zones.CAME, raced=True
)
"""T7: only the fastest counts: the call cuts the round short, and open choices with it. A strike
names the cards that its sender saw: how often any had come, and so their deal and pass. After the
throws the next round begins (T12): it was queued behind the passes."""


def ninjaaaa(w: World, me: Seat) -> list[Clan]:
    """T8: the caller's team shows its cards to all; the clans for which that pays."""
    mine = team(w, me)
    show_hands(w, mine)
    hands = [held(w, seat) for seat in mine]
    found = paying(w, me, hands)
    if not found:
        split = complete(hands, needed(w, mine))
        w.tell(told.NOT_IN_ONE_HAND if split else told.NOTHING, me)
    return found


def attack(w: World, me: Seat) -> list[Clan]:
    """T9: all other teams show their cards; the clans for which that pays."""
    show_hands(w, [seat for others in other_teams(w, me) for seat in others])
    found = attacked_clans(w, me)
    if not found:
        w.tell(told.NO_PREY, me)
    return found


# -- which clans are complete


def needed(s: Sight, mates: list[Seat]) -> int:
    """T8: a team needs all four of a clan. T20: a lone wolf, who is a team of one (T9), three."""
    return cards.WOLF_COPIES if s.who_has(zones.WOLF) in mates else cards.COPIES


def complete(hands: list[Counted], copies: int) -> list[Clan]:
    """T8: the clans of which the hands of a team hold so many cards between them."""
    return [clan for clan in CLAN.all if sum([hand[clan] for hand in hands]) >= copies]


def paying(s: Sight, caller: Seat, hands: list[Counted]) -> list[Clan]:
    """The clans for which a Ninjaaaa pays. T11, T19: under a penalty four in a single hand.

    T20: a lone wolf too needs four under a penalty.
    """
    if is_penalised(s, caller):
        return in_one_hand(hands)
    return complete(hands, needed(s, team(s, caller)))


def in_one_hand(hands: list[Counted]) -> list[Clan]:
    """T11: the clans of which all four are in a single hand."""
    return [clan for clan in CLAN.all if any(hand[clan] >= cards.COPIES for hand in hands)]


def attacked_clans(w: World, caller: Seat) -> list[Clan]:
    """T9, T11, T20: the complete clans of all other teams, three in a lone wolf's hand included.

    A penalty of theirs does not matter. They are awarded in the order of T1, as one's own clans
    are, and not in that of the seats.
    """
    found: list[Clan] = []
    for others in other_teams(w, caller):
        found += complete([held(w, seat) for seat in others], needed(w, others))
    return [clan for clan in CLAN.all if clan in found]


# -- a right call


def award(w: World, me: Seat, clans: list[Clan]) -> None:
    """T8, T9: a token for each complete clan. T19, T12: for each partner, the caller first.

    T16, T17, T21: all that a call pays is one award, after which the win is checked.
    """
    for clan in clans:
        w.tell(told.COMPLETE, me, clan)
        for collector in zones.collectors_in(w, team(w, me)):
            gain(w, collector, TOKEN_OF[clan])


# -- a wrong call


@BOOK.step
def wrong(w: World, me: Seat, token: Chosen = UNANSWERED) -> Ask | None:
    """T10: the caller chooses a token to lose. T11: without one a penalty binds the next round.

    T19: with odd numbers it is a token, or a penalty, of the caller's own.
    """
    collector = zones.collector_of(w, me)
    mine = w.kinds_in(PURSE[collector])
    if not mine:
        penalise(w, collector)
        w.tell(told.PENALISED, collector)
    elif token is UNANSWERED:
        on_timeout = asked.LOSE[most_copies(w, collector)]
        return rules.choose_or(me, asked.WHAT_TO_LOSE, asked.LOSE.each(mine), on_timeout)
    else:
        lose(w, collector, asked.LOSE.of(token))
    return None


def most_copies(s: Sight, collector: Collector) -> Token:
    """T10: on a timeout the colour with most copies is lost, ties in the order of T1."""
    mine = s.faces(PURSE[collector])
    return rules.first_with_most(TOKEN.all, mine.count)
