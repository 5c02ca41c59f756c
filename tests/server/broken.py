"""A game with rules that fail: one of its answers raises an error in the middle of a step."""

from __future__ import annotations

from tatami.engine.game import (
    HAND,
    HIDDEN,
    OPEN,
    OWNER,
    PILE,
    UNASKED,
    Alternative,
    Ask,
    Game,
    Layout,
    Rulebook,
    Zone,
    choose,
)
from tatami.engine.world import World

FACES = ("Good", "Bad")
BOOK = Rulebook("broken")
HOW = BOOK.ask("how", "B1", Alternative("well"), Alternative("badly"))
DECK, TABLE = 0, 1
TURNS = 0


def layout(seats: int, opts: tuple[int, ...]) -> Layout:
    zones = [Zone("deck", PILE, HIDDEN), Zone("table", PILE, OPEN)]
    zones += [Zone(f"hand-{seat}", HAND, OWNER, seat) for seat in range(seats)]
    return Layout(seats, zones, ["turns"], [[0, 1] * 8, []] + [[] for _ in range(seats)])


@BOOK.step
def set_up(w: World) -> None:
    w.shuffle(DECK)
    for seat in range(w.seats):
        w.draw(DECK, 2 + seat, 2)
    w.then(turn, 0)


@BOOK.step
def turn(w: World, me: int, how: int = UNASKED) -> Ask | None:
    if how == UNASKED:
        return choose(me, HOW, [0, 1])
    w.draw(DECK, TABLE)
    w.set(TURNS, w.count[TURNS] + 1)
    if how:
        raise ZeroDivisionError("-".join("fault"))
    if w.count[TURNS] == 6:
        w.end()
    else:
        w.then(turn, (me + 1) % w.seats)
    return None


def winners(w: World) -> list[int]:
    return [0]


GAME = Game(BOOK, 1, 2, 3, FACES, layout, set_up, winners, longest=20)
