"""Tokens, the gong, the box."""

from __future__ import annotations

from ukiyo.draw.brush import dot, polar, poly, shape, stroke, tag
from ukiyo.draw.brush import place as put
from ukiyo.games.tack.clans import CLANS, glyph


def _svg(body: str) -> str:
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", viewBox="-105 -105 210 210")


def token(name: str) -> str:
    """A throwing star in the clan's colour with its glyph, around (0, 0)."""
    known = CLANS[name]
    points = [polar((0, 0), 102 if i % 2 == 0 else 68, 45 * i) for i in range(8)]
    star = shape(poly(points), known.colour, 6)
    return star + dot((0, 0), 60, "#fff6e4", 5) + put(glyph(name, known.deep), (0, 0), 0, 0.5)


def piece(name: str) -> str:
    """A token alone."""
    return _svg(token(name))


def gong() -> str:
    """Bronze in a red frame, around (0, 0)."""
    frame = stroke("M-86 96V-84H86V96M-104 -84H104", 21) + stroke(
        "M-86 96V-84H86V96M-104 -84H104", 12, "#c8331f"
    )
    ropes = stroke("M-40 -80L-30 -46M40 -80L30 -46", 6, "#f7e7b8")
    plate = (
        dot((0, 8), 66, "#d89a3a", 6)
        + dot((0, 8), 48, "none", stroke="#8a5a14", stroke_width=4)
        + dot((0, 8), 22, "#f3c766", 5)
    )
    return frame + ropes + plate


def struck() -> str:
    """The gong alone."""
    return _svg(put(gong(), (0, 2), 0, 0.92))


def box() -> str:
    """Where tokens are thrown: open, with a target on its side."""
    inside = shape("M-84 -30L-56 -64H56L84 -30Z", "#3a2010", 6)
    side = shape("M-88 -30H88L74 84H-74Z", "#b8743a", 6.4) + stroke(
        "M-84 6H84M-80 46H80", 4, "#7a4a1c"
    )
    flaps = shape("M-84 -30L-56 -64L-84 -92L-104 -50ZM84 -30L56 -64L84 -92L104 -50Z", "#d8985a", 6)
    mark = (
        dot((0, 28), 38, "#fff6e4", 5)
        + dot((0, 28), 25, "#d8301f", 4)
        + dot((0, 28), 10, "#fff6e4")
    )
    return _svg(inside + side + flaps + mark)


def burst(size: float) -> str:
    """A flash behind what is struck, around (0, 0)."""
    rim = [polar((0, 0), size if i % 2 else size * 0.72, i * 11.25) for i in range(32)]
    return shape(poly(rim), "#fff3b0", 6)
