"""The Temple of the Shadow: visiting it (W27, W28), and all that its ten cards do.

[reconstructed] See ``temple_court.py``. The other rules ask here whether a card of the Temple
changes them: ``ways_to_recruit``, ``more_when_corrupt``, ``skips_discard``, ``cannot_be_chosen``,
``is_warded``, ``added_at_scoring``, ``then_after_new_clan``. They know no card by its name, but the
two ways to recruit that are named for one.
"""

from __future__ import annotations

from typing import Final

from tatami.engine import rules
from tatami.engine.rules import UNANSWERED, Ask, Chosen, Face, Option, Refusal, Seat, Sight, World
from tatami.games.wataah import asked, refused, told
from tatami.games.wataah.cards import BOOK, IS_YOKAI, STRENGTH, TEMPLE_CARD, Clan
from tatami.games.wataah.placing import Means, lay, why_no_room, why_not_joining
from tatami.games.wataah.sorts import DECOY, MOST_CARDS, OWNER_OF, Placed
from tatami.games.wataah.zones import (
    CORRUPT,
    FRONT,
    HAND,
    JIGOKU,
    LOOKING,
    TEMPLE_DECK,
    TEMPLE_UP,
    can_draw,
    decks_on,
    in_front,
    is_last_round,
    keep_of_looked,
    peek,
    take,
)

HIDDEN_DOJO: Final = TEMPLE_CARD.named("Hidden-Dojo")
SILENT_STEP: Final = TEMPLE_CARD.named("Silent-Step")
BONE_MARKET: Final = TEMPLE_CARD.named("Bone-Market")
VEILED_BRIBES: Final = TEMPLE_CARD.named("Veiled-Bribes")
CLEANSING_SMOKE: Final = TEMPLE_CARD.named("Cleansing-Smoke")
PAPER_WARDS: Final = TEMPLE_CARD.named("Paper-Wards")
CLOSED_FIST: Final = TEMPLE_CARD.named("Closed-Fist")
TWIN_SHADOWS: Final = TEMPLE_CARD.named("Twin-Shadows")
YOKAI_PACT: Final = TEMPLE_CARD.named("Yokai-Pact")
FULL_RANKS: Final = TEMPLE_CARD.named("Full-Ranks")

NOT_YOUR_TEMPLE_CARD: Final[Refusal] = BOOK.no("not_your_temple_card", "W28")
JIGOKU_IS_EMPTY: Final[Refusal] = BOOK.no("jigoku_is_empty", "W28")
NOT_THE_NEW_CLAN: Final[Refusal] = BOOK.no("not_the_new_clan", "W28")
ONLY_THE_LOOK: Final[Refusal] = BOOK.no("only_the_look", "W27")
NO_TEMPLE_CARDS: Final[Refusal] = BOOK.no("no_temple_cards", "W28")


def in_force(s: Sight, seat: Seat, card: Face) -> bool:
    """W28: whether this Temple card lies face up in front of a player."""
    return s.top(TEMPLE_UP[seat]) == card


# -- a visit

CARDS_TO_CHOOSE_FROM: Final = 2
"""W28: Temple cards that a player looks at, to keep one."""


@BOOK.step
def temple(w: World, me: Seat, what: Chosen = UNANSWERED) -> Ask | None:
    """W28: a visit: two Temple cards, or a secret look at a Decoy.

    There are always two: ten, of which three players at most keep one after each of two rounds.
    """
    if what is UNANSWERED:
        looks = asked.TEMPLE_PEEK.each(DECOY.all)
        cards = [asked.TEMPLE_CARDS.option] if why_no_temple_cards(w, me) is None else []
        return rules.choose(me, asked.TEMPLE_VISIT, looks + cards)
    if asked.TEMPLE_CARDS.fits(what):
        w.draw(TEMPLE_DECK, LOOKING[me], CARDS_TO_CHOOSE_FROM)
        w.tell(told.VISITS_TEMPLE, me)
        w.then(temple_keep, me)
    elif asked.TEMPLE_PEEK.fits(what):
        peek(w, me, asked.TEMPLE_PEEK.of(what))
    return None


def why_no_temple_cards(s: Sight, me: Seat) -> Refusal | None:
    """W27: after the last round only the look is offered; and where the cards are left out."""
    if is_last_round(s):
        return ONLY_THE_LOOK
    return None if decks_on(s) else NO_TEMPLE_CARDS


@BOOK.step
def temple_keep(w: World, me: Seat, card: Chosen = UNANSWERED) -> Ask | None:
    """W28: one face up, in force for the whole next round; the other, unseen, under the deck."""
    if card is UNANSWERED:
        return asked.KEEP_FACE_UP.ask(me, w.kinds_in(LOOKING[me]))
    kept = asked.KEEP_FACE_UP.of(card)
    w.play(LOOKING[me], kept, TEMPLE_UP[me])
    (other,) = w.faces(LOOKING[me])
    w.play_under(LOOKING[me], other, TEMPLE_DECK)
    w.tell(told.TEMPLE_KEPT, me, kept)
    return None


# -- other ways to recruit


def ways_to_recruit(s: Sight, me: Seat) -> list[Option]:
    """W6: what a Temple card offers beside the top card of the deck."""
    if s.is_empty(TEMPLE_UP[me]):
        return []
    dojo = [asked.DOJO.option] if why_no_dojo(s, me) is None else []
    market = [asked.MARKET.option] if why_no_market(s, me) is None else []
    return dojo + market


# -- Hidden Dojo: recruiting, look at the top 2, keep 1

DOJO_LOOK: Final = 2


def why_no_dojo(s: Sight, me: Seat) -> Refusal | None:
    """W6: a way to recruit, with Hidden Dojo."""
    if not in_force(s, me, HIDDEN_DOJO):
        return NOT_YOUR_TEMPLE_CARD
    return None if can_draw(s) else refused.NO_CARD_TO_DRAW


def enter_dojo(w: World, me: Seat) -> None:
    """Hidden Dojo: look at the top 2."""
    w.tell(told.LOOKS_AT_TOP, me, take(w, LOOKING[me], DOJO_LOOK))
    w.then(dojo_keep, me)


@BOOK.step
def dojo_keep(w: World, me: Seat, card: Chosen = UNANSWERED) -> Ask | None:
    """Hidden Dojo: keep 1 of them, the other goes to the Jigoku."""
    if card is UNANSWERED:
        return asked.DOJO_KEEP.ask(me, w.kinds_in(LOOKING[me]))
    keep_of_looked(w, me, [asked.DOJO_KEEP.of(card)])
    return None


# -- Bone Market: recruiting, the top card of the Jigoku instead


def why_no_market(s: Sight, me: Seat) -> Refusal | None:
    """W6: a way to recruit, with Bone Market."""
    if not in_force(s, me, BONE_MARKET):
        return NOT_YOUR_TEMPLE_CARD
    if not can_draw(s):
        return refused.NO_CARD_TO_DRAW
    return JIGOKU_IS_EMPTY if s.is_empty(JIGOKU) else None


def buy_bones(w: World, me: Seat) -> None:
    """Bone Market: the top card of the Jigoku."""
    w.tell(told.BUYS, me, w.top(JIGOKU))
    w.draw(JIGOKU, HAND[me])


# -- Veiled Bribes, Silent Step

BRIBES: Final = 1
"""Veiled Bribes: cards drawn besides."""


def more_when_corrupt(s: Sight, me: Seat) -> int:
    """W6: how many cards more one draws when one is corrupt."""
    return BRIBES if in_force(s, me, VEILED_BRIBES) else 0


def skips_discard(s: Sight, me: Seat) -> bool:
    """W14: whether one may keep all one's cards."""
    return in_force(s, me, SILENT_STEP)


# -- Closed Fist, Paper Wards


def cannot_be_chosen(s: Sight, seat: Seat) -> bool:
    """W15: whether Rat, Nezumi, Fox and Kitsune pass a player by."""
    return in_force(s, seat, CLOSED_FIST)


def is_warded(s: Sight, placed: Placed) -> bool:
    """W16: whether a clan and all its cards are safe from every power, counted now."""
    return would_be_warded(s, OWNER_OF[placed], s.size(FRONT[placed]))


def would_be_warded(s: Sight, owner: Seat, cards: int) -> bool:
    """W16: whether a player's clan of so many cards is safe."""
    return cards == MOST_CARDS and in_force(s, owner, PAPER_WARDS)


# -- Cleansing Smoke, Yokai Pact, Full Ranks

PACT_POINTS: Final = 2
"""Yokai Pact: for each Yokai."""
FULL_CLAN_POINTS: Final = 3
"""Full Ranks: for each clan of four."""


def added_at_scoring(s: Sight, seat: Seat) -> int:
    """W37: what a player's Temple card adds to the score."""
    if s.is_empty(TEMPLE_UP[seat]):
        return 0
    if in_force(s, seat, CLEANSING_SMOKE):
        return max([STRENGTH[face] for face in s.faces(CORRUPT[seat])], default=0)
    return sum([added_by_clan(s, seat, [*s.faces(FRONT[one])]) for one in in_front(s, seat)])


def added_by_clan(s: Sight, seat: Seat, cards: list[Face]) -> int:
    """Yokai Pact, Full Ranks: what a player's Temple card adds for a clan of these cards."""
    if in_force(s, seat, YOKAI_PACT):
        return PACT_POINTS * len([face for face in cards if IS_YOKAI[face]])
    full = len(cards) == MOST_CARDS and in_force(s, seat, FULL_RANKS)
    return FULL_CLAN_POINTS if full else 0


# -- Twin Shadows: after a new clan and before its power, 1 card more for another clan


def then_after_new_clan(w: World, me: Seat, clan: Clan) -> None:
    """W7: what follows a new clan, before its power."""
    if in_force(w, me, TWIN_SHADOWS):
        w.then(twin_shadows, me, clan)


@BOOK.step
def twin_shadows(w: World, me: Seat, new: Clan, what: Chosen = UNANSWERED) -> Ask | None:
    """Twin Shadows: 1 card of the clan it joins, or a Ronin, with no power.

    Asked of all who hold a card and have another clan with room: what they hold is not told.
    """
    if w.is_empty(HAND[me]) or not to_add_to(Means(w, me), new):
        return None
    if what is UNANSWERED:
        return rules.choose(me, asked.TWIN, [asked.ADD_NOTHING.option, *additions(w, me, new)])
    if asked.ADD.fits(what):
        clan, face = asked.ADD.of(what)
        lay(w, me, clan, [face])
        w.tell(told.ADDS, me, face, clan)
    return None


def to_add_to(means: Means, new: Clan) -> list[Clan]:
    """Twin Shadows: the clans to which a card can be added."""
    return [clan for clan in means.clans if why_not_added_to(means, new, clan) is None]


def additions(s: Sight, me: Seat, new: Clan) -> list[Option]:
    """Twin Shadows: each of those clans, with each card in hand that fits."""
    return [
        asked.ADD[clan, face]
        for clan in to_add_to(Means(s, me), new)
        for face in s.kinds_in(HAND[me])
        if why_not_joining(s, me, clan, face) is None
    ]


def why_not_added(s: Sight, me: Seat, new: Clan, clan: Clan, face: Face) -> Refusal | None:
    """Twin Shadows: a card of the clan that it joins, or a Ronin."""
    refusal = why_not_added_to(Means(s, me), new, clan)
    return why_not_joining(s, me, clan, face) if refusal is None else refusal


def why_not_added_to(means: Means, new: Clan, clan: Clan) -> Refusal | None:
    """Twin Shadows: another clan than the new one, with fewer than 4 cards."""
    return NOT_THE_NEW_CLAN if clan == new else why_no_room(means, clan)
