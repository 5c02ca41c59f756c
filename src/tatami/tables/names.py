"""Names of people: as they are shown, what they may not hold, and which two look the same.

No sign that cannot be seen, no letters that pose as those of another script, no copy of a name at
the table. The tables are Unicode's own of what looks alike (UTS 39), by ``confusable_homoglyphs``,
which reads its data as it is imported, as the games read their texts: see ``docs/adr/0015``.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.utils import load

from tatami.engine.errors import Refusal
from tatami.tables.refusals import no

LONGEST_NAME: Final = 24
EMOJI_STYLES: Final = {0xFE0E: None, 0xFE0F: None}
"""How a sign is drawn, as keyboards add it to some: nobody misses it."""
UNSEEN: Final = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800),
            *(0x3164, 0xFFA0, 0x1D159, 0x2D7F, 0x1107F, 0x16FE4, 0x1BC9D, 0x1BC9E, 0xFFFC),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""Printable by its kind, and shows nothing: default ignorables of Unicode, blanks, joiners."""
LEFT: Final = "\u200e"
"""What the table puts round letters that are written from the right."""
NEUTRAL: Final = frozenset({"COMMON", "INHERITED"})
TOGETHER: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""Scripts that people write together."""


def tidy(name: str) -> str:
    """A name as it is shown: composed, on one line, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).translate(EMOJI_STYLES).split())


def refusal(name: str) -> Refusal | None:
    """Why something cannot be a name; None: it can."""
    bare = tidy(name)
    if any(mark in UNSEEN or unicodedata.category(mark) == "Cf" for mark in bare):
        return no("hidden_name")
    if not 0 < len(bare) <= LONGEST_NAME or not bare.isprintable():
        return no("bad_name")
    if not any(mark.isalnum() for mark in bare) or unicodedata.category(bare[0])[0] == "M":
        return no("bad_name")
    return no("mixed_name") if _poses(bare) else None


def alike(one: str, other: str) -> bool:
    """Whether two names look the same, in whatever letters, great or small."""
    folded = skeleton(one.casefold()) == skeleton(other.casefold())
    return folded or skeleton(one) == skeleton(other)


def skeleton(name: str) -> str:
    """UTS 39: equal for names that look the same, also in letters of another width or height."""
    marks = unicodedata.normalize("NFKD", name)
    return unicodedata.normalize("NFD", "".join([LOOKS.get(mark, mark) for mark in marks]))


def _poses(name: str) -> bool:
    """Whether letters of one script stand in for those of another."""
    scripts = _scripts(name)
    together = any(scripts <= some for some in TOGETHER)
    return len(scripts) > 1 and not together and len(_scripts(skeleton(name))) < len(scripts)


def _scripts(text: str) -> set[str]:
    return {script for mark in text if (script := str(alias(mark))) not in NEUTRAL}


def _looks() -> dict[str, str]:
    """What each sign looks like: the one that stands for all that look alike, or several (*rn*).

    The table lists for each sign those that look like it. One that stands for many has many; one
    of the many has only that. Of a pair, the longer or else the first stands for both.
    """
    table = {
        sign.replace(LEFT, ""): [one["c"].replace(LEFT, "") for one in others]
        for sign, others in load("confusables.json").items()
    }
    found: dict[str, str] = {}
    for sign, others in table.items():
        if len(sign) == 1 and len(others) == 1:
            (other,) = others
            pair = sorted([sign, other], key=lambda one: (-len(one), one))
            found[sign] = other if len(table.get(other, ())) > 1 else pair[0]
    return found


LOOKS: Final = _looks()
