"""The turn read a second time, plainly and slowly, to hold the rules against.

A scribe keeps a table of its own, made of names and numbers, and foretells every ask.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tatami.engine.referee import Referee
from tatami.games.clans.cards import CLANS
from tests.games.clans.positions import asked, hand, mover, options, play, zone


class Scribe:
    """What lies where, who is next, and who drew the last card."""

    def __init__(self, referee: Referee, choose: Callable[[list[str]], str]) -> None:
        self.referee = referee
        self.choose = choose
        self.seats = referee.seats
        self.deck = zone(referee, "deck")
        self.discard = Counter(zone(referee, "discard"))
        self.hands = [Counter(hand(referee, seat)) for seat in range(self.seats)]
        self.armies = Counter(
            {(p, c): len(zone(referee, f"army-{p}-{c}")) for p in range(self.seats) for c in CLANS}
        )
        self.me = -1 if referee.over else mover(referee)
        self.last = referee.world.count[1] - 1
        self.turns = 0
        self.over = referee.over

    def ask(self, key: str, expected: list[str]) -> list[str]:
        """The rules must ask exactly this of the player whose turn it is; an answer's words."""
        assert mover(self.referee) == self.me
        assert asked(self.referee) == key
        assert options(self.referee) == set(expected)
        answer = self.choose(sorted(expected))
        play(self.referee, answer)
        return answer.split(":")[1:]

    def province(self, answer: str) -> int:
        return int(answer.removeprefix("province-"))

    def troops(self) -> list[str]:
        return [clan for clan in CLANS if self.hands[self.me][clan]]

    def others(self) -> list[tuple[int, str]]:
        """C4: the armies in other provinces."""
        return [(p, c) for (p, c), n in self.armies.items() if n > 0 and p != self.me]

    def places(self, verb: str, armies: list[tuple[int, str]]) -> list[str]:
        return [f"{verb}:province-{p}:{c}" for p, c in armies]

    def into(self, not_here: int) -> list[str]:
        return [f"into:province-{p}" for p in range(self.seats) if p != not_here]

    def lose(self, army: tuple[int, str]) -> None:
        self.armies[army] -= 1
        self.discard[army[1]] += 1

    def turn(self) -> None:
        """C5: the orders one after the other; C14: the refill."""
        self.turns += 1
        safe: set[tuple[int, str]] = set()
        self.first(safe)
        self.second(safe)
        self.third(safe)
        self.refill()

    def first(self, safe: set[tuple[int, str]]) -> None:
        """C6, C7, C8"""
        mine = self.hands[self.me]
        cards = [f"deploy:{clan}" for clan in self.troops()]
        if mine["Ninja"] and self.others():
            cards.append("ninja")
        if not cards:
            return
        card = self.ask("first.card", cards)
        if card:
            (where,) = self.ask("first.to", self.into(self.me))
            army = (self.province(where), card[0])
            mine[card[0]] -= 1
            self.armies[army] += 1
        else:
            where, clan = self.ask("first.ninja", self.places("strike", self.others()))
            army = (self.province(where), clan)
            mine["Ninja"] -= 1
            self.discard["Ninja"] += 1
            self.lose(army)
        safe.add(army)

    def second(self, safe: set[tuple[int, str]]) -> None:
        """C9, C10"""
        plays = [f"play:{clan}" for clan in self.troops()]
        choices = plays + self.places("move", self.others())
        if not choices:
            return
        what = self.ask("second.what", choices)
        if len(what) == 1:
            self.hands[self.me][what[0]] -= 1
            self.armies[(self.me, what[0])] += 1
        else:
            source = self.province(what[0])
            (where,) = self.ask("second.to", self.into(source))
            self.armies[(source, what[1])] -= 1
            self.armies[(self.province(where), what[1])] += 1
            safe.add((self.province(where), what[1]))

    def third(self, safe: set[tuple[int, str]]) -> None:
        """C11, C12, C13: every attacker against every target; what is no choice is not asked."""
        pairs = [
            (clan, army)
            for clan in CLANS
            for army in self.others()
            if self.armies[army] < self.armies[(self.me, clan)]
            and army[1] != clan
            and army not in safe
        ]
        attackers = sorted({clan for clan, _ in pairs})
        if len(attackers) > 1:
            attackers = self.ask("attack.with", [f"with:{clan}" for clan in attackers])
        targets = [army for clan, army in pairs if clan in attackers]
        if len(targets) > 1:
            where, clan = self.ask("attack.at", self.places("at", targets))
            targets = [(self.province(where), clan)]
        for army in targets:
            self.lose(army)

    def refill(self) -> None:
        """C14, C15"""
        mine = self.hands[self.me]
        had = len(self.deck)
        while mine.total() < 4 and self.deck:
            mine[self.deck.pop()] += 1
        if had and not self.deck:
            self.last = self.me
        elif not had and self.last == self.me:
            self.over = True
        self.me = (self.me + 1) % self.seats

    def agree(self) -> None:
        """The referee's table is the scribe's; a turn in which nothing can be asked has passed."""
        while not self.over and not self.troops() and not self.others():
            self.turn()
        fresh = Scribe(self.referee, self.choose)
        assert fresh.deck == self.deck
        assert fresh.discard == +self.discard
        assert fresh.hands == [+mine for mine in self.hands]
        assert fresh.armies == self.armies
        assert fresh.last == self.last
        assert fresh.over == self.over
        assert self.over or fresh.me == self.me

    def winners(self, serves: list[str]) -> list[int]:
        """C16, C17, C18: rung by rung."""
        total = [sum(n for (_, c), n in self.armies.items() if c == clan) for clan in serves]
        tied = [seat for seat in range(self.seats) if total[seat] == max(total)]
        home = {seat: self.armies[(seat, serves[seat])] for seat in tied}
        return [seat for seat in tied if home[seat] == max(home.values())]
