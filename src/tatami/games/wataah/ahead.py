"""What cards would trigger, told before they are placed, from what the seat sees alone."""

from __future__ import annotations

from tatami.engine.game import Answer, Question
from tatami.engine.view import View
from tatami.games.wataah import book
from tatami.games.wataah.cards import BEAR, FACES, FIRST_YOKAI
from tatami.games.wataah.eyes import Eyes
from tatami.games.wataah.placing import is_big, ronin_and_clan
from tatami.games.wataah.table import EDICT, FULL


def ahead(view: View, question: Question, answer: Answer) -> list[tuple[int, ...]]:
    """W10, W20: the power that the last answer of placing triggers; whether it ends the round."""
    _, _, got = view.stack[-1]
    what = got[0] if got else None
    if not isinstance(what, int):
        return []
    if question is book.SUMMON_ON:
        return [_yokai(FIRST_YOKAI + what - book.SUMMON)]
    if not isinstance(answer, tuple):
        return []
    if question is book.REINFORCE_CARDS:
        return [_power(view, what - book.REINFORCE, len(answer))]
    if question is book.FOUND_CARDS:
        ronin, clan = ronin_and_clan(what)
        return [_power(view, clan, ronin + len(answer)), *_end(view)]
    return []


def _power(view: View, clan: int, cards: int) -> tuple[int, ...]:
    """W10: the small or the big power of a clan; none for one card, or for the Bear."""
    if cards < 2 or clan == BEAR:
        return (book.WILL_BE_NOTHING,)
    big = is_big(cards, view.count[EDICT])
    return (book.WILL_BE_BIG if big else book.WILL_BE_SMALL, clan)


def _yokai(face: int) -> tuple[int, ...]:
    """W10: a Yokai triggers its own power; the Oni has none."""
    if FACES[face] == "Oni":
        return (book.WILL_BE_NOTHING,)
    return (book.WILL_BE_YOKAI, face)


def _end(view: View) -> list[tuple[int, ...]]:
    """W20: the fourth clan ends the round."""
    eyes = Eyes(view)
    return [(book.WILL_END,)] if len(eyes.places(eyes.me)) == FULL - 1 else []
