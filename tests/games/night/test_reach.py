"""N37: told stories, and by brute force that every seat imagines exactly what can be.

Whatever is not the matter of a story lies open, so that few cards are hidden; House cards too.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from tatami.engine.imagine import imagine
from tatami.engine.notation import draw
from tatami.engine.referee import Referee
from tatami.engine.world import World
from tatami.games.night.members import SEAT
from tatami.games.night.poor import know_poor
from tatami.games.night.rules import GAME
from tatami.testing.brute import clone, compare, reachable, stream
from tatami.testing.inputs import Input
from tests.games.night.positions import SHINOBI, answer, steps

SEATS = 4
HOUSES = ("house-0: Crane-1", "house-1: Lotus-1", "house-2: Crane-2", "house-3: Lotus-2")


def position(*lines: str) -> World:
    """A drawn start; the last step comes first."""
    text = "\n".join([f"night, {SEATS} seats", "rest: played-3", "round = 1"])
    under = steps(SHINOBI)
    return draw(GAME, "\n".join([text, *under, *lines]))


def told(start: World, answers: list[str]) -> list[Input]:
    """Answers such as ``"0 rob:s1"`` as inputs."""
    referee, inputs = clone(start), []
    for one in answers:
        seat, _, text = one.partition(" ")
        ((_, offer),) = referee.asks(int(seat))
        option = offer.question.read(text)
        given = Input("answer", int(seat), offer.at, option, offer.question.key)
        assert given.give(referee), one
        inputs.append(given)
    return inputs


def wrong(start: World, answers: list[str], samples: int = 150) -> list[str]:
    """What is wrong with what any seat, or who watches, imagines at the end of a story."""
    inputs = told(start, answers)
    found: list[str] = []
    for seat in range(SEATS + 1):
        referee = clone(start)
        heard = stream(referee, inputs, seat)
        found.append(compare(referee, seat, reachable(start, seat, heard), samples))
    return [one for one in found if one]


# -- Honor tokens


MERCHANT = ["0 at:s1:only", "0 look_token"]
UNSEEN = ["0 take_unseen", "0 give:Honor-2"]
SEEN = ["0 take_seen", "0 give:Honor-2"]


@pytest.mark.parametrize(
    "tokens",
    [
        "tokens-1: Honor-2*2 Honor-4\ntokens-2: Honor-3 Honor-4",
        "tokens-1: Honor-2 Honor-3 Honor-4\ntokens-2: Honor-4\ntokens-3: Honor-3 Honor-4",
        "tokens-1: Honor-2*3 Honor-3\ntokens-3: Honor-2*2 Honor-4",
    ],
)
def test_what_a_thief_took_and_what_was_left_count_fewer_than_ten_points(tokens: str) -> None:
    """N37, N22, N30: for third parties too, as long as the tokens lie so."""
    start = position(tokens, "step: night.rob 3")
    for seat in (1, 3):
        know_poor(start, SEAT.all[seat])
    assert not wrong(start, ["3 rob:s1"])


@pytest.mark.parametrize(
    "answers",
    [
        MERCHANT,
        [*MERCHANT, "0 leave"],
        [*MERCHANT, *SEEN],
        [*MERCHANT, *UNSEEN],
        [*MERCHANT, *UNSEEN, "3 rob:s1"],
        ["0 at:s1:only", "0 look_house", *UNSEEN, "3 rob:s1"],
    ],
    ids=" ".join,
)
def test_tokens_held_looked_at_given_and_taken_are_imagined_exactly(answers: list[str]) -> None:
    """N37, N23, N22"""
    tokens = "tokens-0: Honor-2\ntokens-1: Honor-2 Honor-3 Honor-4\ntokens-2: Honor-4"
    start = position(tokens, "step: night.rob 3", "step: night.merchant 0")
    know_poor(start, SEAT.all[1])
    assert not wrong(start, answers)


def test_a_martyrs_token_comes_to_tokens_that_are_known_to_be_few() -> None:
    """N37, N21: and the Merchant takes it afterwards, or another one."""
    tokens = "tokens-0: Honor-4\ntokens-1: Honor-2*2 Honor-4\nbag: Honor-3 Honor-4"
    start = position(tokens, "step: night.merchant 0", "step: night.react 2 1", "hand-1: Martyr")
    know_poor(start, SEAT.all[1])
    martyr = clone(start)
    answer(martyr, 1, "play:Martyr")
    assert len(martyr.world.faces(martyr.world.layout.places["tokens-1"])) == 4
    take = ["0 at:s1:only", "0 look_house", "0 take_unseen", "0 give:Honor-4"]
    assert not wrong(martyr.world, take)


# -- House cards


@pytest.mark.parametrize("done", ["leave", "swap"])
@pytest.mark.parametrize(
    "after",
    [
        [],
        ["0 at:s0:only"],
        ["0 at:s1:only"],
        ["0 at:s2:only"],
    ],
    ids=["nothing", "own", "other", "third"],
)
def test_cards_looked_at_before_and_after_the_shapeshifter_are_imagined_exactly(
    done: str, after: list[str]
) -> None:
    """N37, N17, N13: a Spy's card that may have been swapped, one's own, and a later look."""
    looks = "step: night.spy 0\nstep: night.shapeshifter 3\nstep: night.spy 2"
    start = position(*HOUSES, looks)
    shift = ["3 at:s0:only", "3 at:s1:only", f"3 {done}"]
    assert not wrong(start, ["2 at:s0:only", *shift, *after])


@pytest.mark.parametrize("done", ["leave", "swap"])
def test_who_shifts_their_own_card_knows_it_and_the_other_does_not(done: str) -> None:
    """N37, N17: then the Troublemaker shows one of the two to all."""
    looks = "step: night.troublemaker 2\nstep: night.shapeshifter 0\nstep: night.spy 3"
    start = position(*HOUSES, looks)
    shift = ["3 at:s1:only", "0 at:s0:only", "0 at:s1:only", f"0 {done}"]
    assert not wrong(start, shift)
    assert not wrong(start, [*shift, "2 at:s1:only"])
    assert not wrong(start, [*shift, "2 at:s1:only", "2 turn"])


# -- the draft

DRAFTS = [
    ["Shinobi-1", "Spy-1", "Spy-2"],
    ["Spy-3", "Spy-4", "Spy-5"],
    ["Mystic-1", "Mystic-2", "Mystic-3"],
    ["Judge", "Thief", "Martyr"],
]
State = tuple[frozenset[str], ...]


def drafted() -> Referee:
    """Seat 0 keeps Spy-1 and passes two; of what it gets it keeps Judge and discards Thief."""
    lines = [f"draft-{seat}: {' '.join(cards)}" for seat, cards in enumerate(DRAFTS)]
    start = position(*lines, "step: night.keep_second", "step: night.keep_first")
    game = clone(start)
    for seat, card in enumerate(["Spy-1", "Spy-3", "Mystic-1", "Martyr"]):
        answer(game, seat, f"keep:{card}")
    for seat, card in enumerate(["Judge", "Shinobi-1", "Spy-5", "Mystic-2"]):
        answer(game, seat, f"keep:{card}")
    return game


def ends_of_draft() -> set[State]:
    """Every end of it that seat 0 cannot exclude: the other hands, and the discards."""
    unknown = [*DRAFTS[1], *DRAFTS[2], "Martyr"]
    passed = ["Shinobi-1", "Spy-2"]
    return {
        (
            frozenset([a, passed[kept]]),
            frozenset([b, c]),
            frozenset([d, e]),
            frozenset([f, g, passed[1 - kept], "Thief"]),
        )
        for a, b, c, d, e, f, g in permutations(unknown)
        for kept in range(2)
    }


def not_reached(game: Referee, possible: set[State], samples: int) -> list[str]:
    """Ends that seat 0 imagines and that cannot be; contents of a place that it never imagines."""
    drawn = set()
    for number in range(samples):
        world = imagine(game.view(0), number)
        places = [world.layout.places[name] for name in ("hand-1", "hand-2", "hand-3", "discard")]
        drawn.add(tuple(frozenset(GAME.faces[f] for f in world.faces(zone)) for zone in places))
    found = [f"cannot be: {state}" for state in drawn - possible]
    for at in range(3):
        missing = {state[at] for state in possible} - {state[at] for state in drawn}
        found += [f"is never imagined: {hand}" for hand in missing]
    return found


def test_who_drafts_knows_what_was_passed_and_discarded_and_nothing_else() -> None:
    """N37, N5: of the two cards passed one is in the next hand, the other among the discards."""
    game, possible = drafted(), ends_of_draft()
    assert len(possible) == 1260
    assert not not_reached(game, possible, 300)


def test_a_card_passed_that_is_played_tells_where_the_other_one_is() -> None:
    """N37, N5"""
    game = drafted()
    for seat in range(SEATS):
        answer(game, seat, "play:Shinobi-1" if seat == 1 else "")
    possible = {
        (hands[0] - {"Shinobi-1"}, *hands[1:])
        for hands in ends_of_draft()
        if "Shinobi-1" in hands[0]
    }
    assert not not_reached(game, possible, 300)
