"""The table of Ninjaaa'Tack: places, counters, teams, and all that is asked and told.

An *owner* is who collects tokens: with even numbers a team, named by its first seat (T2); with odd
numbers a player (T19). A *pair* is two seats that can be partners, named by its first seat too.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.game import (
    HAND,
    HIDDEN,
    OPEN,
    OWNER,
    PILE,
    ROW,
    Alternative,
    Layout,
    Rulebook,
    Setting,
    Sort,
    Tempo,
    Zone,
)
from tatami.engine.world import World
from tatami.games.tack.cards import (
    CLANS,
    GESTURES,
    KINDS,
    SHORT_WORDS,
    TOKENS,
    clan_cards,
    counts_of,
    sheet,
    tokens,
)

LEAST: Final = 4
MOST: Final = 8

# -- table options

CHOOSE_SECONDS: Final = (20, 10, 40, 90)
BETWEEN_SECONDS: Final = (3, 1, 6, 12)
PASS_LIMITS: Final = (0, 4, 8, 16)
"""T25: how many passes a round has at most; 0: as many as it takes."""
ROUND_LIMITS: Final = (0, 1, 3, 10, 30)
"""T25: how many rounds a game has at most; 0: as many as it takes."""


def _limits(values: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([str(value) if value else "none" for value in values])


SETTINGS: Final = (
    Setting("choose", tuple([str(value) for value in CHOOSE_SECONDS]), 0, "T23"),
    Setting("between", tuple([str(value) for value in BETWEEN_SECONDS]), 0, "T23"),
    Setting("passes", _limits(PASS_LIMITS), 0, "T25"),
    Setting("rounds", _limits(ROUND_LIMITS), 0, "T25"),
    Setting("codes", ("on", "off"), 0, "T6", among_people=1),
    Setting("throw", ("on", "off"), 0, "T13"),
)
CHOOSE: Final = 0
BETWEEN: Final = 1
PASSES: Final = 2
ROUNDS: Final = 3
CODES: Final = 4
THROW: Final = 5
ON: Final = 0
COUNT_MS: Final = 3000
"""T4: the count of three."""


def tempo(opts: tuple[int, ...]) -> Tempo:
    """T4, T23: the times of a table, for whoever keeps the clock; the rules never look at it."""
    choose = 1000 * CHOOSE_SECONDS[opts[CHOOSE]]
    return Tempo(choose, 1000 * BETWEEN_SECONDS[opts[BETWEEN]], COUNT_MS)


# -- places

DECK: Final = 0
BOX: Final = 1
"""T3: the families that take no part."""
SUPPLY: Final = 2
FIRST: Final = 3


def hand(seat: int) -> int:
    """The place of a player's cards."""
    return FIRST + seat


def purse(seats: int, owner: int) -> int:
    """T2, T19: the place of the tokens of a team or a player."""
    return FIRST + seats + owner


def owners(seats: int) -> int:
    """How many collect tokens: T2 teams, T19 players."""
    return seats if seats % 2 else seats // 2


def owner_of(seats: int, seat: int) -> int:
    """Whose tokens a player plays for."""
    return seat if seats % 2 else seat % (seats // 2)


def code(seats: int, pair: int) -> int:
    """T6: the place of a pair's code sheet."""
    return FIRST + seats + owners(seats) + pair


def pairs(seats: int) -> int:
    """T6: how many pairs can be partners. T18: with odd numbers every seat is in two of them."""
    return owners(seats)


def pair_seats(seats: int, pair: int) -> tuple[int, int]:
    """T2, T18: the two seats of a pair: seat i and seat i + k."""
    return pair, (pair + seats // 2) % seats


def pair_of(seats: int, one: int, other: int) -> int:
    """The pair of two partners."""
    if seats % 2 == 0:
        return min(one, other)
    return one if (one + seats // 2) % seats == other else other


# -- counters: all of them are public

ROUND: Final = 0
"""The number of the deal."""
PASS: Final = 1
"""How many passes this round has had."""
WOLF: Final = 2
"""T18: the lone wolf's seat plus one; 0 with even numbers."""
WON: Final = 3
"""T17: who has won, one bit for each seat."""
BOX_SIDE: Final = 4
"""T15: where the box stands for this throw, in millimetres: to the right of straight ahead ..."""
BOX_FAR: Final = 5
"""... and away from the thrower."""
FALL_SIDE: Final = 6
"""T15: where the token first came down."""
FALL_FAR: Final = 7
REST_SIDE: Final = 8
"""T15: where it came to rest."""
REST_FAR: Final = 9
BOUNCES: Final = 10
"""T15: how often it bounced."""
CAME: Final = 11
"""T7: how often cards have come, by a deal or a pass; a strike names it, and so both of them."""
FIRST_PENALTY: Final = 12
"""T11: one for each owner: 2 from the next round on, 1 in this round."""
NEXT: Final = 2
BINDING: Final = 1

COUNTERS: Final = (
    "round",
    "pass",
    "wolf",
    "won",
    "box-side",
    "box-far",
    "fall-side",
    "fall-far",
    "rest-side",
    "rest-far",
    "bounces",
    "came",
)


def penalty(owner: int) -> int:
    """T11: the counter of an owner's penalty."""
    return FIRST_PENALTY + owner


def shown(seats: int, seat: int) -> int:
    """The counter that remembers the hand which the last call showed: see ``packed``."""
    return FIRST_PENALTY + owners(seats) + seat


def packed(faces: list[int]) -> int:
    """A hand as one number: how many of each clan, to the base of five."""
    found = 0
    for number in counts_of(faces):
        found = 5 * found + number
    return found


def unpacked(number: int) -> list[int]:
    """How many of each clan a packed hand holds."""
    found = [0] * KINDS
    for clan in range(KINDS - 1, -1, -1):
        found[clan] = number % 5
        number //= 5
    return found


def layout(seats: int, opts: tuple[int, ...]) -> Layout:
    """T1: cards, tokens, hands; before each owner the tokens won; code sheets if they are used."""
    zones = [Zone("deck", PILE, HIDDEN), Zone("box", HAND, OPEN), Zone("supply", HAND, OPEN)]
    zones += [Zone(f"hand-{seat}", HAND, OWNER, seat) for seat in range(seats)]
    kept = "tokens" if seats % 2 else "team"
    zones += [Zone(f"{kept}-{owner}", HAND, OPEN, owner) for owner in range(owners(seats))]
    start: list[list[int]] = [clan_cards(), [], tokens()]
    start += [[] for _ in range(seats + owners(seats))]
    if opts[CODES] == ON:
        zones += [Zone(f"code-{pair}", ROW, HIDDEN, pair) for pair in range(pairs(seats))]
        start += [sheet() for _ in range(pairs(seats))]
    counters = list(COUNTERS)
    counters += [f"penalty-{owner}" for owner in range(owners(seats))]
    counters += [f"shown-{seat}" for seat in range(seats)]
    return Layout(seats, zones, counters, start)


# -- who plays with whom


def partner_of(seats: int, wolf: int, seat: int) -> int:
    """T2, T18: a player's partner; -1 for the lone wolf. ``wolf``: -1 with even numbers."""
    half = seats // 2
    if wolf < 0:
        return (seat + half) % seats
    if seat == wolf:
        return -1
    place = (seat - wolf - 1) % seats
    other = place + half if place < half else place - half
    return (wolf + 1 + other) % seats


def wolf_in(w: World) -> int:
    """The lone wolf's seat; -1 with even numbers."""
    return w.count[WOLF] - 1


def team(w: World, seat: int) -> list[int]:
    """A player and the partner. T9: a lone wolf is a team of one."""
    other = partner_of(w.seats, wolf_in(w), seat)
    return [seat] if other < 0 else [seat, other]


def other_teams(w: World, seat: int) -> list[list[int]]:
    """T9: all other teams, by their first seat met clockwise from a player."""
    found: list[list[int]] = []
    mine = team(w, seat)
    for step in range(1, w.seats):
        other = (seat + step) % w.seats
        if other not in mine and all(other not in one for one in found):
            found.append(team(w, other))
    return found


def purses(w: World, seat: int) -> list[int]:
    """T8, T19: whose tokens a player's team collects: one team, or each of the partners."""
    found: list[int] = []
    for one in team(w, seat):
        owner = owner_of(w.seats, one)
        if owner not in found:
            found.append(owner)
    return found


def tokens_of(w: World, owner: int) -> list[int]:
    """The tokens of an owner, as faces in T1's order."""
    return w.faces(purse(w.seats, owner))


def colours(w: World, owner: int) -> int:
    """T17: how many different colours an owner has."""
    return len(w.kinds_in(purse(w.seats, owner)))


# -- what is asked and told

BOOK: Final = Rulebook("tack")

SEAT: Final = Sort("seat", tuple(f"s{seat}" for seat in range(MOST)))
WHOSE: Final = Sort("whose", tuple(f"s{seat}" for seat in range(MOST)))
"""Tokens: those of a player, or of the team of which that player is the first."""
CLAN: Final = Sort("clan", CLANS)
TOKEN_SORT: Final = Sort("token", TOKENS)
GESTURE: Final = Sort("gesture", GESTURES)
WORD: Final = Sort("word", SHORT_WORDS)
CALL: Final = Sort("call", ("ninja", "attack"))
AIMS: Final = 9
POWERS: Final = 9
AIM: Final = Sort("aim", tuple(str(at) for at in range(1, AIMS + 1)))
"""T15: from far left to far right; 5 is straight ahead."""
POWER: Final = Sort("power", tuple(str(at) for at in range(1, POWERS + 1)))

PASS_ON: Final = BOOK.ask("pass", "T4", Alternative("pass", CLAN))
STRIKE: Final = BOOK.ask("strike", "T7", Alternative("ninja"), Alternative("attack"))
LOSE: Final = BOOK.ask("lose", "T10", Alternative("lose", TOKEN_SORT))
THROW_WHAT: Final = BOOK.ask(
    "throw.what", "T13", Alternative("hold"), Alternative("throw", TOKEN_SORT)
)
THROW_AIM: Final = BOOK.ask("throw.aim", "T15", Alternative("hold"), Alternative("aim", AIM))
THROW_POWER: Final = BOOK.ask(
    "throw.power", "T15", Alternative("hold"), Alternative("power", POWER)
)
SWAP: Final = BOOK.ask("swap", "T14", Alternative("keep"), Alternative("take", WHOSE, TOKEN_SORT))
NINJA: Final = 0
ATTACK: Final = 1
HOLD: Final = 0
KEEP: Final = 0

WOLF_IS: Final = BOOK.say("wolf_is", "T18", SEAT)
CALLS: Final = BOOK.say("calls", "T7", SEAT, CALL)
COMPLETE: Final = BOOK.say("complete", "T8", SEAT, CLAN)
NOTHING: Final = BOOK.say("nothing", "T8", SEAT)
NOT_IN_ONE_HAND: Final = BOOK.say("not_in_one_hand", "T11", SEAT)
NO_PREY: Final = BOOK.say("no_prey", "T9", SEAT)
GAINS: Final = BOOK.say("gains", "T8", WHOSE, TOKEN_SORT)
SUPPLY_EMPTY: Final = BOOK.say("supply_empty", "T12", TOKEN_SORT)
LOSES: Final = BOOK.say("loses", "T10", WHOSE, TOKEN_SORT)
PENALISED: Final = BOOK.say("penalised", "T11", WHOSE)
THROWS: Final = BOOK.say("throws", "T15", SEAT, TOKEN_SORT, AIM, POWER)
LANDS: Final = BOOK.say("lands", "T14", SEAT)
BOUNCES_IN: Final = BOOK.say("bounces_in", "T14", SEAT)
MISSES: Final = BOOK.say("misses", "T14", SEAT)
BOUNCES_OUT: Final = BOOK.say("bounces_out", "T14", SEAT)
SWAPS: Final = BOOK.say("swaps", "T14", SEAT, TOKEN_SORT, WHOSE, TOKEN_SORT)
KEEPS: Final = BOOK.say("keeps", "T14", SEAT)
NO_CALL: Final = BOOK.say("no_call", "T25")
LAST_ROUND: Final = BOOK.say("last_round", "T25")
WINS: Final = BOOK.say("wins", "T17", WHOSE)

GESTURED: Final = BOOK.remark("gesture", "T6", GESTURE)
SPOKEN: Final = BOOK.remark("word", "T6", WORD)
