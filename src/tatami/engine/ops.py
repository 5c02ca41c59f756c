"""What happened in a world, as plain tuples of numbers: the verbs, and what follows each.

Every verb is followed by the numbers listed here. ``before`` and ``after`` are bit sets of the
seats that saw a card's face before and see it after; the watch fills in faces for each seat.
"""

from __future__ import annotations

from typing import Final

MOVE: Final = 0
"""source zone, index there, target zone, index there, face, before, after"""
SHOW: Final = 1
"""zone, the seats it is shown to, then for each card: index, face, before, after"""
SHUFFLE: Final = 2
"""zone, then for each card: face, before"""
POUR: Final = 3
"""source, target, then for each card: face, before, after"""
SWAP: Final = 4
"""zones a and b, who knows (a bit), whether swapped, face a, before a, face b, before b"""
TRADE: Final = 5
"""for each card: source, target, face, before, after"""
TELL: Final = 6
"""number of the sentence, then its arguments"""
SET: Final = 7
"""counter, value"""
DENY: Final = 8
"""zone, then the faces that do not lie there"""
END: Final = 9
"""nothing: the game is over"""
LIMIT: Final = 10
"""zone, the most, then faces, each as often as it counts: all of them there count no more"""

VERBS: Final = (
    "move",
    "show",
    "shuffle",
    "pour",
    "swap",
    "trade",
    "tell",
    "set",
    "deny",
    "end",
    "limit",
)
