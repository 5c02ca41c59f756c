"""The table of Night of the Ninja: its options, places and counters, and words of the rules."""

from __future__ import annotations

from typing import Final, NewType

from tatami.engine.rules import HIDDEN, OPEN, OWNER, Face, Kind, Seat, Sight, World, Zone
from tatami.games.night.cards import (
    BOOK,
    CARD,
    CRANE,
    LOTUS,
    OTHER_HOUSE,
    PHASE,
    PHASE_OF,
    SIDE_OF,
    SPLITS,
    TOKENS_IN_ALL,
    WINNER,
    WORTH,
    Side,
    honor_tokens,
    houses_for,
)
from tatami.games.night.members import (
    FIRST_SEAT,
    LETTERS,
    MEMBER,
    ONLY,
    PAIR,
    SEAT,
    Member,
    how_many,
    members,
    row_of,
    seat_of,
)

ENOUGH: Final = 10
"""[book] The points that win."""

# -- table options

SPLIT: Final = BOOK.option(
    "honor", "N2", {"-".join([str(number) for number in split]): split for split in SPLITS}
)
BOTH: Final = "both"
ONE_ONLY: Final = "only one may be used"
NO_TOKEN: Final = "survive without a token"
MONK_AND_MARTYR: Final = BOOK.option(
    "reactions", "N20", {"both": BOTH, "one": ONE_ONLY, "no-token": NO_TOKEN}
)
NO_LIMIT: Final = None
LAST_ROUND: Final = BOOK.option("rounds", "N31", {"any": NO_LIMIT, "1": 1, "3": 3, "5": 5})
"""After which round no other begins, as N31 would have it; by default after none.

Then tokens are counted as where the bag is empty (N29).
"""

# -- places (N1, N2)


HOUSE_PILE: Final = BOOK.pile("houses", HIDDEN, start=lambda seats, _: houses_for(how_many(seats)))
"""The House cards of this game, before they are dealt."""
DECK: Final = BOOK.pile("deck", HIDDEN, start=CARD.all)
DISCARD: Final = BOOK.heap("discard", HIDDEN)
"""N5: the draft's discards; each knows their own. They lie mixed: nobody can follow one (N37)."""
BAG: Final = BOOK.pile("bag", HIDDEN, start=lambda _, opts: honor_tokens(SPLIT.among(opts)))
HOUSE: Final = BOOK.row("house", OWNER, each=MEMBER)
"""The House card in front of a member."""
DRAFT: Final = BOOK.hand("draft", each=MEMBER)
"""The cards that a member is choosing from in the draft."""
HAND: Final = BOOK.hand("hand", each=MEMBER)
"""A member's Ninja cards. What a Grave Digger has kept is not among them yet (see ``held``)."""
PLAYED: Final = BOOK.row("played", OPEN, each=MEMBER)
"""N9: the cards that a member has played this round."""
TOKENS: Final = BOOK.hand("tokens", each=SEAT)
"""A player's Honor tokens. N22: they lie mixed."""
DUG: Final = BOOK.hand("dug", each=SEAT)
"""N18: what a player's Grave Digger has found; see ``dug_by``."""
LIFTED: Final = BOOK.row("lifted", OWNER, each=SEAT)
"""N23: a token while the Spirit Merchant looks at it."""
SORTED: Final = {
    CRANE: BOOK.pile("cranes", HIDDEN, only=lambda seats, _: seats == PAIR),
    LOTUS: BOOK.pile("lotuses", HIDDEN, only=lambda seats, _: seats == PAIR),
}
"""N33: with two players, each House's cards while they are dealt."""

# -- counters and marks: all of them are public

Stage = NewType("Stage", int)
STAGES: Final[Kind[Stage]] = Kind("stage", ("draft", *PHASE.names, "reveal"))
DRAFTING: Final = STAGES.named("draft")
NIGHT: Final = {phase: STAGES.named(PHASE.names[phase]) for phase in PHASE.all}
REVEAL: Final = STAGES.named("reveal")
"""The stages of a round, in their order: the draft, five phases (N6), the House Reveal."""

MOST_ROUNDS: Final = TOKENS_IN_ALL
"""At least one token is drawn in every round, and the game ends with them (N29)."""
ROUND: Final = BOOK.counter("round", MOST_ROUNDS)
STAGE: Final = BOOK.one_of("phase", STAGES)
"""The stage of the round. (Clients know it as ``phase``.)"""
TOUCHED: Final = BOOK.marks("touched", each=MEMBER)
"""N17: whom the Shapeshifter touched."""
TURNED: Final = BOOK.marks("turned", each=MEMBER)
"""N3: whose House card is turned up."""
DIGGER: Final = BOOK.one_or_none("digger", MEMBER)
"""N18: who has an unplayed card of the Grave Digger's in the Trickster phase."""
FIRST_HOUSE: Final = BOOK.one_of("first", WINNER)
"""N34: with two players, the House of the first."""


def dead_name(member: int, seats: int) -> str:
    """``dead-3``, or ``dead-a-0``: a player's counter ends with the seat."""
    row = row_of(member, seats)
    return f"dead-{row.seat}" if row.which == ONLY else f"dead-{LETTERS[row.which]}-{row.seat}"


DEAD: Final = BOOK.marks("dead", each=MEMBER, named=dead_name)
"""N10: whether a member is dead."""

# -- words of the rules


def die(w: World, member: Member) -> None:
    """N10: a member is dead."""
    w.mark(DEAD[member])


def rise(w: World, member: Member) -> None:
    """N31: a member lives again, in the next round."""
    w.unmark(DEAD[member])


def alive(s: Sight, member: Member) -> bool:
    """Whether a member still stands."""
    return not s.marked(DEAD[member])


def living(s: Sight) -> list[Member]:
    """Everyone who still stands, clockwise."""
    return living_among(s, members(s))


def living_among(s: Sight, some: list[Member]) -> list[Member]:
    """Of some members those who still stand."""
    return s.unmarked(some, DEAD)


def is_now(s: Sight, card: Face) -> bool:
    """N8: whether this is the phase of a card; the three out of sequence have none."""
    return card in PHASE_OF and STAGE.of(s) == NIGHT[PHASE_OF[card]]


def is_before(s: Sight, stage: Stage) -> bool:
    """Whether a stage of the round is still to come: they are numbered in their order."""
    return STAGE.of(s) < stage


def touched(s: Sight, member: Member) -> bool:
    """N17: whether the Shapeshifter touched a member's House card."""
    return s.marked(TOUCHED[member])


def held(w: World, member: Member) -> list[Face]:
    """A member's unplayed cards: those kept in the draft, and the one that the Grave Digger kept.

    What one is still choosing from, in the draft or when digging, one does not hold yet.
    """
    dug = w.faces(dug_by(w, member)) if DIGGER.of(w) == member else []
    return w.faces(HAND[member]) + dug


def dug_by(s: Sight, me: Member) -> Zone:
    """N18: where lies what a member's Grave Digger has found; only one member has one at a time."""
    return DUG[seat_of(s, me)]


def house_card(w: World, member: Member) -> Face:
    """The House card that lies in front of a member."""
    return w.top(HOUSE[member])


def side(w: World, member: Member) -> Side:
    """N17, N34: a member is of the House that the card in front of them shows, swapped or not."""
    return SIDE_OF[house_card(w, member)]


def house_of(s: Sight, seat: Seat) -> Side:
    """N33: the House of one of two players, fixed for the game."""
    first = FIRST_HOUSE.of(s)
    return first if seat == FIRST_SEAT else OTHER_HOUSE[first]


def points(w: World, seat: Seat) -> int:
    """What a player's tokens count together."""
    return sum([WORTH[token] for token in w.faces(TOKENS[seat])])
