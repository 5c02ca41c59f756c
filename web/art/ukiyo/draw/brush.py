"""Points and strokes: every shape of every picture is made of these."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

Point = tuple[float, float]

INK = "#1b1714"


def num(value: float) -> str:
    """A coordinate with one decimal, which is finer than a pixel of any picture."""
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def pair(point: Point) -> str:
    """A point as SVG writes it."""
    return f"{num(point[0])} {num(point[1])}"


def tag(name: str, body: str = "", /, **attributes: object) -> str:
    """One SVG element; ``stroke_width`` becomes ``stroke-width``, None is left out."""
    pairs = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    text = "".join(f' {key}="{_value(value)}"' for key, value in pairs if value is not None)
    return f"<{name}{text}>{body}</{name}>" if body else f"<{name}{text}/>"


def _value(value: object) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def group(*parts: str, **attributes: object) -> str:
    """Parts drawn one over the other."""
    return tag("g", "".join(parts), **attributes)


def shape(d: str, fill: str = "none", line: float = 0, ink: str = INK, **attributes: object) -> str:
    """A filled path with an inked outline of the given weight."""
    if line:
        attributes = {"stroke": ink, "stroke_width": line, "stroke_linejoin": "round"} | attributes
    return tag("path", d=d, fill=fill, **_clear(fill, attributes))


def _clear(fill: str, attributes: dict[str, object]) -> dict[str, object]:
    """Opacity of a fill or a line alone says so: that needs no layer of its own."""
    lined = "stroke" in attributes
    if "opacity" not in attributes or (lined and fill != "none"):
        return attributes
    name = "stroke_opacity" if lined else "fill_opacity"
    return {name if key == "opacity" else key: value for key, value in attributes.items()}


def stroke(d: str, width: float = 2, ink: str = INK, **attributes: object) -> str:
    """A line with round ends."""
    return shape(d, "none", width, ink, **({"stroke_linecap": "round"} | attributes))


def dot(at: Point, radius: float, fill: str = INK, line: float = 0, **attributes: object) -> str:
    """A disc."""
    if line:
        attributes = {"stroke": INK, "stroke_width": line} | attributes
    middle = {"cx": num(at[0]), "cy": num(at[1]), "r": num(radius)}
    return tag("circle", **middle, fill=fill, **_clear(fill, attributes))


def block(x: float, y: float, width: float, height: float, fill: str, **attributes: object) -> str:
    """A rectangle."""
    sides = {"x": num(x), "y": num(y), "width": num(width), "height": num(height)}
    return tag("rect", **sides, fill=fill, **attributes)


def pen(*steps: str | float) -> str:
    """A path of commands and numbers, such as ``pen("M", x, y, "H", x + 9, "Z")``."""
    return "".join(step if isinstance(step, str) else f" {num(step)}" for step in steps)


def poly(points: Iterable[Point], closed: bool = True) -> str:
    """Straight lines through the points."""
    return "M" + "L".join(pair(point) for point in points) + ("Z" if closed else "")


def smooth(points: Sequence[Point], closed: bool = True) -> str:
    """A soft curve through the points (Catmull-Rom, written as cubics)."""
    last = len(points) - 1
    pick: Callable[[int], Point]
    if closed:
        pick = lambda i: points[i % len(points)]  # noqa: E731
    else:
        pick = lambda i: points[max(0, min(last, i))]  # noqa: E731
    steps = range(len(points) if closed else last)
    curves = (_cubic(pick(i - 1), pick(i), pick(i + 1), pick(i + 2)) for i in steps)
    return "M" + pair(points[0]) + "".join(curves) + ("Z" if closed else "")


def _cubic(a: Point, b: Point, c: Point, d: Point) -> str:
    first = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
    second = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
    return f"C{pair(first)} {pair(second)} {pair(c)}"


def join(*curves: str) -> str:
    """Open curves as one closed outline: each goes on where the one before ended."""
    first, *rest = curves
    return first + "".join("L" + curve[1:] for curve in rest) + "Z"


def lerp(a: Point, b: Point, t: float) -> Point:
    """The point at ``t`` of the way from a to b."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def polar(centre: Point, radius: float, degrees: float) -> Point:
    """A point on a circle; 0 is up and angles grow clockwise, as on a clock."""
    angle = math.radians(degrees - 90)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def ring(centre: Point, radius: float, corners: int, turn: float = 0) -> list[Point]:
    """The corners of a regular polygon."""
    return [polar(centre, radius, turn + 360 * i / corners) for i in range(corners)]


def place(body: str, at: Point, turn: float = 0, size: float = 1, flip: bool = False) -> str:
    """A drawing made around (0, 0), moved, turned and scaled."""
    move = f"translate({pair(at)})"
    spin = f" rotate({num(turn)})" if turn else ""
    grow = f" scale({-size if flip else size:.3f} {size:.3f})" if size != 1 or flip else ""
    return tag("g", body, transform=move + spin + grow)


def mirrored(body: str, axis: float = 0) -> str:
    """A drawing and its mirror image about a vertical line."""
    return body + tag("g", body, transform=f"translate({num(2 * axis)} 0) scale(-1 1)")


class Spine:
    """A cubic centre line with a width along it: limbs, blades, locks of hair."""

    def __init__(self, points: Sequence[Point], width: Callable[[float], float]) -> None:
        """``width(t)`` is half the thickness at ``t`` from 0 to 1."""
        self.points = points
        self.width = width

    def at(self, t: float) -> Point:
        """The centre line at ``t``."""
        a, b, c, d = self.points
        u = 1 - t
        k = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        x = k[0] * a[0] + k[1] * b[0] + k[2] * c[0] + k[3] * d[0]
        return x, k[0] * a[1] + k[1] * b[1] + k[2] * c[1] + k[3] * d[1]

    def heading(self, t: float) -> Point:
        """The direction of the line at ``t``, of length one."""
        (x0, y0), (x1, y1) = self.at(max(0, t - 0.005)), self.at(min(1, t + 0.005))
        length = math.hypot(x1 - x0, y1 - y0) or 1
        return (x1 - x0) / length, (y1 - y0) / length

    def off(self, t: float, side: float) -> Point:
        """Beside the line: ``side`` runs from -1, one edge, to 1, the other."""
        (x, y), (dx, dy) = self.at(t), self.heading(t)
        reach = self.width(t) * side
        return x - dy * reach, y + dx * reach

    def edge(self, side: float, start: float = 0, end: float = 1, steps: int = 14) -> list[Point]:
        """A line along the stroke."""
        return [self.off(start + (end - start) * i / steps, side) for i in range(steps + 1)]

    def outline(self, steps: int = 14) -> str:
        """The whole stroke as a closed path."""
        return smooth(self.edge(1, 0, 1, steps) + self.edge(-1, 1, 0, steps))


def taper(root: float, tip: float = 0, belly: float = 0) -> Callable[[float], float]:
    """A width that goes from root to tip, with a swelling between."""
    return lambda t: root + (tip - root) * t + belly * math.sin(math.pi * t)
