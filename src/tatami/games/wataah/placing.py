"""What a player can place: new clans, reinforcements, Yokai (W7, W8, W9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NewType

from tatami.engine.rules import Face, Kind, Option, Refusal, Seat, Sight, World
from tatami.games.wataah import asked, refused
from tatami.games.wataah.cards import BOOK, CARD, CLAN, CLAN_ON, IS_CLAN_CARD, IS_YOKAI, RONIN, Clan
from tatami.games.wataah.sorts import (
    CLAN_OF,
    FEWEST_CARDS,
    FEWEST_REAL,
    IN_FRONT_OF,
    MOST_CARDS,
    MOST_RONIN,
)
from tatami.games.wataah.zones import FRONT, HAND, own_front

FEWEST_ADDED: Final = 1
MOST_ADDED: Final = MOST_CARDS - 1
"""W8: 1 to 3 cards of a reinforcement: one lies there at least."""

SoFar = NewType("SoFar", int)
SO_FAR: Final[Kind[SoFar]] = Kind("so-far", ("nothing", "reinforcement", "clan"))
"""W7, W8: what a player has placed this turn, of which nothing is placed twice."""
NOTHING: Final = SO_FAR.named("nothing")
A_REINFORCEMENT: Final = SO_FAR.named("reinforcement")
A_CLAN: Final = SO_FAR.named("clan")


def room_beside(cards: int) -> int:
    """W9: how many cards more a clan of so many can take: it never has more than 4."""
    return MOST_CARDS - cards


def fewest_real(ronin: int) -> int:
    """W7: how many real cards a new clan needs beside so many Ronin: 2 in all, and 1 is real."""
    return max(FEWEST_CARDS - ronin, FEWEST_REAL)


def most_real(ronin: int) -> int:
    """W9: and how many it can have."""
    return room_beside(ronin)


class Means:
    """What a player can place, and with what: the hand by its use, the clans by their cards."""

    __slots__ = ("clans", "held", "laid", "ronin", "room", "so_far", "yokai")

    def __init__(self, s: Sight, me: Seat, so_far: SoFar = NOTHING) -> None:
        self.so_far = so_far
        self.held = [0] * len(CLAN.all)
        """For each clan, in their order, how many cards of it are in hand."""
        self.ronin = 0
        self.yokai: list[Face] = []
        self.laid = [0] * len(CLAN.all)
        """For each clan, how many cards of it are in front, Ronin and Yokai included."""
        self.clans: list[Clan] = []
        """W13: the clans in front."""
        self.room: list[Clan] = []
        """W9: those of them that have fewer than 4 cards."""
        self._look_at_hand(s, me)
        self._look_at_front(s, me)

    def _look_at_hand(self, s: Sight, me: Seat) -> None:
        """W7, W8: the cards of clans, the Ronin and the Yokai."""
        held = self.held
        for face in s.faces(HAND[me]):
            if IS_CLAN_CARD[face]:
                held[CLAN_ON[face]] += 1
            elif face == RONIN:
                self.ronin += 1
            else:
                self.yokai.append(face)

    def _look_at_front(self, s: Sight, me: Seat) -> None:
        """W9, W13: the clans that are there, and those with room."""
        zones = s.zones
        for placed in IN_FRONT_OF[me]:
            cards = zones[FRONT[placed]]
            if cards:
                clan = CLAN_OF[placed]
                self.clans.append(clan)
                self.laid[clan] = len(cards)
                if self.room_for(clan):
                    self.room.append(clan)

    def room_for(self, clan: Clan) -> int:
        """W9: how many cards can still be placed in a clan."""
        return room_beside(self.laid[clan])

    def has_for(self, clan: Clan) -> int:
        """W8: how many cards one has for a clan: those of it, and all Ronin."""
        return self.held[clan] + self.ronin


# -- what can be placed


def placements(means: Means) -> list[Option]:
    """W7, W8: new clans, reinforcements and Yokai, as answers to ``asked.PLACE``."""
    return new_clans(means) + reinforcements(means) + summonings(means)


def new_clans(means: Means) -> list[Option]:
    """W7: the clans that can be new, with each number of Ronin that can stand in them."""
    numbers = ronin_to_place(means)
    return [
        asked.new_clan(clan, ronin)
        for clan in CLAN.all
        if why_not_new_clan(means, clan) is None
        for ronin in numbers
        if why_not_with_ronin(means, clan, ronin) is None
    ]


def ronin_to_place(means: Means) -> range:
    """W7: how many Ronin one could place in a new clan."""
    return range(min(means.ronin, MOST_RONIN) + 1)


def reinforcements(means: Means) -> list[Option]:
    """W8: the clans that can be reinforced."""
    clans = [clan for clan in means.room if why_not_reinforced(means, clan) is None]
    return asked.REINFORCE.each(clans)


def summonings(means: Means) -> list[Option]:
    """W8: the Yokai that can be placed."""
    yokai = [face for face in means.yokai if why_not_summoned(means, face) is None]
    return asked.SUMMON.each(yokai)


def most_at_once(means: Means, clan: Clan) -> int:
    """W7, W8, W9: how many cards could be placed in a clan at once."""
    new = [ronin for ronin in ronin_to_place(means) if why_not_new(means, clan, ronin) is None]
    if new or why_not_reinforced(means, clan) is None:
        return min(means.has_for(clan), means.room_for(clan))
    return 0


# -- and what cannot

ALREADY_THERE: Final[Refusal] = BOOK.no("clan_already_there", "W7")
NO_CARD_OF_THAT_CLAN: Final[Refusal] = BOOK.no("no_card_of_that_clan", "W7")
TOO_FEW_RONIN: Final[Refusal] = BOOK.no("too_few_ronin", "W7")
TWO_CARDS_AT_LEAST: Final[Refusal] = BOOK.no("two_cards_at_least", "W7")
NO_SUCH_CLAN_OF_YOURS: Final[Refusal] = BOOK.no("no_such_clan_of_yours", "W8")
CLAN_IS_FULL: Final[Refusal] = BOOK.no("clan_is_full", "W9")
NOTHING_TO_ADD: Final[Refusal] = BOOK.no("nothing_to_add", "W8")
NO_ROOM_ANYWHERE: Final[Refusal] = BOOK.no("no_room_anywhere", "W9")
NEEDS_A_CLAN: Final[Refusal] = BOOK.no("needs_a_clan", "W8")
NO_SUCH_YOKAI: Final[Refusal] = BOOK.no("not_in_hand", "W8")
PLACED_ALREADY: Final[Refusal] = BOOK.no("placed_already", "W7")
REINFORCED_ALREADY: Final[Refusal] = BOOK.no("reinforced_already", "W8")


def why_not_new(means: Means, clan: Clan, ronin: int) -> Refusal | None:
    """W7: a new clan in which so many Ronin stand, or none."""
    refusal = why_not_new_clan(means, clan)
    return why_not_with_ronin(means, clan, ronin) if refusal is None else refusal


def why_not_new_clan(means: Means, clan: Clan) -> Refusal | None:
    """W7: once a turn, a clan that is not in front yet, of which one has a card."""
    if means.so_far == A_CLAN:
        return PLACED_ALREADY
    if clan in means.clans:
        return ALREADY_THERE
    return None if means.held[clan] >= FEWEST_REAL else NO_CARD_OF_THAT_CLAN


def why_not_with_ronin(means: Means, clan: Clan, ronin: int) -> Refusal | None:
    """W7: with the Ronin, which one must have, it can be 2 cards or more."""
    if ronin > means.ronin:
        return TOO_FEW_RONIN
    return None if means.held[clan] + ronin >= FEWEST_CARDS else TWO_CARDS_AT_LEAST


def why_not_reinforced(means: Means, clan: Clan) -> Refusal | None:
    """W8: once a turn, a clan of one's own with room, and a card of it or a Ronin."""
    if means.so_far == A_REINFORCEMENT:
        return REINFORCED_ALREADY
    no_room = why_no_room(means, clan)
    if no_room is not None:
        return no_room
    return None if means.has_for(clan) >= FEWEST_ADDED else NOTHING_TO_ADD


def why_no_room(means: Means, clan: Clan) -> Refusal | None:
    """W8, W9: only one's own clans, and none has more than 4 cards."""
    if clan in means.room:
        return None
    return CLAN_IS_FULL if clan in means.clans else NO_SUCH_CLAN_OF_YOURS


def why_not_summoned(means: Means, face: Face) -> Refusal | None:
    """W8, W9: a Yokai is a reinforcement: one in hand, where any clan of one's own has room."""
    if means.so_far == A_REINFORCEMENT:
        return REINFORCED_ALREADY
    if face not in means.yokai:
        return NO_SUCH_YOKAI
    if means.room:
        return None
    return NO_ROOM_ANYWHERE if means.clans else NEEDS_A_CLAN


# -- with which cards

RONIN_CHOSEN_BEFORE: Final[Refusal] = BOOK.no("ronin_chosen_before", "W7")


def cards_for_new(s: Sight, me: Seat, clan: Clan) -> list[Face]:
    """W7: the cards in hand for a new clan, but for its Ronin."""
    fit = FIT_FOR_NEW[clan]
    return [face for face in s.faces(HAND[me]) if face in fit]


def why_not_among_new(s: Sight, me: Seat, clan: Clan, face: Face) -> Refusal | None:
    """W7: cards in hand that fit."""
    return why_unfit_for_new(clan, face) if s.has(HAND[me], face) else refused.NOT_IN_HAND


def why_unfit_for_new(clan: Clan, face: Face) -> Refusal | None:
    """W7: cards of the new clan; its Ronin are chosen before, and no Yokai stands in it."""
    return RONIN_CHOSEN_BEFORE if face == RONIN else why_unfit(clan, face)


def cards_for(s: Sight, me: Seat, clan: Clan) -> list[Face]:
    """W8: the cards in hand that can join a clan, any number of Ronin among them."""
    fit = FIT[clan]
    return [face for face in s.faces(HAND[me]) if face in fit]


def why_not_joining(s: Sight, me: Seat, clan: Clan, face: Face) -> Refusal | None:
    """W8, W28: cards in hand that fit."""
    return why_unfit(clan, face) if s.has(HAND[me], face) else refused.NOT_IN_HAND


def why_unfit(clan: Clan, face: Face) -> Refusal | None:
    """W7, W8: cards of the clan, and Ronin, which stand in for any; a Yokai comes alone."""
    if CLAN_ON[face] == clan or face == RONIN:
        return None
    return refused.YOKAI_COMES_ALONE if IS_YOKAI[face] else refused.OF_ANOTHER_CLAN


def fitting(why_not: Callable[[Clan, Face], Refusal | None]) -> dict[Clan, list[Face]]:
    """The cards against which a rule has nothing, for each clan: found once and for all."""
    return {clan: [face for face in CARD.all if why_not(clan, face) is None] for clan in CLAN.all}


FIT: Final = fitting(why_unfit)
FIT_FOR_NEW: Final = fitting(why_unfit_for_new)


def most_added(s: Sight, me: Seat, clan: Clan) -> int:
    """W8: 3 cards join a clan at most; W9: as long as there is room."""
    return min(MOST_ADDED, room_beside(s.size(own_front(me, clan))))


# -- placing it


def lay(w: World, me: Seat, clan: Clan, cards: list[Face]) -> None:
    """Put cards from hand in front of oneself."""
    for face in cards:
        w.play(HAND[me], face, own_front(me, clan))
