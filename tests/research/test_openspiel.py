"""OpenSpiel's door, held to OpenSpiel's own tests and algorithms; and that no seed gets out."""

from __future__ import annotations

import base64
import copy
import itertools
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.bots import uniform_random

import tatami
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.research import openspiel
from tests.research import whistle
from tests.research.reach import keys_reachable, reachable

ROOT = Path(__file__).parents[2]
GAMES = ["clans", "wataah", "night", "tack(rounds=_30)"]
"""Tack with an end in sight: OpenSpiel's learner calls itself once for every decision."""
KNOWING = [*GAMES, "clans(ledger=True)", "night(ledger=True,order=True)"]
"""And with what a player knows without seeing it."""


def named(game: str) -> str:
    name, _, rest = game.rstrip(")").partition("(")
    return f"tatami_{name}({rest}{',' if rest else ''}rng_seed=test)"


def load(game: str) -> Any:
    return pyspiel.load_game(named(game))


def dealt(game: Any) -> Any:
    state = game.new_initial_state()
    state.apply_action(openspiel.DEAL)
    return state


def play(state: Any, dice: Random, steps: int) -> None:
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))


def sampler(seed: int) -> Callable[[], float]:
    return Random(seed).random


# -- the peer's own tests and algorithms


@pytest.mark.parametrize("game", KNOWING)
@pytest.mark.parametrize("serialize", [False, True])
def test_every_game_passes_the_random_sim_test(game: str, serialize: bool) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=serialize, verbose=False)


SHORT = [
    "clans(players=3)",
    "wataah(mode=grasshopper,players=2,turns=_40)",
    "night",
    "tack(rounds=_3)",
]
"""A playthrough prints every number of every tensor at every state."""


@pytest.mark.parametrize("game", SHORT)
def test_a_playthrough_can_be_generated(game: str) -> None:
    text = generate_playthrough.playthrough(named(game), None, alsologtostdout=False, seed=1)
    assert "GameType.information = Information.IMPERFECT_INFORMATION" in text
    assert "IsTerminal() = True" in text


def test_a_playthrough_comes_out_the_same_again() -> None:
    """The deal follows from ``rng_seed``, the actions are given."""
    name = named("clans(players=3)")
    first = generate_playthrough.playthrough(name, [openspiel.DEAL], alsologtostdout=False)
    actions = [int(one.split()[1]) for one in first.splitlines() if one.startswith("action: ")]
    assert len(actions) > 20
    assert generate_playthrough.playthrough(name, actions, alsologtostdout=False) == first


@pytest.mark.parametrize("game", GAMES)
def test_information_set_search_runs_out_of_the_box(game: str) -> None:
    found, luck = load(game), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(found, mcts.RandomRolloutEvaluator(1, luck), 2.0, 4, random_state=luck)
    state = dealt(found)
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize("game", GAMES)
def test_outcome_sampling_runs_out_of_the_box(game: str) -> None:
    np.random.seed(0)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load(game))
    solver.iteration()
    state = dealt(load(game))
    policy = solver.average_policy().action_probabilities(state)
    assert set(policy) == set(state.legal_actions())


@pytest.mark.parametrize("game", GAMES)
def test_random_bots_play_a_game_to_its_end(game: str) -> None:
    state, luck = dealt(load(game)), np.random.RandomState(3)
    bots = [uniform_random.UniformRandomBot(seat, luck) for seat in range(4)]
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert abs(sum(state.returns())) < 1e-9
    assert state.returns() == state.seats.w.returns()


def test_returns_are_the_declared_utility(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = [0.75, 0.25, -0.5, -0.5]
    monkeypatch.setattr(tatami.load("clans"), "utility", lambda w: declared)
    state = dealt(load("clans"))
    assert state.returns() == [0.0] * 4
    play(state, Random(3), 10_000)
    assert state.returns() == declared


def test_with_the_ledger_tensors_and_strings_hold_the_rows_of_views() -> None:
    """In a resampled state for the player that it was made for: the others have no view of it."""
    state, dice = dealt(load("clans(ledger=True,order=True)")), Random(2)
    plain = dealt(load("clans(order=True)")).get_game().encoding
    for _ in range(10):
        play(state, dice, 1)
        space, w = state.get_game().encoding, state.seats.w
        for seat in range(4):
            row = space.row_of(look(w, seat))
            assert state.observation_tensor(seat) == row
            assert "deck.Oda" in space.decode(row)["may"]
            assert all(
                f"{name}=1" in state.observation_string(seat) for name in space.decode(row)["may"]
            )
        other = state.resample_from_infostate(0, sampler(1))
        assert other.observation_tensor(0) == state.observation_tensor(0)
        assert other.observation_tensor(1)[: plain.size] == plain.row(other.seats.w, 1)
        assert not any(other.observation_tensor(1)[plain.size :])


@pytest.mark.parametrize("game", KNOWING)
def test_a_resampled_state_looks_the_same_to_its_player(game: str) -> None:
    """What OpenSpiel's own test of resampling asks: strings, tensors, and whose turn it is."""
    state, dice, differ = dealt(load(game)), Random(4), 0
    for number in range(30):
        if state.is_terminal():
            break
        for seat in range(4):
            other = state.resample_from_infostate(seat, sampler(number))
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            differ += str(other) != str(state)
        play(state, dice, 1)
    assert differ > 40


@pytest.mark.parametrize("game", GAMES)
def test_a_resampled_state_can_be_played_to_its_end(game: str) -> None:
    state = dealt(load(game))
    play(state, Random(5), 7)
    other = state.resample_from_infostate(state.current_player(), sampler(1))
    play(other, Random(6), 100_000)
    assert other.is_terminal()
    assert not state.is_terminal()


def test_information_states_tell_apart_what_was_done_before() -> None:
    """Perfect recall: another way to the same position is another information state."""
    seen = {}
    for number in range(40):
        state = dealt(load("night"))
        play(state, Random(number), 12)
        for seat in range(4):
            key = state.information_state_string(seat)
            mine = tuple(one.action for one in state.full_history() if int(one.player) == seat)
            assert seen.setdefault(key, mine) == mine
    assert len(seen) > 40


# -- no seed gets out


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The keys that deals are made from."""
    keys: list[bytes] = []
    deal = openspiel.new

    def noted(*args: Any) -> Any:
        keys.append(args[2])
        return deal(*args)

    monkeypatch.setattr(openspiel, "new", noted)
    return keys


def moves(state: Any) -> list[tuple[int, int]]:
    return [(int(one.player), int(one.action)) for one in state.full_history()]


def carried(state: Any) -> bytes:
    """All that a state hands out: its history, what it prints, and all that it serialises."""
    told = [state.serialize(), str(state), str(moves(state)), str(state.get_game())]
    told.append(pyspiel.serialize_game_and_state(state.get_game(), state))
    pickled = base64.b64decode(state.serialize().split("__dict__=")[1])
    return "\n".join(told).encode() + pickled


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_a_state_holds_carries_the_seed_of_the_deal(
    game: str, drawn: list[bytes]
) -> None:
    state = dealt(load(game))
    (key,) = drawn
    later = state.seats.w.key
    play(state, Random(1), 9)
    again = state.get_game().deserialize_state(state.serialize())
    for one in (state, state.clone(), again):
        assert key not in carried(one)
        assert key.hex().encode() not in carried(one)
        assert key != later
    seen = state.resample_from_infostate(state.current_player(), sampler(2))
    for one in (seen, seen.clone()):
        for secret in (key, later):
            assert secret not in carried(one)
            assert secret.hex().encode() not in carried(one)
        assert one.history() == [openspiel.DEAL]
    assert later.hex().encode() in carried(state)  # what is looked for would be found


def keys_of(game: str) -> list[bytes]:
    """What the first deals of a game are made from: another one draws the same."""
    found = load(game)
    keys = [found.draw() for _ in range(6)]
    assert dealt(load(game)).seats.w.key == openspiel.digest("after the deal", keys[0])
    return keys


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_can_be_reached_from_a_state_leads_to_its_deal(game: str) -> None:
    """Not through its game either, which has dealt it and goes on to deal others."""
    found, keys = load(game), keys_of(game)
    states = [dealt(found) for _ in range(3)]
    play(states[1], Random(1), 5)
    states += [states[1].clone(), found.deserialize_state(states[1].serialize())]
    reached = keys_reachable(*states)
    assert not reached & set(keys[:3])
    assert keys[3] in reached  # the game's own next deal: what is looked for would be found


@pytest.mark.parametrize("game", GAMES)
def test_what_a_player_holds_leads_to_no_deal_and_to_no_truth(game: str) -> None:
    """Neither to what its game has dealt nor to what it will deal."""
    found, keys = load(game), keys_of(game)
    state = dealt(found)
    play(state, Random(1), 5)
    secret = [state, found, state.seats, state.seats.w, state.seats.turns, state.seats.w.watch]
    held = [state.resample_from_infostate(seat, sampler(seat)) for seat in range(4)]
    held += [held[0].clone(), held[0].resample_from_infostate(0, sampler(9))]
    held.append(held[0].get_game().deserialize_state(held[0].serialize()))
    secrets = {id(one) for one in secret}
    assert secrets <= {id(one) for one in reachable(state)}
    assert not secrets & {id(one) for one in reachable(*held)}
    assert not keys_reachable(*held) & {*keys, state.seats.w.key}


@pytest.mark.parametrize("game", KNOWING)
def test_a_resampled_state_does_not_depend_on_what_the_player_cannot_see(game: str) -> None:
    """The scramble test: whatever a resampled state carries is the same if the truth is another."""
    state, dice, compared = dealt(load(game)), Random(8), 0
    for number in range(12):
        if state.is_terminal():
            break
        for seat in range(4):
            other = state.resample_from_infostate(seat, sampler(number))
            ours = state.resample_from_infostate(seat, sampler(99))
            theirs = other.resample_from_infostate(seat, sampler(99))
            assert carried(ours) == carried(theirs)
            compared += str(other) != str(state)
        play(state, dice, 1)
    assert compared > 15


@pytest.mark.parametrize("game", KNOWING)
def test_a_resampled_state_does_not_depend_on_it_through_a_whole_game(game: str) -> None:
    """The scramble test now and then, from the deal to the end."""
    state, dice, compared, steps = dealt(load(game)), Random(18), 0, 0
    while not state.is_terminal():
        if dice.random() < 12 / (12 + steps):
            seat = dice.randrange(4)
            other = state.resample_from_infostate(seat, sampler(steps))
            ours = state.resample_from_infostate(seat, sampler(99))
            assert carried(ours) == carried(other.resample_from_infostate(seat, sampler(99)))
            compared += str(other) != str(state)
        play(state, dice, 1)
        steps += 1
    assert compared > 6


def whistled(deal: int, steps: int) -> Any:
    """A state of the game whose right is a secret, after so many decisions: everybody waits."""
    openspiel.add(whistle.GAME)
    state = dealt(pyspiel.load_game(f"tatami_whistle(rng_seed=_{deal})"))
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
    return state


@pytest.mark.parametrize("steps", range(6))
def test_who_waits_with_a_secret_right_is_in_no_resampled_state(steps: int) -> None:
    """Of all deals that a player cannot tell apart the resampled states are the same."""
    known: dict[Any, set[bytes]] = {}
    truths: dict[Any, set[str]] = {}
    for state in (whistled(deal, steps) for deal in range(40)):
        for seat in range(4) if not state.is_terminal() else ():
            own = state.current_player() == seat, state.legal_actions(seat)
            knows = (seat, str(own), state.information_state_string(seat))
            held = state.resample_from_infostate(seat, sampler(7))
            known.setdefault(knows, set()).add(carried(held))
            truths.setdefault(knows, set()).add(f"{state} {state.seats.turns.hushed}")
            play(held, Random(1), 40)
            assert held.is_terminal()
    assert {len(held) for held in known.values()} == {1}
    assert max(len(those) for those in truths.values()) > 1


def public_only(game: Any) -> Any:
    return game.make_py_observer(
        pyspiel.IIGObservationType(
            perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
        )
    )


def elsewhere(seats: Any, number: int) -> Any:
    """The table in a world that a spectator cannot tell from the true one."""
    w = imagine(look(seats.w, seats.w.seats), number, watched=True)
    return openspiel.Seats(w, seats.turns.copy(w), seats.recall, seats.upto)


@pytest.mark.parametrize("game", KNOWING)
def test_without_private_information_an_observation_is_a_spectators(game: str) -> None:
    """Whoever the player is; and the scramble test of it."""
    state, dice, compared = dealt(load(game)), Random(5), 0
    seen, space = public_only(state.get_game()), state.get_game().encoding
    for number in range(10):
        row, words, truth = space.row_of(look(state.seats.w, 4)), "", state.seats
        assert any(row)
        for seats in (truth, elsewhere(truth, number)):
            state.seats = seats
            for player in range(4):
                seen.set_from(state, player)
                assert seen.tensor.tolist() == row
                words = words or seen.string_from(state, player)
                assert seen.string_from(state, player) == words
            compared += str(seats.w) != str(truth.w)
        state.seats = truth
        play(state, dice, 1)
    assert compared > 5


def test_of_an_imagined_state_spectators_see_what_lies_open() -> None:
    state = dealt(load("clans(ledger=True)"))
    seen, plain = public_only(state.get_game()), dealt(load("clans")).get_game().encoding
    other = state.resample_from_infostate(0, sampler(1))
    seen.set_from(other, 2)
    assert seen.tensor[: plain.size].tolist() == plain.row(state.seats.w, 4)
    assert not any(seen.tensor[plain.size :])


@pytest.mark.parametrize("game", KNOWING)
def test_without_what_is_public_an_observation_is_what_a_spectator_does_not_see(game: str) -> None:
    """And the ledger; it follows from a resampled state, which the player may hold, as well."""
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=False)
    state, dice = dealt(load(game)), Random(5)
    play(state, dice, 12)
    table = state.get_game()
    own, both, space = table.make_py_observer(kind), table.make_py_observer(), table.encoding
    all_see = state.seats.row(space, 4)
    first = space.known_at if space.ledger else space.size
    for player in range(4):
        own.set_from(state, player)
        both.set_from(state, player)
        row, alone = both.tensor.tolist(), own.tensor.tolist()
        assert 0 < sum(map(bool, alone)) < sum(map(bool, row))
        assert alone[first:] == row[first:]
        shown = [at for at in range(first) if alone[at]]
        assert shown == [at for at in range(first) if row[at] and row[at] != all_see[at]]
        assert "hand-" in own.string_from(state, player)
        own.set_from(state.resample_from_infostate(player, sampler(1)), player)
        assert own.tensor.tolist() == alone


def test_with_neither_what_is_public_nor_what_is_private_nothing_is_left() -> None:
    state = dealt(load("clans(ledger=True)"))
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    seen = state.get_game().make_py_observer(kind)
    seen.set_from(state, 1)
    assert not any(seen.tensor)
    assert seen.string_from(state, 1) == ""


def pickled(game: Any) -> Any:
    return pickle.loads(pickle.dumps(game))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_a_copied_or_pickled_game_is_another_that_deals_anew(copied: Any) -> None:
    name, keys = "tack(players=5,rounds=_3)", keys_of("tack(players=5,rounds=_3)")
    game = load(name)
    twin = copied(game)
    assert str(twin) == str(game)
    assert str(dealt(twin)) != str(dealt(game))
    assert keys[1] in keys_reachable(game)  # what is looked for would be found
    assert not set(keys) & keys_reachable(twin)


def test_an_actor_in_another_process_is_given_a_game() -> None:
    """As multiprocessing hands it over; there nothing but Tatami's door is imported."""
    command = [sys.executable, "-m", "tests.research.actor"]
    given = pickle.dumps(load("clans(players=3)"))
    done = subprocess.run(command, input=given, cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    shown, actions = json.loads(done.stdout)
    assert "hand-2" in shown
    assert actions


def test_deals_are_drawn_from_more_than_two_to_the_64(drawn: list[bytes]) -> None:
    game = pyspiel.load_game("tatami_clans")
    states = [dealt(game) for _ in range(50)]
    assert len(set(drawn)) == len({str(state) for state in states}) == 50
    assert {len(key) for key in drawn} == {32}
    dealt(pyspiel.load_game("tatami_clans"))
    assert drawn[-1] != drawn[0]


def test_the_same_rng_seed_deals_the_same_and_the_game_forgets_it() -> None:
    one, two, other = (
        pyspiel.load_game(f"tatami_clans(rng_seed={seed})") for seed in ("a", "a", "b")
    )
    assert str(dealt(one)) == str(dealt(two)) != str(dealt(other))
    assert str(dealt(one)) == str(dealt(two))
    assert "rng_seed" not in str(one)
    assert "rng_seed" not in str(one.get_parameters())


# -- bad input


@pytest.mark.parametrize(
    ("kind", "match"),
    [
        ({"private_info": pyspiel.PrivateInfoType.ALL_PLAYERS}, "ask for each player's"),
        ({"perfect_recall": True, "public_info": False}, "what is public cannot be left out"),
        ({"perfect_recall": True, "private_info": pyspiel.PrivateInfoType.NONE}, "one player's"),
    ],
)
def test_kinds_of_observation_that_there_are_not_are_refused(kind: Any, match: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=match):
        load("clans").make_py_observer(
            pyspiel.IIGObservationType(**{"perfect_recall": False, **kind})
        )


@pytest.mark.parametrize("player", [-1, 4, 7])
def test_players_that_there_are_not_see_nothing(player: int) -> None:
    state = dealt(load("clans"))
    for seen in (state.get_game().make_py_observer(), public_only(state.get_game())):
        for look_at in (seen.set_from, seen.string_from):
            with pytest.raises(pyspiel.SpielError, match=f"players are 0 to 3, not {player}"):
                look_at(state, player)
    with pytest.raises(pyspiel.SpielError, match=f"players are 0 to 3, not {player}"):
        state.resample_from_infostate(player, sampler(1))


def test_chance_does_nothing_but_deal() -> None:
    state = load("clans").new_initial_state()
    for wrong in (1, 5, -2):
        with pytest.raises(pyspiel.SpielError, match=f"one outcome: 0, the deal; not {wrong}"):
            state.apply_action(wrong)
        assert (state.is_chance_node(), state.history()) == (True, [])
    state.apply_action(openspiel.DEAL)
    assert not state.is_chance_node()


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        ("tatami_clans(players=9)", "3 to 5 players, not 9"),
        ("tatami_wataah(mode=opera)", "mode can be .*, not 'opera'"),
        ("tatami_clans(temple=on)", "temple"),
        ("tatami_chess", "chess"),
    ],
)
def test_tables_that_there_are_not_are_refused_with_a_sentence(wrong: str, match: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=match):
        pyspiel.load_game(wrong)


def test_an_illegal_action_names_the_clause_and_changes_nothing() -> None:
    state = dealt(load("clans"))
    before, history = str(state), state.history()
    wrong = next(a for a in itertools.count() if a not in state.legal_actions())
    with pytest.raises(pyspiel.SpielError, match=r"not open to seat \d.*clans:C\d+"):
        state.apply_action(wrong)
    assert (str(state), state.history()) == (before, history)


def test_an_imagined_state_has_no_view_for_other_players() -> None:
    state = dealt(load("clans"))
    other = state.resample_from_infostate(0, sampler(1))
    with pytest.raises(pyspiel.SpielError, match="imagined by another player"):
        other.resample_from_infostate(1, sampler(1))
    with pytest.raises(pyspiel.SpielError, match="have not been dealt"):
        load("clans").new_initial_state().resample_from_infostate(0, sampler(1))
