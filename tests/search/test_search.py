"""A search is honest, the same for the same key, and right where it can be reckoned."""

from __future__ import annotations

import ast
import json
from itertools import islice, permutations
from pathlib import Path

import pytest

from examples import letters
from tatami.bots.base import RandomBot
from tatami.bots.playout import playout
from tatami.engine.asking import Answer
from tatami.engine.dice import Dice
from tatami.engine.errors import EngineFault
from tatami.engine.flow import act, options
from tatami.engine.ids import Zone
from tatami.engine.look import glimpse, look
from tatami.engine.notation import draw
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.clans.cards import CLAN, TROOP
from tatami.games.clans.zones import HAND
from tatami.games.guide import Belief, Guide
from tatami.search import Budget, Finding, search
from tatami.search.bot import AtLevel, Styled, hurry, repeat, simulations
from tatami.search.candidates import whole_picks
from tatami.search.dream import Dreams, hidden_cards, imagined, lean, part_of_key
from tatami.search.improve import Trials, best_of
from tatami.search.rewards import worth
from tests.search.positions import IDS, TABLES, decisions, listing, twin_view

KEY = b"k" * 32
ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tatami" / "search"
SIMULATIONS = 12
WORLDS = 400
"""Enough of them for a mean."""
SCALES = {"clans": 2, "grasshopper": 5, "grand-master": 3, "night": 3}
"""A lead in points that is much."""


def told(finding: Finding) -> str:
    return json.dumps(finding.data(), sort_keys=True)


def found(name: str, view: View, key: bytes = KEY, budget: Budget | None = None) -> Finding:
    return search(view, listing(name).guide, key, budget or Budget(SIMULATIONS))


# -- what an end is worth


@pytest.mark.parametrize(("name", "seats", "chosen"), [one for one in TABLES if one[0] != "tack"])
def test_an_end_is_worth_half_the_victory_and_half_the_lead(
    name: str, seats: int, chosen: dict[str, str]
) -> None:
    """By the points that the game declares, on the scale of its guide; else the victory alone."""
    game, guide = listing(name).game, listing(name).guide
    referee = game.new(seats, 6, **chosen)
    playout(referee.world, 1)
    w, points = referee.world, referee.scores()
    assert w.over
    assert (points == []) == (name == "letters")
    for seat, found in enumerate(worth(guide, w)):
        won = (seat in w.winners()) / len(w.winners())
        lead = points[seat] - max(points[:seat] + points[seat + 1 :]) if points else 0
        share = 0.5 + 0.5 * lead / (SCALES.get(chosen.get("mode", name), 1) + abs(lead))
        assert found == pytest.approx(0.5 * won + 0.5 * share if points else won)


# -- honesty


def test_a_search_imports_nothing_that_holds_the_truth() -> None:
    names: set[str] = set()
    for source in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names |= {f"{node.module}.{one.name}" for one in node.names}
    assert "tatami.engine.view.View" in names
    held = ("tatami.engine.referee", "tatami.engine.watch", "tatami.engine.look.look")
    assert [name for name in names if name.startswith(held)] == []


@pytest.mark.parametrize(("name", "seats", "chosen"), TABLES, ids=IDS)
def test_deals_that_a_seat_cannot_tell_apart_are_searched_alike(
    name: str, seats: int, chosen: dict[str, str]
) -> None:
    compared = 0
    for referee, view in decisions(name, seats, chosen, 3, 2 if name == "letters" else 9):
        other = twin_view(view, 77)
        if other is None:
            continue
        one = found(name, view)
        assert told(one) == told(found(name, other))
        assert one.answer == found(name, other).answer
        assert referee.copy().act(one.answer, view.seat, referee.asks(view.seat)[0][0])
        compared += 1
        if compared == 3:
            return
    raise AssertionError(f"only {compared} positions had a twin")


@pytest.mark.parametrize(("name", "seats", "chosen"), TABLES, ids=IDS)
def test_levels_answer_alike_in_deals_that_they_cannot_tell_apart(
    name: str, seats: int, chosen: dict[str, str]
) -> None:
    ladder = listing(name).ladder
    quick = [level._replace(simulations=min(level.simulations, 8)) for level in ladder]
    for _, view in islice(decisions(name, seats, chosen, 5, 7), 2):
        other = twin_view(view, 78)
        assert other is not None
        for level in quick:
            make = AtLevel(level, listing(name).guide)
            assert make(KEY).decide(view) == make(KEY).decide(other), level.name


def test_a_world_that_is_watched_is_not_glimpsed_at() -> None:
    referee = Referee(letters.GAME, 2, 1)
    with pytest.raises(EngineFault):
        glimpse(referee.world, 0)


# -- the same for the same key


def test_another_key_imagines_other_worlds() -> None:
    _, view = next(decisions("clans", 3, {}, 4, 11))
    assert told(found("clans", view)) == told(found("clans", view))
    assert found("clans", view).beliefs != found("clans", view, b"other" * 7).beliefs


# -- the budget


class Ticking:
    """A clock that goes on by one whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.mark.parametrize("reads", [600, 1000, 1601])
def test_a_search_stops_in_a_batch_and_can_be_repeated(reads: int) -> None:
    _, view = next(decisions("wataah", 2, {"mode": "grasshopper"}, 4, 11))
    stopped = found("wataah", view, budget=Budget(400, seconds=float(reads), clock=Ticking()))
    assert 0 < stopped.done < stopped.planned == 400
    batches = stopped.worlds
    assert {one.visits for one in stopped.options} == {batches}, "each of every option"
    assert stopped.done == batches * len(stopped.options), "and no part of one"
    again = found("wataah", view, budget=Budget(400, stop=stopped.done))
    assert told(again) == told(stopped)


class Costly(RandomBot):
    """A bot each of whose answers takes as long as the others."""

    def __init__(self, key: bytes, clock: Costs) -> None:
        super().__init__(key)
        self.clock = clock

    def decide(self, view: View) -> Answer:
        self.clock.now += 1.0
        return super().decide(view)


class Costs:
    """A clock that stands still but for what takes time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("seconds", [3.5, 17.5, 40.5])
def test_a_search_is_never_late_by_more_than_an_answer_of_one_bot(seconds: float) -> None:
    _, view = next(decisions("clans", 3, {}, 4, 11))
    known, clock = listing("clans").guide, Costs()
    guide = Guide(lambda key: Costly(key, clock), until=known.until, evaluate=known.evaluate)
    stopped = search(view, guide, KEY, Budget(400, seconds, clock=clock))
    assert seconds < clock.now < seconds + 1
    assert (stopped.done > 0) == (seconds > 30)


def test_a_batch_that_time_cuts_off_between_two_playouts_does_not_count() -> None:
    view, clock = ending(ENDING, GONE), Ticking()

    def light(w: World, seed: int) -> list[float]:
        clock.now += 10.0
        return [0.5, 0.5]

    stopped = search(view, Guide(light=light), KEY, Budget(40, 28.0, clock=clock))
    assert [one.visits for one in stopped.options] == [1, 1], "two were tried, and one again"
    assert stopped.worlds == 1


def test_a_search_that_had_no_time_for_a_batch_can_be_repeated_too() -> None:
    _, view = next(decisions("clans", 3, {}, 4, 11))
    nothing = found("clans", view, budget=Budget(100, seconds=2.0, clock=Ticking()))
    assert nothing.done == 0
    assert told(found("clans", view, budget=Budget(100, stop=0))) == told(nothing)


@pytest.mark.parametrize("seconds", [3.0, 40.0, 200.0, 333.0, 900.0])
@pytest.mark.parametrize("dear", [1, 3])
def test_a_search_plans_what_its_time_holds_and_can_be_repeated(seconds: float, dear: int) -> None:
    """Some simulations take ``dear`` times as long as the others; it is halved all the same."""
    every = (view for _, view in decisions("clans", 3, {}, 4, 1))
    view = next(view for view in every if len(view.offers[0].options) >= 4)
    clock = Costs()

    def light(w: World, seed: int) -> list[float]:
        clock.now += dear if seed % 4 == 0 else 1
        return [seed % 97 / 97.0] * w.seats

    guide = Guide(light=light)
    timed = search(view, guide, KEY, Budget(12, seconds, clock=clock, most=400))
    assert timed.done <= timed.planned <= max(400, len(timed.options) * 5)
    assert clock.now <= seconds + dear
    if seconds >= 200:
        assert timed.done > 0.75 * min(seconds / (1 + (dear - 1) / 4), 400)
        assert timed.options[0].visits > 2 * timed.options[-1].visits
    again = search(view, guide, KEY, Budget(timed.planned, stop=timed.done))
    assert told(again) == told(timed)
    if timed.done > 0.95 * timed.planned:
        assert search(view, guide, KEY, Budget(timed.planned)).done == timed.done


def test_a_search_that_may_do_no_more_than_without_a_clock_plans_that() -> None:
    _, view = next(decisions("clans", 3, {}, 4, 11))
    assert found("clans", view, budget=Budget(30, seconds=1e6)).planned == 30
    assert found("clans", view, budget=Budget(30, seconds=1e6, most=60)).planned == 60
    assert found("clans", view, budget=Budget(30, most=60)).planned == 30


def test_a_search_without_any_time_answers_as_the_bot() -> None:
    _, view = next(decisions("clans", 3, {}, 4, 11))
    nothing = found("clans", view, budget=Budget(100, seconds=1.0, clock=Ticking()))
    assert nothing.done == 0
    assert nothing.answer == nothing.base


def test_as_many_simulations_are_done_as_were_planned_or_a_batch_less() -> None:
    for name, seats, chosen in TABLES:
        _, view = next(decisions(name, seats, chosen, 4, 11))
        done = found(name, view, budget=Budget(40))
        assert done.done == sum(one.visits for one in done.options)
        assert done.done <= max(40, 3 * len(done.options))


# -- right where it can be reckoned


def ending(position: str, rest: str = "deck") -> View:
    text = f"letters, 2 seats\n{position}\nrest: {rest}\nstep: letters.turn 0"
    world = draw(letters.GAME, f"{text}\nstep: letters.play 0", 1)
    return Referee(letters.GAME, 2, 1, world.opts, world).view(0)


ENDING = "hand-0: Spy Lookout\nhand-1: Heir\ndeck: Rival Thief Monk"
GONE = "gone"


def deals(view: View) -> list[World]:
    """Every deal of the hidden cards, each as often as there are ways to it."""
    first = view.imagine(1)
    cards = [card for zone in hidden_cards(view, first).values() for card in zone]
    faces = [first.face[card] for card in cards]
    worlds: list[World] = []
    for order in permutations(faces):
        world = first.copy()
        for card, face in zip(cards, order, strict=True):
            world.face[card] = face
        worlds.append(world)
    return worlds


def value(w: World) -> float:
    """What a position is worth to the first seat where everybody answers at random."""
    if w.over:
        winners = w.winners()
        return 1 / len(winners) if 0 in winners else 0.0
    total = 0.0
    allowed = options(w)
    for option in allowed:
        twin = w.copy()
        act(twin, option)
        total += value(twin)
    return total / len(allowed)


def test_the_values_of_a_small_ending_are_those_that_brute_force_finds() -> None:
    view = ending(ENDING, GONE)
    exact: dict[int, float] = {}
    every = deals(view)
    for option in view.offers[0].options:
        total = 0.0
        for world in every:
            twin = world.copy()
            act(twin, option)
            total += value(twin)
        exact[option] = total / len(every)
    result = search(view, Guide(), KEY, Budget(6000))
    assert len(exact) == 2
    assert abs(exact[result.options[0].answer] - exact[result.options[1].answer]) > 0.02
    for one in result.options:
        assert isinstance(one.answer, int)
        assert one.visits == 3000
        assert one.mean == pytest.approx(exact[one.answer], abs=0.035)
    assert result.answer == max(exact, key=lambda option: exact[option])


def test_the_beliefs_are_the_shares_of_the_deals() -> None:
    view = ending(ENDING, GONE)
    held = search(view, Guide(), KEY, Budget(3000)).beliefs["hand-1"]
    assert held == {name: pytest.approx(0.25, abs=0.05) for name in held}
    assert sorted(held) == ["Heir", "Monk", "Rival", "Thief"]


def test_a_belief_shifts_the_worlds_by_its_weight() -> None:
    view = ending(ENDING, GONE)

    def weight(w: World) -> float:
        return 9.0 if w.has(letters.HAND[1], letters.HEIR) else 1.0

    guide = Guide(beliefs=lambda _: Belief([letters.HAND[1]], weight))
    dreams = Dreams(view, guide, KEY)
    heirs = sum(dreams.world(n).has(letters.HAND[1], letters.HEIR) for n in range(1200))
    assert heirs / 1200 == pytest.approx(9 / 12, abs=0.05)


@pytest.mark.parametrize("most", [1, 2, 9])
def test_a_belief_that_prefers_nothing_changes_nothing_whatever_the_bars(most: int) -> None:
    """Not even how often a face lies where at most so many of it can lie."""
    _, view = next(decisions("clans", 3, {}, 4, 11))
    zone = next(HAND[seat] for seat in view.everyone() if seat != view.seat)
    groups, ghosts, _, tale = view.facts
    view.facts = (groups, ghosts, ((zone, (TROOP[CLAN.all[0]],), most),), tale)
    drawn = [counted(view, zone, number, leans=False) for number in range(WORLDS)]
    leant = [counted(view, zone, number, leans=True) for number in range(WORLDS)]
    assert max(leant) == max(drawn) <= most
    assert sum(leant) / WORLDS == pytest.approx(sum(drawn) / WORLDS, abs=0.08)
    assert leant != drawn


def counted(view: View, zone: int, number: int, leans: bool) -> int:
    """How many troops of the first clan lie in a place in an imagined world."""
    world = imagined(view, part_of_key(KEY, "world", number))
    if leans:
        lean(view, world, Belief([Zone(zone)], lambda _: 1.0), Dice(part_of_key(KEY, "l", number)))
    return world.faces(Zone(zone)).count(TROOP[CLAN.all[0]])


@pytest.mark.parametrize(("name", "seats", "chosen"), TABLES[3:5], ids=IDS[3:5])
def test_a_world_that_is_believed_in_is_one_that_the_view_allows(
    name: str, seats: int, chosen: dict[str, str]
) -> None:
    for number, (_, view) in enumerate(decisions(name, seats, chosen, 6, 13)):
        world = Dreams(view, listing(name).guide, KEY).world(1)
        blank = look(view.imagine(1, watched=True), view.seat)
        seen = glimpse(world, view.seat)
        assert (seen.count, seen.offers[0].key()) == (blank.count, view.offers[0].key())
        assert [sorted(z) for z in seen.zones] == [sorted(z) for z in _unremembered(world, view)]
        if number == 4:
            return


def _unremembered(w: World, view: View) -> list[tuple[int, ...]]:
    """What a view shows, without what is only remembered of foreign hands."""
    bit = 1 << view.seat
    foreign = [w.layout.hand[z] and not w.layout.sight[z] & bit for z in range(len(view.zones))]
    return [(-1,) * len(z) if foreign[at] else z for at, z in enumerate(view.zones)]


# -- how it chooses


def trials(rewards: list[list[float]]) -> Trials:
    view = ending(ENDING, GONE)
    made = Trials(view, Guide(), KEY, [*range(len(rewards))])
    made.rewards = rewards
    return made


def test_the_bot_is_overruled_only_beyond_the_error() -> None:
    unsure = trials([[0.5, 0.5, 0.5, 0.5], [0.0, 1.0, 0.2, 0.9]])
    assert unsure.compared(1, 0)[0] > 0
    assert best_of(unsure, 0) == 0
    assert best_of(trials([[0.1, 0.2, 0.1, 0.2], [0.5, 0.7, 0.6, 0.6]]), 0) == 1
    assert best_of(trials([[0.1, 0.2], [0.9, 0.9]]), 0) == 0, "twice is not often enough"
    assert best_of(unsure, None) == 1, "without a bot the best is the best"


def test_whole_picks_are_weighed_all_or_near_the_bots_own() -> None:
    _, view = next(
        (referee, view)
        for referee, view in decisions("wataah", 2, {"mode": "grasshopper"}, 2, 1)
        if view.offers[0].high and not view.offers[0].picked
    )
    offer = view.offers[0]
    base = tuple(offer.items[: offer.low])
    picks = whole_picks(offer, base)
    assert picks[0] == base
    assert len(set(picks)) == len(picks) > 1
    for pick in picks:
        assert offer.low <= len(pick) <= offer.high
        assert all(pick.count(card) <= offer.items.count(card) for card in pick)
        assert list(pick) == sorted(pick)


# -- bots


def test_a_game_of_a_designer_has_a_bot_that_searches_without_any_code() -> None:
    from tatami.bots.arena import play_one

    game = listing("letters")
    assert game.levels == ["random", "seeker"]
    names = ["seeker", "random", "random"]
    wins = 0.0
    for number in range(30):
        result = play_one(game.game, (), game.bots, names, 1, number)
        mine = number % 3
        wins += mine in result.winners and 1 / len(result.winners)
    assert wins / 30 > 0.5, "a third is chance"


@pytest.mark.parametrize("name", ["clans", "wataah", "night", "tack"])
def test_the_master_searches_for_as_long_as_it_may_and_others_do_not(name: str) -> None:
    ladder = listing(name).ladder
    assert [level.name for level in ladder if level.most] == [ladder[-1].name]
    assert ladder[-1].most > 10 * ladder[-1].simulations


def test_what_a_bot_found_in_its_time_is_found_again_by_its_numbers() -> None:
    level = listing("wataah").ladder[-1]
    make = AtLevel(level, listing("wataah").guide)
    _, view = next(decisions("wataah", 2, {"mode": "grasshopper"}, 4, 11))
    bot, other = make(KEY), make(KEY)
    hurry(bot, 0.1)
    answer = bot.decide(view)
    repeat(other, *simulations(bot))
    assert other.decide(view) == answer
    assert simulations(other) == simulations(bot)


def test_a_bot_can_be_hurried() -> None:
    make = AtLevel(listing("clans").ladder[-1], listing("clans").guide)
    bot = make(KEY)
    assert isinstance(bot, Styled)
    _, view = next(decisions("clans", 3, {}, 4, 11))
    hurry(bot, 1e-9)
    assert bot.decide(view) == bot.plays.decide(view)
    assert bot.last is not None
    assert bot.last.done == 0


@pytest.mark.parametrize("name", ["clans", "wataah", "night", "tack"])
def test_every_game_has_four_levels_and_keeps_its_old_names(name: str) -> None:
    old = {"clans": "steady", "wataah": "sly", "night": "wary", "tack": "swift"}
    found = listing(name)
    assert len(found.levels) == 4
    assert old[name] in found.bots
    assert found.ladder[-1].simulations
    assert not found.ladder[0].simulations
    assert found.instead_of(found.levels[-1]) == found.ready
    assert found.instead_of(found.levels[0]) == ""
