"""A game as one decision after another, for learners: whose it is, what can be done, doing it.

Several seats that are asked at once answer one after the other, sealed; who begins moves on from
ask to ask. A right is an action beside the options of whoever is asked something, and so is to
leave it; a seat that is asked nothing but holds a right either uses it or waits. What only a clock
would end is ended when nobody is left to decide.
"""

from __future__ import annotations

from typing import Any

from tatami.engine.asking import ONE
from tatami.engine.flow import act, expire, interrupt, options, sealed, waiting
from tatami.engine.world import World


class Turns:
    """The decisions of one world. ``seat`` is whose the next one is; -1 when the game is over."""

    __slots__ = ("acted", "at", "hushed", "seat", "w", "wait")

    def __init__(self, w: World, settled: bool = False) -> None:
        """``settled``: whoever makes this says whose decision comes next."""
        self.w = w
        self.wait = w.game.action_count
        self.acted = -1
        self.hushed = 0
        """Who waits until something has been done, as bits."""
        self.at = -1
        """The part of the ask that the next decision answers; -1: a right alone."""
        self.seat = -1
        if not settled:
            self.settle()

    def copy(self, w: World) -> Turns:
        """The same decisions of a copy of the world."""
        twin = Turns(w, True)
        twin.acted, twin.hushed = self.acted, self.hushed
        twin.at, twin.seat = self.at, self.seat
        return twin

    def __copy__(self) -> Turns:
        return self.copy(self.w.copy_watched())

    def __deepcopy__(self, memo: dict[int, object]) -> Turns:
        return self.copy(self.w.copy_watched())

    def __reduce__(self) -> tuple[Any, ...]:
        return (turns_again, (self.w, self.acted, self.hushed, self.at, self.seat))

    def imagined(self, w: World, player: int) -> Turns:
        """The same decisions in a world that a player imagines.

        Whose answer comes next follows from the order of the seats. Who waits with a right, and who
        has waited, can be a secret: of that the player knows only what it did itself.
        """
        twin = self.copy(w)
        twin.acted = w.acted
        if self.at < 0 and self.seat >= 0:
            done = self.seat == player or (self.hushed >> player) & 1
            twin.hushed = ((1 << player) - 1) | (self.hushed & (1 << player)) if done else 0
            if self.seat != player:
                twin.seat = twin._suspected(player, bool(done))
        return twin

    def _suspected(self, player: int, done: bool) -> int:
        """Who may be waiting with a right, as far as a player can tell that is not: a seat after
        its own if it has waited already, and before it if it would have to."""
        ask = self.w.ask
        assert ask is not None
        first, end = (player + 1 if done else 0), self.w.seats
        if not done and player not in ask.seats and self._rights(player):
            end = player
        those = [s for s in range(first, end) if s != player and s not in ask.seats]
        for seat in those:
            if self._rights(seat):
                return seat
        return those[0]

    def settle(self) -> None:
        """Find the next seat with something to decide; time is up where there is none."""
        w = self.w
        while not w.over and w.ask is not None:
            if w.acted != self.acted:
                self.acted = w.acted
                self.hushed = 0
            if w.ask.terms.close == ONE and not w.game.rights:
                self.at = 0
                self.seat = w.ask.seats[0]
                return
            if self._asked() or self._holding():
                return
            expire(w)
        self.at = self.seat = -1

    def _asked(self) -> bool:
        """Whether a part of the ask is open; who begins moves on from ask to ask.

        A seat with several parts answers the first of them first, as in its view.
        """
        ask = self.w.ask
        assert ask is not None
        given, seats = sealed(self.w), ask.seats
        number = len(seats)
        for step in range(number):
            at = (self.acted + step) % number
            if given[at] is None:
                self.seat, self.at = seats[at], 0
                while seats[self.at] != self.seat or given[self.at] is not None:
                    self.at += 1
                return True
        return False

    def _holding(self) -> bool:
        """Whether a seat that is asked nothing holds a right and has not waited yet."""
        ask = self.w.ask
        assert ask is not None
        for seat in range(self.w.seats):
            if seat not in ask.seats and not (self.hushed >> seat) & 1 and self._rights(seat):
                self.at, self.seat = -1, seat
                return True
        return False

    def part_for(self, seat: int) -> int:
        """The first part of the ask that a seat has still to answer; -1: none."""
        ask = self.w.ask
        if ask is None or self.w.over:
            return -1
        for at in waiting(self.w):
            if ask.seats[at] == seat:
                return at
        return -1

    def actions(self) -> list[int]:
        """What the next decision can be, as stable numbers."""
        return self.actions_for(self.seat, self.at)

    def actions_for(self, seat: int, at: int) -> list[int]:
        """What a seat can do about a part of the ask; -1: only its rights, or wait."""
        ask = self.w.ask
        if ask is None or seat < 0:
            return []
        found: list[int] = []
        if at >= 0:
            first = ask.question.first
            found = [first + option for option in options(self.w, at)]
        found += self._rights(seat)
        if at < 0:
            found.append(self.wait)
        return found

    def _rights(self, seat: int) -> list[int]:
        found: list[int] = []
        for right in self.w.game.rights:
            first = right.question.first
            found += [first + option for option in right.holds(self.w, seat)]
        return found

    def is_right(self, action: int) -> bool:
        """Whether an action is the use of a right."""
        for right in self.w.game.rights:
            first = right.question.first
            if first <= action < first + right.question.size:
                return True
        return False

    def act(self, action: int) -> None:
        """Take the next decision, unchecked, and go on to the one after it."""
        self.act_for(action, self.seat, self.at)
        self.settle()

    def act_for(self, action: int, seat: int, at: int) -> None:
        """Let a seat do something about a part of the ask, unchecked."""
        w = self.w
        ask = w.ask
        assert ask is not None
        if action == self.wait:
            self.hushed |= 1 << seat
        elif w.game.rights and self.is_right(action):
            for right in w.game.rights:
                option = action - right.question.first
                if 0 <= option < right.question.size:
                    interrupt(w, right, seat, option)
                    return
        else:
            act(w, action - ask.question.first, at)

    def why_not(self, action: int, seat: int) -> str:
        """Why a seat cannot take an action now, in a sentence that names the clause."""
        ask = self.w.ask
        if self.w.over or ask is None:
            return "the game is over"
        game = self.w.game
        where = f"{game.name}:{ask.question.clause}" if ask.question.clause else game.name
        return f"action {action} is not open to seat {seat}: {ask.question.key} ({where})"


def turns_again(w: World, acted: int, hushed: int, at: int, seat: int) -> Turns:
    """Decisions that were pickled."""
    twin = Turns(w, True)
    twin.acted, twin.hushed = acted, hushed
    twin.at, twin.seat = at, seat
    return twin


def spell(w: World, action: int) -> str:
    """An action in notation: ``second.what deploy:Oda``, or ``wait``."""
    for question in w.game.book.questions:
        if question.first <= action <= question.first + question.size:
            return f"{question.key} {question.spell(action - question.first)}"
    return "wait"
