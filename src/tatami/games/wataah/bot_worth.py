"""What the sly bot thinks cards, clans and powers are worth, in points of a round's score."""

from __future__ import annotations

from typing import Final

from tatami.games.wataah.cards import (
    BEAR,
    CARP,
    CLAN_OF,
    CROW,
    DRAGON,
    FIRST_YOKAI,
    FOX,
    MONKEY,
    POWER_OF,
    RAT,
    RONIN,
    SPIDER,
    STRENGTH,
    TENGU,
    TOAD,
)
from tatami.games.wataah.eyes import Eyes
from tatami.games.wataah.table import FULL, ROUND, TURNS
from tatami.games.wataah.temple_court import (
    CLOSED_FIST,
    FULL_RANKS,
    PAPER_WARDS,
    VEILED_BRIBES,
    YOKAI_PACT,
)

USUAL: Final = 3.37
"""The mean strength of a Shinobi card."""
RONIN_WORTH: Final = 3.0
SHARES: Final = [0.35, 0.6, 0.8, 0.9]
"""What a card in hand is worth, as a share of its strength, by how many of its clan one holds."""
SPARE: Final = 0.2
"""The same for a card that one will hardly place."""
YOKAI_WORTH: Final = {TENGU: 1.0}
LAST_ROUND: Final = 3
PATIENCE: Final = 9.0
"""How many turns of a round one plays before it gets long."""
TURNS_LEFT: Final = [5.5, 4.5, 3.0, 1.6, 1.0]
"""How many turns one may still expect, by the most clans that anybody has."""


class Worth:
    """A seat's table, weighed."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.me = eyes.me
        self.hand = [face for face in eyes.hand(eyes.me) if face >= 0]
        self.foes = eyes.others()
        self.scores = [eyes.strength(seat) - eyes.corruption(seat) for seat in range(eyes.seats)]
        self.clans = [len(eyes.places(seat)) for seat in range(eyes.seats)]
        self.turns = TURNS_LEFT[min(FULL, max(self.clans))]
        self.lasting = eyes.grand and eyes.count(ROUND) < LAST_ROUND
        """Whether hands are kept for another round (W24)."""
        weary = eyes.count(TURNS) / eyes.seats - PATIENCE
        self.zeal = 1.0 if weary <= 0.0 else 1.0 / (1.0 + 0.3 * weary)
        """W39: nobody need end a round, so a long one must tire: powers and savings count less."""
        best = max([self.scores[foe] for foe in self.foes])
        self.threat = [self._threat(seat, best) for seat in range(eyes.seats)]

    def _threat(self, seat: int, best: int) -> float:
        """How much a point less for an opponent is worth: most for the leader."""
        if seat == self.me:
            return -1.0
        if self.eyes.seats == 2:
            return 1.0
        near = self.scores[seat] >= best - 3
        return 0.7 if near else 0.3

    # -- cards in hand

    def keeps(self, cards: list[int]) -> dict[int, float]:
        """What each of these cards is worth in hand, one beside the others."""
        ronin = cards.count(RONIN)
        found: dict[int, float] = {}
        for face in cards:
            if face not in found:
                found[face] = self._keep(face, cards, ronin)
        return found

    def _keep(self, face: int, cards: list[int], ronin: int) -> float:
        if face == RONIN:
            return RONIN_WORTH
        if face >= FIRST_YOKAI:
            return self._keep_yokai(face)
        clan = CLAN_OF[face]
        strength = STRENGTH[face]
        lying = len(self.eyes.clan(9 * self.me + clan))
        better = len([one for one in cards if CLAN_OF[one] == clan and one > face])
        if lying:
            room = FULL - lying
            share = SHARES[-1] if better < room else SPARE if self.lasting else 0.05
            return share * strength
        group = len([one for one in cards if CLAN_OF[one] == clan])
        if better >= FULL:
            return SPARE * strength
        share = SHARES[min(group + (1 if ronin else 0), FULL) - 1]
        return share * strength + 0.3 * min(group, FULL)

    def _keep_yokai(self, face: int) -> float:
        power = YOKAI_WORTH.get(face, 2.5 if POWER_OF[face] != BEAR else 0.0)
        return 0.8 * STRENGTH[face] + power

    def hand_worth(self, cards: list[int]) -> float:
        """What a whole hand is worth."""
        kept = self.keeps(cards)
        return sum([kept[face] for face in cards])

    def least(self, cards: list[int], number: int) -> tuple[int, ...]:
        """The cards that one can do without, worst first, as a pick."""
        left = cards[:]
        given: list[int] = []
        for _ in range(number):
            kept = self.keeps(left)
            worst = min(kept, key=lambda face: (kept[face], face))
            left.remove(worst)
            given.append(worst)
        return tuple(sorted(given))

    def best(self, cards: list[int], number: int, beside: list[int]) -> tuple[int, ...]:
        """The cards that help most beside those one holds, as a pick."""
        left = cards[:]
        held = beside[:]
        taken: list[int] = []
        for _ in range(number):
            worths = {face: self.keeps([*held, face])[face] for face in dict.fromkeys(left)}
            chosen = max(worths, key=lambda face: (worths[face], face))
            left.remove(chosen)
            held.append(chosen)
            taken.append(chosen)
        return tuple(sorted(taken))

    def fresh_card(self) -> float:
        """What one more card from the deck is worth now: little where one has more than turns."""
        needed = 3.2 * self.turns
        worth = 1.9 * needed / (needed + 0.8 * len(self.hand))
        return worth + (0.35 if self.lasting else 0.0)

    def corruption_pays(self) -> bool:
        """W6: whether so many cards are worth the points they cost."""
        more = 1 if self.eyes.temple(self.me) == VEILED_BRIBES else 0
        drawn = min(USUAL + 2 + more, self.eyes.deck + len(self.eyes.jigoku))
        return self.fresh_card() * (drawn - 1.0) > USUAL

    # -- what lies on the table

    def card_loss(self, place: int, face: int) -> float:
        """What a clan loses with one card, and with what that card strands (W12)."""
        left = list(self.eyes.clan(place))
        left.remove(face)
        stranded = bool(left) and max([CLAN_OF[one] for one in left]) < 0
        gone = [face, *left] if stranded else [face]
        loss = float(sum([STRENGTH[one] for one in gone]))
        return loss + 1.5 if stranded or not left else loss

    def clan_loss(self, place: int) -> float:
        """What a player loses with a clan: its strength, and a step toward the four."""
        return sum([STRENGTH[face] for face in self.eyes.clan(place)]) + 2.5

    def returned(self, place: int, face: int) -> float:
        """What it is worth that a card goes back to hand; -1 stands for the whole clan."""
        seat = place // 9
        lost = self.clan_loss(place) if face < 0 else self.card_loss(place, face)
        cards = list(self.eyes.clan(place)) if face < 0 else [face]
        back = 0.55 * sum([STRENGTH[one] for one in cards])
        if seat == self.me:
            back += 1.5 * len([one for one in cards if one >= FIRST_YOKAI])
        return self.threat[seat] * (lost - back)

    def struck(self, place: int, face: int) -> float:
        """What it is worth to destroy a card, or with -1 the whole clan."""
        lost = self.clan_loss(place) if face < 0 else self.card_loss(place, face)
        return self.threat[place // 9] * lost

    def enemy_places(self) -> list[int]:
        """The opponents' clans that a power can hit."""
        eyes = self.eyes
        return [
            place
            for seat in self.foes
            for place in eyes.places(seat)
            if eyes.temple(seat) != PAPER_WARDS or len(eyes.clan(place)) < FULL
        ]

    def open_hands(self) -> list[int]:
        """The opponents with cards whom Rat and Fox can choose."""
        return [
            seat
            for seat in self.foes
            if self.eyes.hand(seat) and self.eyes.temple(seat) != CLOSED_FIST
        ]

    # -- powers

    def power(self, clan: int, big: bool, left: list[int]) -> float:
        """What a power is worth to one who holds these cards after placing."""
        if clan == CARP:
            return self.fresh_card() * (4 if big else 2)
        if clan == DRAGON:
            return self.fresh_card() * (3.6 if big else 1.8)
        if clan == CROW:
            return self._crow(3 if big else 2, left)
        if clan == RAT:
            return self._rat(3 if big else 2)
        if clan == FOX:
            return self._fox(big, left)
        if clan in (TOAD, SPIDER):
            return self._strike(clan, big)
        return self._copy(big, left) if clan == MONKEY else 0.0

    def _crow(self, number: int, left: list[int]) -> float:
        lying = list(self.eyes.jigoku)
        taken = self.best(lying, min(number, len(lying)), left)
        return 0.8 * (self.hand_worth([*left, *taken]) - self.hand_worth(left))

    def _rat(self, number: int) -> float:
        found = [
            self.threat[seat] * 0.9 * min(number, len(self.eyes.hand(seat)))
            for seat in self.open_hands()
        ]
        return max(found, default=0.0)

    def _fox(self, big: bool, left: list[int]) -> float:
        if not big:
            return 0.8 if self.open_hands() and left else 0.0
        return max([self.swap(seat, left) for seat in self.open_hands()], default=0.0)

    def swap(self, seat: int, left: list[int]) -> float:
        """W15: what it is worth to swap whole hands with an opponent."""
        theirs = self.fresh_card() * len(self.eyes.hand(seat))
        return (0.5 + self.threat[seat] / 2) * (theirs - self.hand_worth(left))

    def _strike(self, clan: int, big: bool) -> float:
        found = [0.0]
        for place in self.enemy_places():
            faces = [-1] if big else list(dict.fromkeys(self.eyes.clan(place)))
            for face in faces:
                hit = self.struck(place, face) if clan == SPIDER else self.returned(place, face)
                found.append(hit)
        return max(found)

    def _copy(self, big: bool, left: list[int]) -> float:
        """W18: the best power among the opponents' clans."""
        found = [0.0]
        for seat in self.foes:
            for place in self.eyes.places(seat):
                if place % 9 not in (MONKEY, BEAR):
                    found.append(self.power(place % 9, big, left))
        return max(found)

    def yokai_power(self, face: int, left: list[int]) -> float:
        """What a Yokai's own power is worth."""
        if face != TENGU:
            return self.power(POWER_OF[face], True, left)
        worth = 0.0
        for seat in range(self.eyes.seats):
            for place in self.eyes.places(seat):
                for one in self.eyes.clan(place):
                    if one >= FIRST_YOKAI:
                        worth += self.threat[seat] * STRENGTH[one]
        return worth - STRENGTH[TENGU]

    def scoring_extra(self, clan: int, cards: list[int]) -> float:
        """What one's Temple card adds at scoring for these cards on this clan."""
        temple = self.eyes.temple(self.me)
        if temple == YOKAI_PACT:
            return 2.0 * len([face for face in cards if face >= FIRST_YOKAI])
        lying = len(self.eyes.clan(9 * self.me + clan))
        return 3.0 if temple == FULL_RANKS and lying + len(cards) == FULL else 0.0
