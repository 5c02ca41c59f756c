"""The landscape of War of Clans: five lords under one sun, and somebody on the roof."""

from __future__ import annotations

from typing import NamedTuple

from ukiyo.draw.brush import Point, group, place, shape, stroke
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import cloud, mountain, nobori, rays, ridge, seigaiha, sun
from ukiyo.draw.sheet import Sheet, rounded
from ukiyo.games.clans import ninja
from ukiyo.games.clans.crests import CLANS, crest
from ukiyo.games.clans.lords import LORDS

WIDE, HIGH = 1200, 630
"""The banner of the start page shows the rows from 62 to 568 only."""


class Stand(NamedTuple):
    """Where a lord's head is, how large he is, and the left upper corner of his flag."""

    name: str
    head: Point
    size: float
    flag: Point


STANDS = (
    Stand("Takeda", (630, 236), 0.9, (716, 64)),
    Stand("Uesugi", (474, 274), 0.76, (406, 84)),
    Stand("Oda", (792, 272), 0.76, (850, 84)),
    Stand("Mori", (322, 316), 0.68, (268, 128)),
    Stand("Hojo", (942, 310), 0.68, (1000, 118)),
)
"""From the back to the front."""


def draw() -> str:
    """The whole picture."""
    sheet = Sheet(WIDE, HIGH)
    return sheet.svg(
        ground(sheet)
        + sheet.grain(0.4)
        + "".join(_flag(sheet, stand) for stand in STANDS)
        + "".join(_lord(sheet, stand) for stand in STANDS)
        + _front(sheet)
        + _watcher(sheet)
        + _title()
    )


def ground(sheet: Sheet) -> str:
    """Sky, sun, the white mountain, ranges in mist."""
    sky = sheet.cover(sheet.fade("#12305a", (0.2, "#5d8bb0"), (0.45, "#f3dda4"), (0.75, "#fbeecb")))
    beams = group(rays(sheet, (630, 262), "#fff6d8", 30, 1000), opacity=0.3)
    disc = sun(sheet, (630, 256), 226, "#bf2419", "#e8733f")
    peak = mountain(sheet, (1084, 150), 380, 560, "#54709a")
    mist = (
        cloud(-30, 300, 300, "#fdf6e0", 3, 0.85)
        + cloud(980, 352, 320, "#fdf6e0", 3, 0.9)
        + cloud(150, 420, 260, "#fdf6e0", 2, 0.6)
    )
    return sky + beams + peak + disc + _hills() + mist


def _hills() -> str:
    far = [(-20, 400), (120, 352), (260, 400), (420, 360), (560, 398), (720, 362), (880, 402)]
    near = [(-20, 470), (160, 430), (330, 470), (520, 436), (700, 462), (900, 430), (1080, 462)]
    back = shape(ridge([*far, (1040, 376), (1220, 408)], 640), "#7e98ae")
    return back + shape(ridge([*near, (1220, 436)], 640), "#446a74")


def _flag(sheet: Sheet, stand: Stand) -> str:
    (x, y), clan = stand.flag, CLANS[stand.name]
    mark = place(crest(stand.name, "#fdf3da"), (x + 31, y + 36), 0, 0.25)
    name = column(clan.kanji, (x + 31, y + 86), 40, "#fdf3da")
    return nobori(sheet, stand.flag, (62, 164), clan.colour, clan.dark, mark, name)


def _lord(sheet: Sheet, stand: Stand) -> str:
    (x, y), size = stand.head, stand.size
    figure = group(LORDS[stand.name].figure(sheet), filter="url(#contour)")
    return place(figure, (x - 262 * size, y - 236 * size), 0, size)


def _front(sheet: Sheet) -> str:
    """Mist and the sea before the lords."""
    mist = (
        cloud(250, 478, 250, "#fdf6e0", 3, 0.95)
        + cloud(600, 492, 240, "#fdf6e0", 2, 0.92)
        + cloud(850, 474, 300, "#fdf6e0", 3, 0.95)
    )
    sea = seigaiha(WIDE, 536, 640, 34, sheet.fade("#2c5c94", "#12305c"), "#eaf0ea", 9)
    return mist + sea


def _watcher(sheet: Sheet) -> str:
    """The ninja at the edge of the picture, who has seen them all."""
    tiles = place(ninja.roof(sheet, 470, 260), (-60, 206), 0, 0.58)
    man = place(group(ninja.figure(sheet), filter="url(#contour)"), (270, 206), 0, 0.58, flip=True)
    return tiles + man


def _title() -> str:
    """The age of wars, as a seal."""
    seal = shape(rounded(64, 84, 76, 150, 8), "#b3261e", 3)
    rim = stroke(rounded(70, 90, 64, 138, 4), 2, "#fdf3da")
    return group(seal, filter="url(#shade)") + rim + column("戦国", (102, 126), 60, "#fdf3da")
