"""Which game is written down for a table: chosen so that its options are seen at work."""

from __future__ import annotations

from typing import NamedTuple


class Choice(NamedTuple):
    """What decides how a golden game goes, besides its table.

    ``seed`` is that of the deal and of what is answered. ``late``: in how many of a hundred inputs
    time runs out. ``inputs``: how many there are at most. ``given``: cards that are laid elsewhere
    before the game begins: where from, which, where to.
    """

    seed: int = 2024
    late: int = 0
    inputs: int = 1500
    given: tuple[tuple[str, str, str], ...] = ()


TOKENS = (("supply", "Red-token", "team-0"),) * 2 + (("supply", "Blue-token", "team-1"),) * 2
BOTH = (("deck", "Martyr", "hand-0"), ("deck", "Mirror-Monk", "hand-0"))

CHOICES = {
    "night-4-reactions=one": Choice(2027, inputs=150),
    "night-4-reactions=no-token": Choice(2046, inputs=150, given=BOTH),
    "night-4-rounds=3": Choice(2025),
    "night-4-rounds=5": Choice(2172),
    "tack-4-passes=4-rounds=10": Choice(2025),
    "tack-5-passes=4-rounds=10": Choice(2025),
    "tack-6-passes=4-rounds=10": Choice(2025),
    "tack-7-passes=4-rounds=10": Choice(2025),
    "tack-8-passes=4-rounds=10": Choice(2027),
    "tack-4-passes=4-rounds=10-codes=off": Choice(2025),
    "tack-4-passes=4-rounds=10-throw=off": Choice(2027, given=TOKENS),
    "wataah-2-temple-court=off": Choice(inputs=110),
    "wataah-2-toad-own=off": Choice(inputs=100),
    "wataah-2-tengu-self=off": Choice(2025, inputs=245),
    "wataah-2-turns=40": Choice(late=85, inputs=140),
    "wataah-2-turns=80": Choice(late=85, inputs=270),
    "wataah-3-temple-court=off": Choice(inputs=120),
    "wataah-3-toad-own=off": Choice(inputs=80),
    "wataah-3-tengu-self=off": Choice(2025, inputs=215),
    "wataah-3-turns=40": Choice(late=85, inputs=140),
    "wataah-3-turns=80": Choice(2025, late=85, inputs=270),
    "wataah-4-temple-court=off": Choice(inputs=160),
    "wataah-4-toad-own=off": Choice(inputs=85),
    "wataah-4-tengu-self=off": Choice(inputs=395),
    "wataah-4-turns=40": Choice(late=85, inputs=140),
    "wataah-4-turns=80": Choice(late=85, inputs=270),
}
"""By the table's name; other tables have the usual choice. The long ones end soon after what they
are there to show: the games with the usual options are whole."""

SHOWN = {
    "night.honor": r"bag\.\d+ > tokens-\d: Honor-\d",
    "night.reactions=one": r"hand-\d > played-\d.*: (Mirror-Monk|Martyr) / \d+\. s\d.* react ",
    "night.reactions=no-token": r"\"reflects\" .* / .*bag\.\d+ > tokens-\d: Honor-\d",
    "night.rounds": r"show tokens-0: .* to all / ",
    "tack.passes": r"\"no_call\" / ",
    "tack.rounds": r"\"last_round\" / ",
    "tack.codes": r" / .*shuffle code-0",
    "tack.throw": r" / .*box-(side|far) = ",
    "wataah.mode": r" / .*shuffle temple-deck",
    "wataah.temple-court": r"temple .*\(of 3\) / .* temple .*\(of 4\)",
    "wataah.toad-own": r"(toad|kappa)\.(card|clan) .*_of:.* / .* (toad|kappa)\.(card|clan) .*_of:",
    "wataah.tengu-self": r"\"tengu_strikes\" \d / .*\"tengu_strikes\" \d",
    "wataah.turns": r"\"limit_reached\" / .*turns = ",
}
"""How an option, or a value of it, shows where the game parts from the same game without it: what
happens here, and what would happen there."""
