"""The texts of Night of the Ninja are whole, and read well in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tatami.cli.paint import Line
from tatami.cli.wording import Wording
from tatami.games.night import rules
from tatami.games.night.rules import GAME
from tatami.games.words import LANGUAGES, read_words
from tests.support.seen import texts

WORDS = {language: read_words("tatami.games.night", language) for language in LANGUAGES}
SOURCES = sorted(Path(rules.__file__).parent.glob("*.py"))


def said(language: str, key: str, *args: int, me: int = 2) -> str:
    """A sentence of the log as one reader gets it."""
    number = [one.key for one in GAME.book.sentences].index(key)
    return spelled(wording(language, me).sentence(number, args))


def wording(language: str, me: int = 2) -> Wording:
    return Wording(GAME, WORDS[language], ["Aki", "Botan", "Chiyo"], me, language=language)


def spelled(line: Line) -> str:
    return "".join(text for text, _ in line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_in_the_rules_has_its_text(language: str) -> None:
    source = "".join(path.read_text("utf-8") for path in SOURCES)
    codes = set(re.findall(r"BOOK\.no\(\"([a-z_]+)\"", source))
    assert codes == set(WORDS[language]["refusal"])


def test_no_french_word_that_would_be_elided_stands_before_a_name() -> None:
    """A name can begin with a vowel: *de Aki* would be wrong, *chez Aki* never is."""
    for section in ("verb", "sentence", "you", "zone", "remark"):
        for text in texts(WORDS["fr"][section]):
            assert not re.search(r"\b(de|que|le|la|ne|se|je|me) \{[02]\}", text, re.IGNORECASE), (
                text
            )


@pytest.mark.parametrize(
    ("language", "key", "args", "told"),
    [
        ("en", "looks", (0, 0, 1, 0), "Aki looks at Botan’s House card."),
        ("en", "looks", (2, 0, 1, 0), "You look at Botan’s House card."),
        ("en", "dies", (0, 2), "Aki ② dies."),
        ("en", "plays", (1, 0, 12), "Botan plays Shapeshifter."),
        ("en", "house_wins", (1,), "Lotus wins the round."),
        ("fr", "looks", (0, 1, 1, 3), "Aki ① regarde une carte de Maison, chez Botan ③."),
        ("fr", "attacks", (2, 0, 0, 0), "Vous vous en prenez à Aki."),
        ("fr", "plays", (1, 0, 18), "Botan joue Assassin aveugle 1."),
        ("fr", "house_wins", (0,), "La Grue remporte la manche."),
        ("fr", "turns_up", (0, 0, 10), "Tout le monde le voit, Aki est Ronin."),
    ],
)
def test_sentences_read_well(language: str, key: str, args: tuple[int, ...], told: str) -> None:
    assert said(language, key, *args) == told


@pytest.mark.parametrize(
    ("language", "kind", "args", "told"),
    [
        ("en", "am", (0, 1), "I am Crane 2."),
        ("en", "sided", (0, 0, 1), "Aki is Lotus."),
        ("en", "saw", (1, 0, 7), "I saw Botan: Lotus 3."),
        ("en", "holds", (1, 0, 4), "Botan holds a Shinobi."),
        ("en", "kill", (1, 2), "Kill Botan ②!"),
        ("en", "doubt", (0,), "I doubt Aki."),
        ("fr", "am", (0, 1), "Je suis Grue 2."),
        ("fr", "sided", (0, 0, 0), "Aki est de la Grue."),
        ("fr", "sided", (0, 0, 2), "Aki est le Ronin."),
        ("fr", "holds", (1, 0, 7), "Botan a le Cerveau en main."),
        ("fr", "spare", (1, 0), "Épargnez Botan\u202f!"),
        ("fr", "believe", (0,), "Je crois Aki."),
    ],
)
def test_claims_read_well(language: str, kind: str, args: tuple[int, ...], told: str) -> None:
    """N32: a claim is translated like everything else."""
    assert spelled(wording(language).remark(kind, args)) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_whole_for_every_reader(language: str) -> None:
    for sentence in GAME.book.sentences:
        for me in (0, 1, 2, 3):
            args = tuple((at + me) % 2 for at in range(len(sentence.sorts)))
            text = said(language, sentence.key, *args, me=me)
            assert re.fullmatch(r"[A-Z].*[^ ]\.", text), text
            assert "{" not in text
            assert "  " not in text
