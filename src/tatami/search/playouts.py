"""Playing an imagined world on, every seat by the game's own bot from what that seat sees."""

from __future__ import annotations

from typing import Final

from tatami.bots.playout import playout
from tatami.engine.asking import ONE, Answer
from tatami.engine.flow import act, expire, options, waiting
from tatami.engine.look import glimpse
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.guide import Guide, Player
from tatami.search.budget import Budget
from tatami.search.dream import part_of_key
from tatami.search.finding import Course, Played
from tatami.search.rewards import worth

LINE: Final = 4
"""How many answers of a playout are remembered."""
MOST_STEPS: Final = 20_000
"""A playout that goes on for longer is cut off and judged as it stands."""


class Playout:
    """Plays worlds on that began at one view."""

    def __init__(self, view: View, guide: Guide, key: bytes) -> None:
        self.view = view
        self.guide = guide
        self.key = key

    def run(self, w: World, number: int, budget: Budget) -> tuple[list[float], Course] | None:
        """Play a world on, with the chance of that number: its worth, and what came first.

        None where time was up before.
        """
        seed = int.from_bytes(part_of_key(self.key, "dice", number)[:4], "big")
        if self.guide.light is not None and not w.over:
            return self.guide.light(w, seed), ()
        line: Course | None = ()
        if self.guide.prior is None:
            playout(w, seed, w.game.longest)
        else:
            line = self._by_bots(w, seed, number, budget)
        return None if line is None else (worth(self.guide, w), line)

    def _by_bots(self, w: World, seed: int, number: int, budget: Budget) -> Course | None:
        """Every seat by the game's bot: what came first; None where time was up."""
        prior, until, whim = self.guide.prior, self.guide.until, self.guide.whim
        assert prior is not None
        bots: dict[int, Player] = {}
        line: list[Played] = []
        state = seed & 0xFFFFFFFF
        for _ in range(MOST_STEPS):
            ask = w.ask
            if w.over or ask is None or (until is not None and until(self.view, w)):
                break
            at = 0
            if ask.terms.close != ONE:
                asked = waiting(w)
                if not asked:
                    expire(w)
                    continue
                at = asked[0]
            allowed = options(w, at)
            if len(allowed) == 1 and not ask.terms.high:
                act(w, allowed[0], at)
                continue
            state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
            seat = ask.seats[at]
            given: Answer
            if state >> 24 < whim:
                given = allowed[(state >> 8 & 0xFFFF) * len(allowed) >> 16]
            else:
                if budget.is_up():
                    return None
                if seat not in bots:
                    bots[seat] = prior(part_of_key(self.key, f"bot {seat}", number))
                given = bots[seat].decide(self.seen(w, seat))
            if len(line) < LINE:
                line.append((seat, ask.question.key, given))
            act(w, given, at)
        return tuple(line)

    def seen(self, w: World, seat: int) -> View:
        """What a seat sees in an imagined world; what has been said, all have heard."""
        found = glimpse(w, seat, self.guide.facts)
        found.remarks = self.view.remarks
        found.happened = self.view.happened
        return found


def usual(lines: list[Course]) -> Course:
    """What usually followed: move by move what most of those did that went like this so far."""
    found: list[Played] = []
    left = lines
    while left and len(found) < LINE:
        at = len(found)
        counts: dict[Played, int] = {}
        for line in left:
            if len(line) > at:
                counts[line[at]] = counts.get(line[at], 0) + 1
        if not counts:
            break
        best = max(counts, key=lambda move: counts[move])
        found.append(best)
        left = [line for line in left if len(line) > at and line[at] == best]
    return tuple(found)
