"""The ten cards of the Imperial Court: one thing each, on gold, between curtains."""

from __future__ import annotations

from collections.abc import Callable

from ukiyo.draw.brush import INK, block, dot, mirrored, pair, pen, place, polar, shape, stroke
from ukiyo.draw.creature import eye, flame, scroll
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import border, card, cloud, plinth
from ukiyo.draw.sheet import Sheet, rounded
from ukiyo.games.wataah.temple import skull

PURPLE, GOLD, STEEL = "#5a2a78", "#f0c04a", "#dfe5e6"


def draw(name: str) -> str:
    """A thing on a field of gold leaf."""
    sheet = Sheet(500, 700)
    lines = "".join(pen("M", 0, y, "H", 500) for y in range(84, 620, 84))
    lines += "".join(pen("M", x, 0, "V", 620) for x in range(84, 500, 84))
    leaf = sheet.cover("#ecc76a") + stroke(lines, 2.4, "#fbe9ae")
    disc = dot((250, 350), 172, "#fbf0cc")
    mist = cloud(-40, 170, 170, "#fbe9ae", 4) + cloud(370, 480, 190, "#fbe9ae", 4)
    return card(
        sheet,
        leaf + disc + mist,
        curtain(),
        sheet.grain(0.4),
        THINGS[name](),
        plinth(sheet, "#4a2068", "#200a30"),
        border(sheet, "#200a30"),
    )


def flower(size: float, fill: str, heart: str, line: float = 4) -> str:
    """A chrysanthemum of sixteen petals."""
    petal = pen("M", 0, 0, "Q", -24, -70, -16, -88, "Q", 0, -106, 16, -88, "Q", 24, -70, 0, 0, "Z")
    petals = "".join(
        shape(petal, fill, line, transform=f"rotate({a / 2:g})") for a in range(0, 720, 45)
    )
    return place(petals + dot((0, 0), 24, heart, line), (0, 0), 0, size)


def curtain() -> str:
    """Purple cloth with tassels along the top, the flower of the court in its middle."""
    swags = "".join(pen("M", x, 20, "Q", x + 62, 170, x + 124, 20, "Z") for x in (2, 126, 250, 374))
    cloth = shape(swags, PURPLE, 6) + stroke(
        "".join(pen("M", x + 16, 30, "Q", x + 62, 136, x + 108, 30) for x in (2, 126, 250, 374)),
        4,
        GOLD,
    )
    ropes = "".join(
        stroke(pen("M", x, 24, "v", 62), 7, "#c8331f")
        + shape(pen("M", x - 10, 84, "h", 20, "l", 5, 34, "h", -30, "Z"), "#c8331f", 4)
        for x in (126, 374)
    )
    return cloth + ropes + place(flower(0.5, GOLD, GOLD, 4), (250, 72))


def levy() -> str:
    """A drum with three commas, and its sticks."""
    hoop = dot((250, 372), 138, "#a8281c", 7) + dot((250, 372), 116, "#fff6da", 6)
    comma = (
        "M0 -8C34 -14 62 -44 52 -78C44 -96 12 -100 0 -78C-6 -60 10 -52 20 -58C20 -36 8 -18 0 -8Z"
    )
    marks = "".join(
        shape(comma, INK, transform=f"translate(250 372) rotate({a}) scale(0.96)")
        for a in (0, 120, 240)
    )
    nails = "".join(dot(polar((250, 372), 127, a), 6, GOLD, 3) for a in range(0, 360, 30))
    stand = shape("M150 484L120 596H170L200 500ZM350 484L380 596H330L300 500Z", "#6a2a1c", 6)
    sticks = mirrored(
        place(stroke("M0 0V-130", 20) + stroke("M0 0V-130", 11, "#e0b070"), (404, 316), 24), 250
    )
    return stand + hoop + nails + marks + sticks


def mobilise() -> str:
    """A general's fan before two spears."""
    line = "M120 596L372 236"
    head = place(shape("M-15 0L0 -84L15 0Z", STEEL, 5), (372, 238), 35)
    spear = stroke(line, 16) + stroke(line, 8, "#8a3a24") + head
    wings = (
        "M0 40C-50 64 -128 20 -108 -66C-98 -118 -36 -108 0 -142"
        "C36 -108 98 -118 108 -66C128 20 50 64 0 40Z"
    )
    handle = shape("M-11 30H11V166Q0 176 -11 166Z", "#7a4a24", 5.6)
    fan = shape(wings, "#1f2a44", 7) + place(stroke(wings, 6, GOLD), (0, -6), 0, 0.82)
    return mirrored(spear, 250) + place(
        handle + fan + dot((0, -46), 46, "#d8331f", 5), (250, 410), 0, 1.1
    )


def pardon() -> str:
    """A scroll let down, and one large seal."""
    paper = shape("M158 230H342V556H158Z", "#fffaf0", 6)
    lines = "".join(
        stroke(pen("M", x, 290, "V", y), 7, "#8d8478") for x, y in ((308, 470), (282, 440))
    )
    seal = shape(rounded(178, 366, 132, 132, 12), "#c8281c", 6) + column(
        "赦", (244, 432), 112, "#fff6da"
    )
    bird = shape(
        "M0 0Q-40 -60 -96 -54Q-60 -30 -50 -4Q-84 6 -100 30Q-50 34 -16 22L6 46L18 16"
        "Q46 14 60 -6L76 -10L58 -22Q30 -30 0 0Z",
        "#fff",
        5,
    )
    return (
        paper
        + lines
        + seal
        + place(scroll(190), (250, 232), 0, 1.1)
        + place(scroll(190), (250, 560), 0, 1.1)
        + place(bird, (356, 300), 8, 0.9)
    )


def guard() -> str:
    """A shield with the flower, two blades behind it."""
    pole = (
        stroke("M128 596L352 258", 17)
        + stroke("M128 596L352 258", 9, "#7a2a1c")
        + place(shape("M-12 6Q-16 -60 34 -108Q40 -40 14 6Z", STEEL, 5.6), (354, 256), 22)
    )
    plate = dot((250, 392), 132, "#2b5a9a", 8) + dot(
        (250, 392), 112, "none", stroke=GOLD, stroke_width=8
    )
    return mirrored(pole, 250) + plate + place(flower(0.96, "#fff6da", GOLD, 5), (250, 392))


def spy() -> str:
    """Two eyes over the edge of a fan."""
    face = shape("M142 400C130 280 180 230 250 230C320 230 370 280 358 400Z", "#fbe3cc", 6.4)
    hair = shape(
        "M132 400C104 250 170 196 250 196C330 196 396 250 368 400Q360 320 330 290"
        "Q290 264 250 264Q210 264 170 290Q140 320 132 400Z",
        INK,
        5,
    )
    pins = (
        stroke("M330 224L404 190M170 224L96 190", 9)
        + stroke("M330 224L404 190M170 224L96 190", 4, GOLD)
        + mirrored(dot((404, 190), 11, "#c8331f", 4), 250)
    )
    look = mirrored(eye((298, 346), 1.0, "#6a4a2a", 10), 250)
    leaves = []
    for i in range(9):
        a, b = -60 + i * 120 / 9, -60 + (i + 1) * 120 / 9
        root = (250.0, 600.0)
        corners = [polar(root, r, t) for r, t in ((60, a), (226, a), (226, b), (60, b))]
        leaves.append(
            shape(
                "M" + "L".join(pair(c) for c in corners) + "Z", "#c8331f" if i % 2 else "#e0563a", 5
            )
        )
    moon = dot((250, 442), 34, GOLD, 5)
    return face + hair + pins + look + "".join(leaves) + moon


def lesson() -> str:
    """A circle drawn in one breath, and the brush."""
    circle = "M330 270C250 214 128 274 128 392C128 500 220 552 300 520C372 490 396 404 352 330"
    stroke_ = stroke(circle, 46) + stroke(
        "M320 284C250 240 150 290 148 392", 7, "#6a645c", opacity=0.7
    )
    brush_ = (
        stroke("M0 -40V-210", 30)
        + stroke("M0 -40V-210", 19, "#d8a050")
        + shape("M-26 -52H26Q34 0 4 46Q-4 50 -6 44Q-34 0 -26 -52Z", "#2a2622", 5.6)
        + block(-20, -68, 40, 22, GOLD, stroke=INK, stroke_width=5)
    )
    return stroke_ + place(brush_, (330, 372), 28, 1.1)


def memory() -> str:
    """A stone lantern, and those who come to its light."""
    stone, light = "#9aa39c", "#ffd75a"
    parts = (
        ("M186 566H314L330 602H170Z", stone),
        ("M226 470H274V566H226Z", stone),
        ("M176 444H324L304 474H196Z", stone),
        ("M190 352H310V446H190Z", stone),
        ("M208 366H292V432H208Z", light),
        ("M138 352Q200 330 220 288H280Q300 330 362 352Z", stone),
    )
    lamp = (
        "".join(shape(d, fill, 6) for d, fill in parts)
        + stroke("M250 366V432M208 399H292", 6)
        + shape("M250 240Q276 266 262 290H238Q224 266 250 240Z", stone, 5.6)
    )
    souls = (
        flame((124, 330), 0.9, "#7fc8e8", "#f2fdff")
        + flame((384, 300), 0.8, "#7fc8e8", "#f2fdff")
        + flame((398, 470), 0.6, "#7fc8e8", "#f2fdff")
        + flame((112, 490), 0.6, "#7fc8e8", "#f2fdff")
    )
    return lamp + souls


def informer() -> str:
    """An ear, and words on their way to it."""
    ear = shape(
        "M236 250C320 226 376 300 350 384C336 428 306 440 298 486"
        "C290 540 222 556 204 500C190 460 206 440 204 396C196 330 170 272 236 250Z",
        "#f2c49a",
        7,
    )
    inner = stroke(
        "M236 292C292 276 324 326 306 372C292 404 262 400 258 440M240 340C270 330 280 360 262 384",
        8,
        "#a8683c",
    )
    waves = "".join(
        stroke(pen("M", x, 330, "q", -26, 54, 0, 112), 20)
        + stroke(pen("M", x, 330, "q", -26, 54, 0, 112), 11, "#c8331f")
        for x in (170, 130)
    )
    ring_ = dot((226, 520), 13, GOLD, 5)
    return waves + place(ear + inner + ring_, (26, 0))


def banner() -> str:
    """The moon on a tall flag."""
    pole = (
        stroke("M338 196V600M150 212H352", 17)
        + stroke("M338 196V600M150 212H352", 8, "#8a5a34")
        + dot((338, 190), 15, GOLD, 5)
    )
    cloth = shape("M160 218H328Q320 380 332 540Q246 520 158 544Q170 380 160 218Z", "#1f2a5c", 7)
    moon = dot((246, 340), 66, "#fff3c0", 5) + dot((272, 326), 54, "#1f2a5c")
    stars = "".join(
        dot(at, 6, "#fff3c0") for at in ((200, 262), (296, 270), (196, 450), (288, 460), (244, 492))
    )
    return pole + cloth + moon + stars


def gift() -> str:
    """A box in silk; something in it moves."""
    box = (
        shape("M122 420H378V590H122Z", "#c8331f", 7)
        + shape("M104 376H396V430H104Z", "#e0563a", 7)
        + shape("M226 376H274V590H226Z", GOLD, 5.6)
    )
    snake = "M250 380C180 350 190 300 250 300C310 300 320 250 268 234C240 226 214 240 204 256"
    body = (
        stroke(snake, 44)
        + stroke(snake, 32, "#5d9a3c")
        + stroke(snake, 6, "#cfe88a", stroke_dasharray="10 14")
    )
    head = place(
        shape("M-40 -14Q-30 -40 8 -34Q34 -20 30 4Q20 30 -14 24Q-44 16 -40 -14Z", "#5d9a3c", 6)
        + dot((-12, -10), 8, "#ffd23c", 3)
        + dot((-13, -10), 3)
        + stroke("M-40 4H-66M-66 4L-80 -6M-66 4L-80 14", 5, "#c8281c"),
        (200, 260),
        -12,
    )
    bow = mirrored(shape("M254 380Q310 320 344 350Q350 380 254 384Z", GOLD, 5.6), 250)
    return box + body + bow + head + place(skull(0.3), (324, 510), 8)


THINGS: dict[str, Callable[[], str]] = {
    "Imperial-Levy": levy, "Mobilisation": mobilise, "Pardon": pardon, "Imperial-Guard": guard,
    "Court-Spy": spy, "Masters-Lesson": lesson, "Ancestors-Memory": memory, "Informer": informer,
    "Moon-Banner": banner, "Poisoned-Gift": gift,
}  # fmt: skip
