"""Who plays a playout on plans a turn once, and again where that no longer fits."""

from __future__ import annotations

from collections import Counter

from tatami.bots.arena import key_for
from tatami.engine.ids import Option
from tatami.engine.referee import Referee
from tatami.games.clans import GAME
from tatami.games.clans.asked import DEPLOY_TO, FIRST_CARD, MOVE_TO, NINJA_AT, SECOND, TARGET
from tatami.games.clans.bot import SteadyBot
from tatami.games.clans.glance import QUICK, GlanceBot
from tatami.games.clans.zones import DECK

KEY = b"g" * 32


def game(number: int) -> tuple[Referee, list[GlanceBot]]:
    return Referee(GAME, 4, key_for(31, number, "deal")), [GlanceBot(KEY) for _ in range(4)]


def answer(referee: Referee, bot: GlanceBot, other: bool = False) -> None:
    """As the bot has it; or as a whim, with the first option that is another one."""
    view = referee.view(referee.waiting()[0])
    chosen = bot.decide(view)
    if other:
        chosen = next(one for one in view.offers[0].options if one != chosen)
    assert referee.act(chosen, view.seat, referee.asks(view.seat)[0][0])


def test_what_was_planned_is_answered_and_games_end() -> None:
    planned: Counter[str] = Counter()
    for number in range(3):
        referee, bots = game(number)
        while not referee.over:
            seat = referee.waiting()[0]
            view = referee.view(seat)
            question, plan = view.offers[0].question, dict(bots[seat]._plan)
            fits = bots[seat]._deck == view.size(DECK) and question in plan
            if fits and plan[question] in view.offers[0].options:
                planned[question.key] += 1
                assert bots[seat].decide(view) == plan[question]
                bots[seat]._plan = plan
            answer(referee, bots[seat])
    assert {*planned} == {one.key for one in (DEPLOY_TO, NINJA_AT, SECOND, MOVE_TO, TARGET)}


def test_the_target_is_the_one_for_which_the_attacker_was_chosen() -> None:
    met = 0
    referee, bots = game(4)
    while not referee.over:
        seat = referee.waiting()[0]
        view = referee.view(seat)
        if view.offers[0].question is TARGET:
            met += 1
            assert GlanceBot(KEY).decide(view) == SteadyBot(KEY, QUICK).decide(view)
            assert bots[seat].decide(view) == SteadyBot(KEY, QUICK).decide(view)
        answer(referee, bots[seat])
    assert met > 3


def test_after_a_whim_it_answers_what_fits() -> None:
    """A whim plays another card: where it goes was never planned, and is now thought about."""
    met = 0
    referee, bots = game(5)
    while not referee.over:
        seat = referee.waiting()[0]
        view = referee.view(seat)
        offer = view.offers[0]
        if offer.question is FIRST_CARD and len(offer.options) > 1:
            answer(referee, bots[seat], other=True)
            after = referee.view(referee.waiting()[0])
            if after.seat == seat and after.offers[0].question not in bots[seat]._plan:
                met += 1
                assert bots[seat].decide(after) == GlanceBot(KEY).decide(after)
        else:
            answer(referee, bots[seat])
    assert met


def test_a_plan_is_for_one_turn() -> None:
    referee, bots = game(6)
    while referee.view(0).offers == ():
        answer(referee, bots[referee.waiting()[0]])
    bot = bots[0]
    answer(referee, bot)
    bot._plan[SECOND] = bot._plan.get(SECOND, next(iter(bot._plan.values())))
    left = dict(bot._plan)
    while not referee.view(0).offers or referee.view(0).offers[0].question is not FIRST_CARD:
        seat = referee.waiting()[0]
        answer(referee, bots[seat] if seat else GlanceBot(KEY))
    bot._plan = {**left, FIRST_CARD: Option(referee.view(0).offers[0].options[0])}
    assert bot.decide(referee.view(0)) == GlanceBot(KEY).decide(referee.view(0))
