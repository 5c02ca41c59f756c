"""What the sizes of groups and places prove: bounds that are drawn closer until they stay.

Only groups whose numbers are not all known are gone through; the others take up a known part of the
room, and that is all they have to say.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.facts import Bar
from tatami.engine.groups import Group

ROUNDS: Final = 64
"""How often the bounds are gone through at most: stopping early only leaves them wider."""


class Sums:
    """Of one place: the room for groups whose numbers are unknown, and the sums of their bounds."""

    __slots__ = ("high", "low", "room")

    def __init__(self, room: int) -> None:
        self.room = room
        self.low = 0
        self.high = 0


def squeeze(
    groups: list[Group], ghosts: list[tuple[int, int]], bars: list[Bar], room: dict[int, int]
) -> None:
    """Narrow all bounds until they stay."""
    loose, left = parted(groups, room)
    _bound_by_faces(loose, dict(ghosts))
    if bars:
        _bound_by_bars(loose, bars)
    places = _added_up(loose, left)
    for _ in range(ROUNDS):
        changed = False
        for group in loose:
            if _squeeze_one(group, places):
                changed = True
        if not changed:
            return


def _added_up(loose: list[Group], left: dict[int, int]) -> dict[int, Sums]:
    """The sums of the bounds, place by place."""
    places: dict[int, Sums] = {}
    for group in loose:
        for place, least in group.low.items():
            at = places.get(place)
            if at is None:
                at = places[place] = Sums(left.get(place, 0))
            at.low += least
            at.high += group.high[place]
    return places


def _bound_by_faces(groups: list[Group], ghosts: dict[int, int]) -> None:
    """A ghost takes no more from a group than it has of that face."""
    for group in groups:
        for place in list(group.high):
            if place < 0:
                copies = group.faces.get(ghosts[place], 0)
                if group.high[place] > copies:
                    group.bound(place, group.low[place], copies)


def _bound_by_bars(groups: list[Group], bars: list[Bar]) -> None:
    """No more of a group lie in a place than a bar of it allows, the lightest first."""
    for zone, faces, most in bars:
        for group in groups:
            if zone in group.high:
                fitting = _fitting(group.weights(faces), most)
                if fitting < group.high[zone]:
                    group.bound(zone, group.low[zone], fitting)


def _fitting(weights: list[int], most: int) -> int:
    """How many cards, the lightest first, count no more than ``most`` together."""
    found = 0
    for weight in weights:
        most -= weight
        if most < 0:
            return found
        found += 1
    return found


def parted(groups: list[Group], room: dict[int, int]) -> tuple[list[Group], dict[int, int]]:
    """The groups whose numbers are not all known, and the room that the others leave to them."""
    loose: list[Group] = []
    left = dict(room)
    for group in groups:
        if group.low == group.high:
            for place, number in group.low.items():
                left[place] = left.get(place, 0) - number
        else:
            loose.append(group)
    return loose, left


def _squeeze_one(group: Group, places: dict[int, Sums]) -> bool:
    """Narrow the bounds of one group, given the sums over all groups for each place.

    Mostly there is nothing to narrow, and that is found without a copy of anything: no bounds lie
    further apart than what the rest of the group, and the others there, leave open.
    """
    spare = short = group.total
    for number in group.low.values():
        spare -= number
    for number in group.high.values():
        short -= number
    open_to_it = min(spare, -short)
    for place, low in group.low.items():
        apart = group.high[place] - low
        if apart:
            at = places[place]
            if apart > open_to_it or apart > at.room - at.low or apart > at.high - at.room:
                _narrow_one(group, places, spare, short)
                return True
    return False


def _narrow_one(group: Group, places: dict[int, Sums], spare: int, short: int) -> None:
    """The same where some bound is too wide; what becomes of one counts for the next."""
    for place, low in list(group.low.items()):
        high, at = group.high[place], places[place]
        most, least = _most(low, high, spare, at), _least(low, high, short, at)
        if most == high and least == low:
            continue
        group.bound(place, least, most)
        least, most = group.low.get(place, 0), group.high.get(place, 0)
        spare -= least - low
        short -= most - high
        at.low += least - low
        at.high += most - high


def _most(low: int, high: int, spare: int, at: Sums) -> int:
    """No more than the rest of the group, and than the others leave room for."""
    return min(high, min(spare + low, at.room - at.low + low))


def _least(low: int, high: int, short: int, at: Sums) -> int:
    """No less than the group cannot lay elsewhere, and than the others cannot fill."""
    return max(low, max(short + high, at.room - at.high + high))
