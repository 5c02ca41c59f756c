"""The door for people at a prompt: everything prints as what it is, one verb acts, all is kept."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator
from random import Random

import pytest

import tatami
from examples import letters
from tatami import catalogue
from tatami.engine.asking import Ask
from tatami.engine.errors import Ack, Refusal
from tatami.engine.flow import new
from tatami.engine.game import Game
from tatami.engine.groups import Group
from tatami.engine.look import look
from tatami.engine.move import Move
from tatami.engine.record import replay
from tatami.engine.referee import Referee
from tatami.engine.sentence import Sentence
from tatami.engine.shelf import Places
from tatami.engine.state import digest
from tatami.engine.turns import Turns
from tatami.engine.view import View
from tatami.engine.watch import Event
from tatami.engine.world import World

ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


def play(state: Referee, moves: int, seed: int) -> None:
    """Random answers, so many or to the end."""
    dice = Random(seed)
    for _ in range(moves):
        movers = state.waiting()
        if state.over:
            return
        if not movers:
            assert state.expire(state.turn)
            continue
        number = state.asks(movers[0])[0][0]
        assert state.act(dice.choice(state.options(movers[0])), movers[0], number)


def middle(name: str, moves: int = 25) -> Referee:
    """A game that is under way."""
    game = tatami.load(name)
    state = game.new(seats=game.counts[-1], seed=5)
    play(state, moves, 5)
    assert not state.over
    return state


def test_there_is_a_game_for_every_name_and_a_sentence_for_every_other() -> None:
    assert {"clans", "night", "tack", "wataah"} <= set(tatami.names())
    with pytest.raises(KeyError, match=r"there is no game 'go'; there are: clans"):
        tatami.load("go")


def test_where_no_game_is_installed_the_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As from a copy of the source that nobody has installed."""
    monkeypatch.setattr(catalogue, "_installed", dict)
    with pytest.raises(KeyError, match=r"'clans'; no game is installed: .* entry points"):
        tatami.load("clans")


@pytest.mark.parametrize("name", tatami.names())
def test_everything_prints_as_what_it_is(name: str) -> None:
    state = middle(name)
    seat = state.waiting()[0]
    view = state.view(seat)
    shown = [state.game, state, state.world, view, state.world.ask, state.options(seat)]
    shown += [view.imagine(1), state.record(), state.act(10_000, seat), *view.offers]
    for one in shown:
        assert not ADDRESS.search(repr(one) + str(one)), repr(one)
    assert name in repr(state.game)
    option = state.options(seat)[0]
    assert repr(option) == view.offers[0].question.spell(option)
    assert "s" + str(seat) in repr(state)


def attributes(one: object) -> Iterator[object]:
    """What can be reached from a thing by a public name, or by looking into what holds others."""
    if isinstance(one, dict):
        yield from [*one, *one.values()]
    elif isinstance(one, list | tuple | set | frozenset):
        yield from one
    elif type(one).__module__.startswith(("tatami.", "examples.")):
        yield from [getattr(one, name) for name in dir(one) if not name.startswith("_")]


def reached(start: list[object]) -> Iterator[object]:
    """All that can be reached so, but functions, which print as Python prints them."""
    known: dict[int, object] = {}
    left = start[:]
    while left:
        one = left.pop()
        is_book = isinstance(one, Places)  # which declares when it is called
        if id(one) in known or (callable(one) and not is_book):
            continue
        known[id(one)] = one
        yield one
        left += attributes(one)


@pytest.mark.parametrize("name", tatami.names())
def test_nothing_that_can_be_reached_prints_as_an_address(name: str) -> None:
    state = middle(name)
    seat = state.waiting()[0]
    view = state.view(seat)
    start: list[object] = [state, view, state.game, state.world.ask, state.record()]
    start += [state.act(10_000, seat), state.act("x", 99), *state.events(seat), view.imagine(1)]
    found = list(reached(start))
    assert [type(one) for one in found if " at 0x" in repr(one)] == []
    assert {Event, Move, Sentence, Group, Ask} <= {type(one) for one in found}
    assert " at 0x" not in repr(view.prepare())


def test_moves_and_events_print_in_notation() -> None:
    state = tatami.load("clans").new(seats=3, seed=1)
    assert state.act("deploy:Uesugi")
    assert state.act("into:province-2")
    assert repr(state.moves) == "[<s1 first.card deploy:Uesugi>, <s1 first.to into:province-2>]"
    assert repr(pickle.loads(pickle.dumps(state)).moves) == repr(state.moves)
    assert repr(replay(state.game, state.record()).moves) == repr(state.moves)
    dealt, *_, last, _, told = [repr(event) for event in state.events(2) if event.verb != "shuffle"]
    assert dealt == "<move loyalties loyalty-0 ?>"
    assert last == "<move hand-1 army-2-Uesugi Uesugi>"
    assert told == "<tell deploys s1 Uesugi province-2>"


@pytest.mark.parametrize("name", tatami.names())
def test_every_event_of_a_game_prints_for_every_seat(name: str) -> None:
    state = middle(name, 200) if name == "tack" else tatami.load(name).new(seats=4, seed=3)
    play(state, 10_000 if name != "tack" else 0, 3)
    for seat in range(state.seats + 1):
        for event in state.events(seat):
            assert re.fullmatch(r"<[\w?+:* -]+>", repr(event)), repr(event)


def test_public_numbers_that_stand_for_things_print_as_those_things() -> None:
    state = tatami.load("wataah").new(seats=3, seed=3)
    holder = state.waiting()[0]
    for printed in (str(state), str(state.view(0)), str(state.view(3))):
        assert f"\nshosho = s{holder}\n" in printed
    assert f"<set shosho s{holder}>" in [repr(event) for event in state.events(1)]
    clans = tatami.load("clans").new(seats=3, seed=1)
    assert clans.act("deploy:Uesugi")
    assert clans.act("into:province-2")
    assert "\nshielded = province-2:Uesugi\n" in str(clans)
    assert "\nphase = Spy\n" in str(_after_the_draft())


def _after_the_draft() -> Referee:
    state = tatami.load("night").new(seats=4, seed=1)
    play(state, 8, 1)
    return state


def test_a_printed_state_draws_the_table_and_a_printed_view_keeps_its_secrets() -> None:
    state = tatami.load("clans").new(seats=3, seed=1)
    hand = state.world.game.layout(3, ()).places["hand-1"]
    held = [state.game.faces[face] for face in state.world.faces(hand)]
    assert f"hand-1: {held[0]}" in str(state)
    assert "hand-1: ?*4" in str(state.view(0))
    assert "hand-1: ?*4" not in str(state.view(1))


def test_one_verb_acts_by_number_by_option_and_by_notation() -> None:
    one, two, three = (tatami.load("clans").new(seats=3, seed=1) for _ in range(3))
    option = one.options()[0]
    assert one.act(int(option))
    assert two.act(option)
    assert three.act(repr(option))
    assert digest(one.world) == digest(two.world) == digest(three.world)


def test_remarks_are_made_and_printed_by_the_names_of_what_they_speak_of() -> None:
    by_name, by_number = (tatami.load("night").new(seats=5, seed=2) for _ in range(2))
    assert by_name.remark(0, "saw", ("s1", "only", "Crane-2"))
    assert by_number.remark(0, "saw", (1, 0, 1))
    assert by_name.record().text() == by_number.record().text()
    assert by_name.remark(3, "say", (), "It was dark.")
    printed = ["<s0 remark saw s1 only Crane-2>", "<s3 remark say 'It was dark.'>"]
    again = pickle.loads(pickle.dumps(by_name)), replay(by_name.game, by_name.record())
    for state in (by_name, *again):
        assert [repr(move) for move in state.moves] == printed
    for wrong in (("s1", "only", "Crane-9"), ("Crane-2", "only", "s1"), ("s1",), ([], {}, None)):
        assert _code(by_name.remark(0, "saw", wrong)) == "bad_remark"


def test_a_right_is_used_by_an_option_or_its_notation() -> None:
    one, two = (tatami.load("tack").new(seats=4, seed=1) for _ in range(2))
    ((name, stamp, options),) = one.view(0).rights
    assert _code(one.interrupt(0, name, stamp, "bow")) == "no_such_right"
    assert one.interrupt(0, name, stamp, "attack")
    assert two.interrupt(0, name, stamp, options[1])
    assert repr(one.moves) == repr(two.moves) == "[<s0 right gong attack>]"
    assert digest(one.world) == digest(two.world)


def test_who_and_which_are_named_where_there_are_several() -> None:
    state = tatami.load("night").new(seats=4, seed=1)
    assert _code(state.act(0)) == "say_who"
    assert state.act(state.options(2)[0], seat=2)
    pair = tatami.load("night").new(seats=2, seed=1)
    number, offer = pair.asks(0)[1]
    assert _code(pair.act(offer.options[0], seat=0)) == "say_which"
    assert pair.act(offer.options[0], seat=0, ask=number)


def test_of_several_asks_the_first_is_answered_whose_options_are_shown() -> None:
    pair = tatami.load("night").new(seats=2, seed=1)
    (first, _), (second, _), *_ = pair.asks(0)
    assert pair.act(pair.options(0)[0], seat=0)
    assert first not in [number for number, _ in pair.asks(0)]
    assert pair.asks(0)[0][0] == second
    assert _code(pair.act("keep:nobody", seat=0)) == "say_which"
    assert pair.act(repr(pair.options(0)[-1]), seat=0)
    assert second not in [number for number, _ in pair.asks(0)]


def _code(reply: Ack | Refusal) -> str:
    assert isinstance(reply, Refusal)
    return reply.code


@pytest.mark.parametrize("wrong", ["attack:nobody", "", None, 3.5, -1, 10**40, b"", [], object()])
def test_a_wrong_answer_is_refused_and_changes_nothing(wrong: object) -> None:
    state = middle("clans")
    before = digest(state.world), len(state.moves)
    assert isinstance(state.act(wrong), Refusal)
    assert (digest(state.world), len(state.moves)) == before


def test_after_the_end_nothing_can_be_done() -> None:
    state = tatami.load("clans").new(seats=3, seed=2)
    play(state, 10_000, 2)
    assert state.over
    assert _code(state.act(0)) == "over"
    assert state.options() == []


@pytest.mark.parametrize("name", tatami.names())
def test_states_worlds_and_views_are_pickled_and_copied_and_go_on_alike(name: str) -> None:
    state = middle(name)
    for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
        assert repr(twin) == repr(state)
        assert [twin.asks(s)[0][0] for s in twin.waiting()] == [
            state.asks(s)[0][0] for s in state.waiting()
        ]
        ahead = state.copy()
        play(ahead, 40, 9)
        play(twin, 40, 9)
        assert twin.record().text() == ahead.record().text()


@pytest.mark.parametrize("name", tatami.names())
def test_a_pickled_view_is_the_same_view(name: str) -> None:
    state = middle(name)
    for seat in range(state.seats + 1):
        view = state.view(seat)
        twin = pickle.loads(pickle.dumps(view))
        assert isinstance(twin, View)
        assert twin == view == copy.deepcopy(view)
        assert twin.happened == view.happened


def test_a_pickled_world_is_the_same_world() -> None:
    world = middle("wataah").view(0).imagine(3)
    for twin in (pickle.loads(pickle.dumps(world)), copy.deepcopy(world)):
        assert isinstance(twin, World)
        assert digest(twin) == digest(world)


@pytest.mark.parametrize("name", tatami.names())
def test_an_encoding_and_a_game_in_turns_are_pickled_and_copied(name: str) -> None:
    """As environments are, that go to other processes or are tried out."""
    game = tatami.load(name)
    space = game.observation_space(4, ledger=True)
    turns = Turns(new(game, 4, 3, None, True))
    for _ in range(9):
        turns.act(turns.actions()[0])
    for copied in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
        other, again = copied(turns), copied(space)
        assert again.data() == space.data()
        assert (other.seat, other.actions()) == (turns.seat, turns.actions())
        row = space.row_of(look(turns.w, turns.seat))
        assert again.row_of(look(other.w, other.seat)) == row
        other.act(other.actions()[-1])
        assert digest(other.w) != digest(turns.w)


def test_returns_add_up_to_nothing_and_a_win_is_shared() -> None:
    state = tatami.load("clans").new(seats=4, seed=7)
    assert state.returns() == [0.0] * 4
    play(state, 10_000, 7)
    found = state.returns()
    assert abs(sum(found)) < 1e-9
    won = [seat for seat in range(4) if found[seat] > 0]
    assert won == list(state.winners())
    assert all(-1 <= one <= 1 for one in found)


def test_scores_are_told_with_the_end_where_a_game_has_points() -> None:
    state = tatami.load("clans").new(seats=4, seed=7)
    assert state.scores() == state.world.scores() == []
    play(state, 10_000, 7)
    best = max(state.scores())
    assert len(state.scores()) == 4
    assert [state.scores()[seat] for seat in state.winners()] == [best] * len(state.winners())
    race = tatami.load("tack").new(seats=4, seed=7)
    race.world.over = True
    assert race.scores() == []


def test_returns_are_the_utility_that_a_game_declares() -> None:
    book, begin, outcome = letters.BOOK, letters.set_up, letters.winners
    game = Game(book, 1, (3,), begin, outcome, utility=lambda w: [0.5, -0.25, -0.25])
    state = game.new(seats=3, seed=7)
    assert state.returns() == [0.0] * 3
    play(state, 10_000, 7)
    assert state.returns() == state.world.returns() == [0.5, -0.25, -0.25]


def test_table_options_are_named_and_a_wrong_one_is_explained() -> None:
    game = tatami.load("wataah")
    assert game.new(seats=3, seed=1, temple_court="off", mode="grasshopper").record().options == {
        "mode": "grasshopper",
        "temple-court": "off",
    }
    with pytest.raises(ValueError, match="no table option 'modus'"):
        game.new(seats=3, modus="x")
    with pytest.raises(ValueError, match="2 to 4 players, not 9"):
        game.new(seats=9)
