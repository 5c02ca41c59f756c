"""The Temple of the Shadow and the Imperial Court: ten cards each.

[book] There are ten of each. [reconstructed] The printed texts could not be had: names and powers
are ours. When a printed text turns up, it replaces the name here, and what the card does in
``temple.py`` or ``court.py``. The other rules ask those two files (may one skip the discard, can
one be chosen, what is added at scoring) and know no card; two verbs of the draw are named for a
card, since the answer is: ``dojo`` and ``market``.
"""

from __future__ import annotations

from typing import Final

TEMPLE_NAMES: Final = (
    "Hidden-Dojo",
    "Silent-Step",
    "Bone-Market",
    "Veiled-Bribes",
    "Cleansing-Smoke",
    "Paper-Wards",
    "Closed-Fist",
    "Twin-Shadows",
    "Yokai-Pact",
    "Full-Ranks",
)
"""In force all through the next round."""

COURT_NAMES: Final = (
    "Imperial-Levy",
    "Mobilisation",
    "Pardon",
    "Imperial-Guard",
    "Court-Spy",
    "Masters-Lesson",
    "Ancestors-Memory",
    "Informer",
    "Moon-Banner",
    "Poisoned-Gift",
)
"""Used once, in the next round."""
