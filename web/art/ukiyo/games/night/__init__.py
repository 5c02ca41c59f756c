"""Night of the Ninja: the night's cards, the Houses, honor, the standing and the fallen."""

from __future__ import annotations

from functools import partial

from ukiyo.games.night import faces, houses, kinds, scene, tokens
from ukiyo.games.night.figures import FIGURES, TRICKSTERS
from ukiyo.pictures import Picture, back, card, cards, crest, face, landscape, piece

NUMBERED = ("Spy", "Mystic", "Blind-Assassin", "Shinobi")
ALONE = ("Mirror-Monk", "Martyr", "Mastermind")


def _draw(name: str) -> str:
    kind = kinds.KINDS["Trickster" if name in TRICKSTERS else name]
    return scene.draw(kind, FIGURES[name])


def _numbered(name: str) -> Picture:
    marks = {f"{name}-{number}": partial(scene.lantern, number) for number in range(1, 7)}
    return cards(partial(_draw, name), marks)


def _trickster(name: str) -> Picture:
    number = TRICKSTERS.index(name) + 1
    return cards(partial(_draw, name), {name: partial(scene.lantern, number)})


def _house(name: str) -> Picture:
    ranks = {f"{name}-{rank}": partial(houses.rank, rank, name) for rank in range(1, 6)}
    return cards(partial(houses.draw, name), ranks)


ART: dict[str, Picture] = {
    "landscape": landscape(tokens.landscape),
    **{f"level-{name}": face(name, draw) for name, draw in faces.FACES.items()},
    **{name: _numbered(name) for name in NUMBERED},
    **{name: _trickster(name) for name in TRICKSTERS},
    **{name: card(name, partial(_draw, name)) for name in ALONE},
    "Crane": _house("Crane"),
    "Lotus": _house("Lotus"),
    "Ronin": card("Ronin", partial(houses.draw, "Ronin")),
    **{
        f"Honor-{worth}": card(f"Honor-{worth}", partial(tokens.honor, worth))
        for worth in (2, 3, 4)
    },
    "back-ninja": back("ninja", tokens.ninja),
    "back-house": back("house", tokens.house),
    "back-honor": back("honor", tokens.honors),
    **{f"crest-{name}": crest(name, partial(kinds.icon, d)) for name, d in kinds.SIGNS.items()},
    **{
        f"piece-{worth}": piece(f"Honor-{worth}", partial(tokens.piece, worth))
        for worth in (2, 3, 4)
    },
    "piece-honor": piece("Honor", tokens.secret),
    "piece-living": piece("Living", tokens.living),
    "piece-fallen": piece("Fallen", tokens.fallen),
}
COLOURS = kinds.COLOURS
