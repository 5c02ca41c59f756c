"""The steady bot of War of Clans: it plans a whole turn and judges where the turn leads.

Its answer follows from its key and the view alone; it remembers nothing between two answers, so it
can take over a seat in the middle of a game. At every question it looks through what is left of
the turn (first order, second order, attack) on the light ``model`` of the provinces and its hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tatami.engine.asking import Answer
from tatami.engine.dice import block
from tatami.engine.rules import Face, Option, Question, View
from tatami.games.clans import asked
from tatami.games.clans.cards import BLUE_CARDS, CLAN, CLANS, TROOP, TROOPS, Clan
from tatami.games.clans.model import Model, Order, players_after
from tatami.games.clans.rules import targets
from tatami.games.clans.zones import (
    CLAN_OF,
    DECK,
    DISCARD,
    HAND_SIZE,
    HOME,
    LAST,
    Army,
    Province,
    serves,
)
from tatami.games.guide import squashed

PLAYED: Final = 1.7
"""Cards that leave a hand in a turn, on average ..."""
MOST_PLAYED: Final = 2
"""... and at most: one by each of two orders."""
ALIKE: Final = 0
"""The cards that are drawn, where they are as many whatever is chosen."""
LEAST_RIVAL: Final = 0.1
"""As a share of a rival: a clan that everybody lets fall."""
HOPELESS: Final = -1.0
"""Below whatever an end of a turn can be worth."""

# -- chance: a block of random bytes for each size of the deck, and one of its own

LARGEST_BYTE: Final = 255.0
CARD_BYTES: Final = range(max(asked.FIRST_CARD.size, asked.SECOND.size))
"""Of a block those for what an order is given with, one for each option ..."""
PLACE_BYTES: Final = range(32, 32 + max(asked.NINJA_AT.size, asked.TARGET.size))
"""... those for where it is given or an army attacks, one for each option ..."""
CLAN_BYTES: Final = range(40, 40 + len(CLAN.all))
"""... and those for whom one dreads, one for each clan: some of the same.

Ranges, as mypyc takes a ``slice`` object between brackets for a number."""
COVER_BLOCK: Final = 1 << 32
"""The block that chooses the cover clan: no deck is as large."""


class Temper:
    """What the bot weighs. Unless said otherwise, the unit is a card on the table."""

    __slots__ = (
        "bluff",
        "bluff_ends",
        "doubt",
        "drawn",
        "firsts",
        "held",
        "home",
        "ninja",
        "pressure",
        "reach",
        "seconds",
        "spread",
        "spread_round",
        "unseen",
        "whim",
    )

    def __init__(
        self,
        held: float = 0.9,
        ninja: float = 0.5,
        drawn: float = 0.3,
        home: float = 0.1,
        unseen: float = 0.3,
        reach: float = 0.6,
        pressure: float = 1.5,
        spread: float = 0.7,
        spread_round: float = 0.7,
        doubt: float = 0.25,
        bluff: float = 0.5,
        bluff_ends: int = 20,
        whim: float = 0.001,
        firsts: int = 5,
        seconds: int = 6,
    ) -> None:
        self.held = held
        """What a card of one's own clan is worth while it is kept in hand for later."""
        self.ninja = ninja
        """What a ninja is worth while it is kept."""
        self.drawn = drawn
        """What a fresh card is worth."""
        self.home = home
        """What a card of one's clan is worth more at home: ties go by them (C18)."""
        self.unseen = unseen
        """The share of a clan's unseen cards that will stand in a province in the end."""
        self.reach = reach
        """What it takes off a rival clan to be in reach of one's own next attack."""
        self.pressure = pressure
        """The most rounds of attacks that are looked ahead."""
        self.spread = spread
        """By how much a clan's lead is uncertain at the end of the game..."""
        self.spread_round = spread_round
        """... and by how much more for each round before it."""
        self.doubt = doubt
        """How fast a clan that is hit and not rebuilt is taken for a neutral one, as a share."""
        self.bluff = bluff
        """The share of the early game that is played for the cover clan."""
        self.bluff_ends = bluff_ends
        """The size of the deck at which the bluff is over."""
        self.whim = whim
        """The most that a passing whim adds to an order, as a chance of winning."""
        self.firsts = firsts
        self.seconds = seconds
        """How many first and second orders are combined."""


STEADY: Final = Temper()


class SteadyBot:
    """Hides behind a cover clan early, plays for its own late, and strikes the leader."""

    def __init__(self, key: bytes, temper: Temper = STEADY) -> None:
        self.key = key
        self.temper = temper

    def decide(self, view: View) -> Answer:
        """The first step of the best way to finish this turn."""
        offer = view.offers[0]
        options = [Option(option) for option in offer.options]
        if len(options) == 1:
            return options[0]
        return ANSWERS[offer.question](Turn(view, self.key, self.temper), options)


class Turn(Model):
    """A seat's turn on a light model of the table: how good it is where its orders lead."""

    __slots__ = (
        "bluff",
        "card_whims",
        "clan_whims",
        "cover",
        "dread",
        "foes",
        "later",
        "own",
        "place_whims",
        "rivals",
        "rounds",
        "scale",
        "temper",
        "unseen",
    )

    def __init__(self, view: View, key: bytes, temper: Temper) -> None:
        super().__init__(view)
        deck = view.size(DECK)
        fallen = view.faces(DISCARD)
        self.temper = temper
        self.own = serves(view, self.me)
        self.unseen = self._unseen(fallen)
        self._look_at_the_clock(view, deck)
        self._take_whims(key, deck)
        full = BLUE_CARDS - HAND_SIZE * view.seats
        self.bluff = self._bluff(deck, full)
        self.rivals = self._rivals(fallen, len(CLANS) - view.seats, 1.0 - deck / full)
        self.dread = self._dread()

    def _unseen(self, fallen: tuple[Face, ...]) -> list[float]:
        """What each clan may yet gain: a share of its cards that this seat has not seen."""
        share = self.temper.unseen
        return [
            share * (TROOPS - fallen.count(TROOP[clan]) - self.hand[clan] - self.total[clan])
            for clan in CLAN.all
        ]

    def _take_whims(self, key: bytes, deck: int) -> None:
        """Passing whims, and the cover clan, which is the same all game: another than one's own."""
        drawn = block(key, deck)
        self.card_whims = self._whims(drawn, CARD_BYTES)
        self.place_whims = self._whims(drawn, PLACE_BYTES)
        self.clan_whims = self._whims(drawn, CLAN_BYTES)
        others = CLAN.all[self.own + 1 :] + CLAN.all[: self.own]
        self.cover = others[block(key, COVER_BLOCK)[0] % len(others)]

    def _whims(self, drawn: bytes, bytes_of: range) -> list[float]:
        """A passing whim for each option of a kind, or each clan."""
        return [drawn[at] * self.temper.whim / LARGEST_BYTE for at in bytes_of]

    def _rivals(self, fallen: tuple[Face, ...], neutral: int, played: float) -> list[float]:
        """How much each clan counts as a rival: one that is hit and not rebuilt may be neutral.

        C2: nobody knows the neutral clans, but nobody spares them either.
        """
        trust = self.temper.doubt * neutral * played
        stand = [self.total[clan] - fallen.count(TROOP[clan]) for clan in CLAN.all]
        usual = (sum(stand) - stand[self.own]) / (len(CLANS) - 1)
        return [min(1.0, max(LEAST_RIVAL, 1.0 + trust * (at - usual))) for at in stand]

    def _look_at_the_clock(self, view: View, deck: int) -> None:
        """C15: who plays after this turn, for how many rounds, and how much one can play later."""
        temper = self.temper
        last = view.who_has(LAST)
        turns = 0.0 if last is not None else 1.0 + deck / (PLAYED * view.seats)
        self.rounds = 1.0 if last is not None else min(temper.pressure, turns)
        self.foes = [HOME[foe] for foe in players_after(view, self.me, last)]
        self.later = int(MOST_PLAYED * turns)
        self.scale = 1.0 / (temper.spread + temper.spread_round * turns)

    def _bluff(self, deck: int, full: int) -> float:
        """How much this turn is played for the cover clan: less and less, then not at all."""
        ends = self.temper.bluff_ends
        if deck <= ends:
            return 0.0
        return self.temper.bluff * min(1.0, 2.0 * (deck - ends) / (full - ends))

    def _dread(self) -> list[Clan]:
        """The clans in the order in which one would like them to lose a card."""
        strong = self._strengths()
        worth = [self._worth_without(clan, strong) for clan in CLAN.all]
        return sorted(CLAN.all, key=lambda clan: -worth[clan])

    def _worth_without(self, clan: Clan, strong: list[float]) -> float:
        """What the position would be worth if that clan had a card less."""
        less = strong[:]
        less[clan] -= 1.0
        return self._worth(less, ALIKE) + self.clan_whims[clan]

    # -- judging a position

    def judge(self, drawn: int) -> float:
        """How good it is to end the turn like this, about as a chance of winning."""
        return self._worth(self._strengths(), drawn)

    def _worth(self, strong: list[float], drawn: int) -> float:
        worth = self._chance(strong, self.own, drawn)
        if self.bluff:
            worth += self.bluff * (self._chance(strong, self.cover, drawn) - worth)
        return worth

    def _strengths(self) -> list[float]:
        """The cards that each clan can expect to have in the end, one's own hand left aside."""
        unseen, total = self.unseen, self.total
        strong = [unseen[clan] + total[clan] for clan in CLAN.all]
        for foe in self.foes:
            self._suffer(foe, strong)
        if self.later:
            self._threaten(strong)
        return strong

    def _suffer(self, foe: Province, strong: list[float]) -> None:
        """Another's attacks: of the armies in their reach, each is as likely as the next."""
        reached = self.in_reach(foe)
        if reached:
            loss = self.rounds / len(reached)
            for target in reached:
                strong[CLAN_OF[target]] -= loss

    def _threaten(self, strong: list[float]) -> None:
        """One's own next attack: on the strongest other clan in reach."""
        best: Clan | None = None
        for target in self.in_reach(self.home):
            clan = CLAN_OF[target]
            if clan != self.own and (best is None or strong[clan] > strong[best]):
                best = clan
        if best is not None:
            strong[best] -= self.temper.reach

    def _chance(self, strong: list[float], served: Clan, drawn: int) -> float:
        """The chance that a clan ends above each of the others, were their leads independent."""
        temper = self.temper
        mine = strong[served] + temper.home * self.strength[self.at_home[served]]
        if self.later:
            mine += temper.held * min(self.hand[served], self.later)
            mine += temper.ninja * self.ninjas + temper.drawn * drawn
        chance = 1.0
        scale = self.scale
        for clan in CLAN.all:
            if clan != served:
                behind = squashed((strong[clan] - mine) * scale)
                chance *= 1.0 - self.rivals[clan] * behind
        return chance

    # -- orders

    def _whim(self, order: Order) -> float:
        """What a passing whim adds to an order; a troop at home gets that of a move there."""
        place = asked.MOVE_INTO[self.home] if order.place is None else order.place
        return self.card_whims[order.card] + self.place_whims[place]

    def _ranked(self, orders: list[Order]) -> list[Order]:
        """The best first, taken by themselves."""
        worth: dict[Order, float] = {}
        for order in orders:
            self.give(order)
            worth[order] = self.judge(self.to_draw()) + self._whim(order)
            self.take_back(order)
        return sorted(orders, key=lambda order: -worth[order])

    # -- the first order

    def best_first(self, orders: list[Order]) -> Order:
        """The first order that the best turn begins with."""
        return self.best_turn(orders)[0]

    def best_turn(self, orders: list[Order]) -> tuple[Order, Order | None]:
        """The orders of the best turn; no second one where none that was thought of can follow."""
        ranked = self._ranked(orders)
        chosen = ranked[0]
        self.give(chosen)
        seconds = self._ranked(self.second_orders(self.second_cards()))
        self.take_back(chosen)
        best, then = HOPELESS, None
        for first in ranked[: self.temper.firsts]:
            value, second = self._worth_of_turn(first, seconds[: self.temper.seconds])
            if value > best:
                best, chosen, then = value, first, second
        return chosen, then

    def _worth_of_turn(self, first: Order, seconds: list[Order]) -> tuple[float, Order | None]:
        """What a turn is worth that begins with an order, and the best of these to go on with."""
        self.give(first)
        before = self.protect(first)
        worth, then = HOPELESS, None
        for second in seconds:
            if self.can_give(second):
                value = self._worth_of_end(second)
                if then is None or value > worth:
                    worth, then = value, second
        if then is None:  # none of these can be given after it: it is worth what the attack leaves
            worth = self._attack_and_judge()
        self.shielded[first.shields] = before
        self.take_back(first)
        return worth + self._whim(first), then

    # -- the second order

    def best_second(self, orders: list[Order]) -> Order:
        """The second order that the best rest of the turn begins with."""
        ranked = self._ranked(orders)
        many = 2 * self.temper.seconds  # there is no first order to combine them with
        return max(ranked[:many], key=self._worth_of_end)

    def _worth_of_end(self, second: Order) -> float:
        """What a turn is worth that ends with a second order and the attack that follows."""
        self.give(second)
        before = self.protect(second)
        value = self._attack_and_judge() + self._whim(second)
        self.shielded[second.shields] = before
        self.take_back(second)
        return value

    # -- the third order

    def _attack_and_judge(self) -> float:
        """C13: what the turn is worth when the most dreaded clan in reach is hit."""
        target = self._likely_target()
        drawn = self.to_draw()
        return self.judge(drawn) if target is None else self._judge_hit(target, drawn)

    def _judge_hit(self, target: Army, drawn: int) -> float:
        """C11: what the turn is worth when that army has lost a card."""
        self.change(target, -1)
        value = self.judge(drawn)
        self.change(target, 1)
        return value

    def _likely_target(self) -> Army | None:
        """The largest army in reach of the most dreaded clan."""
        best: Army | None = None
        for one in self.exposed():
            if best is None or self._rather(one, best):
                best = one
        return best

    def _rather(self, one: Army, other: Army) -> bool:
        """Whether one would rather hit this army than another."""
        clan, clan_of_other = CLAN_OF[one], CLAN_OF[other]
        if clan == clan_of_other:
            return self.strength[one] > self.strength[other]
        return self.dread.index(clan) < self.dread.index(clan_of_other)

    def best_attack(self, attackers: list[Clan]) -> tuple[Option, Army]:
        """C11: an army that can hit the best target, and that."""
        within = {clan: targets(self.view, self.me, clan) for clan in attackers}
        reached = {target for found in within.values() for target in found}
        target = self.best_target(sorted(reached))  # of equals the same one always
        able = [clan for clan in attackers if target in within[clan]]
        return asked.WITH[able[0]], target

    def best_target(self, reached: list[Army]) -> Army:
        """The army to hit, of these."""
        return max(reached, key=self._worth_of_hit)

    def _worth_of_hit(self, target: Army) -> float:
        return self._judge_hit(target, ALIKE) + self.place_whims[asked.AT[target]]


# -- what is asked


def _first_card(turn: Turn, options: list[Option]) -> Option:
    return turn.best_first(turn.first_orders(options)).card


def _deploy_to(turn: Turn, options: list[Option]) -> Option:
    clan = asked.DEPLOY.given(turn.view)
    into = [asked.DEPLOY_INTO.of(option) for option in options]
    return _where(turn.best_first([turn.deploy(clan, province) for province in into]))


def _ninja_at(turn: Turn, options: list[Option]) -> Option:
    struck = [asked.STRIKE.of(option) for option in options]
    return _where(turn.best_first([turn.strike(target) for target in struck]))


def _second(turn: Turn, options: list[Option]) -> Option:
    return turn.best_second(turn.second_orders(options)).card


def _move_to(turn: Turn, options: list[Option]) -> Option:
    source = asked.MOVE.given(turn.view)
    into = [asked.MOVE_INTO.of(option) for option in options]
    return _where(turn.best_second([turn.move(source, province) for province in into]))


def _attacker(turn: Turn, options: list[Option]) -> Option:
    return turn.best_attack([asked.WITH.of(option) for option in options])[0]


def _target(turn: Turn, options: list[Option]) -> Option:
    return asked.AT[turn.best_target([asked.AT.of(option) for option in options])]


def _where(order: Order) -> Option:
    assert order.place is not None, "only a troop that is played at home goes nowhere"
    return order.place


ANSWERS: Final[dict[Question, Callable[[Turn, list[Option]], Option]]] = {
    asked.FIRST_CARD: _first_card,
    asked.DEPLOY_TO: _deploy_to,
    asked.NINJA_AT: _ninja_at,
    asked.SECOND: _second,
    asked.MOVE_TO: _move_to,
    asked.ATTACKER: _attacker,
    asked.TARGET: _target,
}
"""How each question is answered."""
