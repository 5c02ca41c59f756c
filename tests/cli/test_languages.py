"""The terminal speaks the language it was asked for, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.cli import main
from tatami.cli.lookup import words_of
from tatami.cli.paint import plain
from tatami.cli.tongue import language_of
from tatami.cli.wording import Wording
from tatami.engine.errors import SENTENCES
from tatami.engine.game import Game
from tatami.games.night.members import SEAT
from tatami.games.words import LANGUAGES, languages_of, read_words
from tatami.lessons import read_texts
from tatami.testing.words import unlike
from tests.cli.support import Console, answers, inside, tatami
from tests.fixtures import GAMES
from tests.support.languages import WHOLE

FRENCH = ("--language", "fr")


def test_the_terminal_speaks_every_language_of_the_table() -> None:
    assert set(WHOLE) <= set(languages_of("tatami.cli")) <= set(LANGUAGES)


@pytest.mark.parametrize("language", languages_of("tatami.cli"))
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


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr.UTF-8"}, "fr"),
        ({"LANG": "fr-CA"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_BE@euro"}, "fr"),
        ({"LC_CTYPE": "fr_FR.UTF-8", "LANG": "en_US.UTF-8"}, "en"),
    ],
)
def test_the_terminal_speaks_the_language_of_the_locale(env: dict[str, str], language: str) -> None:
    assert language_of(env) == language


def test_rules_are_printed_in_the_language_of_the_locale_unless_another_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert inside(capsys, "rules", "clans", "c7").stdout.startswith("**C7** [livret]")
    assert inside(capsys, "rules", "clans", "c7", "--lang", "en").stdout.startswith("**C7** [book]")


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    done = inside(capsys, "rules", "clans", "--language", "xx")
    assert done.returncode == 2
    assert "xx" in done.stderr


def english_in(text: str) -> list[str]:
    """Words that only English has, among those that the terminal or the game ever says."""
    common = r"\b(the|you|your|and|to play|with|from|into|hand|deck|card|wins?|serves?|loses|of)\b"
    return re.findall(common, text.replace("War of Clans", ""), re.IGNORECASE)


# -- said to the reader


ME, OTHER = 2, 0


def readers() -> Iterator[tuple[Game, str, Wording]]:
    """Every game in every language, read by seat 2."""
    for name in catalogue.names():
        listing = catalogue.find(name)
        for language in LANGUAGES:
            words = words_of(listing, language)
            names = ["Aki", "Botan", "Reader", "Daichi"]
            yield listing.game, language, Wording(listing.game, words, names, ME, language=language)


def test_no_sentence_calls_its_reader_by_name() -> None:
    """Wherever in a sentence the reader stands, it says *you*."""
    for game, _, wording in readers():
        for number, sentence in enumerate(game.book.sentences):
            for place, sort in enumerate(sentence.sorts):
                if sort.names[:1] == ("s0",):
                    args = [OTHER if one.names[:1] == ("s0",) else 0 for one in sentence.sorts]
                    args[place] = ME
                    assert "Reader" not in plain(wording.sentence(number, tuple(args)))


@pytest.mark.parametrize(
    ("language", "key", "args", "told"),
    [
        ("en", "spares", (0, 0, 2, 0), "Aki spares you."),
        ("en", "looks", (0, 0, 2, 0), "Aki looks at your House card."),
        ("en", "looks", (2, 0, 2, 0), "You look at your House card."),
        ("fr", "spares", (0, 0, 2, 0), "Aki retient sa lame devant vous."),
        ("fr", "robs", (0, 0, 2), "Aki prend un jeton chez vous."),
    ],
)
def test_the_night_speaks_to_its_reader(
    language: str, key: str, args: tuple[int, ...], told: str
) -> None:
    game, _, wording = next(
        one for one in readers() if one[0].name == "night" and one[1] == language
    )
    keys = [sentence.key for sentence in game.book.sentences]
    assert plain(wording.sentence(keys.index(key), args)) == told


@pytest.mark.parametrize(
    ("language", "kind", "args", "heard", "by_others"),
    [
        ("en", "sided", (2, 0, 1), "You are Lotus.", "Reader is Lotus."),
        ("en", "believe", (2,), "I believe you.", "I believe Reader."),
        ("fr", "believe", (2,), "Je vous crois.", "Je crois Reader."),
        ("fr", "holds", (2, 0, 0), "Vous avez un Espion en main.", "Reader a un Espion en main."),
    ],
)
def test_who_is_spoken_of_is_spoken_to(
    language: str, kind: str, args: tuple[int, ...], heard: str, by_others: str
) -> None:
    _, _, wording = next(one for one in readers() if one[0].name == "night" and one[1] == language)
    assert plain(wording.remark(kind, args)) == heard
    wording.me = OTHER
    assert plain(wording.remark(kind, args)) == by_others


@pytest.mark.parametrize(("language", "you"), [("en", "you"), ("fr", "vous")])
def test_who_gave_no_name_is_you_in_the_middle_of_a_sentence(language: str, you: str) -> None:
    _, _, wording = next(one for one in readers() if one[0].name == "night" and one[1] == language)
    wording.names[ME] = wording.say("table.you")
    assert plain(wording.thing(SEAT, ME)) == you
    assert plain(wording.seat(ME)) == you.title()


@pytest.mark.parametrize(
    ("language", "names", "told"),
    [
        ("en", ["Aki"], "Aki"),
        ("en", ["Aki", "Botan"], "Aki and Botan"),
        ("en", ["Aki", "Botan", "Chiyo"], "Aki, Botan, and Chiyo"),
        ("fr", ["Aki", "Botan", "Chiyo"], "Aki, Botan et Chiyo"),
    ],
)
def test_names_are_listed_as_people_list_them(language: str, names: list[str], told: str) -> None:
    _, _, wording = next(one for one in readers() if one[1] == language)
    assert plain(wording.listed([[(name, "")] for name in names])) == told


# -- changed at the table


def test_the_language_is_changed_at_the_table_and_no_move_is_lost(tmp_path: Path) -> None:
    with Console(tmp_path, "play", "clans", "--seed", "7", rows=40) as console:
        console.until()
        held = re.search(r"1 deploy . (\S+)", console.screen.text())
        assert held
        assert "Into which province?" in console.type(f"deploy {held[1]}")
        told = console.type("language fr")
        assert "La langue est maintenant\u00a0: Français." in told
        assert "Dans quelle province\u202f?" in told, "what was answered before still holds"
        assert "retour · journal" in told
        assert "Réponse reprise." in console.type("retour")
        assert "First order" in console.type("langue english")
        assert "de (Deutsch), es (Español)" in console.type("language")
        assert "Type language and one of these" in console.type("language tlh")


def test_what_has_happened_is_told_again_in_the_new_language(tmp_path: Path) -> None:
    lines = "1\n1\n1\n1\nlanguage fr\njournal\nquitter\n"
    done = tatami(tmp_path, "play", "clans", "--seed", "7", stdin=lines)
    before, _, after = done.stdout.partition("La langue est maintenant")
    assert "You deploy" in before
    assert after.count("Vous déployez") == 1, "by the command for the log, and not of itself"
    assert english_in(after) == []


def test_in_a_lesson_the_sensei_changes_language_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["", "language fr", "mori", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    assert main(["learn", "clans", "first-order"]) == 0
    told = capsys.readouterr().out
    french = read_texts(catalogue.find("clans"), "fr")["first-order"]
    assert french["points"] in " ".join(told.split())
    assert french["not_mori"] in " ".join(told.split())
