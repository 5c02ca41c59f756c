"""The Imperial Court: all that its ten cards do, and when (W30, W35, W38).

[reconstructed] See ``temple_court.py``. The other rules ask here what may be used now (``uses``),
what holds this turn (``places_both``, ``two_are_big``), whether a target may answer
(``then_unless_cancelled``), and what is added at scoring (``banner_points``). They know no card by
its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

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
    Step,
    Together,
    World,
)
from tatami.games.wataah import asked, refused, told
from tatami.games.wataah.cards import BEAR, BOOK, CLAN, COURT_CARD
from tatami.games.wataah.idleness import interrupt_idleness
from tatami.games.wataah.placing import Means, most_at_once, placements
from tatami.games.wataah.sorts import CARDS_FOR_SMALL, DECOY, PLACE_BOTH, TWO_ARE_BIG
from tatami.games.wataah.zones import (
    CORRUPT,
    COURT_GONE,
    COURT_HELD,
    GRANTED,
    HAND,
    JIGOKU,
    SHOWS_BANNER,
    can_draw,
    has_court_card,
    peek,
    take,
    throw_away,
)

IMPERIAL_LEVY: Final = COURT_CARD.named("Imperial-Levy")
MOBILISATION: Final = COURT_CARD.named("Mobilisation")
PARDON: Final = COURT_CARD.named("Pardon")
IMPERIAL_GUARD: Final = COURT_CARD.named("Imperial-Guard")
COURT_SPY: Final = COURT_CARD.named("Court-Spy")
MASTERS_LESSON: Final = COURT_CARD.named("Masters-Lesson")
ANCESTORS_MEMORY: Final = COURT_CARD.named("Ancestors-Memory")
INFORMER: Final = COURT_CARD.named("Informer")
MOON_BANNER: Final = COURT_CARD.named("Moon-Banner")
POISONED_GIFT: Final = COURT_CARD.named("Poisoned-Gift")

NOT_YOUR_COURT_CARD: Final[Refusal] = BOOK.no("not_your_court_card", "W30")
GUARD_ONLY_ANSWERS: Final[Refusal] = BOOK.no("guard_only_answers", "W35")
BANNER_AT_SCORING: Final[Refusal] = BOOK.no("banner_at_scoring", "W38")
ONLY_BEFORE_PLACING: Final[Refusal] = BOOK.no("only_before_placing", "W38")
NO_EFFECT_NOW: Final[Refusal] = BOOK.no("no_effect_now", "W38")
NOT_IN_YOUR_PILE: Final[Refusal] = BOOK.no("not_in_your_pile", "W38")
NOT_IN_THAT_HAND: Final[Refusal] = BOOK.no("not_in_that_hand", "W38")
NOT_THE_GUARD: Final[Refusal] = BOOK.no("not_the_guard", "W35")
NOT_THE_BANNER: Final[Refusal] = BOOK.no("not_the_banner", "W38")

# -- when a card is used

BEFORE_PLACING: Final = asked.USE_AT_PLACE
"""The verb with which a Court card is used says when: before the draw, this, or the discard."""


def court_card(s: Sight, seat: Seat) -> Face:
    """W30: the Court card of a player; ``NO_CARD`` for none, or one that cannot be seen."""
    return s.top(COURT_HELD[seat])


def uses(s: Sight, me: Seat, when: rules.Verb1[Face]) -> list[Option]:
    """W38: one's Court card, if it can be used now."""
    if s.is_empty(COURT_HELD[me]):
        return []
    card = court_card(s, me)
    return [when[card]] if why_not_used(s, me, card, when) is None else []


def why_not_used(s: Sight, me: Seat, card: Face, when: rules.Verb1[Face]) -> Refusal | None:
    """W38: in one's turn, two cards only before placing, and each only where it has an effect."""
    if card != court_card(s, me):
        return NOT_YOUR_COURT_CARD
    if card == IMPERIAL_GUARD:
        return GUARD_ONLY_ANSWERS
    if card == MOON_BANNER:
        return BANNER_AT_SCORING
    if card in (MOBILISATION, MASTERS_LESSON) and when is not BEFORE_PLACING:
        return ONLY_BEFORE_PLACING
    return None if EFFECT[card].is_there(s, me) else NO_EFFECT_NOW


class Effect(NamedTuple):
    """W38: what a Court card does when it is used, and whether it would do anything now."""

    is_there: Callable[[Sight, Seat], bool]
    step: Step


EFFECT: Final[dict[Face, Effect]] = {}
"""Of each Court card that is used in one's own turn."""


def effect_of(card: Face, where: Callable[[Sight, Seat], bool]) -> Callable[[Step], Step]:
    """W38: the step after this line is what a card does, where it has an effect."""

    def note(step: Step) -> Step:
        EFFECT[card] = Effect(where, step)
        return step

    return note


def use(w: World, me: Seat, card: Face) -> None:
    """W30, W38: the card is shown, discarded, and does what it says. W39: not an idle turn."""
    spend(w, me)
    interrupt_idleness(w)
    w.tell(told.USES, me, card)
    w.then(EFFECT[card].step, me)


def spend(w: World, seat: Seat) -> None:
    """W30: a Court card is shown to all and discarded."""
    w.reveal(COURT_HELD[seat])
    w.draw(COURT_HELD[seat], COURT_GONE)


# -- Imperial Levy: draw 3

LEVY: Final = 3


def deck_has_cards(s: Sight, me: Seat) -> bool:
    """W38: Imperial Levy and Poisoned Gift need a card to draw."""
    return can_draw(s)


@effect_of(IMPERIAL_LEVY, where=deck_has_cards)
@BOOK.step
def imperial_levy(w: World, me: Seat) -> None:
    """Imperial Levy: draw 3."""
    w.tell(told.DRAWS, me, take(w, HAND[me], LEVY))


# -- Mobilisation: this turn both a new clan and a reinforcement, in either order


def can_mobilise(s: Sight, me: Seat) -> bool:
    """W38: where there is something to place: the permission is the effect.

    Whether a second placement can follow is not asked, so a hand of two Bears is enough: the power
    of the first, or Twin Shadows, may change what there is. Who uses it in vain has used it (W30).
    """
    return bool(placements(Means(s, me)))


@effect_of(MOBILISATION, where=can_mobilise)
@BOOK.step
def mobilisation(w: World, me: Seat) -> None:
    """Mobilisation: it holds for the rest of the turn."""
    w.mark(GRANTED[PLACE_BOTH])


def places_both(s: Sight) -> bool:
    """W8: whether one may place a clan and reinforce one this turn."""
    return s.marked(GRANTED[PLACE_BOTH])


# -- Master's Lesson: this turn 2 cards trigger the big power

LESSON_CARDS: Final = CARDS_FOR_SMALL


def can_learn(s: Sight, me: Seat) -> bool:
    """W38: where 2 cards of a clan that has powers could be placed: the permission is the effect.

    Whether they will be, or whether the big power finds a target where the small one would not
    (W11), is not asked.
    """
    means = Means(s, me)
    return any(clan != BEAR and most_at_once(means, clan) >= LESSON_CARDS for clan in CLAN.all)


@effect_of(MASTERS_LESSON, where=can_learn)
@BOOK.step
def masters_lesson(w: World, me: Seat) -> None:
    """Master's Lesson: it holds for the rest of the turn."""
    w.mark(GRANTED[TWO_ARE_BIG])


def two_are_big(s: Sight) -> bool:
    """W10: whether 2 cards trigger the big power this turn."""
    return s.marked(GRANTED[TWO_ARE_BIG])


# -- Pardon: one of one's corrupt cards goes to the Jigoku


def is_corrupt(s: Sight, me: Seat) -> bool:
    """W38: where one has a corrupt card."""
    return not s.is_empty(CORRUPT[me])


@effect_of(PARDON, where=is_corrupt)
@BOOK.step
def pardon(w: World, me: Seat, card: Chosen = UNANSWERED) -> Ask | None:
    """Pardon: one of one's corrupt cards goes to the Jigoku."""
    if card is UNANSWERED:
        return asked.ABSOLVE.ask(me, w.kinds_in(CORRUPT[me]))
    face = asked.ABSOLVE.of(card)
    w.tell(told.PARDONED, me, face)
    throw_away(w, CORRUPT[me], [face])
    return None


# -- Ancestors' Memory: a card of one's choice from the Jigoku


def jigoku_has_cards(s: Sight, me: Seat) -> bool:
    """W38: where a card lies in the Jigoku."""
    return not s.is_empty(JIGOKU)


@effect_of(ANCESTORS_MEMORY, where=jigoku_has_cards)
@BOOK.step
def ancestors_memory(w: World, me: Seat, card: Chosen = UNANSWERED) -> Ask | None:
    """Ancestors' Memory: a card of one's choice from the Jigoku."""
    if card is UNANSWERED:
        return asked.REMEMBER.ask(me, w.kinds_in(JIGOKU))
    face = asked.REMEMBER.of(card)
    w.play(JIGOKU, face, HAND[me])
    w.tell(told.TAKES_BACK, me, face)
    return None


# -- Informer: a secret look at one Decoy


def always(s: Sight, me: Seat) -> bool:
    """W38: a look at a Decoy is always an effect."""
    return True


@effect_of(INFORMER, where=always)
@BOOK.step
def informer(w: World, me: Seat, decoy: Chosen = UNANSWERED) -> Ask | None:
    """Informer: a secret look at one Decoy."""
    if decoy is UNANSWERED:
        return asked.INFORMER_PEEK.ask(me, DECOY.all)
    peek(w, me, asked.INFORMER_PEEK.of(decoy))
    return None


# -- Court Spy: look at a hand and choose 1 card that its owner discards


def to_spy_on(s: Sight, me: Seat) -> list[Seat]:
    """Court Spy: the opponents who have cards."""
    return [seat for seat in s.others(me) if why_not_spied(s, me, seat) is None]


def can_spy(s: Sight, me: Seat) -> bool:
    """W38: where an opponent has cards."""
    return bool(to_spy_on(s, me))


def why_not_spied(s: Sight, me: Seat, foe: Seat) -> Refusal | None:
    """Court Spy: an opponent who has cards."""
    refusal = refused.why_no_opponent(s, me, foe)
    if refusal is not None:
        return refusal
    return refused.NO_CARDS_THERE if s.is_empty(HAND[foe]) else None


@effect_of(COURT_SPY, where=can_spy)
@BOOK.step
def court_spy(w: World, me: Seat, whom: Chosen = UNANSWERED) -> Ask | None:
    """Court Spy: name an opponent who has cards; W35: who may answer."""
    if whom is UNANSWERED:
        return asked.SPY_AT.ask(me, to_spy_on(w, me))
    foe = asked.SPY_AT.of(whom)
    w.tell(told.SPIES, me, foe)
    then_unless_cancelled(w, me, foe, spy_look, about=(me, foe))
    return None


@BOOK.step
def spy_look(w: World, me: Seat, foe: Seat) -> None:
    """Court Spy: one looks at the hand."""
    w.show_to(HAND[foe], me)
    w.then(spy_choice, me, foe)


@BOOK.step
def spy_choice(w: World, me: Seat, foe: Seat, card: Chosen = UNANSWERED) -> Ask | None:
    """Court Spy: and chooses 1 card that its owner discards."""
    if card is UNANSWERED:
        return asked.THROW_OUT.ask(me, w.kinds_in(HAND[foe]))
    face = asked.THROW_OUT.of(card)
    w.tell(told.FOUND_BY_SPY, foe, face)
    throw_away(w, HAND[foe], [face])
    return None


def why_not_thrown_out(s: Sight, foe: Seat, face: Face) -> Refusal | None:
    """Court Spy: a card of the hand that one looks at."""
    return refused.why_not_in(s, HAND[foe], face, NOT_IN_THAT_HAND)


# -- Poisoned Gift: an opponent becomes corrupt by the deck's top card, then draws 1


@effect_of(POISONED_GIFT, where=deck_has_cards)
@BOOK.step
def poisoned_gift(w: World, me: Seat, whom: Chosen = UNANSWERED) -> Ask | None:
    """Poisoned Gift: name an opponent; W35: who may answer."""
    if whom is UNANSWERED:
        return asked.GIFT_AT.ask(me, w.others(me))
    foe = asked.GIFT_AT.of(whom)
    w.tell(told.GIFT_TO, me, foe)
    then_unless_cancelled(w, me, foe, gift, about=(foe,))
    return None


@BOOK.step
def gift(w: World, foe: Seat) -> None:
    """Poisoned Gift: the top card, shown to all, on their Corruption pile; then they draw 1.

    W2: where that was the last card there is nothing to draw.
    """
    take(w, CORRUPT[foe], 1)
    drawn = take(w, HAND[foe], 1)
    w.tell(told.GETS_GIFT, foe, w.top(CORRUPT[foe]), drawn)


def why_not_poisoned(s: Sight, me: Seat, foe: Seat) -> Refusal | None:
    """Poisoned Gift: an opponent."""
    return refused.why_no_opponent(s, me, foe)


# -- Imperial Guard: cancel a power that targets you or your cards


def then_unless_cancelled(
    w: World, me: Seat, foe: Seat, effect: Step, about: tuple[int, ...]
) -> None:
    """W35: what a power does to the target that it has named, who is asked first.

    So is every target who has a Court card, but never the player whose power it is. ``about`` is
    what the effect is called with. Two steps are put down, the guard and right under it the effect:
    ``World.cancel`` takes that one away, ``View.guarded`` shows it to the player who is asked.
    """
    if foe != me and has_court_card(w, foe):
        w.then_unless(guard, foe, effect, *about)
    else:
        w.then(effect, *about)


@BOOK.step
def guard(w: World, foe: Seat, reply: Chosen = UNANSWERED) -> Ask | None:
    """W35: asked alike whichever card it is; the Guard is spent, and so is the power."""
    if reply is UNANSWERED:
        cancel = [asked.CANCEL.option] if why_not_cancelled(w, foe) is None else []
        return rules.choose(foe, asked.GUARD, [asked.LET_IT.option, *cancel])
    if asked.CANCEL.fits(reply):
        spend(w, foe)
        w.tell(told.CANCELS, foe)
        w.cancel()
    return None


def why_not_cancelled(s: Sight, foe: Seat) -> Refusal | None:
    """W35: only the Imperial Guard answers."""
    return None if court_card(s, foe) == IMPERIAL_GUARD else NOT_THE_GUARD


# -- Moon Banner: 5 points at scoring

BANNER_POINTS: Final = 5


@BOOK.step
def moon_banner(w: World, shown: Together = UNANSWERED) -> Ask | None:
    """W38: every holder of a Court card is asked alike, at the same time."""
    holders = [seat for seat in w.everyone() if has_court_card(w, seat)]
    if not holders:
        return None
    if shown is UNANSWERED:
        return ask_for_banner(w, holders)
    for seat, answer in w.by_seat(shown).items():
        if asked.SHOW_BANNER.fits(answer):
            spend(w, seat)
            w.mark(SHOWS_BANNER[seat])
            w.tell(told.BANNER_SHOWN, seat)
    return None


def ask_for_banner(w: World, holders: list[Seat]) -> Ask:
    """W38: only the Banner can be shown; who does not answer shows it."""
    options = [[asked.SHOW_NOTHING.option] for _ in holders]
    for seat, its in zip(holders, options, strict=True):
        if why_not_shown(w, seat) is None:
            its.append(asked.SHOW_BANNER.option)
    defaults = tuple([its[-1] for its in options])
    return rules.each(holders, asked.BANNER, options, defaults=defaults)


def why_not_shown(s: Sight, seat: Seat) -> Refusal | None:
    """W38: only the Moon Banner is shown."""
    return None if court_card(s, seat) == MOON_BANNER else NOT_THE_BANNER


def banner_points(s: Sight, seat: Seat) -> int:
    """W37: what a Court card adds to the score."""
    return BANNER_POINTS if s.marked(SHOWS_BANNER[seat]) else 0
