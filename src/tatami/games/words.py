"""The texts of a game: one TOML file a language, read by terminal and browser alike.

docs/add-a-game.md lists the sections. What a language leaves out is said in English. English lies
beside what it speaks of; of our own packages every other language lies in a folder of its own,
``languages/LANGUAGE`` (docs/translate.md).
"""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

FALLBACK: Final = "en"
LANGUAGE: Final = re.compile(r"[a-z]{2,3}")
OURS: Final = "tatami"
FOLDERS: Final = files(OURS).joinpath("languages")
LANGUAGES: Final = (
    FALLBACK,
    *sorted([one.name for one in FOLDERS.iterdir() if LANGUAGE.fullmatch(one.name)]),
)
"""What the table itself speaks, which is what has a folder; a game may have more or fewer."""
FORMS: Final = ("zero", "one", "two", "few", "many", "other")
"""The plural forms that CLDR knows. A text that has one says the others too, as far as its
language has them: ``{ one = "{0} card", other = "{0} cards" }``."""


def read_words(package: str, language: str = FALLBACK) -> dict[str, Any]:
    """The texts of the game in a package; those that the language lacks are English."""
    spoken = _words_in(package, FALLBACK)
    return spoken if language == FALLBACK else merged(spoken, _words_in(package, language))


def languages_of(package: str) -> list[str]:
    """The languages in which a package has texts."""
    if not package:
        return []
    folder = files(package).joinpath("text")
    found = [one.name[:-5] for one in folder.iterdir()] if folder.is_dir() else []
    return sorted([one for one in {*found, *LANGUAGES} if text_file(package, "text", one)])


def is_language(name: str) -> bool:
    """Whether this can be the name of a language: it becomes a part of a path."""
    return LANGUAGE.fullmatch(name) is not None


def _words_in(package: str, language: str) -> dict[str, Any]:
    """One file; nothing where there is none. A module outside any package has none."""
    file = text_file(package, "text", language)
    return tomllib.loads(file.read_text("utf-8")) if file else {}


def text_file(package: str, kind: str, language: str) -> Traversable | None:
    """Where a package's texts in a language lie: beside it, or in the folder of the language."""
    if not package or not is_language(language):
        return None
    places = [files(package).joinpath(kind, f"{language}.toml")]
    if package.startswith(f"{OURS}."):
        name = package.rpartition(".")[2]
        places.append(FOLDERS.joinpath(language, kind, f"{name}.toml"))
    return next((place for place in places if place.is_file()), None)


def has_forms(text: object) -> bool:
    """Whether a text is said differently of one and of several."""
    return isinstance(text, dict) and "other" in text and set(text) <= set(FORMS)


def merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Two trees of texts, the second laid over the first, key by key."""
    found = dict(under)
    for key, value in over.items():
        below = found.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            value = merged(below, value)
        found[key] = value
    return found


def starred(name: str, seat: int) -> str:
    """What a player's zone or counter is called among the texts: ``hand-*`` for ``hand-2``."""
    parts = name.split("-")
    if str(seat) in parts:
        parts[parts.index(str(seat))] = "*"
    return "-".join(parts)


def counter_key(name: str, seats: int) -> str:
    """What a counter is called among the texts: ``score-*`` for ``score-0`` to ``score-3``."""
    for seat in range(seats):
        if name.endswith(f"-{seat}"):
            return starred(name, seat)
    return name
