"""Names of people: as they are shown, what they may not hold, and which two look the same.

No sign that cannot be seen, no letters that pose as those of another script, no marks in a pile
that covers other lines, no copy of a name at the table. What looks alike is in Unicode's own tables
(UTS 39), by ``confusable_homoglyphs``, which reads its data as it is imported, as the games read
their texts: see ``docs/adr/0015``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
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
MARKS: Final = 2
"""Marks above, below and through one letter: as many as Vietnamese or Arabic have."""
OWN_MARKS: Final = 3
"""The same where all are of the letter's own script: Hebrew, Tibetan and Burmese pile them up."""
STROKES: Final = range(0x334, 0x339)
"""Marks through a letter, which one easily misses, or takes one for another."""
ONE_STROKE: Final = dict.fromkeys(STROKES, "\u0335")
NO_STROKES: Final = dict.fromkeys(STROKES)
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
    if any(_is_piled(letter, marks) for letter, marks in _letters(bare)):
        return no("piled_marks")
    return no("mixed_name") if _poses(bare) else None


def alike(one: str, other: str) -> bool:
    """Whether two names look the same, in whatever letters, great or small."""
    return any(look(one) == look(other) for look in (skeleton, _folded, _bare, _bare_and_folded))


def skeleton(name: str) -> str:
    """UTS 39: equal for names that look the same, also in letters of another width or height."""
    marks = unicodedata.normalize("NFKD", name)
    looks = "".join([LOOKS.get(mark, mark) for mark in marks])
    return unicodedata.normalize("NFD", looks.translate(ONE_STROKE))


def _folded(name: str) -> str:
    return skeleton(name.casefold())


def _bare(name: str) -> str:
    """The skeleton without strokes; of those that a letter has by itself, such as *ł*, nothing."""
    return skeleton(unicodedata.normalize("NFKD", name).translate(NO_STROKES))


def _bare_and_folded(name: str) -> str:
    return _bare(name.casefold())


def _letters(name: str) -> Iterator[tuple[str, str]]:
    """What is drawn at one place: each sign with the marks that follow it."""
    start = 0
    for at in range(1, len(name) + 1):
        if at == len(name) or unicodedata.category(name[at])[0] != "M":
            yield name[start], name[start + 1 : at]
            start = at


def _is_piled(letter: str, marks: str) -> bool:
    """Whether a letter bears marks of another script, or too many that take no room."""
    strange = _scripts(marks) - _scripts(letter)
    drawn = [mark for mark in marks if unicodedata.category(mark) != "Mc"]
    own = all(_scripts(mark) for mark in drawn)
    return bool(strange) or len(drawn) > (OWN_MARKS if own else MARKS)


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
