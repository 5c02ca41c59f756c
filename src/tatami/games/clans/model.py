"""A light model of a table of War of Clans, on which the bot tries its orders.

A position is read from a view once; then orders are given on it and taken back thousands of times,
too often for a World. What never changes in a turn is asked of the rules themselves: where a card
can go. What a position changes is stated again here, in numbers alone; tests/games/clans/
test_model.py proves, on positions of whole games, that it says the same as the rules.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Face, Option, Seat, View
from tatami.games.clans import asked
from tatami.games.clans.cards import CLAN, CLANS, NINJA, TROOP, Clan
from tatami.games.clans.rules import destinations, second_choices
from tatami.games.clans.zones import (
    ARMIES,
    ARMY,
    CLAN_OF,
    HAND,
    HAND_SIZE,
    HOME,
    PROVINCE,
    SHIELDED,
    Army,
    Province,
    army,
    places_at,
    provinces_elsewhere,
)

NO_CARDS: Final = 0
NO_ARMY: Final = ARMIES.all[0]
"""Stands for the strongest army where there is none, and is not looked at."""
SMALLEST_ATTACKER: Final = 2
"""C11: an army has a card at least, and whoever attacks it has more."""


class Order:
    """A first or a second order: how one answers to give it, and what it does."""

    __slots__ = ("card", "joins", "leaves", "ninja", "place", "shields", "troop")

    def __init__(
        self,
        card: Option,
        place: Option | None,
        shields: Army,
        *,
        troop: Clan | None = None,
        ninja: bool = False,
        leaves: Army | None = None,
        joins: Army | None = None,
    ) -> None:
        self.card = card
        """The answer to what is played or moved ..."""
        self.place = place
        """... and to where, if that is asked: not of a troop that is played at home."""
        self.shields = shields
        """C12: the army that cannot be attacked after it."""
        self.troop = troop
        """The clan of the troop card that leaves one's hand, if one does."""
        self.ninja = ninja
        """Whether a ninja leaves one's hand."""
        self.leaves = leaves
        """The army that loses a card, if one does."""
        self.joins = joins
        """The army that gains a card, if one does."""


class Model:
    """The armies, and one player's hand, before or after some orders of that player's turn."""

    __slots__ = (
        "at_home",
        "elsewhere",
        "hand",
        "home",
        "in_hand",
        "me",
        "ninjas",
        "provinces",
        "shielded",
        "strength",
        "total",
        "view",
    )

    def __init__(self, view: View) -> None:
        self.view = view
        self.me = view.seat
        self.home = HOME[self.me]
        self.at_home = places_at(self.home)
        """By clan: its army in one's own province."""
        self.provinces = PROVINCE.here(view)
        self.elsewhere = {province: ARMIES.elsewhere(view, province) for province in self.provinces}
        """By province: the armies of all others."""
        self._count_armies(view)
        self._count_hand(view.faces(HAND[self.me]))

    def _count_armies(self, view: View) -> None:
        """C4, C12: how strong each army and each clan is, and which armies are protected."""
        self.strength = [0] * len(ARMIES.all)
        """By army."""
        self.total = [0] * len(CLANS)
        """By clan: its cards in all provinces."""
        self.shielded = [view.marked(SHIELDED[one]) for one in ARMIES.all]
        """By army."""
        for province in self.provinces:
            for one in places_at(province):
                self.change(one, view.size(ARMY[one]))

    def change(self, one: Army, cards: int) -> None:
        """So many cards join an army; below 0 they leave it."""
        self.strength[one] += cards
        self.total[CLAN_OF[one]] += cards

    def _count_hand(self, mine: tuple[Face, ...]) -> None:
        self.hand = [mine.count(TROOP[clan]) for clan in CLAN.all]
        """By clan: its troop cards in one's hand."""
        self.ninjas = mine.count(NINJA)
        self.in_hand = len(mine)

    # -- orders

    def deploy(self, clan: Clan, province: Province) -> Order:
        """C6: a troop card into another's province."""
        joined = army(province, clan)
        place = asked.DEPLOY_INTO[province]
        return Order(asked.DEPLOY[clan], place, joined, troop=clan, joins=joined)

    def strike(self, target: Army) -> Order:
        """C7: a ninja at an army."""
        ninja, place = asked.SEND_NINJA.option, asked.STRIKE[target]
        return Order(ninja, place, target, ninja=True, leaves=target)

    def play(self, clan: Clan) -> Order:
        """C9: a troop card into one's own province."""
        joined = self.at_home[clan]
        return Order(asked.PLAY[clan], None, joined, troop=clan, joins=joined)

    def move(self, source: Army, province: Province) -> Order:
        """C9: a card from one province to another."""
        joined = army(province, CLAN_OF[source])
        card, place = asked.MOVE[source], asked.MOVE_INTO[province]
        return Order(card, place, joined, leaves=source, joins=joined)

    def can_give(self, order: Order) -> bool:
        """Whether the card that it needs is still there."""
        if order.troop is not None:
            return self.hand[order.troop] > 0
        return order.leaves is not None and self.strength[order.leaves] > 0

    def give(self, order: Order) -> None:
        """Carry it out, but for the protection of C12: see ``protect``."""
        self._move_cards(order, 1)

    def take_back(self, order: Order) -> None:
        """As if it had not been given."""
        self._move_cards(order, -1)

    def _move_cards(self, order: Order, cards: int) -> None:
        if order.troop is not None:
            self.hand[order.troop] -= cards
            self.in_hand -= cards
        if order.ninja:
            self.ninjas -= cards
            self.in_hand -= cards
        if order.leaves is not None:
            self.change(order.leaves, -cards)
        if order.joins is not None:
            self.change(order.joins, cards)

    def protect(self, order: Order) -> bool:
        """C12: the army that an order concerns cannot be attacked; whether it could not before."""
        before = self.shielded[order.shields]
        self.shielded[order.shields] = True
        return before

    # -- what the rules say of the position

    def to_draw(self) -> int:
        """C14: the cards that fill one's hand again, as far as the deck has them."""
        return HAND_SIZE - self.in_hand

    def armies_elsewhere(self) -> list[Army]:
        """C4: every army outside one's own province."""
        return [one for one in self.elsewhere[self.home] if self.strength[one]]

    def first_orders(self, cards: list[Option]) -> list[Order]:
        """C6, C7: each card with each province, or with each army, where it can go."""
        orders: list[Order] = []
        for card in cards:
            if asked.SEND_NINJA.fits(card):
                orders += [self.strike(target) for target in self.armies_elsewhere()]
            else:
                clan = asked.DEPLOY.of(card)
                into = provinces_elsewhere(self.view, self.me)
                orders += [self.deploy(clan, province) for province in into]
        return orders

    def second_cards(self) -> list[Option]:
        """C9: the troops in hand, then the armies of which a card can move."""
        troops = [clan for clan in CLAN.all if self.hand[clan]]
        return second_choices(troops, self.armies_elsewhere())

    def second_orders(self, cards: list[Option]) -> list[Order]:
        """C9, C10: each troop at home, each move to each other province."""
        orders: list[Order] = []
        for card in cards:
            if asked.PLAY.fits(card):
                orders.append(self.play(asked.PLAY.of(card)))
            else:
                source = asked.MOVE.of(card)
                into = destinations(self.view, source)
                orders += [self.move(source, province) for province in into]
        return orders

    def in_reach(self, province: Province) -> list[Army]:
        """C11: the armies elsewhere that are weaker than an army of another clan in a province.

        That army is the strongest; for those of the clan of the strongest, the next one.
        """
        strength, strongest = self.strength, NO_ARMY
        most = next_most = NO_CARDS
        for one in places_at(province):
            cards = strength[one]
            if cards > most:
                strongest, most, next_most = one, cards, most
            elif cards > next_most:
                next_most = cards
        if most < SMALLEST_ATTACKER:
            return []
        clan = CLAN_OF[strongest]
        return [
            one
            for one in self.elsewhere[province]
            if NO_CARDS < strength[one] < (next_most if CLAN_OF[one] == clan else most)
        ]

    def exposed(self) -> list[Army]:
        """C11, C12: the armies in reach that are not protected."""
        return [one for one in self.in_reach(self.home) if not self.shielded[one]]


def players_after(view: View, me: Seat, last: Seat | None) -> list[Seat]:
    """C15: whose turn comes after this one: everybody's, or only up to the last player's."""
    others = view.others(me)
    if last is None:
        return others
    return [] if last == me else others[: others.index(last) + 1]
