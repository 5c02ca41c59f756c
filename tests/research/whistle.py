"""A game whose right is a secret: whoever was dealt the whistle may blow it (a fixture)."""

from __future__ import annotations

from tatami.engine import rules
from tatami.engine.rules import Ask, Book, Game, Option, Right, Seat, Together, World

BOOK = Book("whistle")
SEAT = rules.seats_of(4)
FACE = BOOK.cards("face", ("Whistle", "Stone"))
WHISTLE, STONE = FACE.all
ROUNDS = 3

DECK = BOOK.pile("deck", rules.HIDDEN, start=[WHISTLE, WHISTLE, STONE, STONE, STONE])
HAND = BOOK.hand("hand", each=SEAT)
BLOWN = BOOK.counter("blown", ROUNDS, each=SEAT)

WHAT = BOOK.question("nod", "H1")
NOD = WHAT.verb("nod")
SIGNAL = BOOK.question("signal", "H2")
BLOW = SIGNAL.verb("blow")
HEARD = BOOK.sentence("heard", "H2", SEAT)


@BOOK.step
def set_up(w: World) -> None:
    w.shuffle(DECK)
    w.deal(DECK, HAND, 1)
    for number in range(ROUNDS):
        w.then(nodding, number)


@BOOK.step
def nodding(w: World, number: int, nodded: Together = None) -> Ask | None:
    """Only the first seat is asked; the others may blow until the count is over."""
    if nodded is None:
        return rules.each([0], WHAT, [[NOD.option]], count=True, public=True)
    return None


@BOOK.step
def blow(w: World, me: Seat, option: Option) -> None:
    """Whoever blows is heard by all."""
    w.tell(HEARD, me)
    w.set(BLOWN[me], 1)


def may_blow(w: World, seat: Seat) -> list[Option]:
    """Who has a whistle, and has not blown it."""
    held = WHISTLE in w.kinds_in(HAND[seat]) and not w.count[BLOWN[seat]]
    return [BLOW.option] if held and w.is_at(nodding) else []


def winners(w: World) -> list[int]:
    return [seat for seat in w.everyone() if w.count[BLOWN[seat]]] or w.everyone()


GAME = Game(
    BOOK,
    version=1,
    players=(4,),
    begin=set_up,
    outcome=winners,
    rights=(Right("blow", SIGNAL, blow, may_blow),),
    longest=40,
)
