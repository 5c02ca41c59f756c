"""Nothing that a seat may not know reaches its screen."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tatami.cli
from tatami import catalogue
from tatami.bots.arena import key_for
from tatami.catalogue import Listing
from tatami.cli.boards import Canvas
from tatami.cli.solo import SoloGame
from tatami.engine.game import Game
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tests.fixtures import GAMES

ALL_GAMES = [catalogue.find("clans").game, *GAMES]


def listing_of(game: Game) -> Listing:
    return catalogue.find("clans") if game.name == "clans" else Listing(game, "tests.fixtures", {})


def table_after(game: Game, seats: int, seed: int, moves: int) -> SoloGame:
    """A table where bots have made so many moves at every seat."""
    listing = listing_of(game)
    table = SoloGame(
        listing, Referee(game, seats, seed), seed % seats, "", ["random"] * seats, "en"
    )
    for _ in range(moves):
        if table.referee.over:
            break
        if table.referee.waiting():
            table.bot_moves()
        else:
            table.let_pass()
    table.story.read(table.referee)
    return table


def drawn(table: SoloGame, view: View) -> str:
    """Everything that is ever drawn of a view."""
    lines = table.screen.compose(view, None, 80, 30, [])
    lines += table.screen.compose(view, view, 60, 20, [])
    if view.over:
        lines += table.board.ending(view, Canvas(80))
    return "\n".join("".join(text for text, _ in line) for line in lines)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("moves", [0, 3, 11, 40])
def test_worlds_that_look_alike_to_a_seat_give_it_the_same_screen(game: Game, moves: int) -> None:
    for seed in range(4):
        table = table_after(game, max(2, game.fewest), seed, moves)
        view = table.view()
        for chance in range(3):
            other = imagine(view, key_for(seed, chance, "imagined"), watched=True)
            assert drawn(table, look(other, table.person)) == drawn(table, view)


def test_a_hidden_loyalty_or_hand_is_not_on_any_screen_before_the_end() -> None:
    """The table of a clans game names each face as often as its seat can see it."""
    game = catalogue.find("clans").game
    for seed in range(5):
        table = table_after(game, 4, seed, 25)
        view = table.view()
        hand = drawn(table, view).count("✦ Ninja")
        seen = sum(1 for face in view.zones[3 + table.person] if face == 5)
        log = sum("Ninja" in text for entry in table.story.entries for text, _ in entry.line)
        assert hand <= 2 * (seen + log)


def test_what_draws_never_touches_the_world() -> None:
    """A replay with all cards open, after the fact, gets its view from the engine too."""
    folder = Path(tatami.cli.__file__).parent
    readers = {
        path.name
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and node.attr in ("world", "face", "watch")
        and not (isinstance(node.value, ast.Attribute) and node.value.attr in ("wording", "record"))
        and not (isinstance(node.value, ast.Name) and node.value.id in ("wording", "found"))
    }
    assert readers == set()
