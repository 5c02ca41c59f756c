"""The end of a round: scores, ranks, the Shosho (W21, W25, W26, W37)."""

from __future__ import annotations

from typing import Final, NamedTuple

from tatami.engine.rules import UNANSWERED, Ask, Chosen, Refusal, Seat, Sight, World
from tatami.games.wataah import asked, told
from tatami.games.wataah.cards import BOOK
from tatami.games.wataah.court import banner_points
from tatami.games.wataah.sorts import PAWNS_BY_RANK
from tatami.games.wataah.temple import added_at_scoring, temple
from tatami.games.wataah.zones import (
    COURT_GONE,
    COURT_HELD,
    PAWNS_WON,
    SCORE,
    SHOSHO,
    TEMPLE_GONE,
    TEMPLE_UP,
    corruption,
    least_corrupt,
    strength,
)

# -- scores


class Score(NamedTuple):
    """W21: what makes a player's score."""

    front: int
    corruption: int
    added: int

    def total(self) -> int:
        """W21: strengths in front minus strengths in the pile, and what scoring effects add."""
        return self.front - self.corruption + self.added


def score_of(s: Sight, seat: Seat) -> Score:
    """W21, W37: a player's score as the table is now."""
    added = banner_points(s, seat) + added_at_scoring(s, seat)
    return Score(strength(s, seat), corruption(s, seat), added)


@BOOK.step
def scores(w: World) -> None:
    """W21, W37: everybody's score, with what Temple cards and the Banner add."""
    for seat in w.everyone():
        score = score_of(w, seat)
        w.set(SCORE[seat], score.total())
        w.tell(told.SCORES, seat, score.front, score.corruption, score.added, score.total())


@BOOK.step
def discard_cards(w: World) -> None:
    """W37: Temple cards in force, and Court cards that were not used, unseen."""
    for seat in w.everyone():
        w.draw(TEMPLE_UP[seat], TEMPLE_GONE)
        w.draw(COURT_HELD[seat], COURT_GONE)


# -- ranks

FIRST_RANK: Final = 1


@BOOK.step
def tell_ranks(w: World) -> None:
    """W25, W37: the rank of each, and the pawns that it will bring."""
    for seat, rank in ranks(w).items():
        w.tell(told.RANKED, seat, rank, PAWNS_BY_RANK[w.seats][rank])


def ranks(s: Sight) -> dict[Seat, int]:
    """W25: 1 for the highest score; equal scores share a rank, and the next move up."""
    scored = {seat: s.count[SCORE[seat]] for seat in s.everyone()}
    highest_first = sorted(set(scored.values()), reverse=True)
    rank_of = {score: rank for rank, score in enumerate(highest_first, start=FIRST_RANK)}
    return {seat: rank_of[score] for seat, score in scored.items()}


def worthy(s: Sight) -> list[Seat]:
    """W26: who won the round; of several, the least corrupt."""
    return least_corrupt(s, [seat for seat, rank in ranks(s).items() if rank == FIRST_RANK])


@BOOK.step
def shosho(w: World, to: Chosen = UNANSWERED) -> Ask | None:
    """W26: to the winner; of several to the least corrupt; of several still, its holder chooses."""
    tied = worthy(w)
    if len(tied) == 1:
        (winner,) = tied
    elif to is UNANSWERED:
        return asked.SHOSHO_TO.ask(w.holder(SHOSHO), tied)
    else:
        winner = asked.SHOSHO_TO.of(to)
    w.hold(SHOSHO, winner)
    w.tell(told.SHOSHO_GOES, winner)
    return None


NOT_TIED_FOR_IT: Final[Refusal] = BOOK.no("not_tied_for_it", "W26")


def why_not_shosho(s: Sight, me: Seat, seat: Seat) -> Refusal | None:
    """W26: one of those who are still tied for it."""
    return None if seat in worthy(s) else NOT_TIED_FOR_IT


@BOOK.step
def take_pawns(w: World) -> None:
    """W25: pawns by rank, from one's own reserve."""
    for seat, rank in ranks(w).items():
        w.set(PAWNS_WON[seat], PAWNS_BY_RANK[w.seats][rank])


@BOOK.step
def temple_visits(w: World) -> None:
    """W27: all who are last, from the Shosho holder clockwise; nobody where all are equal."""
    ranked = ranks(w)
    last = max(ranked.values())
    if last == FIRST_RANK:
        return
    for seat in w.from_on(w.holder(SHOSHO)):
        if ranked[seat] == last:
            w.then(temple, seat)
