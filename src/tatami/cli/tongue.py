"""Which language the terminal speaks unless it is told: that of the person's locale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tatami.games.words import FALLBACK, LANGUAGES

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a locale is named, as POSIX reads them: the first that is set decides."""


def language_of(env: Mapping[str, str]) -> str:
    """The language of messages: ``fr`` for ``fr_CA.UTF-8``; English where we lack it."""
    named = next((env[name] for name in VARIABLES if env.get(name)), "")
    spoken = named.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return spoken if spoken in LANGUAGES else FALLBACK
