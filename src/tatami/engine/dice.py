"""Chance that is the same on every machine: BLAKE2b of a key and a counter, no bias."""

from __future__ import annotations

from hashlib import blake2b
from struct import unpack
from typing import Final

WORDS: Final = 16
"""Random words in one block."""
SPAN: Final = 1 << 32
"""How many values a word can have."""
MULTIPLIER: Final = 1664525
INCREMENT: Final = 1013904223
"""Of quick dice: a linear congruential generator of 32 bits."""
GOOD_BITS: Final = 24
"""The upper bits of each of its numbers; the others are poor."""
POOR_BITS: Final = 8


def block(key: bytes, number: int) -> bytes:
    """The random block of that number: BLAKE2b of the key and the number."""
    return blake2b(number.to_bytes(8, "big"), key=key).digest()


def words(key: bytes, number: int) -> tuple[int, ...]:
    """The same as whole numbers of 32 bits."""
    return unpack(">16I", block(key, number))


class Dice:
    """Random numbers of one's own, for a bot or a test: the same key gives the same numbers."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.tick = 0
        self._words: tuple[int, ...] = ()

    def below(self, n: int) -> int:
        """A random number below ``n``."""
        limit = SPAN - SPAN % n
        while True:
            at = self.tick % WORDS
            if at == 0:
                self._words = words(self.key, self.tick // WORDS)
            self.tick += 1
            if self._words[at] < limit:
                return self._words[at] % n

    def stir(self, items: list[int]) -> None:
        """Shuffle a list."""
        for at in range(len(items) - 1, 0, -1):
            other = self.below(at + 1)
            items[at], items[other] = items[other], items[at]

    def rank(self, total: int) -> int:
        """A random number below ``total``, however large that is."""
        words, spare = divmod(total.bit_length(), 32)
        while True:
            found = self.below(1 << spare) if spare else 0
            for _ in range(words):
                found = found << 32 | self.below(SPAN)
            if found < total:
                return found


class QuickDice:
    """Numbers that look random, for playouts that throw away all but their average.

    They take a seed and no key, cost no hash, and are neither even nor hard to guess: no game and
    no deal is drawn with them.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed % SPAN

    def below(self, n: int) -> int:
        """A number below ``n``, which is small."""
        self.state = (self.state * MULTIPLIER + INCREMENT) % SPAN
        return (self.state >> POOR_BITS) * n >> GOOD_BITS
