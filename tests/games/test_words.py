"""Every registered game has all its texts, in every language that it speaks."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tatami import catalogue
from tatami.bots.base import RandomBot
from tatami.engine.errors import SENTENCES, Refusal
from tatami.engine.referee import Referee
from tatami.games.words import LANGUAGES, languages_of, merged, read_words
from tatami.testing.words import gaping, idle, missing, unlike
from tests.support.tables import ending

GAMES = catalogue.names()
SPOKEN = [(name, one) for name in GAMES for one in languages_of(catalogue.find(name).package)]


@pytest.mark.parametrize("name", GAMES)
def test_our_games_speak_every_language_of_the_table(name: str) -> None:
    assert set(languages_of(catalogue.find(name).package)) >= set(LANGUAGES)


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
def test_every_level_of_bot_is_introduced(name: str, language: str) -> None:
    levels = [level for level in catalogue.find(name).bots if level != "random"]
    bots = alone(name, language)["bot"]
    assert sorted(bots) == sorted(levels)
    assert all(bots[level]["name"] and bots[level]["about"] for level in levels)


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_of_a_game_has_a_text(name: str) -> None:
    game = catalogue.find(name).game
    codes = set(SENTENCES) | set(read_words(catalogue.find(name).package)["refusal"])
    referee, bot = Referee(game, game.low, 1, ending(game)), RandomBot(bytes(32))
    while not referee.over:
        assert refusals(referee) <= codes
        if not referee.waiting():
            assert referee.expire(referee.turn)
        for seat in referee.waiting():
            ask, _ = referee.asks(seat)[0]
            assert referee.submit(seat, ask, bot.decide(referee.view(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_introduced_in_five_to_seven_lines(name: str) -> None:
    about = read_words(catalogue.find(name).package)["game"]
    assert {"title", "mood", "summary", "players", "minutes"} <= set(about)
    assert 5 <= len(about["two_minutes"]) <= 7


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
    package = catalogue.find(name).package
    return tomllib.loads(files(package).joinpath("text", f"{language}.toml").read_text("utf-8"))


def refusals(referee: Referee) -> set[str]:
    """Why each option that is not open now is not: the codes."""
    found = set()
    for seat in referee.waiting():
        ask, offer = referee.asks(seat)[0]
        for option in range(offer.question.size):
            if option not in offer.options:
                reply = referee.submit(seat, ask, option)
                assert isinstance(reply, Refusal)
                found.add(reply.code)
    return found
