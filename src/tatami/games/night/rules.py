"""Night of the Ninja. Clauses are those of docs/rules/night.md.

N1 to N5 and N33 are dealt with in ``table`` and ``draft``, N6 to N9 and N24 in ``phases``, N13 to
N18 in ``looks`` and ``powers``, N22 and N23 in ``trades``, N10 and N19 to N21 in ``fight``, N11,
N12 and N32 in ``claims``. Here are the House Reveal, payment and the end (N25 to N31, N34, N35).
What a seat knows (N37) follows from the places in ``table``; why an answer is refused (N36) is
told in ``refusals``.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.game import NO_POSITIONS, UNASKED, Ask, Game, each
from tatami.engine.world import World
from tatami.games.night.cards import FACES, MASTERMIND, NO_HOUSE, rank_of
from tatami.games.night.claims import can_claim, truth
from tatami.games.night.draft import deal, house_of, keep_first, keep_second
from tatami.games.night.fight import draw_token
from tatami.games.night.phases import begin_night
from tatami.games.night.refusals import unasked, why_not
from tatami.games.night.table import (
    ALL_TIED,
    BAG,
    BOOK,
    CLAIMS,
    COUNTED,
    DECK,
    DISCARD,
    ENOUGH,
    FIRST_DEAD,
    FIRST_HOUSE,
    HOUSE_WINS,
    LIMITS,
    MASTER,
    MOST,
    NO_HOUSE_WINS,
    PAIR,
    PHASE,
    PILES,
    REVEAL,
    ROUND,
    ROUNDS,
    SETTINGS,
    TOUCHED,
    TURNED,
    UNMASKS,
    alive,
    hand,
    house,
    house_face,
    know_poor,
    layout,
    living,
    members,
    played,
    points,
    seat_of,
    side,
    tokens,
    turn_up,
    who,
)

# -- a game, a round


@BOOK.step
def set_up(w: World) -> None:
    """N2: tokens in a bag. N33: with two players each has a House for the whole game."""
    w.shuffle(BAG)
    if w.seats == PAIR:
        w.set(FIRST_HOUSE, w.rand(2))
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


# -- the House Reveal


@BOOK.step
def house_reveal(w: World) -> None:
    """N25: survivors turn up their House cards."""
    w.set(PHASE, REVEAL)
    for member in living(w):
        turn_up(w, member)


@BOOK.step
def mastermind(w: World, given: tuple[int, ...] | int = UNASKED) -> Ask | None:
    """N24, N28: every survivor is asked alike whether to reveal the Mastermind."""
    standing = living(w)
    if isinstance(given, int):
        places = tuple(standing) if w.seats == PAIR else NO_POSITIONS
        seats = [seat_of(w, member) for member in standing]
        holds = [[0, 1] if w.has(hand(w, member), MASTERMIND) else [0] for member in standing]
        return each(seats, MASTER, holds, places)
    master = [member for member, told in zip(standing, given, strict=True) if told]
    for member in master:
        w.play(hand(w, member), MASTERMIND, played(w, member))
        w.tell(UNMASKS, *who(w, member))
    award(w, side(w, master[0]) if master else best_house(w), bool(master))
    return None


def best_house(w: World) -> int:
    """N25: the first difference between the surviving ranks decides; NO_HOUSE where there is none.

    The missing rank loses; the Ronin is not compared.
    """
    ranks: list[list[int]] = [[], []]
    for member in living(w):
        if side(w, member) != NO_HOUSE:
            ranks[side(w, member)].append(rank_of(house_face(w, member)))
    crane, lotus = ([*sorted(found), MOST] for found in ranks)
    if crane == lotus:
        return NO_HOUSE
    return 0 if crane < lotus else 1


def award(w: World, winner: int, unmasked: bool) -> None:
    """N25 to N28: say who wins the round, and pay. With the Ronin's Mastermind no House wins."""
    if winner != NO_HOUSE:
        w.tell(HOUSE_WINS, winner)
    else:
        w.tell(NO_HOUSE_WINS if unmasked else ALL_TIED)
    if winner != NO_HOUSE and w.seats != PAIR:
        for member in range(members(w)):
            if side(w, member) == winner:
                turn_up(w, member)
    pay(w, paid_pair(w, winner) if w.seats == PAIR else paid(w, winner, unmasked))


def paid(w: World, winner: int, unmasked: bool) -> list[int]:
    """N26: the winning House, the dead too. N27: a surviving Ronin. N25: tied, all survivors."""
    found: list[int] = []
    for member in range(members(w)):
        mine = side(w, member)
        if mine == NO_HOUSE or winner == NO_HOUSE:
            earns = alive(w, member) and (mine == NO_HOUSE or not unmasked)
        else:
            earns = mine == winner
        if earns:
            found.append(member)
    return found


def paid_pair(w: World, winner: int) -> list[int]:
    """N35: the player whose House wins; on a total tie each player with a survivor."""
    if winner != NO_HOUSE:
        return [seat for seat in range(w.seats) if house_of(w, seat) == winner]
    return sorted({seat_of(w, member) for member in living(w)})


def pay(w: World, seats: list[int]) -> None:
    """N26: a token at random each. N29: if the bag is short, the order of payment is random."""
    if len(seats) > w.size(BAG):
        for at in range(len(seats) - 1, 0, -1):
            other = w.rand(at + 1)
            seats[at], seats[other] = seats[other], seats[at]
    for seat in seats:
        draw_token(w, seat)


# -- the end of a round, and of the game


@BOOK.step
def end_of_round(w: World) -> None:
    """N30: 10 points win, at the end of a round only. N29, N31: or the game ends, or goes on."""
    claiming = [seat for seat in range(w.seats) if points(w, seat) >= ENOUGH]
    for seat in claiming:
        w.show_all(tokens(w, seat), w.layout.everyone)
        w.tell(CLAIMS, seat)
    if not claiming and (not w.size(BAG) or w.count[ROUND] == LIMITS[w.opts[ROUNDS]]):
        count_all(w)
        return
    for seat in range(w.seats):
        if seat not in claiming:
            know_poor(w, seat)
    if claiming:
        w.end()
    else:
        gather(w)
        w.then(a_round)


def count_all(w: World) -> None:
    """N29: the bag is empty or the last round over, and nobody has 10: all show their tokens."""
    for seat in range(w.seats):
        w.show_all(tokens(w, seat), w.layout.everyone)
    w.tell(COUNTED)
    w.end()


def gather(w: World) -> None:
    """N31: everything but the tokens goes back, to be shuffled for the next round."""
    moves = [(DISCARD, face, DECK) for face in w.faces(DISCARD)]
    for member in range(members(w)):
        w.draw(house(w, member), PILES)
        moves += [(hand(w, member), face, DECK) for face in w.faces(hand(w, member))]
        moves += [(played(w, member), face, DECK) for face in w.faces(played(w, member))]
        w.set(FIRST_DEAD + member, 0)
    w.trade(moves)
    w.set(TOUCHED, 0)
    w.set(TURNED, 0)


def winners(w: World) -> list[int]:
    """N30: the most points, shared where equal; who claims has more than who does not."""
    best = max(points(w, seat) for seat in range(w.seats))
    return [seat for seat in range(w.seats) if points(w, seat) == best]


GAME: Final = Game(
    BOOK,
    version=1,
    low=PAIR,
    high=MOST,
    faces=FACES,
    layout=layout,
    begin=set_up,
    outcome=winners,
    settings=SETTINGS,
    why_not=why_not,
    remark=can_claim,
    longest=1500,
    counts=(PAIR, *range(4, MOST + 1)),
    truth=truth,
    unasked=unasked,
)
