"""The four of WAT-AAH!: animals of the clans, from the monkey that plays to the dragon."""

from __future__ import annotations

from ukiyo.draw.brush import dot, mirrored, place, shape, stroke
from ukiyo.draw.creature import ROUND, Coat, band, round_ears
from ukiyo.draw.face import beams, laugh, medal
from ukiyo.games.wataah import heads

MONKEY = Coat("#9a5f34", "#6c3f20", "#f4cf9c", "#3a8a9c", "#25606e", "#f0b23c")
FOX = Coat("#e0812e", "#3a2a24", "#fff4e2", "#8e2a3c", "#5e1826", "#f0c24c")
CROW = Coat("#2a2c3c", "#15161f", "#8a8ea8", "#31508a", "#1d3260", "#d8402e", "#ffe07a")
DRAGON = Coat("#4c9a5c", "#24592f", "#cfe6a4", "#8e1f1a", "#5a120f", "#c8331f", "#ffd23c")


def playful() -> str:
    """A monkey that winks."""
    fur = round_ears(118, 2, 44, MONKEY.fur, MONKEY.pale)
    tuft = shape("M-40 -104Q-34 -150 -4 -134Q4 -160 28 -136Q50 -142 44 -104Z", MONKEY.fur, 11)
    skull = shape(ROUND, MONKEY.fur, 11) + shape(heads.HEART, MONKEY.pale, 9)
    open_eye = dot((-40, -4), 26, "#fffaf0", 10) + dot((-34, -4), 12) + dot((-30, -9), 4, "#fff")
    wink = stroke("M16 2Q40 -26 66 2", 12)
    cheeks = mirrored(dot((66, 42), 17, "#e9846c", opacity=0.6))
    grin = place(laugh(26, 30, 36), (0, 10), 0, 1.5)
    nose = mirrored(stroke("M6 24Q12 18 18 26", 8))
    body = fur + tuft + skull + band(MONKEY, 112, -76) + open_eye + wink + cheeks + nose + grin
    return medal("#e0a03a", "#fbe8b0", place(body, (-2, 10), -10, 0.58))


def sly() -> str:
    """A fox, with its eyes on a slit."""
    return medal("#3a6a7c", "#e8e0c0", place(heads.fox(FOX), (-2, 22), 6, 0.56))


def sharp() -> str:
    """A crow, beak first."""
    return medal("#b8c4ae", "#f8efd0", place(heads.crow(CROW), (-2, 12), 0, 0.58))


def ruthless() -> str:
    """The dragon."""
    whole = place(heads.dragon(DRAGON), (0, 18), 0, 0.58)
    return medal("#7c1f2a", "#f0b03c", whole, behind=beams("#94303a"))


FACES = {"playful": playful, "sly": sly, "sharp": sharp, "ruthless": ruthless}
