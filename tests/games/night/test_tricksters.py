"""N17, N18, N22, N23: Shapeshifter, Grave Digger, Spirit Merchant, Thief."""

from __future__ import annotations

import pytest

from tatami.engine.referee import Referee
from tests.games.night.positions import (
    ASSASSIN,
    TRICKSTER,
    answer,
    asked,
    counts,
    dead,
    knows,
    options,
    phase,
    play,
    refused,
    said,
    table,
    zone,
)


def trick(position: str, cards: str, seats: int = 4, seed: int = 0) -> Referee:
    game = table(position, seats, TRICKSTER, seed=seed)
    phase(game, cards)
    return game


# -- N17


def shifted(one: int, two: int, answered: str, me: int = 3) -> Referee:
    game = trick(f"hand-{me}: Shapeshifter", f"{me} Shapeshifter")
    play(game, f"{me} at:s{one}:only", f"{me} at:s{two}:only", f"{me} {answered}")
    return game


def test_the_shapeshifter_looks_at_any_two_players_itself_included() -> None:
    """N13, N17"""
    game = trick("hand-3: Shapeshifter\ndead-1 = 1", "3 Shapeshifter")
    assert options(game, 3) == {f"at:s{seat}:only" for seat in range(4)}
    play(game, "3 at:s1:only")
    assert options(game, 3) == {f"at:s{seat}:only" for seat in (0, 2, 3)}
    assert refused(game, 3, "at:s1:only") == ("two_players", "N13")
    play(game, "3 at:s3:only")
    assert options(game, 3) == {"leave", "swap"}
    assert (knows(game, 3, "1"), knows(game, 3, "3")) == ("Lotus-1", "Lotus-2")


@pytest.mark.parametrize("answered", ["swap", "leave"])
def test_the_two_no_longer_know_their_own_card_swapped_or_not(answered: str) -> None:
    """N17"""
    game = shifted(0, 1, answered)
    assert knows(game, 0, "0") == knows(game, 1, "1") == "?"
    swapped = answered == "swap"
    assert zone(game, "house-0") == ["Lotus-1" if swapped else "Crane-1"]
    assert knows(game, 3, "0") == ("Lotus-1" if swapped else "Crane-1")
    assert knows(game, 2, "2") == "Crane-2"


def test_only_the_shapeshifter_knows_whether_they_were_swapped() -> None:
    """N17: what everybody else is told is the same, and which two is public."""
    games = [shifted(0, 1, answered) for answered in ("swap", "leave")]
    for seat in (0, 1, 2, 4):
        assert games[0].view(seat) == games[1].view(seat)
        assert games[0].events(seat) == games[1].events(seat)
    assert games[0].view(3) != games[1].view(3)
    assert said(games[0], "shifts") == ["shifts 3 0 0 0 1 0"]


def test_a_shapeshifter_who_chose_themself_knows_their_new_card() -> None:
    """N17"""
    game = shifted(3, 0, "swap")
    assert knows(game, 3, "3") == "Crane-1"
    assert knows(game, 0, "0") == "?"


def test_the_card_in_front_of_you_is_your_house() -> None:
    """N17, N26: who was swapped wins with the new House."""
    game = shifted(0, 1, "swap")
    while not said(game, "house_wins", "all_tied"):
        game.expire(game.turn)
    assert said(game, "turns_up")[:2] == ["turns_up 0 0 5", "turns_up 1 0 0"]


# -- N18


def dig(position: str, cards: str = "0 Grave-Digger", seats: int = 4, seed: int = 0) -> Referee:
    return trick(f"hand-0: Grave-Digger\n{position}", cards, seats, seed)


def test_the_grave_digger_looks_at_two_random_discards() -> None:
    """N18"""
    found = set()
    for seed in range(40):
        game = dig("discard: Spy-1 Spy-2 Spy-3 Spy-4", seed=seed)
        seen = zone(game, "dug-0", 0)
        assert options(game, 0) == {f"keep:{face}" for face in seen}
        assert zone(game, "dug-0", 1) == ["?", "?"]
        found.add(tuple(seen))
    assert len(found) == 6


def test_one_is_kept_and_the_other_goes_back_unseen() -> None:
    """N18"""
    game = dig("discard: Spy-1 Judge")
    assert refused(game, 0, "keep:Spy-2") == ("not_dug", "N18")
    play(game, "0 keep:Judge")
    assert zone(game, "discard") == ["Spy-1"]
    assert zone(game, "discard", 0) == ["Spy-1"]
    assert zone(game, "discard", 1) == zone(game, "dug-0", 1) == ["?"]


@pytest.mark.parametrize(
    ("kept", "now"),
    [
        ("Spy-3", True),
        ("Mystic-6", True),
        ("Shapeshifter", True),
        ("Judge", True),
        ("Blind-Assassin-2", True),
        ("Shinobi-4", True),
        ("Mirror-Monk", False),
        ("Martyr", False),
        ("Mastermind", False),
    ],
)
def test_the_kept_card_can_be_played_at_once(kept: str, now: bool) -> None:
    """N18: any card of the night; reactions and the Mastermind work as usual."""
    game = dig(f"discard: {kept} Spy-1")
    play(game, f"0 keep:{kept}")
    assert asked(game, 0) == "digger.play"
    assert options(game, 0) == ({"wait", f"play:{kept}"} if now else {"wait"})
    if not now:
        assert refused(game, 0, f"play:{kept}") == ("not_now", "N18")
    assert refused(game, 0, "play:Spy-6") == ("not_kept", "N18")


@pytest.mark.parametrize("kept", ["Spy-3", "Mystic-6", "Shapeshifter"])
def test_a_spy_a_mystic_or_a_lower_trickster_is_played_now_or_never(kept: str) -> None:
    """N18"""
    game = dig(f"discard: {kept} Spy-1")
    play(game, f"0 keep:{kept}", "0 wait")
    while asked(game, 0) == "digger.play":
        assert options(game, 0) == {"wait"}
        answer(game, 0, "wait")
    for _ in range(2):
        assert options(game, 0) == set()
        phase(game)


@pytest.mark.parametrize(
    ("kept", "number"), [("Troublemaker", 3), ("Spirit-Merchant", 4), ("Thief", 5), ("Judge", 6)]
)
def test_a_later_trickster_is_played_now_or_in_its_turn(kept: str, number: int) -> None:
    """N18"""
    game = dig(f"discard: {kept} Spy-1")
    play(game, f"0 keep:{kept}", "0 wait")
    for turn in range(3, number):
        assert asked(game, 0) == "digger.play", turn
        assert options(game, 0) == {"wait"}
        answer(game, 0, "wait")
    assert options(game, 0) == {"wait", f"play:{kept}"}
    answer(game, 0, f"play:{kept}")
    assert zone(game, "played-0", 4) == ["Grave-Digger", kept]
    assert asked(game, 0) != "digger.play"


@pytest.mark.parametrize("kept", ["Spy-3", "Thief", "Shinobi-1", "Mastermind"])
def test_the_digger_is_asked_at_each_later_number_whatever_was_kept(kept: str) -> None:
    """N18, N24: four more times, also where another plays that number."""
    game = dig(f"discard: {kept} Spy-1\nhand-1: Judge", "0 Grave-Digger, 1 Judge")
    play(game, f"0 keep:{kept}", "0 wait")
    for _ in range(4):
        assert game.waiting() == [0]
        assert asked(game, 0) == "digger.play"
        answer(game, 0, "wait")
    assert asked(game, 1) == "judge.at"


def test_a_digger_who_has_played_the_kept_card_is_asked_no_more() -> None:
    """N18"""
    game = dig("discard: Spy-3 Spy-1")
    play(game, "0 keep:Spy-3", "0 play:Spy-3", "0 at:s1:only")
    assert knows(game, 0, "1") == "Lotus-1"
    assert asked(game, 0) == "play.Blind-Assassin"


def test_a_dead_digger_is_asked_no_more() -> None:
    """N10, N18: the early Shinobi was turned back by the Mirror Monk."""
    game = dig("discard: Shinobi-3 Spy-1\nhand-1: Mirror-Monk")
    play(game, "0 keep:Shinobi-3", "0 play:Shinobi-3", "0 at:s1:only", "0 kill")
    play(game, "1 play:Mirror-Monk")
    assert dead(game) == {0}
    assert asked(game, 1) == "play.Blind-Assassin"
    assert game.waiting() == [1, 2, 3]


def test_the_grave_diggers_early_shinobi() -> None:
    """N18, N19: a Shinobi that was dug up kills in the phase of the Tricksters."""
    game = dig("discard: Shinobi-3 Spy-1")
    play(game, "0 keep:Shinobi-3", "0 play:Shinobi-3", "0 at:s3:only", "0 kill", "3 ")
    assert dead(game) == {3}
    assert asked(game, 0) == "play.Blind-Assassin"


def test_or_the_shinobi_is_kept_for_its_phase() -> None:
    """N18"""
    game = dig("discard: Shinobi-3 Spy-1")
    play(game, "0 keep:Shinobi-3", *["0 wait"] * 5)
    phase(game)
    assert options(game, 0) == {"play:Shinobi-3"}
    phase(game, "0 Shinobi-3")
    play(game, "0 at:s3:only", "0 kill", "3 ")
    assert dead(game) == {3}


@pytest.mark.parametrize("kept", ["Mirror-Monk", "Martyr"])
def test_a_reaction_that_was_dug_up_works_as_usual(kept: str) -> None:
    """N18, N19"""
    game = dig(f"discard: {kept} Spy-1\nhand-1: Blind-Assassin-1")
    play(game, f"0 keep:{kept}", *["0 wait"] * 5)
    phase(game, "1 Blind-Assassin-1")
    play(game, "1 at:s0:only")
    assert options(game, 0) == {f"play:{kept}"}


def test_the_kept_card_is_one_of_the_hand_when_the_tricksters_are_done() -> None:
    """N18, N37: nobody can tell later which of two cards was the kept one."""
    game = dig("hand-2: Spy-6\ndiscard: Shinobi-3 Spy-1".replace("hand-2", "played-2"))
    play(game, "0 keep:Shinobi-3", *["0 wait"] * 5)
    assert zone(game, "hand-0") == ["Shinobi-3"]
    assert not zone(game, "dug-0")
    assert zone(game, "hand-0", 1) == ["?"]


# -- N23


def merchant(position: str, cards: str = "0 Spirit-Merchant", seed: int = 0) -> Referee:
    return trick(f"hand-0: Spirit-Merchant\n{position}", cards, seed=seed)


RICH = "tokens-0: Honor-2 Honor-3\ntokens-1: Honor-4*2"


def test_the_merchant_looks_at_a_token_or_the_house_card() -> None:
    """N23"""
    game = merchant(RICH)
    play(game, "0 at:s1:only")
    assert options(game, 0) == {"look_house", "look_token"}
    play(game, "0 look_token")
    assert zone(game, "lifted-0", 0) == ["Honor-4"]
    assert zone(game, "lifted-0", 1) == ["Honor-4"]
    assert zone(game, "lifted-0", 2) == ["?"]
    assert knows(game, 0, "1") == "?"


def test_any_token_for_any_token_the_one_looked_at_or_a_random_other() -> None:
    """N23"""
    game = merchant("tokens-0: Honor-2 Honor-3\ntokens-1: Honor-4 Honor-3 Honor-2")
    play(game, "0 at:s1:only", "0 look_token")
    (looked,) = zone(game, "lifted-0")
    assert options(game, 0) == {"leave", "take_seen", "take_unseen"}
    play(game, "0 take_seen")
    assert options(game, 0) == {"give:Honor-2", "give:Honor-3"}
    assert refused(game, 0, "give:Honor-4") == ("no_such_token", "N23")
    play(game, "0 give:Honor-2")
    assert sorted(zone(game, "tokens-0")) == sorted(["Honor-3", looked])
    assert counts(game)[:2] == [2, 3]
    assert said(game, "trades") == ["trades 0 0 1"]


def test_the_unseen_other_is_random_and_never_the_one_looked_at() -> None:
    """N23"""
    taken = set()
    for seed in range(30):
        game = merchant("tokens-0: Honor-2\ntokens-1: Honor-4 Honor-3 Honor-2", seed=seed)
        play(game, "0 at:s1:only", "0 look_token")
        (looked,) = zone(game, "lifted-0")
        play(game, "0 take_unseen", "0 give:Honor-2")
        (mine,) = zone(game, "tokens-0", 0)
        assert mine != looked
        assert counts(game)[:2] == [1, 3]
        assert looked in zone(game, "tokens-1")
        taken.add((looked, mine))
    assert len(taken) == 6


def test_after_a_look_at_the_house_card_the_token_is_random() -> None:
    """N23"""
    taken = set()
    for seed in range(30):
        game = merchant("tokens-0: Honor-2\ntokens-1: Honor-4 Honor-3", seed=seed)
        play(game, "0 at:s1:only", "0 look_house")
        assert knows(game, 0, "1") == "Lotus-1"
        assert options(game, 0) == {"leave", "take_unseen"}
        assert refused(game, 0, "take_seen") == ("no_such_token", "N23")
        play(game, "0 take_unseen", "0 give:Honor-2")
        taken.add(zone(game, "tokens-0")[0])
    assert taken == {"Honor-3", "Honor-4"}


def test_the_swap_may_be_left_and_the_token_goes_back() -> None:
    """N23"""
    game = merchant(RICH)
    play(game, "0 at:s1:only", "0 look_token", "0 leave")
    assert zone(game, "tokens-1") == ["Honor-4", "Honor-4"]
    assert zone(game, "tokens-0") == ["Honor-2", "Honor-3"]
    assert said(game, "no_trade") == ["no_trade 0 0"]


def test_of_a_single_token_there_is_no_other() -> None:
    """N23"""
    game = merchant("tokens-0: Honor-2\ntokens-1: Honor-4")
    play(game, "0 at:s1:only", "0 look_token")
    assert options(game, 0) == {"leave", "take_seen"}


def test_of_a_player_without_tokens_the_house_card_only() -> None:
    """N23"""
    game = merchant("tokens-0: Honor-2")
    play(game, "0 at:s2:only")
    assert knows(game, 0, "2") == "Crane-2"
    assert asked(game, 0) == "play.Blind-Assassin"


def test_without_a_token_of_ones_own_nothing_is_swapped() -> None:
    """N23: both sides need one; the look is made all the same."""
    game = merchant("tokens-1: Honor-4 Honor-2")
    play(game, "0 at:s1:only", "0 look_token")
    assert asked(game, 0) == "play.Blind-Assassin"
    assert zone(game, "tokens-1") == ["Honor-2", "Honor-4"]
    assert zone(game, "tokens-1", 0).count("?") == 1


def test_a_merchant_may_visit_the_dead() -> None:
    """N14"""
    game = merchant(f"{RICH}\ndead-1 = 1")
    assert "at:s1:only" in options(game, 0)


def test_a_merchant_whom_the_shapeshifter_touched_may_look_at_their_own_house_card() -> None:
    """N13: and there is nobody to swap a token with."""
    game = merchant(f"{RICH}\nhand-3: Shapeshifter", "0 Spirit-Merchant, 3 Shapeshifter")
    play(game, "3 at:s0:only", "3 at:s2:only", "3 leave")
    play(game, "0 at:s0:only")
    assert knows(game, 0, "0") == "Crane-1"
    assert asked(game, 0) == "play.Blind-Assassin"


# -- N22


def test_the_thief_may_take_a_random_token_from_a_player_who_has_more() -> None:
    """N22"""
    taken = set()
    for seed in range(20):
        game = trick(
            "hand-0: Thief\ntokens-0: Honor-2\ntokens-1: Honor-3 Honor-4\ntokens-2: Honor-2",
            "0 Thief",
            seed=seed,
        )
        assert options(game, 0) == {"leave", "rob:s1"}
        assert refused(game, 0, "rob:s2") == ("not_richer", "N22")
        assert refused(game, 0, "rob:s0") == ("not_richer", "N22")
        assert refused(game, 0, "rob:s4") == ("no_such_player", "N22")
        assert refused(game, 0, "rob:s7") == ("no_such_player", "N22")
        play(game, "0 rob:s1")
        assert counts(game) == [2, 1, 1, 0]
        taken.add(zone(game, "tokens-0", 0)[-1])
        assert zone(game, "tokens-0", 3) == ["?", "?"]
    assert taken == {"Honor-3", "Honor-4"}


def test_the_thief_compares_numbers_and_not_points() -> None:
    """N22"""
    game = trick("hand-0: Thief\ntokens-0: Honor-2\ntokens-1: Honor-4", "0 Thief")
    assert said(game, "no_rob") == ["no_rob 0 0"]
    assert asked(game, 0) == "play.Blind-Assassin"


def test_a_thief_need_not_take() -> None:
    """N15, N22: from the dead one may."""
    game = trick("hand-0: Thief\ntokens-1: Honor-4\ndead-1 = 1", "0 Thief")
    assert options(game, 0) == {"leave", "rob:s1"}
    play(game, "0 leave")
    assert counts(game) == [0, 1, 0, 0]


def test_a_martyrs_token_counts_for_a_thief_later_that_night() -> None:
    """N21, N22: by an early Blind Assassin out of the Grave Digger's hands."""
    game = trick(
        "hand-0: Grave-Digger\nhand-1: Martyr\nhand-2: Thief\ndiscard: Blind-Assassin-1 Spy-1",
        "0 Grave-Digger, 2 Thief",
    )
    play(game, "0 keep:Blind-Assassin-1", "0 play:Blind-Assassin-1", "0 at:s1:only")
    play(game, "1 play:Martyr")
    assert counts(game) == [0, 1, 0, 0]
    assert options(game, 2) == {"leave", "rob:s1"}


def test_tricksters_go_by_their_numbers() -> None:
    """N7"""
    game = trick(
        "hand-0: Judge\nhand-1: Shapeshifter\nhand-2: Troublemaker",
        "0 Judge, 1 Shapeshifter, 2 Troublemaker",
    )
    assert game.waiting() == [1]
    play(game, "1 at:s0:only", "1 at:s2:only", "1 leave")
    assert game.waiting() == [2]
    play(game, "2 at:s3:only", "2 leave")
    assert asked(game, 0) == "judge.at"
    play(game, "0 at:s3:only")
    assert dead(game) == {3}
    assert asked(game, 0) == "play.Blind-Assassin"
    assert ASSASSIN == 3
