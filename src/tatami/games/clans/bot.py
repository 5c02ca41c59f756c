"""The steady bot of War of Clans: it plans a whole turn and judges where the turn leads.

Its answer follows from its key and the view alone; it remembers nothing between two answers, so it
can take over a seat in the middle of a game. At every question it looks through what is left of
the turn (first order, second order, attack) on a light model of the provinces and its own hand.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.dice import SPAN, block
from tatami.engine.game import Answer
from tatami.engine.view import View
from tatami.games.clans.cards import LOYALTY, NINJA, NINJAS, TROOPS
from tatami.games.clans.rules import (
    ATTACKER,
    DECK,
    DEPLOY_TO,
    DISCARD,
    FIRST_CARD,
    FIRST_HAND,
    HAND_SIZE,
    LAST,
    MOVE_TO,
    NINJA_AT,
    SECOND,
    SHIELDED,
)

CLANS: Final = 5
BLUE: Final = CLANS * TROOPS + NINJAS
NONE: Final = -1
PLAYED: Final = 1.7
"""Cards that leave a hand in a turn, on average."""


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
        options = list(offer.options)
        if len(options) == 1:
            return options[0]
        turn = Turn(view, self.key, self.temper)
        question = offer.question
        if question is FIRST_CARD:
            return turn.best_first(turn.first_orders(options))[0]
        if question is DEPLOY_TO:
            return turn.best_first([(_answered(view), where) for where in options])[1]
        if question is NINJA_AT:
            return turn.best_first([(NINJA, place) for place in options])[1]
        if question is SECOND:
            return turn.best_second(turn.second_orders(options))[0]
        if question is MOVE_TO:
            return turn.best_second([(_answered(view), where) for where in options])[1]
        if question is ATTACKER:
            return turn.best_attacker(options)
        return turn.best_target(options)


def _answered(view: View) -> int:
    """The answer to the question before this one, in the same order."""
    given = view.stack[-1][2][0]
    assert isinstance(given, int)
    return given


class Turn:
    """A seat's turn on a light model: the armies by place, its own hand, the time that is left."""

    __slots__ = (
        "bluff",
        "cover",
        "dread",
        "foes",
        "hand",
        "home",
        "later",
        "me",
        "n",
        "ninjas",
        "own",
        "rivals",
        "rounds",
        "scale",
        "seats",
        "shielded",
        "temper",
        "unseen",
        "whims",
    )

    def __init__(self, view: View, key: bytes, temper: Temper) -> None:
        seats, me = view.seats, view.seat
        self.seats = seats
        self.me = me
        self.home = me * CLANS
        self.temper = temper
        first = FIRST_HAND + 2 * seats
        self.n = [len(cards) for cards in view.zones[first : first + CLANS * seats]]
        mine = view.zones[FIRST_HAND + me]
        self.hand = [mine.count(clan) for clan in range(CLANS)]
        self.ninjas = mine.count(NINJA)
        self.own = view.zones[FIRST_HAND + seats + me][0] - LOYALTY
        self.shielded = view.count[SHIELDED]
        self.unseen = self._unseen(view.zones[DISCARD])
        deck = len(view.zones[DECK])
        self._look_at_the_clock(deck, view.count[LAST])
        self.whims = [byte * temper.whim / 255.0 for byte in block(key, deck)]
        self.cover = (self.own + 1 + block(key, SPAN)[0] % (CLANS - 1)) % CLANS
        self.bluff = self._bluff(deck)
        self.rivals = self._rivals(deck, view.zones[DISCARD])
        self.dread = self._dread()

    def _unseen(self, fallen: tuple[int, ...]) -> list[float]:
        """What each clan may yet gain: a share of its cards that this seat has not seen."""
        share = self.temper.unseen
        return [
            share * (TROOPS - fallen.count(clan) - self.hand[clan] - sum(self.n[clan::CLANS]))
            for clan in range(CLANS)
        ]

    def _rivals(self, deck: int, fallen: tuple[int, ...]) -> list[float]:
        """How much each clan counts as a rival: one that is hit and not rebuilt may be neutral.

        C2: nobody knows the neutral clans, but nobody spares them either.
        """
        full = BLUE - HAND_SIZE * self.seats
        trust = self.temper.doubt * (CLANS - self.seats) * (1.0 - deck / full)
        stand = [sum(self.n[clan::CLANS]) - fallen.count(clan) for clan in range(CLANS)]
        usual = (sum(stand) - stand[self.own]) / (CLANS - 1)
        return [min(1.0, max(0.1, 1.0 + trust * (at - usual))) for at in stand]

    def _look_at_the_clock(self, deck: int, last: int) -> None:
        """C15: who plays after this turn, for how many rounds, and how much one can play later."""
        seats, me = self.seats, self.me
        temper = self.temper
        turns = 0.0
        if last:
            after = (last - 1 - me) % seats
            self.rounds = 1.0
        else:
            after = seats - 1
            turns = 1.0 + deck / (PLAYED * seats)
            self.rounds = min(temper.pressure, turns)
        self.foes = [(me + step) % seats for step in range(1, after + 1)]
        self.later = int(2.0 * turns)
        self.scale = 1.0 / (temper.spread + temper.spread_round * turns)

    def _bluff(self, deck: int) -> float:
        """How much this turn is played for the cover clan: less and less, then not at all."""
        ends = self.temper.bluff_ends
        if deck <= ends:
            return 0.0
        full = BLUE - HAND_SIZE * self.seats
        return self.temper.bluff * min(1.0, 2.0 * (deck - ends) / (full - ends))

    def _dread(self) -> list[int]:
        """The clans in the order in which one would like them to lose a card."""
        strong = self._strengths()
        gains: list[tuple[float, int]] = []
        for clan in range(CLANS):
            strong[clan] -= 1.0
            gains.append((-self._worth(strong, 0) - self.whims[40 + clan], clan))
            strong[clan] += 1.0
        gains.sort()
        return [clan for _, clan in gains]

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
        n = self.n
        unseen = self.unseen
        strong = [unseen[clan] + sum(n[clan::CLANS]) for clan in range(CLANS)]
        for foe in self.foes:
            self._suffer(foe, strong)
        if self.later:
            self._threaten(strong)
        return strong

    def _suffer(self, foe: int, strong: list[float]) -> None:
        """Another's attacks: of the armies in their reach, each is as likely as the next."""
        places = self._in_reach(foe)
        if places:
            loss = self.rounds / len(places)
            for place in places:
                strong[place % CLANS] -= loss

    def _threaten(self, strong: list[float]) -> None:
        """One's own next attack: on the strongest other clan in reach."""
        best = NONE
        for place in self._in_reach(self.me):
            clan = place % CLANS
            if clan != self.own and (best < 0 or strong[clan] > strong[best]):
                best = clan
        if best >= 0:
            strong[best] -= self.temper.reach

    def _in_reach(self, seat: int) -> list[int]:
        """C11: the armies elsewhere that are weaker than an army of another clan in a province."""
        n = self.n
        home = seat * CLANS
        row = n[home : home + CLANS]
        top = max(row)
        if top < 2:
            return []
        chief = row.index(top)
        row[chief] = 0
        second = max(row)
        return [
            place
            for place, size in enumerate(n)
            if 0 < size < top
            and (size < second or place % CLANS != chief)
            and not home <= place < home + CLANS
        ]

    def _chance(self, strong: list[float], served: int, drawn: int) -> float:
        """The chance that a clan ends above each of the others, were their leads independent."""
        temper = self.temper
        mine = strong[served] + temper.home * self.n[self.home + served]
        if self.later:
            mine += temper.held * min(self.hand[served], self.later)
            mine += temper.ninja * self.ninjas + temper.drawn * drawn
        chance = 1.0
        scale = self.scale
        for clan in range(CLANS):
            if clan != served:
                lead = (mine - strong[clan]) * scale
                chance *= 1.0 - self.rivals[clan] * (0.5 - 0.5 * lead / (1.0 + abs(lead)))
        return chance

    # -- the first order

    def first_orders(self, cards: list[int]) -> list[tuple[int, int]]:
        """C6, C7: each card with each province, or with each army, where it can go."""
        orders: list[tuple[int, int]] = []
        for card in cards:
            if card == NINJA:
                orders += [(NINJA, place) for place in self._armies_elsewhere()]
            else:
                orders += [(card, where) for where in range(self.seats) if where != self.me]
        return orders

    def best_first(self, orders: list[tuple[int, int]]) -> tuple[int, int]:
        """The first order that the best turn begins with."""
        ranked = self._rank_firsts(orders)
        chosen = ranked[0]
        self._give_first(chosen, 1)
        seconds = self._rank_seconds(self.second_orders(self._second_choices()))
        self._give_first(chosen, -1)
        best = -1.0
        for first in ranked[: self.temper.firsts]:
            before = self.shielded
            self._give_first(first, 1)
            value = self._best_end(seconds[: self.temper.seconds])[0] + self._whim(first)
            self._give_first(first, -1)
            self.shielded = before
            if value > best:
                best, chosen = value, first
        return chosen

    def _rank_firsts(self, orders: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The best first, taken by themselves."""
        ranked: list[tuple[float, int, int]] = []
        before = self.shielded
        for first in orders:
            self._give_first(first, 1)
            ranked.append((-self.judge(1) - self._whim(first), first[0], first[1]))
            self._give_first(first, -1)
        self.shielded = before
        ranked.sort()
        return [(card, where) for _, card, where in ranked]

    def _give_first(self, first: tuple[int, int], times: int) -> None:
        """C6, C7: carry out a first order, or undo it with ``times`` -1 (not the shield, C12)."""
        card, where = first
        if card == NINJA:
            self.n[where] -= times
            self.ninjas -= times
            self.shielded |= 1 << where
        else:
            self.n[where * CLANS + card] += times
            self.hand[card] -= times
            self.shielded |= 1 << where * CLANS + card

    def _whim(self, order: tuple[int, int]) -> float:
        return self.whims[order[0]] + self.whims[32 + order[1]]

    # -- the second order

    def _second_choices(self) -> list[int]:
        """C9: the troops in hand, then the armies of which a card can move."""
        choices = [clan for clan in range(CLANS) if self.hand[clan]]
        return choices + [CLANS + place for place in self._armies_elsewhere()]

    def second_orders(self, choices: list[int]) -> list[tuple[int, int]]:
        """C9, C10: each troop at home, each move to each other province."""
        orders: list[tuple[int, int]] = []
        for what in choices:
            if what < CLANS:
                orders.append((what, self.me))
            else:
                start = (what - CLANS) // CLANS
                orders += [(what, where) for where in range(self.seats) if where != start]
        return orders

    def best_second(self, orders: list[tuple[int, int]]) -> tuple[int, int]:
        """The second order that the best rest of the turn begins with."""
        ranked = self._rank_seconds(orders)
        return self._best_end(ranked[: 2 * self.temper.seconds])[1]

    def _rank_seconds(self, orders: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The best first, taken by themselves."""
        ranked: list[tuple[float, int, int]] = []
        before = self.shielded
        for second in orders:
            self._give_second(second, 1)
            value = self.judge(_drawn(second)) + self._whim(second)
            self._give_second(second, -1)
            ranked.append((-value, second[0], second[1]))
        self.shielded = before
        ranked.sort()
        return [(what, where) for _, what, where in ranked]

    def _best_end(self, seconds: list[tuple[int, int]]) -> tuple[float, tuple[int, int]]:
        """The best of these second orders, each with the attack that follows, and its worth."""
        best, chosen = -1.0, (NONE, NONE)
        for second in seconds:
            if not self._can_give(second):
                continue
            before = self.shielded
            self._give_second(second, 1)
            value = self._attack_and_judge(_drawn(second)) + self._whim(second)
            self._give_second(second, -1)
            self.shielded = before
            if value > best:
                best, chosen = value, second
        if best < 0.0:
            best = self._attack_and_judge(1)  # C10: none of them can be given
        return best, chosen

    def _can_give(self, second: tuple[int, int]) -> bool:
        what = second[0]
        return self.hand[what] > 0 if what < CLANS else self.n[what - CLANS] > 0

    def _give_second(self, second: tuple[int, int], times: int) -> None:
        """C9: carry out a second order, or undo it with ``times`` -1 (not the shield, C12)."""
        what, where = second
        clan = what % CLANS
        if what < CLANS:
            self.hand[clan] -= times
        else:
            self.n[what - CLANS] -= times
        self.n[where * CLANS + clan] += times
        self.shielded |= 1 << where * CLANS + clan

    def _armies_elsewhere(self) -> list[int]:
        home = self.home
        return [
            place for place, size in enumerate(self.n) if size and not home <= place < home + CLANS
        ]

    # -- the third order

    def _attack_and_judge(self, drawn: int) -> float:
        """C13: what the turn is worth when the most dreaded clan in reach is hit."""
        place = self._likely_target()
        if place < 0:
            return self.judge(drawn)
        self.n[place] -= 1
        value = self.judge(drawn)
        self.n[place] += 1
        return value

    def _likely_target(self) -> int:
        """The largest army in reach of the most dreaded clan."""
        best = NONE
        rank = CLANS
        for place in self._in_reach(self.me):
            if self.shielded >> place & 1:
                continue
            dreaded = self.dread.index(place % CLANS)
            if dreaded < rank or (dreaded == rank and self.n[place] > self.n[best]):
                best, rank = place, dreaded
        return best

    def best_attacker(self, attackers: list[int]) -> int:
        """C11: an army that can hit the best target."""
        exposed = [p for p in self._in_reach(self.me) if not self.shielded >> p & 1]
        target = self.best_target(exposed)
        able = [
            clan
            for clan in attackers
            if clan != target % CLANS and self.n[self.home + clan] > self.n[target]
        ]
        return able[0]

    def best_target(self, places: list[int]) -> int:
        """The army to hit, of these."""
        best, chosen = -1.0, places[0]
        for place in places:
            self.n[place] -= 1
            value = self.judge(0) + self.whims[32 + place]
            self.n[place] += 1
            if value > best:
                best, chosen = value, place
        return chosen


def _drawn(second: tuple[int, int]) -> int:
    """C14: how many cards one draws after this second order."""
    return 2 if second[0] < CLANS else 1
