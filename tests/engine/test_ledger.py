"""The knowledge ledger: it never excludes the truth, forgets little, and is quick."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tatami.engine import flow
from tatami.engine.dice import Dice
from tatami.engine.game import (
    HAND,
    HIDDEN,
    OPEN,
    OWNER,
    PILE,
    ROW,
    UNASKED,
    Alternative,
    Ask,
    Game,
    Layout,
    Rulebook,
    Zone,
    choose,
)
from tatami.engine.ledger import Ledger
from tatami.engine.lots import REPAIRS, SWEEPS, Lots
from tatami.engine.view import imagine, look
from tatami.engine.world import World

BOOK = Rulebook("ledger")
GO = BOOK.ask("go", "X", Alternative("go"))


@BOOK.step
def begin(w: World, answer: int = UNASKED) -> Ask | None:
    return choose(0, GO, [0]) if answer == UNASKED else None


def nobody(w: World) -> list[int]:
    return []


COUNTS = {face: face + 1 for face in range(5)}
"""What each face counts in a limit."""
SMALL = [0, 0, 1, 1, 2, 2, 3, 3, 4]
DECK, OPENED, DOWN, BAG = range(4)


def small(seats: int, opts: tuple[int, ...]) -> Layout:
    zones = [Zone("deck", PILE, HIDDEN), Zone("opened", PILE, OPEN), Zone("down", PILE, HIDDEN)]
    zones.append(Zone("bag", HAND, HIDDEN))
    zones += [Zone(f"hand-{seat}", HAND, OWNER, seat) for seat in range(seats)]
    zones += [Zone(f"row-{seat}", ROW, OWNER, seat) for seat in range(seats)]
    return Layout(seats, zones, [], [SMALL, *([] for _ in zones[1:])])


SEATS = 3
GAME = Game(BOOK, 1, 2, 4, tuple("ABCDE"), small, begin, nobody)
EVERYBODY = (1 << (SEATS + 1)) - 1


def hand(seat: int) -> int:
    return 4 + seat


def row(seat: int) -> int:
    return 4 + SEATS + seat


def started(seed: int = 1) -> World:
    w = flow.new(GAME, SEATS, seed, watched=True)
    w.shuffle(DECK)
    return w


def ledger(w: World, seat: int = SEATS) -> Ledger:
    assert w.watch is not None
    return w.watch.ledger(seat)


def hidden(w: World, seat: int) -> dict[tuple[int, int], int]:
    """How many cards a seat cannot see, by place and face; ghosts included."""
    cells: dict[tuple[int, int], int] = {}
    found = list(ledger(w, seat).ghosts)
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

    def __init__(self, w: World, seat: int) -> None:
        self.ledger = ledger(w, seat)
        self.cells = hidden(w, seat)
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


def piles(w: World) -> list[int]:
    return [z for z in range(len(w.zones)) if not w.layout.hand[z]]


def draw(w: World, r: Random) -> None:
    source, target = r.choice(piles(w)), r.randrange(len(w.zones))
    if source != target:
        w.draw(source, target, r.randint(1, 2))


def play(w: World, r: Random) -> None:
    source, target = r.sample(range(len(w.zones)), 2)
    if w.size(source):
        w.play(source, r.choice(w.faces(source)), target)


def move(w: World, r: Random) -> None:
    source, target = r.choice(piles(w)), r.randrange(len(w.zones))
    if source != target and w.size(source):
        w.move(source, r.randrange(w.size(source)), target)


def under(w: World, r: Random) -> None:
    source, target = r.sample(piles(w), 2)
    if w.size(source):
        w.under(source, r.randrange(w.size(source)), target)


def trade(w: World, r: Random) -> None:
    left = [w.faces(zone) for zone in range(len(w.zones))]
    moves: list[tuple[int, int, int]] = []
    for _ in range(r.randint(1, 4)):
        source, target = r.sample(range(len(left)), 2)
        if left[source]:
            face = left[source].pop(r.randrange(len(left[source])))
            moves.append((source, face, target))
    w.trade(moves)


def exchange(w: World, r: Random) -> None:
    one, two = r.sample(range(SEATS), 2)
    a, b = hand(one), hand(two)
    w.trade([(a, face, b) for face in w.faces(a)] + [(b, face, a) for face in w.faces(b)])


def pour(w: World, r: Random) -> None:
    w.pour(*r.sample(piles(w), 2))


def show(w: World, r: Random) -> None:
    zone = r.randrange(len(w.zones))
    if w.size(zone):
        w.show(zone, r.randrange(w.size(zone)), r.randint(1, EVERYBODY))


def show_all(w: World, r: Random) -> None:
    w.show_all(r.randrange(len(w.zones)), r.randint(1, EVERYBODY))


def shuffle(w: World, r: Random) -> None:
    w.shuffle(r.choice([zone for zone in range(len(w.zones)) if not w.layout.sight[zone]]))


def swap(w: World, r: Random) -> None:
    single = [row(seat) for seat in range(SEATS) if w.size(row(seat)) == 1]
    if len(single) >= 2:
        a, b = r.sample(single, 2)
        by = r.randrange(SEATS)
        w.show_all(a, 1 << by)
        w.show_all(b, 1 << by)
        w.maybe_swap(a, b, by, r.random() < 0.5)


def deny(w: World, r: Random) -> None:
    zone = r.randrange(len(w.zones))
    absent = [face for face in range(5) if not w.has(zone, face)]
    if absent:
        w.deny(zone, r.sample(absent, r.randint(1, len(absent))))


def limit(w: World, r: Random) -> None:
    zone = r.randrange(len(w.zones))
    w.limit(zone, COUNTS, sum(COUNTS[face] for face in w.faces(zone)) + r.randint(0, 1))


DEEDS = [draw, play, play, move, under, trade, exchange, pour, show, show_all]
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
        w.draw(DECK, row(seat))
        w.draw(DECK, hand(seat))
    for number, (deed, chance) in enumerate(deeds):
        DEEDS[deed](w, Random(chance))
        for seat in range(SEATS + 1):
            assert not Truth(w, seat).wrong()
            if number % 4 == 3:
                view = look(w, seat)
                assert look(imagine(view, seed, watched=True), seat) == view
                assert Ledger.of(seat, w.layout, view.facts).room == ledger(w, seat).room


def test_gathering_and_shuffling_everything_leaves_one_exact_group() -> None:
    for seed in range(12):
        w, r = started(seed), Random(seed)
        for seat in range(SEATS):
            w.draw(DECK, row(seat))
            w.draw(DECK, hand(seat), 2)
        for _ in range(30):
            r.choice(DEEDS)(w, r)
        assert all(not Truth(w, seat).wrong() for seat in range(SEATS + 1))
        for zone in range(1, len(w.zones)):
            w.trade([(zone, face, DECK) for face in w.faces(zone)])
        w.shuffle(DECK)
        everything = ((0, 2), (1, 2), (2, 2), (3, 2), (4, 1))
        for seat in range(SEATS + 1):
            one = (everything, ((DECK, 9),), ((DECK, 9),))
            assert ledger(w, seat).facts() == ((one,), (), (), ())


def test_an_exchange_of_whole_hands_keeps_what_others_knew() -> None:
    w = started()
    w.draw(DECK, hand(0), 3)
    w.draw(DECK, hand(1), 2)
    w.show(hand(0), 0, EVERYBODY)
    known = look(w, SEATS).zones[hand(0)][0]
    absent = [face for face in range(5) if not w.has(hand(1), face)]
    w.deny(hand(1), absent)
    a, b = hand(0), hand(1)
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
    w.draw(DECK, hand(0), 3)
    absent = [face for face in range(5) if not w.has(hand(0), face)]
    w.deny(hand(0), absent)
    w.deny(hand(0), absent)
    w.draw(DECK, hand(0))
    assert ledger(w).bars == [(hand(0), tuple(absent), 1)]
    drawn = {
        sum(face in absent for face in imagine(look(w, SEATS), seed).faces(hand(0)))
        for seed in range(200)
    }
    assert drawn == {0, 1}
    assert ledger(w, 0).bars == []


def test_a_denied_row_that_may_have_been_swapped_is_no_longer_denied() -> None:
    w = started()
    w.draw(DECK, row(0))
    w.draw(DECK, row(1))
    w.deny(row(0), w.faces(row(1)))
    w.show_all(row(0), 1 << 2)
    w.show_all(row(1), 1 << 2)
    w.maybe_swap(row(0), row(1), 2, True)
    assert not ledger(w).bars


def test_what_the_counts_prove_is_known() -> None:
    """Two known A go to a hand of two unknown cards, and one of the four is passed on unseen."""
    w = started()
    for _ in range(2):
        w.play(DECK, 0, OPENED)
    w.draw(DECK, hand(1), 2)
    w.draw(OPENED, hand(1), 2)
    assert look(w, SEATS).zones[hand(1)] == (0, 0, -1, -1)
    w.play(hand(1), 0, hand(2))
    assert look(w, SEATS).zones[hand(1)] == (0, -1, -1)
    assert look(w, SEATS).zones[hand(2)] == (-1,)


# -- a long game of many cards that change hands unseen

LONG = [face for face in range(42) for _ in range(2)] + list(range(42, 52))
PLAYERS = 4


def large(seats: int, opts: tuple[int, ...]) -> Layout:
    zones = [Zone("deck", PILE, HIDDEN), Zone("opened", PILE, OPEN)]
    zones += [Zone(f"hand-{seat}", HAND, OWNER, seat) for seat in range(seats)]
    zones += [Zone(f"pile-{seat}", PILE, OPEN, seat) for seat in range(seats)]
    return Layout(seats, zones, [], [LONG, *([] for _ in zones[1:])])


LARGE = Game(BOOK, 1, 2, 4, tuple(f"c{face}" for face in range(52)), large, begin, nobody)


def turn(w: World, r: Random, me: int) -> None:
    other = r.choice([seat for seat in range(PLAYERS) if seat != me])
    mine, theirs, pile = 2 + me, 2 + other, 2 + PLAYERS + other
    if not w.size(DECK):
        w.pour(OPENED, DECK)
        w.shuffle(DECK)
    w.draw(DECK, mine)
    chance = r.random()
    one, two = w.faces(mine), w.faces(theirs)
    if chance < 0.25:
        number = min(3, len(one), len(two)) if chance < 0.15 else max(len(one), len(two))
        moves = [(mine, face, theirs) for face in r.sample(one, min(number, len(one)))]
        moves += [(theirs, face, mine) for face in r.sample(two, min(number, len(two)))]
        w.trade(moves)
    elif chance < 0.4 and w.size(OPENED):
        w.play(OPENED, r.choice(w.faces(OPENED)), mine)
    elif chance < 0.6:
        for face in r.sample(one, min(2, len(one))):
            w.play(mine, face, pile)
    elif chance < 0.7:
        w.draw(pile, theirs, 2)
    elif chance < 0.8:
        w.pour(pile, OPENED)
    elif chance < 0.9:
        for face in r.sample(two, min(2, len(two))):
            w.play(theirs, face, OPENED)
    if w.size(mine):
        w.play(mine, r.choice(w.faces(mine)), OPENED)


def test_a_long_game_of_trades_is_imagined_with_little_work() -> None:
    """The first deal is built, and is followed by a fixed number of moves for each card."""
    for seed in range(2):
        w, r = flow.new(LARGE, PLAYERS, seed, watched=True), Random(seed)
        w.shuffle(DECK)
        for seat in range(PLAYERS):
            w.draw(DECK, 2 + seat, 8)
        overlapping = 0
        for number in range(200):
            turn(w, r, number % PLAYERS)
            if number % 20 != 19:
                continue
            for seat in range(PLAYERS + 1):
                held = ledger(w, seat)
                room = {place: n for place, n in held.room.items() if place >= 0}
                cards = sum(held.room.values())
                assert len(held.groups) <= 30
                assert len(held.ghosts) <= 40
                lots = Lots(held.groups, held.ghosts, held.bars, room, Dice(bytes(32)).below)
                laid = lots.lay_out()
                assert {place: len(faces) for place, faces in laid.items()} == room
                assert lots.moves <= (SWEEPS + REPAIRS) * cards
                overlapping += held.loose
                view = look(w, seat)
                assert look(imagine(view, number, watched=True), seat) == view
        assert overlapping > 10
