"""What was said in this round of Night of the Ninja, as far as a bot's view tells.

A view tells when something was said, by what had happened before, but not when the round began. So
a bot knows a round by its own words: it begins each with its first words, and says them at no
other time.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.view import LAST_REMARKS, View
from tatami.engine.watch import Remark
from tatami.games.night.claims import AM, BELIEVE, SPARE_THEM
from tatami.games.night.draft import keep_first
from tatami.games.night.zones import ROUND

FOR_A_FRIEND: Final = (BELIEVE, SPARE_THEM)
"""A word for somebody, which may come just before one says who one is."""
FIRST_WORDS: Final = (AM, *FOR_A_FRIEND)
"""What a bot may begin a round with; it says these at no other time."""


def mine(view: View) -> list[Remark]:
    """What this seat has said, as far as the view recalls."""
    return [one for one in view.remarks if one.seat == view.seat]


def just_said(view: View) -> list[Remark]:
    """What all have said since something last happened."""
    return [one for one in view.remarks if one.when == view.happened]


def heard(view: View) -> list[Remark]:
    """What was said in this round: from the moment of one's own first word in it."""
    since: int | None = None
    is_open = False
    for one in mine(view):
        if one.kind in FIRST_WORDS:
            since = since if is_open else one.when
            is_open = one.kind != AM
    return [] if since is None else [one for one in view.remarks if one.when >= since]


def has_opened(view: View) -> bool:
    """Whether one has said who one is in this round: once a round, as far as one recalls.

    After much talk the first claims are forgotten. Then a round is opened in its first draft, in
    which all that is said is said at the same moment.
    """
    claims = [one for one in mine(view) if one.kind == AM]
    if len(view.remarks) < LAST_REMARKS:
        return len(claims) >= view.count[ROUND]
    if view.is_at(keep_first):
        return bool(claims) and claims[-1].when == view.remarks[-1].when
    return bool(claims)


def has_begun(view: View) -> bool:
    """Whether one has just begun this round with a word for a friend: one thing at a time."""
    return any(one.seat == view.seat and one.kind in FOR_A_FRIEND for one in just_said(view))
