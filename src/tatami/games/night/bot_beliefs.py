"""Who is probably who: what one seat of Night of the Ninja believes, from its view alone.

A table of chances, members by House cards, each of which lies before exactly one member. It begins
with what the seat has seen and what its ledger still allows; what others claim then shifts it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tatami.engine.ids import Face, Seat
from tatami.engine.view import View
from tatami.games.night.bot_talk import heard
from tatami.games.night.cards import (
    CRANE,
    LOTUS,
    OTHER_HOUSE,
    RANK_OF,
    SIDE,
    SIDE_OF,
    Side,
    houses_for,
)
from tatami.games.night.claims import AM, KILL_THEM, SPARE_THEM, Claim, Meaning, meaning_of
from tatami.games.night.members import SEAT, Member, is_pair, members, members_of
from tatami.games.night.zones import HOUSE, TURNED, alive, house_of, touched

SETTLINGS: Final = 3
"""How often rows and columns are brought back to a sum of one."""
WEIGHTS: Final = {1: 1.0, 2: 0.6, 3: 0.35, 4: 0.2, 5: 0.1}
"""What it is worth to a House that somebody of a rank lives (N25)."""
OWN_WORD: Final = 25.0
"""How much likelier a House is after somebody has claimed to be of it."""
HEARSAY: Final = 15.0
"""The same for what one says of another whom one trusts wholly."""
NO_TRUST: Final = 0.4
"""One who is a friend with no greater chance than this is not trusted at all..."""
TRUST_RISES: Final = 2.0
"""... and this is how fast trust rises from there."""
SEEN_BY_A_FRIEND: Final = 2.0
"""By how much likelier a card is that a certain friend claims to have seen."""
REQUESTED: Final = 0.25
"""What a friend's request to kill or spare adds to a judgement."""
DEATH_WISHED: Final = {KILL_THEM: 1.0, SPARE_THEM: -1.0}
"""Which way a request goes."""
OF_THE_DEAD: Final = 0.2
"""How much it matters who one is who is dead."""


class Word(NamedTuple):
    """Something that was said: by whom, which remark, and what it means."""

    seat: Seat
    remark: str
    meaning: Meaning


class Beliefs:
    """Chances, and what follows from them for one seat."""

    def __init__(self, view: View, listens: bool = True) -> None:
        self.view = view
        self.seat = view.seat
        self.members = members(view)
        self.cards = houses_for(len(self.members))
        self.chance = [self._start(member) for member in self.members]
        self._settle()
        self.said = words(view) if listens else []
        self.liars = {word.seat for word in self.said if self._is_lie(word.meaning)}
        """Who has claimed what this seat knows to be false."""
        self.my_sides = self._my_sides()
        if self.said:
            self._listen()

    def _listen(self) -> None:
        """First what each says of themself; then what those whom one believes say of others."""
        news = [word for word in self.said if self._is_news(word)]
        for word in news:
            self._hear_own(word)
        self._settle()
        self.my_sides = self._my_sides()
        for word in news:
            self._hear_of_others(word)
        self._settle()

    # -- what was seen

    def seen(self, member: Member) -> Face | None:
        """The House card that this seat sees before a member."""
        cards = self.view.kinds_in(HOUSE[member])
        return cards[0] if cards else None

    def _start(self, member: Member) -> list[float]:
        """The chances of each card before a member, from sight and from the ledger."""
        known = self.seen(member)
        may_lie = {known} if known is not None else self.view.possible(HOUSE[member])
        return [1.0 if card in may_lie else 0.0 for card in self.cards]

    def _settle(self) -> None:
        """Bring rows and columns back to a sum of one; what is impossible stays so."""
        for _ in range(SETTLINGS):
            self._settle_rows()
            self._settle_columns()

    def _settle_rows(self) -> None:
        for row in self.chance:
            total = 0.0
            for value in row:
                total += value
            if total not in (0.0, 1.0):
                for at, value in enumerate(row):
                    row[at] = value / total

    def _settle_columns(self) -> None:
        for at in range(len(self.cards)):
            total = 0.0
            for row in self.chance:
                total += row[at]
            if total not in (0.0, 1.0):
                for row in self.chance:
                    row[at] /= total

    # -- what was said

    def _is_lie(self, said: Meaning) -> bool:
        """Whether this seat sees that it is not so; after the Shapeshifter it may have been."""
        if said.whom is None or said.side is None or touched(self.view, said.whom):
            return False
        seen = self.seen(said.whom)
        return seen is not None and SIDE_OF[seen] != said.side

    def _is_news(self, word: Word) -> bool:
        """Whether it is worth listening to: others' words, unless they were caught lying."""
        return word.seat not in self.liars and word.seat != self.seat

    def _hear_own(self, word: Word) -> None:
        """What somebody says of themself: the House is taken for likely, the rank is not."""
        whom, side = word.meaning.whom, word.meaning.side
        if word.remark == AM and whom is not None and side is not None:
            self._favour(whom, side, OWN_WORD)

    def _hear_of_others(self, word: Word) -> None:
        """What somebody says of another counts as much as one takes them for a friend."""
        whom, side, card = word.meaning.whom, word.meaning.side, word.meaning.card
        if word.remark == AM or whom is None or side is None:
            return
        friend = self.friend(self.member_of(word.seat))
        trust = max(0.0, TRUST_RISES * (friend - NO_TRUST))
        self._favour(whom, side, 1.0 + (HEARSAY - 1.0) * trust)
        if card is not None:
            self.chance[whom][self.cards.index(card)] *= 1.0 + SEEN_BY_A_FRIEND * friend

    def member_of(self, seat: Seat) -> Member:
        """Whom a player plays; of several the first."""
        return members_of(self.view, seat)[0]

    def _favour(self, member: Member, side: Side, factor: float) -> None:
        row = self.chance[member]
        for at, card in enumerate(self.cards):
            if SIDE_OF[card] == side:
                row[at] *= factor

    # -- what follows

    def _my_sides(self) -> list[float]:
        """The chances of each side for this seat itself."""
        if is_pair(self.view):
            house = house_of(self.view, self.seat)
            return [1.0 if side == house else 0.0 for side in SIDE.all]
        return self.sides(self.member_of(self.seat))

    def sides(self, member: Member) -> list[float]:
        """The chances that a member is Crane, Lotus, the Ronin."""
        found = [0.0 for _ in SIDE.all]
        for card, value in zip(self.cards, self.chance[member], strict=True):
            found[SIDE_OF[card]] += value
        return found

    def friend(self, member: Member) -> float:
        """The chance that a member is of one's own House."""
        mine, sides = self.my_sides, self.sides(member)
        return mine[CRANE] * sides[CRANE] + mine[LOTUS] * sides[LOTUS]

    def enemy(self, member: Member) -> float:
        """The chance that a member is of the other House."""
        mine, sides = self.my_sides, self.sides(member)
        return mine[CRANE] * sides[LOTUS] + mine[LOTUS] * sides[CRANE]

    def gain(self, member: Member) -> float:
        """What one's House gains by this member's death; below zero: it loses."""
        mine, found = self.my_sides, 0.0
        for card, value in zip(self.cards, self.chance[member], strict=True):
            side = SIDE_OF[card]
            if side in OTHER_HOUSE:
                weight = WEIGHTS[RANK_OF[card]] * value
                found += weight * (mine[OTHER_HOUSE[side]] - mine[side])
        return found + self._requested(member)

    def _requested(self, member: Member) -> float:
        """What believed friends have asked for; where two play, nobody has any."""
        found = 0.0
        for word in [] if is_pair(self.view) else self.said:
            wish = DEATH_WISHED.get(word.remark)
            if wish is not None and word.meaning.whom == member and self._is_news(word):
                speaker = self.member_of(word.seat)
                found += REQUESTED * wish * (self.friend(speaker) - self.enemy(speaker))
        return found

    def doubt(self, member: Member) -> float:
        """How much there is to learn about a member, weighed by whether it can still matter."""
        gap = self.enemy(member) * self.friend(member)
        return gap * (1.0 if alive(self.view, member) else OF_THE_DEAD)

    def secret(self, member: Member) -> bool:
        """Whether a card is one that this seat sees and not everybody does."""
        return self.seen(member) is not None and not self.view.marked(TURNED[member])


def words(view: View) -> list[Word]:
    """What was said in this round, and what it means."""
    found: list[Word] = []
    for one in heard(view):
        seat = SEAT.all[one.seat]
        found.append(Word(seat, one.kind, meaning_of(view.seats, seat, Claim(one.kind, one.args))))
    return found
