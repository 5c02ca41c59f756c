"""Lines, boards and endings, without a terminal."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tatami import catalogue
from tatami.cli.answers import Unclear, fold, read_answer
from tatami.cli.boards import Canvas
from tatami.cli.boards.base import flow, rule
from tatami.cli.commands import obey
from tatami.cli.fail import near
from tatami.cli.paint import Line, cells, clip, pad, plain, size, trimmed, wrap
from tatami.cli.session import Session
from tatami.cli.solo import SoloGame
from tatami.cli.term import Terminal, spell_plainly
from tatami.engine.game import Game
from tatami.engine.notation import draw
from tatami.engine.referee import Referee
from tests.fixtures import bare

LINES = st.lists(
    st.tuples(st.text("ab ōé忍…'", max_size=12), st.sampled_from(["", "dim"])), max_size=6
)


@given(LINES, st.integers(0, 40))
def test_a_clipped_line_fits_and_a_padded_one_fits_exactly(line: Line, room: int) -> None:
    assert size(clip(line, room)) <= room
    assert size(pad(line, room)) == room


@given(LINES, st.integers(8, 40), st.integers(0, 5))
def test_a_wrapped_line_fits_and_loses_no_letter(line: Line, room: int, hang: int) -> None:
    rows = wrap(line, room, hang)
    assert all(size(trimmed(row)) <= max(room, hang + 8) for row in rows)
    assert "".join("".join(map(plain, rows)).split()) == "".join(plain(line).split())


@given(st.text(max_size=30))
def test_plain_spelling_is_ascii_and_as_wide(text: str) -> None:
    assert spell_plainly(text).isascii()
    assert text.isascii() or len(spell_plainly(text)) == sum(cells(char) for char in text)


@pytest.mark.parametrize(
    ("text", "columns"),
    [("忍者", 4), ("ō", 1), ("o\u0304", 1), ("ก็", 1), ("ab\u200d", 2), ("❤️", 1)],
)
def test_marks_take_no_column_and_wide_letters_two(text: str, columns: int) -> None:
    assert cells(text) == columns


@given(st.lists(LINES, max_size=9), st.integers(8, 60))
def test_texts_in_columns_fit_whatever_they_are_written_in(items: list[Line], width: int) -> None:
    assert all(size(row) <= width for row in flow(items, width))


def test_wide_texts_in_columns_are_cut_nowhere_and_stand_below_each_other() -> None:
    rows = flow([[(text, "")] for text in ("忍者", "ab", "c", "d")], 20)
    assert [plain(row).rstrip() for row in rows] == [" 忍者   c", " ab     d"]


@given(st.text("ab忍", max_size=9), st.text("ab忍", max_size=9), st.integers(23, 60))
def test_a_line_across_is_as_wide_as_the_screen(title: str, hint: str, width: int) -> None:
    assert size(rule(title, width, hint)) == width


@given(st.text(max_size=40))
def test_whatever_is_typed_is_an_answer_or_unclear(typed: str) -> None:
    table = table_of(Referee(GAME, 4, 6))
    while not table.view().offers:
        table.bot_moves()
    offer = table.view().offers[0]
    try:
        assert read_answer(typed, offer, table.wording) in offer.options
    except Unclear as unclear:
        said = unclear.sentence
        assert said


GAME: Game = catalogue.find("clans").game


def table_of(referee: Referee) -> SoloGame:
    return SoloGame(catalogue.find("clans"), referee, 0, "", ["random"] * referee.seats, "en")


def test_any_board_leaves_out_what_the_table_does_not_have() -> None:
    """Even cards that went astray; every zone and counter that is drawn has a name."""
    referee = Referee(bare.GAME, 3, 1)
    world = referee.world
    world.draw(bare.DECK, bare.SHED)
    world.draw(bare.DECK, bare.SHARED[0], 2)
    world.draw(bare.DECK, bare.SHARED[1])
    world.set(bare.GIFTS[0], 1)
    listing = catalogue.Listing(bare.GAME, "tests.fixtures", {})
    table = SoloGame(listing, referee, 0, "", ["random"] * 3, "en")
    for view in [referee.view(seat) for seat in range(4)]:
        rows = [table.board.head(view), *table.board.table(view, None, Canvas(80))]
        drawn = "\n".join(plain(row) for row in rows)
        assert drawn.count("shared") == 1
        assert "gifts" in drawn
        assert not re.search(r"(^|\s): |\s\s\d|shed|· \d", drawn), drawn


def ended(*armies: str) -> str:
    """What is said at the end when these armies stand; seats 0 to 2 serve Takeda, Uesugi, Mori."""
    loyal = [
        f"loyalty-{seat}: {clan}-loyalty" for seat, clan in enumerate(("Takeda", "Uesugi", "Mori"))
    ]
    rest = ["loyalties: Oda-loyalty Hojo-loyalty", "rest: discard", "step: clans.reckoning"]
    world = draw(GAME, "\n".join(["clans, 3 seats", *loyal, *armies, *rest]))
    table = table_of(Referee(GAME, 3, 0, world=world))
    lines = table.board.ending(table.view(), Canvas(80))
    return " ".join(" ".join(plain(line).split()) for line in lines)


def test_the_most_cards_win() -> None:
    said = ended("army-1-Takeda: Takeda*3", "army-0-Uesugi: Uesugi*2")
    assert "You win. Of the clans that were served, ◆ Takeda has the most cards: 3. C16" in said
    assert "★ You ◆ Takeda 3 0" in said


def test_a_larger_neutral_clan_never_wins_and_that_is_said() -> None:
    said = ended("army-1-Oda: Oda*5", "army-2-Uesugi: Uesugi*2")
    assert "★ Botan ■ Uesugi 2 0" in said
    assert "nobody ♣ Oda 5 -" in said
    assert "Nobody served ♣ Oda, and a neutral clan never wins. C17" in said


def test_in_a_tie_the_cards_at_home_decide() -> None:
    said = ended("army-1-Uesugi: Uesugi*2", "army-1-Mori: Mori*2")
    assert (
        "Botan wins. They are equal in all (2); the cards at home decide: Botan 2, Chiyo 0. C18"
        in said
    )


def test_who_is_still_tied_shares_the_victory() -> None:
    said = ended("army-1-Takeda: Takeda*2", "army-0-Uesugi: Uesugi*2")
    assert "You share the victory with Botan" in said
    assert "They are equal in all (2) and at home: You 0, Botan 0. C18" in said


def test_nobody_has_anything_and_all_share() -> None:
    assert "You share the victory with Botan and Chiyo" in ended()


def test_enter_takes_the_only_choice_and_nothing_else() -> None:
    world = draw(GAME, "clans, 3 seats\nhand-0: Oda\nrest: deck\nstep: clans.first_order 0")
    table = table_of(Referee(GAME, 3, 0, world=world))
    session = Session(table, Terminal.of(io.StringIO()), 0)
    assert obey(session, "") == []
    assert plain(obey(session, "")[0]) == "Type a number; ? helps."
    assert [move.key for move in table.referee.moves] == ["first.card"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Go-Hōjō", "go-hojo"), ("  TAKEDA ", "takeda"), ("◆ Takeda", "takeda"), ("Mōri!", "mori")],
)
def test_texts_are_compared_as_people_type_them(typed: str, meant: str) -> None:
    assert fold(typed) == meant


def test_only_near_names_are_suggested() -> None:
    assert near("clan", ["clans"]) == " Did you mean clans?"
    assert near("xyz", ["clans"]) == ""
