"""A player of Ninjaaa'Tack in real time. It sees a view and nothing else, and is never superhuman.

When cards arrive it plans: to signal its hand gesture by gesture, to choose a card when the partner
has had time to signal, to strike if its own hand is enough. What it hears can make it strike. Every
reaction takes as long as its level needs, at least a quarter of a second.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tatami.engine.deed import DECIDE, QUICKEST, SIGN, USE, Deed
from tatami.engine.dice import Dice
from tatami.engine.game import Answer, Question
from tatami.engine.view import View
from tatami.games.tack.cards import COPIES, KINDS, TOKEN, WOLF_COPIES
from tatami.games.tack.flight import MIDDLE
from tatami.games.tack.passes import passing
from tatami.games.tack.reading import Ears, own_sheet, partner, spelled
from tatami.games.tack.table import (
    AIMS,
    ATTACK,
    BINDING,
    BOX,
    BOX_FAR,
    BOX_SIDE,
    CODES,
    GESTURED,
    HOLD,
    KEEP,
    LOSE,
    NINJA,
    ON,
    PASS,
    PASS_ON,
    POWERS,
    ROUND,
    SPOKEN,
    SWAP,
    THROW_AIM,
    THROW_WHAT,
    WOLF,
    owner_of,
    owners,
    pair_of,
    penalty,
    purse,
)

CELL: Final = 80
"""Millimetres that one more aim, or power, is worth."""
STALE: Final = 10
"""After so many passes a round goes in circles, and cards are passed at random now and then."""
NO_CALL: Final = -1


class Level(NamedTuple):
    """How quick somebody is, in milliseconds, and what they can do."""

    react: int
    spread: int
    gap: int
    """Between two gestures."""
    think: int
    """Before a card is chosen."""
    attacks: bool
    learns: bool
    shaky: int
    """How far a throw is off, in aims and powers."""


DROWSY: Final = Level(700, 900, 700, 4000, False, False, 2)
ALERT: Final = Level(400, 600, 480, 2800, True, False, 1)
SWIFT: Final = Level(QUICKEST, 500, 420, 2500, True, True, 0)


class TackBot:
    """Plays at a level; silent ones neither signal nor listen."""

    def __init__(
        self, key: bytes, level: Level = SWIFT, talks: bool = True, listens: bool = True
    ) -> None:
        self.dice = Dice(key)
        self.level = level
        self.talks = talks
        self.listens = listens
        self.ears = Ears()
        self.round = 0
        self.wolf = NO_CALL

    # -- in real time

    def plan(self, view: View) -> list[Deed]:
        """T4, T6, T7: what to do with the cards that have just come, and when."""
        self._remember(view)
        if not _passing(view):
            return [Deed(self._reaction() + self.level.react, DECIDE)] if view.offers else []
        found = self._strike(view)
        if self.talks:
            found += self._signals(view)
        think = self.level.think + self.dice.below(self.level.spread)
        found.append(Deed(think, DECIDE))
        return found

    def hear(self, view: View) -> list[Deed]:
        """T6: somebody has signalled: strike if that was what was missing."""
        if not self.listens or not _passing(view):
            return []
        if not self.round:
            self._remember(view)
        self.ears.notice(view)
        return self._strike(view)

    def _remember(self, view: View) -> None:
        """T22: learn from what the last call showed; who is made anew, from the view alone."""
        if view.count[ROUND] != self.round and self.level.learns and self.listens:
            if not self.round:
                self.ears.recall(view)
                self.wolf = (view.count[WOLF] - 2) % view.seats if view.count[WOLF] else NO_CALL
            self.ears.learn(view, self.wolf)
        self.round = view.count[ROUND]
        self.wolf = view.count[WOLF] - 1

    def _reaction(self) -> int:
        """At least what a person needs, and mostly somewhat more."""
        half = self.level.spread // 2
        return self.level.react + self.dice.below(half) + self.dice.below(half)

    def _signals(self, view: View) -> list[Deed]:
        """T6: the hand, spelled in the team's code; without a sheet in plain words."""
        other = partner(view, view.seat)
        if other < 0:
            return []
        sheet = own_sheet(view, pair_of(view.seats, view.seat, other))
        found: list[Deed] = []
        delay = self._reaction()
        for meaning in spelled(self.ears.hand_of(view, view.seat)):
            if view.opts[CODES] == ON:
                found.append(Deed(delay, SIGN, GESTURED, args=(sheet.index(meaning),)))
            else:
                found.append(Deed(delay, SIGN, SPOKEN, args=(meaning,)))
            delay += self.level.gap + self.dice.below(self.level.gap // 3)
        return found

    # -- the gong

    def _strike(self, view: View) -> list[Deed]:
        """Strike when sure."""
        call = self._call(view)
        if call == NO_CALL:
            return []
        name, stamp, _ = view.rights[0]
        return [Deed(self._reaction(), USE, name, call, stamp)]

    def _call(self, view: View) -> int:
        """What to call: one's own clan first."""
        mine = self.ears.hand_of(view, view.seat)
        other = partner(view, view.seat)
        told = self.ears.hand_of(view, other) if self.listens else [0] * KINDS
        if self._complete(view, mine, told):
            return NINJA
        if self.level.attacks and self.listens and self._others_complete(view, mine, told):
            return ATTACK
        return NO_CALL

    def _complete(self, view: View, mine: list[int], told: list[int]) -> bool:
        """T8, T11, T20: four between the two of us; three for a wolf; alone under a penalty."""
        need = COPIES
        if view.count[penalty(owner_of(view.seats, view.seat))] & BINDING:
            told = [0] * KINDS
        elif partner(view, view.seat) < 0:
            need = WOLF_COPIES
        return any(mine[clan] + told[clan] >= need for clan in range(KINDS))

    def _others_complete(self, view: View, mine: list[int], told: list[int]) -> bool:
        """T9: another team has told of four; or, with four players, where else can they be?"""
        if view.seats == COPIES and sum(told) == COPIES:
            for clan in range(KINDS):
                if clan not in view.zones[BOX] and mine[clan] + told[clan] == 0:
                    return True
        for seat in range(view.seats):
            other = partner(view, seat)
            if seat < other and view.seat not in (seat, other):
                theirs = self._theirs(view, seat, other)
                if any(number >= COPIES for number in theirs):
                    return True
        return False

    def _theirs(self, view: View, one: int, other: int) -> list[int]:
        """What two others have told of, together."""
        first, second = self.ears.hand_of(view, one), self.ears.hand_of(view, other)
        return [first[clan] + second[clan] for clan in range(KINDS)]

    # -- answers

    def decide(self, view: View) -> Answer:
        """By what is asked."""
        offer = view.offers[0]
        options = list(offer.options)
        if offer.question is PASS_ON:
            return self._passed(view, options)
        if offer.question is LOSE:
            mine = _tokens(view)
            return max(options, key=lambda option: mine.count(TOKEN + option))
        if offer.question is THROW_WHAT:
            return options[-1] if self._wanted(view) else HOLD
        if offer.question is SWAP:
            return self._swapped(view, options)
        return self._aimed(view, offer.question)

    def _passed(self, view: View, options: list[int]) -> int:
        """The card that is worth least to the team, and to whom it goes."""
        if view.count[PASS] >= STALE and self.dice.below(3) == 0:
            return options[self.dice.below(len(options))]
        mine = self.ears.hand_of(view, view.seat)
        told = [0] * KINDS
        theirs = [0] * KINDS
        if self.listens:
            told = self.ears.hand_of(view, partner(view, view.seat))
            left = (view.seat + 1) % view.seats
            if partner(view, left) != view.seat:
                theirs = self.ears.hand_of(view, left)
        return min(
            options, key=lambda clan: 4 * (mine[clan] + told[clan]) + mine[clan] + theirs[clan]
        )

    def _wanted(self, view: View) -> list[int]:
        """T14: the swaps that would bring a colour one lacks, as options."""
        mine = _tokens(view)
        me = owner_of(view.seats, view.seat)
        return [
            1 + owner * KINDS + token - TOKEN
            for owner in range(owners(view.seats))
            for token in sorted(set(view.zones[purse(view.seats, owner)]))
            if owner != me and token not in mine
        ]

    def _swapped(self, view: View, options: list[int]) -> int:
        """A colour one lacks, from whoever has most of them."""
        wanted = [option for option in self._wanted(view) if option in options]
        if not wanted:
            return KEEP
        return max(wanted, key=lambda option: _colours(view, (option - 1) // KINDS))

    def _aimed(self, view: View, question: Question) -> int:
        """T15: where the box stands, as well as one can."""
        if question is THROW_AIM:
            return self._near(view.count[BOX_SIDE], AIMS)
        return self._near(view.count[BOX_FAR] - MIDDLE, POWERS)

    def _near(self, millimetres: int, choices: int) -> int:
        shaky = self.level.shaky
        off = self.dice.below(2 * shaky + 1) - shaky
        cell = (2 * millimetres + CELL) // (2 * CELL) + off
        return 1 + min(max(0, choices // 2 + cell), choices - 1)


def drowsy(key: bytes) -> TackBot:
    """Slow, and never attacks."""
    return TackBot(key, DROWSY)


def alert(key: bytes) -> TackBot:
    """Quick enough, and attacks when the cards leave no doubt."""
    return TackBot(key, ALERT)


def swift(key: bytes) -> TackBot:
    """As quick as a quick person; learns others' codes."""
    return TackBot(key, SWIFT)


def _passing(view: View) -> bool:
    return bool(view.stack) and view.stack[-1][0] is passing and bool(view.rights)


def _tokens(view: View) -> tuple[int, ...]:
    return view.zones[purse(view.seats, owner_of(view.seats, view.seat))]


def _colours(view: View, owner: int) -> int:
    return len(set(view.zones[purse(view.seats, owner)]))
