"""What happened in a world, as plain tuples of numbers: the verbs, and what follows each.

``SHAPES`` is the only place that says what stands where: first come some numbers once, then others
again for every card. ``before`` and ``after`` are bit sets of the seats that saw a card's face
before and see it after; the watch fills in faces for each seat.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

Op: TypeAlias = tuple[int, ...]

MOVE: Final = 0
SHOW: Final = 1
SHUFFLE: Final = 2
POUR: Final = 3
SWAP: Final = 4
TRADE: Final = 5
TELL: Final = 6
SET: Final = 7
DENY: Final = 8
END: Final = 9
LIMIT: Final = 10


class Shape(NamedTuple):
    """A verb, what follows it once, and what follows again and again."""

    verb: str
    once: tuple[str, ...]
    again: tuple[str, ...]


def _shape(verb: str, once: str, again: str = "") -> Shape:
    return Shape(verb, tuple(once.split()), tuple(again.split()))


SHAPES: Final = (
    _shape("move", "zone index zone index face seats seats"),
    _shape("show", "zone seats", "index face seats seats"),
    _shape("shuffle", "zone", "face seats"),
    _shape("pour", "zone zone", "face seats seats"),
    _shape("swap", "zone zone seats bool face seats face seats"),
    _shape("trade", "", "zone zone face seats seats"),
    _shape("tell", "sentence", "number"),
    _shape("set", "counter number"),
    _shape("deny", "zone", "face"),
    _shape("end", ""),
    _shape("limit", "zone number", "face"),
)
"""In words: a move is source, index there, target, index there, face, before, after. A show is the
zone and to whom, then for each card index, face, before, after. A shuffle: for each card face,
before. A pour is source and target, then face, before, after. A swap is two zones, who knows,
whether they were swapped, and for either card face and before. A trade: for each card source,
target, face, before, after. A denial lists the faces that do not lie there; a limit the most, then
the faces, each as often as it counts."""

VERBS: Final = tuple([shape.verb for shape in SHAPES])
FIRST: Final = [1 + len(shape.once) for shape in SHAPES]
"""Where what comes again and again begins."""
WIDTH: Final = [len(shape.again) for shape in SHAPES]
"""How many numbers come again each time."""


def once(op: Op) -> Op:
    """What an entry says once: of a show the zone and to whom, of a pour source and target."""
    return op[1 : FIRST[op[0]]]


def each(op: Op) -> list[Op]:
    """What an entry says again and again, mostly once for each card."""
    first, width = FIRST[op[0]], WIDTH[op[0]]
    return [op[at : at + width] for at in range(first, len(op), width)]
