"""The heads of animals and yokai, around (0, 0): a yokai is an animal without its hood."""

from __future__ import annotations

from ukiyo.draw.brush import dot, mirrored, shape, stroke
from ukiyo.draw.creature import (
    ROUND,
    Coat,
    band,
    brows,
    eyes,
    fangs,
    hood,
    horn,
    round_ears,
    tall_ears,
    whiskers,
)

HEART = (
    "M0 -46C30 -78 96 -60 92 -6C90 22 76 34 80 58C74 98 34 110 0 110"
    "C-34 110 -74 98 -80 58C-76 34 -90 22 -92 -6C-96 -60 -30 -78 0 -46Z"
)


def monkey(coat: Coat, mark: str = "", hooded: bool = True) -> str:
    """Side ears, a heart of a face, all teeth."""
    ears = round_ears(122, 2, 42, coat.fur, coat.pale)
    tuft = shape("M-40 -104Q-34 -150 -4 -134Q4 -160 28 -136Q50 -142 44 -104Z", coat.fur, 6)
    crown = hood(coat, ROUND, HEART) if hooded else shape(ROUND, coat.fur, 7)
    mask = shape(HEART, coat.pale, 5.6)
    grin = shape("M-58 50Q0 76 58 50Q48 100 0 100Q-48 100 -58 50Z", "#fffaf0", 5)
    teeth = stroke("M-52 72Q0 92 52 72M-28 62V94M0 66V98M28 62V94", 3)
    nose = stroke("M-16 34Q-8 26 0 34Q8 26 16 34", 5)
    face = mask + grin + teeth + nose + eyes(38, -4, 1.02, coat.eye, 10)
    return ears + tuft + crown + face + (band(coat, 112, -72, mark) if hooded else "")


def crow(coat: Coat, mark: str = "", hooded: bool = True) -> str:
    """A crest of feathers, and a beak that takes up half the face."""
    plumes = "M-70 -84L-104 -150L-46 -118L-40 -170L0 -122L40 -170L46 -118L104 -150L70 -84Z"
    opening = "M-96 -22Q-50 -58 0 -40Q50 -58 96 -22Q100 34 50 62H-50Q-100 34 -96 -22Z"
    beak = "M-54 6Q0 -34 54 6Q44 70 6 140Q0 150 -6 140Q-44 70 -54 6Z"
    shine = shape("M-40 8Q-10 -14 10 -8Q-16 20 -12 96Q-38 50 -40 8Z", "#fff", opacity=0.25)
    upper = shape(beak, "#e2a32e", 6) + shine + stroke("M-44 40Q0 62 44 40", 4)
    nostrils = mirrored(stroke("M14 14L22 20", 4.4))
    face = eyes(60, -8, 0.86, coat.eye, 20) + upper + nostrils
    return (
        shape(plumes, coat.fur, 6.4)
        + hood(coat, ROUND, opening)
        + face
        + (band(coat, 112, -72, mark) if hooded else "")
    )


def toad(coat: Coat, mark: str = "", hooded: bool = True) -> str:
    """Two hills of eyes over the widest of mouths."""
    skull = (
        "M0 -84C90 -92 152 -36 152 22C152 84 84 112 0 112C-84 112 -152 84 -152 22"
        "C-152 -36 -90 -92 0 -84Z"
    )
    belly = "M-138 44Q0 96 138 44Q128 108 0 112Q-128 108 -138 44Z"
    hill = dot((80, -78), 50, coat.fur, 7) + dot((80, -78), 34, coat.eye, 5)
    pupil = shape("M58 -82Q80 -94 102 -78Q80 -66 58 -82Z", "#1b1714")
    lid = stroke("M40 -84Q72 -126 122 -98", 9) + dot((72, -90), 6, "#fff")
    warts = "".join(
        dot(at, r, coat.shade) for at, r in (((108, -2), 12), ((84, 20), 7), ((128, 22), 7))
    )
    mouth = stroke("M-140 34Q-70 68 0 62Q70 68 140 34", 8) + mirrored(dot((12, 20), 4.4))
    bumps = mirrored(hill + pupil + lid)
    scarf = shape("M-150 50Q0 124 150 50Q158 100 96 124H-96Q-158 100 -150 50Z", coat.cloth, 6)
    folds = stroke("M-120 92Q0 128 120 92", 3.6, coat.deep)
    jaw = scarf + folds if hooded else shape(belly, coat.pale, 5)
    return (
        shape(skull, coat.fur, 7)
        + mirrored(warts)
        + jaw
        + mouth
        + (band(coat, 112, -64, mark, tails=False) if hooded else "")
        + bumps
    )


def fox(coat: Coat, mark: str = "", hooded: bool = True) -> str:
    """Tall ears, a narrow muzzle, white cheeks."""
    face = (
        "M-104 -34Q-50 -74 0 -52Q50 -74 104 -34Q116 22 62 62Q26 92 10 122H-10Q-26 92 -62 62"
        "Q-116 22 -104 -34Z"
    )
    cheek = "M104 -20Q118 22 62 62Q30 86 12 120Q4 70 34 36Q70 22 104 -20Z"
    nose = shape("M-20 104Q0 92 20 104Q16 128 0 130Q-16 128 -20 104Z", "#1b1714")
    crown = (
        hood(coat, ROUND, face) if hooded else shape(ROUND, coat.fur, 7) + shape(face, coat.fur, 5)
    )
    look = eyes(48, -2, 0.86, coat.eye, 26, slit=True)
    return (
        tall_ears(coat.fur, coat.pale, coat.shade)
        + crown
        + mirrored(shape(cheek, coat.pale, 4))
        + nose
        + dot((-6, 106), 4, "#fff")
        + look
        + (band(coat, 112, -76, mark) if hooded else "")
    )


def dragon(coat: Coat, mark: str = "", hooded: bool = True) -> str:
    """Antlers, a mane, whiskers, and smoke to come."""
    mane = (
        "M-84 -70L-156 -92L-120 -40L-172 -20L-124 18L-164 58L-108 60L-120 112L-60 98L0 130"
        "L60 98L120 112L108 60L164 58L124 18L172 -20L120 -40L156 -92L84 -70Z"
    )
    antlers = horn([(44, -84), (56, -140), (104, -140), (112, -196)], 17, "#ead9a8")
    prong = horn([(78, -134), (60, -160), (70, -176), (58, -194)], 10, "#ead9a8", 2)
    skull = (
        "M0 -104C62 -108 104 -66 100 -8C98 28 84 44 80 66C70 104 36 116 0 116"
        "C-36 116 -70 104 -80 66C-84 44 -98 28 -100 -8C-104 -66 -62 -108 0 -104Z"
    )
    snout = "M-66 44Q-70 10 -34 12Q0 22 34 12Q70 10 66 44Q74 76 46 84Q0 94 -46 84Q-74 76 -66 44Z"
    nostrils = mirrored(shape("M20 30Q40 20 46 36Q36 46 20 42Z", "#1b1714"))
    jaw = shape("M-52 84Q0 96 52 84Q44 122 0 124Q-44 122 -52 84Z", "#8e1f1a", 5)
    barbels = mirrored(
        stroke("M58 56C110 62 104 110 150 104", 10)
        + stroke("M58 56C110 62 104 110 150 104", 4.4, coat.pale)
    )
    brow = mirrored(shape("M14 -32Q50 -66 104 -56Q94 -26 60 -24Q34 -18 14 -32Z", coat.trim, 4.4))
    scales = stroke("M-24 -12Q-12 0 0 -12Q12 0 24 -12M-14 0Q0 12 14 0", 3.4, coat.shade)
    plate = band(coat, 96, -84, mark, tails=False) if hooded else ""
    return (
        shape(mane, coat.trim if not hooded else coat.cloth, 6.4)
        + antlers
        + prong
        + shape(skull, coat.fur, 7)
        + jaw
        + fangs([(40, 84), (18, 90)], 20)
        + shape(snout, coat.pale, 5.6)
        + nostrils
        + scales
        + eyes(48, -12, 0.84, coat.eye, 22, slit=True)
        + plate
        + brow
        + barbels
    )


def rat(coat: Coat, mark: str = "", hooded: bool = True) -> str:
    """Ears like sails, a long nose, two teeth."""
    ears = round_ears(98, -92, 62, coat.fur, "#f2b3a4")
    face = (
        "M-90 -26Q-50 -62 0 -46Q50 -62 90 -26Q98 22 52 56Q26 82 0 104Q-26 82 -52 56Q-98 22 -90 -26Z"
    )
    crown = hood(coat, ROUND, face) if hooded else shape(ROUND, coat.fur, 7)
    snout = shape("M-44 34Q0 4 44 34Q38 76 0 96Q-38 76 -44 34Z", coat.pale, 5)
    teeth = shape("M-17 92V130H0V96ZM17 92V130H0V96Z", "#fffaf0", 4.4)
    nose = shape("M-22 62Q0 46 22 62Q20 88 0 92Q-20 88 -22 62Z", "#e0786c", 5) + dot(
        (-7, 66), 4.6, "#fff"
    )
    return (
        ears
        + crown
        + teeth
        + snout
        + whiskers(36, 62, 96)
        + nose
        + eyes(44, -4, 0.84, coat.eye, 14)
        + (band(coat, 112, -74, mark) if hooded else "")
    )


def bear(coat: Coat, mark: str = "", hooded: bool = True) -> str:
    """All head: small ears, a broad muzzle, a growl."""
    ears = round_ears(92, -94, 42, coat.fur, coat.shade)
    face = (
        "M-100 -18Q-54 -62 0 -48Q54 -62 100 -18Q110 46 70 88Q36 112 0 112Q-36 112 -70 88"
        "Q-110 46 -100 -18Z"
    )
    muzzle = shape("M-62 48Q-58 8 0 6Q58 8 62 48Q66 106 0 110Q-66 106 -62 48Z", coat.pale, 5.6)
    nose = shape("M-34 20Q0 2 34 20Q34 46 0 52Q-34 46 -34 20Z", "#1b1714") + shape(
        "M-20 20Q-6 12 4 16Q-6 24 -20 26Z", "#fff", opacity=0.6
    )
    mouth = shape("M-40 70Q0 54 40 70Q38 102 0 104Q-38 102 -40 70Z", "#7a1f1a", 5)
    return (
        ears
        + hood(coat, ROUND, face)
        + muzzle
        + nose
        + mouth
        + fangs([(26, 66)], 18)
        + fangs([(22, 102)], 15, up=True)
        + eyes(50, -8, 0.74, coat.eye, 12)
        + brows(48, -30, coat.shade, 12)
        + (band(coat, 114, -76, mark) if hooded else "")
    )
