"""A plain game whose deck can have any number of cards, to see how costs grow with it.

Three players, twenty faces. One plays a card from hand to the row and draws another; a row of
five goes to the discard pile. The game is over when the deck is empty.
"""

from __future__ import annotations

import random

from tatami.engine.flow import answer, new
from tatami.engine.game import (
    HAND,
    HIDDEN,
    OPEN,
    OWNER,
    PILE,
    ROW,
    UNASKED,
    Alternative,
    Ask,
    Game,
    Layout,
    Rulebook,
    Setting,
    Sort,
    Zone,
    choose,
)
from tatami.engine.world import World

SIZES = (60, 200, 600, 2_000, 6_000)
SEATS = 3
HAND_SIZE = 5
ROW_SIZE = 5
FACES = tuple(f"f{number}" for number in range(20))

DECK, LINE, DISCARD, FIRST_HAND = 0, 1, 2, 3

BOOK = Rulebook("scaling")
PLAY = BOOK.ask("play", "", Alternative("play", Sort("face", FACES)))


def layout(seats: int, opts: tuple[int, ...]) -> Layout:
    """As many cards as the setting says, the faces evenly among them."""
    zones = [
        Zone("deck", PILE, HIDDEN),
        Zone("line", ROW, OPEN),
        Zone("discard", PILE, OPEN),
        *(Zone(f"hand-{seat}", HAND, OWNER, seat) for seat in range(seats)),
    ]
    cards = [number % len(FACES) for number in range(SIZES[opts[0]])]
    return Layout(seats, zones, [], [cards, *([] for _ in zones[1:])])


@BOOK.step
def set_up(w: World) -> None:
    """Shuffle and deal."""
    w.shuffle(DECK)
    for seat in range(w.seats):
        w.draw(DECK, FIRST_HAND + seat, HAND_SIZE)
    w.then(turn, 0)


@BOOK.step
def turn(w: World, me: int, face: int = UNASKED) -> Ask | None:
    """Play a card, draw a card."""
    hand = FIRST_HAND + me
    if face == UNASKED:
        return choose(me, PLAY, w.kinds_in(hand))
    w.play(hand, face, LINE)
    if w.size(LINE) == ROW_SIZE:
        w.pour(LINE, DISCARD)
    if w.draw(DECK, hand):
        w.then(turn, (me + 1) % w.seats)
    else:
        w.end()
    return None


def nobody_wins(w: World) -> list[int]:
    """It is no contest."""
    return []


GAME = Game(
    BOOK,
    1,
    SEATS,
    SEATS,
    FACES,
    layout,
    set_up,
    nobody_wins,
    settings=(Setting("cards", tuple(str(size) for size in SIZES), 0),),
    longest=SIZES[-1] + 1,
)


def middle(cards: int, seed: int) -> World:
    """A watched world with so many cards, after a tenth as many turns."""
    rng = random.Random(seed)
    world = new(GAME, SEATS, seed, (SIZES.index(cards),), watched=True)
    for _ in range(cards // 10):
        assert world.ask is not None
        answer(world, rng.choice(world.ask.options))
    return world
