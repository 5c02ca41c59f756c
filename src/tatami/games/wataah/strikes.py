"""Powers on what lies in front of players: Toad, Spider, their Yokai, and Tengu (W12, W16, W17).

Each names its target, lets the target's owner answer, and then takes effect (``aiming``).
"""

from __future__ import annotations

from typing import Final

from tatami.engine import rules
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
)
from tatami.games.wataah import asked, refused, told
from tatami.games.wataah.aiming import aim_at_card, aim_at_clan, ask_or_nothing
from tatami.games.wataah.cards import (
    BOOK,
    IS_CLAN_CARD,
    IS_YOKAI,
    TENGU,
    PowerName,
    Size,
)
from tatami.games.wataah.sorts import CLAN_OF, OWNER_OF, Placed
from tatami.games.wataah.temple import is_warded, would_be_warded
from tatami.games.wataah.zones import (
    FRONT,
    HAND,
    JIGOKU,
    TENGU_SELF,
    TOAD_OWN,
    fall,
    in_front,
    in_front_of_others,
    is_there,
    throw_away,
)

# -- the Toad and Kappa


@BOOK.step
def toad_card(
    w: World, me: Seat, size: Size, name: PowerName, origin: Placed, target: Chosen = UNANSWERED
) -> Ask | None:
    """W16: any single card goes back to its owner's hand; W35: the card itself is named."""
    if target is UNANSWERED:
        clans = to_send_back(w, me)
        options = may_decline(origin, clans, asked.SEND_NO_CARD)
        options += cards_of(w, clans, asked.SEND_CARD_OF)
        return ask_or_nothing(w, me, name, asked.SEND_CARD, options)
    if asked.SEND_NO_CARD.fits(target):
        w.tell(told.DECLINES, me, name)
    elif asked.SEND_CARD_OF.fits(target):
        placed, face = asked.SEND_CARD_OF.of(target)
        aim_at_card(w, me, name, placed, face, send_card_back)
    return None


@BOOK.step
def toad_clan(
    w: World, me: Seat, size: Size, name: PowerName, origin: Placed, target: Chosen = UNANSWERED
) -> Ask | None:
    """W16, W17: any whole clan goes back to its owner's hand."""
    clan_of, decline = asked.SEND_CLAN_OF[name], asked.SEND_NO_CLAN[name]
    if target is UNANSWERED:
        clans = to_send_back(w, me)
        options = may_decline(origin, clans, decline) + clan_of.each(clans)
        return ask_or_nothing(w, me, name, clan_of.question, options)
    if decline.fits(target):
        w.tell(told.DECLINES, me, name)
    elif clan_of.fits(target):
        aim_at_clan(w, me, name, clan_of.of(target), send_clan_back)
    return None


def to_send_back(s: Sight, me: Seat) -> list[Placed]:
    """W16: the clans that Toad and Kappa can aim at, one's own last."""
    clans = in_front_of_others(s, me) + in_front(s, me)
    return [placed for placed in clans if why_not_sent_back(s, me, placed) is None]


def may_decline(origin: Placed, targets: list[Placed], decline: rules.Verb) -> list[Option]:
    """W16: where every target is in the clan just placed or reinforced, it need not be hit.

    W11: where there is no target there is nothing to decline: the power has no effect.
    """
    if not targets:
        return []
    return [decline.option] if why_not_declined(origin, targets) is None else []


@BOOK.step
def send_card_back(w: World, placed: Placed, face: Face) -> None:
    """W17: to its owner's hand; W12: what it strands is destroyed at the same moment."""
    w.tell(told.RETURNS, OWNER_OF[placed], face)
    lose_card(w, placed, face, HAND[OWNER_OF[placed]])


@BOOK.step
def send_clan_back(w: World, placed: Placed) -> None:
    """W17: with its Ronin and Yokai."""
    owner = OWNER_OF[placed]
    w.tell(told.RETURNS_CLAN, owner, CLAN_OF[placed])
    source, target = FRONT[placed], HAND[owner]
    w.trade([rules.moving(face, source=source, target=target) for face in w.faces(source)])


# -- the Spider and Yurei


@BOOK.step
def spider_card(
    w: World, me: Seat, size: Size, name: PowerName, origin: Placed, target: Chosen = UNANSWERED
) -> Ask | None:
    """W16: destroy any single card of an opponent; W35: the card itself is named."""
    if target is UNANSWERED:
        options = cards_of(w, to_destroy(w, me), asked.DESTROY_CARD_OF)
        return ask_or_nothing(w, me, name, asked.DESTROY_CARD_OF.question, options)
    placed, face = asked.DESTROY_CARD_OF.of(target)
    aim_at_card(w, me, name, placed, face, destroy_card)
    return None


@BOOK.step
def spider_clan(
    w: World, me: Seat, size: Size, name: PowerName, origin: Placed, target: Chosen = UNANSWERED
) -> Ask | None:
    """W16: destroy any clan of an opponent."""
    clan_of = asked.DESTROY_CLAN_OF[name]
    if target is UNANSWERED:
        return ask_or_nothing(w, me, name, clan_of.question, clan_of.each(to_destroy(w, me)))
    aim_at_clan(w, me, name, clan_of.of(target), destroy_clan)
    return None


def to_destroy(s: Sight, me: Seat) -> list[Placed]:
    """W16: the clans that Spider and Yurei can aim at."""
    clans = in_front_of_others(s, me)
    return [placed for placed in clans if why_not_destroyed(s, me, placed) is None]


@BOOK.step
def destroy_card(w: World, placed: Placed, face: Face) -> None:
    """W36: to the Jigoku; W12: and with it what it strands."""
    w.tell(told.DESTROYED, OWNER_OF[placed], face)
    lose_card(w, placed, face, JIGOKU)


@BOOK.step
def destroy_clan(w: World, placed: Placed) -> None:
    """W17, W36: with its Ronin and Yokai."""
    w.tell(told.CLAN_DESTROYED, OWNER_OF[placed], CLAN_OF[placed])
    throw_away(w, FRONT[placed], w.faces(FRONT[placed]))


# -- Tengu


@BOOK.step
def tengu(w: World, me: Seat) -> None:
    """W10: every Yokai that Tengu hits is destroyed, at one moment."""
    hit = hit_by_tengu(w)
    w.tell(told.TENGU_STRIKES, len(hit))
    fall(w, [rules.moving(face, source=FRONT[placed], target=JIGOKU) for placed, face in hit])


def hit_by_tengu(s: Sight) -> list[tuple[Placed, Face]]:
    """W10: every Yokai in play that Tengu hits, and whose clan it is in."""
    return [
        (placed, face)
        for seat in s.everyone()
        for placed in in_front(s, seat)
        for face in hit_among(s, seat, [*s.faces(FRONT[placed])])
    ]


def hit_among(s: Sight, owner: Seat, cards: list[Face]) -> list[Face]:
    """W10: the Yokai that Tengu hits in a clan of these cards; itself unless the table spares it.

    W28: Paper Wards save a clan of four.
    """
    if would_be_warded(s, owner, len(cards)):
        return []
    return [face for face in cards if IS_YOKAI[face] and (face != TENGU or TENGU_SELF.of(s))]


# -- what they share


def lose_card(w: World, placed: Placed, face: Face, target: Zone) -> None:
    """W12: a card leaves a clan; Ronin and Yokai without a Clan card are destroyed with it."""
    moves = [rules.moving(face, source=FRONT[placed], target=target)]
    stranded = stranded_by(w, placed, face)
    if stranded:
        moves += [rules.moving(one, source=FRONT[placed], target=JIGOKU) for one in stranded]
        w.tell(told.STRANDED, OWNER_OF[placed], CLAN_OF[placed])
    fall(w, moves)


def stranded_by(s: Sight, placed: Placed, face: Face) -> list[Face]:
    """W12: the Ronin and Yokai that are left without a Clan card when this card goes."""
    left = [*s.faces(FRONT[placed])]
    left.remove(face)
    return [] if any(IS_CLAN_CARD[one] for one in left) else left


def cards_of(w: World, clans: list[Placed], card_of: rules.Verb2[Placed, Face]) -> list[Option]:
    """The different cards of these clans."""
    found: list[Option] = []
    for placed in clans:
        found += card_of.each(placed, w.kinds_in(FRONT[placed]))
    return found


# -- what can be hit, and what cannot

NO_SUCH_CARD: Final[Refusal] = BOOK.no("no_such_card", "W16")
BEHIND_PAPER_WARDS: Final[Refusal] = BOOK.no("behind_paper_wards", "W28")
NOT_YOUR_OWN: Final[Refusal] = BOOK.no("not_your_own", "W16")
MUST_BE_APPLIED: Final[Refusal] = BOOK.no("must_be_applied", "W11")


def why_not_destroyed(s: Sight, me: Seat, placed: Placed) -> Refusal | None:
    """W16: Spider and Yurei aim at opponents only."""
    return refused.OPPONENTS_ONLY if OWNER_OF[placed] == me else why_untouchable(s, placed)


def why_not_sent_back(s: Sight, me: Seat, placed: Placed) -> Refusal | None:
    """W16: Toad and Kappa aim at any player's clans; at some tables not at one's own."""
    if OWNER_OF[placed] == me and not TOAD_OWN.of(s):
        return NOT_YOUR_OWN
    return why_untouchable(s, placed)


def why_untouchable(s: Sight, placed: Placed) -> Refusal | None:
    """W16: there is no such clan; W28: or it is protected."""
    if not is_there(s, placed):
        return refused.NO_SUCH_CLAN
    return BEHIND_PAPER_WARDS if is_warded(s, placed) else None


def why_not_card_sent_back(s: Sight, me: Seat, placed: Placed, face: Face) -> Refusal | None:
    """W16: a single card of a clan that Toad can aim at."""
    refusal = why_not_sent_back(s, me, placed)
    return refused.why_not_in(s, FRONT[placed], face, NO_SUCH_CARD) if refusal is None else refusal


def why_not_card_destroyed(s: Sight, me: Seat, placed: Placed, face: Face) -> Refusal | None:
    """W16: a single card of a clan that Spider can aim at."""
    refusal = why_not_destroyed(s, me, placed)
    return refused.why_not_in(s, FRONT[placed], face, NO_SUCH_CARD) if refusal is None else refusal


def why_not_declined(origin: Placed, targets: list[Placed]) -> Refusal | None:
    """W11, W16: a power must be applied, unless every target is the clan just placed."""
    return None if all(placed == origin for placed in targets) else MUST_BE_APPLIED
