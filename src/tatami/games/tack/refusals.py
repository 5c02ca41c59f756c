"""Ninjaaa'Tack: why an answer is refused, from what the seat itself sees."""

from __future__ import annotations

from typing import Final

from tatami.engine.errors import Refusal
from tatami.engine.game import Question
from tatami.engine.view import View
from tatami.games.tack.cards import KINDS, TOKEN
from tatami.games.tack.table import LOSE, PASS_ON, SWAP, THROW_WHAT, owner_of, owners, purse
from tatami.games.words import read_words


def why_not(view: View, question: Question, option: int) -> Refusal | None:
    """The clause that forbids an option, from what the seat sees."""
    if question is PASS_ON:
        return no("not_in_hand", "T4")
    if question is LOSE:
        return _no_such_token(view, "T10")
    if question is THROW_WHAT:
        mine = view.zones[purse(view.seats, owner_of(view.seats, view.seat))]
        one = option - 1 + TOKEN in mine
        return no("only_one", "T13") if one else _no_such_token(view, "T13")
    return _not_swapped(view, option) if question is SWAP else None


def _no_such_token(view: View, clause: str) -> Refusal:
    """T10, T13: the team has none; T19: with odd numbers the player has none."""
    return no("not_yours", "T19") if view.seats % 2 else no("no_such_token", clause)


def _not_swapped(view: View, option: int) -> Refusal:
    """T14: why a token cannot be taken."""
    owner = (option - 1) // KINDS
    if owner >= owners(view.seats):
        return no("no_such_player", "T14")
    if owner == owner_of(view.seats, view.seat):
        return no("your_own", "T14")
    return no("not_theirs", "T14")


def no(code: str, clause: str) -> Refusal:
    """A refusal of this game."""
    return Refusal(code, WORDS["refusal"][code], f"tack:{clause}")


WORDS: Final = read_words("tatami.games.tack")
