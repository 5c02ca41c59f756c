"""The table of WAT-AAH!: its zones and counters, and how cards move about on it."""

from __future__ import annotations

from typing import Final

from tatami.engine.game import (
    HAND,
    HIDDEN,
    OPEN,
    OWNER,
    PILE,
    ROW,
    Layout,
    Setting,
    Zone,
)
from tatami.engine.world import World
from tatami.games.wataah.book import RESHUFFLES
from tatami.games.wataah.cards import (
    BOSSES,
    CLANS,
    FIRST_BOSS,
    FIRST_COURT,
    FIRST_TEMPLE,
    STRENGTH,
    by_weight,
    shinobi_cards,
)

MOST: Final = 4
"""W1: most players."""
FULL: Final = 4
"""W9: most cards in a clan. W20: and the number of clans that ends a round."""
DECOYS: Final = 3

# -- table options

SETTINGS: Final = (
    Setting("mode", ("grasshopper", "grand-master"), 1, "W23"),
    Setting("temple-court", ("on", "off"), 0, "W28"),
    Setting("toad-own", ("on", "off"), 0, "W16"),
    Setting("tengu-self", ("on", "off"), 0, "W10"),
    Setting("turns", ("none", "40", "80"), 0, "W39"),
)
MODE: Final = 0
TEMPLE_COURT: Final = 1
TOAD_OWN: Final = 2
TENGU_SELF: Final = 3
TURN_LIMIT: Final = 4
LIMITS: Final = (0, 40, 80)
"""W39: the turns of a round, for each value of the option; 0 for no limit."""


def grand(w: World) -> bool:
    """Whether this is Grand Master mode."""
    return w.opts[MODE] == 1


def decks_on(w: World) -> bool:
    """Whether Temple and Court cards are in the game, and not pawns and points only."""
    return w.opts[MODE] == 1 and w.opts[TEMPLE_COURT] == 0


# -- zones

DECK: Final = 0
JIGOKU: Final = 1
SHOWN: Final = 2
"""W3: cards turned up to find the first player."""
FIRST_HAND: Final = 3


def hand(w: World, seat: int) -> int:
    """The zone of a player's hand."""
    return FIRST_HAND + seat


def corrupt(w: World, seat: int) -> int:
    """The zone of a Corruption pile: all saw its cards being shown (W40)."""
    return FIRST_HAND + w.seats + seat


def looking(w: World, seat: int) -> int:
    """What a player is looking at, seen by nobody else (W19): it has left its deck (W2)."""
    return FIRST_HAND + 2 * w.seats + seat


def clan_at(w: World, place: int) -> int:
    """The zone of a clan in front of a player; ``place`` is nine times the seat plus the clan."""
    return FIRST_HAND + 3 * w.seats + place


def board(w: World) -> int:
    """The first zone of Grand Master mode: its decks and Bosses come here, then the players'."""
    return FIRST_HAND + 12 * w.seats


TEMPLE_DECK: Final = 0
TEMPLE_GONE: Final = 1
COURT_DECK: Final = 2
COURT_GONE: Final = 3
BOX: Final = 4
"""W23: all Bosses before the game; then the one that is put aside unseen."""
BOSS: Final = 5
DECOY: Final = 6
FIRST_TEMPLE_ZONE: Final = 9


def temple_of(w: World, seat: int) -> int:
    """The zone of the Temple card that is in force for a player."""
    return board(w) + FIRST_TEMPLE_ZONE + seat


def court_of(w: World, seat: int) -> int:
    """The zone of a player's Court card."""
    return board(w) + FIRST_TEMPLE_ZONE + w.seats + seat


# -- counters

ROUND: Final = 0
"""The round under way, from 1."""
TURNS: Final = 1
"""W39: the turns of this round so far, of all players together."""
ENDING: Final = 2
"""W20: who placed the fourth clan, as a seat plus one; 0 before that."""
EDICT: Final = 3
"""W38: what holds for this turn: nothing, Mobilisation (1) or Master's Lesson (2)."""
SHOSHO: Final = 4
"""W23, W26: who holds the Shosho, as a seat plus one."""
COURTED: Final = 5
"""W30: who has a pawn at the Court this round, one bit for each."""
BANNER: Final = 6
"""W38: who shows the Moon Banner at this scoring, one bit for each."""
IDLE: Final = 7
"""W39: how many turns in a row had no card to draw, none in hand, and used no Court card."""
FIRST_OF_SEAT: Final = 8

SEAT_COUNTERS: Final = ("score", "pawns", "court", "missions", "showdown", "points")
SCORE: Final = 0
PAWNS: Final = 1
AT_COURT: Final = 2
AT_MISSIONS: Final = 3
AT_SHOWDOWN: Final = 4
POINTS: Final = 5


def tally(w: World, what: int, seat: int) -> int:
    """The counter of a player: the score of a round, pawns to place, pawns by location, points."""
    return FIRST_OF_SEAT + what * w.seats + seat


def tallied(w: World, what: int, seat: int) -> int:
    """What such a counter says."""
    return w.count[FIRST_OF_SEAT + what * w.seats + seat]


# -- layout


def layout(seats: int, opts: tuple[int, ...]) -> Layout:
    """W1: deck and Jigoku; before each player a hand, a Corruption pile and up to nine clans."""
    zones = [Zone("deck", PILE, HIDDEN), Zone("jigoku", PILE, OPEN), Zone("shown", ROW, OPEN)]
    start = [shinobi_cards()]
    each = range(seats)
    zones += [Zone(f"hand-{seat}", HAND, OWNER, seat) for seat in each]
    zones += [Zone(f"corrupt-{seat}", PILE, OPEN, seat) for seat in each]
    zones += [Zone(f"looking-{seat}", HAND, OWNER, seat) for seat in each]
    zones += [Zone(f"clan-{seat}-{clan}", ROW, OPEN, seat) for seat in each for clan in CLANS]
    start += [[] for _ in range(len(zones) - 1)]
    if opts[MODE] == 1:
        add_board(seats, zones, start)
    counters = ["round", "turns", "ending", "edict", "shosho", "courted", "banner", "idle"]
    counters += [f"{name}-{seat}" for name in SEAT_COUNTERS for seat in each]
    return Layout(seats, zones, counters, start)


def add_board(seats: int, zones: list[Zone], start: list[list[int]]) -> None:
    """W23: what Grand Master mode adds."""
    zones += [
        Zone("temple-deck", PILE, HIDDEN),
        Zone("temple-gone", PILE, OPEN),
        Zone("court-deck", PILE, HIDDEN),
        Zone("court-gone", PILE, HIDDEN),
        Zone("box", PILE, HIDDEN),
        Zone("boss", ROW, HIDDEN),
    ]
    start += [list(range(FIRST_TEMPLE, FIRST_COURT)), [], list(range(FIRST_COURT, FIRST_BOSS)), []]
    start += [list(range(FIRST_BOSS, FIRST_BOSS + len(BOSSES))), []]
    zones += [Zone(f"decoy-{number}", ROW, HIDDEN) for number in range(DECOYS)]
    zones += [Zone(f"temple-{seat}", ROW, OPEN, seat) for seat in range(seats)]
    zones += [Zone(f"court-{seat}", ROW, OWNER, seat) for seat in range(seats)]
    start += [[] for _ in range(DECOYS + 2 * seats)]


# -- how cards move


def settle(w: World) -> None:
    """W2: as soon as the deck is empty and the Jigoku is not, the Jigoku becomes the deck."""
    if not w.zones[DECK] and w.zones[JIGOKU]:
        w.pour(JIGOKU, DECK)
        w.shuffle(DECK)
        w.tell(RESHUFFLES)


def take(w: World, target: int, number: int) -> int:
    """W2: so many cards from the top of the deck, or as many as there are; their number."""
    left = number
    while left and w.zones[DECK]:
        left -= w.draw(DECK, target, left)
        settle(w)
    return number - left


def fall(w: World, moves: list[tuple[int, int, int]]) -> None:
    """W2: cards that move together, as (source, face, target); in the Jigoku the weakest lie first.

    The strongest of those that arrive together lies on top, as the Bone Market says.
    """
    w.trade(sorted(moves, key=lambda move: by_weight(move[1])))
    settle(w)


def throw_away(w: World, source: int, faces: list[int]) -> None:
    """W36: these cards go to the Jigoku, face up and together."""
    if len(faces) == 1:
        w.play(source, faces[0], JIGOKU)
        settle(w)
    else:
        fall(w, [(source, face, JIGOKU) for face in faces])


# -- words of the rules


def others(w: World, me: int) -> list[int]:
    """The opponents, clockwise from the left neighbour."""
    return OTHERS[w.seats][me]


OTHERS: Final = [
    [[(seat + step) % seats for step in range(1, seats)] for seat in range(seats)]
    for seats in range(MOST + 1)
]


def clockwise(w: World, first: int) -> list[int]:
    """All players, clockwise from this one."""
    return [(first + step) % w.seats for step in range(w.seats)]


def places_of(w: World, seat: int) -> list[int]:
    """W13: where the clans in front of a player lie; one card alone is still a clan."""
    first = FIRST_HAND + 3 * w.seats
    zones = w.zones
    return [place for place in range(9 * seat, 9 * seat + 9) if zones[first + place]]


def corruption(w: World, seat: int) -> int:
    """W21: the strengths in a Corruption pile."""
    return sum([STRENGTH[face] for face in w.faces(corrupt(w, seat))])


def temple_card(w: World, seat: int) -> int:
    """W28: the Temple card face up in front of a player, by its number; -1 for none."""
    if w.opts[MODE] != 1:
        return -1
    cards = w.zones[FIRST_HAND + FIRST_TEMPLE_ZONE + 12 * w.seats + seat]
    return w.face[cards[0]] - FIRST_TEMPLE if cards else -1


def in_force(w: World, seat: int, card: int) -> bool:
    """W28: whether this Temple card lies face up in front of a player."""
    return temple_card(w, seat) == card


def has_court_card(w: World, seat: int) -> bool:
    """W30: whether a player has a Court card; which one, only that player knows."""
    return w.opts[MODE] == 1 and bool(w.zones[court_of(w, seat)])


def court_card(w: World, seat: int) -> int:
    """W30: the Court card of a player, by its number; -1 for none."""
    if w.opts[MODE] != 1:
        return -1
    cards = w.zones[court_of(w, seat)]
    return w.face[cards[0]] - FIRST_COURT if cards else -1


def spend(w: World, seat: int) -> None:
    """W30: a Court card is shown to all and discarded."""
    w.show(court_of(w, seat), 0, w.layout.everyone)
    w.move(court_of(w, seat), 0, board(w) + COURT_GONE)
