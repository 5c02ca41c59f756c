"""The truth: faces under handles, who has seen what, zones, counters, the stack of steps, chance.

Only a referee and a search hold a World. Players, bots and browsers get a View of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from tatami.engine.dice import SPAN, WORDS, words
from tatami.engine.errors import EngineFault, NeedsChance
from tatami.engine.game import Answer, Ask, Game, Layout, Step
from tatami.engine.ops import DENY, END, LIMIT, MOVE, POUR, SET, SHOW, SHUFFLE, SWAP, TELL, TRADE

if TYPE_CHECKING:
    from tatami.engine.watch import Watch

Closed: TypeAlias = Answer | tuple[Answer, ...]
"""A closed answer: an option, a picked subset, or what several seats answered together."""
Got: TypeAlias = tuple[Closed, ...]
"""Closed answers of a step, each after the seat that gave it (-1: several did, together)."""
Frame: TypeAlias = tuple[Step, tuple[int, ...], Got, tuple[Answer | None, ...]]
"""A step on the stack: its arguments, the answers closed so far, the sealed ones of an open ask."""

NONE_GOT: Final[Got] = ()
NONE_SEALED: Final[tuple[Answer | None, ...]] = ()


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
        "mark",
        "mine",
        "next",
        "opts",
        "over",
        "seats",
        "seen",
        "stack",
        "tick",
        "twist",
        "watch",
        "zones",
    )

    def __init__(
        self,
        game: Game,
        seats: int,
        opts: tuple[int, ...],
        layout: Layout,
        face: list[int],
        seen: list[int],
        zones: list[list[int]],
        mine: int,
        count: list[int],
        stack: list[Frame],
        ask: Ask | None,
        key: bytes,
        tick: int,
        over: bool,
        watch: Watch | None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.opts = opts
        self.layout = layout
        self.face = face
        self.seen = seen
        self.zones = zones
        self.mine = mine
        self.count = count
        self.stack = stack
        self.ask = ask
        self.key = key
        self.tick = tick
        self.over = over
        self.watch = watch
        self.next: list[Frame] = []
        self.loaded: list[int] | None = None
        """Numbers to use instead of random ones, to enumerate chance; ``None``: real chance."""
        self.twist: tuple[int, int] | None = None
        """For tests: two places whose faces the next shuffle exchanges, besides."""
        self.acted = 0
        """How many steps have acted: a new ask is told from an old one by it."""
        self.changes = 0
        self.mark = 0
        self._words: tuple[int, ...] = ()
        self._words_at = -1

    def copy(self) -> World:
        """A copy that goes its own way; nobody watches it. Zones are shared until one changes."""
        self.mine = 0
        twin = World(
            self.game,
            self.seats,
            self.opts,
            self.layout,
            self.face[:],
            self.seen[:],
            self.zones[:],
            0,
            self.count[:],
            self.stack[:],
            self.ask,
            self.key,
            self.tick,
            self.over,
            None,
        )
        twin._words = self._words
        twin._words_at = self._words_at
        if self.loaded is not None:
            twin.loaded = self.loaded[:]
        twin.twist = self.twist
        twin.acted = self.acted
        return twin

    def copy_watched(self) -> World:
        """A copy with the watch, ledgers and events included."""
        twin = self.copy()
        if self.watch is not None:
            twin.watch = self.watch.copy()
        return twin

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
        limit = SPAN - SPAN % n
        while True:
            number = self.tick // WORDS
            if number != self._words_at:
                self._words = words(self.key, number)
                self._words_at = number
            word = self._words[self.tick % WORDS]
            self.tick += 1
            if word < limit:
                return word % n

    # -- cards

    def own(self, zone: int) -> list[int]:
        """The zone's cards, made this world's own before they change."""
        cards = self.zones[zone]
        if not (self.mine >> zone) & 1:
            cards = cards[:]
            self.zones[zone] = cards
            self.mine |= 1 << zone
        return cards

    def size(self, zone: int) -> int:
        """How many cards lie in a zone."""
        return len(self.zones[zone])

    def faces(self, zone: int) -> list[int]:
        """The faces in a zone, in its order; those of a hand, which has none, ascending."""
        face = self.face
        found = [face[card] for card in self.zones[zone]]
        if self.layout.hand[zone]:
            found.sort()
        return found

    def has(self, zone: int, face: int) -> bool:
        """Whether a face lies in a zone."""
        faces = self.face
        for card in self.zones[zone]:
            if faces[card] == face:
                return True
        return False

    def kinds_in(self, zone: int) -> list[int]:
        """The different faces in a zone, in ascending order: what a hand offers to choose from."""
        face = self.face
        return sorted({face[card] for card in self.zones[zone]})

    def move(self, source: int, index: int, target: int) -> None:
        """Move the card at ``index`` of a pile or row onto ``target``."""
        self._land(self.own(source).pop(index), source, index, target)

    def draw(self, source: int, target: int, number: int = 1) -> int:
        """Move up to ``number`` cards from the top of a pile; the number that there were."""
        cards = self.own(source)
        drawn = min(number, len(cards))
        if self.watch is None:
            self._draw_unwatched(cards, target, drawn)
            return drawn
        for _ in range(drawn):
            self._land(cards.pop(), source, len(cards), target)
        return drawn

    def _draw_unwatched(self, cards: list[int], target: int, number: int) -> None:
        """The same as landing one card after the other, where nobody is told."""
        sight = self.layout.sight[target]
        forgets = self.layout.hand[target]
        seen = self.seen
        landed = self.own(target)
        for _ in range(number):
            card = cards.pop()
            seen[card] = sight if forgets else sight | seen[card]
            landed.append(card)
        self.changes += number

    def play(self, source: int, face: int, target: int) -> None:
        """Move one card of that face: from a pile or row the uppermost, from a hand any."""
        cards = self.own(source)
        faces = self.face
        for index in range(len(cards) - 1, -1, -1):
            card = cards[index]
            if faces[card] == face:
                cards.pop(index)
                self._land(card, source, index, target)
                return
        raise EngineFault(f"{self.layout.zones[source].name} holds no {self.game.faces[face]}")

    def _land(self, card: int, source: int, index: int, target: int) -> None:
        """Put a lifted card down; whoever sees the target sees it, a hand forgets all others."""
        layout = self.layout
        before = self.seen[card]
        after = layout.sight[target]
        if not layout.hand[target]:
            after |= before
        self.seen[card] = after
        cards = self.own(target)
        watch = self.watch
        if watch is not None:
            watch.ops.append(
                (MOVE, source, index, target, len(cards), self.face[card], before, after)
            )
        cards.append(card)
        self.changes += 1

    def under(self, source: int, index: int, target: int) -> None:
        """Move a card to the bottom of a pile instead of its top."""
        self.move(source, index, target)
        cards = self.own(target)
        cards.insert(0, cards.pop())
        if self.watch is not None:
            last = self.watch.ops.pop()
            self.watch.ops.append((*last[:4], 0, *last[5:]))

    def pour(self, source: int, target: int) -> None:
        """Move all cards of one pile or row onto another, as they lie."""
        cards = self.own(source)
        if not cards:
            return
        layout = self.layout
        if layout.hand[source] or layout.hand[target]:
            raise EngineFault("a hand is not poured: play or trade its cards")
        told: list[int] = [POUR, source, target]
        for card in cards:
            before = self.seen[card]
            after = before | layout.sight[target]
            self.seen[card] = after
            told.extend((self.face[card], before, after))
        if self.watch is not None:
            self.watch.ops.append(tuple(told))
        self.own(target).extend(cards)
        cards.clear()
        self.changes += 1

    def trade(self, moves: list[tuple[int, int, int]]) -> None:
        """Move cards at one moment: each ``(source, face, target)`` leaves before any lands."""
        if not moves:
            return
        lifted: list[int] = []
        faces = self.face
        for source, face, _ in moves:
            cards = self.own(source)
            index = 0
            while index < len(cards) and faces[cards[index]] != face:
                index += 1
            if index == len(cards):
                raise EngineFault(f"{self.layout.zones[source].name} holds no such card to trade")
            lifted.append(cards.pop(index))
        told: list[int] = [TRADE]
        layout = self.layout
        for card, (source, face, target) in zip(lifted, moves, strict=True):
            before = self.seen[card]
            after = layout.sight[target]
            if not layout.hand[target]:
                after |= before
            self.seen[card] = after
            self.own(target).append(card)
            told.extend((source, target, face, before, after))
        if self.watch is not None:
            self.watch.ops.append(tuple(told))
        self.changes += 1

    def exchange(self, a: int, b: int) -> None:
        """Everything in one hand for everything in another, at one moment."""
        self.trade(
            [(a, face, b) for face in self.faces(a)] + [(b, face, a) for face in self.faces(b)]
        )

    def show(self, zone: int, index: int, seats: int) -> None:
        """Show the card at ``index`` to a bit set of seats."""
        self._show(zone, [index], seats)

    def show_all(self, zone: int, seats: int) -> None:
        """Show every card of a zone to a bit set of seats; of a hand they remember the faces."""
        self._show(zone, list(range(len(self.zones[zone]))), seats)

    def show_face(self, zone: int, face: int, seats: int) -> None:
        """Show one card of that face; of a hand nobody can tell which."""
        for index, card in enumerate(self.zones[zone]):
            if self.face[card] == face:
                self._show(zone, [index], seats)
                return
        raise EngineFault(f"{self.layout.zones[zone].name} holds no {self.game.faces[face]}")

    def random_face(self, zone: int) -> int:
        """The face of a random card of a zone; how a hand is held plays no part."""
        faces = sorted([self.face[card] for card in self.zones[zone]])
        return faces[self.rand(len(faces))]

    def _show(self, zone: int, indices: list[int], seats: int) -> None:
        told: list[int] = [SHOW, zone, seats]
        for index in indices:
            card = self.zones[zone][index]
            before = self.seen[card]
            if not self.layout.hand[zone]:
                self.seen[card] |= seats
            told.extend((index, self.face[card], before, before | seats))
        self.changes += 1
        if self.watch is not None:
            self.watch.ops.append(tuple(told))

    def shuffle(self, zone: int) -> None:
        """Deal the faces anew under the handles; nobody has seen them any more.

        They are sorted first, so that how they lay before leaves no trace.
        """
        cards = self.zones[zone]
        if self.layout.sight[zone]:
            raise EngineFault(f"{self.layout.zones[zone].name} is shuffled in somebody's sight")
        face = self.face
        if self.watch is not None:
            told: list[int] = [SHUFFLE, zone]
            for card in cards:
                told.extend((face[card], self.seen[card]))
            self.watch.ops.append(tuple(told))
        faces = sorted([face[card] for card in cards])
        for i in range(len(faces) - 1, 0, -1):
            j = self.rand(i + 1)
            held = faces[i]
            faces[i] = faces[j]
            faces[j] = held
        if self.twist is not None and faces:
            i, j = self.twist[0] % len(faces), self.twist[1] % len(faces)
            faces[i], faces[j] = faces[j], faces[i]
            self.twist = None
        for i, card in enumerate(cards):
            face[card] = faces[i]
            self.seen[card] = 0
        self.changes += 1

    def maybe_swap(self, a: int, b: int, by: int, done: bool) -> None:
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

    def has_seen(self, zone: int, seat: int) -> bool:
        """Whether a seat has seen the single card of a zone, there, since it was laid there.

        A swap that only seemed to be one makes a seat forget what it knows, not what it has seen;
        the log of a watched world tells. For judging what was said, not for rules.
        """
        if (self.seen[self.zones[zone][0]] >> seat) & 1:
            return True
        ops = self.watch.ops if self.watch is not None else []
        for op in reversed(ops):
            if op[0] == SWAP and zone in op[1:3]:
                if op[4]:
                    return False
                if (op[6 if op[1] == zone else 8] >> seat) & 1:
                    return True
            elif op[0] == MOVE and zone in (op[1], op[3]):
                return False
        return False

    def deny(self, zone: int, faces: list[int]) -> None:
        """Tell everybody that none of these faces lies in a zone (a skip has proved it)."""
        if any(self.face[card] in faces for card in self.zones[zone]):
            raise EngineFault(f"{self.layout.zones[zone].name} does hold what is denied")
        self.changes += 1
        if self.watch is not None:
            self.watch.ops.append((DENY, zone, *sorted(faces)))

    def limit(self, zone: int, counts: dict[int, int], most: int) -> None:
        """Tell everybody that the cards of a zone count no more than ``most`` together.

        ``counts`` is what each face counts. (That somebody does not claim has proved it.)
        """
        if sum(counts.get(self.face[card], 0) for card in self.zones[zone]) > most:
            raise EngineFault(f"{self.layout.zones[zone].name} does count more")
        self.changes += 1
        if self.watch is not None:
            told = [face for face in sorted(counts) for _ in range(counts[face])]
            self.watch.ops.append((LIMIT, zone, most, *told))

    # -- counters and words

    def set(self, counter: int, value: int) -> None:
        """Set a public counter."""
        if self.count[counter] != value:
            self.count[counter] = value
            if self.watch is not None:
                self.watch.ops.append((SET, counter, value))
        self.changes += 1

    def tell(self, key: int, *args: int) -> None:
        """Say something public in the log: a sentence's number in the game and its arguments."""
        self.changes += 1
        if self.watch is not None:
            self.watch.ops.append((TELL, key, *args))

    # -- flow

    def then(self, step: Step, *args: int) -> None:
        """Do a step after this one (several: in the order of the calls)."""
        self.next.append((step, args, NONE_GOT, NONE_SEALED))

    def drop(self, step: Step) -> None:
        """Cancel the nearest waiting frame of a step: a guard drops the effect."""
        self.changes += 1
        for at in range(len(self.stack) - 2, -1, -1):
            if self.stack[at][0] is step:
                del self.stack[at]
                return
        raise EngineFault(f"{step.name} is not waiting")

    def end(self) -> None:
        """The game is over when this step is done."""
        self.over = True
        self.changes += 1
        if self.watch is not None:
            self.watch.ops.append((END,))
