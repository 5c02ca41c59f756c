"""The texts of War of Clans read well, whoever is named and whoever reads."""

from __future__ import annotations

import re

import pytest

from tatami.engine.rules import Refusal
from tatami.games.clans import refused, rules
from tatami.games.clans.rules import GAME
from tatami.games.words import LANGUAGES, read_words
from tests.support.seen import texts

WORDS = {language: read_words("tatami.games.clans", language) for language in LANGUAGES}


def said(language: str, key: str, names: list[str], me: int, args: tuple[int, ...]) -> str:
    """A sentence of the log as one reader gets it."""
    words = WORDS[language]
    sentence = next(one for one in GAME.book.sentences if one.key == key)
    mine = args[0] == me
    template: str = words["you" if mine else "sentence"][key]
    for at, (sort, arg) in enumerate(zip(sentence.sorts, args, strict=True)):
        form = words["sort"].get(sort.name, {})
        if "*" in form:
            text = form["me"] if arg == me else form["*"].replace("{0}", names[arg])
        else:
            text = names[arg] if sort.name == "seat" else form[sort.names[arg]]
        template = template.replace(f"{{{at}}}", text)
    return template


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_text(language: str) -> None:
    codes = {one.code for one in vars(refused).values() if isinstance(one, Refusal)}
    assert codes == set(WORDS[language]["refusal"])


def test_no_french_word_that_would_be_elided_stands_before_a_name() -> None:
    """A name can begin with a vowel: *de Aki* would be wrong, *chez Aki* never is."""
    elided = re.compile(
        r"\b(de|que|le|la|ne|se|si|je|me|te|jusque|lorsque|à le) \{(\d)\}", re.IGNORECASE
    )
    for section in ("verb", "sentence", "you", "board", "end", "zone", "sort"):
        for text in texts(WORDS["fr"][section]):
            for _, hole in elided.findall(text):
                assert speaks_of_a_province(text, int(hole)), text


def speaks_of_a_province(text: str, hole: int) -> bool:
    """Whether what stands in this hole begins with *chez*."""
    words = WORDS["fr"]
    sorts = {
        words["verb"][one.name]: one.sorts
        for question in GAME.book.questions
        for one in question.verbs
    }
    for sentence in GAME.book.sentences:
        for section in ("sentence", "you"):
            sorts[words[section][sentence.key]] = sentence.sorts
    return sorts[text][hole] is rules.PROVINCE


@pytest.mark.parametrize(
    ("language", "key", "args", "told"),
    [
        ("en", "deploys", (0, 3, 1), "Aki deploys Oda into Botan’s province."),
        ("en", "deploys", (0, 3, 2), "Aki deploys Oda into your province."),
        ("en", "moves", (2, 2, 1, 0), "You move Mōri from Botan’s province to Aki’s province."),
        ("fr", "deploys", (0, 3, 1), "Aki déploie Oda chez Botan."),
        ("fr", "deploys", (0, 3, 2), "Aki déploie Oda chez vous."),
        ("fr", "deploys", (2, 3, 0), "Vous déployez Oda chez Aki."),
        ("fr", "strikes", (0, 4, 2), "Aki envoie un ninja contre Go-Hōjō chez vous."),
        ("fr", "moves", (0, 2, 1, 2), "Aki déplace Mōri de chez Botan à chez vous."),
        ("fr", "moves", (2, 2, 1, 0), "Vous déplacez Mōri de chez Botan à chez Aki."),
        (
            "fr",
            "attacks",
            (0, 0, 3, 2),
            "Aki attaque avec Takeda\u00a0: Oda, chez vous, perd une carte.",
        ),
        (
            "fr",
            "attacks",
            (2, 0, 3, 0),
            "Vous attaquez avec Takeda\u00a0: Oda, chez Aki, perd une carte.",
        ),
        ("fr", "reveals", (0, 3), "Aki servait le clan Oda."),
    ],
)
def test_sentences_read_well(language: str, key: str, args: tuple[int, ...], told: str) -> None:
    assert said(language, key, ["Aki", "Botan", "Chiyo"], 2, args) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_and_option_is_whole_for_every_reader(language: str) -> None:
    names = ["Aki", "Botan", "Chiyo"]
    for sentence in GAME.book.sentences:
        for me in (0, 1, 2, 3):
            args = tuple((at + me) % 3 for at in range(len(sentence.sorts)))
            text = said(language, sentence.key, names, me, args)
            assert re.fullmatch(r"[A-Z].*[^ ]\.", text), text
            assert "{" not in text
            assert "  " not in text
