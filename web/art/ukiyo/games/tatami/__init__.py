"""What belongs to the house and not to a game: its landscape, its table top, its mark."""

from __future__ import annotations

from functools import partial

from ukiyo.games.tatami import mark, mats, room
from ukiyo.pictures import Picture, icon, landscape, tile

ART: dict[str, Picture] = {
    "landscape": landscape(room.draw),
    "favicon": icon("favicon", mark.favicon),
    "icon": icon("icon", mark.icon, 180, 512),
    "mat-light": tile("mat-light", partial(mats.draw, mats.LIGHT), 256),
    "mat-dark": tile("mat-dark", partial(mats.draw, mats.DARK), 256),
}
