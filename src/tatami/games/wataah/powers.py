"""The powers of the clans (W10, W15, W18).

A power is a step that knows whose it is, whether it is small or big, in whose name it is applied
(the clan's, or the Yokai's that has it), and by which clan, just placed or reinforced, it was
triggered. How it finds its target is in ``aiming``. Who must give or discard chooses the cards
(W15).
"""

from __future__ import annotations

from typing import Final

from tatami.engine import rules
from tatami.engine.rules import (
    UNANSWERED,
    Ask,
    Chosen,
    Face,
    Picked,
    PickedTogether,
    Refusal,
    Seat,
    Sight,
    Step,
    World,
)
from tatami.games.wataah import asked, refused, told
from tatami.games.wataah.aiming import aim_at, ask_or_nothing
from tatami.games.wataah.cards import (
    BEAR,
    BIG,
    BOOK,
    CARP,
    CROW,
    DRAGON,
    FOX,
    HAS_BIG_POWER_OF,
    MONKEY,
    NAME_OF_CLAN_POWER,
    NAME_OF_YOKAI_POWER,
    RAT,
    SMALL,
    SPIDER,
    TENGU,
    TOAD,
    Clan,
    PowerName,
    Size,
)
from tatami.games.wataah.court import two_are_big
from tatami.games.wataah.sorts import (
    CARDS_FOR_BIG,
    CARDS_FOR_SMALL,
    CLAN_OF,
    IN_FRONT_OF,
    OWNER_OF,
    Placed,
)
from tatami.games.wataah.strikes import spider_card, spider_clan, tengu, toad_card, toad_clan
from tatami.games.wataah.temple import cannot_be_chosen
from tatami.games.wataah.zones import (
    HAND,
    JIGOKU,
    LOOKING,
    in_front_of_others,
    is_there,
    keep_of_looked,
    take,
    throw_away,
)

# -- what triggers them


def triggered(s: Sight, clan: Clan, cards: int) -> Size | None:
    """W10: 2 cards placed trigger the small power, 3 or 4 the big one; 1 none, and a Bear none.

    One placement triggers one power: four cards never give the small one twice. W38: at times 2
    cards trigger the big one too.
    """
    if cards < CARDS_FOR_SMALL or clan == BEAR:
        return None
    return BIG if cards >= CARDS_FOR_BIG or two_are_big(s) else SMALL


def then_power(w: World, me: Seat, clan: Clan, cards: int) -> None:
    """W10: the power of a clan in which so many cards were placed, at once."""
    size = triggered(w, clan, cards)
    if size is not None:
        then_apply(w, me, clan, size, NAME_OF_CLAN_POWER[clan], IN_FRONT_OF[me][clan])


def has_a_power(yokai: Face) -> bool:
    """W10: whether a Yokai has one: all but the Oni."""
    return yokai == TENGU or yokai in HAS_BIG_POWER_OF


def then_power_of_yokai(w: World, me: Seat, face: Face, clan: Clan) -> None:
    """W10: a Yokai's own power; ``clan`` is the one that it reinforces."""
    if face == TENGU:
        w.then(tengu, me)
    elif has_a_power(face):
        then_apply(
            w, me, HAS_BIG_POWER_OF[face], BIG, NAME_OF_YOKAI_POWER[face], IN_FRONT_OF[me][clan]
        )


def then_apply(w: World, me: Seat, clan: Clan, size: Size, name: PowerName, origin: Placed) -> None:
    """W10, W18: a clan's power, in a name; ``origin`` is the clan just placed or reinforced."""
    power = SMALL_POWER[clan] if size == SMALL else BIG_POWER[clan]
    w.then(power, me, size, name, origin)


# -- powers that bring cards


CARP_DRAWS: Final = {SMALL: 2, BIG: 4}


@BOOK.step
def carp(w: World, me: Seat, size: Size, name: PowerName, origin: Placed) -> None:
    """W10: draw 2, or 4."""
    drawn = take(w, HAND[me], CARP_DRAWS[size])
    if drawn:
        w.tell(told.DRAWS, me, drawn)
    else:
        w.tell(told.NO_EFFECT, me, name)


CROW_TAKES: Final = {SMALL: 2, BIG: 3}


@BOOK.step
def crow(
    w: World, me: Seat, size: Size, name: PowerName, origin: Placed, cards: Picked = UNANSWERED
) -> Ask | None:
    """W10, W15: any 2 cards from the Jigoku, or 3, as far as it has them."""
    number = taken_by_crow(w, size)
    if not number:
        w.tell(told.NO_EFFECT, me, name)
        return None
    if cards is UNANSWERED:
        return asked.CROW_TAKE.pick(me, w.faces(JIGOKU), low=number, high=number)
    for face in asked.CROW_TAKE.of_all(cards):
        w.play(JIGOKU, face, HAND[me])
        w.tell(told.TAKES_BACK, me, face)
    return None


def taken_by_crow(s: Sight, size: Size) -> int:
    """W15: as many as it can, up to its number."""
    return min(CROW_TAKES[size], s.size(JIGOKU))


DRAGON_SEES: Final = {SMALL: 3, BIG: 5}
DRAGON_KEEPS: Final = {SMALL: 1, BIG: 2}


@BOOK.step
def dragon(w: World, me: Seat, size: Size, name: PowerName, origin: Placed) -> None:
    """W10: look at the top 3 cards and keep 1, or at 5 and keep 2. W2: they have left the deck."""
    seen = take(w, LOOKING[me], DRAGON_SEES[size])
    keep = min(DRAGON_KEEPS[size], seen)
    if keep:
        w.tell(told.LOOKS, me, seen, keep)
        w.then(dragon_keep, me, keep, name)
    else:
        w.tell(told.NO_EFFECT, me, name)


@BOOK.step
def dragon_keep(
    w: World, me: Seat, keep: int, name: PowerName, cards: Picked = UNANSWERED
) -> Ask | None:
    """W10: the others go to the Jigoku. Where all are kept there is nothing to choose."""
    seen = w.faces(LOOKING[me])
    if keep == len(seen):
        keep_of_looked(w, me, seen)
    elif cards is UNANSWERED:
        return asked.LOOK_KEEP[name].pick(me, seen, low=keep, high=keep)
    else:
        keep_of_looked(w, me, asked.LOOK_KEEP[name].of_all(cards))
    return None


# -- powers on a hand


RAT_GNAWS: Final = {SMALL: 2, BIG: 3}


@BOOK.step
def rat(
    w: World, me: Seat, size: Size, name: PowerName, origin: Placed, whom: Chosen = UNANSWERED
) -> Ask | None:
    """W15: an opponent who has cards discards 2 of their choice, or 3."""
    gnaw_at = asked.GNAW_AT[name]
    if whom is UNANSWERED:
        foes = gnaw_at.each(to_gnaw_at(w, me))
        return ask_or_nothing(w, me, name, gnaw_at.question, foes)
    foe = gnaw_at.of(whom)
    aim_at(w, me, name, foe, lose_cards, about=(foe, RAT_GNAWS[size], name))
    return None


def gnawed_off(s: Sight, foe: Seat, number: int) -> int:
    """W15: where the hand is too small, as many as there are."""
    return min(number, s.size(HAND[foe]))


@BOOK.step
def lose_cards(
    w: World, foe: Seat, number: int, name: PowerName, cards: Picked = UNANSWERED
) -> Ask | None:
    """W15: who discards chooses the cards. Where all must go there is nothing to choose."""
    lost, due = w.faces(HAND[foe]), gnawed_off(w, foe, number)
    if due < len(lost):
        if cards is UNANSWERED:
            return asked.GNAW_DISCARD[name].pick(foe, lost, low=due, high=due)
        lost = asked.GNAW_DISCARD[name].of_all(cards)
    w.tell(told.LOSES_CARDS, foe, len(lost))
    throw_away(w, HAND[foe], lost)
    return None


FOX_SWAPS: Final = 3


@BOOK.step
def swap_cards(
    w: World, me: Seat, size: Size, name: PowerName, origin: Placed, whom: Chosen = UNANSWERED
) -> Ask | None:
    """W15: 3 cards for 3 of an opponent who has cards, if one has some oneself."""
    swap_with = asked.SWAP_CARDS_WITH
    if whom is UNANSWERED:
        foes = swap_with.each(to_swap_cards_with(w, me))
        return ask_or_nothing(w, me, name, swap_with.question, foes)
    foe = swap_with.of(whom)
    aim_at(w, me, name, foe, give_cards, about=(me, foe))
    return None


@BOOK.step
def give_cards(w: World, me: Seat, foe: Seat, given: PickedTogether = UNANSWERED) -> Ask | None:
    """W15: up to 3, as far as both hands go; each side chooses before it sees the other's."""
    mine, theirs = HAND[me], HAND[foe]
    number = min(FOX_SWAPS, w.size(mine), w.size(theirs))
    give = asked.SWAP_GIVE
    if given is UNANSWERED:
        both = [me, foe]
        hands = [give.each(w.faces(HAND[seat])) for seat in both]
        return rules.each(both, give.question, hands, low=number, high=number)
    gives = w.by_seat(given)
    moves = [rules.moving(face, source=mine, target=theirs) for face in give.of_all(gives[me])]
    moves += [rules.moving(face, source=theirs, target=mine) for face in give.of_all(gives[foe])]
    w.trade(moves)
    w.tell(told.SWAPS, me, foe, number)
    return None


@BOOK.step
def swap_hands(
    w: World, me: Seat, size: Size, name: PowerName, origin: Placed, whom: Chosen = UNANSWERED
) -> Ask | None:
    """W15: whole hands with an opponent, if either of the two has cards."""
    swap_with = asked.SWAP_HANDS_WITH[name]
    if whom is UNANSWERED:
        foes = swap_with.each(to_swap_hands_with(w, me))
        return ask_or_nothing(w, me, name, swap_with.question, foes)
    foe = swap_with.of(whom)
    aim_at(w, me, name, foe, give_hand, about=(me, foe))
    return None


@BOOK.step
def give_hand(w: World, me: Seat, foe: Seat) -> None:
    """W15: everything in one hand for everything in the other."""
    w.exchange(HAND[me], HAND[foe])
    w.tell(told.SWAPS_HANDS, me, foe)


def to_gnaw_at(s: Sight, me: Seat) -> list[Seat]:
    """The opponents whom Rat and Nezumi can choose."""
    return [foe for foe in s.others(me) if why_without_cards(s, me, foe) is None]


def to_swap_cards_with(s: Sight, me: Seat) -> list[Seat]:
    """The opponents whom the small Fox can choose."""
    return [foe for foe in s.others(me) if why_no_swap_of_cards(s, me, foe) is None]


def to_swap_hands_with(s: Sight, me: Seat) -> list[Seat]:
    """The opponents whom the big Fox and Kitsune can choose."""
    return [foe for foe in s.others(me) if why_no_swap_of_hands(s, me, foe) is None]


# -- the Monkey and its King


@BOOK.step
def monkey(
    w: World, me: Seat, size: Size, name: PowerName, origin: Placed, target: Chosen = UNANSWERED
) -> Ask | None:
    """W18: use the power of a clan in front of an opponent as one's own, with no chains."""
    clan_of = asked.COPY_CLAN_OF[name]
    if target is UNANSWERED:
        return ask_or_nothing(w, me, name, clan_of.question, clan_of.each(to_copy(w, me)))
    placed = clan_of.of(target)
    clan = CLAN_OF[placed]
    w.tell(told.COPIES, me, clan, OWNER_OF[placed])
    if is_useless(placed):
        w.tell(told.NO_EFFECT, me, name)
    else:
        then_apply(w, me, clan, size, NAME_OF_CLAN_POWER[clan], origin)
    return None


def to_copy(s: Sight, me: Seat) -> list[Placed]:
    """W18: the opponents' clans that can be named."""
    clans = in_front_of_others(s, me)
    return [placed for placed in clans if why_not_copied(s, me, placed) is None]


def is_useless(placed: Placed) -> bool:
    """W18: Bear and Monkey have no power that a Monkey could use."""
    return CLAN_OF[placed] in (MONKEY, BEAR)


SMALL_POWER: Final[dict[Clan, Step]] = {
    MONKEY: monkey,
    CARP: carp,
    CROW: crow,
    TOAD: toad_card,
    SPIDER: spider_card,
    FOX: swap_cards,
    DRAGON: dragon,
    RAT: rat,
}
BIG_POWER: Final[dict[Clan, Step]] = {
    MONKEY: monkey,
    CARP: carp,
    CROW: crow,
    TOAD: toad_clan,
    SPIDER: spider_clan,
    FOX: swap_hands,
    DRAGON: dragon,
    RAT: rat,
}
"""The powers of each clan; the Bear has none."""


# -- who can be chosen, and who cannot

BEHIND_CLOSED_FIST: Final[Refusal] = BOOK.no("behind_closed_fist", "W28")
NOTHING_TO_COPY: Final[Refusal] = BOOK.no("nothing_to_copy", "W18")


def why_not_chosen(s: Sight, me: Seat, foe: Seat) -> Refusal | None:
    """W15: an opponent, whom no Temple card protects."""
    refusal = refused.why_no_opponent(s, me, foe)
    if refusal is not None:
        return refusal
    return BEHIND_CLOSED_FIST if cannot_be_chosen(s, foe) else None


def why_without_cards(s: Sight, me: Seat, foe: Seat) -> Refusal | None:
    """W15: an opponent who has cards; so for Rat and Nezumi."""
    refusal = why_not_chosen(s, me, foe)
    if refusal is not None:
        return refusal
    return refused.NO_CARDS_THERE if s.is_empty(HAND[foe]) else None


def why_no_swap_of_cards(s: Sight, me: Seat, foe: Seat) -> Refusal | None:
    """W15, the small Fox: both have cards."""
    return refused.NO_CARDS_THERE if s.is_empty(HAND[me]) else why_without_cards(s, me, foe)


def why_no_swap_of_hands(s: Sight, me: Seat, foe: Seat) -> Refusal | None:
    """W15, the big Fox and Kitsune: either has cards."""
    return why_without_cards(s, me, foe) if s.is_empty(HAND[me]) else why_not_chosen(s, me, foe)


def why_not_copied(s: Sight, me: Seat, placed: Placed) -> Refusal | None:
    """W18: a clan of an opponent's, not Bear or Monkey if any opponent has another."""
    if OWNER_OF[placed] == me:
        return refused.OPPONENTS_ONLY
    if not is_there(s, placed):
        return refused.NO_SUCH_CLAN
    if is_useless(placed) and not all(is_useless(one) for one in in_front_of_others(s, me)):
        return NOTHING_TO_COPY
    return None
