"""What the sly bot places: every way to place is weighed, with its power and what it ends."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Face, Option
from tatami.games.wataah import asked
from tatami.games.wataah.bot_worth import Worth
from tatami.games.wataah.cards import RONIN, STRENGTH, Clan
from tatami.games.wataah.placing import (
    FEWEST_ADDED,
    cards_for,
    cards_for_new,
    fewest_real,
    most_added,
    most_real,
)
from tatami.games.wataah.powers import triggered
from tatami.games.wataah.zones import is_grand_master, is_next_the_fourth

VICTORY: Final = 100.0
"""What it is worth to end a round as its leader."""
NEXT_CLAN: Final = 2.0
"""What a new clan is worth beside its strength: a step toward the end."""
REGRET: Final = 0.5
"""How much of what a card is worth in hand one regrets when it is placed."""
TIRED: Final = 0.2
"""Below this zeal a round is ended at any price."""


class Plan:
    """A way to place: the answer, what it is worth, and what goes with it."""

    __slots__ = ("cards", "laid", "on", "what", "worth")

    def __init__(self, what: Option, worth: float, cards: list[Face], laid: int, on: Clan) -> None:
        self.what = what
        self.worth = worth
        self.cards = cards
        """The cards that are picked: without the Ronin that ``what`` names."""
        self.laid = laid
        """How many cards of a clan are placed, those Ronin included; 0 for a Yokai."""
        self.on = on
        """The clan that is placed or reinforced."""


class Placer:
    """Weighs everything that can be placed now; ``regret`` is for what could have been kept."""

    def __init__(self, worth: Worth, options: list[Option], regret: float = REGRET) -> None:
        self.worth = worth
        self.regret = regret
        self.view = worth.view
        self.me = worth.me
        self.kept = worth.keeps(worth.hand)
        self.options = options

    def best(self) -> Plan | None:
        """The best of all; None where it is best to place nothing."""
        found: Plan | None = None
        for what in self.options:
            if not asked.PLACE_NOTHING.fits(what) and not asked.USE_AT_PLACE.fits(what):
                plan = self.best_with(what)
                if plan.worth > (0.0 if found is None else found.worth):
                    found = plan
        return found

    def best_with(self, what: Option) -> Plan:
        """The best cards for one answer to ``asked.PLACE``."""
        if asked.SUMMON.fits(what):
            return self._summon(what, asked.SUMMON.of(what))
        if asked.REINFORCE.fits(what):
            return self._reinforce(what, asked.REINFORCE.of(what))
        return self._new_clan(what, *asked.new_clan_of(what))

    def _new_clan(self, what: Option, clan: Clan, ronin: int) -> Plan:
        """Each number of cards, the strongest of them."""
        held = cards_for_new(self.view, self.me, clan)
        most = min(most_real(ronin), len(held))
        plans = [
            self._placed(what, clan, strongest(held, number), ronin, True)
            for number in range(fewest_real(ronin), most + 1)
        ]
        return max(plans, key=lambda plan: plan.worth)

    def _reinforce(self, what: Option, clan: Clan) -> Plan:
        """Each number of cards, the strongest of them; Ronin fill up."""
        fitting = cards_for(self.view, self.me, clan)
        most = min(most_added(self.view, self.me, clan), len(fitting))
        plans = [
            self._placed(what, clan, strongest(fitting, number), 0, False)
            for number in range(FEWEST_ADDED, most + 1)
        ]
        return max(plans, key=lambda plan: plan.worth)

    def _placed(self, what: Option, clan: Clan, cards: list[Face], ronin: int, new: bool) -> Plan:
        """What it is worth to place these cards and so many Ronin."""
        laid = cards + [RONIN] * ronin
        left = self.worth.hand[:]
        for face in laid:
            left.remove(face)
        gain = float(sum([STRENGTH[face] for face in laid]))
        value = gain + self.worth.scoring_extra(clan, laid)
        value -= self.regret * self.worth.zeal * sum([self.kept[face] for face in laid])
        size = triggered(self.view, clan, len(laid))
        if size is not None:
            value += self.worth.zeal * self.worth.power(clan, size, left)
        if new:
            value += NEXT_CLAN
            if is_next_the_fourth(self.view, self.me):
                value += self._end(gain)
        return Plan(what, value, sorted(cards), len(laid), clan)

    def _end(self, gain: float) -> float:
        """W20: what it is worth to end the round with this clan: a lot to the leader only."""
        scores = self.worth.scores
        mine = scores[self.me] + gain
        ahead = len([foe for foe in self.worth.foes if scores[foe] >= mine])
        if ahead == 0 or self.worth.zeal < TIRED:
            return VICTORY
        if not is_grand_master(self.view):
            return -VICTORY
        return -VICTORY if ahead > 1 or self.view.seats == 2 else -VICTORY / 4

    def _summon(self, what: Option, face: Face) -> Plan:
        """On the clan of which one holds fewest cards."""
        left = self.worth.hand[:]
        left.remove(face)
        means = self.worth.means
        clan = min(means.room, key=lambda one: (means.held[one], one))
        value = float(STRENGTH[face] + self.worth.scoring_extra(clan, [face]))
        value += self.worth.zeal * (
            self.worth.yokai_power(face, clan, left) - self.regret * self.kept[face]
        )
        return Plan(what, value, [], 0, clan)


def strongest(cards: list[Face], number: int) -> list[Face]:
    """So many of these cards, the strongest first."""
    return sorted(cards, key=lambda face: (-STRENGTH[face], face))[:number]
