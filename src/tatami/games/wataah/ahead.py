"""What cards would trigger, told before they are placed, from what the seat sees alone."""

from __future__ import annotations

from typing import TypeAlias

from tatami.engine.rules import UNANSWERED, Answer, Face, Question, Saying, View
from tatami.games.wataah import asked, told
from tatami.games.wataah.cards import SMALL, Clan
from tatami.games.wataah.phases import being_placed
from tatami.games.wataah.powers import has_a_power, triggered
from tatami.games.wataah.zones import is_next_the_fourth

Said: TypeAlias = tuple[int, ...]
"""A sentence, and then what it speaks of."""


def said(sentence: Saying, *things: int) -> Said:
    """A sentence that speaks of these things."""
    return (sentence, *things)


def ahead(view: View, question: Question, answer: Answer) -> list[Said]:
    """W10, W20: the power that the last answer of placing triggers; whether it ends the round."""
    what = being_placed(view)
    if what is UNANSWERED:
        return []
    if asked.SUMMON.fits(what):
        return yokai_power(asked.SUMMON.of(what))
    if asked.REINFORCE.fits(what):
        added = asked.REINFORCE_CARD.picked(answer)
        return clan_power(view, asked.REINFORCE.of(what), len(added))
    clan, ronin = asked.new_clan_of(what)
    real = asked.NEW_CLAN_CARD.picked(answer)
    return clan_power(view, clan, ronin + len(real)) + end_of_round(view)


def clan_power(view: View, clan: Clan, cards: int) -> list[Said]:
    """W10: the small or the big power of a clan, or none."""
    size = triggered(view, clan, cards)
    if size is None:
        return [said(told.WILL_BE_NOTHING)]
    return [said(told.WILL_BE_SMALL if size == SMALL else told.WILL_BE_BIG, clan)]


def yokai_power(face: Face) -> list[Said]:
    """W10: a Yokai triggers its own power, where it has one."""
    return [said(told.WILL_BE_YOKAI, face) if has_a_power(face) else said(told.WILL_BE_NOTHING)]


def end_of_round(view: View) -> list[Said]:
    """W20: the fourth clan ends the round."""
    return [said(told.WILL_END)] if is_next_the_fourth(view, view.seat) else []
