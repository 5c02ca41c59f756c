"""The nine clans: each animal on its ground, ready to shout."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from ukiyo.draw.brush import (
    INK,
    Point,
    Spine,
    dot,
    mirrored,
    pair,
    pen,
    place,
    polar,
    poly,
    shape,
    stroke,
    taper,
)
from ukiyo.draw.creature import (
    Coat,
    arm,
    club,
    eye,
    hand,
    kunai,
    scroll,
    shuriken,
    staff,
    tail,
    trunk,
    web,
)
from ukiyo.draw.paper import cloud, ridge, scatter, seigaiha
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.weapons import blade
from ukiyo.games.wataah import heads
from ukiyo.games.wataah.crests import CLANS, crest

STEEL = "#cfd8dc"


def _mark(name: str) -> str:
    return crest(name, INK)


def _head(
    name: str, head: Callable[..., str], y: float = 268, size: float = 1.12, turn: float = 0
) -> str:
    return place(head(CLANS[name].coat, _mark(name)), (250, y), turn, size)


def _coat(name: str) -> Coat:
    return CLANS[name].coat


# --- figures -----------------------------------------------------------------


def monkey(sheet: Sheet) -> str:
    """A stick across the shoulders, a tail like a question."""
    coat = _coat("Monkey")
    curl = tail([(350, 580), (500, 590), (480, 420), (408, 452)], 17, coat.fur, "", 1)
    left = arm(coat, [(160, 440), (90, 470), (70, 420), (84, 366)])
    right = arm(coat, [(340, 440), (420, 470), (450, 480), (428, 506)])
    stick = place(staff(520), (256, 436), 22.5)
    return (
        curl
        + place(trunk(coat), (250, 392))
        + stick
        + left
        + right
        + _head("Monkey", heads.monkey, turn=-9)
    )


def crow(sheet: Sheet) -> str:
    """Wings wide open, throwing stars under them."""
    coat = _coat("Crow")
    wing = (
        "M330 430Q384 300 488 240L470 320L502 330L468 394L494 412L444 466L462 490L404 520L350 540Z"
    )
    bars = "M352 440Q400 360 462 314M362 470Q410 410 458 386M372 500Q410 460 440 450"
    wings = mirrored(shape(wing, coat.fur, 7) + stroke(bars, 4, coat.pale), 250)
    stars = shuriken((74, 552), 0.42, STEEL, 20) + shuriken((426, 552), 0.42, STEEL, 60)
    return wings + place(trunk(coat), (250, 392)) + stars + _head("Crow", heads.crow, 262, 1.06)


def toad(sheet: Sheet) -> str:
    """Sits like a rock, a scroll between the lips."""
    coat = _coat("Toad")
    arms = mirrored(arm(coat, [(356, 450), (450, 460), (456, 540), (396, 566)], 38, 30), 250)
    roll = place(scroll(170), (250, 350), -4)
    return place(trunk(coat, 1.2), (250, 392)) + arms + _head("Toad", heads.toad, 284, 1.16) + roll


def spider(sheet: Sheet) -> str:
    """Eight legs, eight eyes, one thread."""
    coat = _coat("Spider")
    reach = (
        [(300, 300), (400, 130), (420, 190), (452, 250)],
        [(320, 330), (440, 220), (470, 300), (476, 390)],
        [(320, 370), (430, 330), (450, 440), (464, 520)],
        [(300, 410), (380, 420), (396, 520), (376, 590)],
    )
    legs = mirrored("".join(_leg(coat, line) for line in reach), 250)
    thread = stroke("M250 0V140", 4, "#fff")
    back = dot((250, 190), 84, coat.cloth, 7) + place(
        crest("Spider", coat.trim), (250, 172), 0, 0.52
    )
    face = (
        "M250 246C322 246 366 292 366 352C366 424 314 470 250 470C186 470 134 424 134 352"
        "C134 292 178 246 250 246Z"
    )
    scarf = shape(
        "M146 400Q250 470 354 400Q372 462 322 482Q250 510 178 482Q128 462 146 400Z", coat.cloth, 6.4
    )
    fold = stroke("M164 440Q250 486 336 440", 4, coat.deep)
    big = mirrored(eye((296, 348), 1.25, coat.eye, 16), 250)
    small = mirrored(
        "".join(
            dot(at, 11, coat.eye, 4) + dot((at[0] - 3, at[1] - 3), 3.4, "#fff")
            for at in ((268, 294), (306, 288), (340, 312))
        ),
        250,
    )
    jaws = mirrored(shape("M262 404Q284 410 278 440Q262 430 258 412Z", "#fffaf0", 4.4), 250)
    return thread + legs + back + shape(face, coat.fur, 7) + scarf + fold + jaws + small + big


def _leg(coat: Coat, line: Sequence[Point]) -> str:
    limb = Spine(line, taper(17, 7))
    bands = "".join(poly([limb.off(t, -1), limb.off(t, 1)], False) for t in (0.34, 0.5, 0.66))
    return shape(limb.outline(), coat.fur, 6.4) + stroke(bands, 7, coat.pale, stroke_linecap="butt")


def fox(sheet: Sheet) -> str:
    """A blade behind the back, a tail like a fire."""
    coat = _coat("Fox")
    brush = tail([(330, 570), (520, 600), (500, 420), (446, 330)], 52, coat.fur, coat.pale, 0.3)
    sword = place(blade(sheet, 250, 0.07, 11) + _hilt(), (96, 500), -72)
    left = arm(coat, [(160, 440), (96, 450), (70, 480), (92, 520)])
    right = arm(coat, [(340, 440), (390, 500), (380, 540), (322, 516)])
    return (
        brush
        + place(trunk(coat), (250, 392))
        + sword
        + left
        + right
        + _head("Fox", heads.fox, 274, turn=9)
    )


def _hilt() -> str:
    grip = shape("M-70 -10H0V10H-70Z", "#3a2a22", 4.4) + stroke(
        "M-60 -10L-48 10M-42 -10L-30 10M-24 -10L-12 10", 3.4, "#e3bd62"
    )
    return grip + shape("M-4 -22H8V22H-4Z", "#e3bd62", 4)


def dragon(sheet: Sheet) -> str:
    """Coils behind, the pearl in a claw."""
    coat = _coat("Dragon")
    coil = Spine([(130, 600), (-60, 470), (40, 330), (96, 408)], taper(38, 8))
    spikes = "".join(_spike(coil, t) for t in (0.2, 0.34, 0.48, 0.62, 0.76))
    body = shape(spikes, coat.trim, 4.4) + shape(coil.outline(18), coat.fur, 6.4)
    belly = stroke(
        "".join(
            poly([coil.off(t, -0.2), coil.off(t, -1)], False)
            for t in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
        ),
        4,
        coat.shade,
    )
    pearl = (
        dot((416, 414), 38, "#fff8dc", 6)
        + dot((404, 402), 12, "#fff")
        + stroke("M396 436Q420 448 440 428", 4, "#e0a52c")
    )
    right = arm(coat, [(340, 440), (410, 500), (440, 480), (424, 452)])
    left = arm(coat, [(160, 440), (110, 500), (140, 540), (190, 520)])
    return (
        body
        + belly
        + place(trunk(coat), (250, 392))
        + left
        + pearl
        + right
        + _head("Dragon", heads.dragon, 282, 1.06, -5)
    )


def _spike(coil: Spine, t: float) -> str:
    a, b = coil.off(t - 0.06, 0.9), coil.off(t + 0.06, 0.9)
    return poly([a, coil.off(t + 0.04, 1.9), b])


def rat(sheet: Sheet) -> str:
    """A bomb, its fuse lit."""
    coat = _coat("Rat")
    whip = tail([(150, 590), (10, 600), (20, 470), (76, 440)], 10, "#e9a79a", "", 1)
    fuse = stroke("M420 440Q440 410 424 392", 8) + stroke(
        "M420 440Q440 410 424 392", 3.4, "#e8d9ad"
    )
    spark = shape(
        poly([polar((424, 384), 34 if i % 2 else 14, i * 36) for i in range(10)]), "#ffb52e", 4
    )
    bomb = (
        dot((404, 488), 50, "#2a2730", 6.4)
        + stroke("M374 478Q378 456 398 452", 6, "#8d8798")
        + shape("M398 442L424 434L430 448L406 456Z", "#8d8798", 4)
    )
    left = arm(coat, [(160, 440), (90, 450), (70, 500), (112, 536)])
    knife = place(kunai(0.8), (116, 536), 128)
    right = arm(coat, [(340, 440), (400, 450), (420, 520), (384, 546)])
    return (
        whip
        + place(trunk(coat), (250, 392))
        + knife
        + left
        + right
        + bomb
        + fuse
        + spark
        + hand(coat, (396, 536), 27)
        + _head("Rat", heads.rat, 278, 1.08, 8)
    )


def bear(sheet: Sheet) -> str:
    """Fills the card; the club is as long as a man."""
    coat = _coat("Bear")
    arms = arm(coat, [(350, 440), (450, 470), (460, 520), (424, 540)], 48, 36)
    left = arm(coat, [(150, 440), (60, 470), (50, 540), (110, 556)], 48, 36)
    moon = shape("M-64 44Q0 100 64 44Q40 130 0 130Q-40 130 -64 44Z", "#fff4dc", 5)
    weapon = place(club(), (428, 520), 4, 1.2)
    chest = place(trunk(coat, 1.36), (250, 392)) + place(moon, (250, 400), 0, 0.9)
    return weapon + chest + left + arms + _head("Bear", heads.bear, 258, 1.3, -5)


def carp(sheet: Sheet) -> str:
    """Leaps out of the sea, a knife in the fin."""
    coat = _coat("Carp")
    body = Spine([(84, 306), (210, 0), (500, 300), (250, 604)], _girth)
    outline = body.outline(24)
    fins = (
        _fin(body.off(0.46, -0.8), 20, 120, 104)
        + _fin(body.at(0.95), 178, 270, 130)
        + _fin(body.off(0.74, -0.8), 70, 150, 70)
    )
    spots = ((0.08, -0.9, 50), (0.46, -0.6, 62), (0.56, 0.6, 40), (0.74, -0.3, 36), (0.9, 0.3, 24))
    patches = "".join(dot(body.off(t, s), r, coat.cloth) for t, s, r in spots)
    scales = "".join(_scale(body, i, j) for i in range(12) for j in (-3, -1, 1, 3))
    inside = sheet.within(outline, patches, stroke(scales, 3.4, opacity=0.6))
    whole = fins + shape(outline, coat.fur) + inside + shape(outline, "none", 7)
    hold = body.off(0.45, 0.7)
    knife = place(kunai(1.2), (hold[0] - 84, hold[1] + 44), 168)
    fish = whole + _carp_face(coat, body) + knife + _fin(hold, 190, 275, 104)
    return place(fish, (44, 84), 0, 0.87)


def _girth(t: float) -> float:
    return (
        100.0
        * math.sqrt(min(1, t / 0.2 + 0.1))
        * (1 - 0.8 * math.pow(max(0, (t - 0.3) / 0.7), 1.1))
    )


def _scale(body: Spine, i: int, j: int) -> str:
    t = 0.42 + 0.05 * i
    at, out = body.off(t, (j + (i % 2) - 0.5) / 3.6), body.heading(t)
    r = body.width(t) * 0.26
    left, right = (at[0] - out[1] * r, at[1] + out[0] * r), (at[0] + out[1] * r, at[1] - out[0] * r)
    bow = (at[0] + out[0] * r * 1.7, at[1] + out[1] * r * 1.7)
    return f"M{pair(left)}Q{pair(bow)} {pair(right)}"


def _fin(root: Point, start: float, end: float, long: float) -> str:
    """A fan of rays from a root, between two bearings."""
    steps = 8
    turns = [start + (end - start) * i / steps for i in range(steps + 1)]
    tips = [polar(root, long * (1.0 if i % 2 else 0.86), turn) for i, turn in enumerate(turns)]
    rays = "".join(f"M{pair(root)}L{pair(polar(root, long * 0.78, turn))}" for turn in turns[1::2])
    return shape(poly([root, *tips]), "#f6a26a", 5.6) + stroke(rays, 3.4, "#a83a18")


def _carp_face(coat: Coat, body: Spine) -> str:
    def across(t: float) -> list[Point]:
        return [body.off(t + 0.03 * (1 - s * s), s * 1.05) for s in (-1, -0.5, 0, 0.5, 1)]

    knot = body.off(0.33, -1)
    ends = "".join(
        shape(
            Spine(
                [
                    knot,
                    (knot[0] + 30, knot[1] - 50),
                    (knot[0] + 50, knot[1] + up),
                    (knot[0] + 96, knot[1] - 40 + up),
                ],
                taper(9, 17),
            ).outline(),
            coat.trim,
            5,
        )
        for up in (30, -6)
    )
    cloth = shape(poly(across(0.27) + across(0.36)[::-1]), coat.trim, 5.6)
    plate = [body.off(t, s) for t, s in ((0.29, -0.55), (0.31, 0.35), (0.385, 0.35), (0.37, -0.55))]
    mark = place(_mark("Carp"), body.off(0.34, -0.1), 20, 0.18)
    mouth = "M-34 -22Q-6 -40 22 -20Q34 0 20 18Q-6 36 -34 20Q-14 -2 -34 -22Z"
    lips = place(shape(mouth, "#ef8a6a", 5.6), body.at(0.03), -52)
    barbel = "".join(pen("M", *body.off(t, 0.9), "q", -10, 26, 8, 50) for t in (0.06, 0.12))
    look = place(eye((0, 0), 1.3, coat.eye, 0), body.off(0.17, -0.05), -10, 1, flip=True)
    return (
        ends + cloth + shape(poly(plate), "#dfe5e6", 4.4) + mark + stroke(barbel, 6) + lips + look
    )


FIGURES = {
    "Monkey": monkey, "Carp": carp, "Crow": crow, "Toad": toad, "Spider": spider, "Fox": fox,
    "Dragon": dragon, "Rat": rat, "Bear": bear,
}  # fmt: skip


# --- grounds -----------------------------------------------------------------


def ground(sheet: Sheet, name: str) -> str:
    """A sky with beams, a disc, and what grows where the clan lives."""
    from ukiyo.draw.paper import rays

    clan = CLANS[name]
    centre = (250, 270)
    beams = rays(sheet, centre, "#fffdf0", 22, 620).replace("<path", '<path fill-opacity="0.42"', 1)
    return sheet.cover(clan.sky) + beams + dot(centre, 184, clan.sun) + LAND[name](sheet)


def _canes(sheet: Sheet) -> str:
    """Bamboo, for the monkey."""
    parts = []
    for x, lean in ((36, 4), (78, -6), (436, 8), (474, -3)):
        parts.append(
            stroke(pen("M", x, 620, "L", x + lean, 120), 24)
            + stroke(pen("M", x, 620, "L", x + lean, 120), 17, "#7da33c")
        )
        parts.append(
            stroke(
                "".join(pen("M", x - 12 + lean * k / 8, 600 - k * 62, "h", 24) for k in range(8)),
                4.4,
            )
        )
    return "".join(parts)


def _sea(sheet: Sheet) -> str:
    return seigaiha(500, 520, 610, 34, "#2b6ea8", "#eaf4f0", 12)


def _dusk(sheet: Sheet) -> str:
    """A dead branch, for the crow."""
    bough = shape("M-10 596Q120 560 250 588Q380 560 510 590V640H-10Z", "#3a2430", 5)
    return cloud(-40, 180, 170, "#fbe3d6", 3, 0.8) + cloud(350, 140, 200, "#fbe3d6", 3, 0.8) + bough


def _pond(sheet: Sheet) -> str:
    """Rain, and lotus leaves."""
    rain = stroke(
        "".join(pen("M", x, y, "l", -12, 34) for x, y in scatter(4, 46, (0, 20, 520, 520))),
        3,
        "#fff",
        opacity=0.8,
    )
    water = shape("M0 500Q120 484 250 500T500 496V640H0Z", "#7fb39a", 5)
    leaves = "".join(
        shape(
            pen("M", x, y, "a", r, r * 0.36, " 0 1 0", 1, 0, "L", x + r * 0.2, y + 6, "Z"),
            "#3f7a3a",
            4.4,
        )
        for x, y, r in ((20, 548, 62), (420, 540, 56))
    )
    return rain + water + leaves


def _threads(sheet: Sheet) -> str:
    return web((250, 270), 520, 14, "#fff", 3)


def _maples(sheet: Sheet) -> str:
    """Falling leaves."""
    luck = Random(5)
    hill = shape(
        ridge([(-10, 520), (120, 486), (260, 520), (400, 480), (520, 512)], 640), "#b5482a", 5
    )
    return hill + "".join(
        place(_maple(), at, luck.uniform(0, 360), luck.uniform(0.5, 0.95))
        for at in scatter(8, 15, (20, 190, 480, 560))
    )


def _maple() -> str:
    tips = [polar((0, 0), 26 if i % 2 == 0 else 11, i * 36 - 108) for i in range(7)]
    return shape(poly([(0, 12), *tips]), "#d8401f", 3) + stroke("M0 10V26", 3)


def _sky_clouds(sheet: Sheet) -> str:
    return (
        cloud(-50, 150, 210, "#fffdf0", 4)
        + cloud(340, 200, 220, "#fffdf0", 4)
        + cloud(-40, 520, 260, "#fffdf0", 5)
        + cloud(300, 540, 260, "#fffdf0", 4)
    )


def _roofs(sheet: Sheet) -> str:
    """Tiled roofs, for the rat."""
    tiles = "".join(pen("M", x, 556, "V", 620) for x in range(10, 500, 30))
    far = shape("M-10 540L60 470H190L260 540ZM260 540L330 450H460L520 530V560H260Z", "#6a7f86", 5)
    return (
        far
        + shape("M-10 530H510V640H-10Z", "#3f5560", 5)
        + stroke(tiles, 4, "#22323a")
        + stroke("M-10 546H510", 9, "#8aa0a8")
    )


def _pines(sheet: Sheet) -> str:
    """A wood, for the bear."""

    def tree(x: float, low: float, size: float) -> str:
        tiers = "".join(
            poly(
                [
                    (x - 60 * size * k, low - 60 * size * (3 - i)),
                    (x, low - 60 * size * (4.6 - i)),
                    (x + 60 * size * k, low - 60 * size * (3 - i)),
                ]
            )
            for i, k in enumerate((0.6, 0.85, 1.1))
        )
        return shape(tiers, "#2f6b4a", 4.4)

    return "".join(
        tree(x, y, s)
        for x, y, s in ((40, 560, 1.5), (460, 560, 1.5), (110, 590, 1.0), (396, 590, 1.0))
    ) + shape("M0 560Q250 530 500 560V640H0Z", "#1f4a34", 5)


LAND = {
    "Monkey": _canes, "Carp": _sea, "Crow": _dusk, "Toad": _pond, "Spider": _threads,
    "Fox": _maples, "Dragon": _sky_clouds, "Rat": _roofs, "Bear": _pines,
}  # fmt: skip
