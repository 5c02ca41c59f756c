"""What the sly bot thinks cards, clans and powers are worth, in points of a round's score."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Face, Seat, View
from tatami.games.wataah.cards import (
    BIG,
    CARP,
    CLAN_ON,
    CROW,
    DRAGON,
    FOX,
    HAS_BIG_POWER_OF,
    IS_YOKAI,
    MONKEY,
    ONI,
    RAT,
    RONIN,
    SMALL,
    SPIDER,
    STRENGTH,
    TENGU,
    TOAD,
    Clan,
    Size,
    shinobi_cards,
)
from tatami.games.wataah.phases import drawn_besides
from tatami.games.wataah.placing import Means
from tatami.games.wataah.powers import (
    CARP_DRAWS,
    RAT_GNAWS,
    gnawed_off,
    is_useless,
    taken_by_crow,
    to_copy,
    to_gnaw_at,
    to_swap_cards_with,
    to_swap_hands_with,
)
from tatami.games.wataah.scoring import score_of
from tatami.games.wataah.sorts import CLAN_OF, IN_FRONT_OF, MOST_CARDS, OWNER_OF, Placed
from tatami.games.wataah.strikes import hit_among, stranded_by, to_destroy, to_send_back
from tatami.games.wataah.temple import added_by_clan
from tatami.games.wataah.zones import (
    DECK,
    FRONT,
    HAND,
    JIGOKU,
    STRENGTH_OF_ALL,
    TURNS,
    in_front,
    in_front_of_others,
    is_grand_master,
    is_last_round,
    own_front,
)

USUAL: Final = STRENGTH_OF_ALL / len(shinobi_cards())
"""The mean strength of a Shinobi card."""
DRAGON_WORTH: Final = {SMALL: 1.8, BIG: 3.6}
"""The Dragon's looks, in fresh cards."""
RONIN_WORTH: Final = 3.0
SHARES: Final = {1: 0.35, 2: 0.6, 3: 0.8, 4: 0.9}
"""What a card in hand is worth, as a share of its strength, by how many of its clan one holds."""
SPARE: Final = 0.2
"""The same for a card that one will hardly place."""
YOKAI_WORTH: Final = {TENGU: 1.0}
PATIENCE: Final = 9.0
"""How many turns of a round one plays before it gets long."""
TURNS_LEFT: Final = [5.5, 4.5, 3.0, 1.6, 1.0]
"""How many turns one may still expect, by the most clans that anybody has."""


class Worth:
    """A seat's table, weighed."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me = view.seat
        self.hand = [*view.faces(HAND[self.me])]
        self.means = Means(view, self.me)
        self.foes = view.others(self.me)
        seats = view.everyone()
        self.scores = [score_of(view, seat).total() for seat in seats]
        self.clans = [len(in_front(view, seat)) for seat in seats]
        self.turns = TURNS_LEFT[max(self.clans)]
        self.lasting = is_grand_master(view) and not is_last_round(view)
        """W24: whether another round follows, into which hands are kept."""
        weary = view.count[TURNS] / view.seats - PATIENCE
        self.zeal = 1.0 if weary <= 0.0 else 1.0 / (1.0 + 0.3 * weary)
        """W39: nobody need end a round, so a long one must tire: powers and savings count less."""
        best = max([self.scores[foe] for foe in self.foes])
        self.threat = [self._threat(seat, best) for seat in seats]

    def _threat(self, seat: Seat, best: int) -> float:
        """How much a point less for an opponent is worth: most for the leader."""
        if seat == self.me:
            return -1.0
        if self.view.seats == 2:
            return 1.0
        near = self.scores[seat] >= best - 3
        return 0.7 if near else 0.3

    # -- cards in hand

    def keeps(self, cards: list[Face]) -> dict[Face, float]:
        """What each of these cards is worth in hand, one beside the others."""
        ronin = cards.count(RONIN)
        found: dict[Face, float] = {}
        for face in cards:
            if face not in found:
                found[face] = self._keep(face, cards, ronin)
        return found

    def _kept_beside(self, face: Face, cards: list[Face]) -> float:
        """What one more card is worth in hand, beside these."""
        both = [*cards, face]
        return self._keep(face, both, both.count(RONIN))

    def _keep(self, face: Face, cards: list[Face], ronin: int) -> float:
        if face == RONIN:
            return RONIN_WORTH
        if IS_YOKAI[face]:
            return self._keep_yokai(face)
        clan = CLAN_ON[face]
        printed = STRENGTH[face]
        group = better = 0
        for one in cards:
            if CLAN_ON[one] == clan:
                group += 1
                if STRENGTH[one] > printed:
                    better += 1
        if clan in self.means.clans:
            room = self.means.room_for(clan)
            share = SHARES[MOST_CARDS] if better < room else SPARE if self.lasting else 0.05
            return share * printed
        if better >= MOST_CARDS:
            return SPARE * printed
        share = SHARES[min(group + (1 if ronin else 0), MOST_CARDS)]
        return share * printed + 0.3 * min(group, MOST_CARDS)

    def _keep_yokai(self, face: Face) -> float:
        power = YOKAI_WORTH.get(face, 2.5 if face != ONI else 0.0)
        return 0.8 * STRENGTH[face] + power

    def hand_worth(self, cards: list[Face]) -> float:
        """What a whole hand is worth."""
        kept = self.keeps(cards)
        return sum([kept[face] for face in cards])

    def least(self, cards: list[Face], number: int) -> list[Face]:
        """The cards that one can do without, worst first, as a pick."""
        left = cards[:]
        given: list[Face] = []
        for _ in range(number):
            kept = self.keeps(left)
            worst = min(kept, key=lambda face: (kept[face], face))
            left.remove(worst)
            given.append(worst)
        return sorted(given)

    def best(self, cards: list[Face], number: int, beside: list[Face]) -> list[Face]:
        """The cards that help most beside those one holds, as a pick."""
        left = cards[:]
        held = beside[:]
        taken: list[Face] = []
        for _ in range(number):
            worths = {face: self._kept_beside(face, held) for face in dict.fromkeys(left)}
            chosen = max(worths, key=lambda face: (worths[face], face))
            left.remove(chosen)
            held.append(chosen)
            taken.append(chosen)
        return sorted(taken)

    def fresh_card(self) -> float:
        """What one more card from the deck is worth now: little where one has more than turns."""
        needed = 3.2 * self.turns
        worth = 1.9 * needed / (needed + 0.8 * len(self.hand))
        return worth + (0.35 if self.lasting else 0.0)

    def corruption_pays(self) -> bool:
        """W6: whether so many cards are worth the points they cost."""
        most = self.view.size(DECK) + self.view.size(JIGOKU)
        drawn = min(USUAL + drawn_besides(self.view, self.me), most)
        return self.fresh_card() * (drawn - 1.0) > USUAL

    # -- what lies on the table

    def card_loss(self, placed: Placed, face: Face) -> float:
        """What a clan loses with one card, and with what that card strands (W12)."""
        gone = [face, *stranded_by(self.view, placed, face)]
        loss = float(sum([STRENGTH[one] for one in gone]))
        return loss + 1.5 if len(gone) == self.view.size(FRONT[placed]) else loss

    def clan_loss(self, placed: Placed) -> float:
        """What a player loses with a clan: its strength, and a step toward the four."""
        return sum([STRENGTH[face] for face in self.view.faces(FRONT[placed])]) + 2.5

    def card_returned(self, placed: Placed, face: Face) -> float:
        """What it is worth that a card goes back to hand."""
        return self._returned(placed, [face], self.card_loss(placed, face))

    def clan_returned(self, placed: Placed) -> float:
        """What it is worth that a whole clan goes back to hand."""
        return self._returned(placed, [*self.view.faces(FRONT[placed])], self.clan_loss(placed))

    def _returned(self, placed: Placed, cards: list[Face], lost: float) -> float:
        back = 0.55 * sum([STRENGTH[one] for one in cards])
        if OWNER_OF[placed] == self.me:
            back += 1.5 * len([one for one in cards if IS_YOKAI[one]])
        return self.threat[OWNER_OF[placed]] * (lost - back)

    def card_struck(self, placed: Placed, face: Face) -> float:
        """What it is worth to destroy a card."""
        return self.threat[OWNER_OF[placed]] * self.card_loss(placed, face)

    def clan_struck(self, placed: Placed) -> float:
        """What it is worth to destroy a whole clan."""
        return self.threat[OWNER_OF[placed]] * self.clan_loss(placed)

    # -- powers

    def power(self, clan: Clan, size: Size, left: list[Face]) -> float:
        """What a power is worth to one who holds these cards after placing."""
        if clan == CARP:
            return self.fresh_card() * CARP_DRAWS[size]
        if clan == DRAGON:
            return self.fresh_card() * DRAGON_WORTH[size]
        if clan == CROW:
            return self._crow(taken_by_crow(self.view, size), left)
        if clan == RAT:
            return self._rat(RAT_GNAWS[size])
        if clan == FOX:
            return self._swap_cards(left) if size == SMALL else self._swap_hands(left)
        if clan == TOAD:
            return self._toad(size)
        if clan == SPIDER:
            return self._spider(size)
        return self._copy(size, left) if clan == MONKEY else 0.0

    def _crow(self, number: int, left: list[Face]) -> float:
        there = [*self.view.faces(JIGOKU)]
        taken = self.best(there, number, left)
        return 0.8 * (self.hand_worth([*left, *taken]) - self.hand_worth(left))

    def _rat(self, number: int) -> float:
        found = [
            self.threat[seat] * 0.9 * gnawed_off(self.view, seat, number)
            for seat in to_gnaw_at(self.view, self.me)
        ]
        return max(found, default=0.0)

    def _swap_cards(self, left: list[Face]) -> float:
        return 0.8 if left and to_swap_cards_with(self.view, self.me) else 0.0

    def _swap_hands(self, left: list[Face]) -> float:
        found = [self.swap(seat, left) for seat in to_swap_hands_with(self.view, self.me)]
        return max(found, default=0.0)

    def swap(self, seat: Seat, left: list[Face]) -> float:
        """W15: what it is worth to swap whole hands with an opponent."""
        theirs = self.fresh_card() * self.view.size(HAND[seat])
        return (0.5 + self.threat[seat] / 2) * (theirs - self.hand_worth(left))

    def _toad(self, size: Size) -> float:
        """The best card or clan to send back, an opponent's or one's own."""
        found = [0.0]
        for placed in to_send_back(self.view, self.me):
            if size == SMALL:
                kinds = self.view.kinds_in(FRONT[placed])
                found += [self.card_returned(placed, face) for face in kinds]
            else:
                found.append(self.clan_returned(placed))
        return max(found)

    def _spider(self, size: Size) -> float:
        """The best of the opponents' cards or clans to destroy."""
        found = [0.0]
        for placed in to_destroy(self.view, self.me):
            if size == SMALL:
                kinds = self.view.kinds_in(FRONT[placed])
                found += [self.card_struck(placed, face) for face in kinds]
            else:
                found.append(self.clan_struck(placed))
        return max(found)

    def _copy(self, size: Size, left: list[Face]) -> float:
        """W18: the best power among the opponents' clans."""
        clans = [CLAN_OF[one] for one in to_copy(self.view, self.me) if not is_useless(one)]
        return max([0.0, *[self.power(clan, size, left) for clan in clans]])

    def yokai_power(self, face: Face, on: Clan, left: list[Face]) -> float:
        """What a Yokai's own power is worth, if it joins that clan."""
        if face == TENGU:
            return self._tengu(IN_FRONT_OF[self.me][on])
        clan = HAS_BIG_POWER_OF.get(face)
        return 0.0 if clan is None else self.power(clan, BIG, left)

    def _tengu(self, on: Placed) -> float:
        """W10: all Yokai that it would hit from that clan, itself among them."""
        worth = 0.0
        for placed in [*in_front_of_others(self.view, self.me), *in_front(self.view, self.me)]:
            owner, joins = OWNER_OF[placed], [TENGU] if placed == on else []
            hit = hit_among(self.view, owner, [*self.view.faces(FRONT[placed]), *joins])
            worth += self.threat[owner] * sum([STRENGTH[one] for one in hit])
        return worth

    def scoring_extra(self, clan: Clan, cards: list[Face]) -> int:
        """What one's Temple card adds at scoring for these cards on this clan."""
        there = [*self.view.faces(own_front(self.me, clan))]
        with_them = added_by_clan(self.view, self.me, there + cards)
        return with_them - added_by_clan(self.view, self.me, there)
