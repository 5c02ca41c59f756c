"""What the sly bot places: every way to place is weighed, with its power and what it ends."""

from __future__ import annotations

from typing import Final, NamedTuple

from tatami.games.wataah.book import (
    FOUND,
    FOUND_WITH,
    PLACE_NOTHING,
    REINFORCE,
    SUMMON,
    USE_AT_PLACE,
)
from tatami.games.wataah.bot_worth import Worth
from tatami.games.wataah.cards import CLAN_OF, FIRST_YOKAI, RONIN, STRENGTH
from tatami.games.wataah.placing import LESSON
from tatami.games.wataah.table import EDICT, FULL

VICTORY: Final = 100.0
"""What it is worth to end a round as its leader."""
NEXT_CLAN: Final = 2.0
"""What a new clan is worth beside its strength: a step toward the end."""
REGRET: Final = 0.5
"""How much of what a card is worth in hand one regrets when it is placed."""


TIRED: Final = 0.2
"""Below this zeal a round is ended at any price."""


class Plan(NamedTuple):
    """A way to place: the option, the cards (or the clan that a Yokai joins), what it is worth."""

    what: int
    cards: tuple[int, ...]
    worth: float


class Placer:
    """Weighs everything that can be placed now."""

    def __init__(self, worth: Worth, options: list[int]) -> None:
        self.worth = worth
        self.eyes = worth.eyes
        self.me = worth.me
        self.kept = worth.keeps(worth.hand)
        self.options = [one for one in options if one < USE_AT_PLACE]

    def best(self) -> Plan:
        """The best of all, placing nothing included."""
        found = Plan(PLACE_NOTHING, (), 0.0)
        for what in self.options:
            if what != PLACE_NOTHING:
                plan = self.best_with(what)
                if plan.worth > found.worth:
                    found = plan
        return found

    def best_with(self, what: int) -> Plan:
        """The best cards for one option of ``PLACE``."""
        if what >= SUMMON:
            return self._summon(what)
        if what >= REINFORCE:
            return self._reinforce(what)
        ronin, clan = 0, what - FOUND
        if what >= FOUND_WITH:
            ronin, clan = (what - FOUND_WITH) % 3 + 1, (what - FOUND_WITH) // 3
        held = self.eyes.held(clan)
        plans = [
            self._placed(what, clan, held[len(held) - number :], ronin, True)
            for number in range(max(1, 2 - ronin), min(len(held), FULL - ronin) + 1)
        ]
        return max(plans, key=lambda plan: plan.worth)

    def _reinforce(self, what: int) -> Plan:
        """Each number of cards, the strongest first; Ronin fill up."""
        clan = what - REINFORCE
        room = FULL - len(self.eyes.clan(9 * self.me + clan))
        fitting = [face for face in self.worth.hand if CLAN_OF[face] == clan or face == RONIN]
        fitting.sort(key=lambda face: (-STRENGTH[face], face))
        plans = [
            self._placed(what, clan, fitting[:number], 0, False)
            for number in range(1, min(room, len(fitting)) + 1)
        ]
        return max(plans, key=lambda plan: plan.worth)

    def _placed(self, what: int, clan: int, cards: list[int], ronin: int, new: bool) -> Plan:
        """What it is worth to place these cards and so many Ronin."""
        laid = cards + [RONIN] * ronin
        left = self.worth.hand[:]
        for face in laid:
            left.remove(face)
        gain = float(sum([STRENGTH[face] for face in laid]))
        value = gain + self.worth.scoring_extra(clan, laid)
        value -= REGRET * self.worth.zeal * sum([self.kept[face] for face in laid])
        big = len(laid) > 2 or self.eyes.count(EDICT) == LESSON
        power = self.worth.power(clan, big, left) if len(laid) > 1 else 0.0
        value += self.worth.zeal * power
        if new:
            value += NEXT_CLAN
            if self.worth.clans[self.me] == FULL - 1:
                value += self._end(gain, clan, big)
        return Plan(what, tuple(sorted(cards)), value)

    def _end(self, gain: float, clan: int, big: bool) -> float:
        """W20: what it is worth to end the round with this clan: a lot to the leader only."""
        scores = self.worth.scores
        mine = scores[self.me] + gain
        ahead = len([foe for foe in self.worth.foes if scores[foe] >= mine])
        if ahead == 0 or self.worth.zeal < TIRED:
            return VICTORY
        if not self.eyes.grand:
            return -VICTORY
        return -VICTORY if ahead > 1 or self.eyes.seats == 2 else -VICTORY / 4

    def _summon(self, what: int) -> Plan:
        """On the clan where it leaves most room, or completes one where that counts."""
        face = FIRST_YOKAI + what - SUMMON
        left = self.worth.hand[:]
        left.remove(face)
        room = self.eyes.room(self.me)
        held = [len(self.eyes.held(clan)) for clan in room]
        clan = min(room, key=lambda one: (held[room.index(one)], one))
        value = STRENGTH[face] + self.worth.scoring_extra(clan, [face])
        value += self.worth.zeal * (self.worth.yokai_power(face, left) - REGRET * self.kept[face])
        return Plan(what, (clan,), value)
