"""The rulebook's examples and questions, and the example of our own page, from end to end."""

from __future__ import annotations

import pytest

from tatami.engine.referee import Referee
from tatami.games.night.cards import SPLITS, TOKEN
from tatami.games.night.rules import GAME
from tests.games.night.positions import (
    ASSASSIN,
    MEMBERS,
    MYSTIC,
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
    reveal,
    said,
    table,
    zone,
)

# -- N1 to N5: every number of players


def names(seats: int) -> list[str]:
    return MEMBERS if seats == 2 else [str(seat) for seat in range(seats)]


@pytest.mark.parametrize("honor", range(3))
@pytest.mark.parametrize("seats", GAME.counts)
def test_every_card_and_token_is_where_the_rules_put_it(seats: int, honor: int) -> None:
    """N1 to N5, N33: when the night begins, for every number of players and every split."""
    game = Referee(GAME, seats, seats, (honor, 0, 0))
    who = names(seats)
    rest = 33 - 3 * len(who)
    assert [len(zone(game, f"draft-{name}")) for name in who] == [3] * len(who)
    quiet(game, "play.Spy")
    assert [len(zone(game, f"hand-{name}")) for name in who] == [2] * len(who)
    assert [len(zone(game, f"house-{name}")) for name in who] == [1] * len(who)
    assert len(zone(game, "discard")) == len(who)
    assert len(zone(game, "deck")) == rest
    assert not zone(game, "houses")
    assert tuple(zone(game, "bag").count(token) for token in TOKEN.names) == SPLITS[honor]
    assert counts(game) == [0] * seats
    dealt = [face for name in who for face in zone(game, f"hand-{name}")]
    assert len({*dealt, *zone(game, "discard"), *zone(game, "deck")}) == 33


# -- the night of our own page

AKI, BOTAN, CHIYO, DAICHI, EMI, FUMI, GORO = range(7)


def test_the_example_of_the_page() -> None:
    """N1, N7, N10, N13, N17, N19, N24 to N27, N29."""
    game = table(
        """
        hand-0: Shinobi-3 Mirror-Monk
        hand-1: Spy-2
        hand-2: Spy-5
        hand-3: Shapeshifter
        hand-4: Shinobi-2
        hand-5: Blind-Assassin-1
        """,
        7,
        SPY,
        "Crane-1 Lotus-1 Lotus-2 Crane-3 Lotus-3 Crane-2 Ronin",
    )
    phase(game, f"{BOTAN} Spy-2, {CHIYO} Spy-5")
    play(game, f"{BOTAN} at:s{AKI}:only")
    assert knows(game, BOTAN, "0") == "Crane-1"
    play(game, f"{CHIYO} at:s{BOTAN}:only")
    phase(game)
    phase(game, f"{DAICHI} Shapeshifter")
    play(game, f"{DAICHI} at:s{AKI}:only", f"{DAICHI} at:s{EMI}:only", f"{DAICHI} swap")
    assert knows(game, AKI, "0") == knows(game, EMI, "4") == knows(game, BOTAN, "0") == "?"
    phase(game, f"{FUMI} Blind-Assassin-1")
    play(game, f"{FUMI} at:s{AKI}:only", f"{AKI} play:Mirror-Monk")
    assert dead(game) == {FUMI}
    phase(game, f"{AKI} Shinobi-3, {EMI} Shinobi-2")
    play(game, f"{EMI} at:s{AKI}:only")
    assert knows(game, EMI, "0") == "Lotus-3"
    play(game, f"{EMI} kill")
    assert options(game, AKI) == set()
    answer(game, AKI, "")
    assert dead(game) == {AKI, FUMI}
    assert said(game, "void") == [f"void {AKI} 0 26"]
    assert knows(game, EMI, "4") == "Crane-1"
    assert knows(game, AKI, "0") == "?"
    reveal(game)
    assert said(game, "house_wins") == ["house_wins 1"]
    assert counts(game) == [1, 1, 1, 0, 0, 0, 1]
    assert f"turns_up {AKI} 0 7" in said(game)
    assert not [line for line in said(game, "turns_up") if line.startswith(f"turns_up {FUMI}")]


# -- questions of the book


def test_a_thief_who_passes_ten_can_still_be_overtaken_in_the_same_round() -> None:
    """N30: the Thief has 10 in the night; the Reveal pays another, who had 9."""
    game = table(
        """
        hand-0: Thief
        dead-1 = 1
        tokens-0: Honor-4 Honor-3
        tokens-1: Honor-3*3
        tokens-3: Honor-3*3
        """,
        phase=TRICKSTER,
        houses="Crane-2 Crane-1 Lotus-2 Lotus-1",
    )
    phase(game, "0 Thief")
    play(game, "0 rob:s1")
    assert not game.over
    assert asked(game, 0) == "play.Blind-Assassin"
    reveal(game)
    assert said(game, "claims") == ["claims 0", "claims 3"]
    assert game.winners() == (3,)


def test_a_mastermind_that_was_dug_up_is_revealed_at_dawn() -> None:
    """N18, N28"""
    game = table("hand-2: Grave-Digger\ndiscard: Mastermind Spy-1\ndead-0 = 1", phase=TRICKSTER)
    phase(game, "2 Grave-Digger")
    play(game, "2 keep:Mastermind", *["2 wait"] * 5)
    reveal(game, 2)
    assert said(game, "unmasks", "house_wins") == ["unmasks 2 0", "house_wins 0"]
    assert counts(game) == [1, 0, 1, 0]


@pytest.mark.parametrize("card", ["Spy-4", "Mystic-4", "Shinobi-4"])
def test_a_look_that_was_dug_up_may_be_aimed_at_ones_own_touched_card(card: str) -> None:
    """N13, N17, N18: the Shapeshifter comes before the Grave Digger."""
    game = table(
        f"hand-0: Grave-Digger Martyr\nhand-3: Shapeshifter\ndiscard: {card} Judge",
        phase=TRICKSTER,
    )
    phase(game, "0 Grave-Digger, 3 Shapeshifter")
    play(game, "3 at:s0:only", "3 at:s1:only", "3 swap", f"0 keep:{card}", f"0 play:{card}")
    assert "at:s0:only" in options(game, 0)
    play(game, "0 at:s0:only")
    assert knows(game, 0, "0") == "Lotus-1"
    assert knows(game, 1, "0") == knows(game, 2, "0") == "?"
    assert zone(game, "hand-0", 1) == ["?"]
    assert asked(game, 0) == "play.Blind-Assassin"
    assert not dead(game)


def test_the_diggers_own_judge_is_void_when_the_early_shinobi_is_turned_back() -> None:
    """N10, N18, N19: and the House card of a dead Judge stays down."""
    game = table(
        "hand-0: Grave-Digger Judge\nhand-1: Mirror-Monk\ndiscard: Shinobi-3 Spy-1",
        phase=TRICKSTER,
    )
    phase(game, "0 Grave-Digger Judge")
    play(game, "0 keep:Shinobi-3", "0 play:Shinobi-3", "0 at:s1:only", "0 kill")
    play(game, "1 play:Mirror-Monk")
    assert said(game, "void") == ["void 0 0 17"]
    assert dead(game) == {0}
    assert knows(game, 2, "0") == "?"


# -- N10, N24: the dead


def test_the_dead_see_no_more_than_the_living() -> None:
    """N10, N37: what happens after a death looks the same to the dead as to one who lives on."""
    games = []
    for victim in (1, 2):
        game = table(
            """
            hand-0: Blind-Assassin-1
            hand-1: Spy-2
            hand-2: Spy-3
            hand-3: Blind-Assassin-2 Spy-1
            """,
            5,
            ASSASSIN,
        )
        phase(game, "0 Blind-Assassin-1, 3 Blind-Assassin-2")
        play(game, f"0 at:s{victim}:only", f"{victim} ", "3 at:s4:only", "4 ")
        assert dead(game) == {victim, 4}
        games.append(game)
    fallen, standing = (game.view(1) for game in games)
    assert fallen.zones == standing.zones
    assert fallen.facts == standing.facts
    assert [len(game.events(1)) for game in games] == [len(games[0].events(1))] * 2


# -- the log

LOG = [
    "phase_begins 1",
    "plays 0 0 7",
    "looks 0 0 1 0",
    "looks_twice 0 0 1 0",
    "phase_begins 2",
    "plays 0 0 13",
    "plays 2 0 15",
    "plays 2 0 16",
    "plays 3 0 12",
    "shifts 3 0 3 0 0 0",
    "digs 0 0",
    "plays 0 0 27",
    "looks 0 0 3 0",
    "spares 0 0 3 0",
    "looks_token 2 0 1",
    "trades 2 0 1",
    "turns_up 2 0 1",
    "robs 2 0 1",
    "phase_begins 3",
    "plays 3 0 22",
    "attacks 3 0 1 0",
    "plays 1 0 30",
    "plays 1 0 31",
    "draws 1",
    "reflects 3 0",
    "dies 3 0",
    "phase_begins 4",
    "no_cards",
    "turns_up 0 0 0",
    "turns_up 1 0 5",
    "house_wins 0",
    "draws 0",
    "draws 2",
    "counted",
]


def test_the_log_tells_of_the_deal_and_the_draft() -> None:
    """N3, N4, N6"""
    game = Referee(GAME, 5, 2)
    quiet(game, "play.Spy")
    assert said(game) == ["nightfall", "passes", "discards", "phase_begins 0"]


def test_the_log_tells_everything_that_all_may_know_and_nothing_else() -> None:
    """N7, N10, N13, N16, N18, N19, N21 to N23, N25, N26: one night, sentence by sentence."""
    game = table(
        """
        hand-0: Mystic-2 Grave-Digger
        hand-1: Martyr Mirror-Monk
        hand-2: Spirit-Merchant Thief
        hand-3: Shapeshifter Blind-Assassin-5
        discard: Shinobi-4 Spy-1
        tokens-1: Honor-2*2
        tokens-2: Honor-2
        option rounds = 1
        """,
        phase=MYSTIC,
    )
    phase(game, "0 Mystic-2")
    play(game, "0 at:s1:only")
    phase(game, "0 Grave-Digger, 2 Spirit-Merchant Thief, 3 Shapeshifter")
    play(game, "3 at:s3:only", "3 at:s0:only", "3 leave")
    play(game, "0 keep:Shinobi-4", "0 play:Shinobi-4", "0 at:s3:only", "0 spare")
    play(game, "2 at:s1:only", "2 look_token", "2 take_seen", "2 give:Honor-2", "2 rob:s1")
    phase(game, "3 Blind-Assassin-5")
    play(game, "3 at:s1:only", "1 play:Martyr play:Mirror-Monk")
    reveal(game)
    assert said(game) == LOG
