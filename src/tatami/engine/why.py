"""Why an answer is refused, and what one would do: from what the seat may know, and no more.

The game gives its reasons from a view; without one, the clause of the question has to do.
"""

from __future__ import annotations

from tatami.engine.asking import Answer
from tatami.engine.errors import Foretold, Refusal, refuse
from tatami.engine.flow import goes_on
from tatami.engine.game import Game
from tatami.engine.look import look
from tatami.engine.move import Reply, clean
from tatami.engine.offer import Offer
from tatami.engine.question import Question
from tatami.engine.world import World


def cite(game: Game, question: Question) -> str:
    """The clause of a question; empty where it has none."""
    return f"{game.name}:{question.clause}" if question.clause else ""


def unasked(w: World, seat: int) -> Refusal:
    """The game's own reason why a seat is asked nothing, or that it is not its turn."""
    why = w.game.unasked
    reason = None if why is None else why(look(w, seat))
    return refuse("not_asked") if reason is None else reason


def forbidden(w: World, seat: int, offer: Offer, given: Answer) -> Refusal | None:
    """Why an answer to an offer is refused; None: it is not."""
    if isinstance(given, tuple):
        return None if _can_pick(offer, given) else _bad_pick(w, seat, offer, given)
    return None if given in offer.options else _why_not(w, seat, offer.question, given)


def _can_pick(offer: Offer, given: tuple[int, ...]) -> bool:
    if not offer.is_pick or not offer.low <= len(given) <= offer.high:
        return False
    left = list(offer.items)
    for item in given:
        if item not in left:
            return False
        left.remove(item)
    return True


def _bad_pick(w: World, seat: int, offer: Offer, given: tuple[int, ...]) -> Refusal:
    """Why a subset cannot be picked: its size, or the first thing that cannot be in it."""
    if not offer.is_pick:
        return refuse("wrong_type")
    if not offer.low <= len(given) <= offer.high:
        return _why_size(w, seat, offer.question, len(given))
    for item in given:
        if item not in offer.items:
            return _why_not(w, seat, offer.question, item)
    return refuse("illegal_option", cite(w.game, offer.question))


def _why_size(w: World, seat: int, question: Question, size: int) -> Refusal:
    """The game's own reason why so many cannot be picked, or the question's clause."""
    why = question.why_size
    reason = None if why is None else why(look(w, seat), size)
    return refuse("pick_size", cite(w.game, question)) if reason is None else reason


def _why_not(w: World, seat: int, question: Question, given: int) -> Refusal:
    """The game's own reason, from the seat's view alone, or the question's clause."""
    why = w.game.why_not
    if why is not None and 0 <= given < question.size:
        reason = why(look(w, seat), question, given)
        if reason is not None:
            return reason
    return refuse("illegal_option", cite(w.game, question))


# -- what if


def tried(w: World, seat: int, offer: Offer, answers: tuple[object, ...]) -> Reply:
    """Follow the answers through the open step of a copy, as long as it only asks."""
    for at, answer in enumerate(answers):
        given = clean(answer)
        if given is None or isinstance(given, tuple) != offer.is_pick:
            return refuse("wrong_type")
        refusal = forbidden(w, seat, offer, given)
        if refusal is not None:
            return refusal
        if at == len(answers) - 1:
            return _foretold(w, seat, offer, given)
        if not goes_on(w, given):
            break
        (offer,) = look(w, seat).offers
    return refuse("not_asked")


def _foretold(w: World, seat: int, offer: Offer, given: Answer) -> Foretold:
    """The game's own sentences, from the seat's view alone."""
    ahead = w.game.ahead
    told = [] if ahead is None else ahead(look(w, seat), offer.question, given)
    return Foretold(tuple(told))
