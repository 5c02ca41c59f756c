"""The five Bosses: large, lit from below, and never pleased."""

from __future__ import annotations

from collections.abc import Callable

from ukiyo.draw.brush import (
    INK,
    Spine,
    block,
    dot,
    mirrored,
    pen,
    place,
    poly,
    shape,
    stroke,
    taper,
)
from ukiyo.draw.creature import Coat, brows, eyes, fangs, flame, horn
from ukiyo.draw.paper import border, card, cloud, flames, plinth
from ukiyo.draw.sheet import Sheet
from ukiyo.games.wataah.temple import skull

SKIES = {
    "Dark-Shogun": ("#12060c", "#6a1018", "#d8301f"), "Gaijins": ("#1c3a5c", "#7fb0c0", "#f7e3b0"),
    "Grugazor": ("#14201c", "#b8501f", "#ffc24a"), "Ma-Maho": ("#180a2c", "#6a2a8a", "#e0a0f0"),
    "Zombies": ("#0e1c18", "#3f6a4a", "#c8e0a0"),
}  # fmt: skip


def draw(name: str) -> str:
    """A boss, whole."""
    sheet = Sheet(500, 700)
    top, low, glow = SKIES[name]
    sky = sheet.cover(sheet.fade(top, (0.86, low))) + dot((250, 286), 196, glow)
    return card(
        sheet,
        sky + cloud(-30, 180, 160, low, 3) + cloud(370, 220, 170, low, 3),
        sheet.grain(0.45),
        FIGURES[name](sheet),
        plinth(sheet, "#1c1216", "#060304"),
        border(sheet, "#060304"),
    )


def shogun(sheet: Sheet) -> str:
    """Horns, a mask of iron, two coals."""
    fire = flames(
        sheet,
        [(60, 150, 34), (130, 110, 30), (380, 120, 32), (448, 160, 34)],
        610,
        ("#ffd23c", "#e0451f"),
    )
    guards = mirrored(
        "".join(
            shape(
                pen(
                    "M",
                    350,
                    420 + 44 * i,
                    "L",
                    470 + 6 * i,
                    440 + 46 * i,
                    "V",
                    484 + 46 * i,
                    "L",
                    340,
                    466 + 44 * i,
                    "Z",
                ),
                "#2a1c22" if i % 2 else "#7a141a",
                5.6,
            )
            for i in range(3)
        ),
        250,
    )
    chest = shape("M136 610Q130 440 190 410H310Q370 440 364 610Z", "#2a1c22", 7) + stroke(
        "M142 480Q250 510 358 480M138 530Q250 562 362 530M250 420V600", 6, "#7a141a"
    )
    flaps = mirrored(
        shape("M318 250L414 290L404 352L330 330ZM326 320L420 352L404 404L330 380Z", "#7a141a", 6),
        250,
    )
    mask = shape("M162 270H338Q346 360 306 402Q250 436 194 402Q154 360 162 270Z", "#3a2f34", 7)
    mouth = (
        shape("M190 352Q250 328 310 352Q304 396 250 400Q196 396 190 352Z", "#120608", 5)
        + place(fangs([(16, 0), (40, 2)], 20), (250, 350))
        + place(fangs([(22, 0)], 16, up=True), (250, 396))
    )
    coals = place(eyes(46, 0, 1.1, "#ff3a1f", 18), (250, 304)) + place(
        brows(46, 0, "#c9a24a", 13), (250, 270)
    )
    tash = mirrored(shape("M256 340Q300 322 350 356Q300 350 256 352Z", "#c9c0b0", 4.4), 250)
    bowl = shape(
        "M140 272Q140 150 250 142Q360 150 360 272Q250 232 140 272Z", "#2a1c22", 7
    ) + stroke("M250 146V236M200 156Q184 200 186 248M300 156Q316 200 314 248", 5, "#c9a24a")
    peak = shape("M128 286Q250 226 372 286Q250 262 128 286Z", "#c9a24a", 6)
    horns = place(
        horn([(30, 0), (110, -10), (150, -90), (110, -170)], 24, "#f0c04a", 0), (250, 236)
    ) + place(skull(0.36, "#f0c04a"), (250, 214))
    return fire + guards + chest + flaps + mask + tash + mouth + coals + bowl + peak + horns


def gaijins(sheet: Sheet) -> str:
    """An iron hat, a ruff, a moustache; the black ship waits."""
    sea = shape("M0 500Q60 486 120 500T240 500T360 500T500 500V620H0Z", "#2f5a7a", 5.6)
    hull = place(
        shape("M-80 0H84L64 56H-56Z", "#2a2028", 5.6)
        + stroke("M0 0V-150M-50 0V-100M50 0V-110", 7)
        + shape(
            "M-4 -140Q52 -110 0 -70ZM46 -104Q86 -80 50 -46ZM-54 -96Q-14 -72 -50 -40Z", "#fff6da", 5
        ),
        (88, 452),
        0,
        0.95,
    )
    coat = (
        shape("M110 620Q112 470 250 456Q388 470 390 620Z", "#6a1f2a", 7)
        + stroke("M250 480V610", 6, "#f0c04a")
        + "".join(dot((250, 500 + 34 * i), 9, "#f0c04a", 4) for i in range(4))
    )
    ruff = "".join(
        dot((250 + 118 * k, 446 + 22 * (1 - k * k)), 32, "#fffdf4", 5)
        for k in (-1, 1, -0.75, 0.75, -0.5, 0.5, -0.25, 0.25, 0.0)
    )
    face = shape("M166 250H334Q350 350 310 404Q250 446 190 404Q150 350 166 250Z", "#f2c8a8", 7)
    beard = shape(
        "M176 352Q200 384 250 376Q300 384 324 352Q320 420 250 470Q180 420 176 352Z", "#b8561f", 6
    )
    tash = mirrored(
        shape(
            "M250 356Q290 330 318 356Q352 366 378 330Q374 392 318 384Q276 380 250 370Z",
            "#d8702a",
            5.6,
        ),
        250,
    )
    nose = shape("M236 290Q250 280 264 290Q284 340 250 346Q216 340 236 290Z", "#e8a07a", 5.6)
    look = place(eyes(46, 0, 0.86, "#4a90c0", 6), (250, 294)) + place(
        brows(44, 0, "#a8501a", 12), (250, 262)
    )
    hat = shape(
        "M92 252Q150 246 170 232Q170 130 250 108Q330 130 330 232Q350 246 408 252"
        "Q330 292 250 268Q170 292 92 252Z",
        "#aab4ba",
        7,
    ) + shape("M250 108Q276 170 262 252H238Q224 170 250 108Z", "#dfe5e6", 5)
    plume = shape(
        "M318 180Q380 60 440 110Q466 170 410 210Q372 226 322 214Z", "#d8331f", 5.6
    ) + stroke("M328 200Q380 130 426 130", 5, "#7a120c")
    gun = place(
        shape("M-6 -210H14V80L30 150H-16Z", "#5a3a24", 5.6)
        + block(-2, -220, 12, 240, "#8d949c", stroke=INK, stroke_width=4),
        (420, 470),
        8,
    )
    return sea + hull + gun + coat + ruff + face + beard + nose + tash + look + plume + hat


def grugazor(sheet: Sheet) -> str:
    """Taller than the pagoda, and it has seen better pagodas."""
    coat = Coat("#5f7a3c", "#384a20", "#d8d49a", "", "", "", "#ff4a1f")
    spikes = "".join(
        shape(poly([(x - 34, y + 40), (x + lean, y - 50), (x + 34, y + 30)]), "#e8a03a", 5.6)
        for x, y, lean in (
            (92, 330, -30),
            (136, 230, -24),
            (204, 160, -12),
            (296, 160, 12),
            (364, 230, 24),
            (408, 330, 30),
        )
    )
    body = shape("M70 620C60 420 130 300 250 300C370 300 440 420 430 620Z", coat.fur, 7)
    belly = shape(
        "M250 430C190 430 166 520 170 620H330C334 520 310 430 250 430Z", coat.pale, 6
    ) + stroke("M180 500H320M172 548H328", 5, "#a89a5a")
    skull_ = (
        "M0 -120C80 -124 128 -70 122 -6C120 30 140 60 128 96C100 130 50 136 0 136"
        "C-50 136 -100 130 -128 96C-140 60 -120 30 -122 -6C-128 -70 -80 -124 0 -120Z"
    )
    mouth = shape("M-112 54Q0 20 112 54Q120 112 60 124H-60Q-120 112 -112 54Z", "#6a0f14", 6)
    tongue = shape("M-50 124Q-40 92 0 96Q40 92 50 124Z", "#e0605a", 4.4)
    teeth = fangs([(24, 44), (60, 46), (94, 54)], 28) + fangs([(40, 124), (78, 118)], 26, up=True)
    nostrils = mirrored(shape("M18 14Q36 2 46 18Q34 28 18 24Z", INK))
    head = (
        shape(skull_, coat.fur, 7)
        + mouth
        + tongue
        + teeth
        + nostrils
        + eyes(58, -34, 1.08, coat.eye, 20, slit=True)
        + brows(58, -66, coat.shade, 18)
    )
    claws = mirrored(_claws(coat), 250)
    pagoda = "".join(
        shape(
            pen("M", x - w, y, "Q", x, y - 30, x + w, y, "Z")
            + pen("M", x - w * 0.55, y, "H", x + w * 0.55, "V", y + 40, "H", x - w * 0.55, "Z"),
            "#1c1418",
            3,
        )
        for x, w, y in ((66, 40, 520), (66, 52, 560), (438, 40, 510), (438, 54, 556))
    )
    return (
        spikes
        + body
        + belly
        + pagoda
        + claws
        + place(head, (250, 296), 0, 1.12)
        + flame((120, 606), 0.8, "#ff8a2e", "#ffe08a")
        + flame((392, 606), 0.7, "#ff8a2e", "#ffe08a")
    )


def _claws(coat: Coat) -> str:
    """A short arm with claws."""
    limb = Spine([(350, 450), (430, 450), (440, 500), (404, 520)], taper(40, 30))
    nails = shape("M382 520L376 560L396 534L404 568L414 534L432 556L428 516Z", "#fffaf0", 5)
    return shape(limb.outline(), coat.fur, 6.4) + nails


def maho(sheet: Sheet) -> str:
    """A third eye, and hair that listens."""
    locks = (
        [(200, 200), (60, 140), (30, 280), (70, 360)],
        [(190, 260), (40, 280), (60, 420), (36, 500)],
        [(210, 320), (100, 400), (130, 500), (84, 590)],
    )
    hair = mirrored(
        "".join(shape(Spine(line, taper(46, 5)).outline(), "#2a1238", 6) for line in locks), 250
    )
    cap = shape(
        "M250 96C340 96 376 170 366 280L346 420H154L134 280C124 170 160 96 250 96Z", "#2a1238", 6
    )
    robe = (
        shape("M120 620Q130 450 250 420Q370 450 380 620Z", "#8a1f5a", 7)
        + shape("M206 430L250 520L294 430Z", "#f0d8ec", 5)
        + stroke("M206 430L262 560M294 430L238 560", 10, "#f0c04a")
    )
    face = shape(
        "M250 150C318 150 340 210 330 280C320 350 284 396 250 398"
        "C216 396 180 350 170 280C160 210 182 150 250 150Z",
        "#f0d8ec",
        6.4,
    )
    third = place(
        shape("M-30 0Q0 -30 30 0Q0 30 -30 0Z", "#fffaf0", 5)
        + dot((0, 0), 13, "#8a2fc0", 3)
        + dot((0, 0), 5),
        (250, 204),
        90,
        0.95,
    )
    paint = mirrored(stroke("M286 312Q296 340 290 366", 7, "#c8285a"), 250)
    lips = shape("M222 352Q236 342 250 350Q264 342 278 352Q250 380 222 352Z", "#8a1230", 4.4)
    look = place(eyes(40, 0, 0.86, "#d84af0", 22, slit=True), (250, 276)) + place(
        brows(42, 0, INK, 9), (250, 244)
    )
    hands = mirrored(
        shape(
            "M372 500Q398 440 420 452L412 480Q440 430 452 446L436 486Q466 452 470 474"
            "L444 512Q430 548 396 552Z",
            "#f0d8ec",
            5.4,
        )
        + flame((428, 396), 0.9, "#c04af0", "#fbe0ff"),
        250,
    )
    sleeves = mirrored(shape("M340 470Q400 480 420 540L380 620H330Z", "#8a1f5a", 6), 250)
    crown = shape(
        "M170 160L150 70L206 116L250 48L294 116L350 70L330 160Q250 124 170 160Z", "#f0c04a", 6
    )
    return hair + cap + robe + sleeves + hands + face + paint + lips + look + crown + third


def zombies(sheet: Sheet) -> str:
    """Three who were told to stay."""
    graves = "".join(
        shape(
            pen("M", x - 34, 560, "V", y, "Q", x, y - 34, x + 34, y, "V", 560, "Z"), "#6a746c", 5.6
        )
        + stroke(
            pen("M", x - 16, y + 16, "h", 32, "m", -32, 22, "h", 32, "m", -32, 22, "h", 32),
            6,
            "#3f4a42",
        )
        for x, y in ((60, 420), (440, 410), (250, 190))
    )
    back = _corpse("#7a9a6a", (130, 330), -10, 0.8, "#5a4a3a") + _corpse(
        "#9aa870", (370, 334), 10, 0.8, "#4a3a5a"
    )
    front = _corpse("#8fb87a", (250, 400), 3, 1.06, "#7a2f24")
    arms_ = mirrored(
        stroke("M350 600Q430 560 420 470", 52)
        + stroke("M350 600Q430 560 420 470", 40, "#8fb87a")
        + shape(
            "M396 476Q380 430 396 420L408 446L410 404Q424 396 428 410L430 446L446 416"
            "Q460 418 454 434L446 486Z",
            "#8fb87a",
            5.4,
        ),
        250,
    )
    soil = shape(
        "M0 580Q60 548 130 576Q200 548 250 572Q310 546 380 576Q440 550 500 580V620H0Z",
        "#3a2a20",
        5.6,
    )
    return graves + back + front + arms_ + soil


def _corpse(skin: str, at: tuple[float, float], turn: float, size: float, rags: str) -> str:
    head = (
        "M0 -112C72 -112 108 -62 102 0C98 40 84 50 80 76C70 108 36 116 0 116"
        "C-36 116 -70 108 -80 76C-84 50 -98 40 -102 0C-108 -62 -72 -112 0 -112Z"
    )
    body = shape("M-120 280Q-120 130 0 120Q120 130 120 280Z", rags, 7)
    hair = shape(
        "M-104 -10L-112 -90L-70 -76L-60 -128L-14 -100L20 -132L44 -98L96 -104L104 -10"
        "L70 -70L30 -54L0 -76L-40 -50L-70 -66Z",
        "#2a2622",
        5,
    )
    looks = (
        dot((44, -6), 30, "#f4f0c0", 6)
        + dot((44, -6), 7)
        + dot((-42, -2), 24, "#2a2622", 5)
        + dot((-42, -2), 6, "#e8402a")
    )
    mouth = (
        shape("M-50 52Q0 36 52 58Q40 98 -10 92Q-50 86 -50 52Z", "#3a1418", 5.4)
        + fangs([(20, 50)], 18)
        + stroke("M-20 92V112M10 94V110", 5)
    )
    stitches = stroke("M-80 -54L-20 -30M-70 -62L-74 -40M-50 -54L-54 -34M-32 -46L-36 -26", 5)
    nose = shape("M-12 16L0 36L12 16Z", INK)
    return place(
        body + shape(head, skin, 7) + looks + nose + mouth + stitches + hair, at, turn, size
    )


FIGURES: dict[str, Callable[[Sheet], str]] = {
    "Dark-Shogun": shogun, "Gaijins": gaijins, "Grugazor": grugazor, "Ma-Maho": maho,
    "Zombies": zombies,
}  # fmt: skip
