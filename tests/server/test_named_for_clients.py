"""What clients match is declared: no picture hangs on the name of a Python function."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from tatami.engine.referee import Referee
from tatami.games.clans import GAME as CLANS
from tatami.games.clans.zones import ARMIES, SHIELDED
from tatami.games.night import GAME as NIGHT
from tatami.games.tack import GAME as TACK
from tatami.games.tack import asked
from tatami.games.tack.cards import CLAN, COPIES
from tatami.games.wataah import GAME as WATAAH
from tatami.tables.views import game_info, view_state
from tatami.tables.wire import ChosenState

CLIENT = Path(__file__).parents[2] / "web" / "src"
GAMES = (CLANS, NIGHT, TACK, WATAAH)


def source(folder: Path) -> str:
    """All that is written in a folder of the client."""
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".ts", ".svelte")]
    return "\n".join(path.read_text() for path in files)


def test_a_renamed_step_leaves_the_picture_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    referee = Referee(CLANS, 3, seed=1)
    before = view_state(referee, 0)
    assert before.moment == "first-order"
    step = referee.view(0).stack[-1][0]
    monkeypatch.setattr(step, "name", "clans.something_else")
    after = view_state(referee, 0)
    assert after.steps != before.steps
    assert msgspec.structs.replace(after, steps=before.steps) == before


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_board_speaks_of_a_step_by_the_name_of_its_function(game: object) -> None:
    assert isinstance(game, type(CLANS))
    written = source(CLIENT / "table" / "boards" / game.name)
    steps = [name.partition(".")[2] for name in game.book.steps]
    spoken = [name for name in steps if "_" in name and re.search(rf"\b{name}\b", written)]
    assert not spoken


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_marks_that_a_board_asks_for_are_declared(game: object) -> None:
    assert isinstance(game, type(CLANS))
    written = source(CLIENT / "table" / "boards" / game.name)
    declared = {name for name, _ in game.book.markings(game.fewest)}
    assert set(re.findall(r"marked\('([^']+)'", written)) <= declared


def test_no_page_reads_the_steps() -> None:
    written = source(CLIENT).replace("'replay.steps'", "")
    assert not re.findall(r".*\.steps\b.*|.*\{[^}\n]*\bsteps\b[^}\n:]*\} = .*", written)


def test_what_has_been_chosen_in_the_open_step_has_the_name_of_its_question() -> None:
    referee = Referee(CLANS, 3, seed=1)
    (me,) = referee.view(0).waiting
    assert view_state(referee, me).chosen == ()
    card = referee.view(me).options[0]
    assert referee.act(card, me)
    assert view_state(referee, me).offers[0].key == "first.to"
    assert view_state(referee, me).chosen == (ChosenState("first.card", card),)
    assert view_state(referee, (me + 1) % 3).chosen == ()


def test_the_questions_of_a_throw_follow_one_another() -> None:
    assert asked.WHERE_TO_AIM.after is asked.WHAT_TO_THROW
    assert asked.HOW_HARD.after is asked.WHERE_TO_AIM


def test_a_shown_hand_is_told_by_its_clans() -> None:
    for seats in (4, 5):
        (shown,) = game_info(TACK, seats, TACK.choose_settings({})).tallies
        assert shown.counters == tuple(f"shown-{seat}" for seat in range(seats))
        assert shown.names == CLAN.names
        assert shown.base > COPIES


def test_the_moments_that_boards_match_are_declared() -> None:
    assert CLANS.book.moments() == ["first-order", "second-order", "third-order"]
    assert NIGHT.book.moments() == ["all-at-once"]
    for game in (CLANS, NIGHT):
        written = source(CLIENT / "table" / "boards" / game.name)
        assert all(f"'{moment}'" in written for moment in game.book.moments())


def test_each_bit_of_the_marks_has_the_name_of_its_thing() -> None:
    (shields,) = game_info(CLANS, 3, CLANS.choose_settings({})).marks
    assert shields.counter == "shielded"
    assert len(shields.names) == 15
    first = SHIELDED[ARMIES.of[0][0]]
    third = SHIELDED[ARMIES.of[2][3]]
    assert shields.names[third - first] == "2-Oda"


def test_members_are_marked_by_the_names_of_their_house_zones() -> None:
    for seats in (2, 5):
        info = game_info(NIGHT, seats, NIGHT.choose_settings({}))
        houses = [
            one.name.removeprefix("house-") for one in info.zones if one.name.startswith("house-")
        ]
        assert {one.counter: list(one.names) for one in info.marks} == {
            "touched": houses,
            "turned": houses,
        }
