"""Night of the Ninja: why an answer is refused, from what the seat itself sees (N36)."""

from __future__ import annotations

from typing import Final

from tatami.engine.errors import Refusal
from tatami.engine.game import Question
from tatami.engine.view import View
from tatami.games.night.cards import REACTIONS, phase_of
from tatami.games.night.table import (
    ASSASSIN_AT,
    DIG_KEEP,
    DIG_PLAY,
    FIRST,
    FIRST_DEAD,
    JUDGE_AT,
    KEEP_FIRST,
    KEEP_SECOND,
    MASTER,
    MERCHANT_AT,
    MERCHANT_GIVE,
    MERCHANT_TAKE,
    PAIR,
    PAIR_MEMBERS,
    PHASE,
    PLAY,
    REACTION,
    REVEAL,
    SHIFT_TWO,
    THIEF_FROM,
    member_at,
)
from tatami.games.words import read_words

KILLS: Final = (JUDGE_AT, ASSASSIN_AT)


def why_not(view: View, question: Question, option: int) -> Refusal | None:
    """The clause that forbids an option, from what the seat sees."""
    if question in (KEEP_FIRST, KEEP_SECOND):
        return no("not_in_draft", "N4")
    if question in PLAY:
        return _not_played(view, PLAY.index(question), option)
    if question is REACTION:
        held = option in _held(view) and option not in REACTIONS
        return no("no_reaction" if held else "not_in_hand", "N19")
    if question is DIG_KEEP:
        return no("not_dug", "N18")
    if question is DIG_PLAY:
        return no("not_now" if option - 1 in _dug(view) else "not_kept", "N18")
    if question is MERCHANT_TAKE or question is MERCHANT_GIVE:
        return no("no_such_token", "N23")
    if question is THIEF_FROM:
        return no("no_such_player" if option > view.seats else "not_richer", "N22")
    if question is MASTER:
        return no("not_in_hand", "N28")
    return _not_aimed(view, question, option)


def unasked(view: View) -> Refusal | None:
    """N10, N28: the dead play nothing more, and reveal nothing; everybody sees who is dead."""
    mine = range(view.seat, _members(view), view.seats)
    if not all(view.count[FIRST_DEAD + member] for member in mine):
        return None
    return no("dead_at_reveal", "N28") if view.count[PHASE] == REVEAL else no("you_are_dead", "N10")


def _not_played(view: View, phase: int, face: int) -> Refusal:
    """N36: a card of another phase is not played; nobody learns that it was offered."""
    if face in _held(view) and phase_of(face) != phase:
        return no("out_of_phase", "N36")
    return no("not_in_hand", "N7")


def _not_aimed(view: View, question: Question, option: int) -> Refusal | None:
    """N13, N14, N35: why somebody cannot be the target."""
    whom = member_at(view.seats, option)
    if whom < 0:
        return no("no_such_player", "N13")
    me = view.stack[-1][1][0]
    if question is MERCHANT_AT and view.seats == PAIR:
        return no("other_player", "N35")
    if question is SHIFT_TWO:
        return no("two_players", "N13")
    if question in KILLS and whom != me and view.count[FIRST_DEAD + whom]:
        return no("dead_already", "N14")
    return no("not_yourself", "N13")


def _members(view: View) -> int:
    return PAIR_MEMBERS if view.seats == PAIR else view.seats


def _held(view: View) -> list[int]:
    """The Ninja cards in hand, of all the seat's members."""
    first = FIRST + 2 * _members(view)
    mine = range(view.seat, _members(view), view.seats)
    return [face for member in mine for face in view.zones[first + member]]


def _dug(view: View) -> tuple[int, ...]:
    """What the Grave Digger of this seat has kept."""
    return view.zones[FIRST + 4 * _members(view) + view.seats + view.seat]


def no(code: str, clause: str) -> Refusal:
    """A refusal of this game."""
    return Refusal(code, WORDS["refusal"][code], f"night:{clause}")


WORDS: Final = read_words("tatami.games.night")
