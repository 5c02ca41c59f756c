"""The command for translators finds what a language lacks; ours lack nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import language as script
from tests.support.languages import WHOLE


@pytest.mark.parametrize("language", [one for one in WHOLE if one != "en"])
def test_our_languages_lack_nothing_and_leave_no_word_in_english(language: str) -> None:
    assert list(script.faults(language)) == []


@pytest.fixture
def half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the beginnings of Italian."""
    monkeypatch.setattr(script, "FOLDERS", tmp_path)
    folder = tmp_path / "it"
    folder.mkdir()
    return folder


def test_a_folder_that_has_only_begun_lacks_files_pages_and_texts(half: Path) -> None:
    found = list(script.faults("it"))
    assert "text/clans.toml: there is no such file" in found
    assert "lessons/tack.toml: there is no such file" in found
    assert "rules/night.md: there is no such file" in found
    assert 'browser.json: home.games is missing; in English: "Games"' in found


@pytest.mark.parametrize(
    ("ours", "theirs", "fault"),
    [
        ({"a": "Hello"}, {}, 'a is missing; in English: "Hello"'),
        ({"a": "{0} plays"}, {"a": "gioca"}, "a has other holes or lines than in English"),
        ({"a": ["x", "y"]}, {"a": ["z"]}, "a has other holes or lines than in English"),
        ({}, {"b": "ciao"}, "b is never said"),
        ({"a": "{n} cards"}, {"a": {"other": "{n} carte"}}, "a lacks a plural form"),
        ({"a": "A card"}, {"a": "A card"}, 'a is as in English: "A card"'),
        ({"a": ["x", "A card"]}, {"a": ["z", "A card"]}, 'a is as in English: ["z", "A card"]'),
    ],
)
def test_a_fault_is_named(ours: dict[str, object], theirs: dict[str, object], fault: str) -> None:
    assert fault in script.differences(ours, theirs, "it")


@pytest.mark.parametrize("text", ["Takeda", "Shinobi: War of Clans", "{0} − {1} = {2} ms", "①", ""])
def test_names_numbers_and_signs_are_the_same_everywhere(text: str) -> None:
    assert list(script.differences({"a": text}, {"a": text}, "fr")) == []


def test_what_is_the_same_in_one_language_may_not_be_in_another() -> None:
    same = {"a": "corruption"}
    assert list(script.differences(same, same, "fr")) == []
    assert list(script.differences(same, same, "de")) == ['a is as in English: "corruption"']
