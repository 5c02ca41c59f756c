"""Ninjaaa'Tack: eight clans, their tokens, the signs of a code sheet, gong and box."""

from __future__ import annotations

from functools import partial

from ukiyo.games.tack import cards, clans, faces, landscape, pieces
from ukiyo.pictures import Picture, back, card, crest, face, piece
from ukiyo.pictures import landscape as wide

MEANINGS = (*clans.CLANS, "One", "Two", "Three", "Now")

ART: dict[str, Picture] = {
    "landscape": wide(landscape.draw),
    **{f"level-{name}": face(name, draw) for name, draw in faces.FACES.items()},
    **{name: card(name, partial(cards.clan, name)) for name in clans.CLANS},
    **{
        f"{name}-token": card(f"{name}-token", partial(cards.counter, name)) for name in clans.CLANS
    },
    **{f"Sign-{what}": card(f"Sign-{what}", partial(cards.sign, what)) for what in MEANINGS},
    "back-clan": back("clan", cards.back),
    **{f"crest-{name}": crest(name, partial(clans.icon, name)) for name in clans.CLANS},
    **{f"piece-{name}": piece(name, partial(pieces.piece, name)) for name in clans.CLANS},
    "piece-gong": piece("Gong", pieces.struck),
    "piece-box": piece("Box", pieces.box),
}
COLOURS = {name: clan.colour for name, clan in clans.CLANS.items()}
