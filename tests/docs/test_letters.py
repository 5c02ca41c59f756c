"""The example of the page for designers: *Letters*, its clauses, its texts, its length."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples import letters
from examples.letters import GAME, GONE, HAND, HEIR, MONK, PLAYED
from tatami.catalogue import Listing
from tatami.engine.notation import draw
from tatami.engine.referee import Referee
from tatami.games.words import read_words
from tatami.lessons import read_lessons
from tatami.testing.conformance import CHECKS, Trial
from tatami.testing.lessons import lesson_faults, text_faults
from tatami.testing.words import gaping, idle, missing
from tests.cli.support import answers, tatami

FOLDER = Path(letters.__file__).parent
LENGTH = 110
"""Lines of the whole game, declarations included."""


def at(position: str, seats: int = 3, rest: str = "deck") -> Referee:
    """A game in which the first player is to play."""
    text = f"letters, {seats} seats\n{position}\nrest: {rest}\nstep: letters.turn 0"
    world = draw(GAME, f"{text}\nstep: letters.play 0", 1)
    return Referee(GAME, seats, 1, world.opts, world)


def options(game: Referee, seat: int = 0) -> list[str]:
    """What a player can answer."""
    _, offer = game.asks(seat)[0]
    return [offer.question.spelled[option] for option in offer.options]


def do(game: Referee, *texts: str) -> None:
    """The first player answers."""
    for text in texts:
        number, offer = game.asks(0)[0]
        assert game.act(offer.question.read(text), 0, number), text


def is_in(game: Referee, seat: int) -> bool:
    return game.world.size(HAND[seat]) > 0


@pytest.mark.parametrize("check", sorted(CHECKS))
@pytest.mark.parametrize("seats", GAME.counts)
def test_letters_conforms(seats: int, check: str) -> None:
    for seed in range(4):
        CHECKS[check](Trial(GAME, seats, (), seed))


def test_letters_is_short() -> None:
    source = FOLDER.joinpath("__init__.py").read_text("utf-8")
    assert len(source.splitlines()) <= LENGTH


def test_the_texts_of_letters_are_whole() -> None:
    words = read_words(letters.__name__)
    assert missing(GAME, words) == idle(GAME, words) == gaping(GAME, words) == []


def test_letters_teaches_itself() -> None:
    """Its lessons are data beside it, as the page promises."""
    listing = Listing(GAME, letters.__name__, {})
    lessons = read_lessons(listing)
    assert [one.name for one in lessons] == ["look", "guess"]
    for one in lessons:
        assert lesson_faults(listing, one) == text_faults(listing, one, "en") == []


def test_the_code_and_the_page_of_letters_name_the_same_clauses() -> None:
    page = FOLDER.joinpath("rules", "en.md").read_text("utf-8")
    there = re.findall(r"^\*\*(L\d+)\*\*", page, re.MULTILINE)
    assert there == [f"L{number}" for number in range(1, 11)]
    named = set(re.findall(r"\bL\d+\b", FOLDER.joinpath("__init__.py").read_text("utf-8")))
    assert named == set(there)


def test_letters_is_played_in_the_terminal(tmp_path: Path) -> None:
    more = ("play", "--game", letters.__name__, "--seed", "3", "--ascii")
    done = tatami(tmp_path, *more, stdin=answers(99))
    assert done.returncode == 0, done.stderr
    assert "Which card do you play?  L2" in done.stdout
    assert tatami(tmp_path, "rules", "--game", letters.__name__).stdout.startswith("# Letters")


def test_sixteen_cards_are_dealt_one_to_each() -> None:
    """L1, L2"""
    w = Referee(GAME, 4, 1).world
    assert sorted(w.face) == sorted([0] * 5 + [1, 2, 3, 4] * 2 + [5, 6, 7])
    assert [w.size(hand) for hand in HAND] == [2, 1, 1, 1]


@pytest.mark.parametrize("other", ["Envoy", "Thief"])
def test_the_abbess_must_be_played_beside_an_envoy_or_a_thief(other: str) -> None:
    """L2"""
    rest = "\nhand-1: Spy\nhand-2: Spy"
    assert options(at(f"hand-0: Abbess {other}{rest}")) == ["play:Abbess"]
    assert options(at(f"hand-0: Abbess Heir{rest}")) == ["play:Abbess", "play:Heir"]


def test_a_card_is_aimed_at_others_who_are_in_and_not_behind_a_monk() -> None:
    """L3, L7: the Envoy at oneself too; a Monk who was laid down protects nobody."""
    position = "hand-0: Lookout Envoy\nhand-1: Spy\nhand-3: Spy\nplayed-1: Monk\ngone: Monk"
    game = at(position, 4)
    do(game, "play:Lookout")
    assert options(game) == ["at:s3"]
    game = at(position, 4)
    do(game, "play:Envoy")
    assert options(game) == ["at:s3", "at:s0"]


def test_where_nobody_can_be_reached_a_card_has_no_effect() -> None:
    """L3"""
    game = at("hand-0: Spy Thief\nhand-1: Heir\nplayed-1: Monk", 2)
    do(game, "play:Thief")
    assert game.world.faces(HAND[0]) == [letters.SPY]
    assert game.world.has(HAND[1], HEIR)


@pytest.mark.parametrize(("name", "hit"), [("Thief", True), ("Heir", False)])
def test_a_spy_puts_out_whoever_holds_what_is_named(name: str, hit: bool) -> None:
    """L4: if not, all know that the card is not there."""
    game = at("hand-0: Spy Rival\nhand-1: Thief\nhand-2: Spy")
    do(game, "play:Spy", "at:s1")
    assert "name:Spy" not in options(game)
    do(game, f"name:{name}")
    assert is_in(game, 1) != hit
    denied = [event.args for event in game.events(2) if event.verb == "deny"]
    assert denied == ([] if hit else [(HAND[1], HEIR)])


def test_a_lookout_alone_sees_the_hand() -> None:
    """L5"""
    game = at("hand-0: Lookout Rival\nhand-1: Thief\nhand-2: Spy")
    do(game, "play:Lookout", "at:s1")
    assert game.view(0).has(HAND[1], letters.THIEF)
    assert game.view(2).faces(HAND[1])[0] == -1


@pytest.mark.parametrize(
    ("mine", "theirs", "left"),
    [("Heir", "Thief", [0, 2]), ("Spy", "Thief", [1, 2]), ("Envoy", "Envoy", [0, 1, 2])],
)
def test_the_lower_one_of_two_rivals_is_out(mine: str, theirs: str, left: list[int]) -> None:
    """L6: of two equal ones neither, and all see them."""
    game = at(f"hand-0: Rival {mine}\nhand-1: {theirs}\nhand-2: Monk")
    do(game, "play:Rival", "at:s1")
    assert [seat for seat in range(3) if is_in(game, seat)] == left
    if len(left) == 3:
        assert game.view(2).has(HAND[0], letters.ENVOY)


def test_an_envoy_brings_a_new_hand_and_puts_out_the_heir() -> None:
    """L8, L9"""
    game = at("hand-0: Envoy Spy\nhand-1: Monk\nhand-2: Heir")
    do(game, "play:Envoy", "at:s1")
    assert game.world.has(GONE, MONK)
    assert game.world.size(HAND[1]) == 2, "a new card, and the one of the next turn"
    game = at("hand-0: Envoy Spy\nhand-1: Monk\nhand-2: Heir")
    do(game, "play:Envoy", "at:s2")
    assert not is_in(game, 2)


def test_a_thief_exchanges_hands() -> None:
    """L9"""
    game = at("hand-0: Thief Spy\nhand-1: Monk\nhand-2: Heir")
    do(game, "play:Thief", "at:s2")
    assert game.world.has(HAND[0], HEIR)
    assert game.world.has(HAND[2], letters.SPY)


def test_whoever_plays_the_heir_is_out_and_the_last_one_in_wins() -> None:
    """L9, L10"""
    game = at("hand-0: Heir Spy\nhand-1: Monk", 2)
    do(game, "play:Heir")
    assert game.winners() == (1,)
    assert game.world.has(PLAYED[0], HEIR)


@pytest.mark.parametrize(
    ("mine", "theirs", "won"),
    [("Thief", "Envoy", (0,)), ("Envoy", "Envoy", (0, 1)), ("Thief", "Heir", (1,))],
)
def test_when_one_card_is_left_the_highest_hand_wins(
    mine: str, theirs: str, won: tuple[int, ...]
) -> None:
    """L10: equal ones share."""
    game = at(f"hand-0: Monk {mine}\nhand-1: {theirs}\ndeck: Spy", 2, rest="gone")
    do(game, "play:Monk")
    assert game.winners() == won
