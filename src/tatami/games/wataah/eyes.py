"""A view of WAT-AAH!, read by its own names: for refusals, for the bot and for boards."""

from __future__ import annotations

from tatami.engine.view import View
from tatami.games.wataah.cards import CLAN_OF, FIRST_BOSS, FIRST_COURT, FIRST_TEMPLE, STRENGTH
from tatami.games.wataah.table import (
    BOSS,
    DECK,
    DECOY,
    FIRST_HAND,
    FIRST_OF_SEAT,
    FIRST_TEMPLE_ZONE,
    FULL,
    JIGOKU,
    MODE,
    SHOSHO,
)


class Eyes:
    """What one seat sees, by name. Faces that it does not see are -1."""

    __slots__ = ("board", "me", "seats", "view", "zones")

    def __init__(self, view: View) -> None:
        self.view = view
        self.zones = view.zones
        self.seats = view.seats
        self.me = view.seat
        self.board = FIRST_HAND + 12 * view.seats

    # -- zones

    @property
    def grand(self) -> bool:
        """Whether this is Grand Master mode."""
        return self.view.opts[MODE] == 1

    @property
    def deck(self) -> int:
        """How many cards the deck has."""
        return len(self.zones[DECK])

    @property
    def jigoku(self) -> tuple[int, ...]:
        """The Jigoku, its top card last."""
        return self.zones[JIGOKU]

    def hand(self, seat: int) -> tuple[int, ...]:
        """A hand; of a foreign one the known faces come first."""
        return self.zones[FIRST_HAND + seat]

    def corrupt(self, seat: int) -> tuple[int, ...]:
        """A Corruption pile."""
        return self.zones[FIRST_HAND + self.seats + seat]

    def looking(self, seat: int) -> tuple[int, ...]:
        """What a player is looking at."""
        return self.zones[FIRST_HAND + 2 * self.seats + seat]

    def clan(self, place: int) -> tuple[int, ...]:
        """The cards of a clan; ``place`` is nine times the seat plus the clan."""
        return self.zones[FIRST_HAND + 3 * self.seats + place]

    def places(self, seat: int) -> list[int]:
        """Where the clans in front of a player lie."""
        return [place for place in range(9 * seat, 9 * seat + 9) if self.clan(place)]

    def room(self, seat: int) -> list[int]:
        """W9: the clans of a player that have fewer than 4 cards."""
        return [place % 9 for place in self.places(seat) if len(self.clan(place)) < FULL]

    def temple(self, seat: int) -> int:
        """The Temple card in force for a player, by its number; -1 for none."""
        cards = self.zones[self.board + FIRST_TEMPLE_ZONE + seat] if self.grand else ()
        return cards[0] - FIRST_TEMPLE if cards else -1

    def court(self, seat: int) -> int:
        """A Court card by its number; -1 for none, -2 for one that cannot be seen."""
        if not self.grand:
            return -1
        cards = self.zones[self.board + FIRST_TEMPLE_ZONE + self.seats + seat]
        if not cards:
            return -1
        return cards[0] - FIRST_COURT if cards[0] >= 0 else -2

    def decoy(self, number: int) -> int:
        """A Decoy by the number of its Boss; -1 where this seat has not looked."""
        (face,) = self.zones[self.board + DECOY + number]
        return face - FIRST_BOSS if face >= 0 else -1

    def boss(self) -> int:
        """The Final Boss by its number; -1 until it is revealed."""
        (face,) = self.zones[self.board + BOSS]
        return face - FIRST_BOSS if face >= 0 else -1

    # -- counters

    def count(self, counter: int) -> int:
        """A counter of the table."""
        return self.view.count[counter]

    def tallied(self, what: int, seat: int) -> int:
        """A counter of a player."""
        return self.view.count[FIRST_OF_SEAT + what * self.seats + seat]

    @property
    def shosho(self) -> int:
        """Who holds the Shosho; -1 for nobody."""
        return self.view.count[SHOSHO] - 1

    # -- sums

    def others(self) -> list[int]:
        """The opponents, clockwise from the left neighbour."""
        return [(self.me + step) % self.seats for step in range(1, self.seats)]

    def strength(self, seat: int) -> int:
        """W21: the strengths in front of a player."""
        return sum([STRENGTH[face] for place in self.places(seat) for face in self.clan(place)])

    def corruption(self, seat: int) -> int:
        """W21: the strengths in a Corruption pile."""
        return sum([STRENGTH[face] for face in self.corrupt(seat)])

    def held(self, clan: int) -> list[int]:
        """One's own cards of a clan, the weakest first."""
        return [face for face in self.hand(self.me) if face >= 0 and CLAN_OF[face] == clan]
