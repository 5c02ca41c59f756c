"""A plain game whose deck can have any number of cards, to see how costs grow with it.

Three players, twenty faces. One plays a card from hand to the row and draws another; a row of
five goes to the discard pile. The game is over when the deck is empty.
"""

from __future__ import annotations

import random
from typing import Final

from tatami.engine import rules
from tatami.engine.flow import act, new
from tatami.engine.rules import Ask, Book, Chosen, Face, Game, Seat, World

SIZES = (60, 200, 600, 2_000, 6_000)
SEATS = 3
HAND_SIZE = 5
ROW_SIZE = 5

BOOK: Final = Book("scaling")
SEAT: Final = rules.seats_of(SEATS)
FACE: Final = BOOK.cards("face", tuple([f"f{number}" for number in range(20)]))
CARDS: Final = BOOK.option("cards", "", {str(size): size for size in SIZES})


def all_cards(seats: int, opts: tuple[int, ...]) -> list[Face]:
    """As many cards as the option says, the faces evenly among them."""
    return FACE.all * (CARDS.among(opts) // len(FACE.all))


DECK: Final = BOOK.pile("deck", rules.HIDDEN, start=all_cards)
LINE: Final = BOOK.row("line", rules.OPEN)
DISCARD: Final = BOOK.pile("discard", rules.OPEN)
HAND: Final = BOOK.hand("hand", each=SEAT)
PLAY: Final = BOOK.question("play", "").verb("play", FACE)


@BOOK.step
def set_up(w: World) -> None:
    """Shuffle and deal."""
    w.shuffle(DECK)
    w.deal(DECK, HAND, HAND_SIZE)
    w.then(turn, 0)


@BOOK.step
def turn(w: World, me: Seat, card: Chosen = None) -> Ask | None:
    """Play a card, draw a card."""
    if card is None:
        return PLAY.ask(me, w.kinds_in(HAND[me]))
    w.play(HAND[me], PLAY.of(card), LINE)
    if w.size(LINE) == ROW_SIZE:
        w.pour(LINE, DISCARD)
    if w.draw(DECK, HAND[me]):
        w.then(turn, w.left_of(me))
    else:
        w.end()
    return None


def nobody_wins(w: World) -> list[int]:
    """It is no contest."""
    return []


GAME: Final = Game(
    BOOK,
    version=1,
    players=(SEATS,),
    begin=set_up,
    outcome=nobody_wins,
    longest=SIZES[-1] + 1,
)


def middle(cards: int, seed: int) -> World:
    """A watched world with so many cards, after a tenth as many turns."""
    rng = random.Random(seed)
    world = new(GAME, SEATS, seed, (SIZES.index(cards),), watched=True)
    for _ in range(cards // 10):
        assert world.ask is not None
        act(world, rng.choice(world.ask.options))
    return world
