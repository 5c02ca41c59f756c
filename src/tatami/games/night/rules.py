"""Night of the Ninja. Clauses are those of docs/rules/night.md.

Who stands at the table (N33, N34) is in ``members``; the material (N1, N2) in ``cards``; the places
in ``zones``, from which follows what a seat knows (N37), but for what ``poor`` adds (N30). What is
asked is in ``asked``, what the log tells in ``told``, how both name a member in ``spots``, why an
answer is refused in ``why``.

A round: the deal and the draft (N3 to N5, N33) in ``draft``; the phases (N6 to N9, N24, N36) in
``phases``; a card's turn (N7, N10) in ``resolve``, and beside each step whose turn it is; what the
cards do (N13 to N17) in ``powers``, with ``digger`` (N18), ``looks`` (N3, N13 to N15), ``trades``
(N22, N23, N35) and ``fight`` (N10, N13, N14, N19 to N21, N24); the House Reveal (N24 to N29, N35)
in ``reveal``. Talk (N11, N12, N32) is in ``claims``. Here are a game, its rounds and its end (N29
to N31, and N33 where two play).

A step asks first and acts last: it runs from the top again with each answer, until all are there;
``w.then`` queues what follows it (docs/add-a-game.md).
"""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Game, Seat, World, best, moving
from tatami.games.night import told
from tatami.games.night.cards import BOOK, HOUSES
from tatami.games.night.claims import can_claim, truth
from tatami.games.night.draft import deal, keep_first, keep_second
from tatami.games.night.members import PLAYERS, is_pair, members
from tatami.games.night.phases import begin_night
from tatami.games.night.poor import know_poor
from tatami.games.night.reveal import house_reveal, mastermind
from tatami.games.night.why import unasked, why_not
from tatami.games.night.zones import (
    BAG,
    DECK,
    DISCARD,
    ENOUGH,
    FIRST_HOUSE,
    HAND,
    HOUSE,
    HOUSE_PILE,
    LAST_ROUND,
    NO_LIMIT,
    PLAYED,
    ROUND,
    TOKENS,
    TOUCHED,
    TURNED,
    points,
    rise,
)

ARENAS_STOP_AFTER: Final = 1500
"""More decisions than any game has needed: where an arena gives up, and a test says it hangs."""

# -- a game, a round


@BOOK.step
def set_up(w: World) -> None:
    """N2: tokens in a bag. N33, N34: of two players each has a House, at random, for the game."""
    w.shuffle(BAG)
    if is_pair(w):
        FIRST_HOUSE.put(w, w.random_of(HOUSES))
    w.then(a_round)


@BOOK.step
def a_round(w: World) -> None:
    """N3, N4, N6: deal, draft, night, House Reveal, end."""
    w.then(deal)
    w.then(keep_first)
    w.then(keep_second)
    begin_night(w)
    w.then(house_reveal)
    w.then(mastermind)
    w.then(end_of_round)


# -- the end of a round, and of the game


@BOOK.step
def end_of_round(w: World) -> None:
    """N30: 10 points win, at the end of a round only. N29, N31: or the game ends, or goes on."""
    claiming = [seat for seat in w.everyone() if points(w, seat) >= ENOUGH]
    if claiming:
        claim_victory(w, claiming)
    elif is_last(w):
        count_all(w)
    else:
        for seat in w.everyone():
            know_poor(w, seat)
        gather(w)
        w.then(a_round)


def claim_victory(w: World, claiming: list[Seat]) -> None:
    """N30: who has 10 points shows the tokens; who does not is known to have fewer (N37)."""
    for seat in claiming:
        w.reveal(TOKENS[seat])
        w.tell(told.CLAIMS_VICTORY, seat)
    for seat in w.everyone():
        if seat not in claiming:
            know_poor(w, seat)
    w.end()


def is_last(w: World) -> bool:
    """N29: the bag is empty; or this was the last round that the table's option allows."""
    last = LAST_ROUND.of(w)
    return w.is_empty(BAG) or (last is not NO_LIMIT and w.count[ROUND] == last)


def count_all(w: World) -> None:
    """N29: the bag is empty, and nobody has 10 points: all show their tokens, and the most win.

    The same where the last round of the table's option is over.
    """
    for seat in w.everyone():
        w.reveal(TOKENS[seat])
    w.tell(told.COUNTED)
    w.end()


def gather(w: World) -> None:
    """N31: everything but the tokens goes back, to be shuffled for the next round."""
    places = [DISCARD]
    for member in members(w):
        w.draw(HOUSE[member], HOUSE_PILE)
        places += [HAND[member], PLAYED[member]]
        rise(w, member)
    w.trade([moving(card, source=one, target=DECK) for one in places for card in w.faces(one)])
    w.unmark_all(TOUCHED)
    w.unmark_all(TURNED)


def winners(w: World) -> list[int]:
    """N30: the most points, shared where equal; who claims has more than who does not."""
    return [*best({seat: points(w, seat) for seat in w.everyone()})]


def scores(w: World) -> list[int]:
    """N30: what everybody's tokens count together."""
    return [points(w, seat) for seat in w.everyone()]


GAME: Final = Game(
    BOOK,
    version=1,
    players=PLAYERS,
    begin=set_up,
    outcome=winners,
    scores=scores,
    why_not=why_not,
    remark=can_claim,
    longest=ARENAS_STOP_AFTER,
    truth=truth,
    unasked=unasked,
    clock="quick",  # 20 seconds for an answer, and 30 to talk where all are asked
)
