"""A sheet: the picture being drawn, with the gradients, clips and filters it uses."""

from __future__ import annotations

from collections.abc import Sequence

from ukiyo.draw.brush import Point, block, num, pair, tag

Stop = tuple[float, str] | tuple[float, str, float]

GOLD_STOPS = (
    (0.0, "#8a5f1a"),
    (0.3, "#f3dc97"),
    (0.55, "#c2923a"),
    (0.8, "#f7e6ae"),
    (1.0, "#8d6420"),
)

FILTERS = {
    # A heavier contour around a whole figure: it must read at the size of a thumb.
    "contour": (
        '<filter id="contour" x="-5%" y="-5%" width="110%" height="110%" '
        'color-interpolation-filters="sRGB">'
        '<feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 5 -4"/>'
        '<feMorphology operator="dilate" radius="2.2" result="fat"/>'
        '<feColorMatrix in="fat" values="0 0 0 0 .33  0 0 0 0 .27  0 0 0 0 .25  0 0 0 1 0"/>'
        '<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>'
    ),
    # The grain of the block, seen in every flat colour.
    "wood": (
        '<filter id="wood" x="0" y="0" width="100%" height="100%">'
        '<feTurbulence type="fractalNoise" baseFrequency=".004 .15" numOctaves="2" seed="8"/>'
        '<feColorMatrix values="0 0 0 0 .12  0 0 0 0 .07  0 0 0 0 .03  0 0 0 1.3 -.56"/></filter>'
    ),
    # The fibres of the paper.
    "fibre": (
        '<filter id="fibre" x="0" y="0" width="100%" height="100%">'
        '<feTurbulence type="fractalNoise" baseFrequency=".012 .14" numOctaves="1" seed="11"/>'
        '<feColorMatrix values="0 0 0 0 1  0 0 0 0 .96  0 0 0 0 .86  0 0 0 2.6 -1.5"/></filter>'
    ),
    "soft": '<filter id="soft"><feGaussianBlur stdDeviation="3"/></filter>',
    "mist": '<filter id="mist"><feGaussianBlur stdDeviation="9"/></filter>',
    "glow": (
        '<filter id="glow" x="-50%" y="-50%" width="200%" height="200%" '
        'color-interpolation-filters="sRGB">'
        '<feGaussianBlur stdDeviation="16"/></filter>'
    ),
    "shade": (
        '<filter id="shade" x="-20%" y="-20%" width="140%" height="140%" '
        'color-interpolation-filters="sRGB"><feDropShadow dx="0" dy="3" stdDeviation="4" '
        'flood-color="#120804" flood-opacity=".5"/></filter>'
    ),
}


class Sheet:
    """One picture: its size, and what its parts define for themselves."""

    def __init__(self, width: int, height: int) -> None:
        """A blank sheet."""
        self.width = width
        self.height = height
        self._defs: dict[str, str] = {}

    def _define(self, text: str) -> str:
        """Keep a definition under a name of its own; equal definitions share one."""
        name = self._defs.setdefault(text, f"d{len(self._defs)}")
        return f"url(#{name})"

    def fade(self, *stops: str | Stop, start: Point = (0, 0), end: Point = (0, 1)) -> str:
        """A gradient along a line of the shape's box: colours, or (offset, colour, opacity)."""
        (x1, y1), (x2, y2) = start, end
        where = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
        return self._define(f'<linearGradient id="@" {where}>{_stops(stops)}</linearGradient>')

    def span(self, start: Point, end: Point, *stops: str | Stop) -> str:
        """A gradient between two points of the picture."""
        (x1, y1), (x2, y2) = start, end
        where = f'x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}"'
        head = f'<linearGradient id="@" gradientUnits="userSpaceOnUse" {where}>'
        return self._define(f"{head}{_stops(stops)}</linearGradient>")

    def halo(self, *stops: str | Stop, at: Point = (0.5, 0.5), radius: float = 0.5) -> str:
        """A gradient outward from a point of the shape's box."""
        where = f'cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}"'
        return self._define(f'<radialGradient id="@" {where}>{_stops(stops)}</radialGradient>')

    def gold(self) -> str:
        """Gold leaf."""
        return self.fade(*GOLD_STOPS, end=(1, 1))

    def clip(self, d: str) -> str:
        """The inside of an outline."""
        return self._define(f'<clipPath id="@">{tag("path", d=d)}</clipPath>')

    def within(self, d: str, *parts: str) -> str:
        """Parts that are seen only inside an outline."""
        return tag("g", "".join(parts), clip_path=self.clip(d))

    def cover(self, fill: str, **attributes: object) -> str:
        """The whole sheet in one colour."""
        return block(0, 0, self.width, self.height, fill, **attributes)

    def grain(self, strength: float = 0.5) -> str:
        """Wood grain and paper fibres over everything drawn so far; printing knows the mark."""
        wood = self.cover("#000", filter="url(#wood)")
        fibre = self.cover("#000", filter="url(#fibre)", opacity=0.3)
        return tag("g", wood + fibre, class_="grain", opacity=f"{strength:g}")

    def svg(self, body: str) -> str:
        """The finished picture."""
        defs = "".join(text.replace('"@"', f'"{name}"', 1) for text, name in self._defs.items())
        defs += "".join(text for name, text in FILTERS.items() if f"url(#{name})" in body)
        size = {"width": self.width, "height": self.height}
        box = f"0 0 {self.width} {self.height}"
        head = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box}
        return tag("svg", tag("defs", defs) + body, **head, **size)


def _stops(stops: Sequence[str | Stop]) -> str:
    """Colours alone are spread evenly."""
    last = max(1, len(stops) - 1)
    full = ((i / last, stop) if isinstance(stop, str) else stop for i, stop in enumerate(stops))
    return "".join(_stop(*stop) for stop in full)


def _stop(offset: float, colour: str, opacity: float = 1) -> str:
    clear = None if opacity == 1 else f"{opacity:g}"
    return tag("stop", offset=f"{offset:g}", stop_color=colour, stop_opacity=clear)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle with round corners, as a path."""
    r, right, low = radius, x + width, y + height
    corners = (
        (f"H{num(right - r)}", (right, y + r)),
        (f"V{num(low - r)}", (right - r, low)),
        (f"H{num(x + r)}", (x, low - r)),
        (f"V{num(y + r)}", (x + r, y)),
    )
    arcs = "".join(f"{side}A{num(r)} {num(r)} 0 0 1 {pair(to)}" for side, to in corners)
    return f"M{pair((x + r, y))}{arcs}Z"
