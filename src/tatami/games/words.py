"""The texts of a game: one TOML file a language, read by terminal and browser alike.

Sections: ``game`` (title, summary, ...), ``sort.NAME`` (what a sort's names are called),
``zone``, ``question``, ``verb``, ``sentence``, ``refusal``, ``bot``.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

LANGUAGES = ("en",)


def read_words(package: str, language: str = "en") -> dict[str, Any]:
    """The texts of the game in a package."""
    text = files(package).joinpath("text", f"{language}.toml").read_text("utf-8")
    return tomllib.loads(text)
