"""Which languages must be there whole; the others may lack files, but no file may have gaps."""

from __future__ import annotations

from typing import Final

from tatami.games.words import LANGUAGES

WHOLE: Final = ("en", "fr", "de", "es")
"""Add a language here when the last of its files is in: docs/translate.md names them."""
assert set(WHOLE) <= set(LANGUAGES)
