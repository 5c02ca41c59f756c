"""A game with rules that fail: one of its answers raises an error in the middle of a step."""

from __future__ import annotations

from tatami.engine import rules
from tatami.engine.rules import Ask, Book, Chosen, Game, Seat, World

BOOK = Book("broken")
SEAT = rules.seats_of(3)
FACE = BOOK.cards("face", ("Good", "Bad"))
LAST_TURN = 6

DECK = BOOK.pile("deck", rules.HIDDEN, start=FACE.all * 8)
TABLE = BOOK.pile("table", rules.OPEN)
HAND = BOOK.hand("hand", each=SEAT)
TURNS = BOOK.counter("turns", LAST_TURN)

HOW = BOOK.question("how", "B1")
WELL = HOW.verb("well")
BADLY = HOW.verb("badly")


@BOOK.step
def set_up(w: World) -> None:
    w.shuffle(DECK)
    w.deal(DECK, HAND, 2)
    w.then(turn, 0)


@BOOK.step
def turn(w: World, me: Seat, how: Chosen = None) -> Ask | None:
    if how is None:
        return rules.choose(me, HOW, [WELL.option, BADLY.option])
    w.draw(DECK, TABLE)
    w.set(TURNS, w.count[TURNS] + 1)
    if how == BADLY.option:
        raise ZeroDivisionError("-".join("fault"))
    if w.count[TURNS] == LAST_TURN:
        w.end()
    else:
        w.then(turn, w.left_of(me))
    return None


def winners(w: World) -> list[int]:
    return [0]


GAME = Game(BOOK, version=1, players=(2, 3), begin=set_up, outcome=winners, longest=20)
