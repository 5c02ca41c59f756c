"""Night of the Ninja: who is attacked, who may react, who dies (N10, N14, N19 to N21)."""

from __future__ import annotations

from tatami.engine.game import UNASKED, Answer, Ask, pick
from tatami.engine.world import World
from tatami.games.night.cards import MARTYR, MONK, REACTIONS
from tatami.games.night.table import (
    ATTACKS,
    BAG,
    BAG_EMPTY,
    BOOK,
    DIES,
    DRAWS,
    FIRST_DEAD,
    NO_TOKEN,
    ONE_ONLY,
    PLAYS,
    REACT,
    REACTION,
    REFLECTS,
    alive,
    hand,
    others,
    place_of,
    played,
    seat_of,
    tokens,
    who,
)


@BOOK.step
def attack(w: World, me: int, foe: int) -> None:
    """N19: a Blind Assassin or Shinobi sets out to kill; the one attacked may react first."""
    w.tell(ATTACKS, *who(w, me), *who(w, foe))
    w.then(react, me, foe)


@BOOK.step
def react(w: World, me: int, foe: int, given: Answer = UNASKED) -> Ask | None:
    """N19, N24: the attacked is always asked, whatever they hold; both reactions in one answer."""
    if isinstance(given, int):
        held = [face for face in w.faces(hand(w, foe)) if face in REACTIONS]
        most = 1 if w.opts[REACT] == ONE_ONLY else len(REACTIONS)
        return pick(seat_of(w, foe), REACTION, held, 0, most, place_of(w, foe))
    for face in given:
        w.play(hand(w, foe), face, played(w, foe))
        w.tell(PLAYS, *who(w, foe), face)
    if MARTYR in given and not (MONK in given and w.opts[REACT] == NO_TOKEN):
        draw_token(w, seat_of(w, foe))
    if MONK in given:
        w.tell(REFLECTS, *who(w, me))
        kill(w, me)
    else:
        kill(w, foe)
    return None


def kill(w: World, member: int) -> None:
    """N10: a member is dead, and the House card stays down."""
    w.set(FIRST_DEAD + member, 1)
    w.tell(DIES, *who(w, member))


def draw_token(w: World, seat: int) -> None:
    """N21, N26: one token at random, seen by its owner only; N29: from an empty bag none."""
    if w.draw(BAG, tokens(w, seat)):
        w.tell(DRAWS, seat)
    else:
        w.tell(BAG_EMPTY, seat)


def victims(w: World, me: int) -> list[int]:
    """N13, N14: whom a member can kill: another one who lives."""
    return [member for member in others(w, me) if alive(w, member)]
