"""The troop cards: each lord before his ground, under his banner."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ukiyo.draw.brush import group, place
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import border, card, nobori, plinth
from ukiyo.draw.sheet import Sheet
from ukiyo.games.clans import hojo, mori, oda, takeda, uesugi
from ukiyo.games.clans.crests import CLANS, crest


class Lord(NamedTuple):
    """What stands behind him, he himself, and what passes before him."""

    ground: Callable[[Sheet], str]
    figure: Callable[[Sheet], str]
    veil: Callable[[Sheet], str] | None = None


LORDS = {
    "Takeda": Lord(takeda.ground, takeda.figure),
    "Uesugi": Lord(uesugi.ground, uesugi.figure, uesugi.snow),
    "Mori": Lord(mori.ground, mori.figure),
    "Oda": Lord(oda.ground, oda.figure),
    "Hojo": Lord(hojo.ground, hojo.figure),
}


def draw(name: str) -> str:
    """The whole card of one clan."""
    sheet, lord, clan = Sheet(500, 700), LORDS[name], CLANS[name]
    return card(
        sheet,
        lord.ground(sheet),
        sheet.grain(0.42),
        banner(sheet, name),
        group(lord.figure(sheet), filter="url(#contour)"),
        lord.veil(sheet) if lord.veil else "",
        plinth(sheet, clan.dark, clan.deep),
        border(sheet, clan.deep),
    )


def banner(sheet: Sheet, name: str) -> str:
    """Crest and name on a tall flag, at the upper right of every card."""
    clan = CLANS[name]
    marks = (
        place(crest(name, "#fdf3da"), (428, 78), 0, 0.29),
        column(clan.kanji, (428, 138), 50, "#fdf3da"),
    )
    return nobori(sheet, (392, 36), (72, 196), clan.colour, clan.dark, *marks)
