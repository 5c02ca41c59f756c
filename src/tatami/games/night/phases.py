"""Night of the Ninja: the five phases of the night (N6 to N9, N24)."""

from __future__ import annotations

from tatami.engine.game import NO_POSITIONS, UNASKED, Ask, each
from tatami.engine.world import World
from tatami.games.night.cards import NUMBERS, PHASES, phase_of
from tatami.games.night.powers import dig_end, dig_turn, resolve
from tatami.games.night.table import (
    BOOK,
    NO_CARDS,
    PAIR,
    PHASE,
    PHASE_BEGINS,
    PLAY,
    PLAYS,
    hand,
    living,
    played,
    seat_of,
    who,
)

TRICKSTER_PHASE = 2


@BOOK.step
def phase(w: World, number: int) -> None:
    """N6: a phase begins."""
    w.set(PHASE, number + 1)
    w.tell(PHASE_BEGINS, number)
    w.then(cards, number)


@BOOK.step
def cards(w: World, number: int, chosen: tuple[tuple[int, ...], ...] | int = UNASKED) -> Ask | None:
    """N7, N8, N24: every living member is asked alike; what they play is revealed together.

    N7: until then an answer can be taken back.
    """
    standing = living(w)
    if isinstance(chosen, int):
        places = tuple(standing) if w.seats == PAIR else NO_POSITIONS
        seats = [seat_of(w, member) for member in standing]
        fitting = [playable(w, member, number) for member in standing]
        return each(seats, PLAY[number], fitting, places, high=2, loose=True)
    reveal_cards(w, standing, chosen)
    owners = {face: m for m, faces in zip(standing, chosen, strict=True) for face in faces}
    for at in range(NUMBERS):
        if number == TRICKSTER_PHASE and at >= 2:
            w.then(dig_turn, at + 1)
        face = NUMBERS * number + at
        if face in owners:
            w.then(resolve, owners[face], face)
    if number == TRICKSTER_PHASE:
        w.then(dig_end)
    return None


def playable(w: World, member: int, number: int) -> list[int]:
    """N7, N36: the cards in hand that belong to a phase."""
    return [face for face in w.faces(hand(w, member)) if phase_of(face) == number]


def reveal_cards(w: World, standing: list[int], chosen: tuple[tuple[int, ...], ...]) -> None:
    """N7, N9: all cards of a phase are turned up at the same moment."""
    moves: list[tuple[int, int, int]] = []
    for member, faces in zip(standing, chosen, strict=True):
        moves += [(hand(w, member), face, played(w, member)) for face in faces]
    w.trade(moves)
    for member, faces in zip(standing, chosen, strict=True):
        for face in faces:
            w.tell(PLAYS, *who(w, member), face)
    if not moves:
        w.tell(NO_CARDS)


def begin_night(w: World) -> None:
    """N6: the five phases, in order."""
    for number in range(len(PHASES)):
        w.then(phase, number)
