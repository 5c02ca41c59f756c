"""Gymnasium's doors, held to ``check_env``; and games that step together."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, Error, InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics

import tatami
from tatami import catalogue
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.research import gymnasium as gymnasium_door
from tatami.research.gymnasium import SeatEnv, VectorEnv, numbers

GAMES = ["clans", "wataah", "night", "tack"]


def play(table: SeatEnv, seed: int) -> tuple[float, bool]:
    """An episode at random; what it was worth, and whether it was cut off."""
    seen, _ = table.reset(seed=seed)
    table.action_space.seed(seed)
    while True:
        assert table.observation_space.contains(seen)
        action = table.action_space.sample(seen["action_mask"])
        seen, reward, terminated, truncated, _ = table.step(action)
        if terminated or truncated:
            return reward, truncated


# -- the peer's own suite


@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_check_env(game: str) -> None:
    check_env(gymnasium.make(f"tatami/{game}-v2", render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_made_by_its_name(game: str) -> None:
    with gymnasium.make(f"tatami/{game}-v2", seats=4, seat=1, render_mode="ansi") as table:
        table.reset(seed=1)
        assert f"view of {game} by s1 of 4" in str(table.render())
    tables = gymnasium.make_vec(f"tatami/{game}-v2", num_envs=3)
    assert tables.reset(seed=1)[0]["observation"].shape[0] == 3


# -- one seat against bots


@pytest.mark.parametrize("game", GAMES)
def test_an_episode_ends_with_what_the_game_is_worth_to_the_seat(game: str) -> None:
    table = SeatEnv(game, seat=2)
    worth = [play(table, seed) for seed in range(2)]
    assert not any(cut for _, cut in worth)
    assert table.turns is not None
    assert worth[1][0] == table.turns.w.returns()[2] != 0


def test_rewards_are_the_declared_utility(monkeypatch: pytest.MonkeyPatch) -> None:
    """For one seat, and in many games that step together."""
    declared = [0.75, 0.25, -0.5, -0.5]
    monkeypatch.setattr(tatami.load("clans"), "utility", lambda w: declared)
    assert play(SeatEnv("clans", seat=1), 1) == (0.25, False)
    tables = VectorEnv("clans", num_envs=2)
    (seen, infos), over = tables.reset(seed=1), np.zeros(2, bool)
    while not over.any():
        movers = infos["seat"]
        seen, rewards, over, _, infos = tables.step(seen["action_mask"].argmax(axis=1))
    at = int(over.argmax())
    assert rewards[at] == declared[movers[at]]
    assert infos["returns"][at].tolist() == declared


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_of_every_game_can_sit_at_the_table(game: str) -> None:
    bots = list(catalogue.find(game).bots)[-3:]
    table = SeatEnv(game, bots=[*bots, *bots, *bots][:3])
    seen, _ = table.reset(seed=4)
    for _ in range(3):
        seen, *_ = table.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert table.steps > 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("copied", [deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_tables_that_are_copied_or_pickled_are_others_of_the_same_kind(
    game: str, copied: Any
) -> None:
    """As Gymnasium's own are, and as whoever sends them to other processes wants them."""
    bots = list(catalogue.find(game).bots)[1]
    for table in (SeatEnv(game, seat=2, bots=bots), VectorEnv(game, num_envs=2, ledger=True)):
        seen, _ = table.reset(seed=4)
        twin = copied(table)
        with pytest.raises(ResetNeeded, match="no game is under way"):
            twin.step(0)
        also, _ = twin.reset(seed=4)
        assert all(np.array_equal(seen[part], also[part]) for part in seen)


def test_better_bots_win_more_against_random_play() -> None:
    wins = {}
    for bots in ("random", "steady"):
        table = SeatEnv("clans", bots=bots)
        wins[bots] = sum(play(table, seed)[0] > 0 for seed in range(40))
    assert wins["random"] > wins["steady"]


@pytest.mark.parametrize("game", GAMES)
def test_with_the_ledger_the_seat_observes_the_row_of_its_view(game: str) -> None:
    table, dice = SeatEnv(game, seat=1, ledger=True, order=True), np.random.default_rng(3)
    (seen, _), over, known = table.reset(seed=3), False, 0
    while not over and known < 12:
        assert table.turns is not None
        assert table.observation_space.contains(seen)
        row, space = seen["observation"].tolist(), table.encoding
        assert row == space.row_of(look(table.turns.w, 1))
        known += bool(space.decode(row).get("may"))
        action = dice.choice(np.flatnonzero(seen["action_mask"]))
        seen, _, over, *_ = table.step(action)
    assert known > 3


@pytest.mark.parametrize("ledger", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_what_the_seat_observes_does_not_depend_on_what_it_cannot_see(
    game: str, ledger: bool
) -> None:
    """The scramble test."""
    table = SeatEnv(game, render_mode="ansi", ledger=ledger)
    seen, _ = table.reset(seed=3)
    compared = 0
    for number in range(15):
        assert table.turns is not None
        truth, shown = table.turns.w, table.render()
        table.turns.w = imagine(look(truth, 0), number, watched=True)
        again = table._observed(table.turns)
        assert all(np.array_equal(seen[part], again[part]) for part in seen)
        assert table.render() == shown
        compared += table.turns.w.face != truth.face
        table.turns.w = truth
        seen, _, ended, *_ = table.step(int(np.flatnonzero(seen["action_mask"])[0]))
        if ended:
            break
    assert compared > 3


# -- many games that step together


def choose(seen: dict[str, Any], luck: np.random.Generator) -> Any:
    drawn = luck.random(seen["action_mask"].shape) * seen["action_mask"]
    return drawn.argmax(1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("copy", [True, False])
def test_arrays_hold_what_each_game_alone_would_give(game: str, copy: bool) -> None:
    tables, luck = VectorEnv(game, num_envs=5, copy=copy), np.random.default_rng(1)
    seen, infos = tables.reset(seed=1)
    for _ in range(40):
        assert tables.batch is not None
        assert tables.observation_space.contains(seen)
        for at, turns in enumerate(tables.batch.games):
            row = tables.encoding.row(turns.w, turns.seat)
            assert seen["observation"][at].tolist() == row
            assert sorted(turns.actions()) == np.flatnonzero(seen["action_mask"][at]).tolist()
            assert infos["seat"][at] == turns.seat
        seen, _, _, _, infos = tables.step(choose(seen, luck))


def test_with_the_ledger_arrays_hold_the_rows_of_views() -> None:
    """No seat knows more than its view tells; tests/engine/test_batch.py has all games."""
    tables, luck = VectorEnv("wataah", num_envs=3, ledger=True), np.random.default_rng(1)
    seen, _ = tables.reset(seed=1)
    for _ in range(15):
        assert tables.batch is not None
        for at, turns in enumerate(tables.batch.games):
            row = tables.encoding.row_of(look(turns.w, turns.seat))
            assert seen["observation"][at].tolist() == row
        seen, *_ = tables.step(choose(seen, luck))
    assert seen["observation"][:, tables.encoding.may_at :].any()


def test_a_second_reset_leaves_nothing_of_the_first() -> None:
    tables = VectorEnv("clans", num_envs=3)
    first, _ = tables.reset(seed=1)
    tables.step(choose(first, np.random.default_rng(1)))
    assert np.array_equal(tables.reset(seed=1)[0]["observation"], first["observation"])


@pytest.mark.parametrize("game", GAMES)
def test_where_games_end_the_rewards_are_those_of_who_acted(game: str) -> None:
    tables, luck = VectorEnv(game, num_envs=4), np.random.default_rng(2)
    seen, infos = tables.reset(seed=2)
    ended = np.zeros(4, bool)
    while not ended.any():
        movers = infos["seat"]
        seen, rewards, ended, cut, infos = tables.step(choose(seen, luck))
    at = int(np.flatnonzero(ended)[0])
    assert not cut.any()
    assert rewards[at] == infos["returns"][at][movers[at]]
    assert (rewards[~ended] == 0).all()
    assert abs(infos["returns"].sum()) < 1e-9
    last = tables.encoding.decode(infos["final_obs"][at]["observation"].tolist())
    assert last["over"] == {"over": 1}
    assert tables.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


def test_the_same_seed_gives_the_same_steps() -> None:
    def run(seed: int) -> Any:
        tables, luck = VectorEnv("clans", num_envs=3), np.random.default_rng(0)
        seen, _ = tables.reset(seed=seed)
        for _ in range(50):
            seen, *_ = tables.step(choose(seen, luck))
        return seen["observation"]

    assert np.array_equal(run(1), run(1))
    assert not np.array_equal(run(1), run(2))


def test_what_was_handed_out_stays_as_it_was_unless_told_otherwise() -> None:
    for copy in (True, False):
        tables = VectorEnv("clans", num_envs=3, copy=copy)
        first, _ = tables.reset(seed=1)
        kept = first["observation"].copy()
        tables.step(choose(first, np.random.default_rng(0)))
        assert np.array_equal(first["observation"], kept) == copy


def test_arrays_that_are_handed_out_again_and_again_can_only_be_read() -> None:
    """Rows are written where they change; and what may be done nobody but the engine says."""
    tables, luck = VectorEnv("clans", num_envs=3, copy=False), np.random.default_rng(1)
    seen, _ = tables.reset(seed=1)
    for _ in range(2):
        for array in seen.values():
            with pytest.raises(ValueError, match="read-only"):
                array[:] = 1
        right = choose(seen, luck)
        seen["action_mask"] = np.ones_like(seen["action_mask"])  # it is the caller's dictionary
        seen, *_ = tables.step(right)
        assert not seen["action_mask"].all()


def test_a_mask_that_was_written_over_by_force_allows_nothing_more() -> None:
    for copy in (True, False):
        tables = VectorEnv("clans", num_envs=2, copy=copy)
        seen, _ = tables.reset(seed=1)
        right = choose(seen, np.random.default_rng(1))
        wrong = np.flatnonzero(seen["action_mask"][1] == 0)[0]
        seen["action_mask"].flags.writeable = True
        seen["action_mask"][:] = 1
        with pytest.raises(InvalidAction, match="game 1: action"):
            tables.step([right[0], wrong])
        seen, *_ = tables.step(right)
        assert tables.batch is not None
        for at, turns in enumerate(tables.batch.games):
            assert sorted(turns.actions()) == np.flatnonzero(seen["action_mask"][at]).tolist()


@pytest.mark.parametrize("done", range(4))
def test_after_an_interrupted_step_there_is_no_game_until_a_reset(
    done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by Ctrl-C in a notebook: so much was written, and more was not."""
    tables, left = VectorEnv("clans", num_envs=3), [done]
    first, _ = tables.reset(seed=1)
    actions = choose(first, np.random.default_rng(1))

    def interrupted(values: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return numbers(values)

    with monkeypatch.context() as patch:
        patch.setattr(gymnasium_door, "numbers", interrupted)
        with pytest.raises(KeyboardInterrupt):
            tables.step(actions)
    with pytest.raises(ResetNeeded, match=r"reset\(\) deals one"):
        tables.step(actions)
    again, _ = tables.reset(seed=1)
    assert all(np.array_equal(again[part], first[part]) for part in first)


def test_an_interrupted_reset_leaves_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = VectorEnv("clans", num_envs=3)
    seen, _ = tables.reset(seed=1)

    def interrupted(values: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(gymnasium_door, "numbers", interrupted)
        with pytest.raises(KeyboardInterrupt):
            tables.reset(seed=2)
    with pytest.raises(ResetNeeded, match=r"reset\(\) deals one"):
        tables.step(choose(seen, np.random.default_rng(1)))


def test_closed_tables_cannot_be_stepped_or_reset() -> None:
    tables = VectorEnv("clans", num_envs=2)
    seen, _ = tables.reset(seed=1)
    tables.close()
    with pytest.raises(ClosedEnvironmentError, match="these tables are closed"):
        tables.step(choose(seen, np.random.default_rng(1)))
    with pytest.raises(ClosedEnvironmentError, match="these tables are closed"):
        tables.reset()


def test_tables_of_one_seat_go_side_by_side_in_gymnasiums_own_way() -> None:
    made = {"bots": "steady", "render_mode": "ansi"}
    tables = gymnasium.make_vec("tatami/clans-v2", 2, vectorization_mode="sync", **made)
    seen, _ = tables.reset(seed=1)
    assert seen["observation"].shape[0] == 2
    tables.step(choose(seen, np.random.default_rng(1)))
    tables.close()


def test_gymnasiums_own_wrappers_go_on_top() -> None:
    tables, luck = RecordEpisodeStatistics(VectorEnv("clans", num_envs=4)), np.random.default_rng(1)
    seen, infos = tables.reset(seed=1)
    while "episode" not in infos:
        seen, _, _, _, infos = tables.step(choose(seen, luck))
    assert infos["episode"]["l"].max() > 10


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_ended_can_stand_until_the_next_step(game: str) -> None:
    """The same games, in whichever step the next one of them is dealt."""
    at_once = VectorEnv(game, num_envs=3, longest=25)
    later = VectorEnv(game, num_envs=3, longest=25, autoreset_mode=AutoresetMode.NEXT_STEP)
    luck = np.random.default_rng(2)
    (seen, told), (also, more) = at_once.reset(seed=2), later.reset(seed=2)
    ends = 0
    for _ in range(60):
        assert np.array_equal(told["seat"], more["seat"])
        assert all(np.array_equal(seen[part], also[part]) for part in seen)
        actions, movers = choose(seen, luck), more["seat"]
        seen, rewards, over, cut, told = at_once.step(actions)
        also, *same, more = later.step(actions)
        assert all(map(np.array_equal, (rewards, over, cut), same))
        if (ended := over | cut).any():
            ends += 1
            assert np.array_equal(told["returns"], more["returns"])
            for at in np.flatnonzero(ended):
                last = told["final_obs"][at]["observation"]
                assert np.array_equal(also["observation"][at], last)
                assert not also["action_mask"][at].any()
                assert more["seat"][at] == movers[at]
            assert ended.all()
            also, *same, more = later.step(np.full(3, -1))
            assert not any(one.any() for one in same)
    assert ends == 2
    assert "final_obs" not in more


def test_gymnasiums_wrappers_of_single_observations_go_on_top_of_tables_that_stand() -> None:
    tables = gymnasium.make_vec("tatami/clans-v2", num_envs=2, autoreset_mode="NextStep")
    flat = FlattenObservation(tables)
    seen, _ = flat.reset(seed=1)
    assert flat.observation_space.contains(seen)
    assert seen.shape == (2, 452 + 109)


# -- bad input


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"seats": 9}, "3 to 5 players, not 9"),
        ({"temple": "on"}, "no table option 'temple'"),
        ({"seats": 4.0}, "seats is a whole number, not 4.0"),
        ({"game": ["clans"]}, r"a game is given by its name, not \['clans'\]"),
    ],
)
def test_tables_that_there_are_not_are_refused_with_a_sentence(wrong: Any, match: str) -> None:
    for door in (SeatEnv, VectorEnv):
        with pytest.raises(ValueError, match=match):
            door(**wrong)


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        ({"seat": 4}, "a table of 4 has no seat 4"),
        ({"bots": "genius"}, "no bot 'genius'"),
        ({"bots": ["random"]}, "3 other seats need 3 bots, not 1"),
        ({"render_mode": "opera"}, "not 'opera'"),
        ({"seat": "0"}, "seat is a whole number, not '0'"),
        ({"seat": 1.5}, "seat is a whole number, not 1.5"),
        ({"bots": 5}, "bots are a name, or one for each other seat, not 5"),
    ],
)
def test_seats_bots_and_modes_that_there_are_not_are_refused(wrong: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        SeatEnv(**wrong)


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        ({"num_envs": 0}, "num_envs is 1 or more, not 0"),
        ({"num_envs": 2.5}, "num_envs is a whole number, not 2.5"),
        ({"longest": -1}, "longest is 0 or more, not -1"),
        ({"longest": "a"}, "longest is a whole number, not 'a'"),
        ({"bots": "steady"}, "bots is for one seat .* self-play"),
        ({"seat": 0}, "seat is for one seat"),
        ({"render_mode": "ansi"}, 'render_mode is for .* vectorization_mode="sync"'),
        ({"autoreset_mode": "Disabled"}, "can be SameStep, NextStep, not 'Disabled'"),
        ({"autoreset_mode": 1}, "can be SameStep, NextStep, not 1"),
    ],
)
def test_what_many_games_cannot_have_is_refused(wrong: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        VectorEnv(**wrong)


def test_what_is_refused_is_gymnasiums_own_error_too() -> None:
    table, tables = SeatEnv("clans"), VectorEnv("clans", num_envs=2)
    for not_dealt in (table, tables):
        with pytest.raises(ResetNeeded, match=r"reset\(\) deals one"):
            not_dealt.step([0, 0])
        with pytest.raises(Error, match="Seed must be"):
            not_dealt.reset(seed="seven")
        not_dealt.reset(seed=1)
        with pytest.raises(InvalidAction):
            not_dealt.step("deploy:Oda")


def test_who_renders_without_a_mode_is_warned_as_gymnasium_does() -> None:
    table = SeatEnv("clans")
    table.reset(seed=1)
    with pytest.warns(UserWarning, match="no render_mode was chosen"):
        assert table.render() is None


def test_an_illegal_action_ends_the_episode_and_its_info_names_the_clause() -> None:
    table = SeatEnv("clans")
    with pytest.raises(ValueError, match=r"reset\(\) deals one"):
        table.step(0)
    seen, _ = table.reset(seed=1)
    action = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, terminated, _, info = table.step(action)
    assert (reward, terminated) == (-1, True)
    assert "clans:C" in info["illegal"]
    with pytest.raises(ValueError, match=r"reset\(\) deals one"):
        table.step(0)


@pytest.mark.parametrize("action", [-1, 10_000, 1.5, "deploy:Oda", None])
def test_what_is_no_action_is_refused(action: object) -> None:
    table = SeatEnv("clans")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="an action is a whole number below 109"):
        table.step(action)


def test_wrong_shapes_dtypes_and_masked_actions_change_nothing() -> None:
    tables = VectorEnv("clans", num_envs=3)
    with pytest.raises(ValueError, match=r"reset\(\) deals one"):
        tables.step(np.zeros(3, int))
    seen, _ = tables.reset(seed=1)
    right = choose(seen, np.random.default_rng(1))
    for wrong in (
        right[:2],
        right.astype(float),
        right.reshape(3, 1),
        right > 0,
        "abc",
        [[1], [1, 2], 3],
    ):
        with pytest.raises(ValueError, match="actions are 3 whole numbers"):
            tables.step(wrong)
    masked = right.copy()
    masked[1] = np.flatnonzero(seen["action_mask"][1] == 0)[0]
    with pytest.raises(ValueError, match=r"game 1: action \d+ is not open .* \(clans:C\d+\)"):
        tables.step(masked)
    for outside in (-1, 5000):
        with pytest.raises(ValueError, match="game 0: action"):
            tables.step(np.array([outside, right[1], right[2]]))
    assert np.array_equal(tables.rows, seen["observation"])
