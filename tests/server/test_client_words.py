"""The browser has words for whatever the server can say, in every language and with equal holes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tatami.engine import errors
from tatami.games.words import LANGUAGES
from tatami.tables import refusals
from tatami.tables.config import CLOCKS, TEMPOS
from tatami.testing.words import misformed
from tests.support.languages import WHOLE

ROOT = Path(__file__).parents[2]
ENGLISH = (ROOT / "web/src/i18n/en.json", ROOT / "web/src/i18n/table.en.json")
HOLE = re.compile(r"\{\w+\}")
WHY = ("left", "conceded", "agreed", "idle", "host", "upgrade")
"""How a table can have been closed."""


def words(language: str) -> dict[str, Any]:
    folder = ROOT / "src/tatami/languages" / language
    files = ENGLISH if language == "en" else (folder / "browser.json", folder / "table.json")
    found: dict[str, Any] = {}
    for file in files:
        found |= json.loads(file.read_text("utf-8"))
    return found


def holes(text: str | dict[str, str]) -> set[str]:
    """The holes of a text, in whichever form."""
    return set(HOLE.findall(text if isinstance(text, str) else " ".join(text.values())))


@pytest.mark.parametrize("language", WHOLE)
def test_every_refusal_has_words(language: str) -> None:
    known = words(language)
    codes = {*errors.SENTENCES, *refusals.SENTENCES}
    assert not [code for code in codes if f"refusal.{code}" not in known]


def test_every_refusal_of_a_house_or_a_server_is_given_somewhere() -> None:
    """What a connection hangs up for is a goodbye, and no refusal."""
    folder = ROOT / "src/tatami"
    files = [*folder.glob("tables/*.py"), *folder.glob("server/*.py")]
    left_out = ("refusals.py", "sockets.py")
    source = "".join(path.read_text() for path in files if path.name not in left_out)
    source = re.sub(r'self\._refuse\("\w+"\)', "", source)
    assert not [code for code in refusals.SENTENCES if f'"{code}"' not in source]


@pytest.mark.parametrize("language", WHOLE)
def test_clocks_tempos_and_ends_have_words(language: str) -> None:
    wanted = [f"clock.{name}" for name in CLOCKS] + [f"tempo.{name}" for name in TEMPOS]
    wanted += [f"why.{name}" for name in WHY]
    assert not [key for key in wanted if key not in words(language)]


@pytest.mark.parametrize("language", WHOLE)
def test_a_language_has_the_keys_and_holes_of_english(language: str) -> None:
    english, other = words("en"), words(language)
    assert english.keys() == other.keys()
    for key, text in english.items():
        assert holes(text) == holes(other[key]), key
        assert isinstance(text, str) == isinstance(other[key], str), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_about_a_number_has_every_form_that_its_language_needs(language: str) -> None:
    assert misformed(words(language), language) == []


def test_english_words_of_refusals_are_those_of_the_server() -> None:
    known = words("en")
    for code, sentence in {**errors.SENTENCES, **refusals.SENTENCES}.items():
        assert known[f"refusal.{code}"] == sentence
