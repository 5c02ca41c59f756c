"""The ten cards of the Temple of the Shadow: one thing each, by night, under a red gate."""

from __future__ import annotations

from collections.abc import Callable

from ukiyo.draw.brush import INK, block, dot, group, mirrored, pen, place, shape, smooth, stroke
from ukiyo.draw.creature import Coat, band, horn, masked, scroll
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import border, card, cloud, plinth, scatter
from ukiyo.draw.sheet import Sheet, rounded

RED = "#b8321f"
SHADOW = Coat("#e8b98c", "#a8744a", "#8fa0b8", "#33415c", "#1a2338", "#b8321f", "#ffd23c")


def draw(name: str) -> str:
    """A thing between the posts of the gate."""
    sheet = Sheet(500, 700)
    stars = "".join(dot(at, 2.2, "#fff") for at in scatter(3, 30, (60, 120, 440, 330)))
    ground = sheet.cover(sheet.fade("#0e1a30", (0.6, "#2f5068"), (0.86, "#4f7f84")))
    moon = dot((250, 340), 168, "#f1ead0")
    hills = cloud(-30, 500, 220, "#3f6a74", 4) + cloud(310, 520, 230, "#3f6a74", 4)
    return card(
        sheet,
        ground + stars + moon + hills,
        gate(),
        sheet.grain(0.42),
        THINGS[name](),
        plinth(sheet, "#5a1610", "#2a0805"),
        border(sheet, "#2a0805"),
    )


def gate() -> str:
    """A red gate, as wide as the card."""
    posts = mirrored(shape("M44 602L58 130H90L84 602Z", RED, 6) + block(38, 574, 54, 34, INK), 250)
    lower = shape("M22 172H478V200H22Z", RED, 6)
    top = shape("M0 64Q250 120 500 64L496 116Q250 152 4 116Z", "#2a2430", 6)
    tie = shape("M24 116Q250 152 476 116L474 136Q250 168 26 136Z", RED, 5)
    sign = shape("M222 128H278V206H222Z", "#1d2b3a", 5) + column("影", (250, 166), 46, "#f3d98f")
    return posts + lower + tie + top + sign


def dojo() -> str:
    """A roof among the pines, a lamp in the door."""
    roof = "M-150 -40Q-90 -50 0 -120Q90 -50 150 -40L132 -16H-132Z"
    upper = "M-92 -122Q-50 -130 0 -186Q50 -130 92 -122L80 -102H-80Z"
    walls = shape("M-108 -18H108V104H-108Z", "#e9dcb8", 5.6) + shape(
        "M-60 -104H60V-62H-60Z", "#e9dcb8", 5
    )
    door = shape("M-44 6H44V104H-44Z", "#ffc94a", 5) + stroke(
        "M0 6V104M-44 40H44M-44 72H44", 4, "#8a5a24"
    )
    posts = stroke("M-84 -16V104M84 -16V104", 9, "#7a3a1c")
    steps = shape("M-130 104H130L146 132H-146Z", "#8d949c", 5.6)
    return place(
        walls + posts + door + steps + shape(roof, "#33415c", 6) + shape(upper, "#33415c", 6),
        (250, 424),
        0,
        1.08,
    )


def step() -> str:
    """Split-toed prints that make no sound."""
    sole = (
        "M-20 70C-36 40 -26 0 -34 -34C-38 -62 -22 -76 -6 -72Q-2 -58 -2 -44Q4 -76 22 -78"
        "C42 -70 36 -30 32 -6C28 30 34 60 12 76Q-8 82 -20 70Z"
    )
    prints = (
        (168, 500, -12, 0.9),
        (300, 442, 12, 0.86),
        (196, 360, -12, 0.76),
        (304, 296, 12, 0.66),
    )
    steps = "".join(
        place(shape(sole, "#1d2b3a", 5), (x, y), turn, size) for x, y, turn, size in prints
    )
    rings = "".join(
        stroke(pen("M", x - 50, y + 76, "q", 50, 18, 100, 0), 4, "#1d2b3a", opacity=0.4)
        for x, y, _, _ in prints[:2]
    )
    return steps + rings


def skull(size: float = 1, bone: str = "#f7f0dc") -> str:
    """A skull around (0, 0)."""
    head = (
        "M0 -110C76 -110 112 -60 104 0C100 34 72 40 68 62L62 96H-62L-68 62"
        "C-72 40 -100 34 -104 0C-112 -60 -76 -110 0 -110Z"
    )
    nose = shape("M0 18L16 46H-16Z", INK)
    teeth = stroke("M-34 66V96M-12 66V96M12 66V96M34 66V96M-60 66H60", 5)
    sockets = mirrored(dot((42, -6), 30, INK))
    return place(shape(head, bone, 7) + sockets + nose + teeth, (0, 0), 0, size)


def market() -> str:
    """A skull on the counter, coins in its eyes, a lantern above."""
    coins = mirrored(dot((46, -6), 24, "#f0b53a", 5) + block(41, -11, 10, 10, INK))
    counter = shape("M90 520H410V602H90Z", "#7a4a24", 6) + stroke(
        "M90 548H410M170 548V602M250 548V602M330 548V602", 4
    )
    lamp = (
        stroke("M362 206V250", 5)
        + shape(
            smooth([(334, 262), (390, 262), (400, 300), (390, 336), (334, 336), (324, 300)]),
            "#e8482e",
            5.6,
        )
        + stroke("M328 284H396M326 310H398", 4)
        + block(340, 250, 44, 12, INK)
    )
    bones = place(stroke("M-60 0H60", 20) + stroke("M-60 0H60", 11, "#f7f0dc"), (160, 500), 12)
    return counter + bones + place(skull() + coins, (236, 404), -4, 1.06) + lamp


def bribes() -> str:
    """A purse, and gold that nobody saw."""
    purse = shape(
        "M206 330H294C360 380 404 460 380 540C364 590 300 600 250 600C200 600 136 590 120 540"
        "C96 460 140 380 206 330Z",
        "#6a3a7a",
        7,
    )
    frill = shape(
        "M196 320Q170 270 190 250L220 272L250 246L280 272L310 250Q330 270 304 320Z", "#8a55a0", 6
    )
    cord = stroke("M198 330H302", 17) + stroke("M198 330H302", 8, "#f0c04a")
    folds = stroke("M220 350Q180 420 176 500M280 350Q320 420 324 500", 5, "#3a1c4a")
    coin = dot((0, 0), 44, "#f3c34a", 6) + dot((0, 0), 33, "none", stroke="#a8741a", stroke_width=4)
    coin += shape("M-12 -12H12V12H-12Z", INK)
    spots = ((128, 556), (382, 552), (320, 486), (250, 440))
    return purse + folds + frill + cord + "".join(place(coin, at) for at in spots)


def smoke() -> str:
    """A bowl, three sticks, white curls."""
    curls = (
        "M196 420C140 370 250 330 190 270C160 236 190 206 220 214",
        "M250 400C200 340 310 300 254 240C236 214 256 190 280 200",
        "M304 420C260 370 360 340 312 280C296 250 330 230 346 250",
    )
    white = "".join(stroke(d, 30) + stroke(d, 19, "#fff") for d in curls)
    sticks = stroke("M204 470L196 424M250 470V404M296 470L304 424", 8, "#7a3a1c") + "".join(
        dot(at, 7, "#ff7a2e", 3) for at in ((196, 422), (250, 402), (304, 422))
    )
    bowl = shape(
        "M130 464H370Q370 560 300 572L312 598H188L200 572Q130 560 130 464Z", "#3f7a84", 6.4
    ) + shape("M118 450H382V480H118Z", "#5fa0a4", 6)
    feet = stroke("M160 510Q250 548 340 510", 5, "#cfe4dc") + dot((250, 520), 17, "#e3bd62", 5)
    return white + sticks + bowl + feet


def wards() -> str:
    """A rope of straw, paper in folds, and a strip that says: sealed."""
    rope = (
        stroke("M78 262Q250 330 422 262", 40)
        + stroke("M78 262Q250 330 422 262", 31, "#e0c070")
        + stroke(
            "".join(
                pen("M", x, 270 + 34 * (1 - ((x - 250) / 172) ** 2) * 0.9 - 10, "l", 14, 26)
                for x in range(96, 410, 24)
            ),
            4,
            "#8a6a24",
        )
    )
    zig = "M0 0H34L22 44H50L36 88H62L20 150L26 104H-2L10 60H-20Z"
    papers = place(shape(zig, "#fff", 5), (112, 290)) + place(
        shape(zig, "#fff", 5), (388, 290), 0, 1, flip=True
    )
    slip = (
        shape("M206 284H294V570H206Z", "#fff6da", 6)
        + shape("M218 298H282V330H218Z", RED)
        + column("封印", (250, 386), 74, INK)
        + dot((250, 524), 22, RED)
    )
    return rope + papers + group(slip)


def fist() -> str:
    """Closed, and it stays closed."""
    arm_ = shape("M180 604L192 488H308L322 604Z", "#33415c", 6.4) + stroke(
        "M186 530L314 560M184 566L318 594M190 560L310 524", 6, "#8fa0b8"
    )
    palm = shape(
        "M146 330Q150 290 190 290H318Q362 296 360 350L350 440Q340 500 290 504H208Q156 498 150 430Z",
        SHADOW.fur,
        7,
    )
    fingers = "".join(
        shape(rounded(x, 268, 52, 108, 24), SHADOW.fur, 6.4) for x in (150, 202, 254, 306)
    )
    thumb = shape(
        "M156 400Q140 366 176 368L270 384Q300 392 292 420Q284 440 256 436L196 430Q164 430 156 400Z",
        SHADOW.fur,
        6.4,
    )
    rays_ = "".join(
        stroke(pen("M", x, y, "L", x2, y2), 12) + stroke(pen("M", x, y, "L", x2, y2), 5, "#ffd23c")
        for x, y, x2, y2 in (
            (128, 300, 106, 282),
            (372, 300, 394, 282),
            (250, 246, 250, 218),
            (180, 256, 168, 230),
            (320, 256, 332, 230),
        )
    )
    return rays_ + arm_ + palm + fingers + thumb


def twins() -> str:
    """One in white, one in black, back to back."""
    white = Coat("#e8b98c", "#a8744a", "#fff", "#f2efe6", "#b9b4a4", RED, "#ffd23c")
    black = Coat("#e8b98c", "#a8744a", "#555", "#2a2834", "#15131c", RED, "#ffd23c")
    body = "M-96 330Q-100 140 0 116Q100 140 96 330Z"
    one = place(
        shape(body, white.cloth, 6.4) + masked(white) + band(white, 112, -76, tails=False),
        (172, 372),
        -9,
        0.86,
    )
    two = place(
        shape(body, black.cloth, 6.4) + masked(black) + band(black, 112, -76, tails=False),
        (328, 372),
        9,
        0.86,
    )
    return one + two


def pact() -> str:
    """A mask with horns over a red hand on paper."""
    sheet_ = (
        shape("M136 380H364V584H136Z", "#fff6da", 6)
        + place(scroll(236), (250, 584))
        + place(scroll(236), (250, 380))
    )
    palm = (
        "M-34 50Q-44 10 -40 -10L-58 -34Q-56 -50 -44 -40L-28 -16L-26 -62Q-18 -76 -10 -62"
        "L-8 -22L-2 -70Q8 -84 14 -70L12 -22L24 -60Q36 -70 38 -54L28 -10L44 -26"
        "Q58 -30 52 -14L34 24Q30 56 -34 50Z"
    )
    print_ = place(shape(palm, "#c8281c"), (250, 494), 0, 1.1)
    mask = shape(
        "M-84 -40Q0 -70 84 -40Q96 30 50 74Q0 96 -50 74Q-96 30 -84 -40Z", "#c8281c", 6.4
    ) + mirrored(shape("M20 -4L62 -20Q58 10 30 12Z", "#ffd23c", 4.4))
    face = (
        mask
        + horn([(50, -50), (64, -96), (96, -100), (92, -140)], 18, "#f7e7b8", 3)
        + shape("M-44 40Q0 22 44 40Q36 66 0 66Q-36 66 -44 40Z", INK)
        + mirrored(shape("M24 38L36 38L32 4Z", "#fffaf0", 3))
    )
    return sheet_ + print_ + place(face, (250, 304), 0, 1.02)


def ranks() -> str:
    """Four in a row, four spears."""
    spears = "".join(
        stroke(pen("M", x, 300, "V", 600), 13)
        + stroke(pen("M", x, 300, "V", 600), 6, "#8a5a34")
        + shape(pen("M", x - 14, 306, "L", x, 226, "L", x + 14, 306, "Z"), "#dfe5e6", 5)
        for x in (130, 210, 290, 370)
    )
    tones = ("#b8321f", "#2f6a9a", "#5d8f2c", "#8a3f7a")
    men = [
        place(
            shape("M-110 240Q-104 110 0 104Q104 110 110 240Z", tone, 7)
            + masked(Coat("#e8b98c", "#a8744a", "#fff", tone, INK, tone)),
            (x, y),
            0,
            0.56,
        )
        for tone, x, y in zip(tones, (152, 348, 212, 300), (400, 400, 476, 476), strict=True)
    ]
    return spears + "".join(men)


THINGS: dict[str, Callable[[], str]] = {
    "Hidden-Dojo": dojo, "Silent-Step": step, "Bone-Market": market, "Veiled-Bribes": bribes,
    "Cleansing-Smoke": smoke, "Paper-Wards": wards, "Closed-Fist": fist, "Twin-Shadows": twins,
    "Yokai-Pact": pact, "Full-Ranks": ranks,
}  # fmt: skip
