"""What may be chosen and why something may not come from one statement of the rule."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tatami.engine.flow import act, new, options, waiting
from tatami.engine.look import look
from tatami.engine.rules import Question
from tatami.engine.world import World
from tatami.games.wataah.rules import GAME


def verb_of(question: Question, option: int) -> str:
    """The question and verb of an option, in notation."""
    return f"{question.key} {question.decode(option)[0]}"


def play_on(w: World, dice: random.Random) -> None:
    """A random answer to the first thing asked."""
    at = waiting(w)[0]
    allowed = options(w, at)
    act(w, allowed[dice.randrange(len(allowed))], at)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("own", ["on", "off"])
def test_an_option_is_open_where_no_rule_is_against_it_and_only_there(seats: int, own: str) -> None:
    """W7 to W38: for everything that a question could ever offer, at every step of some games."""
    assert GAME.why_not is not None
    seen: Counter[str] = Counter()
    for seed in range(6):
        dice = random.Random(seed)
        opts = GAME.choose_settings({"turns": "40", "toad-own": own})
        w = new(GAME, seats, seed, opts, watched=True)
        while w.ask is not None:
            view = look(w, w.ask.seats[waiting(w)[0]])
            offer = view.offers[0]
            question = offer.question
            open_now = offer.items if offer.high else offer.options
            for option in range(question.size):
                why = GAME.why_not(view, question, option)
                spelled = f"{question.key} {question.spelled[option]}: {why!r}"
                assert (why is None) == (option in open_now), spelled
                seen[verb_of(question, option)] += why is not None
            play_on(w, dice)
    assert sum(1 for number in seen.values() if number) > 20
