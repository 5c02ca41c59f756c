"""Games in several processes are the same games."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from multiprocessing import resource_tracker
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError

from tatami.research.gymnasium import VectorEnv
from tatami.research.processes import ProcessVectorEnv

GAMES = 5


def choose(seen: dict[str, Any], luck: np.random.Generator) -> Any:
    return (luck.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(1)


@pytest.fixture(scope="module", autouse=True)
def tracker() -> None:
    """Python's own helper of processes stays for all: it is not of the test that comes first."""
    resource_tracker.ensure_running()


@pytest.fixture(scope="module")
def tables() -> Iterator[ProcessVectorEnv]:
    with_workers = ProcessVectorEnv("clans", num_envs=GAMES, workers=2, longest=30)
    yield with_workers
    with_workers.close()
    assert with_workers.workers == []


def test_however_many_workers_there_are_all_is_the_same(tables: ProcessVectorEnv) -> None:
    alone, luck = VectorEnv("clans", num_envs=GAMES, longest=30), np.random.default_rng(1)
    told = [tables.reset(seed=4), alone.reset(seed=4)]
    ended = 0
    for _ in range(70):
        for one, other in zip(*told, strict=True):
            assert_same(one, other)
        actions = choose(told[0][0], luck)
        told = [tables.step(actions), alone.step(actions)]
        ended += told[0][3].sum()
    assert ended == 2 * GAMES


def test_with_workers_a_game_that_ended_can_stand_until_the_next_step_too() -> None:
    made: dict[str, Any] = {"longest": 6, "autoreset_mode": "NextStep"}
    tables = ProcessVectorEnv("clans", num_envs=3, workers=2, **made)
    alone, luck = VectorEnv("clans", num_envs=3, **made), np.random.default_rng(1)
    told = [tables.reset(seed=4), alone.reset(seed=4)]
    for _ in range(15):
        for one, other in zip(*told, strict=True):
            assert_same(one, other)
        actions = choose(told[0][0], luck)
        told = [tables.step(actions), alone.step(actions)]
    tables.close()
    again = pickle.loads(pickle.dumps(tables))
    assert_same(again.reset(seed=4), alone.reset(seed=4))
    again.close()


def assert_same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert set(one) == set(other)
        for key in one:
            assert_same(one[key], other[key])
    elif one is None or (isinstance(one, np.ndarray) and one.dtype != object):
        assert np.array_equal(one, other)
        assert one is None or one.dtype == other.dtype
    else:
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)


def test_a_masked_action_in_any_worker_is_refused_and_no_game_steps(
    tables: ProcessVectorEnv,
) -> None:
    seen, _ = tables.reset(seed=1)
    right = choose(seen, np.random.default_rng(1))
    for at in range(GAMES):
        masked = right.copy()
        masked[at] = np.flatnonzero(seen["action_mask"][at] == 0)[0]
        with pytest.raises(ValueError, match=rf"game {at}: action \d+ is not open .* \(clans:C"):
            tables.step(masked)
    with pytest.raises(ValueError, match="actions are 5 whole numbers"):
        tables.step(right[:2])
    assert np.array_equal(tables.rows, seen["observation"])


def test_what_workers_write_into_can_only_be_read(tables: ProcessVectorEnv) -> None:
    tables.copy = False
    seen, _ = tables.reset(seed=1)
    actions = choose(seen, np.random.default_rng(1))
    wrong = np.flatnonzero(seen["action_mask"][0] == 0)[:1]
    for array in seen.values():
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1
    seen["action_mask"].flags.writeable = True  # by force
    seen["action_mask"][:] = 1
    with pytest.raises(ValueError, match="game 0: action"):
        tables.step(np.concatenate([wrong, actions[1:]]))
    tables.copy = True


def test_what_cannot_be_is_refused_before_anything_is_started() -> None:
    with pytest.raises(ValueError, match="workers are 1 to 4, not 5"):
        ProcessVectorEnv(num_envs=4, workers=5)
    with pytest.raises(ValueError, match="no game 'chess'"):
        ProcessVectorEnv("chess")


def test_who_is_interrupted_while_workers_answer_finds_the_tables_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What they would have answered is not taken for the answer to something else."""
    tables = ProcessVectorEnv("clans", num_envs=2, workers=2)
    seen, _ = tables.reset(seed=1)
    actions, workers = choose(seen, np.random.default_rng(1)), [*tables.workers]

    def interrupted() -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(tables.pipes[1], "recv", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tables.step(actions)
    assert not any(one.is_alive() for one in workers)
    with pytest.raises(ClosedEnvironmentError, match="closed"):
        tables.step(actions)


def test_a_worker_that_dies_is_told_and_the_others_end() -> None:
    tables = ProcessVectorEnv("clans", num_envs=2, workers=2)
    with pytest.raises(ValueError, match=r"reset\(\) deals one"):
        tables.step([0, 0])
    seen, _ = tables.reset(seed=1)
    workers = [*tables.workers]
    workers[1].kill()
    workers[1].join()
    with pytest.raises(RuntimeError, match="a worker has ended"):
        tables.step(choose(seen, np.random.default_rng(1)))
    assert not any(one.is_alive() for one in workers)
    with pytest.raises(ClosedEnvironmentError, match="closed"):
        tables.step(choose(seen, np.random.default_rng(1)))
