"""The night itself: sky and moon, roofs, the lantern that bears a number, the edge of a card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ukiyo.draw.brush import Point, block, dot, place, shape, stroke
from ukiyo.draw.creature import Coat, arm, masked, numeral, trunk
from ukiyo.draw.paper import border, card, cloud, plinth, scatter
from ukiyo.draw.sheet import Sheet

SKIN, SKIN_DARK = "#e8b98c", "#a8744a"


@dataclass(frozen=True)
class Kind:
    """How a kind of card is told from the others: a mark, and the colour of its moon."""

    sign: str
    """Path around (0, 0), about 100 in every direction; overlaps are holes."""
    light: str
    cloth: str
    deep: str

    def coat(self, eye: str = "#ffe9a0") -> Coat:
        """What those who play it wear."""
        return Coat(SKIN, SKIN_DARK, "#8f9cc0", self.cloth, self.deep, self.light, eye)


def draw(kind: Kind, figure: Callable[[Sheet], str]) -> str:
    """A card: a figure before its moon."""
    sheet = Sheet(500, 700)
    return card(
        sheet,
        sky(sheet, kind.light),
        sheet.grain(0.42),
        roofs(kind.deep),
        figure(sheet),
        plinth(sheet, kind.deep, "#04060e"),
        border(sheet, "#04060e"),
        seal(kind),
    )


def sky(sheet: Sheet, light: str, at: tuple[float, float] = (250, 270)) -> str:
    """Deep blue, stars, a moon in the colour of the hour."""
    ground = sheet.cover(sheet.fade("#050916", (0.45, "#10204a"), (0.86, "#2a4478")))
    stars = "".join(
        dot(s, 1.4 + i % 3, "#fff") for i, s in enumerate(scatter(12, 44, (24, 24, 476, 420)))
    )
    moon = dot(at, 196, light, opacity=0.22) + dot(at, 172, light)
    mist = cloud(-40, 410, 190, "#24407a", 3) + cloud(350, 440, 200, "#24407a", 3)
    return ground + stars + moon + mist


def roofs(deep: str) -> str:
    """The town asleep, a window or two awake."""
    line = (
        "M-10 602V520L30 500H70L60 480H120L110 500H150L170 540H210V602ZM290 602V530L330 506"
        "H372L362 484H424L414 506H460L510 530V602Z"
    )
    lamps = "".join(
        block(x, y, 12, 16, "#f3c766") for x, y in ((84, 540), (120, 556), (390, 544), (440, 560))
    )
    return shape(line, deep, 5) + lamps


def seal(kind: Kind) -> str:
    """The mark of the kind, at the upper right."""
    disc = dot((424, 80), 44, "#0a1024", 5) + dot(
        (424, 80), 38, "none", stroke=kind.light, stroke_width=4
    )
    return disc + place(shape(kind.sign, kind.light, fill_rule="evenodd"), (424, 80), 0, 0.27)


def lantern(value: int) -> str:
    """A number on a lit lantern: laid over the card."""
    body = "M40 64Q78 44 116 64Q140 96 116 142Q78 162 40 142Q16 96 40 64Z"
    ribs = stroke("M28 84Q78 68 128 84M28 122Q78 138 128 122", 3, "#c9862a")
    caps = shape("M54 42H102V62H54ZM54 144H102V162H54Z", "#1b1714", 4)
    cord = stroke("M78 20V42", 5)
    lit = shape(body, "#ffe9a8", 7) + ribs + caps + cord
    return Sheet(500, 700).svg(lit + numeral(value, (78, 104), 88, "#1b1714", 5))


def ninja(coat: Coat, left: Sequence[Point], right: Sequence[Point], turn: float = 0) -> str:
    """A hooded figure with two arms and a brow band."""
    head = place(masked(coat), (250, 276), turn, 1.06)
    knot = shape("M350 236L430 200L420 236L452 262L352 262Z", coat.trim, 5)
    line = "M134 236Q250 190 366 236"
    brow = stroke(line, 31) + stroke(line, 20, coat.trim)
    return place(trunk(coat), (250, 392)) + arm(coat, left) + arm(coat, right) + knot + head + brow


LEFT_LOW: Sequence[Point] = [(160, 440), (96, 480), (110, 540), (180, 530)]
RIGHT_LOW: Sequence[Point] = [(340, 440), (404, 480), (390, 540), (320, 530)]
LEFT_UP: Sequence[Point] = [(160, 440), (90, 470), (66, 420), (84, 366)]
RIGHT_UP: Sequence[Point] = [(340, 440), (410, 470), (434, 420), (416, 366)]
