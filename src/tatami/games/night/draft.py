"""Night of the Ninja: House cards are dealt, Ninja cards drafted (N3, N4, N33)."""

from __future__ import annotations

from tatami.engine.game import NO_POSITIONS, UNASKED, Ask, Question, each
from tatami.engine.world import World
from tatami.games.night.cards import side_of
from tatami.games.night.table import (
    BOOK,
    DECK,
    DISCARD,
    DISCARDS,
    FIRST_HOUSE,
    KEEP_FIRST,
    KEEP_SECOND,
    NIGHTFALL,
    PAIR,
    PASSES,
    PHASE,
    PILES,
    ROUND,
    draft,
    hand,
    house,
    members,
    seat_of,
    sorted_pile,
)


@BOOK.step
def deal(w: World) -> None:
    """N3: one House card each, face down. N4: three Ninja cards each."""
    w.set(ROUND, w.count[ROUND] + 1)
    w.set(PHASE, 0)
    w.tell(NIGHTFALL)
    w.shuffle(PILES)
    if w.seats == PAIR:
        deal_pair(w)
    else:
        for member in range(members(w)):
            w.draw(PILES, house(w, member))
    w.shuffle(DECK)
    for member in range(members(w)):
        w.draw(DECK, draft(w, member), 3)


def deal_pair(w: World) -> None:
    """N33: Houses are fixed and public, so the piles are sorted openly; ranks are dealt unseen."""
    w.show_all(PILES, w.layout.everyone)
    for face in sorted(w.faces(PILES)):
        w.play(PILES, face, sorted_pile(w, side_of(face)))
    for side in range(2):
        w.shuffle(sorted_pile(w, side))
    for member in range(members(w)):
        w.draw(sorted_pile(w, house_of(w, seat_of(w, member))), house(w, member))


def house_of(w: World, seat: int) -> int:
    """N33: the House of one of two players, fixed for the game."""
    return w.count[FIRST_HOUSE] ^ seat


@BOOK.step
def keep_first(w: World, kept: tuple[int, ...] | int = UNASKED) -> Ask | None:
    """N4: of three cards keep one, pass two to the left; all choose at the same time."""
    if isinstance(kept, int):
        return ask_all(w, KEEP_FIRST)
    moves: list[tuple[int, int, int]] = []
    for member, face in enumerate(kept):
        left = draft(w, (member + 1) % members(w))
        moves.append((draft(w, member), face, hand(w, member)))
        moves += [(draft(w, member), other, left) for other in passed(w, member, face)]
    w.trade(moves)
    w.tell(PASSES)
    return None


@BOOK.step
def keep_second(w: World, kept: tuple[int, ...] | int = UNASKED) -> Ask | None:
    """N4: of the two received keep one; the last goes face down to the common discard."""
    if isinstance(kept, int):
        return ask_all(w, KEEP_SECOND)
    moves: list[tuple[int, int, int]] = []
    for member, face in enumerate(kept):
        moves.append((draft(w, member), face, hand(w, member)))
        moves += [(draft(w, member), other, DISCARD) for other in passed(w, member, face)]
    w.trade(moves)
    w.tell(DISCARDS)
    return None


def ask_all(w: World, question: Question) -> Ask:
    """Every member is asked at once which card to keep."""
    every = list(range(members(w)))
    places = tuple(every) if w.seats == PAIR else NO_POSITIONS
    hands = [w.kinds_in(draft(w, member)) for member in every]
    return each([seat_of(w, member) for member in every], question, hands, places)


def passed(w: World, member: int, kept: int) -> list[int]:
    """The cards of a draft that are not kept."""
    return [face for face in w.faces(draft(w, member)) if face != kept]
