"""The Temple of the Shadow and the Imperial Court: ten cards each.

[book] There are ten of each. [reconstructed] The printed texts could not be had: names and powers
are ours. When a printed text turns up, replace it here, and what it does in ``temple.py`` or
``court.py``; nothing else of the game knows more of these cards than the numbers below.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Reconstructed(NamedTuple):
    """A card that we designed a stand-in for."""

    name: str
    power: str
    provenance: str = "reconstructed"


TEMPLE: Final = (
    Reconstructed("Hidden-Dojo", "recruiting: may look at the top 2 and keep 1"),
    Reconstructed("Silent-Step", "may skip the discard"),
    Reconstructed("Bone-Market", "recruiting: may take the top card of the Jigoku instead"),
    Reconstructed("Veiled-Bribes", "being corrupt: draw 1 card more"),
    Reconstructed("Cleansing-Smoke", "at scoring: the highest corrupt card does not count"),
    Reconstructed("Paper-Wards", "clans of 4 cards cannot be destroyed or sent back"),
    Reconstructed("Closed-Fist", "cannot be chosen for Rat, Nezumi, Fox or Kitsune"),
    Reconstructed("Twin-Shadows", "after a new clan: may add 1 card to another clan"),
    Reconstructed("Yokai-Pact", "at scoring: 2 more for each Yokai"),
    Reconstructed("Full-Ranks", "at scoring: 3 more for each clan of 4 cards"),
)
"""In force all through the next round."""

HIDDEN_DOJO: Final = 0
SILENT_STEP: Final = 1
BONE_MARKET: Final = 2
VEILED_BRIBES: Final = 3
CLEANSING_SMOKE: Final = 4
PAPER_WARDS: Final = 5
CLOSED_FIST: Final = 6
TWIN_SHADOWS: Final = 7
YOKAI_PACT: Final = 8
FULL_RANKS: Final = 9

COURT: Final = (
    Reconstructed("Imperial-Levy", "draw 3"),
    Reconstructed("Mobilisation", "this turn: place a clan and reinforce one, in either order"),
    Reconstructed("Pardon", "put a corrupt card into the Jigoku"),
    Reconstructed("Imperial-Guard", "cancel a power that targets you or your cards"),
    Reconstructed("Court-Spy", "look at a hand and choose 1 card that is discarded"),
    Reconstructed("Masters-Lesson", "this turn: 2 cards trigger the big power"),
    Reconstructed("Ancestors-Memory", "take 1 card from the Jigoku"),
    Reconstructed("Informer", "look at one Decoy"),
    Reconstructed("Moon-Banner", "at scoring: 5 more"),
    Reconstructed("Poisoned-Gift", "an opponent gets a corrupt card, then draws 1"),
)
"""Used once, in the next round."""

IMPERIAL_LEVY: Final = 0
MOBILISATION: Final = 1
PARDON: Final = 2
IMPERIAL_GUARD: Final = 3
COURT_SPY: Final = 4
MASTERS_LESSON: Final = 5
ANCESTORS_MEMORY: Final = 6
INFORMER: Final = 7
MOON_BANNER: Final = 8
POISONED_GIFT: Final = 9

TEMPLE_NAMES: Final = tuple(card.name for card in TEMPLE)
COURT_NAMES: Final = tuple(card.name for card in COURT)

LEVY: Final = 3
"""Imperial Levy: cards drawn."""
DOJO_LOOK: Final = 2
"""Hidden Dojo: cards looked at, of which one is kept."""
BRIBES: Final = 1
"""Veiled Bribes: cards drawn besides."""
PACT: Final = 2
"""Yokai Pact: points for each Yokai."""
RANKS: Final = 3
"""Full Ranks: points for each clan of four."""
BANNER_POINTS: Final = 5
"""Moon Banner: points."""
