"""Ninjaaa'Tack: what signals mean to who has the sheet, and to who has watched (T6, T22)."""

from __future__ import annotations

from typing import Final

from tatami.engine.view import View
from tatami.engine.watch import Remark
from tatami.games.tack.cards import (
    FIRST_NUMBER,
    GESTURES,
    KINDS,
    MEANING,
    MEANINGS,
    NOW_AT,
    NUMBERS,
    counts_of,
)
from tatami.games.tack.table import (
    CODES,
    GESTURED,
    ON,
    PASS,
    SPOKEN,
    WOLF,
    code,
    hand,
    pair_of,
    partner_of,
    shown,
    unpacked,
)

UNKNOWN: Final = -1
PASS_EVENTS: Final = 3
"""T4: what happens in a pass: the cards move, and that is counted twice (T7)."""


def spelled(counts: list[int]) -> list[int]:
    """A hand as meanings: each clan, the strongest first, and its number where it is not one."""
    found: list[int] = []
    for number in range(len(NUMBERS) + 1, 0, -1):
        for clan in range(KINDS):
            if counts[clan] == number:
                found.append(clan)
                if number > 1:
                    found.append(FIRST_NUMBER + min(number, len(NUMBERS)) - 1)
    return found


def understood(meanings: list[int]) -> list[int]:
    """The hand that a row of meanings tells of; what cannot be read tells nothing."""
    counts = [0] * KINDS
    last = UNKNOWN
    for meaning in meanings:
        if 0 <= meaning < FIRST_NUMBER:
            counts[meaning] = max(1, counts[meaning])
            last = meaning
        elif FIRST_NUMBER <= meaning < NOW_AT and last >= 0:
            counts[last] = meaning - FIRST_NUMBER + 1
        else:
            last = UNKNOWN
    return counts


def partner(view: View, seat: int) -> int:
    """A player's partner in this round; -1 for the lone wolf."""
    return partner_of(view.seats, view.count[WOLF] - 1, seat)


def own_sheet(view: View, pair: int) -> list[int]:
    """What each gesture means on a sheet that one may see; nothing where one may not."""
    nothing = [UNKNOWN] * len(GESTURES)
    if view.opts[CODES] != ON:
        return nothing
    faces = view.zones[code(view.seats, pair)]
    return [face - MEANING if face >= 0 else UNKNOWN for face in faces]


def fresh(view: View) -> list[Remark]:
    """All that was said and signalled since the last cards came."""
    found: list[Remark] = []
    for at in range(len(view.remarks) - 1, -1, -1):
        if view.remarks[at].when != view.happened:
            break
        found.append(view.remarks[at])
    found.reverse()
    return found


class Ears:
    """What one seat makes of the signals, with what it has learnt of others' sheets.

    A bot that is made anew for every view knows of the last call only (see ``recall``).
    """

    def __init__(self) -> None:
        self.learnt: dict[int, dict[int, int]] = {}
        """By pair: what a gesture of theirs seems to mean."""
        self.last: dict[int, list[int]] = {}
        """The gestures of each seat since the last cards came."""
        self.cards_came = UNKNOWN

    # -- understanding

    def meanings(self, view: View, seat: int) -> list[int]:
        """What a seat has signalled since the last cards came; words are plain to all."""
        other = partner(view, seat)
        sheet = [UNKNOWN] * len(GESTURES)
        known: dict[int, int] = {}
        if other >= 0:
            pair = pair_of(view.seats, seat, other)
            sheet = own_sheet(view, pair)
            known = self.learnt.get(pair, {})
        found: list[int] = []
        for remark in fresh(view):
            if remark.seat == seat:
                if remark.kind == SPOKEN and remark.args[0] < len(MEANINGS):
                    found.append(remark.args[0])
                elif remark.kind == GESTURED:
                    at = remark.args[0]
                    found.append(sheet[at] if sheet[at] >= 0 else known.get(at, UNKNOWN))
        return found

    def hand_of(self, view: View, seat: int) -> list[int]:
        """The hand that a seat has told of, as far as it can be read."""
        if seat < 0:
            return [0] * KINDS
        if seat == view.seat:
            return counts_of(view.zones[hand(seat)])
        return understood(self.meanings(view, seat))

    # -- learning

    def notice(self, view: View) -> None:
        """Remember who made which gestures since the last cards came."""
        self.last = {}
        for remark in fresh(view):
            if remark.kind == GESTURED:
                self.last.setdefault(remark.seat, []).append(remark.args[0])
        self.cards_came = view.happened

    def recall(self, view: View) -> None:
        """Remember the gestures before the last call, from the view alone: of its last cards."""
        dealt = view.happened - PASS_EVENTS * view.count[PASS]
        before = [remark for remark in view.remarks if remark.when < dealt]
        self.last = {}
        for remark in before:
            if remark.when == before[-1].when and remark.kind == GESTURED:
                self.last.setdefault(remark.seat, []).append(remark.args[0])

    def learn(self, view: View, before: int) -> None:
        """A call has shown hands: who signalled as spelled gave the sheet away.

        ``before``: the lone wolf of the round that has ended, or -1.
        """
        for seat, gestures in self.last.items():
            held = view.count[shown(view.seats, seat)]
            other = partner_of(view.seats, before, seat)
            if held and other >= 0:
                told = spelled(unpacked(held))
                if len(told) == len(gestures):
                    known = self.learnt.setdefault(pair_of(view.seats, seat, other), {})
                    known.update(dict(zip(gestures, told, strict=True)))
        self.last = {}
