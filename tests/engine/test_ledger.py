"""The knowledge ledger: it never excludes the truth, forgets little, and is quick."""

from __future__ import annotations

from collections import Counter
from copy import copy
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatami.engine import flow, rules
from tatami.engine.deal import Deal
from tatami.engine.dice import Dice
from tatami.engine.errors import EngineFault
from tatami.engine.facts import NO_FACTS
from tatami.engine.groups import Group
from tatami.engine.imagine import imagine
from tatami.engine.layout import Layout
from tatami.engine.ledger import Ledger
from tatami.engine.look import look
from tatami.engine.lots import REDEALS, WARM_UP, Lots
from tatami.engine.rules import Ask, Book, Chosen, Face, Game, World, Zone
from tatami.engine.view import View

SEAT = rules.seats_of(4)
SEATS = 3
EVERYBODY = (1 << (SEATS + 1)) - 1


def game_of(book: Book) -> Game:
    """A game without rules: it asks one thing, and the tests move the cards."""
    go = book.question("go", "X")
    on = go.verb("go")

    @book.step
    def begin(w: World, answer: Chosen = None) -> Ask | None:
        return rules.choose(0, go, [on.option]) if answer is None else None

    def nobody(w: World) -> list[int]:
        return []

    return Game(book, version=1, players=(2, 3, 4), begin=begin, outcome=nobody)


BOOK = Book("ledger")
FACE = BOOK.cards("face", tuple("ABCDE"))
COUNTS: dict[int, int] = {face: count for count, face in enumerate(FACE.all, 1)}
"""What each face counts in a limit."""
SMALL = FACE.all * 2
SMALL.remove(FACE.all[-1])

DECK = BOOK.pile("deck", rules.HIDDEN, start=SMALL)
OPENED = BOOK.pile("opened", rules.OPEN)
DOWN = BOOK.pile("down", rules.HIDDEN)
BAG = BOOK.heap("bag", rules.HIDDEN)
HAND = BOOK.hand("hand", each=SEAT)
ROW = BOOK.row("row", rules.OWNER, each=SEAT)
GAME = game_of(BOOK)
ZONES = GAME.layout(SEATS, ()).listed


def started(seed: int = 1) -> World:
    w = flow.new(GAME, SEATS, seed, watched=True)
    w.shuffle(DECK)
    return w


def ledger(w: World, seat: int = SEATS) -> Ledger:
    assert w.watch is not None
    return w.watch.ledger(seat)


def hidden(w: World, seat: int, held: Ledger) -> dict[tuple[int, int], int]:
    """How many cards a seat cannot see, by place and face; ghosts included."""
    cells: dict[tuple[int, int], int] = {}
    found = [ghost for ghost in held.ghosts for _ in range(held.room[ghost[0]])]
    for zone, cards in enumerate(w.zones):
        for card in cards:
            seen = w.layout.sight[zone] if w.layout.hand[zone] else w.seen[card]
            if not (seen >> seat) & 1:
                found.append((zone, w.face[card]))
    for cell in found:
        cells[cell] = cells.get(cell, 0) + 1
    return cells


class Truth:
    """Looks for a way to share the hidden cards out among the groups."""

    def __init__(self, w: World, seat: int, held: Ledger | None = None) -> None:
        self.ledger = held or ledger(w, seat)
        self.cells = hidden(w, seat, self.ledger)
        self.cards = sorted(cell for cell, number in self.cells.items() for _ in range(number))
        self.left = [dict(group.faces) for group in self.ledger.groups]
        self.held: list[dict[int, int]] = [{} for _ in self.ledger.groups]
        self.seen: set[str] = set()

    def wrong(self) -> str:
        """What the ledger has wrong; empty if nothing."""
        room: dict[int, int] = {}
        for (place, _), number in self.cells.items():
            room[place] = room.get(place, 0) + number
        if room != self.ledger.room:
            return f"room {self.ledger.room}, not {room}"
        for zone, faces, most in self.ledger.bars:
            if sum(self.cells.get((zone, face), 0) for face in faces) > most:
                return f"a bar keeps {faces} out of {zone}"
        laid: dict[int, list[int]] = {}
        for place, face in self.cards:
            laid.setdefault(place, []).append(face)
        if not self.ledger.fits_tale(laid):
            return f"the tale excludes the truth: {self.ledger.tale}"
        for group in self.ledger.groups:
            if sum(group.faces.values()) != group.total or set(group.low) != set(group.high):
                return "a group does not add up"
        if sum(group.total for group in self.ledger.groups) != len(self.cards):
            return "cards are missing"
        return "" if self._share(0) else "the truth is excluded"

    def _share(self, at: int) -> bool:
        groups = self.ledger.groups
        if at == len(self.cards):
            return all(
                self.held[number].get(place, 0) >= least
                for number, group in enumerate(groups)
                for place, least in group.low.items()
            )
        key = f"{at} {self.left} {self.held}"
        if key in self.seen:
            return False
        self.seen.add(key)
        place, face = self.cards[at]
        for left, held, group in zip(self.left, self.held, groups, strict=True):
            if left.get(face, 0) and held.get(place, 0) < group.high.get(place, 0):
                left[face] -= 1
                held[place] = held.get(place, 0) + 1
                if self._share(at + 1):
                    return True
                left[face] += 1
                held[place] -= 1
        return False


def piles(w: World) -> list[Zone]:
    return [zone for zone in ZONES if not w.layout.hand[zone]]


def draw(w: World, r: Random) -> None:
    source, target = r.choice(piles(w)), r.choice(ZONES)
    if source != target:
        w.draw(source, target, r.randint(1, 2))


def play(w: World, r: Random) -> None:
    source, target = r.sample(ZONES, 2)
    if w.size(source):
        w.play(source, r.choice(w.faces(source)), target)


def move(w: World, r: Random) -> None:
    source, target = r.choice(piles(w)), r.choice(ZONES)
    if source != target and w.size(source):
        w.move(source, r.randrange(w.size(source)), target)


def under(w: World, r: Random) -> None:
    source, target = r.sample(piles(w), 2)
    if w.size(source):
        w.under(source, r.randrange(w.size(source)), target)


def play_under(w: World, r: Random) -> None:
    source, target = r.randrange(len(w.zones)), r.choice(piles(w))
    if source != target and w.size(source):
        w.play_under(source, r.choice(w.faces(source)), target)


def trade(w: World, r: Random) -> None:
    left = {zone: w.faces(zone) for zone in ZONES}
    moves: list[tuple[Zone, Face, Zone]] = []
    for _ in range(r.randint(1, 4)):
        source, target = r.sample(ZONES, 2)
        if left[source]:
            face = left[source].pop(r.randrange(len(left[source])))
            moves.append((source, face, target))
    w.trade(moves)


def exchange(w: World, r: Random) -> None:
    one, two = r.sample(range(SEATS), 2)
    a, b = HAND[one], HAND[two]
    w.trade([(a, face, b) for face in w.faces(a)] + [(b, face, a) for face in w.faces(b)])


def pour(w: World, r: Random) -> None:
    w.pour(*r.sample(piles(w), 2))


def show(w: World, r: Random) -> None:
    zone = r.choice(ZONES)
    if w.size(zone):
        w.show(zone, r.randrange(w.size(zone)), r.randint(1, EVERYBODY))


def show_all(w: World, r: Random) -> None:
    w.show_all(r.choice(ZONES), r.randint(1, EVERYBODY))


def shuffle(w: World, r: Random) -> None:
    w.shuffle(r.choice([zone for zone in ZONES if not w.layout.sight[zone]]))


def swap(w: World, r: Random) -> None:
    single = [ROW[seat] for seat in range(SEATS) if w.size(ROW[seat]) == 1]
    if len(single) >= 2:
        a, b = r.sample(single, 2)
        by = r.randrange(SEATS)
        w.show_all(a, 1 << by)
        w.show_all(b, 1 << by)
        w.maybe_swap(a, b, by, r.random() < 0.5)


def deny(w: World, r: Random) -> None:
    zone = r.choice(ZONES)
    absent = [face for face in FACE.all if not w.has(zone, face)]
    if absent:
        w.deny(zone, r.sample(absent, r.randint(1, len(absent))))


def limit(w: World, r: Random) -> None:
    zone = r.choice(ZONES)
    w.limit(zone, COUNTS, below=sum(COUNTS[face] for face in w.faces(zone)) + r.randint(1, 2))


DEEDS = [draw, play, play, move, under, play_under, trade, exchange, pour, show, show_all]
DEEDS += [shuffle, swap, swap, deny, deny, limit, limit]


@settings(max_examples=400)
@given(
    st.integers(0, 2**32),
    st.lists(
        st.tuples(st.integers(0, len(DEEDS) - 1), st.integers(0, 2**32)), min_size=4, max_size=24
    ),
)
def test_the_truth_always_fits(seed: int, deeds: list[tuple[int, int]]) -> None:
    w = started(seed)
    for seat in range(SEATS):
        w.draw(DECK, ROW[seat])
        w.draw(DECK, HAND[seat])
    for number, (deed, chance) in enumerate(deeds):
        DEEDS[deed](w, Random(chance))
        for seat in range(SEATS + 1):
            assert not Truth(w, seat).wrong()
            twin = ledger(w, seat).copy()
            assert ledger(w, seat).facts() == twin._told()
            if twin.loose:
                twin.narrow()
                assert ledger(w, seat).facts() == twin._told(), "something more could be proved"
            if number % 4 == 3:
                view = look(w, seat)
                assert look(imagine(view, seed, watched=True), seat) == view
                assert Ledger.of(seat, w.layout, view.facts).room == ledger(w, seat).room


def _thinned(view: View, layout: Layout) -> tuple[object, ...]:
    """A view without its facts, and without the faces that only the ledger knows."""
    thin = copy(view)
    thin.facts = NO_FACTS
    thin.zones = tuple(
        (-1,) * len(faces)
        if layout.hand[zone] and not (layout.sight[zone] >> view.seat) & 1
        else faces
        for zone, faces in enumerate(view.zones)
    )
    return thin.key()


def test_a_look_without_the_ledger_is_the_view_without_what_only_the_ledger_knows() -> None:
    """So it tells nothing that the view does not: it can be made from it."""
    lacked = 0
    for seed in range(12):
        w, r = started(seed), Random(seed)
        for seat in range(SEATS):
            w.draw(DECK, HAND[seat], 2)
        for _ in range(20):
            r.choice(DEEDS)(w, r)
            for seat in range(SEATS + 1):
                bare, whole = look(w, seat, ledger=False), look(w, seat)
                assert bare.key() == _thinned(whole, w.layout)
                lacked += bare.zones != whole.zones
    assert lacked > 50


def test_no_world_is_imagined_from_a_look_without_the_ledger() -> None:
    with pytest.raises(EngineFault, match="does not account for every hidden card"):
        imagine(look(started(), SEATS, ledger=False), 1)


def test_groups_dealt_apart_and_overlapping_ones_share_their_places_evenly() -> None:
    """Every labelled deal of an exact group and two loose ones, as often as any other."""
    layout = GAME.layout(SEATS, ())
    apart = Group({0: 1, 1: 1}, {HAND[0]: 1, HAND[1]: 1}, {HAND[0]: 1, HAND[1]: 1}, 2)
    some = {HAND[0]: 0, HAND[1]: 0}
    one = Group({2: 1, 3: 1}, dict(some), {HAND[0]: 2, HAND[1]: 1}, 2)
    two = Group({4: 1}, dict(some), {HAND[0]: 1, HAND[1]: 1}, 1)
    room: dict[int, int] = {HAND[0]: 3, HAND[1]: 2}
    deal = Deal([apart, one, two], [], [], [], room, layout.hand)
    fitting = {
        frozenset(hand)
        for hand in combinations(range(5), 3)
        if len({0, 1} & set(hand)) == 1 and len({2, 3} & set(hand)) >= 1
    }
    drawn: Counter[frozenset[int]] = Counter()
    dice = Dice(bytes(32))
    for _ in range(1800):
        drawn[frozenset(deal.draw(dice)[HAND[0]])] += 1
    assert set(drawn) == fitting
    mean = 1800 / len(fitting)
    assert sum((number - mean) ** 2 / mean for number in drawn.values()) < 25


def test_gathering_and_shuffling_everything_leaves_one_exact_group() -> None:
    for seed in range(12):
        w, r = started(seed), Random(seed)
        for seat in range(SEATS):
            w.draw(DECK, ROW[seat])
            w.draw(DECK, HAND[seat], 2)
        for _ in range(30):
            r.choice(DEEDS)(w, r)
        assert all(not Truth(w, seat).wrong() for seat in range(SEATS + 1))
        for zone in ZONES[1:]:
            w.trade([(zone, face, DECK) for face in w.faces(zone)])
        w.shuffle(DECK)
        everything = tuple((face, SMALL.count(face)) for face in FACE.all)
        for seat in range(SEATS + 1):
            one = (everything, ((DECK, 9),), ((DECK, 9),))
            assert ledger(w, seat).facts() == ((one,), (), (), ())


def test_an_exchange_of_whole_hands_keeps_what_others_knew() -> None:
    w = started()
    w.draw(DECK, HAND[0], 3)
    w.draw(DECK, HAND[1], 2)
    w.show(HAND[0], 0, EVERYBODY)
    known = look(w, SEATS).zones[HAND[0]][0]
    absent = [face for face in FACE.all if not w.has(HAND[1], face)]
    w.deny(HAND[1], absent)
    a, b = HAND[0], HAND[1]
    w.trade([(a, face, b) for face in w.faces(a)] + [(b, face, a) for face in w.faces(b)])
    assert look(w, SEATS).zones[b] == (known, -1, -1)
    assert not ledger(w).loose
    view = look(w, SEATS)
    for seed in range(60):
        twin = imagine(view, seed)
        assert known in twin.faces(b)
        assert not set(twin.faces(a)) & set(absent)


def test_a_denial_survives_arrivals() -> None:
    w = started()
    w.draw(DECK, HAND[0], 3)
    absent = [face for face in FACE.all if not w.has(HAND[0], face)]
    w.deny(HAND[0], absent)
    w.deny(HAND[0], absent)
    w.draw(DECK, HAND[0])
    assert ledger(w).bars == [(HAND[0], tuple(absent), 1)]
    drawn = {
        sum(face in absent for face in imagine(look(w, SEATS), seed).faces(HAND[0]))
        for seed in range(200)
    }
    assert drawn == {0, 1}
    assert ledger(w, 0).bars == []


def test_a_denied_row_that_may_have_been_swapped_is_no_longer_denied() -> None:
    w = started()
    w.draw(DECK, ROW[0])
    w.draw(DECK, ROW[1])
    w.deny(ROW[0], w.faces(ROW[1]))
    w.show_all(ROW[0], 1 << 2)
    w.show_all(ROW[1], 1 << 2)
    w.maybe_swap(ROW[0], ROW[1], 2, True)
    assert not ledger(w).bars


def test_what_the_counts_prove_is_known() -> None:
    """Two known A go to a hand of two unknown cards, and one of the four is passed on unseen."""
    w = started()
    for _ in range(2):
        w.play(DECK, FACE.all[0], OPENED)
    w.draw(DECK, HAND[1], 2)
    w.draw(OPENED, HAND[1], 2)
    assert look(w, SEATS).zones[HAND[1]] == (0, 0, -1, -1)
    w.play(HAND[1], FACE.all[0], HAND[2])
    assert look(w, SEATS).zones[HAND[1]] == (0, -1, -1)
    assert look(w, SEATS).zones[HAND[2]] == (-1,)


# -- a long game of many cards that change hands unseen

PLAYERS = 4

LARGE_BOOK = Book("large")
CARD = LARGE_BOOK.cards("card", tuple(f"c{number}" for number in range(52)))
LARGE_DECK = LARGE_BOOK.pile("deck", rules.HIDDEN, start=CARD.all + CARD.all[:42])
USED = LARGE_BOOK.pile("opened", rules.OPEN)
HELD = LARGE_BOOK.hand("hand", each=SEAT)
PILE = LARGE_BOOK.pile("pile", rules.OPEN, each=SEAT)
LARGE = game_of(LARGE_BOOK)


def turn(w: World, r: Random, me: int) -> None:
    other = r.choice([seat for seat in range(PLAYERS) if seat != me])
    mine, theirs, pile = HELD[me], HELD[other], PILE[other]
    if not w.size(LARGE_DECK):
        w.pour(USED, LARGE_DECK)
        w.shuffle(LARGE_DECK)
    w.draw(LARGE_DECK, mine)
    chance = r.random()
    one, two = w.faces(mine), w.faces(theirs)
    if chance < 0.25:
        number = min(3, len(one), len(two)) if chance < 0.15 else max(len(one), len(two))
        moves = [(mine, face, theirs) for face in r.sample(one, min(number, len(one)))]
        moves += [(theirs, face, mine) for face in r.sample(two, min(number, len(two)))]
        w.trade(moves)
    elif chance < 0.4 and w.size(USED):
        w.play(USED, r.choice(w.faces(USED)), mine)
    elif chance < 0.6:
        for face in r.sample(one, min(2, len(one))):
            w.play(mine, face, pile)
    elif chance < 0.7:
        w.draw(pile, theirs, 2)
    elif chance < 0.8:
        w.pour(pile, USED)
    elif chance < 0.9:
        for face in r.sample(two, min(2, len(two))):
            w.play(theirs, face, USED)
    if w.size(mine):
        w.play(mine, r.choice(w.faces(mine)), USED)


def test_a_long_game_of_trades_is_imagined_with_little_work() -> None:
    """Where groups are too entangled to be counted, the number of redeals is fixed."""
    for seed in range(2):
        w, r = flow.new(LARGE, PLAYERS, seed, watched=True), Random(seed)
        w.shuffle(LARGE_DECK)
        for seat in range(PLAYERS):
            w.draw(LARGE_DECK, HELD[seat], 8)
        overlapping = 0
        for number in range(200):
            turn(w, r, number % PLAYERS)
            if number % 20 != 19:
                continue
            for seat in range(PLAYERS + 1):
                held = ledger(w, seat)
                assert len(held.groups) <= 30
                assert len(held.ghosts) <= 40
                lots = Lots(held.groups, held.ghosts, held.bars, held.room)
                laid = lots.draw(Dice(bytes(32)))
                room = {place: n for place, n in held.room.items() if place >= 0}
                assert {place: len(faces) for place, faces in laid.items()} == room
                assert lots.redeals == WARM_UP + REDEALS
                overlapping += held.loose
                view = look(w, seat)
                assert look(imagine(view, number, watched=True), seat) == view
        assert overlapping > 10


# -- cards that go round for ever

ROUND_BOOK = Book("round")
SORT = ROUND_BOOK.cards("sort", tuple("ABCDE"))
ROUND_DECK = ROUND_BOOK.pile("deck", rules.HIDDEN, start=SORT.all * 4)
PASSED = ROUND_BOOK.hand("hand", each=SEAT)
ROUND = game_of(ROUND_BOOK)


def test_of_cards_that_go_round_for_ever_no_more_is_kept_than_of_some_rounds() -> None:
    """And what is kept can still be imagined."""
    w, r = flow.new(ROUND, PLAYERS, 1, watched=True), Random(1)
    w.shuffle(ROUND_DECK)
    for seat in range(PLAYERS):
        w.draw(ROUND_DECK, PASSED[seat], 5)
    for number in range(240):
        given = [(PASSED[seat], r.choice(w.faces(PASSED[seat]))) for seat in range(PLAYERS)]
        w.trade([(a, face, PASSED[(seat + 1) % PLAYERS]) for seat, (a, face) in enumerate(given)])
        for seat in range(PLAYERS):
            held = ledger(w, seat)
            assert len(held.groups) <= 2 * PLAYERS
            assert len(held.ghosts) <= 2 * PLAYERS
        if number % 20 == 19:
            view = look(w, number % PLAYERS)
            assert look(imagine(view, number, watched=True), number % PLAYERS) == view
            assert not Truth(w, 0).wrong()


def some_group(r: Random) -> Group:
    """Bounds that need not fit together."""
    group = Group({0: 2, 1: 3}, {}, {}, 5)
    for place in range(4):
        group.bound(place, r.randrange(3), r.randrange(5))
    group.bound(0, r.randrange(3), 1 + r.randrange(4))
    return group


def test_what_a_group_does_in_one_go_is_what_its_bounds_do_one_by_one() -> None:
    r = Random(3)
    for _ in range(300):
        group = some_group(r)
        number, left, target = 1 + r.randrange(4), r.randrange(4), 1 + r.randrange(4)
        slow, quick = group.copy(), group.copy()
        least, most = slow.low[0], slow.high[0]
        slow.bound(0, least - number, min(most, left))
        slow.shift(target, max(0, least - left), min(most, number))
        quick.part(0, target, number, left)
        assert quick.facts() == slow.facts()
        assert (quick.low, quick.high) == (slow.low, slow.high)
        if not left:
            quick = group.copy()
            quick.rename(0, target, number)
            assert (quick.low, quick.high) == (slow.low, slow.high)


def test_what_is_known_everywhere_is_what_is_known_in_each_place() -> None:
    r = Random(4)
    for _ in range(100):
        groups = [some_group(r), Group({2: 3}, {1: 2}, {1: 3, 2: 1}, 3)]
        groups.append(Group({3: 1, 4: 1}, {2: 2}, {2: 2}, 2))
        ledger = Ledger(0, GAME.layout(SEATS, ()), groups, [], [], [], {}, 0)
        found = ledger.all_known()
        assert all(found.get(place, []) == ledger.known(place) for place in range(4))
        assert found[2] == [3, 4]
