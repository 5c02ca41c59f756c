"""The truth: faces under handles, who has seen what, zones, counters, the stack of steps, chance.

Only a referee and a search hold a World. Players, bots and browsers get a View of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from tatami.engine.asking import Answer, Ask
from tatami.engine.dice import SPAN, WORDS, words
from tatami.engine.errors import EngineFault, NeedsChance
from tatami.engine.game import Game
from tatami.engine.ids import Counter, Face, Holder, Mark, Saying, Seat, Zone
from tatami.engine.layout import WORD, Layout
from tatami.engine.native import COMPILED
from tatami.engine.ops import DENY, END, LIMIT, MOVE, POUR, SET, SHOW, SHUFFLE, SWAP, TELL, TRADE
from tatami.engine.step import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_extensions import i64

    from tatami.engine.view import View
    from tatami.engine.watch import Watch

Closed: TypeAlias = Answer | tuple[Answer, ...]
"""A closed answer: an option, a picked subset, or what several seats answered together."""
Got: TypeAlias = tuple[Closed, ...]
"""Closed answers of a step, each after the seat that gave it (or ``TOGETHER``, or ``FORCED``)."""
A = TypeVar("A", bound=int)
K = TypeVar("K")
T = TypeVar("T", bound=int)
"""Something that faces have on them, such as a clan."""
Transfer: TypeAlias = tuple[Zone, Face, Zone]
"""A card on its way: its zone, its face, the zone where it goes."""
Frame: TypeAlias = tuple[Step, tuple[int, ...], Got, tuple[Answer | None, ...]]
"""A step on the stack: its arguments, the answers closed so far, the sealed ones of an open ask."""

TOGETHER: Final = -1
"""Several seats gave an answer together."""
FORCED: Final = -2
"""Nobody was asked: there was one answer only, for all to see."""
MARK_BITS: Final = 7
MARKS: Final = 1 << MARK_BITS
"""Most marks in one counter."""
MARK: Final = MARKS - 1
NONE_GOT: Final[Got] = ()
NONE_SEALED: Final[tuple[Answer | None, ...]] = ()
BIT_PRIME: Final = 67
FACE_OF: Final[list[Any]] = [0] * BIT_PRIME
"""The number of a single bit, by what is left of it when it is divided by the prime."""
for _bit in range(WORD):
    FACE_OF[(1 << _bit) % BIT_PRIME] = _bit


def moving(face: Face, *, source: Zone, target: Zone) -> Transfer:
    """One card of a ``trade``, by names."""
    return (source, face, target)


def moved(transfer: Transfer) -> Face:
    """The card that moves in it."""
    return transfer[1]


class World:
    """One game in progress, all of it.

    Rules read ``zones``, ``face``, ``count`` freely and change them only through the methods here.
    """

    __slots__ = (
        "_words",
        "_words_at",
        "acted",
        "ask",
        "changes",
        "count",
        "face",
        "game",
        "key",
        "layout",
        "loaded",
        "next",
        "opts",
        "over",
        "seats",
        "seen",
        "shared",
        "stack",
        "tick",
        "twist",
        "watch",
        "zones",
    )

    def __init__(
        self, game: Game, seats: int, opts: tuple[int, ...], layout: Layout, key: bytes
    ) -> None:
        """A table without cards; what follows is all that a world consists of."""
        self.game = game
        self.seats = seats
        self.opts = opts
        self.layout = layout
        self.key = key
        self.tick = 0
        """How many random words have been used."""
        self.face: list[int] = []
        """The face under each handle."""
        self.seen: list[int] = []
        """Who has seen it, as a bit set of seats."""
        self.zones: list[list[int]] = []
        """The handles in each zone, in its order."""
        self.shared: list[list[int]] = []
        """The zones when this world was last copied: what still lies there belongs to both."""
        self.count: list[int] = [0] * len(layout.counters)
        self.stack: list[Frame] = []
        self.ask: Ask | None = None
        self.over = False
        self.acted = 0
        """How many steps have acted: a new ask is told from an old one by it."""
        self.watch: Watch | None = None
        self.next: list[Frame] = []
        """What the step that acts wants done after it."""
        self.changes = 0
        self.loaded: list[int] | None = None
        """Numbers to use instead of random ones, to enumerate chance; ``None``: real chance."""
        self.twist: tuple[int, int] | None = None
        """For tests: two places whose faces the next shuffle exchanges, besides."""
        self._words: tuple[int, ...] = ()
        self._words_at = -1

    def copy(self) -> World:
        """A copy that goes its own way; nobody watches it. Zones are shared until one changes."""
        twin = World(self.game, self.seats, self.opts, self.layout, self.key)
        self.shared = self.zones[:]
        twin.shared = self.shared
        twin.tick = self.tick
        twin.face = self.face[:]
        twin.seen = self.seen[:]
        twin.zones = self.zones[:]
        twin.count = self.count[:]
        twin.stack = self.stack[:]
        twin.ask = self.ask
        twin.over = self.over
        twin.acted = self.acted
        twin._words = self._words
        twin._words_at = self._words_at
        if self.loaded is not None:
            twin.loaded = self.loaded[:]
        twin.twist = self.twist
        return twin

    def copy_watched(self) -> World:
        """A copy with the watch, ledgers and events included."""
        twin = self.copy()
        if self.watch is not None:
            twin.watch = self.watch.copy()
        return twin

    def __copy__(self) -> World:
        return self.copy_watched()

    def __deepcopy__(self, memo: dict[int, object]) -> World:
        return self.copy_watched()

    def __reduce__(self) -> tuple[Callable[[Game, object], World], tuple[Game, object]]:
        from tatami.engine.state import dump, load

        return (load, (self.game, dump(self)))

    def __repr__(self) -> str:
        asked = "over" if self.ask is None else repr(self.ask)
        return f"<world of {self.game.name}, {self.seats} seats: {asked}>"

    def __str__(self) -> str:
        from tatami.engine.notation import show

        return show(self)

    # -- for people: the same by functions, in tatami.engine.flow, costs a call less

    def waiting(self) -> list[int]:
        """The parts of the ask that have not been answered: one for each seat, or its places."""
        from tatami.engine.flow import waiting

        return waiting(self)

    def options(self, part: int = 0) -> list[int]:
        """What can be answered now; for a pick, the next small one."""
        from tatami.engine.flow import options
        from tatami.engine.spelled import spelled

        return [] if self.ask is None else spelled(self.ask.question, options(self, part))

    def act(self, option: Answer, part: int = 0) -> None:
        """Answer, unchecked: give only what ``options`` offered."""
        from tatami.engine.flow import act

        act(self, option, part)

    def expire(self) -> None:
        """Time is up: what has not been answered is answered by default."""
        from tatami.engine.flow import expire

        expire(self)

    def view(self, seat: int) -> View:
        """What one seat may know; ``seats`` is a spectator. The world must be watched."""
        from tatami.engine.look import look

        return look(self, seat)

    def winners(self) -> list[int]:
        """The seats that win (several share it); empty while the game goes on."""
        return self.game.outcome(self) if self.over else []

    def scores(self) -> list[int]:
        """The points of all seats; empty while the game goes on, and where it has none."""
        counted = self.game.scores
        return counted(self) if self.over and counted is not None else []

    def returns(self) -> list[float]:
        """What the end is worth to each seat; 0 while the game goes on."""
        return self.game.returns(self)

    # -- chance

    def rekey(self, key: bytes) -> None:
        """Give this world another random source (a search's copy gets one of its own)."""
        self.key = key
        self.tick = 0
        self._words_at = -1

    def rand(self, n: int) -> int:
        """A random number below ``n``, uniform and the same on every machine."""
        if not 0 < n <= SPAN:
            raise EngineFault(f"no random number below {n}")
        self.changes += 1
        if self.loaded is not None:
            if not self.loaded:
                raise NeedsChance(n)
            return self.loaded.pop(0)
        below: i64 = n
        limit = SPAN - SPAN % below
        while True:
            tick: i64 = self.tick
            number = tick // WORDS
            if number != self._words_at:
                self._words = words(self.key, number)
                self._words_at = number
            word: i64 = self._words[tick % WORDS]
            self.tick = tick + 1
            if word < limit:
                return word % below

    # -- cards

    def own(self, zone: int) -> list[int]:
        """The zone's cards, made this world's own before they change.

        So they are before what is to be seen of them changes: a slate knows by the list whether
        there is something new in a zone.
        """
        cards = self.zones[zone]
        if self.shared and cards is self.shared[zone]:
            cards = cards[:]
            self.zones[zone] = cards
        return cards

    def size(self, zone: Zone) -> int:
        """How many cards lie in a zone."""
        return len(self.zones[zone])

    def is_empty(self, zone: Zone) -> bool:
        """Whether no card lies in a zone."""
        return not self.zones[zone]

    def with_cards(self, things: list[A], zones: list[Zone]) -> list[A]:
        """Of some things those in whose zone cards lie: ``with_cards(armies, ARMY)``."""
        lying = self.zones
        return [thing for thing in things if lying[zones[thing]]]

    def with_several(self, things: list[A], zones: list[Zone]) -> list[A]:
        """Of some things those in whose zone two cards lie, or more."""
        lying = self.zones
        return [thing for thing in things if len(lying[zones[thing]]) > 1]

    def faces(self, zone: Zone) -> list[Face]:
        """The faces in a zone, in its order; those of a hand, which has none, ascending."""
        face: list[Any] = self.face  # faces are numbers: none is made anew
        in_hand = self.layout.hand[zone]
        if COMPILED and in_hand and self.layout.few_faces:
            return self._ascending(zone)
        found: list[Face] = [face[card] for card in self.zones[zone]]
        if in_hand:
            found.sort()
        return found

    def _ascending(self, zone: Zone) -> list[Face]:
        """The faces in a zone, ascending, by bits: which are there once, twice, and so on."""
        once: i64 = 0
        twice: i64 = 0
        thrice: i64 = 0
        face = self.face
        for card in self.zones[zone]:
            bit: i64 = 1
            bit <<= face[card]
            if thrice & bit:  # a fourth one: too many for bits
                any_face: list[Any] = face
                return sorted([any_face[card] for card in self.zones[zone]])
            thrice |= twice & bit
            twice |= once & bit
            once |= bit
        return _listed(once, twice, thrice)

    def faces_with(self, zone: Zone, on: list[T], thing: T) -> list[Face]:
        """The faces in a zone that have something on them: ``(HAND[me], CLAN_ON, clan)``."""
        face: list[Any] = self.face
        found: list[Face] = [face[card] for card in self.zones[zone] if on[face[card]] == thing]
        if self.layout.hand[zone]:
            found.sort()
        return found

    def counted(self, zone: Zone, on: list[T], things: list[T]) -> list[int]:
        """How many faces in a zone have each of these things on them, by its number from 0."""
        found = [0] * len(things)
        face = self.face
        for card in self.zones[zone]:
            found[on[face[card]]] += 1
        return found

    def has(self, zone: Zone, face: Face) -> bool:
        """Whether a face lies in a zone."""
        faces = self.face
        for card in self.zones[zone]:
            if faces[card] == face:
                return True
        return False

    def kinds_in(self, zone: Zone) -> list[Face]:
        """The different faces in a zone, in ascending order: what a hand offers to choose from."""
        if COMPILED and self.layout.few_faces:
            return self._kinds_by_bits(zone)
        face: list[Any] = self.face
        found: list[Face] = [*{face[card] for card in self.zones[zone]}]
        found.sort()
        return found

    def _kinds_by_bits(self, zone: Zone) -> list[Face]:
        there: i64 = 0
        face = self.face
        for card in self.zones[zone]:
            bit: i64 = 1
            bit <<= face[card]
            there |= bit
        return _listed(there, 0, 0)

    def first_with_fewest(self, zone: Zone) -> Face:
        """The face of which the fewest lie in a zone; of several the first by number."""
        faces = self.faces(zone)
        if not COMPILED:
            return min(faces, key=faces.count)
        found, fewest = faces[0], len(faces) + 1
        at = 0
        while at < len(faces):
            same = 1
            while at + same < len(faces) and faces[at + same] == faces[at]:
                same += 1
            if same < fewest:
                found, fewest = faces[at], same
            at += same
        return found

    def top(self, zone: Zone) -> Face:
        """The uppermost face of a zone; ``NO_FACE`` where it is empty."""
        cards = self.zones[zone]
        return self.face[cards[-1]] if cards else -1  # type: ignore[return-value]

    def move(self, source: Zone, index: int, target: Zone) -> None:
        """Move the card at ``index`` of a pile or row onto ``target``."""
        self._land(self.own(source).pop(index), source, index, target)

    def draw(self, source: Zone, target: Zone, number: int = 1) -> int:
        """Move up to ``number`` cards from the top of a pile; the number that there were."""
        cards = self.own(source) if self.shared else self.zones[source]
        drawn = min(len(cards), number)
        if self.watch is None:
            self._draw_unwatched(cards, target, drawn)
            return drawn
        for _ in range(drawn):
            self._land(cards.pop(), source, len(cards), target)
        return drawn

    def draw_up_to(self, size: int, source: Zone, target: Zone) -> int:
        """Draw until ``target`` has so many cards, or there are no more; how many were drawn."""
        return self.draw(source, target, size - len(self.zones[target]))

    def deal(self, source: Zone, targets: list[Zone], number: int = 1) -> None:
        """So many cards from the top of a pile to everyone, one player after the other."""
        for seat in self.layout.seats:
            self.draw(source, targets[seat], number)

    def _draw_unwatched(self, cards: list[int], target: Zone, number: int) -> None:
        """The same as landing one card after the other, where nobody is told."""
        sight = self.layout.sight[target]
        forgets = self.layout.hand[target]
        seen = self.seen
        lifted: list[Any] = cards  # numbers go from list to list as they are
        landed: list[Any] = self.own(target) if self.shared else self.zones[target]
        for _ in range(number):
            held = lifted.pop()
            card: int = held
            seen[card] = sight if forgets else sight | seen[card]
            landed.append(held)
        self.changes += number

    def play(self, source: Zone, face: Face, target: Zone) -> None:
        """Move one card of that face: from a pile or row the uppermost, from a hand any."""
        cards = self.own(source) if self.shared else self.zones[source]
        faces = self.face
        for index in range(len(cards) - 1, -1, -1):
            card = cards[index]
            if faces[card] == face:
                cards.pop(index)
                self._land(card, source, index, target)
                return
        raise EngineFault(f"{self.layout.zones[source].name} holds no {self.game.faces[face]}")

    def _land(self, card: int, source: Zone, index: int, target: Zone) -> None:
        """Put a lifted card down; whoever sees the target sees it, a hand forgets all others."""
        layout = self.layout
        before = self.seen[card]
        after = layout.sight[target]
        if not layout.hand[target]:
            after |= before
        self.seen[card] = after
        cards = self.own(target) if self.shared else self.zones[target]
        watch = self.watch
        if watch is not None:
            watch.ops.append(
                (MOVE, source, index, target, len(cards), self.face[card], before, after)
            )
        cards.append(card)
        self.changes += 1

    def under(self, source: Zone, index: int, target: Zone) -> None:
        """Move a card to the bottom of a pile instead of its top."""
        self.move(source, index, target)
        cards = self.own(target)
        cards.insert(0, cards.pop())
        if self.watch is not None:
            verb, *way, _, face, before, after = self.watch.ops.pop()
            self.watch.ops.append((verb, *way, 0, face, before, after))

    def play_under(self, source: Zone, face: Face, target: Zone) -> None:
        """Move one card of that face to the bottom of a pile, as ``play`` does to its top."""
        self.under(source, [self.face[card] for card in self.zones[source]].index(face), target)

    def pour(self, source: Zone, target: Zone) -> None:
        """Move all cards of one pile or row onto another, as they lie."""
        cards = self.own(source)
        if not cards:
            return
        layout = self.layout
        if layout.hand[source] or layout.hand[target]:
            raise EngineFault("a hand is not poured: play or trade its cards")
        if self.watch is not None:
            self.watch.ops.append(self._poured(cards, source, target))
        seen, sight = self.seen, layout.sight[target]
        for card in cards:
            seen[card] |= sight
        self.own(target).extend(cards)
        cards.clear()
        self.changes += 1

    def _poured(self, cards: list[int], source: Zone, target: Zone) -> tuple[int, ...]:
        told: list[int] = [POUR, source, target]
        sight = self.layout.sight[target]
        for card in cards:
            before = self.seen[card]
            told.extend((self.face[card], before, before | sight))
        return tuple(told)

    def trade(self, moves: list[Transfer]) -> None:
        """Move cards at one moment: each ``(source, face, target)`` leaves before any lands."""
        if not moves:
            return
        lifted = [self._lift(source, face) for source, face, _ in moves]
        if self.watch is not None:
            self.watch.ops.append(self._traded(lifted, moves))
        sights, hands, seen = self.layout.sight, self.layout.hand, self.seen
        for at in range(len(lifted)):
            held = lifted[at]
            card: int = held
            target = moves[at][2]
            seen[card] = sights[target] if hands[target] else sights[target] | seen[card]
            landed: list[Any] = self.own(target)
            landed.append(held)
        self.changes += 1

    def _lift(self, source: Zone, face: Face) -> Any:
        """Take one card of that face out of a zone, the first: its handle, as it lay there."""
        cards: list[Any] = self.own(source) if self.shared else self.zones[source]
        faces = self.face
        for index in range(len(cards)):
            card: int = cards[index]
            if faces[card] == face:
                return cards.pop(index)
        raise EngineFault(f"{self.layout.zones[source].name} holds no such card to trade")

    def _traded(self, lifted: list[int], moves: list[Transfer]) -> tuple[int, ...]:
        told: list[int] = [TRADE]
        layout = self.layout
        for card, (source, face, target) in zip(lifted, moves, strict=True):
            before = self.seen[card]
            after = layout.sight[target] | (0 if layout.hand[target] else before)
            told.extend((source, target, face, before, after))
        return tuple(told)

    def exchange(self, a: Zone, b: Zone) -> None:
        """Everything in one hand for everything in another, at one moment."""
        self.trade(
            [(a, face, b) for face in self.faces(a)] + [(b, face, a) for face in self.faces(b)]
        )

    def show(self, zone: Zone, index: int, seats: int) -> None:
        """Show the card at ``index`` to a bit set of seats."""
        self._show(zone, [index], seats)

    def show_all(self, zone: Zone, seats: int) -> None:
        """Show every card of a zone to a bit set of seats; of a hand they remember the faces."""
        if self.watch is not None:
            self._show(zone, list(range(len(self.zones[zone]))), seats)
            return
        if not self.layout.hand[zone]:
            for card in self.own(zone):
                self.seen[card] |= seats
        self.changes += 1

    def reveal(self, zone: Zone) -> None:
        """Show every card of a zone to all."""
        self.show_all(zone, self.layout.everyone)

    def show_among(self, zone: Zone, seats: list[Seat]) -> None:
        """Show every card of a zone to some players; of a hand they remember the faces."""
        bits = 0
        for seat in seats:
            bits |= 1 << seat
        self.show_all(zone, bits)

    def show_to(self, zone: Zone, seat: int) -> None:
        """Show every card of a zone to one seat alone."""
        self.show_all(zone, 1 << seat)

    def show_face(self, zone: Zone, face: Face, seat: Seat) -> None:
        """Show one card of that face to one seat alone; of a hand it cannot tell which."""
        for index, card in enumerate(self.zones[zone]):
            if self.face[card] == face:
                self._show(zone, [index], 1 << seat)
                return
        raise EngineFault(f"{self.layout.zones[zone].name} holds no {self.game.faces[face]}")

    def random_face(self, zone: Zone) -> Face:
        """The face of a random card of a zone; how a hand is held plays no part."""
        face: list[Any] = self.face
        faces: list[Face] = sorted([face[card] for card in self.zones[zone]])
        return faces[self.rand(len(faces))]

    def random_of(self, things: list[K]) -> K:
        """One of some things, each as likely as the next."""
        return things[self.rand(len(things))]

    def in_random_order(self, things: list[A]) -> list[A]:
        """The same things in a random order."""
        found = things[:]
        for last in range(len(found) - 1, 0, -1):
            other = self.rand(last + 1)
            found[last], found[other] = found[other], found[last]
        return found

    def _show(self, zone: Zone, indices: list[int], seats: int) -> None:
        if self.watch is not None:
            self.watch.ops.append(self._shown(zone, indices, seats))
        if not self.layout.hand[zone]:
            cards = self.own(zone)
            for index in indices:
                self.seen[cards[index]] |= seats
        self.changes += 1

    def _shown(self, zone: Zone, indices: list[int], seats: int) -> tuple[int, ...]:
        told: list[int] = [SHOW, zone, seats]
        for index in indices:
            card = self.zones[zone][index]
            before = self.seen[card]
            told.extend((index, self.face[card], before, before | seats))
        return tuple(told)

    def shuffle(self, zone: Zone) -> None:
        """Deal the faces anew under the handles; nobody has seen them any more.

        They are sorted first, so that how they lay before leaves no trace.
        """
        cards = self.own(zone)
        if self.layout.sight[zone]:
            raise EngineFault(f"{self.layout.zones[zone].name} is shuffled in somebody's sight")
        face = self.face
        if self.watch is not None:
            told: list[int] = [SHUFFLE, zone]
            for card in cards:
                told.extend((face[card], self.seen[card]))
            self.watch.ops.append(tuple(told))
        faces: list[Any]
        if COMPILED and self.layout.few_faces:
            faces = self._ascending(zone)
        else:
            faces = [face[card] for card in cards]
            faces.sort()
        for i in range(len(faces) - 1, 0, -1):
            j = self.rand(i + 1)
            held = faces[i]
            faces[i] = faces[j]
            faces[j] = held
        if self.twist is not None and faces:
            i, j = self.twist[0] % len(faces), self.twist[1] % len(faces)
            faces[i], faces[j] = faces[j], faces[i]
            self.twist = None
        laid: list[Any] = face
        seen = self.seen
        for i, card in enumerate(cards):
            laid[card] = faces[i]
            seen[card] = 0
        self.changes += 1

    def maybe_swap(self, a: Zone, b: Zone, by: int, done: bool) -> None:
        """Swap the single cards of two zones, or only seem to: ``by`` alone knows which.

        Both cards must have been looked at by ``by`` already. Everybody else, the owners included,
        is left with what they knew of the two together.
        """
        one = self.own(a)
        two = self.own(b)
        if len(one) != 1 or len(two) != 1 or a == b or self.layout.hand[a] or self.layout.hand[b]:
            raise EngineFault("only two zones of one card each, and no hands, can be swapped")
        watch = self.watch
        known = (self.seen[one[0]] & self.seen[two[0]]) >> by & 1
        if watch is not None and by in watch.ledgers and not known:
            raise EngineFault(f"seat {by} swaps cards that it has not looked at")
        if watch is not None:
            watch.ops.append(
                (
                    SWAP,
                    a,
                    b,
                    1 << by,
                    int(done),
                    self.face[one[0]],
                    self.seen[one[0]],
                    self.face[two[0]],
                    self.seen[two[0]],
                )
            )
        if done:
            one[0], two[0] = two[0], one[0]
        for card in (one[0], two[0]):
            self.seen[card] = 1 << by
        self.changes += 1

    def has_seen(self, zone: Zone, seat: int) -> bool:
        """Whether a seat has seen the single card of a zone, there, since it was laid there.

        A swap that only seemed to be one makes a seat forget what it knows, not what it has seen;
        the log of a watched world tells. For judging what was said, not for rules.
        """
        if (self.seen[self.zones[zone][0]] >> seat) & 1:
            return True
        ops = self.watch.ops if self.watch is not None else []
        for op in reversed(ops):
            if op[0] == SWAP:
                _, a, b, _, done, _, before_a, _, before_b = op
                if zone in (a, b) and done:
                    return False
                if (zone == a and before_a >> seat & 1) or (zone == b and before_b >> seat & 1):
                    return True
            elif op[0] == MOVE:
                _, source, _, target, _, _, _, _ = op
                if zone in (source, target):
                    return False
        return False

    def deny(self, zone: Zone, faces: list[Face]) -> None:
        """Tell everybody that none of these faces lies in a zone (a skip has proved it)."""
        if any(self.face[card] in faces for card in self.zones[zone]):
            raise EngineFault(f"{self.layout.zones[zone].name} does hold what is denied")
        self.changes += 1
        if self.watch is not None:
            self.watch.ops.append((DENY, zone, *sorted(faces)))

    def limit(self, zone: Zone, counts: dict[int, int], *, below: int) -> None:
        """Tell everybody that the cards of a zone count fewer than ``below`` together.

        ``counts`` is what each face counts. (That somebody does not claim has proved it.)
        """
        most = below - 1
        if sum(counts.get(self.face[card], 0) for card in self.zones[zone]) > most:
            raise EngineFault(f"{self.layout.zones[zone].name} does count more")
        self.changes += 1
        if self.watch is not None:
            told = [face for face in sorted(counts) for _ in range(counts[face])]
            self.watch.ops.append((LIMIT, zone, most, *told))

    # -- counters and words

    def set(self, counter: Counter, value: int) -> None:
        """Set a public counter."""
        self._set(counter, value)

    def add(self, counter: Counter, number: int = 1) -> None:
        """Count on: one more, or so many."""
        self._set(counter, self.count[counter] + number)

    def _set(self, number: int, value: int) -> None:
        if self.count[number] != value:
            self.count[number] = value
            if self.watch is not None:
                self.watch.ops.append((SET, number, value))
                self._check_range(number, value)
        self.changes += 1

    def _check_range(self, number: int, value: int) -> None:
        """A counter stays where its declaration says, or its game is wrong."""
        low, high = self.layout.ranges[number]
        if not low <= value <= high:
            name = self.layout.counters[number]
            raise EngineFault(f"{name} is set to {value}, beyond what was declared")

    def marked(self, mark: Mark) -> bool:
        """Whether a mark is there."""
        return bool(self.count[mark >> MARK_BITS] >> (mark & MARK) & 1)

    def unmarked(self, things: list[A], marks: list[Mark]) -> list[A]:
        """Of some things those whose mark is not there: ``unmarked(members, DEAD)``."""
        count = self.count
        return [
            thing
            for thing in things
            if not count[marks[thing] >> MARK_BITS] >> (marks[thing] & MARK) & 1
        ]

    def mark(self, mark: Mark) -> None:
        """Put a mark, where it is not there yet."""
        counter = mark >> MARK_BITS
        self._set(counter, self.count[counter] | 1 << (mark & MARK))

    def mark_all(self, marks: list[Mark]) -> None:
        """Put several marks of one declaration at once."""
        counter = _kept_together(marks)
        bits = self.count[counter]
        for mark in marks:
            bits |= 1 << (mark & MARK)
        self._set(counter, bits)

    def unmark(self, mark: Mark) -> None:
        """Take a mark away, where it is there."""
        counter = mark >> MARK_BITS
        self._set(counter, self.count[counter] & ~(1 << (mark & MARK)))

    def unmark_all(self, marks: list[Mark]) -> None:
        """Take all marks of a declaration away."""
        self._set(_kept_together(marks), 0)

    def holder(self, what: Holder) -> Seat:
        """Who has something; -1 for nobody."""
        return self.count[what] - 1  # type: ignore[return-value]  # ``Seat`` costs a call

    def hold(self, what: Holder, who: Seat) -> None:
        """Give something to a player."""
        self._set(what, who + 1)

    def release(self, what: Holder) -> None:
        """Nobody has it any more."""
        self._set(what, 0)

    def is_held(self, what: Holder) -> bool:
        """Whether anybody has it."""
        return self.count[what] > 0

    def who_has(self, what: Holder) -> Seat | None:
        """Who has something; None where nobody has it."""
        held = self.count[what]
        return Seat(held - 1) if held else None

    def tell(self, key: Saying, *args: int) -> None:
        """Say something public in the log: a sentence, and the things that it speaks of."""
        self.changes += 1
        if self.watch is not None:
            sentence = self.game.book.sentences[key]
            said = args if sentence.plain else sentence.words(args, self.seats)
            self.watch.ops.append((TELL, key, *said))

    def is_heard(self) -> bool:
        """Whether anybody hears what is told. Where nobody does, compiled rules tell nothing."""
        self.changes += 1
        return self.watch is not None

    # -- seats

    def everyone(self) -> list[Seat]:
        """All players, from the first seat on."""
        return self.layout.seats

    def all_but(self, seat: Seat) -> list[Seat]:
        """All players but one, from the first seat on."""
        return self.layout.all_but[seat]

    def others(self, seat: Seat) -> list[Seat]:
        """All other players, clockwise from the left neighbour."""
        return self.layout.others[seat]

    def left_of(self, seat: Seat) -> Seat:
        """The left neighbour."""
        return self.layout.others[seat][0]

    def right_of(self, seat: Seat) -> Seat:
        """The right neighbour."""
        return self.layout.others[seat][-1]

    def from_on(self, seat: Seat) -> list[Seat]:
        """All players, clockwise from that one on."""
        return [seat, *self.layout.others[seat]]

    # -- flow

    def then(self, step: Step, *args: int) -> None:
        """Do a step after this one (several: in the order of the calls)."""
        self.next.append((step, args, NONE_GOT, NONE_SEALED))

    def is_at(self, step: Step) -> bool:
        """Whether the game stands at this step."""
        return bool(self.stack) and self.stack[-1][0] is step

    def by_seat(self, given: tuple[K, ...]) -> dict[Seat, K]:
        """Who answered what, in a step that has asked several seats at once."""
        assert self.ask is not None, "a step gets its answers while its ask is still there"
        seats: Any = self.ask.seats
        return dict(zip(seats, given, strict=True))

    def by_position(self, given: tuple[K, ...]) -> dict[int, K]:
        """The same where seats were asked for several positions each; by seat where not."""
        assert self.ask is not None, "a step gets its answers while its ask is still there"
        return dict(zip(self.ask.terms.positions or self.ask.seats, given, strict=True))

    def then_unless(self, guard: Step, foe: Seat, effect: Step, *args: int) -> None:
        """Do a step after this one, unless a guard, which asks a player before it, cancels it."""
        self.then(guard, foe)
        self.then(effect, *args)

    def cancel(self) -> None:
        """In a guard: the effect that it came with (``then_unless``) is not done."""
        self.changes += 1
        del self.stack[-2]

    def end(self) -> None:
        """The game is over when this step is done."""
        self.over = True
        self.changes += 1
        if self.watch is not None:
            self.watch.ops.append((END,))


def _kept_together(marks: list[Mark]) -> int:
    """The counter of several marks."""
    counter = marks[0] >> MARK_BITS
    if marks[-1] >> MARK_BITS != counter:
        raise EngineFault("marks that have a name each are put and taken away one by one")
    return counter


def _listed(once: i64, twice: i64, thrice: i64) -> list[Face]:
    """The faces of these bits, ascending; those of ``twice`` two times, and so on."""
    found: list[Face] = []
    while once:
        bit = once & -once
        face: Any = FACE_OF[bit % BIT_PRIME]
        found.append(face)
        if twice & bit:
            found.append(face)
            if thrice & bit:
                found.append(face)
        once ^= bit
    return found
