"""Draw the house from the imports that there are: docs/pictures/house.svg.

    scripts/architecture.py --write    # draw it anew
    scripts/architecture.py --check    # is it as the imports are?

The layers are those of import-linter in pyproject.toml. An arrow says that one package stands on
another; what follows from other arrows is left out.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap

import grimp

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "tatami"
PICTURE = ROOT / "docs" / "pictures" / "house.svg"

WIDE = 960
MARGIN = 70
"""On both sides: arrows that pass a layer run there."""
GAP = 36
LINE = 16
PAD = 12
LETTER = 7.3
"""How wide a small letter is, about."""

Edges = dict[str, set[str]]


# -- what there is


def layers() -> list[list[str]]:
    """The packages of each layer, the highest first."""
    text = ROOT.joinpath("pyproject.toml").read_text("utf-8")
    contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    listed = next(one["layers"] for one in contracts if one["type"] == "layers")
    return [[name.strip() for name in layer.split("|")] for layer in listed]


def imports() -> Edges:
    """Which package imports which."""
    graph = grimp.build_graph("tatami", exclude_type_checking_imports=True, cache_dir=None)
    found: Edges = {}
    for module in sorted(graph.modules):
        for other in graph.find_modules_directly_imported_by(module):
            above, below = _package(module), _package(other)
            if above and below and above != below:
                found.setdefault(above, set()).add(below)
    return found


def _package(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def reduced(edges: Edges) -> list[tuple[str, str]]:
    """The imports that do not follow from others."""
    return [
        (above, below)
        for above in sorted(edges)
        for below in sorted(edges[above])
        if not any(below in _reached(edges, other) for other in edges[above] - {below})
    ]


def _reached(edges: Edges, start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for below in edges.get(waiting.pop(), set()) - found:
            found.add(below)
            waiting.append(below)
    return found


def purpose(name: str) -> str:
    """The first sentence of a package's docstring."""
    path = SOURCE / name / "__init__.py"
    found = path if path.exists() else SOURCE / f"{name}.py"
    text = ast.get_docstring(ast.parse(found.read_text("utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("``", "").rstrip(".")


def modules(name: str) -> list[str]:
    """What lies in a package; packages inside it end with a slash."""
    place = SOURCE / name
    if not place.is_dir():
        return []
    files = [path.stem for path in place.glob("*.py") if path.stem != "__init__"]
    inner = [f"{path.parent.name}/" for path in place.glob("*/__init__.py")]
    return sorted(files) + sorted(inner)


# -- where it stands


@dataclass
class Box:
    """A package in the picture."""

    name: str
    left: float
    top: float
    wide: float
    lines: list[str]
    about: list[str]
    floor: float = 0
    """Where its layer ends: the highest box in it."""

    @property
    def high(self) -> float:
        return PAD * 2 + LINE * (1 + len(self.about) + len(self.lines))

    @property
    def middle(self) -> float:
        return self.left + self.wide / 2


def boxes() -> dict[str, Box]:
    """Every package in its layer."""
    found: dict[str, Box] = {}
    top = float(GAP)
    for layer in layers():
        wide = (WIDE - 2 * MARGIN - GAP * (len(layer) - 1)) / len(layer)
        row = [_box(name, MARGIN + at * (wide + GAP), top, wide) for at, name in enumerate(layer)]
        found |= {box.name: box for box in row}
        floor = top + max(box.high for box in row)
        for box in row:
            box.floor = floor
        top = floor + GAP
    return found


def _box(name: str, left: float, top: float, wide: float) -> Box:
    letters = int((wide - 2 * PAD) / LETTER)
    about = wrap(purpose(name), letters)
    return Box(name, left, top, wide, wrap(" · ".join(modules(name)), letters), about)


# -- how it looks


STYLE = """
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #2b2622 }
.name { font-weight: 700; font-size: 14px }
.about { fill: #6b5d52 }
.box { fill: #fbf7f0; stroke: #b9a894; rx: 6 }
.table { fill: #f3e9d8 }
.arrow { fill: none; stroke: #8a3b2e; stroke-width: 1.5; marker-end: url(#head) }
"""


def drawn() -> str:
    """The picture."""
    placed = boxes()
    high = max(box.top + box.high for box in placed.values()) + GAP
    parts = [_shown(box) for box in placed.values()]
    edges = [edge for edge in reduced(imports()) if set(edge) <= set(placed)]
    lanes = {-1: 0, 1: 0}
    parts += [_arrow(placed[above], placed[below], lanes) for above, below in edges]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high:g}" role="img" '
        'aria-label="The packages of Tatami, and which stands on which">\n'
        f"<style>{STYLE}</style>\n"
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#8a3b2e"/></marker></defs>\n'
        f'<rect width="{WIDE}" height="{high:g}" fill="#fffdf9"/>\n'
    )
    return head + "\n".join(parts) + "\n</svg>\n"


def _shown(box: Box) -> str:
    kind = "box table" if box.name == "tables" else "box"
    size = f'width="{box.wide:g}" height="{box.high:g}"'
    found = [f'<rect class="{kind}" x="{box.left:g}" y="{box.top:g}" {size}/>']
    texts = [("name", box.name), *(("about", one) for one in box.about)]
    texts += [("", one) for one in box.lines]
    for at, (style, text) in enumerate(texts, 1):
        place = f'x="{box.left + PAD:g}" y="{box.top + PAD + at * LINE - 4:g}"'
        found.append(f'<text class="{style}" {place}>{escape(text)}</text>')
    return "\n".join(found)


def _arrow(above: Box, below: Box, lanes: dict[int, int]) -> str:
    """Down into the next layer; else past the layers between, in a lane of its own."""
    start, end = above.top + above.high, below.top
    if above.floor + GAP == below.top:
        x, turn = _within(above, below.middle), below.top - GAP / 2
        to = _within(below, x)
        return _line([(x, start), (x, turn), (to, turn), (to, end)])
    side = -1 if below.middle < WIDE / 2 or above.middle < WIDE / 2 else 1
    lanes[side] += 1
    more = 5 * lanes[side]
    lane = MARGIN - 12 * lanes[side] if side < 0 else WIDE - MARGIN + 12 * lanes[side]
    x, to = above.middle + side * more, below.middle + side * (20 + more)
    low, high = above.floor + 6 + more, below.top - GAP + 6 + more
    return _line([(x, start), (x, low), (lane, low), (lane, high), (to, high), (to, end)])


def _within(box: Box, wanted: float) -> float:
    """The place of a box that is nearest to one that is wanted."""
    return min(max(wanted, box.left + 2 * PAD), box.left + box.wide - 2 * PAD)


def _line(points: list[tuple[float, float]]) -> str:
    return f'<path class="arrow" d="M{" ".join(f"{x:g} {y:g}" for x, y in points)}"/>'


def main() -> int:
    """Draw, or say whether what is drawn is true."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--write", action="store_true")
    which.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if args.write:
        PICTURE.write_text(drawn(), "utf-8")
        return 0
    fresh = PICTURE.exists() and PICTURE.read_text("utf-8") == drawn()
    if not fresh:
        print("docs/pictures/house.svg is old; run: scripts/architecture.py --write")
    return int(not fresh)


if __name__ == "__main__":
    sys.exit(main())
