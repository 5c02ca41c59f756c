"""What the log says: who did what to whom, and that nobody is told more than was to be seen."""

from __future__ import annotations

import pytest

from tatami.games.wataah.cards import FACES, POWERS
from tatami.games.wataah.temple_court import COURT_NAMES
from tatami.games.words import LANGUAGES, read_words
from tests.games.wataah.positions import asked, grand, grasshopper, options, placing, play, said

YOKAI = "Nezumi Kitsune Kappa Yurei Dragon-Spirit Monkey-King"
HAND = "Rat-3*2 Fox-3*2 Spider-3*2 Toad-3*2 Monkey-1*2 Crow-2*2 Dragon-3*2 Carp-1*2 Ronin Oni Kappa"
POSITION = f"""
hand-1: {HAND}
hand-2: Bear-6*3
clan-1-Bear: Bear-6
clan-0-Dragon: Dragon-4*2
clan-2-Rat: Rat-4
jigoku: Tengu Yurei
{placing(1)}
"""


def face(name: str) -> int:
    return FACES.index(name)


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (["found:Rat", "[Rat-3 Rat-3]", "at:s2"], ["founds 1 7 2", "aims_at 1 7 2"]),
        (["found:Fox", "[Fox-3 Fox-3]", "with:s2"], ["founds 1 5 2", "aims_at 1 5 2"]),
        (
            ["found_with:Fox:1", "[Fox-3 Fox-3]", "with:s2"],
            ["founds 1 5 3", "aims_at 1 5 2", "swaps_hands 1 2"],
        ),
        (
            ["found:Spider", "[Spider-3 Spider-3]", "card_of:s0:Dragon:Dragon-4"],
            [f"aims_at_card 1 4 0 {face('Dragon-4')} 6", f"destroyed 0 {face('Dragon-4')}"],
        ),
        (
            ["found_with:Spider:1", "[Spider-3 Spider-3]", "clan_of:s0:Dragon"],
            ["aims_at_clan 1 4 0 6", "clan_destroyed 0 6"],
        ),
        (
            ["found:Toad", "[Toad-3 Toad-3]", "card_of:s0:Dragon:Dragon-4"],
            [f"aims_at_card 1 3 0 {face('Dragon-4')} 6", f"returns 0 {face('Dragon-4')}"],
        ),
        (
            ["found_with:Toad:1", "[Toad-3 Toad-3]", "clan_of:s2:Rat"],
            ["aims_at_clan 1 3 2 7", "returns_clan 2 7"],
        ),
        (
            ["found:Monkey", "[Monkey-1 Monkey-1]", "clan_of:s0:Dragon"],
            ["copies 1 6 0", "looks 1 3 1"],
        ),
        (
            ["found:Crow", "[Crow-2 Crow-2]", "[Tengu Yurei]"],
            [f"takes_back 1 {face('Yurei')}", f"takes_back 1 {face('Tengu')}"],
        ),
        (["found:Carp", "[Carp-1 Carp-1]"], ["founds 1 1 2", "draws 1 2"]),
        (["summon:Oni", "on:Bear"], [f"summons 1 {face('Oni')} 8"]),
        (["reinforce:Bear", "[Ronin]"], ["reinforces 1 8 1"]),
        (["place_nothing"], ["places_nothing 1"]),
    ],
)
def test_a_placement_and_its_power_are_told(answers: list[str], told: list[str]) -> None:
    """W10, W15, W16, W17, W18"""
    game = play(grasshopper(POSITION, 3), *answers)
    assert said(game)[-len(told) :] == told


def test_a_swap_and_a_discard_tell_how_many_and_not_which() -> None:
    """W15, W40"""
    game = play(grasshopper(POSITION, 3), "found:Fox", "[Fox-3 Fox-3]", "with:s2")
    play(game, "1> [Oni Kappa Ronin]", "2> [Bear-6 Bear-6 Bear-6]")
    assert said(game)[-1] == "swaps 1 2 3"
    game = play(grasshopper(POSITION, 3), "found:Rat", "[Rat-3 Rat-3]", "at:s2", "[Bear-6 Bear-6]")
    assert said(game)[-1] == "loses_cards 2 2"


@pytest.mark.parametrize(
    ("card", "answers", "told"),
    [
        ("Imperial-Levy", [], ["draws 1 3"]),
        ("Pardon", ["absolve:Carp-4"], [f"pardoned 1 {face('Carp-4')}"]),
        (
            "Court-Spy",
            ["at:s2", "throw_out:Bear-6"],
            ["spies 1 2", f"must_discard 2 {face('Bear-6')}"],
        ),
        ("Ancestors-Memory", ["take:Yurei"], [f"takes_back 1 {face('Yurei')}"]),
        ("Informer", ["peek:second"], ["peeks 1 1"]),
        ("Poisoned-Gift", ["at:s0"], ["gift_to 1 0", f"gets_gift 0 {face('Fox-5')} 1"]),
        ("Mobilisation", [], []),
    ],
)
def test_a_court_card_and_what_it_does_are_told(
    card: str, answers: list[str], told: list[str]
) -> None:
    """W30, W38"""
    game = grand(f"court-1: {card}\ncorrupt-1: Carp-4\ndeck: Fox-5\n{POSITION}", 3)
    play(game, f"use:{card}", *answers)
    assert said(game) == [f"uses 1 {COURT_NAMES.index(card)}", *told]


def test_how_one_draws_and_discards_is_told() -> None:
    """W6, W14, W28"""
    game = grasshopper("hand-1: Oni\ndeck: Carp-1 Crow-3", 2, 1)
    play(game, "corrupt", "place_nothing", "discard:Oni")
    assert said(game) == [
        f"is_corrupt 1 {face('Crow-3')} 5",
        "places_nothing 1",
        f"discards 1 {face('Oni')}",
    ]
    game = grand("hand-1: Oni\ntemple-1: Hidden-Dojo", 2, 1)
    play(game, "dojo")
    assert said(game) == ["looks_at_top 1 2"]
    game = grand("hand-1: Oni\ntemple-1: Bone-Market\njigoku: Tengu", 2, 1)
    play(game, "market")
    assert said(game) == [f"buys 1 {face('Tengu')}"]


def test_pawns_and_the_temple_are_told() -> None:
    """W28, W29, W30, W31"""
    game = grand("clan-1-Bear: Bear-6\nstep: wataah.round_end", 2)
    play(game, "temple_cards")
    assert said(game)[-1] == "temple_look 0"
    play(game, min(options(game)))
    assert said(game)[-1].startswith("temple_kept 0 ")
    play(game, "to_court", "to_missions:1", "to_showdown:3")
    assert said(game)[-3:] == ["sends_to_court 1", "sends_to_missions 0 1", "sends_to_showdown 1 3"]


# -- who speaks


@pytest.mark.parametrize(
    ("name", "asks", "answer", "sentence"),
    [
        ("Nezumi", "nezumi.whom", "at:s2", "aims_at"),
        ("Kitsune", "kitsune.whom", "with:s2", "aims_at"),
        ("Kappa", "kappa.clan", "clan_of:s2:Rat", "aims_at_clan"),
        ("Yurei", "yurei.clan", "clan_of:s2:Rat", "aims_at_clan"),
        ("Dragon-Spirit", "spirit.keep", "", ""),
        ("Monkey-King", "king.clan", "", ""),
    ],
)
def test_a_yokai_speaks_in_its_own_name(name: str, asks: str, answer: str, sentence: str) -> None:
    """W10: it asks and acts as what is printed on it, not as the clan whose power it has."""
    game = grasshopper(
        f"hand-1: {YOKAI}\nhand-2: Bear-6*5\nclan-1-Bear: Bear-6\nclan-2-Rat: Rat-4\n{placing(1)}",
        3,
    )
    play(game, f"summon:{name}", "on:Bear")
    assert asked(game) == asks
    for language in LANGUAGES:
        words = read_words("tatami.games.wataah", language)
        title = words["face"][name]
        assert words["question"][asks].startswith(title)
        assert words["short"][asks].startswith(title)
        assert title in words["sort"]["power"][name], "declined, perhaps, or with an article"
    if answer:
        play(game, answer)
        told = next(one.split() for one in said(game) if one.startswith(f"{sentence} "))
        assert POWERS[int(told[2])] == name


def test_who_must_discard_for_nezumi_is_asked_by_nezumi() -> None:
    """W15"""
    game = grasshopper(f"hand-1: {YOKAI}\nhand-2: Bear-6*5\nclan-1-Bear: Bear-6\n{placing(1)}", 3)
    play(game, "summon:Nezumi", "on:Bear", "at:s2")
    assert asked(game, 2) == "nezumi.cards"


def test_what_the_monkey_king_copies_speaks_as_the_clan() -> None:
    """W18: it is the clan's power, not that of its Yokai."""
    game = grasshopper(
        f"hand-1: {YOKAI}\nhand-2: Bear-6*5\nclan-1-Bear: Bear-6\nclan-2-Rat: Rat-4\n{placing(1)}",
        3,
    )
    play(game, "summon:Monkey-King", "on:Bear", "clan_of:s2:Rat")
    assert asked(game) == "rat.whom"
    play(game, "at:s2")
    assert "aims_at 1 7 2" in said(game)
