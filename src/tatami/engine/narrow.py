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


def squeeze(
    groups: list[Group], ghosts: list[tuple[int, int]], bars: list[Bar], room: dict[int, int]
) -> None:
    """Narrow all bounds until they stay."""
    loose, left = parted(groups, room)
    _bound_by_faces(loose, dict(ghosts))
    if bars:
        _bound_by_bars(loose, bars)
    lows: dict[int, int] = {}
    highs: dict[int, int] = {}
    for group in loose:
        for place, least in group.low.items():
            lows[place] = lows.get(place, 0) + least
            highs[place] = highs.get(place, 0) + group.high[place]
    for _ in range(ROUNDS):
        changed = False
        for group in loose:
            if _squeeze_one(group, left, lows, highs):
                changed = True
        if not changed:
            return


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


def _squeeze_one(
    group: Group, room: dict[int, int], lows: dict[int, int], highs: dict[int, int]
) -> bool:
    """Narrow the bounds of one group, given the sums over all groups for each place."""
    changed = False
    spare = group.total - sum(group.low.values())
    short = group.total - sum(group.high.values())
    for place, low in list(group.low.items()):
        high = group.high[place]
        space = room.get(place, 0)
        most = min(high, spare + low, space - lows[place] + low)
        least = max(low, short + high, space - highs[place] + high)
        if most == high and least == low:
            continue
        changed = True
        group.bound(place, least, most)
        least, most = group.low.get(place, 0), group.high.get(place, 0)
        spare -= least - low
        short -= most - high
        lows[place] += least - low
        highs[place] += most - high
    return changed
