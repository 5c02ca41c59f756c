"""The texts of WAT-AAH! read well, whoever is named and whoever reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tatami.cli.paint import plain
from tatami.cli.wording import Wording
from tatami.games.wataah.cards import CLANS, FACES
from tatami.games.wataah.rules import GAME
from tatami.games.words import LANGUAGES, read_words
from tests.support.seen import texts

SOURCE = Path(__file__).parents[3] / "src" / "tatami" / "games" / "wataah"
WORDS = {language: read_words("tatami.games.wataah", language) for language in LANGUAGES}
NAMES = ["Aki", "Botan", "Chiyo"]


def said(language: str, key: str, me: int, args: tuple[int, ...]) -> str:
    """A sentence of the log as one reader gets it."""
    wording = Wording(GAME, WORDS[language], NAMES, me, language=language)
    number = [one.key for one in GAME.book.sentences].index(key)
    return plain(wording.sentence(number, args))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_in_the_rules_has_its_text(language: str) -> None:
    rules = "".join(path.read_text("utf-8") for path in sorted(SOURCE.glob("*.py")))
    codes = set(re.findall(r"(?:BOOK\.no|_by_clause)\(\s*\"([a-z_]+)\"", rules))
    assert codes == set(WORDS[language]["refusal"])


def test_no_french_word_that_would_be_elided_stands_before_a_name() -> None:
    """A name can begin with a vowel: *de Aki* would be wrong, *chez Aki* never is."""
    elided = re.compile(r"\b(de|que|le|la|ne|se|si|je|me|te|du|au) \{\d\}", re.IGNORECASE)
    for section in ("verb", "sentence", "you", "board", "end", "zone", "sort"):
        for text in texts(WORDS["fr"][section]):
            assert not elided.search(text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_power_and_every_card_is_explained(language: str) -> None:
    power = WORDS[language]["power"]
    assert set(power["small"]) == set(power["big"]) == set(CLANS)
    assert set(power["card"]) == {face for face in FACES if not face[-1].isdecimal()}


@pytest.mark.parametrize(
    ("language", "key", "args", "told"),
    [
        ("en", "aims_at", (0, 7, 2), "Aki aims the Rat power at you."),
        (
            "en",
            "aims_at_card",
            (2, 4, 1, 7, 1),
            "You aim the Spider power at Botan’s Carp 5, in the Carp clan.",
        ),
        ("en", "destroyed", (2, 7), "Your Carp 5 is destroyed."),
        ("en", "returns", (0, 7), "Carp 5 goes back to Aki’s hand."),
        ("en", "copies", (1, 3, 2), "Botan copies the power of your Toad clan."),
        (
            "en",
            "scores",
            (0, 21, 3, 0, 18),
            "Aki scores 18: 21 in front, 3 of corruption against it, 0 more.",
        ),
        ("fr", "aims_at", (0, 7, 2), "Aki dirige le pouvoir Rat contre vous."),
        ("fr", "destroyed", (2, 7), "La carte Carpe 5 est détruite chez vous."),
        ("fr", "returns_clan", (0, 7), "Le clan Rat retourne en main chez Aki."),
        ("fr", "shosho_goes", (2,), "Le Shosho passe chez vous."),
        ("en", "swaps_hands", (0, 2), "Aki swaps hands with you."),
        ("en", "swaps", (2, 0, 3), "You swap cards with Aki: 3 for 3."),
        ("fr", "swaps_hands", (0, 2), "Aki échange sa main avec vous."),
        ("fr", "swaps", (0, 2, 3), "Aki échange des cartes avec vous (3 contre 3)."),
        ("fr", "peeks", (0, 1), "Aki regarde le deuxième Leurre."),
        ("en", "draws", (0, 1), "Aki draws 1 card."),
        ("en", "draws", (2, 0), "You draw 0 cards."),
        ("fr", "draws", (2, 0), "Vous piochez 0 carte."),
        ("fr", "draws", (0, 2), "Aki pioche 2 cartes."),
        ("en", "looks", (2, 3, 1), "You look at 3 cards from the top of the deck and keep 1."),
    ],
)
def test_sentences_read_well(language: str, key: str, args: tuple[int, ...], told: str) -> None:
    assert said(language, key, 2, args) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_whole_for_every_reader(language: str) -> None:
    for sentence in GAME.book.sentences:
        for me in (0, 1, 2, 3):
            args = tuple((at + me) % 3 for at in range(len(sentence.sorts)))
            text = said(language, sentence.key, me, args)
            assert re.fullmatch(r"[A-ZÉ].*[^ ][.!]", text), text
            assert "{" not in text
            assert "  " not in text
