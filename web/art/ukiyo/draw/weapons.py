"""What the hands hold. Drawn along the x axis, the point to the right; ``place`` does the rest."""

from __future__ import annotations

from ukiyo.draw.brush import INK, dot, group, num, pen, place, shape, stroke
from ukiyo.draw.sheet import Sheet

STEEL = ("#f6f7f2", "#aeb6bd", "#5d666f")


def katana(sheet: Sheet, long: float = 250, wrap: str = "#20242e", bare: bool = True) -> str:
    """A sword: the guard at 0, the grip to the left, the blade to the right."""
    return (blade(sheet, long) if bare else "") + _grip(sheet, wrap) + _tsuba(sheet)


def blade(sheet: Sheet, long: float, bend: float = 0.06, wide: float = 7) -> str:
    """A curved blade with the wave of its temper."""
    rise, half = long * bend, long / 2
    back = pen("M", 0, -wide * 0.6, "Q", half, -wide - rise, long, -rise * 0.4 - wide)
    edge = pen("Q", long - 2, wide * 0.4 - rise * 0.4, long - 22, wide - rise * 0.35)
    root = pen("Q", half, wide - rise, 0, wide * 0.8, "Z")
    line = pen("M", 2, 0, "Q", half, -rise - 1, long - 12, -rise * 0.35 - 2)
    body = shape(back + edge + root, sheet.fade(*STEEL), 2.4)
    return body + stroke(line, 1.1, "#39424b") + _temper(long, rise, wide)


def _temper(long: float, rise: float, wide: float) -> str:
    steps = int(long // 12)
    spots = [(long * (i + 0.5) / steps) for i in range(1, steps - 1)]
    waves = (f"q3 {-3 if i % 2 else 3} 6 0" for i in range(len(spots)))
    line = "".join(
        f"M{num(x)} {num(wide * 0.35 - rise * 4 * (x / long) * (1 - x / long) * 0.5)}{wave}"
        for x, wave in zip(spots, waves, strict=True)
    )
    return stroke(line, 1.2, "#fff", opacity=0.9)


def _grip(sheet: Sheet, wrap: str) -> str:
    body = shape("M-4 -7L-78 -6Q-84 0 -78 7L-4 7Z", "#e9dfc6", 2.4)
    wraps = "".join(f"M{x} -7L{x - 11} 7M{x} 7L{x - 11} -7" for x in range(-8, -72, -11))
    return (
        body + stroke(wraps, 4.2, wrap) + shape("M-76 -7.5L-86 -6L-86 6L-76 7.5Z", sheet.gold(), 2)
    )


def _tsuba(sheet: Sheet) -> str:
    return shape("M-6 -19Q4 -22 5 0Q4 22 -6 19Z", sheet.gold(), 2.4) + stroke(
        "M5 -7V7", 3, "#caa14f"
    )


def scabbard(sheet: Sheet, long: float, colour: str, dark: str) -> str:
    """A lacquered scabbard, its mouth at 0, the tip to the left."""
    drop, half = long * 0.1, -long / 2
    body = pen("M", 0, -8, "Q", half, -4, -long, drop - 4, "L", -long, drop + 9)
    rest = pen("Q", half, 12, 0, 9, "Z")
    top, low = drop - 5, drop + 10
    tip = pen("M", 26 - long, top, "L", -4 - long, top, "V", low, "L", 26 - long, low, "Z")
    bands = "".join(stroke(f"M{x} -7L{x} 10", 5, "#caa14f") for x in (-8, -60))
    return shape(body + rest, sheet.fade(colour, dark), 2.6) + bands + shape(tip, sheet.gold(), 2)


def shaft(
    sheet: Sheet, start: float, end: float, wood: str = "#7a2a1c", dark: str = "#35100a"
) -> str:
    """A lacquered pole with gilt bands."""
    pole = f"M{num(start)} -5H{num(end)}V5H{num(start)}Z"
    rings = "".join(f"M{num(end - 8 - 14 * i)} -5.5V5.5" for i in range(4))
    return shape(pole, sheet.fade(wood, dark), 2.2) + stroke(
        rings, 3.4, "#d9b45c", stroke_linecap="butt"
    )


def naginata(sheet: Sheet, start: float, end: float) -> str:
    """A pole with a broad curved blade at the right end."""
    back = "M0 -6Q70 -12 128 -46Q122 2 76 12Q40 16 0 8Z"
    line = "M8 2Q70 0 120 -32"
    head = shape(back, sheet.fade(*STEEL), 2.6) + stroke(line, 1.3, "#4a545e")
    collar = shape("M-6 -9H8V10H-6Z", sheet.gold(), 2)
    return shaft(sheet, start, end) + place(head + collar, (end, 0))


def war_fan(sheet: Sheet, face: str, dark: str, mark: str) -> str:
    """A general's fan of lacquered wood; the handle runs down from (0, 0)."""
    wings = "M0 8C-30 22 -78 4 -66 -48C-62 -78 -22 -74 0 -92C22 -74 62 -78 66 -48C78 4 30 22 0 8Z"
    inner = (
        "M0 -2C-26 10 -64 -4 -55 -46C-52 -66 -20 -64 0 -78C20 -64 52 -66 55 -46C64 -4 26 10 0 -2Z"
    )
    handle = shape(
        "M-5 -92L-5 92Q0 98 5 92L5 -92Z", sheet.fade("#5a3a20", "#20120a", end=(1, 0)), 2.2
    )
    body = shape(wings, sheet.fade(face, dark), 3) + stroke(inner, 1.8, "#d9b45c")
    return body + mark + handle + dot((0, 88), 4, "#d9b45c", 1.6)


def longbow(sheet: Sheet, draw: float) -> str:
    """A bow, taller above the grip at (0, 0); the string is pulled ``draw`` to the right."""
    top, low = (draw * 0.42, -262), (draw * 0.34, 176)
    upper = pen("M", *top, "C", draw * 0.3, -226, -16, -150, -8, -70, "C", -4, -30, -2, -14, 0, 0)
    limbs = upper + pen("C", 2, 20, -4, 40, -8, 66, "C", -12, 120, draw * 0.16, 150, *low)
    string = stroke(pen("M", *top, "L", draw, -4, "L", *low), 1.8, "#efe6d2")
    wood = stroke(limbs, 12) + stroke(limbs, 8, "#6d2418")
    shine = stroke(limbs, 2.4, "#c9784a", opacity=0.8)
    lashing = stroke(limbs, 8.6, "#e6c872", stroke_dasharray="5 34", stroke_linecap="butt")
    return string + wood + shine + lashing


def arrow(sheet: Sheet, long: float, feather: str) -> str:
    """An arrow, its nock at 0, the point to the left."""
    pole = stroke(f"M0 0H{num(-long)}", 4.4) + stroke(f"M0 0H{num(-long)}", 2, "#e8d9ad")
    vanes = "M-8 -1L-16 -9L-58 -8L-64 -1ZM-8 1L-16 9L-58 8L-64 1Z"
    bars = "M-24 -8L-30 8M-36 -8L-42 8"
    point = f"M{num(-long + 4)} -4L{num(-long - 30)} 0L{num(-long + 4)} 4Z"
    return (
        pole
        + shape(vanes, feather, 1.6)
        + stroke(bars, 1.4, INK, opacity=0.6)
        + shape(point, "#c9d0d4", 1.8)
    )


def gun(sheet: Sheet, long: float = 330) -> str:
    """A matchlock: the lock at 0, the barrel to the right, the stock to the left."""
    fore, lip = long - 60, long - 8
    butt = "Q-30 12 -58 34Q-84 50 -98 40Q-104 24 -84 8Q-50 -8 0 -8"
    stock = pen("M", fore, 3, "L", 20, 6, butt, "L", fore, -3, "Z")
    top = pen("M", -6, -15, "H", long - 12, "L", lip, -19, "H", long, "V", -1, "H", lip)
    barrel = top + pen("L", long - 12, -3, "H", -6, "Z")
    bands = "".join(f"M{num(long * k)} -16V6" for k in (0.2, 0.42, 0.64))
    return group(
        shape(stock, sheet.fade("#8a5230", "#3d1f10"), 2.6),
        shape(barrel, sheet.fade("#8d949c", "#3a3f46", "#1c1f24"), 2.4),
        stroke(bands, 4, "#d9b45c", stroke_linecap="butt"),
        _lock(sheet),
    )


def _lock(sheet: Sheet) -> str:
    """Plate, trigger, and the glowing match in its claw."""
    plate = shape("M-26 -6L16 -6L12 6L-22 6Z", sheet.gold(), 1.8) + stroke(
        "M-30 8Q-24 22 -12 12", 2.4
    )
    claw = stroke("M10 -6Q22 -26 6 -32", 4) + stroke("M10 -6Q22 -26 6 -32", 2, "#d9b45c")
    match = stroke("M6 -32q-8 -6 -4 -12", 3, "#e8d9ad") + dot((3, -46), 3.4, "#ff8a3c")
    return plate + claw + match
