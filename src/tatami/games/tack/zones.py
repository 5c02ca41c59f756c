"""The table of Ninjaaa'Tack: its options, who plays with whom, places and counters.

A *collector* has a purse of tokens: with even numbers a team (T2), with odd numbers a player (T19).
A *pair* is two seats that can be partners (T6). A team, and a pair, is called by its first seat.
"""

from __future__ import annotations

from typing import Final, NewType, TypeAlias

from tatami.engine import rules
from tatami.engine.rules import Kind, Seat, Sight, Tempo, World
from tatami.games.tack import flight
from tatami.games.tack.cards import BOOK, CLAN, COPIES, SIGNS, clan_cards, tokens
from tatami.games.tack.flight import SECOND_MS

FEWEST_PLAYERS: Final = 4
MOST_PLAYERS: Final = 8
TEAM_SIZE: Final = 2
"""T2."""

# -- table options

Opts: TypeAlias = tuple[int, ...]
"""What a table has chosen: of each option, in the order told here, the number of its value."""
CHOOSE: Final = BOOK.option("choose", "T23", {"20": 20, "10": 10, "40": 40, "90": 90}, default="20")
"""T23: the seconds to choose."""
BETWEEN: Final = BOOK.option("between", "T23", {"3": 3, "1": 1, "6": 6, "12": 12}, default="3")
"""T23: the least seconds between two passes."""
NO_LIMIT: Final = None
PASS_LIMIT: Final = BOOK.option(
    "passes", "T25", {"none": NO_LIMIT, "4": 4, "8": 8, "16": 16}, default="none"
)
"""T25: the most passes of a round."""
ROUND_LIMIT: Final = BOOK.option(
    "rounds", "T25", {"none": NO_LIMIT, "1": 1, "3": 3, "10": 10, "30": 30}, default="none"
)
"""T25: the most rounds of a game."""
WITH_CODES: Final = BOOK.option(
    "codes", "T6", {"on": True, "off": False}, default="on", among_people="off"
)
"""T6: whether there are code sheets, which bots speak; people alone get none unless they choose."""
WITH_THROWS: Final = BOOK.option("throw", "T13", {"on": True, "off": False}, default="on")
"""Whether tokens are thrown (T13): an option of the table, which the clause does not speak of."""

COUNT_MS: Final = 3 * SECOND_MS
"""T4: the count of three."""


def tempo(opts: Opts) -> Tempo:
    """T4, T23: the times of a table, for whoever keeps the clock; the rules never look at it.

    T5: where the time to choose is over before the least time between passes, it is over.
    """
    return Tempo(
        choose=SECOND_MS * CHOOSE.among(opts),
        between=SECOND_MS * BETWEEN.among(opts),
        counted=COUNT_MS,
    )


# -- seats, collectors, pairs


def is_odd_number(seats: int) -> bool:
    """T18: with so many players one of them is the lone wolf."""
    return seats % TEAM_SIZE != 0


def how_many_called(seats: int) -> int:
    """How many teams there are, called by their first seats: those of one side of the table (T2).

    With odd numbers every player collects (T19), and every player is the first of a pair (T18). So
    what is called by a seat has its number.
    """
    return seats if is_odd_number(seats) else seats // TEAM_SIZE


Collector = NewType("Collector", int)
Pair = NewType("Pair", int)
SEAT: Final = rules.seats_of(MOST_PLAYERS)


def seat_called_by(called: int, seats: int) -> int:
    """Whose a team's or a pair's things are: those of the seat it is called by, whose number it
    has."""
    return called


COLLECTOR: Final[Kind[Collector]] = Kind("whose", SEAT.names, how_many_called, owner=seat_called_by)
"""T2, T19: whose tokens: a player's, or those of the team of which that player is the first."""
PAIR: Final[Kind[Pair]] = Kind("pair", SEAT.names, how_many_called, owner=seat_called_by)
"""T6: two seats that can be partners, by the first of them."""
CALLED_BY: Final[dict[Seat, Collector]] = dict(zip(SEAT.all, COLLECTOR.all, strict=True))
"""The collector that is called by a seat."""
FIRST_OF: Final[dict[Pair, Seat]] = dict(zip(PAIR.all, SEAT.all, strict=True))
"""The seat that a pair is called by."""

# -- places


def purse_name(collector: int, seats: int) -> str:
    """T19: a player's tokens; T2: a team's."""
    return f"tokens-{collector}" if is_odd_number(seats) else f"team-{collector}"


def has_codes(seats: int, opts: Opts) -> bool:
    """T6: a table can do without code sheets."""
    return WITH_CODES.among(opts)


DECK: Final = BOOK.pile("deck", rules.HIDDEN, start=clan_cards())
LEFT_OUT: Final = BOOK.heap("box", rules.OPEN)
"""T3: the families that take no part. (The box of T14 is not a place for cards: ``BOX_FAR``.)"""
SUPPLY: Final = BOOK.heap("supply", rules.OPEN, start=tokens())
HAND: Final = BOOK.hand("hand", each=SEAT)
PURSE: Final = BOOK.heap("purse", rules.OPEN, each=COLLECTOR, named=purse_name)
"""T2, T19: the tokens of a team, or of a player."""
CODE: Final = BOOK.row("code", rules.HIDDEN, each=PAIR, start=SIGNS, only=has_codes)
"""T6: the code sheet of a pair: a sign for each gesture, in the order of the gestures."""

# -- counters: all of them are public

ROUND: Final = BOOK.counter("round", rules.UNBOUNDED)
"""The number of the deal. T25: without limits there is no last one, and no last pass."""
PASSED: Final = BOOK.counter("pass", rules.UNBOUNDED)
"""How many passes this round has had."""
WOLF: Final = BOOK.holder("wolf", SEAT)
"""T18: the lone wolf; nobody with even numbers."""
WON: Final = BOOK.marks("won", each=SEAT)
"""T17: who has won."""
BOX_SIDE: Final = BOOK.counter("box-side", flight.ASIDE_MM, low=-flight.ASIDE_MM)
"""T15: where the box stands for this throw, in millimetres: to the right of straight ahead ..."""
BOX_FAR: Final = BOOK.counter("box-far", flight.MIDDLE_MM + flight.ASIDE_MM)
"""... and away from the thrower."""
FALL_SIDE: Final = BOOK.counter("fall-side", flight.WIDEST_MM, low=-flight.WIDEST_MM)
"""T15: where the token first came down, in millimetres too."""
FALL_FAR: Final = BOOK.counter("fall-far", flight.FARTHEST_MM)
REST_SIDE: Final = BOOK.counter("rest-side", flight.WIDEST_MM, low=-flight.WIDEST_MM)
"""T15: where it came to rest."""
REST_FAR: Final = BOOK.counter("rest-far", flight.FARTHEST_MM)
BOUNCES: Final = BOOK.counter("bounces", flight.MOST_BOUNCES)
"""T15: how often it bounced on the floor or in the box, from the first time it came down on."""
CAME: Final = BOOK.counter("came", rules.UNBOUNDED)
"""T7: how often cards have come in this game, by a deal or by a pass. Whoever strikes names it: so
the strike names the deal and the pass."""
PENALTY_ROUND: Final = BOOK.counter("penalty", rules.UNBOUNDED, each=COLLECTOR)
"""T11: the round in which the last penalty of a collector binds, or bound; 0 before there was one,
and no round is called so."""
SHOWN: Final = BOOK.tally("shown", CLAN, COPIES, each=SEAT)
"""T22: the hands that the last call showed, how many of each clan; none after a round that ended
without a call (T25)."""

THE_DEAL: Final = 1


def came_before_round(s: Sight) -> int:
    """T7: what ``CAME`` was at the end of the round before. In this one cards have come by the
    deal, and then by each pass."""
    return s.count[CAME] - THE_DEAL - s.count[PASSED]


# -- who plays with whom


def is_odd(s: Sight) -> bool:
    """T18: whether there is a lone wolf."""
    return is_odd_number(s.seats)


def move_wolf(w: World) -> None:
    """T18: the role moves one seat to the left each round, and the teams with it."""
    wolf = w.who_has(WOLF)
    if wolf is not None:
        w.hold(WOLF, w.left_of(wolf))


def last_wolf(s: Sight) -> Seat | None:
    """T18: the lone wolf of the round before, to the right of this one; None with even numbers.

    In the first round, too, it names that seat, though there was no round before.
    """
    wolf = s.who_has(WOLF)
    return None if wolf is None else s.right_of(wolf)


def partner_of(s: Sight, seat: Seat) -> Seat | None:
    """T2, T18: a player's partner in this round; None for the lone wolf."""
    return partner_with(s, s.who_has(WOLF), seat)


def partner_with(s: Sight, wolf: Seat | None, seat: Seat) -> Seat | None:
    """T2: a player's partner; T18: in a round with this lone wolf, who has none."""
    if wolf is None:
        return facing(s.everyone(), seat)
    return None if seat == wolf else facing(s.others(wolf), seat)


def facing(circle: list[Seat], seat: Seat) -> Seat:
    """T2, T18: of 2k players clockwise, the first k and the other k face each other in order."""
    k = len(circle) // TEAM_SIZE
    one_side, other_side = circle[:k], circle[k:]
    if seat in one_side:
        return other_side[one_side.index(seat)]
    return one_side[other_side.index(seat)]


def team(s: Sight, seat: Seat) -> list[Seat]:
    """A player first, then the partner. T9: a lone wolf is a team of one."""
    other = partner_of(s, seat)
    return [seat] if other is None else [seat, other]


def other_teams(s: Sight, seat: Seat) -> list[list[Seat]]:
    """T9: all other teams, in the order in which one meets them clockwise from a player.

    T16: whoever of a team is met first stands first in it, since ``team`` begins with them.
    """
    found: list[list[Seat]] = []
    met = team(s, seat)
    for other in s.others(seat):
        if other not in met:
            theirs = team(s, other)
            found.append(theirs)
            met += theirs
    return found


def first_met(mates: list[Seat]) -> Seat:
    """T16: of another team, as ``other_teams`` has it, whoever is met first."""
    return mates[0]


def first_seat_of(mates: list[Seat]) -> Seat:
    """T2: the seat that a team is called by, the lowest of the two."""
    return min(mates)


def collector_of(s: Sight, seat: Seat) -> Collector:
    """Whose tokens a player plays for: T19 one's own, T2 those of the team."""
    first = seat if is_odd(s) else first_seat_of(team(s, seat))
    return CALLED_BY[first]


def collectors_in(s: Sight, seats: list[Seat]) -> list[Collector]:
    """T8, T19: who collects when partners gain, in their order: their team, or each of them."""
    return list(dict.fromkeys([collector_of(s, seat) for seat in seats]))


# -- T6: pairs that can be partners


def pair_seats(s: Sight, pair: Pair) -> list[Seat]:
    """T2, T18: the two seats of a pair."""
    first = FIRST_OF[pair]
    return [first, second_of_pair(s, first)]


def second_of_pair(s: Sight, first: Seat) -> Seat:
    """T2: the partner of a team's first seat.

    T18: with odd numbers every seat is the first of one pair, with whoever is its partner when the
    wolf sits to its right, and the second of another; in some other rounds they are partners too.
    """
    circle = s.others(s.right_of(first)) if is_odd(s) else s.everyone()
    return facing(circle, first)


def pair_of(s: Sight, one: Seat, other: Seat) -> Pair:
    """The pair of two partners."""
    (found,) = [pair for pair in PAIR.here(s) if set(pair_seats(s, pair)) == {one, other}]
    return found
