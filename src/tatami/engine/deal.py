"""What a ledger knows, made ready: any number of deals of the hidden cards, each drawn evenly.

*Evenly*: every way to lay the hidden cards, each told apart, that fits is as likely as any other.

- A group whose numbers are known in every place is dealt by itself.
- The other groups are counted (``ways``), and a random way among all is dealt.
- Where that would be too much to count, groups that ghosts tie together are counted as if they were
  one. A deal drawn so is thrown away, and another drawn, unless it fits each of them.
- Where hardly any would fit, and the count is too much even with patience, a chain of redeals
  (``lots``) has to do. It is nearly even.
- Deals that a tale refutes are drawn again.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.dice import Dice
from tatami.engine.errors import EngineFault
from tatami.engine.facts import Bar
from tatami.engine.groups import Group
from tatami.engine.lots import Lots
from tatami.engine.parcels import WIDE, Heap, Parcel, Sharing
from tatami.engine.tale import Deed, fits
from tatami.engine.ways import Ways

CARDS: Final = 400
"""How many cards are counted at most."""
READINGS: Final = 3000
"""How many readings are counted at most: about two milliseconds of the compiled build."""
PATIENCE: Final = 4
"""So many times as many before groups are redealt, which would take about as long."""
DEALS: Final = 100
"""How many more deals are tried until one fits the tale."""
FITTING: Final = 2
TRIALS: Final = 50
"""Groups are counted as one if so many of so many deals fit; and then until one fits."""


class Deal:
    """The hidden cards of one ledger.

    ``hand`` tells in which places no card lies before another. ``room`` is the number of hidden
    cards in each place, ghosts included. ``readings`` is how many are counted at most.
    """

    def __init__(
        self,
        groups: list[Group],
        ghosts: list[tuple[int, int]],
        bars: list[Bar],
        tale: list[Deed],
        room: dict[int, int],
        hand: list[bool],
        readings: int = READINGS,
    ) -> None:
        if sum(room.values()) != sum([group.total for group in groups]):
            raise EngineFault("the ledger does not account for every hidden card")
        self.readings = readings
        self.tale = tale
        self.apart = [group for group in groups if lies_apart(group, bars)]
        self.loose = [group for group in groups if group not in self.apart]
        self.ghosts = ghosts
        self.bars = bars
        self.room = _room_beside(room, self.apart)
        self.numbers: list[int] = []
        """How many cards of the groups that are dealt by themselves go where, in order."""
        self.alone = [self._alone(group) for group in self.apart]
        self.parcels: list[Parcel] = []
        self.ways: Ways | None = None
        self.merged: list[int] = []
        """Which groups were counted as one with others: their numbers among ``loose``."""
        self.lots: Lots | None = None
        if self.loose and not self._count():
            self.ways = None
            self.lots = Lots(self.loose, self.ghosts, self.bars, self.room)
        self.piles = self._mixed(hand)

    def _alone(self, group: Group) -> Parcel:
        pool = Heap([face for face, copies in sorted(group.faces.items()) for _ in range(copies)])
        for place in sorted(group.low):
            pool.goes(len(self.numbers), place)
            self.numbers.append(group.low[place])
        return Parcel([], pool)

    def _mixed(self, hand: list[bool]) -> list[int]:
        """The places whose order matters and which several groups, or kinds of one, come to."""
        found: dict[int, int] = {}
        for parcel in self.alone:
            for place in parcel.pool.places:
                found[place] = found.get(place, 0) + 1
        for group in self.loose:
            for place in group.high:
                if place >= 0:
                    found[place] = found.get(place, 0) + len(group.faces)
        return [place for place in sorted(found) if found[place] > 1 and not hand[place]]

    # -- getting ready

    def _count(self) -> bool:
        """Count the ways; where that is too much, as if some groups were one. False: in vain.

        Before it is given up, more readings are counted, unless that was hopeless from the start.
        """
        if sum(self.room.values()) > CARDS:
            return False
        apart = [[number] for number in range(len(self.loose))]
        if self._count_bundles(apart, self.readings):
            return True
        hopeless = self.ways is None or not self.ways.counts
        if self._count_merged(apart[:]) and self._fits_often():
            return True
        self.merged = []
        return not hopeless and self._count_bundles(apart, PATIENCE * self.readings)

    def _count_merged(self, bundles: list[list[int]]) -> bool:
        """Count the ways as if some groups were one, and more and more of them if need be."""
        while _merge_two(bundles, [self._bundled(bundle) for bundle in bundles], self.ghosts):
            if self._count_bundles(bundles, self.readings):
                self.merged = [number for bundle in bundles if len(bundle) > 1 for number in bundle]
                return True
        return False

    def _count_bundles(self, bundles: list[list[int]], readings: int) -> bool:
        """Count the ways of some bundles of groups, each as one, unless there are more readings."""
        groups = [self._bundled(bundle) for bundle in bundles]
        sharing = Sharing(groups, self.ghosts, self.bars, self.room)
        self.parcels, self.ways = sharing.parcels, Ways(sharing.sheet, readings)
        return self.ways.total > 0

    def _bundled(self, bundle: list[int]) -> Group:
        """Some groups as one, whose cards still tell of which they are."""
        whole = Group({}, {}, {}, 0)
        for number in bundle:
            group = self.loose[number]
            tagged = {number * WIDE + face: copies for face, copies in group.faces.items()}
            whole.absorb(Group(tagged, group.low, group.high, group.total))
        for place, most in list(whole.high.items()):
            whole.bound(place, whole.low[place], min(most, self.room[place]))
        return whole

    def _fits_often(self) -> bool:
        """Whether enough of the first deals fit; which dice are used does not matter."""
        dice = Dice(bytes(32))
        fitting = 0
        for _ in range(TRIALS):
            fitting += self._fits(self._counted(dice))
            if fitting == FITTING:
                return True
        return False

    # -- drawing

    def draw(self, dice: Dice) -> dict[int, list[int]]:
        """Faces for every hidden card, place by place."""
        laid = self._any(dice)
        for _ in range(DEALS):
            if not self.tale or fits(self.tale, laid):
                break
            laid = self._any(dice)
        for place in self.piles:
            if place in laid:
                dice.stir(laid[place])
        return laid

    def _any(self, dice: Dice) -> dict[int, list[int]]:
        """A deal that fits groups, ghosts and bars."""
        laid: dict[int, list[int]] = {}
        if self.lots is not None:
            laid = self.lots.draw(dice)
        elif self.loose:
            tagged = self._counted(dice)
            while self.merged and not self._fits(tagged):
                tagged = self._counted(dice)
            for place, cards in tagged.items():
                if place >= 0:
                    laid[place] = [card % WIDE for card in cards]
        for parcel in self.alone:
            parcel.deal(self.numbers, laid, dice)
        return laid

    def _counted(self, dice: Dice) -> dict[int, list[int]]:
        """A deal of those that were counted; the cards tell of which group they are."""
        ways = self.ways
        assert ways is not None
        laid: dict[int, list[int]] = {}
        numbers = ways.draw(dice.rank(ways.total))
        for parcel in self.parcels:
            parcel.deal(numbers, laid, dice)
        return laid

    def _fits(self, laid: dict[int, list[int]]) -> bool:
        """Whether a deal fits each of the groups that were counted as one."""
        held: dict[int, dict[int, int]] = {number: {} for number in self.merged}
        for place, cards in laid.items():
            for card in cards:
                number = card // WIDE
                if number in held:
                    held[number][place] = held[number].get(place, 0) + 1
        return all(_suits(self.loose[number], numbers) for number, numbers in held.items())


def _suits(group: Group, held: dict[int, int]) -> bool:
    """Whether as many of a group lie in each place as may and must."""
    for place, number in held.items():
        if number > group.high.get(place, 0):
            return False
    for place, least in group.low.items():
        if least > held.get(place, 0):
            return False
    return True


def lies_apart(group: Group, bars: list[Bar]) -> bool:
    """Whether a group is dealt by itself: no other group's deal bears on it, nor it on theirs.

    Its numbers are known, so it leaves the others the same room in every deal; and no bar of its
    places speaks of its cards and of others together.
    """
    if not group.exact():
        return False
    for zone, _, _ in bars:
        if zone in group.high:
            return False
    return all(place >= 0 for place in group.high)


def _room_beside(room: dict[int, int], groups: list[Group]) -> dict[int, int]:
    """The hidden cards in each place that are of none of these groups, whose numbers are known."""
    left = dict(room)
    for group in groups:
        for place, number in group.low.items():
            left[place] -= number
    return left


def _merge_two(
    bundles: list[list[int]], groups: list[Group], ghosts: list[tuple[int, int]]
) -> bool:
    """Count as one those two groups that share many ghosts and lie much alike."""
    best = (0, 0)
    most = -1
    for one in range(len(groups)):
        for two in range(one + 1, len(groups)):
            tied = sum(
                [ghost in groups[one].high and ghost in groups[two].high for ghost, _ in ghosts]
            )
            if tied:
                worth = max(0, 1000 + 8 * tied - _strain(groups[one], groups[two]))
                if worth > most:
                    most, best = worth, (one, two)
    if most < 0:
        return False
    bundles[best[0]] = bundles[best[0]] + bundles.pop(best[1])
    return True


def _strain(one: Group, two: Group) -> int:
    """How far two groups would have to leave their bounds to lie alike; eighths of a card."""
    found = 0
    sizes = [
        sum([_middle(group, place) for place in group.high if place >= 0]) for group in (one, two)
    ]
    whole = max(1, sum(sizes))
    for place in sorted({*one.high, *two.high}):
        if place >= 0:
            both = _middle(one, place) + _middle(two, place)
            for group, size in ((one, sizes[0]), (two, sizes[1])):
                share = 8 * both * size // whole
                found += max(0, share - 16 * group.high.get(place, 0))
                found += max(0, 16 * group.low.get(place, 0) - share)
    return found


def _middle(group: Group, place: int) -> int:
    """Twice the number of cards of a group that one expects in a place."""
    return group.low.get(place, 0) + group.high.get(place, 0)
