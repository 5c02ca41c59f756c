"""Ninjaaa'Tack: what signals mean to who has the sheet, and to who has watched (T6, T22)."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Seat, View
from tatami.engine.watch import UNSEEN, Remark
from tatami.games.tack.cards import (
    CLAN,
    CLANS,
    COPIES,
    GESTURE,
    MEANINGS,
    NUMBERS,
    PLAIN_WORDS,
    SIGNS,
    WORD,
    Clan,
    Counted,
    Sign,
    counted,
)
from tatami.games.tack.hands import held
from tatami.games.tack.told import GESTURED, SPOKEN
from tatami.games.tack.zones import (
    CAME,
    CODE,
    SHOWN,
    WITH_CODES,
    Pair,
    came_before_round,
    last_wolf,
    pair_of,
    partner_of,
    partner_with,
)

# -- what each sign means, and how to say it

SIGN_FOR: Final[dict[str, Sign]] = dict(zip(MEANINGS, SIGNS, strict=True))
"""By what it means."""
CLAN_MEANT: Final[dict[Sign, Clan]] = {SIGN_FOR[name]: CLAN.named(name) for name in CLANS}
NUMBER_MEANT: Final[dict[Sign, int]] = {SIGN_FOR[name]: NUMBERS[name] for name in NUMBERS}
SIGN_OF: Final[dict[Clan, Sign]] = {clan: sign for sign, clan in CLAN_MEANT.items()}
SIGN_OF_NUMBER: Final[dict[int, Sign]] = {number: sign for sign, number in NUMBER_MEANT.items()}
WORD_FOR: Final[dict[Sign, int]] = {
    sign: WORD.named(word) for sign, word in zip(SIGNS, PLAIN_WORDS, strict=True)
}
"""The word that says the same as a sign; *wait* and the like say what no sign can."""
SIGN_SAID: Final[dict[int, Sign]] = {word: sign for sign, word in WORD_FOR.items()}
MOST_SAID: Final = max(NUMBERS.values())
"""There is no sign for four: three is as good as all of a clan."""

UNKNOWN: Final = Sign(UNSEEN)
"""The sign of a gesture that one cannot read."""
NO_CARDS: Final = counted([])


def spelled(counts: Counted) -> list[Sign]:
    """A hand as signs: each clan, the strongest first, and its number where it is not one."""
    found: list[Sign] = []
    for number in range(COPIES, 0, -1):
        for clan in CLAN.all:
            if counts[clan] == number:
                found.append(SIGN_OF[clan])
                if number > 1:
                    found.append(SIGN_OF_NUMBER[min(number, MOST_SAID)])
    return found


def understood(signs: list[Sign]) -> Counted:
    """The hand that a row of signs tells of; what cannot be read tells nothing."""
    counts = NO_CARDS.copy()
    last: Clan | None = None
    for sign in signs:
        if sign in CLAN_MEANT:
            last = CLAN_MEANT[sign]
            counts[last] = max(1, counts[last])
        elif sign in NUMBER_MEANT and last is not None:
            counts[last] = NUMBER_MEANT[sign]
        else:
            last = None
    return counts


def own_sheet(view: View, pair: Pair) -> dict[int, Sign]:
    """What each gesture means on a sheet that one may see; empty where there is none for one."""
    signs = view.faces(CODE[pair]) if WITH_CODES.of(view) else ()
    return {} if UNKNOWN in signs or not signs else dict(zip(GESTURE.all, signs, strict=True))


def fresh(view: View) -> list[Remark]:
    """All that was said and signalled since the last cards came."""
    found: list[Remark] = []
    for remark in reversed(view.remarks):
        if remark.when != view.happened:
            break
        found.append(remark)
    found.reverse()
    return found


def word_of(remark: Remark) -> int:
    """T6: the word that was spoken."""
    (word,) = remark.args
    return word


def gesture_of(remark: Remark) -> int:
    """T6: the gesture that was made."""
    (gesture,) = remark.args
    return gesture


class Ears:
    """What one seat makes of the signals, with what it has learnt of others' sheets.

    It learns from gestures that it has noticed: whoever is made anew for every view learns nothing,
    since a view does not tell for which cards something was signalled.
    """

    def __init__(self) -> None:
        self.learnt: dict[Pair, dict[int, Sign]] = {}
        """By pair: what a gesture of theirs seems to mean."""
        self.noticed: dict[int, list[int]] = {}
        """The gestures of each seat, as far as noticed ..."""
        self.cards = 0
        """... for these cards: how often any had come."""

    # -- understanding

    def signs(self, view: View, seat: Seat) -> list[Sign]:
        """What a seat has signalled since the last cards came; words are plain to all."""
        code = self._code(view, seat)
        found: list[Sign] = []
        for remark in fresh(view):
            if remark.seat == seat:
                if remark.kind == SPOKEN and word_of(remark) in SIGN_SAID:
                    found.append(SIGN_SAID[word_of(remark)])
                elif remark.kind == GESTURED:
                    found.append(code.get(gesture_of(remark), UNKNOWN))
        return found

    def _code(self, view: View, seat: Seat) -> dict[int, Sign]:
        """What gestures of a seat mean, by one's own sheet or by what one has learnt."""
        other = partner_of(view, seat)
        if other is None:
            return {}
        pair = pair_of(view, seat, other)
        return own_sheet(view, pair) or self.learnt.get(pair, {})

    def hand_of(self, view: View, seat: Seat | None) -> Counted:
        """The hand that a seat has told of, as far as it can be read; empty where it is nobody."""
        if seat is None:
            return NO_CARDS.copy()
        if seat == view.seat:
            return held(view, seat)
        return understood(self.signs(view, seat))

    # -- learning

    def notice(self, view: View) -> None:
        """Remember who made which gestures, and for which cards."""
        self.noticed = {}
        self.cards = view.count[CAME]
        for remark in fresh(view):
            if remark.kind == GESTURED:
                self.noticed.setdefault(remark.seat, []).append(gesture_of(remark))

    def learn(self, view: View) -> None:
        """A round is over: whose hand was shown and who signalled it as spelled gave a sheet away.

        Gestures for cards that had moved on by then say nothing of those that were shown.
        """
        if self.cards != came_before_round(view):
            return
        for seat in view.everyone():
            gestures = self.noticed.get(seat, [])
            told = spelled(SHOWN.of(view, seat))
            other = partner_with(view, last_wolf(view), seat)
            if gestures and len(told) == len(gestures) and other is not None:
                known = self.learnt.setdefault(pair_of(view, seat, other), {})
                known.update(dict(zip(gestures, told, strict=True)))
