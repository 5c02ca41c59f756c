"""The three phases of a turn: draw, place, discard (W5 to W14)."""

from __future__ import annotations

from typing import Final

from tatami.engine import rules
from tatami.engine.rules import (
    UNANSWERED,
    Answer,
    Ask,
    Chosen,
    Face,
    Option,
    Refusal,
    Seat,
    Sight,
    View,
    World,
)
from tatami.games.wataah import asked, court, placing, powers, refused, temple, told
from tatami.games.wataah.cards import BOOK, RONIN, STRENGTH, Clan
from tatami.games.wataah.placing import A_CLAN, A_REINFORCEMENT, NOTHING, Means, SoFar
from tatami.games.wataah.zones import (
    CORRUPT,
    ENDING,
    HAND,
    can_draw,
    has_court_card,
    is_fourth_placed,
    take,
    throw_away,
)

# -- drawing

MUST_DRAW: Final[Refusal] = BOOK.no("must_draw", "W6")
DRAWN_BESIDES: Final = 2
"""W6"""


@BOOK.step
def draw(w: World, me: Seat, way: Chosen = UNANSWERED) -> Ask | None:
    """W6: Recruit or Be Corrupt, chosen before one sees anything. W2: skipped without a card."""
    if way is UNANSWERED:
        ways = ways_to_draw(w, me)
        if ways:
            return rules.choose(me, asked.DRAW, ways)
        w.tell(told.NOTHING_TO_DRAW, me)
    elif asked.RECRUIT.fits(way):
        take(w, HAND[me], 1)
        w.tell(told.RECRUITS, me)
    elif asked.BE_CORRUPT.fits(way):
        be_corrupt(w, me)
    elif asked.DOJO.fits(way):
        temple.enter_dojo(w, me)
    elif asked.MARKET.fits(way):
        temple.buy_bones(w, me)
    elif asked.NO_DRAW.fits(way):
        w.tell(told.NOTHING_TO_DRAW, me)
    elif asked.USE_AT_DRAW.fits(way):
        court.use(w, me, asked.USE_AT_DRAW.of(way))
        w.then(draw, me)
    return None


def ways_to_draw(s: Sight, me: Seat) -> list[Option]:
    """W6: how one can draw; W38: or use one's Court card, who has one is asked without a deck."""
    if can_draw(s):
        ways = [asked.RECRUIT.option, asked.BE_CORRUPT.option, *temple.ways_to_recruit(s, me)]
    elif has_court_card(s, me):
        ways = [asked.NO_DRAW.option]
    else:
        return []
    return ways + court.uses(s, me, asked.USE_AT_DRAW)


def why_not_drawn(s: Sight, me: Seat) -> Refusal | None:
    """W2, W6: Recruit and Be Corrupt need one card at least."""
    return None if can_draw(s) else refused.NO_CARD_TO_DRAW


def why_not_no_draw(s: Sight, me: Seat) -> Refusal | None:
    """W2, W6: one must draw if there is a card."""
    return MUST_DRAW if can_draw(s) else None


def be_corrupt(w: World, me: Seat) -> None:
    """W6: the top card, shown to all, on one's Corruption pile; then its strength + 2 cards."""
    take(w, CORRUPT[me], 1)
    face = w.top(CORRUPT[me])
    drawn = take(w, HAND[me], STRENGTH[face] + drawn_besides(w, me))
    w.tell(told.IS_CORRUPT, me, face, drawn)


def drawn_besides(s: Sight, me: Seat) -> int:
    """W6: 2 cards more than the strength of the corrupt one; W28: or more."""
    return DRAWN_BESIDES + temple.more_when_corrupt(s, me)


# -- placing


@BOOK.step
def place(
    w: World,
    me: Seat,
    so_far: SoFar,
    what: Chosen = UNANSWERED,
    cards_or_clan: Answer | None = UNANSWERED,
) -> Ask | None:
    """W5, W7, W8: a new clan, or a reinforcement, or nothing; W38: Court cards come before.

    What is placed, and then with which cards or on which clan, is asked in one step: an answer can
    be taken back only within its step.
    """
    if what is UNANSWERED:
        options = to_place(w, me, so_far)
        return rules.choose(me, asked.PLACE, options) if options else None
    if asked.PLACE_NOTHING.fits(what):
        w.tell(told.PLACES_NOTHING if so_far == NOTHING else told.PLACES_NO_MORE, me)
    elif asked.USE_AT_PLACE.fits(what):
        court.use(w, me, asked.USE_AT_PLACE.of(what))
        w.then(place, me, so_far)
    elif cards_or_clan is UNANSWERED:
        return ask_with_what(w, me, what)
    else:
        put_down(w, me, so_far, what, cards_or_clan)
    return None


def to_place(s: Sight, me: Seat, so_far: SoFar) -> list[Option]:
    """W7, W8: all that can be placed, or nothing; W38: or one's Court card before it."""
    if not turn_goes_on(s, me):
        return []
    options = [asked.PLACE_NOTHING.option, *placing.placements(Means(s, me, so_far))]
    return options + court.uses(s, me, asked.USE_AT_PLACE)


def turn_goes_on(s: Sight, me: Seat) -> bool:
    """W20, W38: not after the fourth clan; else all who hold a card or a Court card are asked."""
    return not s.is_held(ENDING) and (not s.is_empty(HAND[me]) or has_court_card(s, me))


def ask_with_what(w: World, me: Seat, what: Option) -> Ask:
    """W7, W8: the Clan cards of a new clan, the cards of a reinforcement, the clan of a Yokai."""
    if asked.SUMMON.fits(what):
        return asked.SUMMON_ON.ask(me, Means(w, me).room)
    if asked.REINFORCE.fits(what):
        clan = asked.REINFORCE.of(what)
        cards, most = placing.cards_for(w, me, clan), placing.most_added(w, me, clan)
        return asked.REINFORCE_CARD.pick(me, cards, low=placing.FEWEST_ADDED, high=most)
    clan, ronin = asked.new_clan_of(what)
    cards = placing.cards_for_new(w, me, clan)
    fewest, most = placing.fewest_real(ronin), placing.most_real(ronin)
    return asked.NEW_CLAN_CARD.pick(me, cards, low=fewest, high=most)


def put_down(w: World, me: Seat, so_far: SoFar, what: Option, cards_or_clan: Answer) -> None:
    """W7, W8: what was chosen, with the cards that were picked, or on the clan that was named."""
    if asked.SUMMON.fits(what):
        clan = asked.SUMMON_ON.chosen(cards_or_clan)
        summon(w, me, so_far, asked.SUMMON.of(what), clan)
    elif asked.REINFORCE.fits(what):
        cards = asked.REINFORCE_CARD.picked(cards_or_clan)
        reinforce(w, me, so_far, asked.REINFORCE.of(what), cards)
    else:
        clan, ronin = asked.new_clan_of(what)
        cards = asked.NEW_CLAN_CARD.picked(cards_or_clan)
        lay_new_clan(w, me, so_far, clan, cards + [RONIN] * ronin)


def lay_new_clan(w: World, me: Seat, so_far: SoFar, clan: Clan, cards: list[Face]) -> None:
    """W7: a new clan of 2 to 4 cards, Ronin included; W10: then its power."""
    placing.lay(w, me, clan, cards)
    w.tell(told.PLACES_CLAN, me, clan, len(cards))
    if is_fourth_placed(w, me):
        fix_end(w, me)
    temple.then_after_new_clan(w, me, clan)
    powers.then_power(w, me, clan, len(cards))
    then_place_again(w, me, so_far, now=A_CLAN)


def fix_end(w: World, me: Seat) -> None:
    """W20: the end of the round is fixed at the placing, whatever the power then does."""
    w.hold(ENDING, me)
    w.tell(told.FOURTH, me)


def reinforce(w: World, me: Seat, so_far: SoFar, clan: Clan, cards: list[Face]) -> None:
    """W8: 1 to 3 cards; W10: those already there do not count for the power."""
    placing.lay(w, me, clan, cards)
    w.tell(told.REINFORCES, me, clan, len(cards))
    powers.then_power(w, me, clan, len(cards))
    then_place_again(w, me, so_far, now=A_REINFORCEMENT)


def summon(w: World, me: Seat, so_far: SoFar, face: Face, clan: Clan) -> None:
    """W8, W10: a Yokai, alone, on any of one's clans, with its own power."""
    placing.lay(w, me, clan, [face])
    w.tell(told.SUMMONS, me, face, clan)
    powers.then_power_of_yokai(w, me, face, clan)
    then_place_again(w, me, so_far, now=A_REINFORCEMENT)


def then_place_again(w: World, me: Seat, so_far: SoFar, now: SoFar) -> None:
    """W8: once a turn, a clan or a reinforcement; W38: at times the other one as well."""
    if so_far == NOTHING and court.places_both(w):
        w.then(place, me, now)


def being_placed(view: View) -> Chosen:
    """What was chosen to be placed, while its cards or its clan are asked for."""
    return view.answer_to(asked.PLACE) if view.is_at(place) else UNANSWERED


# -- discarding

MUST_DISCARD: Final[Refusal] = BOOK.no("must_discard", "W14")


@BOOK.step
def discard(w: World, me: Seat, what: Chosen = UNANSWERED) -> Ask | None:
    """W14: one card, face up, to the Jigoku; W20: not after the fourth clan."""
    if what is UNANSWERED:
        options = to_discard(w, me)
        return rules.choose(me, asked.DISCARD, options) if options else None
    if asked.DISCARD_CARD.fits(what):
        face = asked.DISCARD_CARD.of(what)
        w.tell(told.DISCARDS, me, face)
        throw_away(w, HAND[me], [face])
    elif asked.USE_AT_DISCARD.fits(what):
        court.use(w, me, asked.USE_AT_DISCARD.of(what))
        w.then(discard, me)
    elif asked.KEEP_ALL.fits(what):
        keep_all(w, me)
    return None


def keep_all(w: World, me: Seat) -> None:
    """W28: no discard, which is told of a hand that has cards; of an empty one all see it."""
    if not w.is_empty(HAND[me]):
        w.tell(told.KEEPS_ALL, me)


def to_discard(s: Sight, me: Seat) -> list[Option]:
    """W14: any card in hand, or none; W38: or one's Court card before it."""
    if not turn_goes_on(s, me):
        return []
    options = asked.DISCARD_CARD.each(s.kinds_in(HAND[me]))
    if why_not_keep_all(s, me) is None:
        options.append(asked.KEEP_ALL.option)
    return options + court.uses(s, me, asked.USE_AT_DISCARD)


def why_not_keep_all(s: Sight, me: Seat) -> Refusal | None:
    """W5, W14: one must discard if any card is left in hand; W28: unless a Temple card says so."""
    return None if s.is_empty(HAND[me]) or temple.skips_discard(s, me) else MUST_DISCARD
