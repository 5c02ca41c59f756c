"""The table of WAT-AAH!: its options, zones and counters, and how cards move about on it."""

from __future__ import annotations

from typing import Final

from tatami.engine import rules
from tatami.engine.rules import Face, Seat, Sight, Transfer, World, Zone
from tatami.games.wataah import told
from tatami.games.wataah.cards import (
    BOOK,
    BOSS_CARD,
    BOSSES,
    CARD,
    COURT_CARD,
    STRENGTH,
    TEMPLE_CARD,
    Clan,
    shinobi_cards,
)
from tatami.games.wataah.sorts import (
    DECOY,
    EDICT,
    IN_FRONT_OF,
    MOST_PAWNS,
    MOST_PLAYERS,
    OWNER_OF,
    PLACED,
    SEAT,
    Decoy,
    Placed,
)

CLANS_THAT_END: Final = 4
"""W20: so many clans in front of a player end the round."""
LAST_ROUND: Final = 3
"""W24"""
RESERVE: Final = 12
"""W23: pawns of a player; nobody can win more in three rounds (W25), so they always suffice."""
PAWN_POINTS: Final = 10
"""W30, W31: points for each pawn at the Court and on Missions."""

# -- table options

GRAND_MASTER: Final = BOOK.option(
    "mode", "W23", {"grasshopper": False, "grand-master": True}, default="grand-master"
)
TEMPLE_COURT: Final = BOOK.option("temple-court", "W28", {"on": True, "off": False})
TOAD_OWN: Final = BOOK.option("toad-own", "W16", {"on": True, "off": False})
TENGU_SELF: Final = BOOK.option("tengu-self", "W10", {"on": True, "off": False})
TURN_LIMIT: Final = BOOK.option("turns", "W39", {"none": None, "40": 40, "80": 80})


def has_board(seats: int, opts: tuple[int, ...]) -> bool:
    """W23: whether a table plays in Grand Master mode, and so has a board."""
    return GRAND_MASTER.among(opts)


# -- zones

DECK: Final = BOOK.pile("deck", rules.HIDDEN, start=shinobi_cards())
JIGOKU: Final = BOOK.pile("jigoku", rules.OPEN)
SHOWN: Final = BOOK.row("shown", rules.OPEN)
"""W3: cards turned up to find the first player, one of each: they lie in the order of seats."""
HAND: Final = BOOK.hand("hand", each=SEAT)
"""W4: without a limit, ever."""
CORRUPT: Final = BOOK.pile("corrupt", rules.OPEN, each=SEAT)
"""The Corruption piles: all saw their cards being shown (W40)."""
LOOKING: Final = BOOK.hand("looking", each=SEAT)
"""What a player is looking at, seen by nobody else (W19): it has left its deck (W2).

Shinobi cards, or on a visit to the Temple its cards (W28); never both.
"""
FRONT: Final = BOOK.row("clan", rules.OPEN, each=PLACED)
"""The clans in front of the players."""

TEMPLE_DECK: Final = BOOK.pile("temple-deck", rules.HIDDEN, start=TEMPLE_CARD.all, only=has_board)
TEMPLE_GONE: Final = BOOK.pile("temple-gone", rules.OPEN, only=has_board)
COURT_DECK: Final = BOOK.pile("court-deck", rules.HIDDEN, start=COURT_CARD.all, only=has_board)
COURT_GONE: Final = BOOK.pile("court-gone", rules.HIDDEN, only=has_board)
BOX: Final = BOOK.pile("box", rules.HIDDEN, start=BOSS_CARD.all, only=has_board)
"""W23: all Bosses before the game; then the one that is put aside unseen."""
FINAL_BOSS: Final = BOOK.row("boss", rules.HIDDEN, only=has_board)
DECOYS: Final = BOOK.row("decoy", rules.HIDDEN, each=DECOY, only=has_board)
TEMPLE_UP: Final = BOOK.row("temple", rules.OPEN, each=SEAT, only=has_board)
"""W28: the Temple card in force for a player."""
COURT_HELD: Final = BOOK.row("court", rules.OWNER, each=SEAT, only=has_board)
"""W30: a player's Court card."""

# -- counters

ROUND: Final = BOOK.counter("round", LAST_ROUND)
"""The round under way, from 1."""
TURNS: Final = BOOK.counter("turns", rules.UNBOUNDED)
"""W39: the turns of this round so far, of all players together; no rule bounds them."""
ENDING: Final = BOOK.holder("ending", SEAT)
"""W20: who placed the fourth clan."""
GRANTED: Final = BOOK.marks("edict", each=EDICT)
"""W38: what a Court card grants for the rest of this turn."""
SHOSHO: Final = BOOK.holder("shosho", SEAT)
"""W23, W26: who holds the Shosho."""
COURTED: Final = BOOK.marks("courted", each=SEAT)
"""W30: who has a pawn at the Court this round."""
SHOWS_BANNER: Final = BOOK.marks("banner", each=SEAT)
"""W38: who shows the Moon Banner at this scoring."""
IDLE: Final = BOOK.counter("idle", MOST_PLAYERS)
"""W39: how many turns in a row had no card to draw, none in hand, and used no Court card."""

STRENGTH_OF_ALL: Final = sum([STRENGTH[face] for face in shinobi_cards()])
SCORE: Final = BOOK.counter("score", STRENGTH_OF_ALL, low=-STRENGTH_OF_ALL, each=SEAT)
"""W21: in the round that was scored last."""
PAWNS_WON: Final = BOOK.counter("pawns", MOST_PAWNS, each=SEAT)
"""W25: won this round and not placed yet."""
MOST_AT_COURT: Final = LAST_ROUND
"""W30: one pawn a round."""
AT_COURT: Final = BOOK.counter("court", MOST_AT_COURT, each=SEAT)
AT_MISSIONS: Final = BOOK.counter("missions", RESERVE, each=SEAT)
AT_SHOWDOWN: Final = BOOK.counter("showdown", RESERVE, each=SEAT)
# No rule speaks of the most and the fewest points: they are what nobody can exceed.
SHOWDOWN_POINTS: Final = [points for boss in BOSSES for points in boss.points.values()]
MOST_POINTS: Final = max(SHOWDOWN_POINTS) + PAWN_POINTS * RESERVE
POINTS: Final = BOOK.counter("points", MOST_POINTS, low=min(SHOWDOWN_POINTS), each=SEAT)
"""W34: of all three locations."""

# -- how cards move


def can_draw(s: Sight) -> bool:
    """W2: whether there is a card to draw: where the deck is empty, so is the Jigoku."""
    return not s.is_empty(DECK)


def settle(w: World) -> None:
    """W2: as soon as the deck is empty and the Jigoku is not, the Jigoku becomes the deck."""
    if w.is_empty(DECK) and not w.is_empty(JIGOKU):
        w.pour(JIGOKU, DECK)
        w.shuffle(DECK)
        w.tell(told.RESHUFFLES)


def take(w: World, target: Zone, number: int) -> int:
    """W2: so many cards from the top of the deck, or as many as there are; their number."""
    left = number
    while left and not w.is_empty(DECK):
        left -= w.draw(DECK, target, left)
        settle(w)
    return number - left


WEAKEST_FIRST: Final = sorted(CARD.all, key=lambda face: STRENGTH[face])
"""W28, Bone Market: the cards from the weakest on; of equals, in the order of the card tables.

They are declared in that order, and sorting leaves equals as they stood.
"""
PLACE_FROM_BELOW: Final = {face: place for place, face in enumerate(WEAKEST_FIRST)}
"""Of two cards that arrive together, the one with the smaller number lies below the other."""


def fall(w: World, moves: list[Transfer]) -> None:
    """W2: cards that move together, most of them to the Jigoku, where the weakest lie lowest."""
    w.trade(sorted(moves, key=place_from_below))
    settle(w)


def place_from_below(move: Transfer) -> int:
    """W28: where a card comes to lie among those that move with it."""
    return PLACE_FROM_BELOW[rules.moved(move)]


def throw_away(w: World, source: Zone, faces: list[Face]) -> None:
    """W36: these cards go to the Jigoku, face up and together; a single one is simply played."""
    if len(faces) == 1:
        w.play(source, faces[0], JIGOKU)
        settle(w)
    else:
        fall(w, [rules.moving(face, source=source, target=JIGOKU) for face in faces])


def keep_of_looked(w: World, me: Seat, cards: list[Face]) -> None:
    """These of the cards looked at go to one's hand, the others to the Jigoku."""
    for face in cards:
        w.play(LOOKING[me], face, HAND[me])
    throw_away(w, LOOKING[me], w.faces(LOOKING[me]))


def peek(w: World, me: Seat, decoy: Decoy) -> None:
    """W28: a secret look at a Decoy; which one is public, its face is not."""
    w.show_to(DECOYS[decoy], me)
    w.tell(told.PEEKS, me, decoy)


# -- words of the rules


def in_front(s: Sight, seat: Seat) -> list[Placed]:
    """W13: the clans in front of a player; one card alone is still a clan."""
    return s.with_cards(IN_FRONT_OF[seat], FRONT)


def is_fourth_placed(s: Sight, me: Seat) -> bool:
    """W20: whether a player has the four clans that end the round."""
    return len(in_front(s, me)) == CLANS_THAT_END


def is_next_the_fourth(s: Sight, me: Seat) -> bool:
    """W20: whether the next clan that a player places makes four, and so ends the round."""
    return len(in_front(s, me)) == CLANS_THAT_END - 1


def in_front_of_others(s: Sight, me: Seat) -> list[Placed]:
    """The clans in front of one's opponents, clockwise from the left neighbour."""
    return [placed for seat in s.others(me) for placed in in_front(s, seat)]


def own_front(me: Seat, clan: Clan) -> Zone:
    """Where the cards of a clan lie in front of a player."""
    return FRONT[IN_FRONT_OF[me][clan]]


def is_there(s: Sight, placed: Placed) -> bool:
    """Whether this table has that player, and in front of them that clan."""
    return OWNER_OF[placed] in s.everyone() and not s.is_empty(FRONT[placed])


def has_court_card(s: Sight, seat: Seat) -> bool:
    """W30: whether a player has a Court card; which one, only that player knows."""
    return not s.is_empty(COURT_HELD[seat])


def strength(s: Sight, seat: Seat) -> int:
    """W21: the strengths of the cards in front of a player."""
    return sum([STRENGTH[face] for one in in_front(s, seat) for face in s.faces(FRONT[one])])


def corruption(s: Sight, seat: Seat) -> int:
    """W21: the strengths in a Corruption pile."""
    return sum([STRENGTH[face] for face in s.faces(CORRUPT[seat])])


def least_corrupt(s: Sight, tied: list[Seat]) -> list[Seat]:
    """W21, W22, W26, W34: of several who are tied, the less corrupt; several if still tied."""
    least = min([corruption(s, seat) for seat in tied])
    return [seat for seat in tied if corruption(s, seat) == least]


def is_grand_master(s: Sight) -> bool:
    """W23: whether this table plays in Grand Master mode."""
    return has_board(s.seats, s.opts)


def decks_on(s: Sight) -> bool:
    """Whether Temple and Court cards are in the game, and not pawns and points only."""
    return is_grand_master(s) and TEMPLE_COURT.of(s)


def is_last_round(s: Sight) -> bool:
    """W24: three rounds."""
    return s.count[ROUND] == LAST_ROUND
