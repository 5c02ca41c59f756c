"""The end of a round: scores, ranks, the Shosho (W21, W25, W26, W37, W38)."""

from __future__ import annotations

from typing import Final

from tatami.engine.game import UNASKED, Ask, choose, each
from tatami.engine.world import World
from tatami.games.wataah.book import (
    BANNER_SHOW,
    BANNER_SHOWN,
    BOOK,
    RANKED,
    SCORES,
    SHOSHO_GOES,
    SHOSHO_TO,
    SHOW_BANNER,
    SHOW_NOTHING,
)
from tatami.games.wataah.cards import FIRST_YOKAI, STRENGTH
from tatami.games.wataah.table import (
    BANNER,
    COURT_GONE,
    FULL,
    PAWNS,
    SCORE,
    SHOSHO,
    TEMPLE_GONE,
    board,
    clan_at,
    clockwise,
    corrupt,
    corruption,
    court_card,
    court_of,
    has_court_card,
    in_force,
    places_of,
    spend,
    tallied,
    tally,
    temple_of,
)
from tatami.games.wataah.temple import temple
from tatami.games.wataah.temple_court import (
    BANNER_POINTS,
    CLEANSING_SMOKE,
    FULL_RANKS,
    MOON_BANNER,
    PACT,
    RANKS,
    YOKAI_PACT,
)

PAWNS_BY_RANK: Final = ((), (), (4, 2), (4, 3, 1), (4, 3, 2, 1))
"""W25: by the number of players, then by rank."""


@BOOK.step
def moon_banner(w: World, shown: tuple[int, ...] | int = UNASKED) -> Ask | None:
    """W38: every holder of a Court card is asked alike, at the same time."""
    holders = [seat for seat in range(w.seats) if has_court_card(w, seat)]
    if not holders:
        return None
    if isinstance(shown, int):
        return ask_for_banner(w, holders)
    for seat, answer in zip(holders, shown, strict=True):
        if answer == SHOW_BANNER:
            spend(w, seat)
            w.set(BANNER, w.count[BANNER] | 1 << seat)
            w.tell(BANNER_SHOWN, seat)
    return None


def ask_for_banner(w: World, holders: list[int]) -> Ask:
    """W38: only the Banner can be shown; who does not answer shows it."""
    options: list[list[int]] = []
    for seat in holders:
        can = court_card(w, seat) == MOON_BANNER
        options.append([SHOW_NOTHING, SHOW_BANNER] if can else [SHOW_NOTHING])
    return each(holders, BANNER_SHOW, options, defaults=tuple([own[-1] for own in options]))


# -- scores


@BOOK.step
def scores(w: World) -> None:
    """W21: strengths in front minus corruption, with what Temple cards and the Banner add."""
    for seat in range(w.seats):
        front, pile, extra = strength(w, seat), corruption(w, seat), bonus(w, seat)
        w.set(tally(w, SCORE, seat), front - pile + extra)
        w.tell(SCORES, seat, front, pile, extra, front - pile + extra)


def in_front(w: World, seat: int) -> list[list[int]]:
    """The cards in front of a player, clan by clan."""
    return [w.faces(clan_at(w, place)) for place in places_of(w, seat)]


def strength(w: World, seat: int) -> int:
    """W21: the strengths of the cards in front of a player."""
    return sum([STRENGTH[face] for faces in in_front(w, seat) for face in faces])


def bonus(w: World, seat: int) -> int:
    """W37: Moon Banner, Cleansing Smoke, Yokai Pact, Full Ranks."""
    extra = BANNER_POINTS if w.count[BANNER] >> seat & 1 else 0
    if in_force(w, seat, CLEANSING_SMOKE):
        extra += max([STRENGTH[face] for face in w.faces(corrupt(w, seat))], default=0)
    elif in_force(w, seat, YOKAI_PACT):
        extra += PACT * sum([face >= FIRST_YOKAI for faces in in_front(w, seat) for face in faces])
    elif in_force(w, seat, FULL_RANKS):
        extra += RANKS * sum([len(faces) == FULL for faces in in_front(w, seat)])
    return extra


@BOOK.step
def discard_cards(w: World) -> None:
    """W37: Temple cards in force, and Court cards that were not used, unseen."""
    for seat in range(w.seats):
        w.draw(temple_of(w, seat), board(w) + TEMPLE_GONE)
        w.draw(court_of(w, seat), board(w) + COURT_GONE)


# -- ranks


def ranks(w: World) -> list[int]:
    """W25: 0 for the highest score; equal scores share a rank, and the next move up."""
    scored = [tallied(w, SCORE, seat) for seat in range(w.seats)]
    different = sorted(set(scored), reverse=True)
    return [different.index(score) for score in scored]


@BOOK.step
def shosho(w: World, seat: int = UNASKED) -> Ask | None:
    """W26: to the winner; of several to the least corrupt; of several still, its holder chooses."""
    first = [s for s, rank in enumerate(ranks(w)) if rank == 0]
    least = min([corruption(w, s) for s in first])
    worthy = [s for s in first if corruption(w, s) == least]
    if len(worthy) > 1 and seat == UNASKED:
        return choose(w.count[SHOSHO] - 1, SHOSHO_TO, worthy)
    goes_to = worthy[0] if seat == UNASKED else seat
    w.set(SHOSHO, goes_to + 1)
    w.tell(SHOSHO_GOES, goes_to)
    return None


@BOOK.step
def take_pawns(w: World) -> None:
    """W25: pawns by rank, from one's own reserve."""
    for seat, rank in enumerate(ranks(w)):
        number = PAWNS_BY_RANK[w.seats][rank]
        w.set(tally(w, PAWNS, seat), number)
        w.tell(RANKED, seat, rank + 1, number)


@BOOK.step
def temple_visits(w: World) -> None:
    """W27: all who are last, from the Shosho holder clockwise; nobody where all are equal."""
    ranked = ranks(w)
    for seat in clockwise(w, w.count[SHOSHO] - 1):
        if ranked[seat] == max(ranked) > 0:
            w.then(temple, seat)
