"""The Imperial Court's cards (W30, W35, W38): when they can be used, and what they do.

[reconstructed] See ``temple_court.py``. The Imperial Guard answers in ``guard.py``, the Moon Banner
at the scoring.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.game import UNASKED, Ask, Step, choose
from tatami.engine.world import World
from tatami.games.wataah.book import (
    BOOK,
    DRAWS,
    GETS_GIFT,
    GIFT_TO,
    GIFT_WHOM,
    INFORMER_LOOK,
    MEMORY_CARD,
    MUST_DISCARD,
    PARDON_CARD,
    PARDONED,
    SPIES,
    SPY_CARD,
    SPY_WHOM,
    TAKES_BACK,
    USES,
)
from tatami.games.wataah.guard import guarded
from tatami.games.wataah.placing import EITHER, LESSON, MOBILISED, can_learn, placements
from tatami.games.wataah.table import (
    DECK,
    EDICT,
    IDLE,
    JIGOKU,
    corrupt,
    court_card,
    hand,
    others,
    spend,
    take,
    throw_away,
)
from tatami.games.wataah.temple import peek
from tatami.games.wataah.temple_court import (
    ANCESTORS_MEMORY,
    COURT_SPY,
    IMPERIAL_GUARD,
    IMPERIAL_LEVY,
    LEVY,
    MASTERS_LESSON,
    MOBILISATION,
    MOON_BANNER,
    PARDON,
    POISONED_GIFT,
)

BEFORE_DRAW: Final = 0
BEFORE_PLACING: Final = 1
BEFORE_DISCARD: Final = 2


def uses(w: World, me: int, when: int, first: int) -> list[int]:
    """W38: one's Court card, if it can be used now, as an option numbered from ``first``."""
    card = court_card(w, me)
    return [first + card] if card >= 0 and usable(w, me, card, when) else []


def usable(w: World, me: int, card: int, when: int) -> bool:
    """W38: not the reaction nor the Banner; two only before placing; each only with an effect."""
    if card in (IMPERIAL_GUARD, MOON_BANNER):
        return False
    if card == MOBILISATION:
        return when == BEFORE_PLACING and bool(placements(w, me, EITHER))
    if card == MASTERS_LESSON:
        return when == BEFORE_PLACING and can_learn(w, me)
    return has_effect(w, me, card)


def has_effect(w: World, me: int, card: int) -> bool:
    """W38: whether a Court card would do anything now."""
    if card in (IMPERIAL_LEVY, POISONED_GIFT):
        return w.size(DECK) > 0
    if card == PARDON:
        return w.size(corrupt(w, me)) > 0
    if card == COURT_SPY:
        return bool(with_cards(w, me))
    if card == ANCESTORS_MEMORY:
        return w.size(JIGOKU) > 0
    return True


def use(w: World, me: int, card: int) -> None:
    """W30, W38: the card is shown, discarded, and does what it says. W39: not an idle turn."""
    spend(w, me)
    w.set(IDLE, 0)
    w.tell(USES, me, card)
    w.then(EFFECTS[card], me)


def with_cards(w: World, me: int) -> list[int]:
    """The opponents who have cards in hand."""
    return [seat for seat in others(w, me) if w.size(hand(w, seat))]


@BOOK.step
def imperial_levy(w: World, me: int) -> None:
    """Imperial Levy: draw 3."""
    w.tell(DRAWS, me, take(w, hand(w, me), LEVY))


@BOOK.step
def mobilisation(w: World, me: int) -> None:
    """Mobilisation: this turn both a new clan and a reinforcement, in either order."""
    w.set(EDICT, MOBILISED)


@BOOK.step
def masters_lesson(w: World, me: int) -> None:
    """Master's Lesson: this turn 2 cards trigger the big power."""
    w.set(EDICT, LESSON)


@BOOK.step
def pardon(w: World, me: int, face: int = UNASKED) -> Ask | None:
    """Pardon: one of one's corrupt cards goes to the Jigoku."""
    if face == UNASKED:
        return choose(me, PARDON_CARD, w.kinds_in(corrupt(w, me)))
    w.tell(PARDONED, me, face)
    throw_away(w, corrupt(w, me), [face])
    return None


@BOOK.step
def ancestors_memory(w: World, me: int, face: int = UNASKED) -> Ask | None:
    """Ancestors' Memory: a card of one's choice from the Jigoku."""
    if face == UNASKED:
        return choose(me, MEMORY_CARD, w.kinds_in(JIGOKU))
    w.play(JIGOKU, face, hand(w, me))
    w.tell(TAKES_BACK, me, face)
    return None


@BOOK.step
def informer(w: World, me: int, decoy: int = UNASKED) -> Ask | None:
    """Informer: a secret look at one Decoy."""
    if decoy == UNASKED:
        return choose(me, INFORMER_LOOK, [0, 1, 2])
    peek(w, me, decoy)
    return None


@BOOK.step
def court_spy(w: World, me: int, foe: int = UNASKED) -> Ask | None:
    """Court Spy: name an opponent who has cards; W35: who may answer."""
    if foe == UNASKED:
        return choose(me, SPY_WHOM, with_cards(w, me))
    w.tell(SPIES, me, foe)
    guarded(w, me, foe)
    w.then(spy_look, me, foe)
    return None


@BOOK.step
def spy_look(w: World, me: int, foe: int) -> None:
    """Court Spy: one looks at the hand."""
    w.show_all(hand(w, foe), 1 << me)
    w.then(spy_choice, me, foe)


@BOOK.step
def spy_choice(w: World, me: int, foe: int, face: int = UNASKED) -> Ask | None:
    """Court Spy: and chooses 1 card that its owner discards."""
    if face == UNASKED:
        return choose(me, SPY_CARD, w.kinds_in(hand(w, foe)))
    w.tell(MUST_DISCARD, foe, face)
    throw_away(w, hand(w, foe), [face])
    return None


@BOOK.step
def poisoned_gift(w: World, me: int, foe: int = UNASKED) -> Ask | None:
    """Poisoned Gift: name an opponent; W35: who may answer."""
    if foe == UNASKED:
        return choose(me, GIFT_WHOM, others(w, me))
    w.tell(GIFT_TO, me, foe)
    guarded(w, me, foe)
    w.then(gift, foe)
    return None


@BOOK.step
def gift(w: World, foe: int) -> None:
    """Poisoned Gift: the top card, shown to all, on their Corruption pile; then they draw 1.

    W2: where that was the last card there is nothing to draw.
    """
    take(w, corrupt(w, foe), 1)
    face = w.faces(corrupt(w, foe))[-1]
    w.tell(GETS_GIFT, foe, face, take(w, hand(w, foe), 1))


@BOOK.step
def no_use(w: World, me: int) -> None:
    """W35, W38: the Guard and the Banner are never used on one's turn."""


EFFECTS: Final[list[Step]] = [
    imperial_levy,
    mobilisation,
    pardon,
    no_use,
    court_spy,
    masters_lesson,
    ancestors_memory,
    informer,
    no_use,
    poisoned_gift,
]
"""What each Court card does, by its number."""
