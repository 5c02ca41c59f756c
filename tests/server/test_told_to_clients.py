"""The keys of sentences, questions and remarks that boards match are those that games declare.

A key that a game renames would otherwise cost a sound, a shaking card or a reckoning, in silence.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tatami.engine.game import Game
from tatami.games.clans import GAME as CLANS
from tatami.games.night import GAME as NIGHT
from tatami.games.tack import GAME as TACK
from tatami.games.wataah import GAME as WATAAH

BOARDS = Path(__file__).parents[2] / "web" / "src" / "table" / "boards"
GAMES = (CLANS, NIGHT, TACK, WATAAH)

READS_SENTENCES = re.compile(r"\.sentences\b|stage\.told\b|\bFlourish\b|\.onTell\b")
"""What a file has that looks at the key of a sentence."""
OF_AN_OFFER = re.compile(r"offers|chosen|asks:|questionOf")
"""What a line has that looks at the key of a question."""
KEY = re.compile(r"\bkey [!=]== '([\w.]+)'")
TOLD_TABLES = re.compile(r"(?:\bsounds:|\b(?:LATER|SORTS)\b[^=]*=) \{(.*?)\}[,;]", re.DOTALL)
TOLD_LISTS = re.compile(r"\b(?:AFTER|WRONG|RESULTS|DAWN)\b[^=]*= \[(.*?)\];", re.DOTALL)
TOLD_NOW = re.compile(r"\[([^\]]*)\]\.includes\(told\??\.key")
IN_THE_LOG = re.compile(r"\bisTell\([^)]*'(\w+)'\)")
ASKED_LISTS = re.compile(r"\bTRAYS\b[^=]*= \[(.*?)\];", re.DOTALL)
ASKED = re.compile(r"\b(?:questionOf\([^)]*|picks\(|then: \{ key: )'([\w.]+)'")
REMARKED = re.compile(r"\bkind === '(gesture|word)'")
ENTRY = re.compile(r"(?:^|[\s,])(\w+): ")
WORD = re.compile(r"'([\w.]+)'")


def files(game: Game) -> list[str]:
    """What is written in the files of a game's board."""
    paths = sorted((BOARDS / game.name).glob("*.*"))
    return [path.read_text("utf-8") for path in paths if path.suffix in (".ts", ".svelte")]


def branches(text: str, of_an_offer: bool) -> set[str]:
    """The keys of questions, or of sentences, that a file compares one with."""
    lines = [line for line in text.splitlines() if bool(OF_AN_OFFER.search(line)) == of_an_offer]
    return {key for line in lines for key in KEY.findall(line)}


def sentences(game: Game) -> set[str]:
    """The sentences that a board knows by their keys."""
    found: set[str] = set()
    for text in files(game):
        found |= branches(text, of_an_offer=False) if READS_SENTENCES.search(text) else set()
        found |= {key for table in TOLD_TABLES.findall(text) for key in ENTRY.findall(table)}
        lists = [*TOLD_LISTS.findall(text), *TOLD_NOW.findall(text)]
        found |= {key for each in lists for key in WORD.findall(each)}
        found |= set(IN_THE_LOG.findall(text))
    return found


def questions(game: Game) -> set[str]:
    """The questions that a board knows by their keys."""
    found: set[str] = set()
    for text in files(game):
        found |= branches(text, of_an_offer=True) | set(ASKED.findall(text))
        found |= {key for each in ASKED_LISTS.findall(text) for key in WORD.findall(each)}
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_board_knows_no_sentence_that_its_game_does_not_declare(game: Game) -> None:
    assert sentences(game) <= {one.key for one in game.book.sentences}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_board_knows_no_question_that_its_game_does_not_declare(game: Game) -> None:
    assert questions(game) <= {one.key for one in game.book.questions}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_board_knows_no_remark_that_its_game_does_not_declare(game: Game) -> None:
    known = {key for text in files(game) for key in REMARKED.findall(text)}
    assert known <= {one.key for one in game.book.remarks}


@pytest.mark.parametrize(
    ("game", "told", "asked"),
    [
        (CLANS, "attacks strikes last_card reveals moves", ""),
        (NIGHT, "plays house_wins nightfall phase_begins all_tied passes shifts void", ""),
        (
            TACK,
            "calls swaps complete lands bounces_in no_prey supply_empty wins",
            "pass throw.what",
        ),
        (
            WATAAH,
            "founds boss_is aims_at_card will_be_yokai round_begins begins ranked final_points",
            "place summon.on place.cards memory pardon",
        ),
    ],
    ids=lambda game: game.name if isinstance(game, Game) else "",
)
def test_the_search_finds_what_boards_know(game: Game, told: str, asked: str) -> None:
    """One of every table, list and branch: written in another way, it would be missed."""
    assert set(told.split()) <= sentences(game)
    assert set(asked.split()) <= questions(game)
