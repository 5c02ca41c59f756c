"""Every registered game has all its texts, in every language that it speaks."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tatami import catalogue
from tatami.bots.base import RandomBot
from tatami.engine.errors import SENTENCES, Refusal
from tatami.engine.referee import Referee
from tatami.games.words import languages_of, merged, read_words, text_file
from tatami.testing.words import gaping, idle, misformed, missing, unlike
from tests.support.languages import WHOLE
from tests.support.seen import texts
from tests.support.tables import ending

GAMES = catalogue.names()
SPOKEN = [(name, one) for name in GAMES for one in languages_of(catalogue.find(name).package)]


@pytest.mark.parametrize("name", GAMES)
def test_our_games_speak_every_language_of_the_table(name: str) -> None:
    assert set(languages_of(catalogue.find(name).package)) >= set(WHOLE)


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_a_game_has_a_text_for_all_it_asks_and_says(name: str, language: str) -> None:
    game, words = catalogue.find(name).game, alone(name, language)
    assert missing(game, words) == []
    assert idle(game, words) == []
    assert gaping(game, words) == []


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_every_language_has_the_keys_and_the_holes_of_english(name: str, language: str) -> None:
    assert unlike(alone(name, "en"), alone(name, language)) == []


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_a_text_about_a_number_has_every_form_that_its_language_needs(
    name: str, language: str
) -> None:
    assert misformed(alone(name, language), language) == []


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_every_level_of_bot_is_introduced(name: str, language: str) -> None:
    levels = [level for level in catalogue.find(name).bots if level != "random"]
    bots = alone(name, language)["bot"]
    assert sorted(bots) == sorted(levels)
    assert all(bots[level]["name"] and bots[level]["about"] for level in levels)


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_of_a_game_has_a_text(name: str) -> None:
    game = catalogue.find(name).game
    codes = set(SENTENCES) | set(read_words(catalogue.find(name).package)["refusal"])
    referee, bot = Referee(game, game.fewest, 1, ending(game)), RandomBot(bytes(32))
    while not referee.over:
        assert refusals(referee) <= codes
        if not referee.waiting():
            assert referee.expire(referee.turn)
        for seat in referee.waiting():
            ask, _ = referee.asks(seat)[0]
            assert referee.act(bot.decide(referee.view(seat)), seat, ask)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_introduced_in_five_to_seven_lines(name: str) -> None:
    about = read_words(catalogue.find(name).package)["game"]
    assert {"title", "mood", "summary", "players", "minutes"} <= set(about)
    assert 5 <= len(about["two_minutes"]) <= 7


# -- as a printer sets it


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_apostrophes_and_quotes_are_those_of_a_printer(name: str, language: str) -> None:
    assert [text for text in texts(alone(name, language)) if re.search("['\"]", text)] == []


@pytest.mark.parametrize("name", GAMES)
def test_french_signs_stand_off_from_their_word_and_never_begin_a_line(name: str) -> None:
    for text in texts(alone(name, "fr")):
        bare = text.replace("WAT-AAH!", "")
        assert not re.search(r"[^\u202f][;!?]", bare), text
        assert not re.search(r"[^\u00a0]:", bare), text
        assert not re.search(r"«[^\u00a0]|[^\u00a0]»", bare), text


# -- a designer's game


def test_what_a_language_lacks_is_said_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    texts = tmp_path / "half" / "text"
    texts.mkdir(parents=True)
    (tmp_path / "half" / "__init__.py").touch()
    (texts / "en.toml").write_text('[verb]\nplay = "play"\npass = "pass"\n', "utf-8")
    (texts / "fr.toml").write_text('[verb]\nplay = "jouer"\n', "utf-8")
    assert languages_of("half") == ["en", "fr"]
    assert read_words("half", "fr") == {"verb": {"play": "jouer", "pass": "pass"}}
    assert read_words("half", "de") == read_words("half")


def test_a_game_without_texts_has_none_in_any_language() -> None:
    assert read_words("tests.fixtures") == read_words("tests.fixtures", "fr") == {}
    assert languages_of("tests.fixtures") == []


def test_a_module_outside_any_package_has_no_texts() -> None:
    assert read_words("") == read_words("", "fr") == {}
    assert languages_of("") == []


@pytest.mark.parametrize("language", ["../text/fr", "fr/../fr", "", "FR", "fr.toml", "\0"])
def test_a_language_is_never_a_path(language: str) -> None:
    assert read_words("tatami.games.clans", language) == read_words("tatami.games.clans")


def test_laying_one_language_over_another_changes_neither() -> None:
    under: dict[str, Any] = {"a": {"b": "1", "c": "2"}, "d": "3"}
    over: dict[str, Any] = {"a": {"b": "4"}, "d": {"e": "5"}}
    assert merged(under, over) == {"a": {"b": "4", "c": "2"}, "d": {"e": "5"}}
    assert under == {"a": {"b": "1", "c": "2"}, "d": "3"}


# -- help


def alone(name: str, language: str) -> dict[str, Any]:
    """The texts of one language, with nothing from another."""
    file = text_file(catalogue.find(name).package, "text", language)
    assert file is not None
    return tomllib.loads(file.read_text("utf-8"))


def refusals(referee: Referee) -> set[str]:
    """Why each option that is not open now is not: the codes."""
    found = set()
    for seat in referee.waiting():
        ask, offer = referee.asks(seat)[0]
        for option in range(offer.question.size):
            if option not in offer.options:
                reply = referee.act(option, seat, ask)
                assert isinstance(reply, Refusal)
                found.add(reply.code)
    return found
