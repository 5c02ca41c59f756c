"""The terminal speaks the language it was asked for, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.engine.errors import SENTENCES
from tatami.games.words import LANGUAGES, languages_of, read_words
from tatami.testing.words import unlike
from tests.cli.support import Console, answers, inside, tatami
from tests.fixtures import GAMES

FRENCH = ("--language", "fr")


def test_the_terminal_speaks_every_language_of_the_table() -> None:
    assert languages_of("tatami.cli") == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_the_same_in_each(language: str) -> None:
    words, english = read_words("tatami.cli", language), read_words("tatami.cli")
    refusals = words.pop("refusal", {})
    assert language == "en" or set(refusals) == set(SENTENCES)
    words.pop("command")
    english.pop("command")
    assert unlike(english, {**words, "nothing": english["nothing"]}) == []


def test_a_whole_game_in_french_has_no_english_in_it(tmp_path: Path) -> None:
    done = tatami(tmp_path, "play", "clans", "--seed", "7", *FRENCH, stdin=answers(300))
    assert done.returncode == 0
    assert "Premier ordre\u00a0: quelle carte jouez-vous\u202f?" in done.stdout
    assert "Vous déployez" in done.stdout
    assert "fin de la partie" in done.stdout
    assert english_in(done.stdout + done.stderr) == []


def test_french_can_be_typed_with_and_without_accents(tmp_path: Path) -> None:
    with Console(tmp_path, "play", "clans", "--seed", "7", *FRENCH, rows=40) as console:
        console.until()
        assert "Le ninja peut frapper votre propre clan" in console.type("règles C7")
        assert "n’importe quelle province sauf la vôtre" in console.type("regles c6")
        held = re.search(r"1 déployer . (\S+)", console.screen.text())
        assert held
        assert "Dans quelle province" in console.type(f"deployer {held[1]}")
        screen = " ".join(console.type("chez vous").split())
        assert "Le premier ordre ne déploie jamais dans votre propre province." in screen
        assert "Réponse reprise." in console.type("retour")
        assert "Il n’y a rien à reprendre." in console.type("retour")
        console.type("aide", "table ")
        assert "Ce que vous pouvez taper" in console.screen.text()


def test_a_record_is_replayed_in_french(tmp_path: Path) -> None:
    record = tmp_path / "game.tatami"
    tatami(tmp_path, "play", "clans", "--seed", "7", "--save", str(record), stdin=answers(300))
    done = tatami(tmp_path, "replay", str(record), *FRENCH)
    assert "après le coup" in done.stdout
    assert english_in(done.stdout) == []


def test_french_is_spelled_in_ascii_where_that_is_asked_for(tmp_path: Path) -> None:
    done = tatami(tmp_path, "play", "clans", "--ascii", *FRENCH, stdin=answers(3))
    assert done.stdout.isascii()
    assert "Premier ordre : quelle carte jouez-vous ?" in done.stdout


def test_a_game_without_french_is_told_in_what_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    game = next(game for game in GAMES if game.name == "gong")
    catalogue.add(Listing(game, "tests.fixtures", {}))
    try:
        done = inside(capsys, "rules", "gong", *FRENCH)
        assert done.stderr == "tatami: the rules page of gong is not installed\n"
    finally:
        del catalogue._added["gong"]


def test_the_rules_are_printed_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    done = inside(capsys, "rules", "clans", "c7", *FRENCH)
    assert done.stdout.startswith("**C7** [livret] *Ou le ninja\u00a0:*")


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    done = inside(capsys, "rules", "clans", "--language", "xx")
    assert done.returncode == 2
    assert "xx" in done.stderr


def english_in(text: str) -> list[str]:
    """Words that only English has, among those that the terminal or the game ever says."""
    common = r"\b(the|you|your|and|to play|with|from|into|hand|deck|card|wins?|serves?|loses|of)\b"
    return re.findall(common, text.replace("War of Clans", ""), re.IGNORECASE)
