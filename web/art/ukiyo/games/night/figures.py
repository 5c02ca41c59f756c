"""Those who walk by night: one figure for each phase, one for each trickster, and three more."""

from __future__ import annotations

from collections.abc import Callable

from ukiyo.draw.brush import INK, Spine, block, dot, mirrored, pen, place, shape, stroke, taper
from ukiyo.draw.creature import (
    Coat,
    arm,
    brows,
    eye,
    eyes,
    flame,
    hand,
    horn,
    masked,
    trunk,
)
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.weapons import blade
from ukiyo.games.night.kinds import KINDS
from ukiyo.games.night.scene import (
    LEFT_LOW,
    LEFT_UP,
    RIGHT_LOW,
    RIGHT_UP,
    ninja,
)

STEEL, GOLD, PAPER = "#e4ebee", "#f0c04a", "#fff3d6"


def _sword(sheet: Sheet, long: float = 260) -> str:
    """The guard at 0, the blade to the right."""
    grip = shape("M-84 -11H0V11H-84Z", "#1b1714", 4.4) + stroke(
        "M-72 -11L-58 11M-50 -11L-36 11M-28 -11L-14 11", 4, GOLD
    )
    return blade(sheet, long, 0.06, 11) + grip + shape("M-5 -24H9V24H-5Z", GOLD, 4)


def spy(sheet: Sheet) -> str:
    """Behind a paper door, one eye at the gap."""
    coat = KINDS["Spy"].coat()
    man = place(ninja(coat, LEFT_LOW, RIGHT_LOW, 8), (-40, 0))
    frame = block(268, 120, 220, 490, "#f4ead0", stroke=INK, stroke_width=7)
    bars = "".join(pen("M", x, 120, "V", 610) for x in (340, 412)) + "".join(
        pen("M", 268, y, "H", 488) for y in (218, 316, 414, 512)
    )
    door = (
        frame
        + stroke(bars, 7, "#5a3a20")
        + block(258, 112, 22, 500, "#5a3a20", stroke=INK, stroke_width=5)
    )
    shade = shape(
        "M300 610Q300 470 360 440Q330 400 348 340Q380 280 440 300Q488 330 488 400V610Z",
        "#1f4a54",
        opacity=0.35,
    )
    return man + door + shade + hand(coat, (262, 430), 28)


def mystic(sheet: Sheet) -> str:
    """A ball of light between two hands, and an eye that is not hers."""
    coat = KINDS["Mystic"].coat("#e0a0ff")
    orb = (
        dot((250, 500), 96, "#e9d4ff", opacity=0.4)
        + dot((250, 500), 74, "#f3e6ff", 6)
        + stroke("M204 470Q214 446 240 440", 8, "#fff")
    )
    third = place(
        shape("M-46 0Q0 -46 46 0Q0 46 -46 0Z", "#4a2f7a", 5)
        + dot((0, 0), 19, "#e0a0ff", 4)
        + dot((0, 0), 8),
        (250, 500),
    )
    left = [(160, 440), (80, 470), (90, 560), (168, 556)]
    right = [(340, 440), (420, 470), (410, 560), (332, 556)]
    hood = shape(
        "M250 96C350 110 410 220 402 380Q360 330 356 290Q340 190 250 180"
        "Q160 190 144 290Q140 330 98 380C90 220 150 110 250 96Z",
        coat.cloth,
        7,
    )
    jewel = shape("M250 186L268 214L250 242L232 214Z", "#e0a0ff", 5)
    arms = arm(coat, left) + arm(coat, right)
    closed = mirrored(stroke("M16 -6Q40 16 66 -6", 7))
    return (
        place(trunk(coat), (250, 392))
        + place(masked(coat, closed), (250, 286), 0, 0.98)
        + hood
        + jewel
        + orb
        + third
        + arms
    )


def assassin(sheet: Sheet) -> str:
    """Eyes bound; the blades find their way."""
    coat = KINDS["Blind-Assassin"].coat()
    cloth = shape("M-116 -40Q0 -74 116 -40L114 26Q0 46 -114 26Z", "#fbf6ea", 6) + stroke(
        "M-110 -18Q0 -46 110 -18M-112 4Q0 -14 112 4", 4, "#b9ac94"
    )
    ends = shape("M340 260L440 226L424 262L470 280L410 296L344 290Z", "#fbf6ea", 6)
    blades = place(_sword(sheet, 300), (118, 492), -46) + place(
        _sword(sheet, 300), (382, 492), -134
    )
    head = place(masked(coat, cloth), (250, 280), 0, 1.08)
    arms = arm(coat, [(160, 440), (90, 460), (70, 510), (112, 500)]) + arm(
        coat, [(340, 440), (410, 460), (430, 510), (388, 500)]
    )
    return place(trunk(coat), (250, 392)) + ends + head + blades + arms


def shinobi(sheet: Sheet) -> str:
    """Looks first. The sword is raised all the same."""
    coat = KINDS["Shinobi"].coat()
    scarf = "".join(
        shape(
            Spine(
                [(330, 400), (420, 330 + k), (430, 440 + k), (490, 380 + k)], taper(17, 24)
            ).outline(),
            "#d8402a",
            5.6,
        )
        for k in (30, -10)
    )
    sword = place(_sword(sheet, 330), (96, 432), -84)
    body = ninja(
        coat,
        [(160, 440), (70, 480), (60, 470), (94, 450)],
        [(340, 440), (400, 480), (360, 540), (290, 500)],
        -5,
    )
    collar = shape("M158 372Q250 430 342 372L356 408Q250 468 144 408Z", "#d8402a", 6)
    sign = shape(
        "M276 500L262 440Q270 424 282 438L292 470L296 430Q310 420 314 436L312 500Z", coat.fur, 5
    )
    return scarf + body + collar + sword + hand(coat, (94, 450), 28) + sign


# --- tricksters --------------------------------------------------------------


def shapeshifter(sheet: Sheet) -> str:
    """Half a ninja, half a fox."""
    coat = KINDS["Trickster"].coat()
    fox = "M0 -118Q60 -110 112 -60Q124 30 60 80Q30 104 0 130Z"
    ear = shape("M36 -100Q70 -180 112 -196Q132 -120 104 -56Z", "#fff8ee", 6.4) + shape(
        "M64 -112Q80 -146 100 -160Q108 -116 94 -78Z", "#d8402a"
    )
    look = place(eye((0, 0), 0.9, "#ffc22e", 24, slit=True), (52, -6))
    paint = stroke("M100 10Q70 24 50 48M96 -30Q80 -52 60 -64", 7, "#d8402a") + shape(
        "M0 104Q22 100 20 116Q10 130 0 130Z", INK
    )
    half = ear + shape(fox, "#fff8ee", 6.4) + look + paint
    tail_ = shape(
        "M340 600C470 610 500 480 440 380C430 470 400 500 330 520Z", "#fff8ee", 6.4
    ) + shape("M440 380C478 440 480 500 462 540L436 470Z", "#d8402a", 5)
    body = ninja(coat, LEFT_LOW, RIGHT_LOW)
    return tail_ + body + place(half, (250, 276), 0, 1.1)


def digger(sheet: Sheet) -> str:
    """A spade, a lamp, no questions."""
    coat = KINDS["Trickster"].coat()
    stones = "".join(
        shape(pen("M", x - 36, 602, "V", y, "Q", x, y - 34, x + 36, y, "V", 602, "Z"), "#5f6a78", 6)
        + stroke(pen("M", x - 16, y + 22, "h", 32, "m", -32, 24, "h", 32), 6, "#2f3a48")
        for x, y in ((70, 400), (440, 440))
    )
    shaft = (
        stroke("M404 160V470", 18)
        + stroke("M404 160V470", 9, "#a8703c")
        + shape("M378 150H430V166H378Z", "#a8703c", 5)
    )
    spade = (
        shaft
        + shape("M362 460H446V540Q404 600 362 540Z", "#aab6c0", 6.4)
        + stroke("M404 466V560", 5)
    )
    lamp = (
        shape("M66 470H126L136 540H56Z", "#ffe08a", 6)
        + shape("M60 452H132V470H60ZM52 540H140V556H52Z", INK, 4)
        + stroke("M70 452Q96 410 122 452", 6)
    )
    left = [(160.0, 440.0), (100.0, 450.0), (80.0, 440.0), (96.0, 428.0)]
    right = [(340.0, 440.0), (400.0, 470.0), (430.0, 440.0), (404.0, 400.0)]
    return stones + ninja(coat, left, right) + lamp + spade + hand(coat, (404, 400), 28)


def troublemaker(sheet: Sheet) -> str:
    """A mask that laughs, and strings of crackers."""
    coat = KINDS["Trickster"].coat()
    mask = shape("M-96 -50Q0 -96 96 -50Q110 50 50 96Q0 116 -50 96Q-110 50 -96 -50Z", "#e0402c", 6.4)
    face = (
        mask
        + eyes(44, -18, 0.9, "#ffe03a", 18)
        + brows(46, -46, INK, 13)
        + shape("M-62 34Q0 58 62 34Q54 84 0 84Q-54 84 -62 34Z", "#fffaf0", 5)
        + stroke("M-56 54Q0 74 56 54M-28 46V78M0 50V82M28 46V78", 3)
    )
    tongue = shape("M-16 76Q-20 118 4 122Q24 118 20 76Z", "#f08a9a", 5)
    horns = horn([(48, -66), (60, -120), (100, -120), (92, -166)], 18, "#f7e7b8", 3)
    bombs = "".join(
        dot(at, 32, "#2a2730", 6)
        + stroke(pen("M", at[0], at[1] - 30, "q", 8, -18, 22, -22), 6)
        + dot((at[0] + 24, at[1] - 54), 10, "#ffb52e", 4)
        for at in ((78, 352), (422, 352))
    )
    return (
        ninja(coat, LEFT_UP, RIGHT_UP) + bombs + place(horns + face + tongue, (250, 282), -6, 1.08)
    )


def merchant(sheet: Sheet) -> str:
    """A pole across the shoulder; what glows in the baskets is not for sale cheap."""
    coat = KINDS["Trickster"].coat()
    pole = place(
        stroke("M-220 20Q0 -20 220 20", 18) + stroke("M-220 20Q0 -20 220 20", 9, "#a8703c"),
        (250, 404),
    )
    pans = "".join(
        stroke(pen("M", x, 420, "L", x - 38, 504, "M", x, 420, "L", x + 38, 504), 5, PAPER)
        + flame((x, 486), 0.86, "#6fd0ee", "#f2fdff")
        + shape(
            pen("M", x - 50, 504, "h", 100, "q", -8, 46, -50, 46, "q", -42, 0, -50, -46),
            "#8a5a2c",
            6,
        )
        for x in (62, 438)
    )
    hat = shape("M-176 20Q-60 -132 0 -140Q60 -132 176 20Q0 -34 -176 20Z", "#d8a850", 7) + stroke(
        "M0 -132L-120 -6M0 -132L-60 -18M0 -132V-24M0 -132L60 -18M0 -132L120 -6", 4, "#8a5f24"
    )
    arms = arm(coat, [(160, 440), (110, 480), (110, 440), (136, 412)]) + arm(
        coat, [(340, 440), (390, 480), (390, 440), (364, 412)]
    )
    return (
        place(trunk(coat), (250, 392))
        + pole
        + pans
        + arms
        + place(masked(coat), (250, 290), 0, 0.96)
        + place(hat, (250, 226))
    )


def thief(sheet: Sheet) -> str:
    """A sack, a knotted cloth under the nose, a light hand."""
    coat = KINDS["Trickster"].coat()
    sack = shape(
        "M300 300C420 240 500 330 480 450C470 540 380 560 320 520C270 480 260 340 300 300Z",
        "#5f8f5a",
        7,
    )
    curls = "".join(
        dot((x, y), 13, "none", stroke="#dff0c8", stroke_width=5)
        for x, y in ((380, 330), (430, 400), (390, 470), (340, 400))
    )
    cloth = shape(
        "M-120 -20Q-110 -118 0 -122Q110 -118 120 -20Q60 -60 0 -60Q-60 -60 -120 -20Z", "#f4f0e2", 6.4
    ) + "".join(
        dot(at, 9, "#3a68a8")
        for at in ((-70, -70), (-30, -94), (20, -92), (66, -72), (-96, -44), (94, -44))
    )
    chin = (
        shape("M-104 34Q0 62 104 34Q96 116 0 120Q-96 116 -104 34Z", "#f4f0e2", 6)
        + shape("M-14 78L-46 132L-10 120L0 96L10 120L46 132L14 78Z", "#f4f0e2", 5)
        + "".join(dot(at, 8, "#3a68a8") for at in ((-60, 66), (60, 66), (-28, 84), (28, 84)))
    )
    face = (
        shape("M-104 -30Q0 -64 104 -30Q112 60 0 70Q-112 60 -104 -30Z", coat.fur, 6)
        + eyes(42, -10, 0.9, "#a8642a", 12)
        + stroke("M-12 22Q0 30 12 22", 5)
    )
    coin = place(dot((0, 0), 38, GOLD, 6) + shape("M-11 -11H11V11H-11Z", INK), (84, 330))
    arms = arm(coat, LEFT_UP) + arm(coat, [(340, 440), (410, 470), (400, 400), (352, 400)])
    return (
        sack
        + curls
        + place(trunk(coat), (250, 392))
        + coin
        + arms
        + place(face + chin + cloth, (236, 282), -6, 1.02)
    )


def judge(sheet: Sheet) -> str:
    """A tall hat, a flat look, a short sentence."""
    coat = Coat("#f2dcc0", "#c09a70", "#fff", "#2a2430", "#120e18", "#c8332a", "#4a2a1a")
    hat = (
        shape("M-66 -84Q-70 -200 -20 -226Q50 -230 66 -84Q0 -60 -66 -84Z", INK, 5)
        + stroke("M-40 -100Q-36 -170 0 -204", 5, "#5a5464")
        + stroke("M-84 -74Q0 -48 84 -74", 10, "#c8332a")
    )
    face = shape(
        "M0 -92C66 -92 100 -50 96 0C92 70 50 112 0 114C-50 112 -92 70 -96 0"
        "C-100 -50 -66 -92 0 -92Z",
        coat.fur,
        7,
    )
    beard = shape("M-40 66Q0 52 40 66L22 110Q0 190 -22 110Z", "#3a3440", 5) + mirrored(
        shape("M2 50Q40 40 74 74Q30 72 2 62Z", "#3a3440", 4)
    )
    look = (
        eyes(42, -10, 0.86, "#8a2a1a", 4)
        + mirrored(shape("M12 -30L84 -50L88 -34L14 -18Z", INK))
        + stroke("M-8 18Q0 34 10 18", 5)
    )
    wings = mirrored(
        shape("M330 400L470 440L440 560L350 560Z", coat.cloth, 6.4)
        + stroke("M360 430L448 456", 7, "#c8332a"),
        250,
    )
    board = place(
        shape("M-22 -110H22L34 40H-34Z", "#f4ead0", 6) + stroke("M0 -90V20", 6, "#c8332a"),
        (250, 520),
    )
    arms = arm(coat, [(160, 440), (90, 500), (130, 570), (214, 556)]) + arm(
        coat, [(340, 440), (410, 500), (370, 570), (286, 556)]
    )
    return (
        wings
        + place(trunk(coat), (250, 392))
        + board
        + arms
        + place(face + beard + look + hat, (250, 290), 0, 1.02)
    )


# --- out of turn -------------------------------------------------------------


def monk(sheet: Sheet) -> str:
    """What you send him comes back."""
    coat = Coat("#f0c49a", "#b8804a", "#fff", "#d8862a", "#8a4a10", "#b8321f", "#6a4a2a")
    head = shape(
        "M0 -112C70 -112 104 -60 100 -4C96 66 54 110 0 112C-54 110 -96 66 -100 -4"
        "C-104 -60 -70 -112 0 -112Z",
        coat.fur,
        7,
    )
    calm = (
        mirrored(stroke("M18 0Q42 18 68 0", 8) + stroke("M16 -26Q42 -40 72 -26", 7))
        + stroke("M-10 34Q0 42 10 34M-26 66Q0 78 26 66", 6)
        + "".join(dot((x, -70), 5, coat.shade) for x in (-24, 0, 24))
    )
    ears = mirrored(shape("M96 -24Q128 -34 124 12Q120 60 104 64Q96 30 96 -24Z", coat.fur, 5.6))
    beads = "".join(
        dot((250 + 100 * k, 408 + 44 * (1 - k * k)), 15, "#7a2a1c", 4.4)
        for k in (-1, -0.66, -0.33, 0, 0.33, 0.66, 1)
    )
    glass = (
        dot((250, 496), 100, GOLD, 7)
        + dot((250, 496), 80, "#cfe4f0", 6)
        + shape("M196 500L256 434L276 446L210 520ZM232 546L306 466L316 484L250 556Z", "#fff")
    )
    arms = arm(coat, [(160, 440), (70, 470), (80, 550), (158, 520)]) + arm(
        coat, [(340, 440), (430, 470), (420, 550), (342, 520)]
    )
    return (
        place(trunk(coat), (250, 392))
        + beads
        + glass
        + arms
        + place(ears + head + calm, (250, 276), 0, 1.06)
    )


def martyr(sheet: Sheet) -> str:
    """White clothes, a red flower, no fear."""
    coat = Coat("#f0c8a4", "#c0895a", "#fff", "#f7f4ec", "#c4bcae", "#c8d0dc", "#6a4a2a")
    rays_ = "".join(
        stroke(pen("M", 250, 270, "L", *at), 7, "#fff3d6")
        for at in ((60, 120), (130, 60), (250, 30), (370, 60), (440, 120), (40, 220), (460, 220))
    )
    head = shape(
        "M0 -100C62 -100 96 -56 92 0C88 64 48 106 0 108C-48 106 -88 64 -92 0"
        "C-96 -56 -62 -100 0 -100Z",
        coat.fur,
        7,
    )
    hair = shape(
        "M-98 10C-120 -90 -50 -132 0 -132C50 -132 120 -90 98 10C90 -50 60 -74 40 -80"
        "C10 -60 -60 -70 -98 10Z",
        INK,
        5,
    ) + shape("M-24 -128Q-30 -168 0 -172Q30 -168 24 -128Z", INK, 5)
    calm = (
        mirrored(stroke("M20 4Q42 20 64 4", 7) + stroke("M18 -24Q42 -34 66 -20", 6))
        + stroke("M-18 58Q0 68 18 58", 6)
        + stroke("M-8 30Q0 36 8 30", 5)
    )
    band_ = (
        stroke("M-92 -46Q0 -76 92 -46", 27)
        + stroke("M-92 -46Q0 -76 92 -46", 17, "#fff")
        + dot((0, -60), 13, "#d8281c")
    )
    heart = place(
        "".join(
            shape("M0 0Q-40 -50 0 -84Q40 -50 0 0Z", "#d8281c", 5, transform=f"rotate({a})")
            for a in range(0, 360, 60)
        )
        + dot((0, 0), 22, GOLD, 5),
        (250, 486),
        0,
        0.86,
    )
    knife = place(_sword(sheet, 130), (400, 372), 148, 0.9)
    arms = arm(coat, [(160, 440), (100, 490), (120, 550), (190, 540)]) + arm(
        coat, [(340, 440), (440, 470), (450, 400), (412, 366)]
    )
    return (
        rays_
        + place(trunk(coat), (250, 392))
        + knife
        + arms
        + heart
        + place(head + calm + hair + band_, (250, 282), 0, 1.04)
    )


def mastermind(sheet: Sheet) -> str:
    """Only the strings are seen to move."""
    coat = Coat("#d8c0a8", "#8a7058", "#fff", "#2a2430", "#120e18", "#e8cf6a", "#ffe03a")
    cowl = shape("M250 70C370 80 430 220 410 410H90C70 220 130 80 250 70Z", coat.cloth, 7) + shape(
        "M250 140C330 146 350 230 340 330Q250 380 160 330C150 230 170 146 250 140Z", "#08060c", 5
    )
    look = place(mirrored(shape("M18 6L86 -22Q82 26 34 26Z", "#ffe03a", 5)), (250, 250))
    smile = stroke("M206 310Q250 330 294 310", 6, "#ffe03a")
    cloak = shape("M60 610Q70 400 160 380H340Q430 400 440 610Z", coat.cloth, 7) + stroke(
        "M60 610Q70 400 160 380M440 610Q430 400 340 380", 6, coat.trim
    )
    bar = mirrored(
        shape("M284 430L420 404L424 424L288 450Z", "#a8703c", 5) + hand(coat, (352, 424), 32), 250
    )
    strings = stroke(
        "M150 420V510M176 426V520M120 414V520M350 420V510M324 426V520M380 414V520", 4, PAPER
    )
    dolls = "".join(
        place(
            shape("M-110 200Q-104 110 0 104Q104 110 110 200Z", tone, 9)
            + masked(Coat("#e8b98c", "#a8744a", "#fff", tone, INK, tone)),
            (x, 548),
            turn,
            0.36,
        )
        for x, tone, turn in ((150, "#a8283c", -8), (350, "#2f6aa8", 8))
    )
    return cowl + look + smile + cloak + strings + bar + dolls


FIGURES: dict[str, Callable[[Sheet], str]] = {
    "Spy": spy, "Mystic": mystic, "Blind-Assassin": assassin, "Shinobi": shinobi,
    "Shapeshifter": shapeshifter, "Grave-Digger": digger, "Troublemaker": troublemaker,
    "Spirit-Merchant": merchant, "Thief": thief, "Judge": judge,
    "Mirror-Monk": monk, "Martyr": martyr, "Mastermind": mastermind,
}  # fmt: skip
TRICKSTERS = ("Shapeshifter", "Grave-Digger", "Troublemaker", "Spirit-Merchant", "Thief", "Judge")
