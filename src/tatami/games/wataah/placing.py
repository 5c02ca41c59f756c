"""What a player can place, and placing it (W7, W8, W9), Twin Shadows included."""

from __future__ import annotations

from typing import Final

from tatami.engine.game import UNASKED, Ask, choose
from tatami.engine.world import World
from tatami.games.wataah.book import (
    ADD,
    ADD_NOTHING,
    ADDS,
    BOOK,
    FOUND,
    FOUND_WITH,
    FOUNDS,
    FOURTH,
    REINFORCE,
    REINFORCES,
    SUMMON,
    SUMMONS,
    TWIN,
)
from tatami.games.wataah.cards import BEAR, CLAN_OF, FIRST_YOKAI, KIND_OF, RONIN, SHINOBI
from tatami.games.wataah.powers import trigger, trigger_yokai
from tatami.games.wataah.table import (
    EDICT,
    ENDING,
    FULL,
    clan_at,
    hand,
    in_force,
    places_of,
)
from tatami.games.wataah.temple_court import TWIN_SHADOWS

A_CLAN: Final = 1
A_REINFORCEMENT: Final = 2
EITHER: Final = A_CLAN | A_REINFORCEMENT
"""W7, W8: what may still be placed this turn."""
MOBILISED: Final = 1
LESSON: Final = 2
"""Values of the counter ``EDICT``."""


RONIN_HELD: Final = 9
YOKAI_HELD: Final = 10


def held_by(w: World, me: int) -> list[int]:
    """A hand by what it can be used for: how many cards of each clan, then Ronin, then Yokai."""
    kinds = [0] * 11
    face = w.face
    for card in w.zones[hand(w, me)]:
        kinds[KIND_OF[face[card]]] += 1
    return kinds


# -- what can be placed


def placements(w: World, me: int, may: int) -> list[int]:
    """W7, W8: new clans, reinforcements and Yokai, as options of ``PLACE``."""
    held = held_by(w, me)
    found = new_clans(w, me, held) if may & A_CLAN else []
    return found + reinforcements(w, me, held) if may & A_REINFORCEMENT else found


def new_clans(w: World, me: int, held: list[int]) -> list[int]:
    """W7: 2 to 4 cards of a clan that one does not have; Ronin among them, but not only Ronin."""
    options: list[int] = []
    zones = w.zones
    first = clan_at(w, 9 * me)
    most = min(held[RONIN_HELD], FULL - 1)
    for clan in range(9):
        cards = held[clan]
        if cards and not zones[first + clan]:
            if cards > 1:
                options.append(FOUND + clan)
            for ronin in range(most):
                options.append(FOUND_WITH + 3 * clan + ronin)
    return options


def reinforcements(w: World, me: int, held: list[int]) -> list[int]:
    """W8, W9: one's own clans of fewer than 4 cards, where one has something for them."""
    room = with_room(w, me)
    options = [REINFORCE + clan for clan in room if held[clan] or held[RONIN_HELD]]
    if room and held[YOKAI_HELD]:
        kinds = w.kinds_in(hand(w, me))
        options += [SUMMON + face - FIRST_YOKAI for face in kinds if face >= FIRST_YOKAI]
    return options


def with_room(w: World, me: int) -> list[int]:
    """W9: one's own clans of fewer than 4 cards."""
    zones = w.zones
    first = clan_at(w, 9 * me)
    return [clan for clan in range(9) if 0 < len(zones[first + clan]) < FULL]


def cards_for(w: World, me: int, clan: int, ronin: bool) -> list[int]:
    """The cards in hand that can stand in a clan, Ronin among them if asked for."""
    face = w.face
    kinds = (clan, 9) if ronin else (clan, clan)
    return [face[card] for card in w.zones[hand(w, me)] if KIND_OF[face[card]] in kinds]


def can_learn(w: World, me: int) -> bool:
    """W38: whether 2 cards of a clan that has powers could be placed now."""
    held = held_by(w, me)
    zones = w.zones
    first = clan_at(w, 9 * me)
    for clan in range(9):
        lying = len(zones[first + clan])
        pair = held[clan] + held[RONIN_HELD] >= 2 and lying <= FULL - 2
        if clan != BEAR and pair and (lying or held[clan]):
            return True
    return False


# -- placing it


def found_clan(w: World, me: int, clan: int, cards: list[int]) -> None:
    """W7: a new clan; W10: its power; W20: the fourth ends the round, whatever the power does."""
    lay(w, me, clan, cards)
    w.tell(FOUNDS, me, clan, len(cards))
    if len(places_of(w, me)) == FULL:
        w.set(ENDING, me + 1)
        w.tell(FOURTH, me)
    if in_force(w, me, TWIN_SHADOWS):
        w.then(twin_shadows, me, clan)
    trigger(w, me, clan, is_big(len(cards), w.count[EDICT]))


def reinforce(w: World, me: int, clan: int, cards: list[int]) -> None:
    """W8, W10: cards already there do not count for the power; one card has none."""
    lay(w, me, clan, cards)
    w.tell(REINFORCES, me, clan, len(cards))
    if len(cards) > 1:
        trigger(w, me, clan, is_big(len(cards), w.count[EDICT]))


def summon(w: World, me: int, face: int, clan: int) -> None:
    """W8, W10: a Yokai, alone, on any of one's clans, with its own power."""
    lay(w, me, clan, [face])
    w.tell(SUMMONS, me, face, clan)
    trigger_yokai(w, me, face, clan)


def lay(w: World, me: int, clan: int, cards: list[int]) -> None:
    """Put cards from hand in front of oneself."""
    for face in cards:
        w.play(hand(w, me), face, clan_at(w, 9 * me + clan))


def is_big(cards: int, edict: int) -> bool:
    """W10: 2 cards trigger the small power, 3 or 4 the big one; Master's Lesson makes it big."""
    return cards > 2 or edict == LESSON


def ronin_and_clan(what: int) -> tuple[int, int]:
    """W7: of a new clan, how many Ronin are to stand in it, and which clan it is."""
    if what < FOUND_WITH:
        return 0, what - FOUND
    return (what - FOUND_WITH) % 3 + 1, (what - FOUND_WITH) // 3


@BOOK.step
def twin_shadows(w: World, me: int, clan: int, what: int = UNASKED) -> Ask | None:
    """Twin Shadows: before the power, 1 card more for another clan, with no power."""
    room = [other for other in with_room(w, me) if other != clan]
    if not room or not w.size(hand(w, me)):
        return None
    if what == UNASKED:
        return choose(me, TWIN, [ADD_NOTHING, *additions(w, me, room)])
    if what != ADD_NOTHING:
        joined, face = (what - ADD) // SHINOBI, (what - ADD) % SHINOBI
        lay(w, me, joined, [face])
        w.tell(ADDS, me, face, joined)
    return None


def additions(w: World, me: int, room: list[int]) -> list[int]:
    """Twin Shadows: each clan with room, with each card of it or a Ronin."""
    kinds = w.kinds_in(hand(w, me))
    return [
        ADD + clan * SHINOBI + face
        for clan in room
        for face in kinds
        if CLAN_OF[face] == clan or face == RONIN
    ]
