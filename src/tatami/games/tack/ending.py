"""Ninjaaa'Tack: who wins, and when (T16, T17, T21, T25)."""

from __future__ import annotations

from tatami.engine.world import World
from tatami.games.tack.cards import TO_WIN
from tatami.games.tack.table import WINS, WON, colours, owner_of, owners, tokens_of


def check_win(w: World) -> bool:
    """T17: three colours win at once. T21: partners who get there by one award share."""
    return crown(w, [owner for owner in range(owners(w.seats)) if colours(w, owner) >= TO_WIN])


def check_swap(w: World, thrower: int) -> bool:
    """T16: after a swap too; if it completes both sides, the thrower alone wins."""
    return crown(w, [thrower]) if colours(w, thrower) >= TO_WIN else check_win(w)


def crown(w: World, found: list[int]) -> bool:
    """End the game if somebody has won it."""
    if not found:
        return False
    won = 0
    for seat in range(w.seats):
        if owner_of(w.seats, seat) in found:
            won |= 1 << seat
    w.set(WON, won)
    for owner in found:
        w.tell(WINS, owner)
    w.end()
    return True


def most_of_all(w: World) -> list[int]:
    """T25: after the last round most colours win, then most tokens, then it is shared."""
    every = range(owners(w.seats))
    rank = [(colours(w, owner), len(tokens_of(w, owner))) for owner in every]
    return [owner for owner in every if rank[owner] == max(rank)]


def winners(w: World) -> list[int]:
    """T17: the seats that have won; with even numbers both of a team."""
    return [seat for seat in range(w.seats) if w.count[WON] >> seat & 1]
