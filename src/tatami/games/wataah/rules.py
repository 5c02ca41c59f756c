"""Shinobi WAT-AAH! Clauses are those of docs/rules/wataah.md.

Here are the set-up, the turns and the rounds. The phases of a turn are in ``phases.py``, what can
be placed in ``placing.py``, powers in ``powers.py`` and ``strikes.py``, Temple and Court in
``temple.py`` and ``court.py``, scores in ``scoring.py``, pawns in ``pawns.py``, rounds that nobody
ends in ``idleness.py``; the table and its words in ``zones.py``, what is asked and told in
``asked.py`` and ``told.py``, why an answer is refused in ``why.py``.

A step asks first and acts last: it runs from the top again with each answer, until all are there;
``w.then`` queues what follows it (docs/add-a-game.md).
"""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Game, Seat, World, best, moving
from tatami.games.wataah import court, idleness, pawns, phases, scoring, told, zones
from tatami.games.wataah.ahead import ahead
from tatami.games.wataah.cards import BOOK, STRENGTH
from tatami.games.wataah.placing import NOTHING
from tatami.games.wataah.sorts import FEWEST_PLAYERS, MOST_PLAYERS
from tatami.games.wataah.why import REASONS
from tatami.games.wataah.zones import CORRUPT, DECK, FRONT, HAND, JIGOKU, SHOSHO, SHOWN, take

HAND_SIZE: Final = 8
HAND_OF_FIRST: Final = 7
"""W4"""
ARENAS_STOP_AFTER: Final = 4000
"""More decisions than any game has needed: where an arena gives up, and a test says it hangs."""

# -- set-up


@BOOK.step
def set_up(w: World) -> None:
    """W1, W23: the decks are shuffled, the board is laid out; W3: then who begins."""
    w.shuffle(DECK)
    w.set(zones.ROUND, 1)
    if zones.is_grand_master(w):
        lay_out_board(w)
    w.then(reveal)


def lay_out_board(w: World) -> None:
    """W23: Temple and Court decks; the Final Boss, three Decoys, one Boss aside, all hidden."""
    for deck in (zones.TEMPLE_DECK, zones.COURT_DECK, zones.BOX):
        w.shuffle(deck)
    for place in (zones.FINAL_BOSS, *zones.DECOYS):
        w.draw(zones.BOX, place)


@BOOK.step
def reveal(w: World) -> None:
    """W3: everyone reveals a card; the strongest begins; on a tie for it all reveal again."""
    take(w, SHOWN, w.seats)
    shown = dict(zip(w.everyone(), w.faces(SHOWN), strict=True))  # they lie in the order of seats
    for seat, face in shown.items():
        w.tell(told.REVEALS, seat, face)
    zones.throw_away(w, SHOWN, list(shown.values()))
    strongest = best({seat: STRENGTH[face] for seat, face in shown.items()})
    if len(strongest) > 1:
        w.tell(told.TIES)
        w.then(reveal)
    else:
        (first,) = strongest
        w.then(deal, first)


@BOOK.step
def deal(w: World, first: Seat) -> None:
    """W4: 8 cards each, 7 for the first player; W23: who takes the Shosho."""
    for seat in w.everyone():
        take(w, HAND[seat], HAND_OF_FIRST if seat == first else HAND_SIZE)
    w.tell(told.BEGINS, first)
    if zones.is_grand_master(w):
        w.hold(SHOSHO, first)
    w.then(turn, first)


# -- a turn


@BOOK.step
def turn(w: World, me: Seat) -> None:
    """W5: draw, place, discard; then the next player, clockwise."""
    w.add(zones.TURNS)
    w.unmark_all(zones.GRANTED)
    idleness.count_idleness(w, me)
    w.then(phases.draw, me)
    w.then(phases.place, me, NOTHING)
    w.then(phases.discard, me)
    w.then(next_turn, me)


@BOOK.step
def next_turn(w: World, me: Seat) -> None:
    """W5: the player to the left; W20, W39: or the round is over."""
    if w.is_held(zones.ENDING):
        w.then(round_end)
    elif idleness.is_at_limit(w):
        w.tell(told.LIMIT_REACHED)
        w.then(round_end)
    elif idleness.is_stuck(w):
        w.tell(told.STUCK)
        w.then(round_end)
    else:
        w.then(turn, w.left_of(me))


# -- the end of a round


@BOOK.step
def round_end(w: World) -> None:
    """W37: in this order. W22: Grasshopper: scores only."""
    if not zones.is_grand_master(w):
        w.then(scoring.scores)
        w.then(game_end)
        return
    w.then(court.moon_banner)
    w.then(scoring.scores)
    w.then(scoring.discard_cards)
    w.then(scoring.tell_ranks)
    w.then(scoring.shosho)
    w.then(scoring.take_pawns)
    w.then(scoring.temple_visits)
    w.then(pawns.pawns_from_the_shosho)
    w.then(showdown if zones.is_last_round(w) else next_round)


@BOOK.step
def next_round(w: World) -> None:
    """W24: what was placed, and the Corruption piles, go to the Jigoku; W33: who begins."""
    first = w.holder(SHOSHO)
    clear_table(w)
    w.set(zones.TURNS, 0)
    w.release(zones.ENDING)
    w.unmark_all(zones.COURTED)
    w.unmark_all(zones.SHOWS_BANNER)
    idleness.interrupt_idleness(w)
    w.add(zones.ROUND)
    w.tell(told.ROUND_BEGINS, first, w.count[zones.ROUND])
    w.then(turn, first)


def clear_table(w: World) -> None:
    """W2, W24: all of it is one move. Hands are kept."""
    places = [CORRUPT[seat] for seat in w.everyone()]
    places += [FRONT[placed] for seat in w.everyone() for placed in zones.in_front(w, seat)]
    zones.fall(
        w, [moving(face, source=one, target=JIGOKU) for one in places for face in w.faces(one)]
    )


# -- the end


@BOOK.step
def showdown(w: World) -> None:
    """W32: the Boss is revealed; W34: all points are added up."""
    w.reveal(zones.FINAL_BOSS)
    boss = w.top(zones.FINAL_BOSS)
    w.tell(told.BOSS_IS, boss)
    for seat in w.everyone():
        court_points = zones.PAWN_POINTS * w.count[zones.AT_COURT[seat]]
        missions = zones.PAWN_POINTS * w.count[zones.AT_MISSIONS[seat]]
        fight = pawns.showdown_points(boss, w.count[zones.AT_SHOWDOWN[seat]])
        total = court_points + missions + fight
        w.set(zones.POINTS[seat], total)
        w.tell(told.FINAL_POINTS, seat, court_points, missions, fight, total)
    w.end()


@BOOK.step
def game_end(w: World) -> None:
    """W22: Grasshopper mode is over."""
    w.end()


def winners(w: World) -> list[int]:
    """W22, W34: the most points; of several the least corrupt; still tied, all of them."""
    points = scores(w)
    tied = best({seat: points[seat] for seat in w.everyone()})
    return [*zones.least_corrupt(w, tied)]


def scores(w: World) -> list[int]:
    """W22: the scores of the only round. W34: points."""
    counted = zones.POINTS if zones.is_grand_master(w) else zones.SCORE
    return [w.count[counted[seat]] for seat in w.everyone()]


GAME: Final = Game(
    BOOK,
    version=2,
    players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    begin=set_up,
    outcome=winners,
    scores=scores,
    why_not=BOOK.reasons(REASONS),
    longest=ARENAS_STOP_AFTER,
    ahead=ahead,
    printed=tuple(STRENGTH),
)
