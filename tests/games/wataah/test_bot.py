"""The sly bot: it plays by the rules, wins, answers from its view alone, and for a reason."""

from __future__ import annotations

import pytest

from tatami.bots.arena import key_for, play_one
from tatami.bots.base import Factory, RandomBot
from tatami.engine.asking import Answer
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.games.wataah import BOTS, GAME
from tatami.games.wataah.asked import (
    BE_CORRUPT,
    DESTROY_CLAN_OF,
    PLACE,
    RECRUIT,
    SEND_CLAN_OF,
    TO_COURT,
    TO_SHOWDOWN,
)
from tatami.games.wataah.bot import SlyBot, expected_points
from tatami.games.wataah.bot_worth import Worth
from tatami.games.wataah.cards import RAT, TENGU
from tests.games.wataah.positions import grand, grasshopper, mover, offer_of, placing, play

FACTORIES: dict[str, Factory] = {"random": RandomBot, **BOTS}
POWERS = {verb.question for verbs in (SEND_CLAN_OF, DESTROY_CLAN_OF) for verb in verbs.values()}
MODES = pytest.mark.parametrize("mode", ["grasshopper", "grand-master"])


def opts_of(mode: str) -> tuple[int, ...]:
    return GAME.choose_settings({"mode": mode})


def views_of_a_game(seats: int, seed: int, mode: str) -> list[tuple[View, Answer]]:
    """Every view that a sly bot was asked with in a game, and what it answered."""
    bots = [SlyBot(key_for(seed, 0, f"bot {seat}")) for seat in range(seats)]
    referee = Referee(GAME, seats, key_for(seed, 0, "deal"), opts_of(mode))
    met: list[tuple[View, Answer]] = []
    while not referee.over:
        seat = referee.waiting()[0]
        view = referee.view(seat)
        answer = bots[seat].decide(view)
        met.append((view, answer))
        assert referee.act(answer, seat, referee.asks(seat)[0][0])
    return met


def wins(games: int, seats: int, mode: str, seed: int) -> float:
    """The share of games that one sly bot among random ones wins."""
    names = ["sly"] + ["random"] * (seats - 1)
    total = 0.0
    for number in range(games):
        result = play_one(GAME, opts_of(mode), FACTORIES, names, seed, number)
        if number % seats in result.winners:
            total += 1 / len(result.winners)
    return total / games


def decide(referee: Referee) -> str:
    """What a sly bot answers to what is asked now, in notation."""
    seat = mover(referee)
    question = offer_of(referee)[1].question
    answer = SlyBot(bytes(32)).decide(referee.view(seat))
    if isinstance(answer, tuple):
        return " ".join(question.spelled[one].partition(":")[2] for one in answer)
    return question.spelled[answer]


# -- what it promises


@pytest.mark.one_build
@MODES
@pytest.mark.parametrize(("seats", "least"), [(4, 0.7), (2, 0.9)])
def test_wins_among_random_bots(mode: str, seats: int, least: float) -> None:
    assert wins(24, seats, mode, seed=91) >= least


@pytest.mark.one_build
@MODES
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_is_never_refused_and_always_ends_a_game(mode: str, seats: int) -> None:
    for number in range(3):
        names = ["sly"] * (seats - number % 2) + ["random"] * (number % 2)
        result = play_one(GAME, opts_of(mode), FACTORIES, names, 93, number)
        assert result.winners
        assert not result.cut


@pytest.mark.one_build
def test_every_question_is_met_and_answered() -> None:
    met = {
        view.offers[0].question.key
        for number in range(10)
        for view, _ in views_of_a_game(4, number, "grand-master")
    }
    assert met == set(GAME.keys)


@MODES
def test_a_curious_one_places_otherwise_and_turns_powers_where_it_likes(mode: str) -> None:
    views = [met for number in range(6) for met in views_of_a_game(4, number, mode)]
    places, powers = [], 0
    for number, (view, sly) in enumerate(views):
        curious = SlyBot(key_for(number, 0, "curious"), curious=True).decide(view)
        if view.offers[0].question is PLACE:
            places.append(curious != sly)
        elif view.offers[0].question in POWERS:
            powers += curious != sly
    assert sum(places) > 0.1 * len(places)
    assert powers > 5


@MODES
@pytest.mark.parametrize("seats", [2, 4])
def test_a_curious_one_is_never_refused_and_always_ends_a_game(mode: str, seats: int) -> None:
    bots = {"curious": lambda key: SlyBot(key, curious=True), **FACTORIES}
    for number in range(4):
        names = ["curious"] * (seats - 1) + ["sly"]
        assert not play_one(GAME, opts_of(mode), bots, names, 94, number).cut


@MODES
def test_same_key_and_views_give_the_same_answers(mode: str) -> None:
    first = [answer for _, answer in views_of_a_game(3, 7, mode)]
    assert first == [answer for _, answer in views_of_a_game(3, 7, mode)]


@MODES
def test_remembers_nothing(mode: str) -> None:
    """A bot that takes over in the middle of a game answers as the one before it."""
    for view, answer in views_of_a_game(3, 8, mode):
        assert SlyBot(key_for(8, 0, f"bot {view.seat}")).decide(view) == answer


def test_same_answer_in_worlds_that_its_seat_cannot_tell_apart() -> None:
    for number, (view, answer) in enumerate(views_of_a_game(3, 9, "grand-master")):
        if number % 5 == 0:
            world = imagine(view, number, watched=True)
            bot = SlyBot(key_for(9, 0, f"bot {view.seat}"))
            assert bot.decide(look(world, view.seat)) == answer


def test_a_turn_with_a_hand_of_forty_is_a_few_choices_among_few() -> None:
    """W4: no set of cards is weighed against all other sets; a bot that did would never answer."""
    hand = (
        "Monkey-1*3 Monkey-2 Carp-1*2 Carp-3 Crow-2*2 Crow-4 Toad-1*2 Toad-3*2 Spider-3*3 "
        "Spider-4*2 Fox-2 Fox-3*2 Fox-4*2 Dragon-3*2 Dragon-4 Rat-3*2 Rat-5 Bear-6*3 Ronin*3 "
        "Oni Tengu Kappa Yurei"
    )
    game = grasshopper(f"hand-0: {hand}\nclan-0-Bear: Bear-6\nclan-1-Rat: Rat-4\n{placing()}", 4)
    offered = []
    while mover(game) == 0:
        offered.append(len(offer_of(game)[1].options))
        answer = SlyBot(bytes(32)).decide(game.view(0))
        assert game.act(answer, 0, offer_of(game)[0])
    assert len(offered) < 10
    assert max(offered) <= 45


# -- that it plays for a reason


def test_is_corrupt_early_and_not_when_the_round_is_nearly_over() -> None:
    early = grasshopper("hand-0: Rat-3 Bear-6 Carp-1 Fox-3 Toad-3 Crow-2 Oni", 3)
    assert SlyBot(bytes(32)).decide(early.view(0)) == BE_CORRUPT.option
    late = grasshopper(
        """
        hand-0: Rat-3*3 Bear-6*3 Carp-1 Fox-3*3 Toad-3*3
        clan-1-Bear: Bear-6*2
        clan-1-Rat: Rat-4*2
        clan-1-Crow: Crow-2*2
        """,
        3,
    )
    assert SlyBot(bytes(32)).decide(late.view(0)) == RECRUIT.option


THREE = "clan-0-Bear: Bear-6*2\nclan-0-Rat: Rat-3*2\nclan-0-Crow: Crow-2*2"


def test_ends_the_round_as_the_leader_and_not_otherwise() -> None:
    ahead = grasshopper(f"{THREE}\nhand-0: Fox-3*2 Oni\nclan-1-Carp: Carp-1\n{placing()}")
    assert decide(ahead) == "found:Fox"
    rival = "clan-1-Dragon: Dragon-5*2 Dragon-4*2\nclan-1-Bear: Bear-6*4"
    behind = grasshopper(f"{THREE}\nhand-0: Fox-3*2 Oni\n{rival}\n{placing()}")
    assert decide(behind) != "found:Fox"


def test_places_the_strongest_cards_and_as_many_as_count() -> None:
    game = grasshopper(f"hand-0: Rat-3 Rat-4*2 Rat-5 Oni\nhand-1: Bear-6*5\n{placing()}")
    assert decide(game) == "found:Rat"
    play(game, "found:Rat")
    assert decide(game) == "Rat-3 Rat-4 Rat-4 Rat-5"


def test_strikes_the_leader_where_it_hurts() -> None:
    game = grasshopper(
        f"""
        hand-0: Spider-3*3
        clan-1-Carp: Carp-1*2
        clan-2-Bear: Bear-6*4
        clan-2-Rat: Rat-3
        {placing()}
        """,
        3,
    )
    play(game, "found:Spider", "[Spider-3 Spider-3 Spider-3]")
    assert decide(game) == "clan_of:s2:Bear"


def test_does_not_strike_itself_with_a_toad_that_it_can_decline() -> None:
    game = grasshopper(f"hand-0: Toad-3*2 Oni\n{placing()}")
    play(game, "found:Toad", "[Toad-3 Toad-3]")
    assert decide(game) == "decline"


@pytest.mark.parametrize("cards", ["Toad-3 Toad-3", "Toad-3 Toad-3 Toad-3"])
def test_weighs_its_own_yokai_that_a_toad_could_bring_back(cards: str) -> None:
    own = "clan-0-Rat: Rat-3*2 Kitsune Yurei"
    game = grasshopper(f"hand-0: Toad-3*3 Oni\n{own}\nclan-1-Bear: Bear-6*4\n{placing()}")
    play(game, "found:Toad", f"[{cards}]")
    assert decide(game).startswith(("card_of:s1:Bear", "clan_of:s1:Bear"))


def test_discards_what_it_can_do_without() -> None:
    game = grasshopper(f"hand-0: Bear-6*3 Ronin Monkey-1 Oni\n{placing()}")
    play(game, "place_nothing")
    assert decide(game) == "discard:Monkey-1"


def test_guards_a_clan_and_not_a_trifle() -> None:
    for cards, answer in (("Bear-6*3", "cancel"), ("Carp-1*2", "let_it")):
        name = cards.split("-")[0]
        game = grand(
            f"""
            hand-0: Spider-3*2
            clan-1-{name}: {cards}
            court-1: Imperial-Guard
            {placing()}
            """
        )
        face = cards.split("*")[0]
        play(game, "found:Spider", "[Spider-3 Spider-3]", f"card_of:s1:{name}:{face}")
        assert decide(game) == answer


LAST = "round = 3\npawns-0 = 4\ncourted = s0\nstep: wataah.place_pawns 0"


def sent_to_showdown(decoys: str) -> int:
    """How many of 4 pawns go to the Showdown when these three Decoys have been seen."""
    first, second, third = decoys.split()
    left = {"Dark-Shogun", "Gaijins", "Grugazor", "Ma-Maho", "Zombies"} - set(decoys.split())
    boss, box = sorted(left)
    zones = f"decoy-0: {first}\ndecoy-1: {second}\ndecoy-2: {third}\nboss: {boss}\nbox: {box}"
    game = grand(f"{zones}\n{LAST}")
    for number in range(3):
        game.world.show(game.world.layout.places[f"decoy-{number}"], 0, 1)
    answer = SlyBot(bytes(32)).decide(game.view(0))
    assert isinstance(answer, int)
    return TO_SHOWDOWN.of(answer) if TO_SHOWDOWN.fits(answer) else 0


def test_places_pawns_by_what_it_knows_of_the_boss() -> None:
    assert sent_to_showdown("Gaijins Grugazor Zombies") == 1  # Dark Shogun or Ma’ Maho
    assert sent_to_showdown("Dark-Shogun Ma-Maho Zombies") == 4  # Gaijins or Grugazor
    assert sent_to_showdown("Dark-Shogun Gaijins Grugazor") == 1  # Ma’ Maho or Zombies


def test_expects_the_mean_over_the_bosses_that_are_left() -> None:
    view = grand(LAST).view(0)
    assert expected_points(view, 0) == pytest.approx(-22)
    assert expected_points(view, 3) == pytest.approx(16)


def test_goes_to_the_court_for_a_card_while_there_is_one() -> None:
    game = grand("pawns-0 = 4\nround = 1\nstep: wataah.place_pawns 0")
    assert SlyBot(bytes(32)).decide(game.view(0)) == TO_COURT.option


def test_sends_nobody_to_a_court_without_cards() -> None:
    game = grand("option temple-court = off\npawns-0 = 4\nround = 1\nstep: wataah.place_pawns 0")
    assert SlyBot(bytes(32)).decide(game.view(0)) != TO_COURT.option


@pytest.mark.parametrize(("temple", "saved"), [("Paper-Wards", 4), ("Closed-Fist", 0)])
def test_knows_that_paper_wards_save_tengu_and_its_clan(temple: str, saved: int) -> None:
    """W10, W28: on the fourth place of a clan Tengu is saved, and Yurei beside it."""
    game = grand(f"hand-0: Tengu\nclan-0-Rat: Rat-3*2 Yurei\ntemple-0: {temple}\n{placing()}")
    worth = Worth(game.view(0))
    assert worth.yokai_power(TENGU, RAT, []) == saved - 4
