"""Who is probably who: what one seat of Night of the Ninja believes, from its view alone.

A table of chances, members by House cards, each of which lies before exactly one member. It begins
with what the seat has seen and what its ledger still allows; what others claim then shifts it.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.view import View
from tatami.engine.watch import Remark
from tatami.games.night.cards import CRANE, NO_HOUSE, RANKS, house_cards, rank_of, side_of
from tatami.games.night.claims import AM, BELIEVE, KILL, SAW, SIDED, SPARE
from tatami.games.night.table import (
    FIRST,
    FIRST_DEAD,
    FIRST_HOUSE,
    PAIR,
    PAIR_MEMBERS,
    TOUCHED,
    TURNED,
    member_at,
)

ROUNDS: Final = 3
"""How often rows and columns are brought back to a sum of one."""
WEIGHTS: Final = (0.0, 1.0, 0.6, 0.35, 0.2, 0.1)
"""What it is worth to a House that somebody of a rank lives (N25)."""
OWN_WORD: Final = 25.0
"""How much likelier a House is after somebody has claimed to be of it."""
HEARSAY: Final = 15.0
"""The same for what a believed friend says of another."""
FIRST_WORDS: Final = (AM, BELIEVE, SPARE)
"""What a bot may begin a round with; it says these at no other time."""
ASKED: Final = 0.25
"""What a friend's request to kill or spare adds to a judgement."""


class Beliefs:
    """Chances, and what follows from them for one seat."""

    def __init__(self, view: View, listens: bool = True) -> None:
        self.view = view
        self.members = PAIR_MEMBERS if view.seats == PAIR else view.seats
        self.cards = house_cards(self.members)
        self.chance = [self._start(member) for member in range(self.members)]
        self._settle()
        self.said = heard(view) if listens else []
        self.liars = self._caught()
        self.mine = self._my_sides()
        if self.said:
            self._listen()

    def _listen(self) -> None:
        """First what each says of themself; then what those whom one believes say of others."""
        for claim in self.said:
            self._hear_own(claim)
        self._settle()
        self.mine = self._my_sides()
        for claim in self.said:
            self._hear_of_others(claim)
        self._settle()

    # -- what was seen

    def seen(self, member: int) -> int:
        """The House card that this seat sees before a member; -1 where it sees none."""
        return self.view.zones[FIRST + member][0]

    def _start(self, member: int) -> list[float]:
        """The chances of each card before a member, from sight and from the ledger's groups."""
        known = self.seen(member)
        if known >= 0:
            return [1.0 if card == known else 0.0 for card in self.cards]
        row = [0.0] * len(self.cards)
        for faces, _, high in self.view.facts[0]:
            most = dict(high).get(FIRST + member, 0)
            for face, number in faces:
                if most and face in self.cards:
                    row[self.cards.index(face)] += most * number
        return row

    def _settle(self) -> None:
        """Bring rows and columns back to a sum of one; what is impossible stays so."""
        chance = self.chance
        for _ in range(ROUNDS):
            for row in chance:
                total = sum(row) or 1.0
                for at, value in enumerate(row):
                    row[at] = value / total
            for at in range(len(self.cards)):
                total = sum([row[at] for row in chance]) or 1.0
                for row in chance:
                    row[at] /= total

    # -- what was said

    def _caught(self) -> set[int]:
        """Who has claimed what this seat knows to be false."""
        return {claim.seat for claim in self.said if self._is_lie(claim)}

    def _is_lie(self, claim: Remark) -> bool:
        member, side, _ = self._meant(claim)
        if member < 0 or self.view.count[TOUCHED] >> member & 1 or self.seen(member) < 0:
            return False
        return side_of(self.seen(member)) != side

    def _meant(self, claim: Remark) -> tuple[int, int, int]:
        """Of whom a claim says which side and which card; -1 for what it does not say."""
        args = claim.args
        if claim.kind == AM:
            face = CRANE + args[1]
            return member_at(self.view.seats, 4 * claim.seat + args[0]), side_of(face), face
        if claim.kind == SAW:
            face = CRANE + args[2]
            return member_at(self.view.seats, 4 * args[0] + args[1]), side_of(face), face
        if claim.kind == SIDED:
            return member_at(self.view.seats, 4 * args[0] + args[1]), args[2], -1
        return -1, -1, -1

    def _hear_own(self, claim: Remark) -> None:
        """What somebody says of themself: the House is taken for likely, the rank is not."""
        if claim.kind == AM and claim.seat not in self.liars and claim.seat != self.view.seat:
            member, side, _ = self._meant(claim)
            self._favour(member, side, OWN_WORD)

    def _hear_of_others(self, claim: Remark) -> None:
        """What somebody says of another counts as much as one takes them for a friend."""
        if claim.kind == AM or claim.seat in self.liars or claim.seat == self.view.seat:
            return
        member, side, face = self._meant(claim)
        if member >= 0:
            trust = self.friend(claim.seat)
            self._favour(member, side, 1.0 + (HEARSAY - 1.0) * max(0.0, 2.0 * trust - 0.8))
            if face in self.cards:
                self.chance[member][self.cards.index(face)] *= 1.0 + 2.0 * trust

    def _favour(self, member: int, side: int, factor: float) -> None:
        row = self.chance[member]
        for at, card in enumerate(self.cards):
            if side_of(card) == side:
                row[at] *= factor

    # -- what follows

    def _my_sides(self) -> list[float]:
        """The chances of each side for this seat itself."""
        if self.view.seats == PAIR:
            house = self.view.count[FIRST_HOUSE] ^ self.view.seat
            return [1.0 if side == house else 0.0 for side in range(3)]
        return self.sides(self.view.seat)

    def sides(self, member: int) -> list[float]:
        """The chances that a member is Crane, Lotus, the Ronin."""
        found = [0.0, 0.0, 0.0]
        for card, value in zip(self.cards, self.chance[member], strict=True):
            found[side_of(card)] += value
        return found

    def friend(self, member: int) -> float:
        """The chance that a member is of one's own House."""
        sides = self.sides(member)
        return self.mine[0] * sides[0] + self.mine[1] * sides[1]

    def enemy(self, member: int) -> float:
        """The chance that a member is of the other House."""
        sides = self.sides(member)
        return self.mine[0] * sides[1] + self.mine[1] * sides[0]

    def gain(self, member: int) -> float:
        """What one's House gains by this member's death; below zero: it loses."""
        found = 0.0
        for card, value in zip(self.cards, self.chance[member], strict=True):
            side = side_of(card)
            if side != NO_HOUSE:
                weight = WEIGHTS[rank_of(card)] * value
                found += weight * (self.mine[1 - side] - self.mine[side])
        return found + self._asked(member)

    def _asked(self, member: int) -> float:
        """What believed friends have asked for."""
        found = 0.0
        for claim in self.said:
            if claim.kind in (KILL, SPARE) and claim.seat not in self.liars:
                about = member_at(self.view.seats, 4 * claim.args[0] + claim.args[1])
                if about == member and claim.seat != self.view.seat and self.view.seats != PAIR:
                    trust = self.friend(claim.seat) - self.enemy(claim.seat)
                    found += ASKED * trust * (1.0 if claim.kind == KILL else -1.0)
        return found

    def doubt(self, member: int) -> float:
        """How much there is to learn about a member, weighed by whether it can still matter."""
        gap = self.enemy(member) * self.friend(member)
        return gap * (1.0 if self.alive(member) else 0.2)

    def alive(self, member: int) -> bool:
        """Whether a member still stands."""
        return not self.view.count[FIRST_DEAD + member]

    def secret(self, member: int) -> bool:
        """Whether a card is one that this seat sees and not everybody does."""
        return self.seen(member) >= 0 and not self.view.count[TURNED] >> member & 1


def heard(view: View) -> list[Remark]:
    """What was said in this round: from the moment of one's own first word in it (see ``speak``).

    That is the claim who one is, or a word for somebody that comes just before it.
    """
    since, before = -1, False
    for remark in view.remarks:
        if remark.seat == view.seat and remark.kind in FIRST_WORDS:
            since = since if before else remark.when
            before = remark.kind != AM
    if since < 0:
        return []
    return [remark for remark in view.remarks if remark.when >= since]


def ranks_of(members: int, side: int) -> list[int]:
    """A House's cards from the best down, as arguments of a claim."""
    return [side * RANKS + rank for rank in range(members // 2)]
