"""Ronin and yokai: the one without a clan, and the nine that need none, in frames of bamboo."""

from __future__ import annotations

from collections.abc import Callable

from ukiyo.draw.brush import (
    Point,
    Spine,
    block,
    dot,
    mirrored,
    pen,
    place,
    polar,
    poly,
    shape,
    smooth,
    stroke,
    taper,
)
from ukiyo.draw.creature import (
    Coat,
    arm,
    brows,
    club,
    eye,
    eyes,
    fangs,
    flame,
    hand,
    horn,
    staff,
    tail,
    trunk,
)
from ukiyo.draw.paper import border, card, cloud, plinth, scatter
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.weapons import blade
from ukiyo.games.wataah import heads
from ukiyo.games.wataah.frames import strength

STRENGTHS = {
    "Dragon-Spirit": 5, "Yurei": 1, "Kitsune": 3, "Kappa": 3, "Tengu": 3, "Monkey-King": 1,
    "Old-Hermit": 3, "Nezumi": 3, "Oni": 8,
}  # fmt: skip
SKIES = {
    "Dragon-Spirit": ("#0c1f4a", "#2f6aa8", "#dff3f4"), "Yurei": ("#10122e", "#3a4a7a", "#cfe4ee"),
    "Kitsune": ("#2a0f2e", "#8a2f4a", "#f7d9a8"), "Kappa": ("#06282c", "#1f6a5a", "#cfeac0"),
    "Tengu": ("#1f0f24", "#6a3a5a", "#f3c46a"), "Monkey-King": ("#3a1206", "#b8561f", "#ffe08a"),
    "Old-Hermit": ("#122a3a", "#4a7f8a", "#f7efd2"), "Nezumi": ("#14101c", "#4a3a4a", "#c8b2a0"),
    "Oni": ("#240808", "#8a1f14", "#f5a03c"),
}  # fmt: skip
"""Above, below, and the disc behind the head."""


def draw(name: str) -> str:
    """A yokai, whole."""
    sheet = Sheet(500, 700)
    top, low, moon = SKIES[name]
    sky = sheet.cover(sheet.fade(top, low)) + dot((250, 262), 176, moon)
    stars = "".join(dot(at, 2.4, "#fff") for at in scatter(7, 26, (40, 40, 460, 240)))
    mist = cloud(-20, 430, 190, low, 3) + cloud(340, 470, 200, low, 3)
    return card(
        sheet,
        sky + stars + mist,
        sheet.grain(0.42),
        FIGURES[name](sheet),
        plinth(sheet, "#2a1c3a", "#120a1c"),
        bamboo(),
        strength(STRENGTHS[name], "#3a1f52"),
    )


def bamboo() -> str:
    """Four canes tied at the corners."""
    sides = ((0, 0, 500, 30), (0, 670, 500, 30), (0, 0, 30, 700), (470, 0, 30, 700))
    parts = [_cane(*side) for side in sides]
    ties = "".join(_tie(at) for at in ((15, 15), (485, 15), (15, 685), (485, 685)))
    return "".join(parts) + ties


def _cane(x: float, y: float, wide: float, high: float) -> str:
    flat = wide > high
    light = block(x, y + 6, wide, 7, "#c9d97a") if flat else block(x + 6, y, 7, high, "#c9d97a")
    steps = range(60, int(max(wide, high)), 96)
    nodes = "".join(
        pen("M", x + k, y, "v", 30) if flat else pen("M", x, y + k, "h", 30) for k in steps
    )
    inner = stroke(nodes, 7, "#3a5218") + stroke(nodes, 2, "#dbe7a0")
    edge = block(x, y, wide, high, "none", stroke="#22300c", stroke_width=4)
    return block(x, y, wide, high, "#86a53e") + light + inner + edge


def _tie(at: Point) -> str:
    x, y = at
    knot = shape(pen("M", x - 24, y - 24, "h", 48, "v", 48, "h", -48, "Z"), "#8a5a2c", 4)
    turns = "".join(pen("M", x - 24 + k, y - 24, "L", x - 24, y - 24 + k) for k in (16, 32, 48))
    return knot + stroke(turns, 4, "#e3bd7a")


# --- the nine ----------------------------------------------------------------


def dragon_spirit(sheet: Sheet) -> str:
    """A river of light with a face."""
    coat = Coat("#8fd4e8", "#3f8fb8", "#f4fdff", "#dff3f4", "#2f6aa8", "#ffffff", "#ff5a4a")
    lower = Spine([(60, 640), (560, 620), (500, 420), (270, 400)], taper(30, 66))
    fins = "".join(
        poly([lower.off(t - 0.05, 0.9), lower.off(t + 0.02, 1.7), lower.off(t + 0.06, 0.9)])
        for t in (0.15, 0.28, 0.41, 0.54, 0.67, 0.8)
    )
    rings = "".join(
        smooth([lower.off(t, -1), lower.off(t + 0.02, -0.5), lower.off(t, 0)], False)
        for t in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
    )
    body = (
        shape(fins, "#fff", 4.4)
        + shape(lower.outline(20), coat.fur, 7)
        + stroke(rings, 4, coat.shade)
    )
    claw = stroke(
        "M96 560Q60 520 84 486M96 560Q90 510 122 486M96 560Q120 520 152 506", 15
    ) + stroke("M96 560Q60 520 84 486M96 560Q90 510 122 486M96 560Q120 520 152 506", 7, coat.fur)
    head = place(heads.dragon(coat, hooded=False), (250, 280), 4, 1.14)
    return (
        body
        + claw
        + head
        + flame((84, 330), 0.6, "#6fd0ee", "#fff")
        + flame((424, 350), 0.7, "#6fd0ee", "#fff")
    )


def yurei(sheet: Sheet) -> str:
    """White cloth, black hair, no feet."""
    hair = (
        "M250 104C150 104 122 210 128 340C130 420 120 460 128 520Q160 470 190 480H310"
        "Q340 470 372 520C380 460 370 420 372 340C378 210 350 104 250 104Z"
    )
    robe = (
        "M152 420Q190 362 250 362Q310 362 348 420Q366 500 336 556Q316 596 352 640H190"
        "Q236 610 200 576Q140 520 152 420Z"
    )
    lapels = stroke("M206 370L262 470M294 370L238 450", 9, "#9fb6d0")
    oval = (
        "M250 150C306 150 326 200 318 256C310 314 280 344 250 344"
        "C220 344 190 314 182 256C174 200 194 150 250 150Z"
    )
    fringe = (
        "M250 128C200 130 168 180 170 300C172 340 164 372 178 404C206 372 214 300 216 250"
        "C218 200 236 168 250 158C300 164 316 210 318 262C322 300 318 350 330 392"
        "C348 350 346 240 334 200C322 150 290 128 250 128Z"
    )
    look = place(eye((0, 0), 0.9, "#c8331f", -16), (276, 244))
    mouth = shape("M240 302Q256 292 272 304Q262 322 244 314Z", "#5a1f2a", 4)
    sleeve = shape(
        "M318 398Q388 420 382 496Q350 548 290 516Q296 470 270 462Q282 420 318 398Z", "#fff", 6
    )
    limp = (
        "M282 508Q270 540 276 574Q284 584 288 566Q294 590 302 578Q304 562 308 574"
        "Q318 574 316 546L312 514Z"
    )
    fold = stroke("M364 440Q352 490 310 500", 5, "#b4c6dc")
    arms = mirrored(shape(limp, "#dbe8ee", 4.6) + sleeve + fold, 250)
    fires = flame((84, 300), 0.8, "#5fb8e8", "#e8fbff") + flame(
        (420, 270), 0.7, "#5fb8e8", "#e8fbff"
    )
    return (
        fires
        + shape(hair, "#15121c", 6)
        + shape(robe, "#f2f7fc", 6)
        + lapels
        + arms
        + shape(oval, "#e6f0f2", 5.6)
        + look
        + mouth
        + shape(fringe, "#15121c", 4)
        + shape("M250 118L282 168H218Z", "#fff", 5)
    )


def kitsune(sheet: Sheet) -> str:
    """Nine tails, and a face painted for the feast."""
    coat = Coat("#fff8ee", "#d8402a", "#fbe3d0", "#fff", "#d8402a", "#d8402a", "#ffc22e")
    tails = "".join(
        tail(
            [
                (250, 590),
                polar((250, 560), 150, a * 1.25),
                polar((250, 500), 250, a),
                polar((250, 480), 290, a * 0.92),
            ],
            42,
            "#fff4e4",
            "#e8602e",
            0.25,
        )
        for a in (-88, 88, -66, 66, -44, 44, -22, 22)
    )
    chest = shape("M250 380C190 380 150 450 156 640H344C350 450 310 380 250 380Z", "#fffaf2", 7)
    fluff = stroke("M214 440L228 470L242 448L250 480L258 448L272 470L286 440", 5, "#c9a48a")
    bell = (
        dot((250, 412), 22, "#e8b53a", 5)
        + stroke("M250 412V430", 4)
        + stroke("M172 396Q250 436 328 396", 9, "#c8331f")
    )
    paint = mirrored(
        stroke("M92 6Q70 14 58 32M88 -22Q104 -30 112 -44M20 -58Q14 -76 0 -92", 7, "#d8402a")
    )
    brow = dot((0, -64), 9, "#d8402a")
    head = place(heads.fox(coat, hooded=False) + paint + brow, (250, 286), 0, 1.06)
    paws = mirrored(shape("M270 560Q300 548 314 580V640H262Z", "#fffaf2", 5.6), 250)
    return (
        tails
        + chest
        + fluff
        + paws
        + bell
        + head
        + flame((92, 240), 0.5, "#ff9a3c", "#fff0b0")
        + flame((408, 236), 0.5, "#ff9a3c", "#fff0b0")
    )


def kappa(sheet: Sheet) -> str:
    """A dish of water on the head; do not bow to it. Or do."""
    coat = Coat("#7fbf5a", "#4f8f3a", "#e3efb0", "#7fbf5a", "#3f7a34", "#f0d24a", "#ffd23c")
    shell = shape("M250 360C130 350 90 460 110 640H390C410 460 370 350 250 360Z", "#7a5428", 7)
    rim = stroke("M128 560Q120 420 210 384M372 560Q380 420 290 384", 6, "#b98a4a")
    belly = shape("M250 392C196 392 166 450 172 640H328C334 450 304 392 250 392Z", "#f0e6a0", 6)
    rows = stroke("M176 470Q250 490 324 470M170 530Q250 552 330 530M250 396V620", 4, "#c9a848")
    left = _bare(coat, [(178, 430), (110, 450), (70, 420), (84, 366)])
    right = _bare(coat, [(322, 430), (390, 470), (420, 520), (380, 556)])
    gourd = place(
        shape(
            "M-76 0Q-80 -22 -40 -22Q30 -26 76 -10Q92 0 76 12Q30 26 -40 22Q-80 22 -76 0Z",
            "#3f8a34",
            5,
        )
        + stroke("M-50 -8H40M-44 8H50", 3.4, "#b8e08a"),
        (82, 350),
        -64,
    )
    skull = (
        "M0 -80C76 -84 120 -40 116 16C112 78 60 110 0 110C-60 110 -112 78 -116 16"
        "C-120 -40 -76 -84 0 -80Z"
    )
    hair = (
        "M-122 -20L-104 -92L-60 -112H60L104 -92L122 -20L96 -46L84 -10L58 -54L34 -20L0 -58"
        "L-34 -20L-58 -54L-84 -10L-96 -46Z"
    )
    dish = shape("M-84 -102Q0 -132 84 -102Q70 -70 0 -70Q-70 -70 -84 -102Z", "#e9f7f4", 5.6) + shape(
        "M-58 -100Q0 -118 58 -100Q40 -84 0 -84Q-40 -84 -58 -100Z", "#4fb0d8"
    )
    beak = (
        shape("M-70 34Q0 -8 70 34Q78 62 0 96Q-78 62 -70 34Z", "#f2b93a", 6)
        + stroke("M-66 44Q0 66 66 44", 5)
        + mirrored(dot((14, 26), 4))
    )
    head = (
        shape(skull, coat.fur, 7)
        + beak
        + eyes(52, -4, 1.0, coat.eye, 4)
        + shape(hair, "#22382a", 5.6)
        + dish
    )
    return shell + rim + belly + rows + gourd + left + right + place(head, (250, 280), -6, 1.14)


def _bare(coat: Coat, points: list[Point], wide: float = 27) -> str:
    """An arm without a sleeve."""
    limb = Spine(points, taper(wide, wide * 0.7, 2))
    cap, joint = dot(points[0], wide, coat.fur, 6.4), dot(points[0], wide - 3.4, coat.fur)
    return cap + shape(limb.outline(6), coat.fur, 6.4) + joint + hand(coat, points[3], 27)


def tengu(sheet: Sheet) -> str:
    """A nose that arrives first."""
    coat = Coat("#c8322a", "#8a1a18", "#fff6e4", "#f3ead2", "#b8a884", "#5a2a6a", "#ffd23c")
    wing = (
        "M330 430Q384 290 478 210L466 300L484 316L462 380L478 404L440 460L452 486L400 520L350 560Z"
    )
    wings = mirrored(
        shape(wing, "#2a2636", 7)
        + stroke(
            "M352 440Q400 350 458 290M362 470Q410 410 458 376M372 500Q410 460 440 444", 4, "#6a6484"
        ),
        250,
    )
    skull = (
        "M0 -104C70 -104 112 -56 108 4C106 70 66 112 0 112C-66 112 -106 70 -108 4"
        "C-112 -56 -70 -104 0 -104Z"
    )
    hair = mirrored(shape("M60 -92L132 -116L120 -60L160 -40L122 0L148 40L100 48Z", "#fff6e4", 5.6))
    beard = shape("M-70 66Q0 98 70 66L58 128L34 110L0 172L-34 110L-58 128Z", "#fff6e4", 5.6)
    cap = shape("M-34 -106L-24 -150H24L34 -106Q0 -92 -34 -106Z", "#1b1714", 5) + stroke(
        "M-60 -92Q0 -70 60 -92", 6, "#e3bd62"
    )
    white = mirrored(shape("M12 -34Q40 -70 96 -62L108 -40Q60 -44 16 -16Z", "#fff6e4", 4.4))
    nose = Spine([(0, 6), (24, 44), (70, 66), (150, 70)], taper(31, 22, 4))
    beam = shape(nose.outline(), "#e04a3a", 6.4) + shape(
        smooth(nose.edge(-0.5, 0.1, 0.9) + nose.edge(-0.8, 0.9, 0.1)), "#ff9a84"
    )
    mouth = shape("M-44 72Q-10 58 20 74Q-4 92 -44 72Z", "#5a0f0f", 4)
    head = (
        hair
        + shape(skull, coat.fur, 7)
        + beard
        + mouth
        + eyes(46, -10, 0.9, coat.eye, 18)
        + white
        + cap
        + beam
    )
    fan = place(
        "".join(
            shape(
                pen("M", 0, 0, "Q", -22, -70, 0, -118, "Q", 22, -70, 0, 0, "Z"),
                "#5f9a3c",
                4.4,
                transform=f"rotate({a})",
            )
            for a in (-70, -46, -23, 0, 23, 46, 70)
        )
        + stroke("M0 0V60", 9, "#5a3a20"),
        (86, 452),
        -16,
        0.9,
    )
    left = arm(coat, [(160, 440), (110, 500), (90, 530), (88, 506)])
    right = arm(coat, [(340, 440), (400, 490), (390, 550), (320, 540)])
    return (
        wings
        + place(trunk(coat), (250, 392))
        + fan
        + left
        + right
        + place(head, (244, 284), -5, 1.12)
    )


def monkey_king(sheet: Sheet) -> str:
    """Two feathers, one stick, no modesty."""
    coat = Coat("#e8a83a", "#a8661a", "#ffe3c0", "#c8331f", "#7a150e", "#ffd23c", "#ff5a2e")
    plume = Spine([(290, 150), (330, 40), (440, 40), (462, 180)], taper(11, 5))
    eyelet = mirrored(shape(plume.outline(), "#b8321f", 5) + dot((462, 176), 15, "#2f8fa0", 5), 250)
    crown = shape(
        "M-84 -86Q-60 -124 -44 -96L0 -156L44 -96Q60 -124 84 -86Q0 -56 -84 -86Z", "#ffd23c", 5.6
    )
    gem = dot((0, -100), 13, "#d8331f", 4.4)
    cape = shape("M150 410Q90 520 96 640H404Q410 520 350 410Z", "#e8b53a", 7)
    stick = place(staff(470, "#b8321f", "#ffd23c"), (404, 390), 96)
    left = arm(coat, [(160, 440), (90, 480), (110, 540), (180, 530)])
    right = arm(coat, [(340, 440), (400, 480), (430, 450), (406, 412)])
    fluff = mirrored(shape("M96 -60L150 -70L128 -24L166 0L126 24L150 70L92 70Z", coat.fur, 5.6))
    head = fluff + heads.monkey(coat, hooded=False) + crown + gem
    puff = cloud(30, 560, 240, "#fff3d0", 4) + cloud(260, 570, 240, "#fff3d0", 3)
    return (
        cape
        + place(trunk(coat), (250, 392))
        + stick
        + left
        + right
        + eyelet
        + place(head, (246, 284), -4, 1.02)
        + puff
    )


def old_hermit(sheet: Sheet) -> str:
    """Half of him is forehead."""
    coat = Coat("#efc9a0", "#c08a5a", "#ffffff", "#5a86a0", "#2f5468", "#e3bd62", "#6a4a2a")
    dome = (
        "M0 -190C78 -190 104 -124 98 -40C96 40 70 96 0 96C-70 96 -96 40 -98 -40"
        "C-104 -124 -78 -190 0 -190Z"
    )
    wrinkles = stroke("M-46 -92Q0 -106 46 -92M-54 -68Q0 -84 54 -68", 4.4, coat.shade)
    beard = shape(
        "M-84 22Q-60 52 0 44Q60 52 84 22Q104 120 54 190Q34 220 0 280Q-34 220 -54 190"
        "Q-104 120 -84 22Z",
        "#fffdf6",
        6,
    )
    strands = stroke("M-40 90Q-34 160 -8 226M40 90Q34 160 8 226M0 80V240", 4, "#b9c0c4")
    tash = mirrored(shape("M4 40Q40 26 92 62Q50 72 4 56Z", "#fffdf6", 5))
    white = mirrored(
        shape("M18 -30Q50 -54 92 -30Q128 -6 124 60Q104 20 84 -4Q50 -14 18 -14Z", "#fffdf6", 5)
    )
    look = mirrored(stroke("M26 -2Q46 -20 68 -2", 7))
    nose = shape("M-16 6Q0 -14 16 6Q26 36 0 38Q-26 36 -16 6Z", "#e8a880", 5)
    lobe = mirrored(shape("M94 -30Q126 -44 124 0Q122 44 104 52Q96 30 94 -30Z", coat.fur, 5.6))
    head = lobe + shape(dome, coat.fur, 7) + wrinkles + beard + strands + tash + nose + look + white
    stick = stroke("M414 200Q436 230 412 300L426 620", 17) + stroke(
        "M414 200Q436 230 412 300L426 620", 9, "#8a5a2c"
    )
    gourd = place(
        dot((0, 34), 34, "#d8902a", 5.6)
        + dot((0, -12), 21, "#d8902a", 5.6)
        + stroke("M-20 10Q0 18 20 10", 8, "#b8321f")
        + block(-6, -42, 12, 14, "#5a3a20"),
        (392, 316),
        12,
    )
    left = arm(coat, [(160, 440), (90, 490), (110, 560), (180, 560)])
    right = arm(coat, [(340, 440), (410, 480), (450, 500), (424, 456)])
    return (
        stick
        + gourd
        + place(trunk(coat), (250, 392))
        + left
        + right
        + place(head, (250, 300), 3, 1.0)
    )


def nezumi(sheet: Sheet) -> str:
    """The rat that eats rats; its kin watch from the dark."""
    coat = Coat("#4a4450", "#2a2630", "#8f8490", "#6a2430", "#3a0f18", "#b8862a", "#ff3a2a")
    watch = "".join(
        dot((x, y), 6, "#ff5a3a") + dot((x + 22, y), 6, "#ff5a3a")
        for x, y in ((60, 380), (400, 330), (66, 500), (410, 560), (50, 250), (420, 220))
    )
    whip = tail([(340, 600), (500, 600), (470, 430), (420, 470)], 13, "#c88a84", "", 1)
    claws = mirrored(
        arm(coat, [(340, 440), (420, 420), (440, 360), (404, 330)], 36, 30)
        + shape("M384 318L372 268L394 296L404 252L412 296L436 266L426 320Z", "#fffaf0", 4.4),
        250,
    )
    scar = stroke("M-70 -56L-30 30M-62 -30L-44 -38M-52 -6L-34 -14", 5, "#d88a80")
    horns = horn([(36, -96), (44, -140), (70, -150), (62, -190)], 16, "#e9dcc0")
    head = horns + heads.rat(coat, hooded=False) + scar + brows(46, -38, "#1b1714", 14)
    return watch + whip + place(trunk(coat), (250, 392)) + claws + place(head, (250, 286), 0, 1.1)


def oni(sheet: Sheet) -> str:
    """Eight, and it looks it."""
    coat = Coat("#3f7fb0", "#235078", "#8fc0dc", "#e8a83a", "#8a5a14", "#e8a83a", "#ffe03a")
    mane = (
        "M-90 -60L-150 -120L-96 -112L-100 -170L-50 -132L0 -184L50 -132L100 -170L96 -112"
        "L150 -120L90 -60L164 -40L124 0L160 60L110 60L118 112H-118L-110 60L-160 60L-124 0"
        "L-164 -40Z"
    )
    horns = horn([(56, -84), (70, -150), (120, -150), (110, -214)], 24, "#f7e7b8")
    skull = (
        "M0 -104C74 -108 118 -60 114 4C112 78 70 116 0 116C-70 116 -112 78 -114 4"
        "C-118 -60 -74 -108 0 -104Z"
    )
    nose = shape("M-34 34Q-30 0 0 4Q30 0 34 34Q0 52 -34 34Z", coat.shade, 5)
    mouth = shape("M-72 56Q0 36 72 56Q64 106 0 106Q-64 106 -72 56Z", "#5a0f14", 6)
    teeth = fangs([(20, 52)], 18) + fangs([(52, 98)], 34, up=True)
    head = (
        shape(mane, "#f0e6d8", 6)
        + horns
        + shape(skull, coat.fur, 7)
        + mouth
        + teeth
        + nose
        + eyes(50, -14, 0.98, coat.eye, 20)
        + brows(48, -42, "#1b1714", 16)
    )
    chest = shape("M110 640C96 500 130 420 190 404H310C370 420 404 500 390 640Z", coat.fur, 7)
    muscle = stroke(
        "M250 440V540M176 500Q214 540 250 504Q286 540 324 500M206 560H294", 6, coat.shade
    )
    hide = shape("M104 566Q250 610 396 566L404 640H96Z", "#f0b53a", 6) + stroke(
        "M130 580L146 620M176 592L186 634M230 598L236 640M290 596L284 640M336 588"
        "L322 632M372 576L356 618",
        10,
    )
    left = _bare(coat, [(140, 452), (50, 470), (50, 540), (110, 552)], 48)
    right = _bare(coat, [(360, 452), (440, 470), (450, 520), (408, 540)], 48)
    weapon = place(club("#3a3640"), (408, 520), 10, 1.3)
    return weapon + chest + muscle + hide + left + right + place(head, (250, 286), 0, 1.14)


FIGURES: dict[str, Callable[[Sheet], str]] = {
    "Dragon-Spirit": dragon_spirit, "Yurei": yurei, "Kitsune": kitsune, "Kappa": kappa,
    "Tengu": tengu, "Monkey-King": monkey_king, "Old-Hermit": old_hermit, "Nezumi": nezumi,
    "Oni": oni,
}  # fmt: skip


# --- and the one -------------------------------------------------------------


def ronin() -> str:
    """A straw hat, a sword, a stalk of grass: he serves who pays."""
    sheet = Sheet(500, 700)
    sky = sheet.cover(sheet.fade("#d8c8a0", "#f7ecd0")) + dot((250, 262), 184, "#f4f0e2")
    grass = stroke(
        "".join(
            pen("M", x, 620, "q", 8, -60, 26 + x % 17, -96 - x % 31) for x in range(-20, 500, 17)
        ),
        5,
        "#a08a4a",
    )
    return card(
        sheet,
        sky + grass,
        sheet.grain(0.42),
        wanderer(sheet),
        plinth(sheet, "#4a4438", "#1c1912"),
        border(sheet, "#1c1912"),
        strength(1, "#4a4438"),
    )


def wanderer(sheet: Sheet) -> str:
    """The man himself."""
    coat = Coat("#e3b48a", "#a8744a", "#efe6d2", "#6a6458", "#3f3a32", "#2f2b26", "#6a4a2a")
    sword = place(blade(sheet, 300, 0.06, 11), (124, 470), -38) + place(
        shape("M-84 -11H0V11H-84Z", "#2f2b26", 4.4) + shape("M-4 -24H9V24H-4Z", "#e3bd62", 4),
        (124, 470),
        -38,
    )
    left = arm(coat, [(160, 440), (96, 460), (60, 510), (104, 496)])
    right = arm(coat, [(340, 440), (400, 490), (390, 550), (320, 540)])
    face = shape(
        "M0 -60C62 -60 96 -20 92 26C86 84 50 112 0 116C-50 112 -86 84 -92 26"
        "C-96 -20 -62 -60 0 -60Z",
        coat.fur,
        7,
    )
    beard = shape(
        "M-84 36Q-50 66 0 62Q50 66 84 36Q76 108 0 116Q-76 108 -84 36Z", "#5a4a3a", opacity=0.55
    )
    mouth = stroke("M-22 74Q0 66 24 76", 6) + stroke(
        "M24 76Q70 70 120 92M108 84L126 78M112 90L124 102", 5, "#6f8f3a"
    )
    shade = shape("M-92 10Q0 -24 92 10L94 -40H-94Z", "#2a1c10", opacity=0.75)
    look = mirrored(stroke("M26 8L58 2", 8, "#fff3d0")) + shape(
        "M-10 20Q0 10 10 20Q16 40 0 42Q-16 40 -10 20Z", "#c98a5a", 4
    )
    hat = shape("M-186 6Q-60 -150 0 -158Q60 -150 186 6Q0 -54 -186 6Z", "#d8a850", 7)
    straw = stroke(
        "M0 -150L-130 -20M0 -150L-66 -34M0 -150V-40M0 -150L66 -34M0 -150L130 -20"
        "M-96 -70Q0 -110 96 -70",
        4,
        "#8a5f24",
    )
    head = face + beard + mouth + shade + look + hat + straw
    return place(trunk(coat), (250, 392)) + sword + left + right + place(head, (250, 276), -4, 1.12)
