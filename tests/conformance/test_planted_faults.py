"""The checks can fail: each planted fault is found by the check that is there to find it."""

from __future__ import annotations

import re

import pytest

from tatami.engine.errors import EngineFault
from tatami.engine.game import Game
from tatami.engine.world import World
from tatami.testing import conformance, secrecy
from tatami.testing.conformance import CHECKS, Fault, Trial
from tests.fixtures import letters
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
    "astray": "conserved",
    "double": "conserved",
    "end": "ends",
    "score": "ends",
    "utility": "ends",
}


def first_fault(fault: str, check: str) -> str:
    return fault_in(game(fault), check)


def fault_in(planted: Game, check: str) -> str:
    """The first fault that a check finds in the same twelve games of three."""
    for seed in range(12):
        try:
            CHECKS[check](Trial(planted, 3, (), seed))
        except Fault as found:
            return str(found)
    return ""


@pytest.mark.parametrize("check", sorted(CHECKS))
def test_the_honest_game_passes_every_check(check: str) -> None:
    assert not first_fault("none", check)


@pytest.mark.parametrize(("fault", "check"), sorted(CAUGHT.items()))
def test_a_planted_fault_is_found(fault: str, check: str) -> None:
    assert first_fault(fault, check)


LEAKS = {
    "silent": r"""seat 0 sees 'hand-2 > pile-2.0: Countess' or '"wrong" s1 s2 Countess' after""",
    "priest": r"""seat 2 sees '"holds" s1 Guard' or '"holds" s1 Handmaid' after s0 at at:s1""",
    "baron": r"""seat 1 sees '"holds" s2 Priest' or '"holds" s2 Prince' after s0 at at:s2""",
    "drawn": r"""seat 2 sees '"looks" s1 s1' or 'safe = 0' after s1 at at:s1""",
    "excuse": r"""seat 2 sees 'trade hand-2 > hand-0: Guard, hand-0 > hand-2: Priest' or 'show """,
}
"""What is found first of each leak, in the names of the game."""


@pytest.mark.parametrize("leak", sorted(letters.LEAKS))
def test_a_leak_in_the_same_step_as_a_draw_is_found_and_told_in_names(leak: str) -> None:
    assert LEAKS[leak] in fault_in(letters.game(leak), "scramble")


def late(w: World, zone: int, when: int) -> list[int]:
    """The faces in a zone when all is over, whenever it was told."""
    return w.faces(zone)


def test_the_world_after_later_draws_is_the_wrong_one_to_judge_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is denied is discarded next, what is shown is exchanged: by then it proves nothing."""
    assert not fault_in(letters.GAME, "scramble")
    monkeypatch.setattr(secrecy, "_lay", late)
    assert "seat" in fault_in(letters.GAME, "scramble")


@pytest.mark.parametrize("fault", sorted(CAUGHT))
def test_a_fault_has_no_event_or_view_as_bare_numbers(fault: str) -> None:
    found = first_fault(fault, CAUGHT[fault])
    assert not re.search(r"Event\(|\(-?\d+,|\[-?\d", found), found


def test_acting_before_asking_is_found_at_once() -> None:
    with pytest.raises(EngineFault, match="acted before it asked"):
        list(Trial(game("act"), 2, (), 1).play())


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
        conformance.copies(Trial(game("none"), 2, (), 1))


def test_a_record_that_does_not_replay_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = conformance.replay

    def forgetful(*args: object) -> object:
        again = honest(*args)  # type: ignore[arg-type]  # passed through as it came
        again.moves.append(again.moves[0])
        return again

    monkeypatch.setattr(conformance, "replay", forgetful)
    with pytest.raises(Fault, match="changes when it is replayed"):
        conformance.records(Trial(game("none"), 2, (), 1))
