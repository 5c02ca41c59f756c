"""Worlds that a view could be a view of: the one place where a search gets any."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from tatami.engine.dice import Dice
from tatami.engine.ledger import Ledger
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.guide import Belief, Guide

FINE: Final = 1 << 24
"""How finely chances are told apart."""
EXCHANGES: Final = 6
"""How often each hidden card on which a belief rests is offered for an exchange."""


def imagined(view: View, seed: bytes) -> World:
    """One world, drawn evenly from those that the view allows."""
    return view.imagine(seed)


def part_of_key(key: bytes, what: str, number: int) -> bytes:
    """A key of its own for one thing."""
    return blake2b(f"{what} {number}".encode(), key=key[:64], digest_size=32).digest()


class Dreams:
    """The worlds of one search, in their order; each is drawn when it is first asked for."""

    def __init__(self, view: View, guide: Guide, key: bytes) -> None:
        self.view = view
        self.key = key
        self.worlds: list[World] = []
        self.belief = None if guide.beliefs is None else guide.beliefs(view)

    def world(self, number: int) -> World:
        """World ``number``; nobody may change it, only copies of it."""
        while len(self.worlds) <= number:
            at = len(self.worlds)
            drawn = imagined(self.view, part_of_key(self.key, "world", at))
            if self.belief is not None:
                lean(self.view, drawn, self.belief, Dice(part_of_key(self.key, "lean", at)))
            self.worlds.append(drawn)
        return self.worlds[number]

    def forget(self, number: int) -> None:
        """World ``number`` and those after it have not been used."""
        del self.worlds[number:]


def lean(view: View, w: World, belief: Belief, dice: Dice) -> None:
    """Exchange hidden cards until a world is drawn by its weight (Metropolis).

    Two cards change places where the seat cannot tell: both are of one group of its ledger, and no
    bar nor the tale of the game speaks against it. So it stays a world that the view allows. Each
    exchange is as likely as the one that takes it back: without that, Metropolis does not hold.
    """
    exchange = Exchange(view, w)
    resting = [card for zone in belief.zones for card in exchange.hidden.get(zone, [])]
    resting = [card for card in resting if len(exchange.peers(card)) > 1]
    if not resting:
        return
    weight = belief.weight(w)
    for _ in range(EXCHANGES * len(resting)):
        one = resting[dice.below(len(resting))]
        peers = exchange.peers(one)
        other = peers[dice.below(len(peers))]
        if not exchange.swap(one, other):
            continue
        now = belief.weight(w)
        if now < weight and dice.below(FINE) * weight >= now * FINE:
            exchange.undo(one, other)
        else:
            weight = now


class Exchange:
    """Which hidden cards of a world can change places without the seat's noticing."""

    def __init__(self, view: View, w: World) -> None:
        self.world = w
        self.hidden = hidden_cards(view, w)
        self.zone_of = {card: zone for zone, cards in self.hidden.items() for card in cards}
        self.bars = view.facts[2]
        self.ledger = Ledger.of(view.seat, w.layout, view.facts)
        homes = self._homes(view)
        self.home = {card: homes[w.face[card]] for card in self.zone_of}
        self.pools: dict[int, list[int]] = {}
        for card, home in self.home.items():
            self.pools.setdefault(home, []).append(card)

    def _homes(self, view: View) -> list[int]:
        """The group of the ledger that alone can hold each face; -1 where there is none such."""
        found: list[int] = []
        for face in range(len(view.game.faces)):
            groups = [at for at, group in enumerate(view.facts[0]) if face in dict(group[0])]
            found.append(groups[0] if len(groups) == 1 else -1)
        return found

    def peers(self, card: int) -> list[int]:
        """The cards of the same group; none where the card's group is not certain."""
        home = self.home[card]
        return self.pools[home] if home >= 0 else []

    def swap(self, one: int, other: int) -> bool:
        """Exchange two cards where that changes something and the seat cannot tell."""
        face, here, there = self.world.face, self.zone_of[one], self.zone_of[other]
        if face[one] == face[other]:
            return False
        if here != there:
            if self._barred(here, face[one], face[other]):
                return False
            if self._barred(there, face[other], face[one]):
                return False
        self.undo(one, other)
        if self.ledger.tale and not self.ledger.fits_tale(self._laid()):
            self.undo(one, other)
            return False
        return True

    def undo(self, one: int, other: int) -> None:
        """Exchange two cards, or do so again."""
        face = self.world.face
        face[one], face[other] = face[other], face[one]

    def _barred(self, zone: int, goes: int, comes: int) -> bool:
        """Whether a bar of a place would be passed if one face went from there and another came."""
        for place, faces, most in self.bars:
            if place == zone:
                more = faces.count(comes) - faces.count(goes)
                if more > 0 and self._weighs(zone, faces) + more > most:
                    return True
        return False

    def _weighs(self, zone: int, faces: tuple[int, ...]) -> int:
        """How much the hidden cards of a place count in a bar."""
        face = self.world.face
        return sum([faces.count(face[card]) for card in self.hidden[zone]])

    def _laid(self) -> dict[int, list[int]]:
        face = self.world.face
        return {zone: [face[card] for card in cards] for zone, cards in self.hidden.items()}


def hidden_cards(view: View, w: World) -> dict[int, list[int]]:
    """The cards of an imagined world that the seat does not see, by zone."""
    found: dict[int, list[int]] = {}
    bit = 1 << view.seat
    for zone, cards in enumerate(w.zones):
        if w.layout.hand[zone]:
            unseen = [] if w.layout.sight[zone] & bit else cards[:]
        else:
            unseen = [card for card in cards if not w.seen[card] & bit]
        if unseen:
            found[zone] = unseen
    return found
