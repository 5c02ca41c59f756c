"""N10, N14, N15, N19 to N21: attacks, reactions, death."""

from __future__ import annotations

import pytest

from tatami.engine.errors import Refusal
from tatami.engine.referee import Referee, Reply
from tests.games.night.positions import (
    ASSASSIN,
    MYSTIC,
    REVEAL,
    SHINOBI,
    SPY,
    TRICKSTER,
    answer,
    asked,
    counts,
    dead,
    knows,
    options,
    phase,
    play,
    quiet,
    refused,
    said,
    table,
    zone,
)


def attacked(
    held: str, card: str = "Blind-Assassin-1", option: str = "", bag: str = "", extra: str = ""
) -> Referee:
    """Seat 0 attacks seat 1, who is asked for a reaction."""
    lines = [f"hand-0: {card}", f"hand-1: {held}", extra]
    lines += [f"option reactions = {option}"] if option else []
    lines += [bag] if bag else []
    number = SHINOBI if "Shinobi" in card else ASSASSIN
    game = table("\n".join(lines), phase=number)
    phase(game, f"0 {card}")
    play(game, "0 at:s1:only")
    if number == SHINOBI:
        play(game, "0 kill")
    return game


@pytest.mark.parametrize("card", ["Blind-Assassin-1", "Shinobi-6"])
def test_who_does_not_react_dies(card: str) -> None:
    """N10, N19"""
    game = attacked("Mirror-Monk Martyr", card)
    assert asked(game, 1) == "react"
    play(game, "1 ")
    assert dead(game) == {1}
    assert zone(game, "hand-1") == ["Mirror-Monk", "Martyr"]
    assert counts(game) == [0] * 4


def test_the_dead_do_not_show_their_house_card() -> None:
    """N10"""
    game = attacked("Spy-1")
    play(game, "1 ")
    assert knows(game, 0, "1") == "?"


def test_a_card_may_still_turn_up_the_house_card_of_the_dead() -> None:
    """N10, N14"""
    game = table("hand-0: Troublemaker\ndead-1 = 1", phase=TRICKSTER)
    phase(game, "0 Troublemaker")
    play(game, "0 at:s1:only", "0 turn")
    assert knows(game, 3, "1") == "Lotus-1"


@pytest.mark.parametrize("when", [SPY, MYSTIC, TRICKSTER, ASSASSIN, SHINOBI])
def test_a_dead_player_who_offers_a_card_hears_why_not(when: int) -> None:
    """N10: with the clause, whatever the phase."""
    game = table("hand-1: Spy-1 Shinobi-2\ndead-1 = 1", phase=when)
    for answer_given in ((), (0,), 0):
        reply = game.act(answer_given, 1, 1)
        assert isinstance(reply, Refusal)
        assert (reply.code, reply.clause) == ("you_are_dead", "night:N10")
    assert code_of(game.act((), 0, 99)) == "stale_ask"


def test_a_dead_mastermind_hears_why_not() -> None:
    """N28: only a survivor may reveal it."""
    game = table("hand-1: Mastermind\ndead-1 = 1", phase=REVEAL)
    reply = game.act(1, 1, 1)
    assert isinstance(reply, Refusal)
    assert (reply.code, reply.clause) == ("dead_at_reveal", "night:N28")


def test_of_two_players_one_is_dead_when_all_three_members_are() -> None:
    """N10, N34"""
    game = table("hand-0-a: Shinobi-2\ndead-b-0 = 1\ndead-c-0 = 1", 2, SHINOBI)
    answer(game, 0, "play:Shinobi-2", 0)
    assert code_of(game.act((), 0, 99)) == "not_asked"
    game = table("dead-a-0 = 1\ndead-b-0 = 1\ndead-c-0 = 1", 2, SHINOBI)
    assert code_of(game.act((), 0, 1)) == "you_are_dead"


def code_of(reply: Reply) -> str:
    assert isinstance(reply, Refusal)
    return reply.code


def test_the_dead_play_no_more_cards() -> None:
    """N10"""
    game = attacked("Shinobi-1")
    play(game, "1 ")
    assert asked(game, 0) == "play.Shinobi"
    assert game.waiting() == [0, 2, 3]


def test_the_shinobi_two_that_kills_the_shinobi_three() -> None:
    """N10: the 3 was revealed, and is void."""
    game = table("hand-0: Shinobi-3\nhand-1: Shinobi-2", phase=SHINOBI)
    phase(game, "0 Shinobi-3, 1 Shinobi-2")
    play(game, "1 at:s0:only", "1 kill", "0 ")
    assert dead(game) == {0}
    assert said(game, "void") == ["void 0 0 26"]
    assert asked(game, 1) == "mastermind"


@pytest.mark.parametrize("card", ["Blind-Assassin-1", "Shinobi-6"])
def test_the_mirror_monk_kills_the_attacker_instead(card: str) -> None:
    """N19"""
    game = attacked("Mirror-Monk Spy-1", card)
    assert options(game, 1) == {"play:Mirror-Monk"}
    play(game, "1 play:Mirror-Monk")
    assert dead(game) == {0}
    assert zone(game, "played-1", 4) == ["Mirror-Monk"]


def test_the_mirror_monks_own_kill_cannot_be_reacted_to() -> None:
    """N19"""
    game = attacked("Mirror-Monk", extra="")
    play(game, "1 play:Mirror-Monk")
    assert dead(game) == {0}
    other = table("hand-0: Blind-Assassin-1 Martyr\nhand-1: Mirror-Monk", phase=ASSASSIN)
    phase(other, "0 Blind-Assassin-1")
    play(other, "0 at:s1:only", "1 play:Mirror-Monk")
    assert dead(other) == {0}
    assert counts(other) == [0] * 4


def test_an_attackers_second_card_is_void_when_the_first_is_turned_back() -> None:
    """N10, N19"""
    game = table("hand-0: Blind-Assassin-1 Blind-Assassin-4\nhand-1: Mirror-Monk", phase=ASSASSIN)
    phase(game, "0 Blind-Assassin-1 Blind-Assassin-4")
    play(game, "0 at:s1:only", "1 play:Mirror-Monk")
    assert said(game, "void") == ["void 0 0 21"]
    assert dead(game) == {0}


def test_the_martyr_draws_a_token_and_dies_all_the_same() -> None:
    """N19, N21"""
    game = attacked("Martyr Spy-1")
    play(game, "1 play:Martyr")
    assert dead(game) == {1}
    assert counts(game) == [0, 1, 0, 0]
    assert zone(game, "tokens-1", 1) == zone(game, "tokens-1")
    assert zone(game, "tokens-1", 0) == ["?"]


def test_from_an_empty_bag_the_martyr_draws_nothing() -> None:
    """N21"""
    tokens = "tokens-3: Honor-2*12 Honor-3*12 Honor-4*11\nbag:"
    game = attacked("Martyr Spy-1", bag=tokens)
    play(game, "1 play:Martyr")
    assert counts(game)[1] == 0
    assert said(game, "bag_empty") == ["bag_empty 1"]


@pytest.mark.parametrize(("option", "tokens"), [("", 1), ("no-token", 0)], ids=["both", "no-token"])
def test_monk_and_martyr_on_one_attack(option: str, tokens: int) -> None:
    """N20, N19: both in one answer; the holder lives, and draws unless the table says otherwise."""
    game = attacked("Mirror-Monk Martyr", option=option)
    assert options(game, 1) == {"play:Mirror-Monk", "play:Martyr"}
    play(game, "1 play:Mirror-Monk play:Martyr")
    assert dead(game) == {0}
    assert counts(game) == [0, tokens, 0, 0]
    assert sorted(zone(game, "played-1", 4)) == ["Martyr", "Mirror-Monk"]


def test_a_table_can_allow_only_one_of_the_two() -> None:
    """N20"""
    game = attacked("Mirror-Monk Martyr", option="one")
    assert refused(game, 1, "play:Mirror-Monk play:Martyr") == ("one_reaction", "N20")
    play(game, "1 play:Martyr")
    assert dead(game) == {1}
    assert counts(game) == [0, 1, 0, 0]


def test_a_martyr_alone_draws_also_where_the_two_together_do_not() -> None:
    """N20"""
    game = attacked("Martyr", option="no-token")
    play(game, "1 play:Martyr")
    assert counts(game) == [0, 1, 0, 0]


@pytest.mark.parametrize("held", ["Mirror-Monk Mastermind", "Spy-1 Mirror-Monk"])
def test_nobody_sees_from_which_end_of_a_hand_a_card_comes(held: str) -> None:
    """N24, N37: the cards of a hand lie mixed; what is left tells nothing by its place."""
    game = attacked(held)
    play(game, "1 play:Mirror-Monk")
    hand = game.world.layout.places["hand-1"]
    moved = [event.args for event in game.events(4) if event.verb == "move"]
    assert [args[:2] for args in moved if args[0] == hand] == [(hand, -1)]


def test_only_the_two_reactions_answer_an_attack() -> None:
    """N19"""
    game = attacked("Judge Spy-1")
    assert options(game, 1) == set()
    assert refused(game, 1, "play:Judge") == ("no_reaction", "N19")
    assert refused(game, 1, "play:Mirror-Monk") == ("not_in_hand", "N19")


def test_the_judge_kills_without_a_reaction() -> None:
    """N19, N15"""
    game = table("hand-0: Judge\nhand-1: Mirror-Monk Martyr", phase=TRICKSTER)
    phase(game, "0 Judge")
    assert knows(game, 3, "0") == "Crane-1"
    play(game, "0 at:s1:only")
    assert dead(game) == {1}
    assert asked(game, 0) == "play.Blind-Assassin"


def test_who_is_spared_has_nothing_to_react_to() -> None:
    """N19"""
    game = table("hand-0: Shinobi-1\nhand-1: Mirror-Monk Martyr", phase=SHINOBI)
    phase(game, "0 Shinobi-1")
    play(game, "0 at:s1:only", "0 spare")
    assert asked(game, 1) == "mastermind"
    assert said(game, "spares") == ["spares 0 0 1 0"]
    assert not dead(game)


def test_a_second_attack_on_one_who_died_finds_no_target_there() -> None:
    """N14"""
    game = table("hand-0: Blind-Assassin-1\nhand-1: Blind-Assassin-2", phase=ASSASSIN)
    phase(game, "0 Blind-Assassin-1, 1 Blind-Assassin-2")
    play(game, "0 at:s2:only", "2 ")
    assert options(game, 1) == {"at:s0:only", "at:s3:only"}


@pytest.mark.parametrize("seed", range(40))
def test_at_least_one_player_always_lives(seed: int) -> None:
    """N14: however blindly everybody kills."""
    held = "\n".join(
        f"hand-{seat}: Blind-Assassin-{seat + 1} Shinobi-{seat + 1}" for seat in range(4)
    )
    game = table(held, phase=ASSASSIN, seed=seed)
    phase(game, ", ".join(f"{seat} Blind-Assassin-{seat + 1}" for seat in range(4)))
    state = seed
    while game.world.count[0] == 1 and not game.over and len(dead(game)) < 4:
        if not game.waiting() or asked(game, game.waiting()[0]) == "mastermind":
            break
        seat = game.waiting()[0]
        ask, found = game.asks(seat)[0]
        state = state * 1103515245 + 12345 & 0x7FFFFFFF
        items = list(found.items)
        choice = items[:1] if found.high else found.options[-1 - state % min(2, len(found.options))]
        assert game.act(choice, seat, ask)
    assert len(dead(game)) < 4


def test_a_martyr_who_passes_ten_in_the_night_has_not_won_yet() -> None:
    """N30, N21: points are counted at the end of the round."""
    game = attacked("Martyr", extra="tokens-1: Honor-3*3")
    play(game, "1 play:Martyr")
    assert not game.over
    assert asked(game, 0) == "play.Shinobi"
    quiet(game, "nothing")
    assert game.over
    assert "claims 1" in said(game)
