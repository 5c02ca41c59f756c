"""The powers of the clans (W10, W15, W18).

A power is a step with three arguments: whose it is, whether it is the big one, and the place of the
clan that was just placed or reinforced. A Yokai has the big one and speaks in its own name
(``BY_YOKAI``). A power that targets somebody is three steps: aim, guard, effect; between them
nothing else happens.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.game import UNASKED, Ask, Step, choose, each, pick
from tatami.engine.world import World
from tatami.games.wataah.book import (
    AIMS_AT,
    BOOK,
    COPIES,
    CROW_CARDS,
    DRAGON_KEEP,
    DRAWS,
    FOX_CARDS,
    FOX_WHOM,
    HANDS_WHOM,
    KING_CLAN,
    KITSUNE_WHOM,
    LOOKS,
    LOSES_CARDS,
    MONKEY_CLAN,
    NEZUMI_CARDS,
    NEZUMI_WHOM,
    NO_EFFECT,
    RAT_CARDS,
    RAT_WHOM,
    SPIRIT_KEEP,
    SWAPS,
    SWAPS_HANDS,
    TAKES_BACK,
)
from tatami.games.wataah.cards import (
    BEAR,
    BY_YOKAI,
    CARP,
    CROW,
    DRAGON,
    FOX,
    MONKEY,
    POWER_OF,
    RAT,
    TENGU,
    power_of,
)
from tatami.games.wataah.guard import guarded
from tatami.games.wataah.strikes import spider_card, spider_clan, tengu, toad_card, toad_clan
from tatami.games.wataah.table import (
    JIGOKU,
    hand,
    in_force,
    looking,
    others,
    places_of,
    take,
    throw_away,
)
from tatami.games.wataah.temple_court import CLOSED_FIST

# -- powers that bring cards


@BOOK.step
def carp(w: World, me: int, big: int, mine: int) -> None:
    """W10: draw 2, or 4."""
    drawn = take(w, hand(w, me), 4 if big else 2)
    if drawn:
        w.tell(DRAWS, me, drawn)
    else:
        w.tell(NO_EFFECT, me, power_of(CARP, big))


@BOOK.step
def crow(
    w: World, me: int, big: int, mine: int, cards: tuple[int, ...] | int = UNASKED
) -> Ask | None:
    """W10, W15: any 2 cards from the Jigoku, or 3, as far as it has them."""
    number = min(3 if big else 2, w.size(JIGOKU))
    if not number:
        w.tell(NO_EFFECT, me, CROW)
        return None
    if isinstance(cards, int):
        return pick(me, CROW_CARDS, w.faces(JIGOKU), number, number)
    for face in cards:
        w.play(JIGOKU, face, hand(w, me))
        w.tell(TAKES_BACK, me, face)
    return None


@BOOK.step
def dragon(w: World, me: int, big: int, mine: int) -> None:
    """W10: look at the top 3 cards and keep 1, or at 5 and keep 2. W2: they have left the deck."""
    seen = take(w, looking(w, me), 5 if big else 3)
    keep = min(2 if big else 1, seen)
    if keep:
        w.tell(LOOKS, me, seen, keep)
        w.then(dragon_keep, me, keep, big)
    else:
        w.tell(NO_EFFECT, me, power_of(DRAGON, big))


@BOOK.step
def dragon_keep(
    w: World, me: int, keep: int, big: int, cards: tuple[int, ...] | int = UNASKED
) -> Ask | None:
    """W10: the others go to the Jigoku. Where all are kept there is nothing to choose."""
    seen = w.faces(looking(w, me))
    if isinstance(cards, int):
        if keep < len(seen):
            question = SPIRIT_KEEP if big == BY_YOKAI else DRAGON_KEEP
            return pick(me, question, seen, keep, keep)
        cards = tuple(seen)
    keep_of_looked(w, me, cards)
    return None


def keep_of_looked(w: World, me: int, cards: tuple[int, ...]) -> None:
    """These of the cards looked at go to one's hand, the others to the Jigoku."""
    for face in cards:
        w.play(looking(w, me), face, hand(w, me))
    throw_away(w, looking(w, me), w.faces(looking(w, me)))


# -- powers on a hand


@BOOK.step
def rat(w: World, me: int, big: int, mine: int, foe: int = UNASKED) -> Ask | None:
    """W15: an opponent who has cards discards 2 of their choice, or 3."""
    foes = [seat for seat in open_hands(w, me) if w.size(hand(w, seat))]
    if not foes:
        w.tell(NO_EFFECT, me, power_of(RAT, big))
    elif foe == UNASKED:
        return choose(me, NEZUMI_WHOM if big == BY_YOKAI else RAT_WHOM, foes)
    else:
        w.tell(AIMS_AT, me, power_of(RAT, big), foe)
        guarded(w, me, foe)
        w.then(lose_cards, foe, 3 if big else 2, big)
    return None


@BOOK.step
def lose_cards(
    w: World, foe: int, number: int, big: int, cards: tuple[int, ...] | int = UNASKED
) -> Ask | None:
    """W15: who discards chooses the cards. Where all must go there is nothing to choose."""
    held = w.faces(hand(w, foe))
    if isinstance(cards, int):
        if number < len(held):
            question = NEZUMI_CARDS if big == BY_YOKAI else RAT_CARDS
            return pick(foe, question, held, number, number)
        cards = tuple(held)
    w.tell(LOSES_CARDS, foe, len(cards))
    throw_away(w, hand(w, foe), list(cards))
    return None


@BOOK.step
def swap_cards(w: World, me: int, big: int, mine: int, foe: int = UNASKED) -> Ask | None:
    """W15: 3 cards for 3 of an opponent who has cards, if one has some oneself."""
    held = w.size(hand(w, me))
    foes = [seat for seat in open_hands(w, me) if held and w.size(hand(w, seat))]
    if not foes:
        w.tell(NO_EFFECT, me, FOX)
    elif foe == UNASKED:
        return choose(me, FOX_WHOM, foes)
    else:
        w.tell(AIMS_AT, me, FOX, foe)
        guarded(w, me, foe)
        w.then(give_cards, me, foe)
    return None


@BOOK.step
def give_cards(
    w: World, me: int, foe: int, given: tuple[tuple[int, ...], ...] | int = UNASKED
) -> Ask | None:
    """W15: up to 3, as far as both hands go; each side chooses before it sees the other's."""
    mine, theirs = hand(w, me), hand(w, foe)
    number = min(3, w.size(mine), w.size(theirs))
    if isinstance(given, int):
        hands = [w.faces(mine), w.faces(theirs)]
        return each([me, foe], FOX_CARDS, hands, low=number, high=number)
    ours = [(mine, face, theirs) for face in given[0]]
    w.trade(ours + [(theirs, face, mine) for face in given[1]])
    w.tell(SWAPS, me, foe, number)
    return None


@BOOK.step
def swap_hands(w: World, me: int, big: int, mine: int, foe: int = UNASKED) -> Ask | None:
    """W15: whole hands with an opponent, if either of the two has cards."""
    held = w.size(hand(w, me))
    foes = [seat for seat in open_hands(w, me) if held or w.size(hand(w, seat))]
    if not foes:
        w.tell(NO_EFFECT, me, power_of(FOX, big))
    elif foe == UNASKED:
        return choose(me, KITSUNE_WHOM if big == BY_YOKAI else HANDS_WHOM, foes)
    else:
        w.tell(AIMS_AT, me, power_of(FOX, big), foe)
        guarded(w, me, foe)
        w.then(give_hand, me, foe)
    return None


@BOOK.step
def give_hand(w: World, me: int, foe: int) -> None:
    """W10: everything in one hand for everything in the other."""
    w.exchange(hand(w, me), hand(w, foe))
    w.tell(SWAPS_HANDS, me, foe)


def open_hands(w: World, me: int) -> list[int]:
    """The opponents whom no Closed Fist protects."""
    return [seat for seat in others(w, me) if not in_force(w, seat, CLOSED_FIST)]


# -- the Monkey


@BOOK.step
def monkey(w: World, me: int, big: int, mine: int, place: int = UNASKED) -> Ask | None:
    """W18: use the power of a clan in front of an opponent as one's own, with no chains."""
    places = copied_places(w, me)
    if not places:
        w.tell(NO_EFFECT, me, power_of(MONKEY, big))
    elif place == UNASKED:
        return choose(me, KING_CLAN if big == BY_YOKAI else MONKEY_CLAN, places)
    else:
        w.tell(COPIES, me, place % 9, place // 9)
        if place % 9 in (MONKEY, BEAR):
            w.tell(NO_EFFECT, me, power_of(MONKEY, big))
        else:
            w.then((BIG if big else SMALL)[place % 9], me, 1 if big else 0, mine)
    return None


def copied_places(w: World, me: int) -> list[int]:
    """W18: any opponent's clan, but Bear and Monkey only where there is no other."""
    places = [place for seat in others(w, me) for place in places_of(w, seat)]
    useful = [place for place in places if place % 9 not in (MONKEY, BEAR)]
    return useful or places


SMALL: Final[list[Step]] = [
    monkey,
    carp,
    crow,
    toad_card,
    spider_card,
    swap_cards,
    dragon,
    rat,
]
BIG: Final[list[Step]] = [
    monkey,
    carp,
    crow,
    toad_clan,
    spider_clan,
    swap_hands,
    dragon,
    rat,
]
"""The powers of each clan; the Bear has none."""


def trigger(w: World, me: int, clan: int, big: bool) -> None:
    """W10: a clan's power, at once; the Bear has none."""
    if clan != BEAR:
        w.then((BIG if big else SMALL)[clan], me, 1 if big else 0, 9 * me + clan)


def trigger_yokai(w: World, me: int, face: int, clan: int) -> None:
    """W10: a Yokai's own power; ``clan`` is the one that it reinforces. Oni has none."""
    if face == TENGU:
        w.then(tengu, me)
    elif POWER_OF[face] != BEAR:
        w.then(BIG[POWER_OF[face]], me, BY_YOKAI, 9 * me + clan)
