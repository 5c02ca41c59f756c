"""Deals of what is hidden: counted exactly, drawn evenly, and the same in every build."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import product
from random import Random

import pytest

from tatami.engine.alike import alike
from tatami.engine.asking import ONE
from tatami.engine.deal import READINGS, Deal
from tatami.engine.dice import Dice
from tatami.engine.facts import Bar
from tatami.engine.flow import act, expire, new, options, waiting
from tatami.engine.game import Game
from tatami.engine.groups import Group
from tatami.engine.holdings import Holdings
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.lots import Lots
from tatami.engine.narrow import squeeze
from tatami.engine.parcels import WIDE, Sharing
from tatami.engine.view import View
from tatami.engine.ways import Ways, choices
from tatami.games.night import GAME as NIGHT
from tatami.games.wataah import GAME as WATAAH

Card = tuple[int, int]
"""The number of its group, and its face."""
MANY = 1_000_000
HAND = [True, True, False, False]


class Riddle:
    """Some groups, two hands and a pile, perhaps a ghost and a bar: made round a deal that fits."""

    def __init__(self, seed: int, groups: int = 3, ghosts: bool = True, bars: bool = True) -> None:
        self.r = r = Random(seed)
        self.cards: list[Card] = [
            (number, r.randrange(3)) for number in range(groups) for _ in range(r.randint(1, 3))
        ]
        truth = [r.randrange(3) for _ in self.cards]
        self.ghosts: list[tuple[int, int]] = []
        for ghost in (-2, -3)[: r.randint(0, 2) if ghosts else 0]:
            at = r.randrange(len(truth))
            if truth[at] >= 0:
                truth[at] = ghost
                self.ghosts.append((ghost, self.cards[at][1]))
        self.room = dict(Counter(truth))
        self.groups = [self._group(number, truth) for number in range(groups)]
        self.bars: list[Bar] = []
        if bars and 0 in self.room and r.random() < 0.6:
            faces = (0, 1, 1) if r.random() < 0.5 else (2,)
            self.bars.append((0, faces, self._weight(truth, faces) + r.randint(0, 1)))

    def _weight(self, laid: list[int], faces: tuple[int, ...]) -> int:
        found = 0
        for (_, face), place in zip(self.cards, laid, strict=True):
            found += faces.count(face) if place == 0 else 0
        return found

    def _group(self, number: int, truth: list[int]) -> Group:
        held = Counter(p for (n, _), p in zip(self.cards, truth, strict=True) if n == number)
        group = Group(dict(Counter(f for n, f in self.cards if n == number)), {}, {}, held.total())
        for place, room in self.room.items():
            most = min(room, held[place] + self.r.randint(0, 2))
            group.bound(place, held[place] - self.r.randint(0, 1), most)
        return group

    def fitting(self) -> list[tuple[int, ...]]:
        """Every way to lay the cards, each told apart, that fits: by brute force."""
        faces = dict(self.ghosts)
        ways: list[tuple[int, ...]] = []
        for laid in product(sorted(self.room), repeat=len(self.cards)):
            if Counter(laid) == self.room and self._fits(laid, faces):
                ways.append(laid)
        return ways

    def _fits(self, laid: tuple[int, ...], ghosts: dict[int, int]) -> bool:
        for (_, face), place in zip(self.cards, laid, strict=True):
            if ghosts.get(place, face) != face:
                return False
        for number, group in enumerate(self.groups):
            held = Counter(p for (n, _), p in zip(self.cards, laid, strict=True) if n == number)
            for place in self.room:
                if not group.low.get(place, 0) <= held[place] <= group.high.get(place, 0):
                    return False
        return all(self._weight(list(laid), faces) <= most for _, faces, most in self.bars)

    def shown(self, laid: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """What a way looks like: the faces in each hand or pile, in ascending order."""
        places = [place for place in sorted(self.room) if place >= 0]
        return tuple(
            tuple(sorted(f for (_, f), p in zip(self.cards, laid, strict=True) if p == place))
            for place in places
        )

    def deal(self, readings: int = READINGS) -> Deal:
        return Deal(self.groups, self.ghosts, self.bars, [], self.room, HAND, readings)

    def drawn(self, deal: Deal | Lots, dice: Dice) -> tuple[tuple[int, ...], ...]:
        """The look of a deal that is drawn."""
        return self.looks(deal.draw(dice))

    def looks(self, laid: dict[int, list[int]]) -> tuple[tuple[int, ...], ...]:
        """The same of faces place by place."""
        places = [place for place in sorted(self.room) if place >= 0]
        return tuple(tuple(sorted(laid.get(place, []))) for place in places)


def unevenness(riddle: Riddle, deal: Deal | Lots, draws: int, key: int = 7) -> tuple[float, int]:
    """Chi-square of the looks of some deals against the number of ways to each; and its freedom."""
    ways = Counter(riddle.shown(laid) for laid in riddle.fitting())
    dice = Dice(bytes([key]) * 32)
    found = Counter(riddle.drawn(deal, dice) for _ in range(draws))
    assert set(found) <= set(ways)
    means = {look: draws * number / ways.total() for look, number in ways.items()}
    chi = sum((found[look] - mean) ** 2 / mean for look, mean in means.items())
    return chi, len(ways) - 1


def test_choices_are_binomial() -> None:
    assert choices(5) == [1, 5, 10, 10, 5, 1]
    assert choices(0) == [1]


@pytest.mark.parametrize("seed", range(60))
def test_the_ways_are_counted_as_brute_force_counts_them(seed: int) -> None:
    riddle = Riddle(seed)
    sharing = Sharing(riddle.groups, riddle.ghosts, riddle.bars, riddle.room)
    assert Ways(sharing.sheet, MANY).total == len(riddle.fitting())


@pytest.mark.parametrize("seed", range(60))
def test_every_rank_is_a_way_and_each_way_has_one(seed: int) -> None:
    """Ranks that differ only in the cards chosen give the same numbers: as many as there are."""
    riddle = Riddle(seed)
    sharing = Sharing(riddle.groups, riddle.ghosts, riddle.bars, riddle.room)
    ways = Ways(sharing.sheet, MANY)
    found = Counter(tuple(ways.draw(rank)) for rank in range(ways.total))
    assert sum(found.values()) == len(riddle.fitting())
    for numbers, times in found.items():
        alike, left = 1, list(sharing.sheet.start)
        for cell in ways.order:
            alike *= choices(left[sharing.sheet.row[cell]])[numbers[cell]]
            for meter, often in zip(
                sharing.sheet.used[cell], sharing.sheet.times[cell], strict=True
            ):
                left[meter] -= often * numbers[cell]
        assert times == alike


def test_what_would_take_too_long_is_not_counted() -> None:
    riddle = Riddle(10)
    sharing = Sharing(riddle.groups, riddle.ghosts, riddle.bars, riddle.room)
    assert len(riddle.fitting()) > 1
    assert Ways(sharing.sheet, 2).total == 0


def test_every_deal_that_fits_is_drawn_as_often_as_any_other() -> None:
    """Chi-square over forty riddles: what is random in it stays within four deviations."""
    total = free = 0.0
    for seed in range(40):
        riddle = Riddle(seed)
        chi, freedom = unevenness(riddle, riddle.deal(), 400)
        total, free = total + chi, free + freedom
    assert free > 100
    assert abs(total - free) < 4 * (2 * free) ** 0.5


def test_groups_counted_as_one_are_drawn_evenly_too() -> None:
    """Where little may be counted, deals of larger groups are drawn, and thrown away."""
    total = free = merged = 0.0
    for seed in range(60):
        riddle = Riddle(seed, bars=False)
        exact = riddle.deal(MANY)
        if exact.ways is None:
            continue
        deal = riddle.deal(sum(map(len, exact.ways.counts)) - 1)
        if deal.merged and deal.lots is None:
            merged += 1
            chi, freedom = unevenness(riddle, deal, 300)
            total, free = total + chi, free + freedom
    assert merged > 5
    assert abs(total - free) < 4 * (2 * free) ** 0.5


def test_redeals_come_to_every_deal_as_often_as_to_any_other() -> None:
    """A chain, on riddles that could be counted: three groups, all of them redealt together."""
    total = free = 0.0
    for seed in range(12):
        riddle = Riddle(seed, bars=False)
        lots = Lots(riddle.groups, riddle.ghosts, [], riddle.room)
        chi, freedom = unevenness(riddle, lots, 100)
        total, free = total + chi, free + freedom
    assert free > 20
    assert abs(total - free) < 4 * (2 * free) ** 0.5


def redealt(riddle: Riddle, lots: Lots, laid: tuple[int, ...], dice: Dice) -> dict[int, list[int]]:
    """What three redeals make of a deal."""
    lots.held = [{} for _ in riddle.groups]
    for (number, face), place in zip(riddle.cards, laid, strict=True):
        lots.held[number].setdefault(place, []).append(face)
    for _ in range(3):
        lots._redeal(dice)
    found: dict[int, list[int]] = {}
    for held in lots.held:
        for place, faces in held.items():
            found.setdefault(place, []).extend(faces)
    return found


@pytest.mark.parametrize(("groups", "cells", "seeds"), [(3, 3, 40), (4, 6, 250)])
def test_redeals_keep_every_deal_as_likely_as_any_other(
    groups: int, cells: int, seeds: int
) -> None:
    """Begun with each deal as often, they end with each as often; few groups are dealt together."""
    total = free = 0.0
    for seed in range(seeds):
        riddle = Riddle(seed, groups=groups, bars=False)
        if len(riddle.cards) > 6:
            continue
        ways, r, dice = riddle.fitting(), Random(seed), Dice(bytes([seed]) * 32)
        lots = Lots(riddle.groups, riddle.ghosts, [], riddle.room, cells)
        if all(len(lots._some(dice)) == groups for _ in range(9)):
            continue
        looks = Counter(riddle.shown(laid) for laid in ways)
        drawn = [redealt(riddle, lots, r.choice(ways), dice) for _ in range(200)]
        found = Counter(riddle.looks(laid) for laid in drawn)
        means = {look: 200 * number / len(ways) for look, number in looks.items()}
        total += sum((found[look] - mean) ** 2 / mean for look, mean in means.items())
        free += len(looks) - 1
    assert free > 20
    assert abs(total - free) < 4 * (2 * free) ** 0.5


@pytest.mark.parametrize(("pairs", "cells"), [(3, 7), (4, 8), (5, 10)])
def test_pairs_lie_whole_as_often_after_redeals_as_among_all_deals(pairs: int, cells: int) -> None:
    """As many hands of two: which groups are dealt together does not hang on how they lie.

    Wherever the first card of a pair lies, one of the places that are left is beside it.
    """
    groups = [open_to([2 * pair, 2 * pair + 1], list(range(pairs))) for pair in range(pairs)]
    lots, dice = Lots(groups, [], [], dict.fromkeys(range(pairs), 2), cells), Dice(bytes([5]) * 32)
    whole = 0
    for _ in range(2500):
        lots._redeal(dice)
        whole += sum(len(held) == 1 for held in lots.held)
    assert whole / 2500 == pytest.approx(pairs / (2 * pairs - 1), abs=0.06)


# -- real positions, late in long games


def late(game: Game, seats: int, opts: tuple[int, ...], seed: int, first: int) -> list[View]:
    """What whoever is asked sees after so many random answers, and then now and again."""
    w, r = new(game, seats, seed, opts, watched=True), Random(seed)
    found: list[View] = []
    for number in range(20_000):
        if w.ask is None:
            break
        at = 0
        if w.ask.terms.close != ONE:
            if not waiting(w):
                expire(w)
                continue
            at = waiting(w)[0]
        if number >= first and number % 40 == 0:
            found.append(look(w, w.ask.seats[at]))
        act(w, r.choice(options(w, at)), at)
    return found


GRAND_MASTER = WATAAH.choose_settings({"mode": "grand-master"})
FIVE_ROUNDS = NIGHT.choose_settings({"rounds": "5"})
LATE = [
    pytest.param(WATAAH, 4, GRAND_MASTER, 250, id="grand-master"),
    pytest.param(NIGHT, 11, FIVE_ROUNDS, 250, id="night-of-eleven"),
    pytest.param(NIGHT, 6, FIVE_ROUNDS, 60, id="night-of-six"),
]


@pytest.mark.parametrize(("game", "seats", "opts", "first"), LATE)
def test_a_world_imagined_late_looks_as_the_view_says(
    game: Game, seats: int, opts: tuple[int, ...], first: int
) -> None:
    views = late(game, seats, opts, 3, first)
    assert len(views) >= 3
    for number, view in enumerate(views):
        for seed in range(3):
            assert look(imagine(view, 10 * number + seed, watched=True), view.seat) == view


def test_late_nights_are_counted_exactly() -> None:
    for view in late(NIGHT, 11, FIVE_ROUNDS, 5, 100):
        deal = view.prepare().deal
        assert deal.lots is None
        assert not deal.merged


def test_a_view_tells_whether_its_worlds_are_drawn_exactly_or_redealt() -> None:
    """The same view is redealt where fewer readings may be counted."""
    views = [view.prepare() for view in late(WATAAH, 4, GRAND_MASTER, 1, 60)]
    ready = next(one for one in views if one.deal.loose and one.exact)
    known, hand = ready.ledger, [False] * len(ready.zones)
    ready.deal = Deal(known.groups, known.ghosts, known.bars, known.tale, known.room, hand, 0)
    assert not ready.exact


def entangled() -> Deal:
    """A late Grand Master's view whose ways can be counted, though they are many."""
    for seed in range(6):
        for view in late(WATAAH, 4, GRAND_MASTER, seed, 200):
            deal = view.prepare().deal
            if deal.ways is not None and not deal.merged and len(deal.ghosts) > 6:
                return deal
    raise AssertionError("no such view")


def test_redeals_agree_with_the_count_late_in_a_game_of_grand_masters() -> None:
    """Where each face lies, on average, by 200 redealt and 1,000 counted deals: mean z² near 1."""
    deal = entangled()
    lots, dice = Lots(deal.loose, deal.ghosts, deal.bars, deal.room), Dice(bytes([9]) * 32)
    redealt = [lots.draw(dice) for _ in range(200)]
    assert unlikeness(redealt, [deal._counted(dice) for _ in range(1000)]) < 2


def redealt_only() -> Lots:
    """A late Grand Master's view with more ways than can be counted."""
    for view in late(WATAAH, 4, GRAND_MASTER, 1, 440):
        lots = view.prepare().deal.lots
        if lots is not None:
            return lots
    raise AssertionError("no such view")


@pytest.mark.one_build
def test_redeals_agree_with_a_long_chain_where_nothing_can_be_counted() -> None:
    """The same of 200 worlds, and 600 moments of one chain that goes on for 6,000 redeals."""
    lots, dice = redealt_only(), Dice(bytes([7]) * 32)
    worlds = [lots.draw(dice) for _ in range(200)]
    moments: list[dict[int, list[int]]] = []
    for number in range(6000):
        lots._redeal(dice)
        if number % 10 == 9:
            moments.append(lots._laid())
    assert unlikeness(worlds, moments) < 2


def unlikeness(some: list[dict[int, list[int]]], others: list[dict[int, list[int]]]) -> float:
    """Mean z² of where each face lies: 1 is what chance alone makes of even deals."""
    ours, theirs = _means(some), _means(others)
    squares = [
        (mean - theirs[cell][0]) ** 2 / (spread / len(some) + theirs[cell][1] / len(others))
        for cell, (mean, spread) in ours.items()
        if cell in theirs and spread > 0.01
    ]
    assert len(squares) > 20
    return sum(squares) / len(squares)


def _means(deals: list[dict[int, list[int]]]) -> dict[tuple[int, int], tuple[float, float]]:
    """How many of each face lie in each place: mean and variance."""
    first: Counter[tuple[int, int]] = Counter()
    second: Counter[tuple[int, int]] = Counter()
    for laid in deals:
        for place, cards in laid.items():
            if place >= 0:
                for face, number in Counter(card % WIDE for card in cards).items():
                    first[place, face] += number
                    second[place, face] += number * number
    many = len(deals)
    return {
        cell: (total / many, second[cell] / many - (total / many) ** 2)
        for cell, total in first.items()
    }


IMAGINED = [
    pytest.param(WATAAH, 4, GRAND_MASTER, 240, "95e3bc18947e0622", id="grand-master"),
    pytest.param(NIGHT, 6, FIVE_ROUNDS, 60, "6258b1564c9a09f7", id="night"),
]
"""The beginning of a digest of imagined worlds. To be written anew where other worlds are meant to
be drawn for a seed, and only then."""


@pytest.mark.parametrize(("game", "seats", "opts", "first", "digest"), IMAGINED)
def test_imagined_worlds_are_the_same_on_every_machine_and_build(
    game: Game, seats: int, opts: tuple[int, ...], first: int, digest: str
) -> None:
    told = sha256()
    for view in late(game, seats, opts, 2, first)[:6]:
        for seed in range(3):
            told.update(repr(imagine(view, seed).face).encode())
    assert told.hexdigest()[:16] == digest


# -- groups that have become alike


class Passed(Riddle):
    """Groups that have been passed on until they may lie in both hands, and ghosts.

    Not each may have held every ghost. The last group came late: it cannot lie in the second hand.
    """

    def _group(self, number: int, truth: list[int]) -> Group:
        held = Counter(p for (n, _), p in zip(self.cards, truth, strict=True) if n == number)
        group = Group(dict(Counter(f for n, f in self.cards if n == number)), {}, {}, held.total())
        late = number == len({n for n, _ in self.cards}) - 1
        for place, room in self.room.items():
            free = place >= 0 or self.r.random() < 0.7
            open_to = place in held or (free and not (late and place == 1))
            least = max(0, held[place] - 1) if self.r.random() < 0.1 else 0
            most = held[place] + 1 if self.r.random() < 0.1 else held.total()
            group.bound(place, least, min(room, most) if open_to else 0)
        return group


def distribution(riddle: Riddle) -> dict[tuple[tuple[int, ...], ...], float]:
    """How likely each look is."""
    ways = Counter(riddle.shown(laid) for laid in riddle.fitting())
    return {look: number / ways.total() for look, number in ways.items()}


def test_making_alike_groups_one_leaves_every_look_as_likely_as_it_was() -> None:
    united = laid = 0
    for seed in range(200):
        riddle = Passed(seed, groups=2 + seed % 3, bars=seed % 4 == 0)
        if len(riddle.cards) > 8:
            continue
        before, groups, ghosts = distribution(riddle), len(riddle.groups), len(riddle.ghosts)
        squeeze(riddle.groups, riddle.ghosts, riddle.bars, riddle.room)
        while found := alike(riddle.groups, riddle.ghosts, riddle.room):
            for other in found[1:]:
                found[0].absorb(other)
                riddle.groups.remove(other)
            squeeze(riddle.groups, riddle.ghosts, riddle.bars, riddle.room)
        # the cards by their new groups
        riddle.cards = [
            (number, face)
            for number, group in enumerate(riddle.groups)
            for face, copies in group.faces.items()
            for _ in range(copies)
        ]
        after = distribution(riddle)
        assert before.keys() == after.keys(), seed
        assert all(abs(before[look] - after[look]) < 1e-9 for look in before), seed
        united += len(riddle.groups) < groups
        laid += bool(ghosts) and len(riddle.groups) < groups
    assert united > 50
    assert laid > 30


def of_groups(
    groups: list[Group], ghosts: list[tuple[int, int]], bars: list[Bar], room: dict[int, int]
) -> Riddle:
    """A riddle as it is given, nothing drawn."""
    riddle = Riddle(0)
    riddle.groups, riddle.ghosts, riddle.bars, riddle.room = groups, ghosts, bars, room
    riddle.cards = [
        (number, face)
        for number, group in enumerate(groups)
        for face, copies in group.faces.items()
        for _ in range(copies)
    ]
    return riddle


def settling(riddle: Riddle) -> Holdings:
    """What a ledger makes of it, once it has settled what is known and what does not matter."""
    groups, room = [group.copy() for group in riddle.groups], dict(riddle.room)
    known = Holdings(
        0, NIGHT.layout(4, FIVE_ROUNDS), groups, riddle.ghosts[:], riddle.bars[:], room
    )
    known.loose = True
    known.narrow()
    return known


def narrowed(riddle: Riddle) -> Riddle:
    """The same as a riddle again."""
    known = settling(riddle)
    return of_groups(known.groups, known.ghosts, known.bars, known.room)


def open_to(faces: list[int], places: list[int]) -> Group:
    """Some cards that may lie in these places, in any number; below zero are ghosts."""
    high = {place: 1 if place < 0 else len(faces) for place in places}
    return Group(dict(Counter(faces)), dict.fromkeys(places, 0), high, len(faces))


def test_groups_at_home_are_kept_apart_where_one_alone_shares_a_ghost_with_another() -> None:
    """By hand: of nine deals the 5 lies in place 1 in six; as one, they made it three of five."""
    groups = [open_to([1, 2, 3], [0, -2, -3]), open_to([1, 2, 4], [0, -2])]
    groups.append(open_to([2, 5], [0, 1, -3]))
    riddle = of_groups(groups, [(-2, 1), (-3, 2)], [], {0: 5, 1: 1, -2: 1, -3: 1})
    after = distribution(narrowed(riddle))
    assert after == distribution(riddle)
    assert sum(share for look, share in after.items() if look[1] == (5,)) == pytest.approx(2 / 3)


def test_groups_at_home_that_share_ghosts_with_each_other_alone_are_made_one() -> None:
    groups = [open_to([1, 3], [0, -2]), open_to([1, 2], [0, -2, -3]), open_to([2, 4], [0, -3])]
    riddle = narrowed(of_groups(groups, [(-2, 1), (-3, 2)], [], {0: 4, -2: 1, -3: 1}))
    assert (riddle.ghosts, [group.faces for group in riddle.groups]) == (
        [],
        [{1: 1, 2: 1, 3: 1, 4: 1}],
    )


def at_home(seed: int) -> Riddle:
    """Two groups at home and a ghost of theirs; another ghost may be of a third as well."""
    r = Random(seed)
    faces = [[r.randrange(3) for _ in range(number)] for number in (r.randint(1, 3), 2, 2)]
    ghosts = [(-2, r.choice(faces[0])), (-3, r.choice(faces[2]))]
    groups = [
        open_to(
            cards,
            places + [ghost for ghost, face in ghosts if face in cards and r.random() < chance],
        )
        for cards, places, chance in zip(faces, ([0], [0], [0, 1]), (0.8, 0.8, 0.6), strict=True)
    ]
    return of_groups(groups, ghosts, [], {0: sum(map(len, faces)) - 3, 1: 1, -2: 1, -3: 1})


def test_settling_ghosts_leaves_every_look_as_likely_as_it_was() -> None:
    """Some are settled, as their groups are made one; some are kept for the odds' sake."""
    settled = kept = 0
    for seed in range(150):
        riddle = at_home(seed)
        if not riddle.fitting():
            continue
        before, after = distribution(riddle), narrowed(riddle)
        assert distribution(after) == pytest.approx(before), seed
        settled += len(after.groups) < 3 and not after.ghosts
        kept += bool(after.ghosts)
    assert settled > 20
    assert kept > 20


def test_to_see_a_face_that_surely_lies_there_changes_no_odds() -> None:
    """By brute force: a 1 lies at home in each deal, so each is still as likely as the other.

    Were the two groups at home kept apart, none of them would surely lie there; a ghost of three
    groups would count the deals with two of that face twice.
    """
    groups = [open_to([1, 2], [0, -2]), open_to([1, 3], [0, -2]), open_to([1, 4], [0, 1])]
    riddle = of_groups(groups, [(-2, 1)], [], {0: 4, 1: 1, -2: 1})
    before = distribution(riddle)
    assert all(1 in home for home, _ in before)
    known = settling(riddle)
    known.observe(0, 1)
    after = distribution(of_groups(known.groups, known.ghosts, known.bars, known.room))
    for (home, other), share in before.items():
        left = list(home)
        left.remove(1)
        assert after[tuple(left), other] == pytest.approx(share)


def test_a_face_that_surely_lies_in_a_place_is_not_made_one_with_others() -> None:
    room = {0: 2, 1: 2}
    three = Group({1: 3}, {0: 1, 1: 1}, {0: 2, 1: 2}, 3)
    other = Group({2: 1}, {0: 0, 1: 0}, {0: 1, 1: 1}, 1)
    assert alike([three, other], [], room) == []
    several = Group({1: 2, 3: 1}, {0: 1, 1: 1}, {0: 2, 1: 2}, 3)
    assert alike([several, other], [], room) == [several, other]


def test_a_ghost_is_no_pile_whose_order_could_matter() -> None:
    """However many there are, and however few zones."""
    room = {0: 2, 1: 2, -9: 1}
    groups = [Group({1: 1, 2: 1}, {0: 0, 1: 0, -9: 0}, {0: 2, 1: 1, -9: 1}, 2) for _ in range(2)]
    groups.append(Group({1: 1}, {0: 0, 1: 0, -9: 0}, {0: 1, 1: 1, -9: 1}, 1))
    deal = Deal(groups, [(-9, 1)], [], [], room, [True, False])
    assert {place: len(laid) for place, laid in deal.draw(Dice(bytes(32))).items()} == {0: 2, 1: 2}
