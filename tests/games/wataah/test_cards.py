"""The material, against the tables of the rules page."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tatami.games.wataah.cards import (
    BOSSES,
    CARD,
    CLANS,
    FACES,
    FIVE_OR_MORE,
    PROVENANCE,
    STRENGTH,
    STRENGTHS,
    YOKAI,
    Boss,
    shinobi_cards,
)
from tatami.games.wataah.rules import GAME
from tatami.games.wataah.temple_court import COURT_NAMES, TEMPLE_NAMES

RECONSTRUCTED = (*TEMPLE_NAMES, *COURT_NAMES)
HERE = Path(__file__).parents[3]
SOURCE = HERE / "src" / "tatami" / "games" / "wataah"
PAGE = HERE.joinpath("docs/rules/wataah.md").read_text("utf-8")


def row(name: str) -> list[str]:
    """The cells of a row on the rules page."""
    found = re.search(rf"^\| {re.escape(name)} +\|(.*)\|$", PAGE, re.MULTILINE)
    assert found, name
    return [cell.strip() for cell in found[1].split("|")]


def test_the_deck_has_94_cards_with_a_strength_of_317() -> None:
    """W1"""
    deck = shinobi_cards()
    assert len(deck) == 94
    assert sum(STRENGTH[face] for face in deck) == 317
    values = Counter(STRENGTH[face] for face in deck)
    assert values == {1: 14, 2: 10, 3: 27, 4: 25, 5: 8, 6: 9, 8: 1}


@pytest.mark.parametrize("clan", CLANS)
def test_a_clan_has_the_nine_cards_of_the_page(clan: str) -> None:
    """W1"""
    strengths = STRENGTHS[clan]
    listed, total = row(clan)[:2]
    assert [int(one) for one in listed.split()] == list(strengths)
    assert int(total) == sum(strengths)
    deck = Counter(FACES[face] for face in shinobi_cards())
    found = {name: number for name, number in deck.items() if name.startswith(f"{clan}-")}
    if clan in ("Monkey", "Dragon"):
        found = {name: n for name, n in found.items() if name[-1].isdecimal()}
    assert found == Counter(f"{clan}-{strength}" for strength in strengths)


def test_there_are_four_ronin_of_strength_1() -> None:
    """W1"""
    assert [FACES[face] for face in shinobi_cards()].count("Ronin") == 4
    assert STRENGTH[FACES.index("Ronin")] == 1


@pytest.mark.parametrize(("name", "strength"), [(yokai.name, yokai.strength) for yokai in YOKAI])
def test_there_is_one_of_each_yokai(name: str, strength: int) -> None:
    """W1"""
    assert int(row(name.replace("-", " "))[0]) == strength
    assert shinobi_cards().count(FACES.index(name)) == 1
    assert STRENGTH[FACES.index(name)] == strength


@pytest.mark.parametrize("boss", BOSSES, ids=lambda boss: boss.name)
def test_a_boss_is_that_of_the_page(boss: Boss) -> None:
    """W32"""
    cells = row({"Ma-Maho": "Ma' Maho"}.get(boss.name, boss.name.replace("-", " ")))
    numbers = [int(cell.replace("−", "-").replace("+", "")) for cell in cells]
    assert numbers == [boss.damage, *[boss.points[left] for left in range(FIVE_OR_MORE + 1)]]


def test_temple_and_court_have_ten_cards_each_and_say_that_they_are_reconstructed() -> None:
    """W23"""
    assert len(set(TEMPLE_NAMES)) == len(set(COURT_NAMES)) == 10
    assert PROVENANCE["temple"] == PROVENANCE["court"] == "reconstructed"
    names = re.findall(r"^\| ([A-Z][^|]*?) +\|", PAGE, re.MULTILINE)
    for name in (*TEMPLE_NAMES, *COURT_NAMES):
        spelled = {"Masters-Lesson": "Master's Lesson", "Ancestors-Memory": "Ancestors' Memory"}
        assert spelled.get(name, name.replace("-", " ")) in names


def test_all_card_data_says_where_it_comes_from() -> None:
    """W1"""
    marks = {"book", "sourced", "derived", "ruling", "reconstructed"}
    assert all(set(mark.split(" + ")) <= marks for mark in PROVENANCE.values())


def test_the_game_has_all_its_cards_in_grand_master_mode_and_only_shinobi_cards_else() -> None:
    """W1, W23"""
    for seats in (2, 3, 4):
        whole = GAME.layout(seats, GAME.choose_settings({}))
        small = GAME.layout(seats, GAME.choose_settings({"mode": "grasshopper"}))
        assert whole.cards == 94 + 10 + 10 + 5
        assert small.cards == 94
    assert FACES[len(CARD.all) :] == (*TEMPLE_NAMES, *COURT_NAMES, *(boss.name for boss in BOSSES))
    assert len(CARD.all) == 37


def test_no_rule_but_those_of_temple_and_court_knows_one_of_their_cards() -> None:
    """W28, W30: a printed text that turns up replaces ours in one place."""
    named = re.compile("|".join(rf"\b{name.upper().replace('-', '_')}\b" for name in RECONSTRUCTED))
    knowing = {path.name for path in SOURCE.glob("*.py") if named.search(path.read_text("utf-8"))}
    assert knowing == {"temple.py", "court.py", "bot.py"}
