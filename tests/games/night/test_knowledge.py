"""N5, N17, N37: what each seat knows, and that it imagines exactly what it cannot exclude."""

from __future__ import annotations

import pytest

from tatami.engine.dice import Dice
from tatami.engine.imagine import imagine
from tatami.engine.notation import draw
from tatami.engine.referee import Referee
from tatami.engine.world import World
from tatami.games.night.members import SEAT
from tatami.games.night.poor import know_poor
from tatami.games.night.rules import GAME
from tatami.games.night.zones import HOUSE, points
from tatami.testing.brute import clone, compare, reachable, stream
from tatami.testing.inputs import Input
from tests.games.night.positions import (
    MYSTIC,
    REVEAL,
    SHINOBI,
    SPY,
    TRICKSTER,
    knows,
    phase,
    play,
    reveal,
    steps,
    table,
    zone,
)


def imagined(game: Referee, seat: int, name: str, samples: int = 120) -> set[str]:
    """All that a seat can imagine in a zone, as sorted texts."""
    found = set()
    place = game.world.layout.places[name]
    for number in range(samples):
        faces = imagine(game.view(seat), number).faces(place)
        found.add(" ".join(sorted(GAME.faces[face] for face in faces)))
    return found


# -- House cards


def test_one_knows_ones_house_until_the_shapeshifter_touches_it() -> None:
    """N37, N17: then it is one of the two, as far as one knows them."""
    game = table("hand-3: Shapeshifter", phase=TRICKSTER)
    assert imagined(game, 0, "house-0") == {"Crane-1"}
    phase(game, "3 Shapeshifter")
    play(game, "3 at:s0:only", "3 at:s1:only", "3 swap")
    assert knows(game, 0, "0") == "?"
    assert imagined(game, 0, "house-0") == {"Crane-1", "Lotus-1", "Lotus-2", "Crane-2"}
    assert imagined(game, 0, "house-2") == {"Lotus-1", "Lotus-2", "Crane-2"}


def test_a_card_looked_at_is_known_until_it_may_have_been_swapped() -> None:
    """N37: then one knows only that it is in one of the two places."""
    game = table("hand-2: Spy-1\nhand-3: Shapeshifter", phase=SPY)
    phase(game, "2 Spy-1")
    play(game, "2 at:s0:only")
    assert imagined(game, 2, "house-0") == {"Crane-1"}
    phase(game)
    phase(game, "3 Shapeshifter")
    play(game, "3 at:s0:only", "3 at:s1:only", "3 leave")
    assert knows(game, 2, "0") == "?"
    assert imagined(game, 2, "house-0") == {"Crane-1", "Lotus-1", "Lotus-2"}
    assert "Crane-1" not in imagined(game, 2, "house-3")
    for number in range(60):
        other = imagine(game.view(2), number)
        cards = {GAME.faces[other.faces(other.layout.places[f"house-{s}"])[0]] for s in (0, 1)}
        assert "Crane-1" in cards


def test_who_knew_both_cards_knows_the_pair_but_not_which_is_which() -> None:
    """N37"""
    game = table("hand-0: Spy-1\nhand-3: Shapeshifter", phase=SPY)
    phase(game, "0 Spy-1")
    play(game, "0 at:s1:only")
    phase(game)
    phase(game, "3 Shapeshifter")
    play(game, "3 at:s0:only", "3 at:s1:only", "3 swap")
    assert imagined(game, 0, "house-0") == imagined(game, 0, "house-1") == {"Crane-1", "Lotus-1"}
    assert imagined(game, 1, "house-1") == {"Crane-1", "Crane-2", "Lotus-1", "Lotus-2"}


def test_a_later_look_tells_what_the_swap_hid() -> None:
    """N37: seat 0 finds its own old card before seat 1, so it has the other one now."""
    game = table("hand-0: Shinobi-1\nhand-3: Shapeshifter", phase=TRICKSTER)
    phase(game, "3 Shapeshifter")
    play(game, "3 at:s0:only", "3 at:s1:only", "3 swap")
    phase(game)
    phase(game, "0 Shinobi-1")
    play(game, "0 at:s1:only")
    assert knows(game, 0, "1") == "Crane-1"
    assert "Crane-1" not in imagined(game, 0, "house-0")


def test_a_turned_up_card_is_known_to_all() -> None:
    """N37, N3"""
    game = table("hand-0: Thief", phase=TRICKSTER)
    phase(game, "0 Thief")
    for seat in range(5):
        assert imagined(game, seat, "house-0", 20) == {"Crane-1"}


# -- Ninja cards


def test_one_of_the_two_cards_i_passed_was_kept_and_one_discarded() -> None:
    """N5, N37"""
    game = Referee(GAME, 5, 12)
    for _ in range(2):
        passed = zone(game, "draft-0", 0)[1:]
        game.expire(game.turn)
        if game.world.count[1] == 0 and zone(game, "draft-1"):
            mine = passed
    for number in range(60):
        other = imagine(game.view(0), number)
        held = {GAME.faces[f] for f in other.faces(other.layout.places["hand-1"])}
        gone = {GAME.faces[f] for f in other.faces(other.layout.places["discard"])}
        assert len(held & set(mine)) == len(gone & set(mine)) == 1


def test_a_card_a_mystic_saw_stays_known_until_it_is_played() -> None:
    """N37, N16"""
    game = table("hand-0: Mystic-1\nhand-1: Shinobi-2\ndiscard: Spy-1 Spy-2", phase=MYSTIC)
    phase(game, "0 Mystic-1")
    play(game, "0 at:s1:only")
    assert zone(game, "hand-1", 0) == ["Shinobi-2"]
    assert zone(game, "hand-1", 2) == ["?"]
    phase(game)
    assert imagined(game, 0, "hand-1", 20) == {"Shinobi-2"}


def test_after_the_grave_digger_a_known_discard_may_be_in_that_hand() -> None:
    """N37, N18"""
    text = "\n".join(
        [
            "night, 4 seats",
            "house-0: Crane-1",
            "house-1: Lotus-1",
            "house-2: Crane-2",
            "house-3: Lotus-2",
            "hand-1: Grave-Digger",
            "draft-0: Spy-1 Spy-2",
            "draft-1: Spy-3 Spy-4",
            "draft-2: Spy-5 Spy-6",
            "draft-3: Judge Thief",
            "rest: deck",
            *steps(TRICKSTER),
            "step: night.keep_second",
        ]
    )
    world = draw(GAME, text)
    game = Referee(GAME, 4, 0, world.opts, world)
    game.expire(game.turn)
    assert "Spy-2" in zone(game, "discard", 0)
    phase(game, "1 Grave-Digger")
    kept = zone(game, "dug-1")[0]
    play(game, f"1 keep:{kept}", *["1 wait"] * 5)
    assert zone(game, "discard", 0) == ["?", "?", "?"]
    found = imagined(game, 0, "hand-1", 300)
    assert any("Spy-2" in hand for hand in found)
    assert not all("Spy-2" in hand for hand in found)


# -- tokens


def test_tokens_one_gave_took_and_lost_are_known() -> None:
    """N37, N23, N22"""
    game = table(
        "hand-0: Spirit-Merchant\nhand-2: Thief\ntokens-0: Honor-2 Honor-2\ntokens-1: Honor-4*2",
        phase=TRICKSTER,
    )
    phase(game, "0 Spirit-Merchant, 2 Thief")
    play(game, "0 at:s1:only", "0 look_token", "0 take_seen", "0 give:Honor-2")
    assert zone(game, "tokens-0", 0) == ["Honor-2", "Honor-4"]
    assert zone(game, "tokens-1", 0) == ["Honor-2", "?"]
    assert zone(game, "tokens-0", 1) == ["Honor-4", "?"]
    assert zone(game, "tokens-1", 3) == ["?", "?"]
    play(game, "2 rob:s1")
    (stolen,) = zone(game, "tokens-2", 2)
    assert zone(game, "tokens-2", 1) == [stolen]
    assert zone(game, "tokens-2", 3) == ["?"]


def test_a_token_looked_at_stays_known() -> None:
    """N37, N23"""
    game = table("hand-0: Spirit-Merchant\ntokens-0: Honor-2\ntokens-1: Honor-4 Honor-3", phase=2)
    phase(game, "0 Spirit-Merchant")
    play(game, "0 at:s1:only", "0 look_token")
    (seen,) = zone(game, "lifted-0")
    play(game, "0 leave")
    assert zone(game, "tokens-1", 0) == [seen, "?"]


def test_whoever_has_not_claimed_is_known_to_have_fewer_than_ten_points() -> None:
    """N37, N30: three tokens of an opponent count nine at most in every imagined world."""
    game = table("tokens-1: Honor-2*3\ntokens-2: Honor-3\ndead-1 = 1\ndead-3 = 1", phase=REVEAL)
    reveal(game)
    assert game.world.count[0] == 2
    found = set()
    for number in range(150):
        other = imagine(game.view(0), number)
        assert all(points(other, seat) < 10 for seat in SEAT.all[1:4])
        found.add(points(other, SEAT.all[1]))
    assert found == {6, 7, 8, 9}


def test_who_did_not_claim_when_the_game_ended_is_known_to_be_poor_too() -> None:
    """N37, N30"""
    lines = "tokens-0: Honor-4*3\ntokens-1: Honor-2*3\nstep: night.end_of_round"
    game = table(lines)
    assert game.over
    for number in range(60):
        assert points(imagine(game.view(3), number), SEAT.all[1]) < 10


def test_a_token_that_is_looked_at_and_left_stays_below_ten_points() -> None:
    """N37, N23: in whatever world others imagine, the look can come to its end."""
    game = table(
        "hand-0: Spirit-Merchant\ntokens-0: Honor-2\ntokens-1: Honor-2*2 Honor-4", phase=TRICKSTER
    )
    know_poor(game.world, SEAT.all[1])
    phase(game, "0 Spirit-Merchant")
    play(game, "0 at:s1:only", "0 look_token")
    for seat in range(5):
        for number in range(25):
            world = imagine(game.view(seat), number, watched=True)
            play(Referee(GAME, 4, 0, world.opts, world), "0 leave")
    play(game, "0 leave")
    for number in range(60):
        assert points(imagine(game.view(3), number), SEAT.all[1]) < 10


def told_poor(game: Referee) -> bool:
    """Whether everybody was told that somebody has few points."""
    return "limit" in [event.verb for event in game.events(game.seats)]


THREE = "hand-2: Spirit-Merchant\ntokens-2: Honor-2\n"
GAINS = {
    "nothing": ("tokens-1: Honor-2*3", "1", []),
    "martyr": (
        "hand-0: Grave-Digger\nhand-1: Martyr\ndiscard: Shinobi-1 Spy-1\ntokens-1: Honor-2*2",
        "1",
        ["0 keep:Shinobi-1", "0 play:Shinobi-1", "0 at:s1:only", "0 kill", "1 play:Martyr"],
    ),
    "thief": (
        "hand-0: Grave-Digger\ndiscard: Thief Spy-1\ntokens-0: Honor-2*2\ntokens-1: Honor-2*3",
        "0",
        ["0 keep:Thief", "0 play:Thief", "0 rob:s1"],
    ),
}


@pytest.mark.parametrize("gain", GAINS)
@pytest.mark.parametrize("taken", [False, True])
def test_who_is_told_to_be_poor_does_not_depend_on_what_they_have(gain: str, taken: bool) -> None:
    """N24, N37: after a look at a token; of one who may have gained since, nothing is told."""
    position, whom, before = GAINS[gain]
    game = table(THREE + position, phase=TRICKSTER)
    digs = "0 Grave-Digger, " if before else ""
    phase(game, f"{digs}2 Spirit-Merchant")
    play(game, *before, f"2 at:s{whom}:only", "2 look_token")
    play(game, *(["2 take_unseen", "2 give:Honor-2"] if taken else ["2 leave"]))
    assert told_poor(game) == (gain == "nothing" and not taken)
    assert not zone(game, "lifted-2")


def test_with_two_players_any_member_may_have_gained() -> None:
    """N35, N37: the second member of seat 0 was the Thief."""
    game = table(
        """
        hand-0-b: Grave-Digger
        hand-1-a: Spirit-Merchant
        discard: Thief Spy-1
        tokens-0: Honor-2*2
        tokens-1: Honor-2*3
        """,
        2,
        TRICKSTER,
    )
    phase(game, "2 Grave-Digger, 1 Spirit-Merchant")
    play(game, "0 keep:Thief", "0 play:Thief", "0 rob:s1")
    play(game, "1 at:s0:first", "1 look_token", "1 leave")
    assert not told_poor(game)


# -- brute force: every deal and every hidden choice

COMMON = ["night, 4 seats", "rest: played-3", "round = 1"]
"""All that is not drawn lies open, so that few cards are hidden."""

SHIFTING = [
    "house-0: Crane-1",
    "house-1: Lotus-1",
    "house-2: Crane-2",
    "house-3: Lotus-2",
    "hand-0: Shapeshifter",
    "hand-1: Troublemaker",
    "hand-2: Shinobi-1",
    *steps(TRICKSTER),
]
DIGGING = [
    "house-0: Crane-1",
    "house-1: Lotus-1",
    "house-2: Crane-2",
    "house-3: Lotus-2",
    "hand-1: Grave-Digger",
    "discard: Spy-1 Shinobi-2 Judge",
    *steps(TRICKSTER),
]
DRAFTING = [
    "house-0: Crane-1",
    "house-1: Lotus-1",
    "house-2: Crane-2",
    "house-3: Lotus-2",
    "draft-0: Spy-1 Spy-2",
    "draft-1: Spy-3 Spy-4",
    "draft-2: Spy-5",
    "draft-3: Spy-6",
    *steps(SHINOBI),
    "step: night.keep_first",
]
TRADING = [
    "house-0: Crane-1",
    "house-1: Lotus-1",
    "house-2: Crane-2",
    "house-3: Lotus-2",
    "hand-0: Spirit-Merchant",
    "hand-1: Thief",
    "tokens-0: Honor-2",
    "tokens-1: Honor-3",
    "tokens-2: Honor-4 Honor-2",
    *steps(TRICKSTER),
]


def position(lines: list[str]) -> World:
    """A drawn start in which House cards lie open where they are not the matter."""
    return draw(GAME, "\n".join([*COMMON, *lines]))


def play_on(start: World, seed: int, length: int) -> list[Input]:
    """Random answers from a position; whoever can play a card does."""
    dice = Dice(seed.to_bytes(32, "big"))
    referee, inputs = clone(start), []
    while len(inputs) < length and not referee.over:
        seat = referee.waiting()[dice.below(len(referee.waiting()))]
        ((_, found),) = referee.asks(seat)
        allowed = found.options[:1] if found.high else found.options
        option = allowed[dice.below(len(allowed))]
        given = Input("answer", seat, found.at, option, found.question.key)
        assert given.give(referee)
        inputs.append(given)
    return inputs


def wrong(start: World, inputs: list[Input], seat: int) -> str:
    referee = clone(start)
    told = stream(referee, inputs, seat)
    return compare(referee, seat, reachable(start, seat, told), 400)


@pytest.mark.parametrize(
    ("lines", "seed", "length", "seats"),
    [
        (SHIFTING, 1, 12, (0, 3)),
        (SHIFTING, 4, 20, (1, 2)),
        (DIGGING, 1, 8, (0, 1)),
        (DIGGING, 2, 20, (3,)),
        (DIGGING, 4, 12, (2,)),
        (DRAFTING, 2, 4, (0,)),
        (TRADING, 1, 9, (0, 2)),
        (TRADING, 4, 12, (1, 3)),
    ],
)
def test_imagine_reaches_exactly_what_brute_force_finds(
    lines: list[str], seed: int, length: int, seats: tuple[int, ...]
) -> None:
    """N37"""
    start = position(lines)
    inputs = play_on(start, seed, length)
    for seat in seats:
        assert not wrong(start, inputs, seat)


def test_what_may_lie_hidden_is_what_a_look_has_left_over() -> None:
    """N37: four House cards; one is one's own, one was looked at, two are left."""
    game = table("hand-0: Spy-1", 4, SPY)
    phase(game, "0 Spy-1")
    play(game, "0 at:s1:only")
    view = game.view(0)
    may_lie = {GAME.faces[face] for face in view.possible(HOUSE[2])}
    assert may_lie == {"Crane-2", "Lotus-2"}
    assert view.possible(HOUSE[3]) == view.possible(HOUSE[2])
    assert not view.possible(HOUSE[1]), "it lies open to this seat"
    assert len(game.view(1).possible(HOUSE[2])) == 3
