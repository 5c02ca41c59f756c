"""The checks can fail: each planted fault is found by the check that is there to find it."""

from __future__ import annotations

import pytest

from tatami.engine.errors import EngineFault
from tatami.testing import conformance
from tatami.testing.conformance import CHECKS, Fault, Table
from tests.fixtures.faulty import FAULTS, game

CAUGHT = {
    "leak": "scramble",
    "peek": "scramble",
    "frame": "scramble",
    "tell": "scramble",
    "later": "scramble",
    "default": "scramble",
    "setup": "redeal",
    "first": "redeal",
    "redeal": "redeal",
    "trace": "relabel",
    "order": "relabel",
    "lose": "conserved",
    "double": "conserved",
    "end": "ends",
}


def first_fault(fault: str, check: str) -> str:
    planted = game(fault)
    for seed in range(12):
        try:
            CHECKS[check](Table(planted, 3, (), seed))
        except Fault as found:
            return str(found)
    return ""


@pytest.mark.parametrize("check", sorted(CHECKS))
def test_the_honest_game_passes_every_check(check: str) -> None:
    assert not first_fault("none", check)


@pytest.mark.parametrize(("fault", "check"), sorted(CAUGHT.items()))
def test_a_planted_fault_is_found(fault: str, check: str) -> None:
    assert first_fault(fault, check)


def test_acting_before_asking_is_found_at_once() -> None:
    with pytest.raises(EngineFault, match="acted before it asked"):
        list(Table(game("act"), 2, (), 1).play())


def test_every_fault_is_tested() -> None:
    assert {*CAUGHT, "none", "act"} == set(FAULTS)


def test_a_lost_random_key_in_a_copy_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of copies compares digests: a loader that forgets a counter is noticed."""
    honest = conformance.load

    def forgetful(*args: object) -> object:
        world = honest(*args)  # type: ignore[arg-type]  # passed through as it came
        world.count[0] += 1
        return world

    monkeypatch.setattr(conformance, "load", forgetful)
    with pytest.raises(Fault, match="saving and loading"):
        conformance.copies(Table(game("none"), 2, (), 1))


def test_a_record_that_does_not_replay_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = conformance.replay

    def forgetful(*args: object) -> object:
        again = honest(*args)  # type: ignore[arg-type]  # passed through as it came
        again.moves.append(again.moves[0])
        return again

    monkeypatch.setattr(conformance, "replay", forgetful)
    with pytest.raises(Fault, match="changes when it is replayed"):
        conformance.records(Table(game("none"), 2, (), 1))
