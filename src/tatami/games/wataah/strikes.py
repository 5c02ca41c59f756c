"""Powers on what lies in front of players: Toad, Spider, their Yokai, and Tengu (W12, W16, W17).

Each names its target, lets the target's owner answer (W35), and then takes effect; between the
three nothing else happens.
"""

from __future__ import annotations

from tatami.engine.game import UNASKED, Ask, choose
from tatami.engine.world import World
from tatami.games.wataah.book import (
    AIMS_AT_CARD,
    AIMS_AT_CLAN,
    BOOK,
    CLAN_DESTROYED,
    DECLINE,
    DECLINES,
    DESTROYED,
    KAPPA_CLAN,
    NO_EFFECT,
    RETURNS,
    RETURNS_CLAN,
    SPIDER_CARD,
    SPIDER_CLAN,
    STRANDED,
    TENGU_STRIKES,
    TOAD_CARD,
    TOAD_CLAN,
    YUREI_CLAN,
)
from tatami.games.wataah.cards import (
    BY_YOKAI,
    CLAN_OF,
    FIRST_YOKAI,
    SHINOBI,
    SPIDER,
    TENGU,
    TOAD,
    power_of,
)
from tatami.games.wataah.guard import guarded
from tatami.games.wataah.table import (
    FULL,
    JIGOKU,
    TENGU_SELF,
    TOAD_OWN,
    clan_at,
    fall,
    hand,
    in_force,
    others,
    places_of,
    throw_away,
)
from tatami.games.wataah.temple_court import PAPER_WARDS

# -- the Toad and Kappa


@BOOK.step
def toad_card(w: World, me: int, big: int, mine: int, target: int = UNASKED) -> Ask | None:
    """W16: any single card goes back to its owner's hand; W35: the card itself is named."""
    if target == UNASKED:
        places = toad_places(w, me)
        if places:
            return choose(me, TOAD_CARD, may_decline(mine, places) + card_targets(w, places, 1))
        w.tell(NO_EFFECT, me, TOAD)
    elif target == DECLINE:
        w.tell(DECLINES, me, TOAD)
    else:
        aim_at_card(w, me, TOAD, target - 1)
        w.then(send_card_back, (target - 1) // SHINOBI, (target - 1) % SHINOBI)
    return None


@BOOK.step
def toad_clan(w: World, me: int, big: int, mine: int, target: int = UNASKED) -> Ask | None:
    """W16, W17: any whole clan goes back to its owner's hand."""
    if target == UNASKED:
        places = toad_places(w, me)
        if places:
            clans = [1 + place for place in places]
            question = KAPPA_CLAN if big == BY_YOKAI else TOAD_CLAN
            return choose(me, question, may_decline(mine, places) + clans)
        w.tell(NO_EFFECT, me, power_of(TOAD, big))
    elif target == DECLINE:
        w.tell(DECLINES, me, power_of(TOAD, big))
    else:
        aim_at_clan(w, me, power_of(TOAD, big), target - 1)
        w.then(send_clan_back, target - 1)
    return None


def toad_places(w: World, me: int) -> list[int]:
    """W16: any player's clans, one's own last; at some tables not one's own."""
    own = exposed(w, me) if w.opts[TOAD_OWN] == 0 else []
    return enemy_places(w, me) + own


def may_decline(mine: int, places: list[int]) -> list[int]:
    """W16: where every target is in the clan just placed or reinforced, it need not be hit."""
    return [DECLINE] if places == [mine] else []


@BOOK.step
def send_card_back(w: World, place: int, face: int) -> None:
    """W17: to its owner's hand; W12: what it strands is destroyed at the same moment."""
    w.tell(RETURNS, place // 9, face)
    lose_card(w, place, face, hand(w, place // 9))


@BOOK.step
def send_clan_back(w: World, place: int) -> None:
    """W17: with its Ronin and Yokai."""
    w.tell(RETURNS_CLAN, place // 9, place % 9)
    zone = clan_at(w, place)
    w.trade([(zone, face, hand(w, place // 9)) for face in w.faces(zone)])


# -- the Spider and Yurei


@BOOK.step
def spider_card(w: World, me: int, big: int, mine: int, target: int = UNASKED) -> Ask | None:
    """W16: destroy any single card of an opponent; W35: the card itself is named."""
    places = enemy_places(w, me)
    if not places:
        w.tell(NO_EFFECT, me, SPIDER)
    elif target == UNASKED:
        return choose(me, SPIDER_CARD, card_targets(w, places, 0))
    else:
        aim_at_card(w, me, SPIDER, target)
        w.then(destroy_card, target // SHINOBI, target % SHINOBI)
    return None


@BOOK.step
def spider_clan(w: World, me: int, big: int, mine: int, target: int = UNASKED) -> Ask | None:
    """W16: destroy any clan of an opponent."""
    places = enemy_places(w, me)
    if not places:
        w.tell(NO_EFFECT, me, power_of(SPIDER, big))
    elif target == UNASKED:
        return choose(me, YUREI_CLAN if big == BY_YOKAI else SPIDER_CLAN, places)
    else:
        aim_at_clan(w, me, power_of(SPIDER, big), target)
        w.then(destroy_clan, target)
    return None


@BOOK.step
def destroy_card(w: World, place: int, face: int) -> None:
    """W36: to the Jigoku; W12: and with it what it strands."""
    w.tell(DESTROYED, place // 9, face)
    lose_card(w, place, face, JIGOKU)


@BOOK.step
def destroy_clan(w: World, place: int) -> None:
    """W17, W36: with its Ronin and Yokai."""
    w.tell(CLAN_DESTROYED, place // 9, place % 9)
    throw_away(w, clan_at(w, place), w.faces(clan_at(w, place)))


# -- Tengu


@BOOK.step
def tengu(w: World, me: int) -> None:
    """W10: every Yokai in play is destroyed, itself included unless the table spares it."""
    moves: list[tuple[int, int, int]] = []
    for seat in range(w.seats):
        for place in exposed(w, seat):
            for face in w.faces(clan_at(w, place)):
                if face >= FIRST_YOKAI and (face != TENGU or w.opts[TENGU_SELF] == 0):
                    moves.append((clan_at(w, place), face, JIGOKU))
    w.tell(TENGU_STRIKES, len(moves))
    fall(w, moves)


# -- what they share


def aim_at_card(w: World, me: int, power: int, target: int) -> None:
    """W35: say which card is meant, and let its owner answer."""
    place, face = target // SHINOBI, target % SHINOBI
    w.tell(AIMS_AT_CARD, me, power, place // 9, face, place % 9)
    guarded(w, me, place // 9)


def aim_at_clan(w: World, me: int, power: int, place: int) -> None:
    """W35: say which clan is meant, and let its owner answer."""
    w.tell(AIMS_AT_CLAN, me, power, place // 9, place % 9)
    guarded(w, me, place // 9)


def lose_card(w: World, place: int, face: int, target: int) -> None:
    """W12: a card leaves a clan; Ronin and Yokai without a Clan card are destroyed with it."""
    zone = clan_at(w, place)
    moves = [(zone, face, target)]
    left = w.faces(zone)
    left.remove(face)
    if left and max([CLAN_OF[one] for one in left]) < 0:
        moves += [(zone, one, JIGOKU) for one in left]
        w.tell(STRANDED, place // 9, place % 9)
    fall(w, moves)


def card_targets(w: World, places: list[int], first: int) -> list[int]:
    """The different cards at these places, as options numbered from ``first``."""
    return [
        first + place * SHINOBI + face for place in places for face in w.kinds_in(clan_at(w, place))
    ]


def enemy_places(w: World, me: int) -> list[int]:
    """W16: the opponents' clans that a power can hit."""
    return [place for seat in others(w, me) for place in exposed(w, seat)]


def exposed(w: World, seat: int) -> list[int]:
    """A player's clans but those of 4 cards behind Paper Wards, counted now."""
    places = places_of(w, seat)
    if in_force(w, seat, PAPER_WARDS):
        places = [place for place in places if w.size(clan_at(w, place)) < FULL]
    return places
