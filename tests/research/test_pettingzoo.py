"""PettingZoo's door, held to PettingZoo's own suite; then what that does not ask."""

from __future__ import annotations

import contextlib
import io
import pickle
from copy import deepcopy
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    performance_benchmark,
    render_test,
    seed_test,
)

import tatami
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.research.pettingzoo import env, parallel_env, raw_env

GAMES = ["clans", "wataah", "night", "tack"]
ADVICE = (  # PettingZoo says this of its own games with masks, too
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
)
pytestmark = [pytest.mark.filterwarnings(one) for one in ADVICE]


def choose(dice: Random, seen: dict[str, Any]) -> int:
    return int(dice.choice(np.flatnonzero(seen["action_mask"])))


def play(table: Any, dice: Random, steps: int) -> None:
    """Random steps of an AEC environment."""
    for _ in range(steps):
        seen, _, terminated, truncated, _ = table.last()
        if terminated or truncated:
            return
        table.step(choose(dice, seen))


# -- the peer's own suite


@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_the_api_test(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_the_seed_test(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_the_parallel_api_test(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parallel_api_test(parallel_env(game), num_cycles=300)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_the_render_test(game: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        render_test(lambda render_mode: env(game, render_mode=render_mode))
    assert f"view of {game} by a spectator" in shown.getvalue()


def test_the_performance_benchmark_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its clock is turned by hand: nobody waits five seconds for a figure that no test reads."""
    ticks = iter([0.0] + [1.0] * 40 + [6.0] * 10)
    clock = SimpleNamespace(time=lambda: next(ticks))
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)
    performance_benchmark(env("clans"))
    assert "turns per second" in capsys.readouterr().out


# -- what it does not ask


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4, 5])
def test_a_game_ends_with_the_declared_returns(game: str, seats: int) -> None:
    table = raw_env(game, seats if seats in raw_env(game).game.counts else 4)
    table.reset(seed=5)
    play(table, Random(5), table.max_cycles)
    assert all(table.terminations.values())
    worth = table.under_way().w.returns()
    assert list(table.rewards.values()) == worth
    assert any(worth)
    assert abs(sum(worth)) < 1e-9


def test_rewards_are_the_declared_utility(monkeypatch: pytest.MonkeyPatch) -> None:
    """In both kinds of environment; nothing before the end."""
    declared = [0.75, 0.25, -0.5, -0.5]
    monkeypatch.setattr(tatami.load("clans"), "utility", lambda w: declared)
    table = raw_env("clans")
    table.reset(seed=5)
    play(table, Random(5), 3)
    assert not any(table.rewards.values())
    play(table, Random(5), table.max_cycles)
    assert list(table.rewards.values()) == declared
    both, dice = parallel_env("clans"), Random(2)
    seen, _ = both.reset(seed=2)
    while both.agents:
        seen, rewards, *_ = both.step({a: choose(dice, seen[a]) for a in both.agents})
    assert list(rewards.values()) == declared


@pytest.mark.parametrize("game", GAMES)
def test_both_kinds_of_environment_play_a_game_to_its_end(game: str) -> None:
    table, dice = parallel_env(game), Random(2)
    seen, _ = table.reset(seed=2)
    rewards: dict[str, float] = {}
    while table.agents:
        actions = {agent: choose(dice, seen[agent]) for agent in table.agents}
        seen, rewards, ended, cut, _ = table.step(actions)
    assert all(ended.values())
    assert not any(cut.values())
    assert any(rewards.values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [raw_env, parallel_env])
def test_with_the_ledger_agents_observe_the_rows_of_their_views(game: str, kind: Any) -> None:
    table = kind(game, ledger=True, order=True)
    table.reset(seed=3)
    dice, known = Random(3), 0
    for _ in range(60):
        if not table.agents or any(getattr(table, "terminations", {}).values()):
            break
        turns, space = table.under_way(), table.encoding
        for seat in range(4):
            row = table._row(turns, seat).tolist()
            assert row == space.row_of(look(turns.w, seat))
            known += bool(space.decode(row).get("may"))
        if kind is raw_env:
            play(table, dice, 1)
        else:
            table.step({a: choose(dice, s) for a, s in table._tell(turns)[0].items()})
    assert known > 20


@pytest.mark.parametrize("ledger", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_what_an_agent_observes_does_not_depend_on_what_it_cannot_see(
    game: str, ledger: bool
) -> None:
    """The scramble test: an imagined world in the place of the true one changes nothing."""
    table, dice = raw_env(game, render_mode="ansi", ledger=ledger), Random(3)
    table.reset(seed=3)
    compared = 0
    for number in range(40):
        if any(table.terminations.values()):
            break
        turns = table.under_way()
        truth = turns.w
        for seat, agent in enumerate(table.possible_agents):
            turns.w = truth
            before, shown = table.observe(agent), table.render()
            turns.w = imagine(look(truth, seat), number, watched=True)
            after = table.observe(agent)
            assert np.array_equal(before["observation"], after["observation"])
            assert np.array_equal(before["action_mask"], after["action_mask"])
            turns.w = imagine(look(truth, len(table.agents)), number, watched=True)
            assert table.render() == shown
            compared += turns.w.face != truth.face
        turns.w = truth
        play(table, dice, 1)
    assert compared > 20


@pytest.mark.parametrize("ledger", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_what_all_see_at_once_does_not_depend_on_what_each_cannot_see(
    game: str, ledger: bool
) -> None:
    """The scramble test of the parallel environment: rows, masks and pictures."""
    table = parallel_env(game, render_mode="ansi", ledger=ledger)
    seen, _ = table.reset(seed=3)
    compared = 0
    for number in range(25):
        turns, shown = table.under_way(), table.render()
        truth = turns.w
        for seat, agent in enumerate(table.agents):
            turns.w = imagine(look(truth, seat), number, watched=True)
            again = table._seen(turns, seat)
            for part in again:
                assert np.array_equal(seen[agent][part], again[part])
            compared += turns.w.face != truth.face
        turns.w = imagine(look(truth, len(table.agents)), number, watched=True)
        assert table.render() == shown
        turns.w = truth
        seen, *_ = table.step({a: choose(Random(number), seen[a]) for a in table.agents})
        if not table.agents:
            break
    assert compared > 20


def test_sealed_asks_are_parallel_steps_with_an_explicit_wait() -> None:
    """All choose at once (night:N12); who is not asked, or has answered, can only wait."""
    table = parallel_env("clans")
    seen, _ = table.reset(seed=1)
    masks = [seen[agent]["action_mask"] for agent in table.agents]
    wait = table.encoding.wait
    idle = [mask for mask in masks if mask[wait]]
    assert len(idle) == 3
    assert all(mask.sum() == 1 for mask in idle)
    sealed = parallel_env("night", 4)
    seen, _ = sealed.reset(seed=1)
    busy = [agent for agent in sealed.agents if not seen[agent]["action_mask"][wait_of(sealed)]]
    assert len(busy) == 4


def wait_of(table: Any) -> int:
    return int(table.encoding.wait)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("copied", [deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_tables_that_are_copied_or_pickled_go_on_alike(game: str, copied: Any) -> None:
    """As a search does it that tries things out; what comes after the game is the same, too."""
    table = env(game)
    table.reset(seed=3)
    play(table, Random(1), 9)
    twin, rows = copied(table), []
    for one in (table, twin):
        play(one, Random(2), 5)
        rows.append(one.last()[0]["observation"].tolist())
        one.reset()
        rows.append(one.last()[0]["observation"].tolist())
    assert rows[:2] == rows[2:]
    both = parallel_env(game)
    assert both.reset(seed=3)[0].keys() == copied(both).reset(seed=3)[0].keys()


def test_the_table_is_drawn_in_one_size() -> None:
    table, dice = env("wataah", render_mode="rgb_array"), Random(1)
    table.reset(seed=1)
    first = table.render()
    play(table, dice, 30)
    second = table.render()
    assert first.shape == second.shape
    assert first.dtype == np.uint8
    assert (first != second).any()


# -- bad input, as PettingZoo treats it


def test_unknown_games_seats_options_and_modes_are_refused_with_a_sentence() -> None:
    for wrong, match in (
        ({"game": "chess"}, "chess"),
        ({"seats": 9}, "3 to 5 players, not 9"),
        ({"temple": "on"}, "no table option 'temple'"),
        ({"render_mode": "opera"}, "human, ansi, rgb_array, not 'opera'"),
        ({"seats": 4.0}, "seats is a whole number, not 4.0"),
        ({"max_cycles": 0}, "max_cycles is 1 or more, not 0"),
        ({"max_cycles": "x"}, "max_cycles is a whole number, not 'x'"),
    ):
        for door in (env, raw_env, parallel_env):
            with pytest.raises(ValueError, match=match):
                door(**wrong)


def test_agents_that_there_are_not_have_nothing_to_observe() -> None:
    table = env("clans")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="no agent 'seat_9': there are seat_0, "):
        table.observe("seat_9")
    with pytest.raises(KeyError):
        table.action_space("seat_9")


def test_who_renders_without_a_mode_is_warned_as_pettingzoo_does() -> None:
    table = parallel_env("clans")
    table.reset(seed=1)
    with pytest.warns(UserWarning, match="no render_mode was chosen"):
        assert table.render() is None


def test_a_masked_action_loses_the_game_and_its_info_says_why() -> None:
    table = env("clans")
    table.reset(seed=1)
    agent = table.agent_selection
    mask = table.observe(agent)["action_mask"]
    table.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(table.terminations.values())
    assert table.rewards[agent] == -1
    assert "clans:C" in table.infos[agent]["illegal"]


@pytest.mark.parametrize(
    "action", [-1, 10_000, 1.5, "deploy:Oda", None, np.zeros(2, np.int64), True]
)
def test_what_is_no_action_at_all_changes_nothing(action: object) -> None:
    table = env("clans")
    table.reset(seed=1)
    before = table.observe(table.agent_selection)
    with pytest.raises(AssertionError, match="an action is a whole number below"):
        table.step(action)
    after = table.observe(table.agent_selection)
    assert np.array_equal(before["observation"], after["observation"])
    bare = raw_env("clans")
    bare.reset(seed=1)
    with pytest.raises(ValueError, match="action"):
        bare.step(action)


def test_in_the_parallel_environment_one_mistake_stops_all() -> None:
    table = parallel_env("night")
    seen, _ = table.reset(seed=1)
    right = {agent: choose(Random(1), seen[agent]) for agent in table.agents}
    for wrong in ({"seat_0": 0}, {}, None, 5, [0, 0, 0, 0], right | {"bob": 0}):
        with pytest.raises(ValueError, match="all act at once"):
            table.step(wrong)
    with pytest.raises(ValueError, match=r"not open to seat 3: .* \(night:N\d+\)"):
        table.step(right | {"seat_3": table.encoding.wait})
    again, *_ = table.step(right)
    assert set(again) == set(right)


def test_a_finished_or_unbegun_game_cannot_be_stepped() -> None:
    table = env("clans")
    with pytest.raises(AttributeError, match="before reset"):
        print(table.agents)
    bare = raw_env("clans")
    with pytest.raises(ValueError, match=r"reset\(\) deals one"):
        bare.step(0)
    bare.reset(seed=1)
    play(bare, Random(1), bare.max_cycles)
    with pytest.raises(ValueError, match="the only valid action is None"):
        bare.step(0)


def test_where_nobody_is_left_no_actions_give_nothing_as_in_pettingzoos_own_games() -> None:
    table = parallel_env("clans", max_cycles=1)
    with pytest.raises(ValueError, match=r"reset\(\) deals one"):
        table.step({})
    seen, _ = table.reset(seed=1)
    right = {agent: choose(Random(1), seen[agent]) for agent in table.agents}
    table.step(right)
    assert table.agents == []
    assert table.step({}) == ({}, {}, {}, {}, {})
    with pytest.raises(ValueError, match=r"reset\(\) deals one"):
        table.step(right)


def test_max_cycles_cuts_a_game_off() -> None:
    table = env("clans", max_cycles=3)
    table.reset(seed=1)
    play(table, Random(1), 10)
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
