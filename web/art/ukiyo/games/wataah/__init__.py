"""Shinobi WAT-AAH!: nine clans, ronin and yokai, the Temple, the Court, the Bosses."""

from __future__ import annotations

from functools import partial

from ukiyo.games.wataah import (
    backs,
    bosses,
    court,
    crests,
    faces,
    frames,
    landscape,
    pieces,
    temple,
    yokai,
)
from ukiyo.pictures import Picture, back, card, cards, crest, face, piece
from ukiyo.pictures import landscape as wide

STRENGTHS = {
    "Monkey": (1, 2, 3), "Carp": (1, 2, 3, 4, 5), "Crow": (2, 3, 4), "Toad": (1, 3, 4),
    "Spider": (3, 4), "Fox": (2, 3, 4, 5), "Dragon": (3, 4, 5), "Rat": (3, 4, 5), "Bear": (6,),
}  # fmt: skip


def _clan(name: str) -> Picture:
    marks = {
        f"{name}-{strength}": partial(frames.badge, strength, crests.CLANS[name].dark)
        for strength in STRENGTHS[name]
    }
    return cards(partial(frames.clan, name), marks)


ART: dict[str, Picture] = {
    "landscape": wide(landscape.draw),
    **{f"level-{name}": face(name, draw) for name, draw in faces.FACES.items()},
    **{name: _clan(name) for name in crests.CLANS},
    "Ronin": card("Ronin", yokai.ronin),
    **{name: card(name, partial(yokai.draw, name)) for name in yokai.FIGURES},
    **{name: card(name, partial(temple.draw, name)) for name in temple.THINGS},
    **{name: card(name, partial(court.draw, name)) for name in court.THINGS},
    **{name: card(name, partial(bosses.draw, name)) for name in bosses.FIGURES},
    "back-shinobi": back("shinobi", backs.shinobi),
    "back-temple": back("temple", backs.temple),
    "back-court": back("court", backs.court),
    "back-boss": back("boss", backs.boss),
    **{f"crest-{name}": crest(name, partial(crests.icon, name)) for name in crests.CLANS},
    **{f"crest-{name}": crest(name, partial(crests.mark, d)) for name, d in pieces.SIGNS.items()},
    "piece-shosho": piece("Shosho", pieces.shosho),
    "piece-master": piece("Ninja-Master", pieces.master),
}
COLOURS = {name: clan.colour for name, clan in crests.CLANS.items()}
