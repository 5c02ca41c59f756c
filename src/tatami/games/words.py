"""The texts of a game: one TOML file a language, read by terminal and browser alike.

docs/add-a-game.md lists the sections. What a language leaves out is said in English.
"""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("en", "fr")
"""What the table itself speaks; a game may have more or fewer."""
FALLBACK: Final = "en"
LANGUAGE: Final = re.compile(r"[a-z]{2,3}")


def read_words(package: str, language: str = FALLBACK) -> dict[str, Any]:
    """The texts of the game in a package; those that the language lacks are English."""
    spoken = _words_in(package, FALLBACK)
    return spoken if language == FALLBACK else merged(spoken, _words_in(package, language))


def languages_of(package: str) -> list[str]:
    """The languages in which a package has texts."""
    if not package:
        return []
    folder = files(package).joinpath("text")
    found = [one.name for one in folder.iterdir()] if folder.is_dir() else []
    return sorted(name[:-5] for name in found if name.endswith(".toml") and is_language(name[:-5]))


def is_language(name: str) -> bool:
    """Whether this can be the name of a language: it becomes a part of a path."""
    return LANGUAGE.fullmatch(name) is not None


def _words_in(package: str, language: str) -> dict[str, Any]:
    """One file; nothing where there is none. A module outside any package has none."""
    if not package or not is_language(language):
        return {}
    file = files(package).joinpath("text", f"{language}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


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
