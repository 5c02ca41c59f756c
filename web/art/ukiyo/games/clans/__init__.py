"""War of Clans: five lords, the ninja, five loyalties, two backs, five crests, one landscape."""

from __future__ import annotations

from functools import partial

from ukiyo.games.clans import backs, crests, faces, lords, loyalty, ninja, province
from ukiyo.pictures import Picture, back, card, crest, face, landscape

ART: dict[str, Picture] = {
    "landscape": landscape(province.draw),
    **{f"level-{name}": face(name, draw) for name, draw in faces.FACES.items()},
    **{name: card(name, partial(lords.draw, name)) for name in crests.CLANS},
    "Ninja": card("Ninja", ninja.draw),
    **{
        f"{name}-loyalty": card(f"{name}-loyalty", partial(loyalty.draw, name))
        for name in crests.CLANS
    },
    "back-blue": back("blue", backs.blue),
    "back-red": back("red", backs.red),
    **{f"crest-{name}": crest(name, partial(crests.icon, name)) for name in crests.CLANS},
}
COLOURS = {name: clan.colour for name, clan in crests.CLANS.items()}
