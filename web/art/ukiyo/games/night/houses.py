"""The two Houses and the one without: a bird, a flower, a hat."""

from __future__ import annotations

from ukiyo.draw.brush import (
    Spine,
    block,
    dot,
    mirrored,
    pen,
    place,
    polar,
    shape,
    stroke,
    taper,
)
from ukiyo.draw.creature import numeral
from ukiyo.draw.paper import border, card, cloud, plinth, seigaiha
from ukiyo.draw.sheet import Sheet
from ukiyo.games.night.kinds import KINDS
from ukiyo.games.night.scene import seal, sky

GOLD = "#f0c04a"


def draw(name: str) -> str:
    """A House card without its rank."""
    sheet, kind = Sheet(500, 700), KINDS[name]
    ground, figure = {"Crane": (_snow, crane), "Lotus": (_pond, lotus), "Ronin": (_road, ronin)}[
        name
    ]
    return card(
        sheet,
        sky(sheet, kind.light, (250, 300)) + ground(),
        sheet.grain(0.42),
        figure(),
        plinth(sheet, kind.cloth, kind.deep),
        border(sheet, kind.deep),
        seal(kind),
    )


def rank(value: int, name: str) -> str:
    """The rank on a shield in the colours of the House: laid over the card."""
    plate = shape("M30 34H128V108Q128 150 79 172Q30 150 30 108Z", KINDS[name].cloth, 7)
    rim = stroke("M42 46H116V106Q116 138 79 156Q42 138 42 106Z", 4, GOLD)
    return Sheet(500, 700).svg(plate + rim + numeral(value, (79, 98), 92, "#fff8e4"))


def _snow() -> str:
    pine = "".join(
        dot((x, y), r, "#1c4a54", 5)
        for x, y, r in ((20, 560, 60), (90, 590, 50), (440, 580, 60), (500, 550, 60))
    )
    return pine + shape("M0 590Q250 560 500 590V620H0Z", "#eef4fa", 5)


def crane() -> str:
    """Wings up, one red crown."""
    wing = (
        "M262 400C300 300 380 210 476 170C470 210 478 232 462 262C476 268 474 290 452 306"
        "C460 320 444 342 424 348C424 366 404 378 384 380C350 420 300 450 262 450Z"
    )
    tips = (
        "M476 170C470 210 478 232 462 262C440 250 430 230 436 200ZM462 262"
        "C476 268 474 290 452 306C430 296 420 284 424 262ZM452 306C460 320 444 342 424 348"
        "C404 340 396 328 404 306ZM424 348C424 366 404 378 384 380C370 372 366 360 374 344Z"
    )
    lines = stroke("M290 400C330 330 380 290 430 250M300 420C340 370 380 350 410 320", 4, "#b8c8d8")
    wings = mirrored(shape(wing, "#fff", 7) + shape(tips, "#1b1714") + lines, 250)
    body = shape(
        "M250 330C306 350 318 430 290 500Q270 540 250 600Q230 540 210 500C182 430 194 350 250 330Z",
        "#fff",
        7,
    )
    tail = shape("M214 500Q250 540 286 500L276 600L262 570L250 614L238 570L224 600Z", "#1b1714", 5)
    neck = Spine([(250, 390), (210, 320), (300, 270), (252, 196)], taper(34, 19))
    black = Spine([(240, 350), (226, 318), (286, 276), (254, 214)], taper(11, 8))
    beak = shape("M236 190L162 214L236 214Z", "#e0b04a", 5)
    crown = shape("M232 184Q240 152 272 162Q284 172 276 190Q254 176 232 184Z", "#d8281c", 5)
    head = dot((254, 196), 27, "#fff", 6.4) + dot((246, 196), 5)
    return (
        wings
        + tail
        + body
        + shape(neck.outline(), "#fff", 6.4)
        + shape(black.outline(), "#1b1714")
        + beak
        + head
        + crown
    )


def _pond() -> str:
    leaf = "".join(
        shape(
            pen(
                "M",
                x - r,
                y,
                "A",
                r,
                r * 0.34,
                " 0 1 0",
                x + r,
                y,
                "A",
                r,
                r * 0.34,
                " 0 1 0",
                x - r,
                y,
                "Z",
            ),
            "#2f7a5a",
            5,
        )
        + stroke(
            pen(
                "M",
                x,
                y,
                "L",
                x - r * 0.8,
                y - 6,
                "M",
                x,
                y,
                "L",
                x + r * 0.7,
                y - 12,
                "M",
                x,
                y,
                "L",
                x + 6,
                y + r * 0.3,
            ),
            4,
            "#8fd0a0",
        )
        for x, y, r in ((80, 560, 84), (424, 566, 90))
    )
    return seigaiha(500, 510, 610, 40, "#17406a", "#5f94b8", 4) + leaf


def lotus() -> str:
    """A flower as wide as the card."""
    tints = {
        -78: "#d85a8a",
        78: "#d85a8a",
        -56: "#e87aa4",
        56: "#e87aa4",
        -34: "#f29ac0",
        34: "#f29ac0",
        -15: "#f8b8d2",
        15: "#f8b8d2",
        0: "#fdd8e6",
    }
    petals = "".join(_petal(turn, fill) for turn, fill in tints.items())
    heart = shape("M190 470Q250 440 310 470Q300 520 250 524Q200 520 190 470Z", GOLD, 6)
    front = "".join(_petal(turn, "#fbe4ee", 0.6, 540) for turn in (-40, 40, 0))
    stem = stroke("M250 520V620", 26) + stroke("M250 520V620", 14, "#2f7a5a")
    return stem + petals + heart + front


def _petal(turn: float, fill: str, size: float = 1, y: float = 520) -> str:
    d = "M0 0C-74 -70 -70 -190 0 -290C70 -190 74 -70 0 0Z"
    veins = stroke(
        "M0 -40V-210M-16 -60Q-30 -130 -16 -200M16 -60Q30 -130 16 -200", 4, "#b8386a", opacity=0.5
    )
    return place(shape(d, fill, 6.4) + veins, (250, y), turn, size)


def _road() -> str:
    return shape("M0 560Q120 540 250 556T500 548V620H0Z", "#3a342a", 5) + cloud(
        30, 500, 180, "#4a5a78", 2
    )


def ronin() -> str:
    """Seen from behind: he is leaving."""
    cape = shape("M250 330C160 340 110 470 96 610H404C390 470 340 340 250 330Z", "#8a7448", 7)
    straw = stroke(
        "".join(
            pen("M", 250 + k * 12, 380, "L", 250 + k * 44, 606) for k in (-3, -2, -1, 0, 1, 2, 3)
        ),
        5,
        "#4a3c1c",
    )
    hat = shape("M40 320Q180 120 250 104Q320 120 460 320Q250 400 40 320Z", "#d8b468", 7)
    weave = "".join(
        stroke(pen("M", 250, 112, "L", *polar((250, 300), 196, a)), 4, "#8a6a2c")
        for a in (-98, -120, -145, 180, 145, 120, 98)
    )
    rings = stroke("M150 240Q250 290 350 240M96 290Q250 360 404 290", 4, "#8a6a2c")
    sword = place(
        shape("M-150 -11H150V11H-150Z", "#3a2018", 6)
        + block(150, -11, 84, 22, "#1b1714", stroke="#1b1714", stroke_width=4)
        + shape("M144 -24H158V24H144Z", GOLD, 4),
        (270, 500),
        -24,
    )
    return cape + straw + sword + hat + weave + rings
