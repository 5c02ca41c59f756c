"""War of Clans: five lords, the ninja, five loyalties, two backs, five crests, one landscape."""

from __future__ import annotations

from functools import partial

from ukiyo.games.clans import backs, crests, lords, loyalty, ninja, province
from ukiyo.pictures import Picture, back, card, crest, landscape

ART: dict[str, Picture] = {
    "landscape": landscape(province.draw),
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
