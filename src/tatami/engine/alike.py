"""Groups that have become alike: their cards may lie in the same places, and nothing more is known.

To keep them apart says nothing about where a face may lie, and costs more with every card that is
passed on unseen. They may be made one if, for each of them,

- what is known of how many lie in a place follows from its size and the room there alone;
- every ghost that a group beside them may have held as well, it may have held freely, or not at
  all for want of that face. Which of them held a ghost that nobody else can have held does not
  matter: whoever it was, the same faces are left, and they may lie in the same places.

So may groups whose cards all lie at *one home*, ghosts apart, if they share no ghost with any group
beside them: what lies at home is then the same in every deal. If they do share one, what is said
above must be true of them; else how likely each of them held it would change with their being one.

Every deal of faces is then as likely as before (a test counts them).
"""

from __future__ import annotations

from typing import Final

from tatami.engine.groups import Group
from tatami.engine.narrow import parted

NOWHERE: Final = -1


def alike(groups: list[Group], ghosts: list[tuple[int, int]], room: dict[int, int]) -> list[Group]:
    """Some groups that may be made one; none where there are no two."""
    loose, left = parted(groups, room)
    classes: dict[int, list[Group]] = {}
    for group in loose:
        classes.setdefault(_where(group), []).append(group)
    if len(classes) == len(loose):
        return []
    for found in classes.values():
        if len(found) > 1:
            free = [group for group in found if _is_free(group, loose, left)]
            if len(free) > 1 and _share_ghosts_freely(free, loose, ghosts, room):
                return free
    return []


def at_home(
    holders: list[Group],
    held: dict[int, list[Group]],
    groups: list[Group],
    ghosts: list[tuple[int, int]],
    room: dict[int, int],
) -> list[Group]:
    """Groups at one home that may be made one: these holders of a ghost, and perhaps more.

    ``held`` are the groups that may have held each ghost. None where they may not be made one.
    """
    if not _have_one_home(holders):
        return []
    tied = _tied(holders, held)
    if _have_one_home(tied):
        return tied
    loose, left = parted(groups, room)
    for group in holders:
        if group.exact() or not _is_free(group, loose, left):
            return []
    return holders if _share_ghosts_freely(holders, loose, ghosts, room) else []


def _have_one_home(groups: list[Group]) -> bool:
    """Whether all cards of some groups that are left lie in one and the same place."""
    home = NOWHERE
    for group in groups:
        for place in group.high:
            if place >= 0 and place != home:
                if home != NOWHERE:
                    return False
                home = place
    return True


def _tied(groups: list[Group], held: dict[int, list[Group]]) -> list[Group]:
    """These groups, those that share a ghost with them, those that share one with these ..."""
    found = groups[:]
    at = 0
    while at < len(found):
        for place in found[at].high:
            if place < 0:
                found.extend([group for group in held[place] if group not in found])
        at += 1
    return found


def _where(group: Group) -> int:
    """The places in which its cards may lie, ghosts apart, as bits."""
    places = 0
    for place in group.high:
        if place >= 0:
            places |= 1 << place
    return places


def _is_free(group: Group, loose: list[Group], left: dict[int, int]) -> bool:
    """Whether its bounds say no more than its size and the room in these places do.

    A single face that surely lies somewhere is kept by itself: it is known there.
    """
    for place, high in group.high.items():
        if place < 0:
            continue
        if high < min(group.total, left[place]):
            return False
        low = group.low[place]
        if low and (
            len(group.faces) == 1 or low > left[place] - _others(group, place, loose, left)
        ):
            return False
    return True


def _others(group: Group, place: int, loose: list[Group], left: dict[int, int]) -> int:
    """How many cards of other groups could come to a place if only sizes and room were known."""
    found = 0
    for other in loose:
        if other is not group and place in other.high:
            found += min(other.total, left[place])
    return found


def _share_ghosts_freely(
    free: list[Group], loose: list[Group], ghosts: list[tuple[int, int]], room: dict[int, int]
) -> bool:
    """Whether each of them may have held every ghost that others beside them may have held."""
    for ghost, face in ghosts:
        if any(ghost in group.high for group in free) and any(
            ghost in group.high and group not in free for group in loose
        ):
            for group in free:
                copies = group.faces.get(face, 0)
                if copies and (
                    group.high.get(ghost, 0) < min(copies, room[ghost]) or group.low[ghost]
                ):
                    return False
    return True
