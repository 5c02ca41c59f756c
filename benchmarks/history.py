"""The commits that were measured, as ratios to the peers of the same run; and a picture of them.

Figures of different runs cannot be compared: machines differ, and so does what else they do. A
ratio to a peer that was measured in the same run can. ``history.json`` keeps these and
``history.svg`` shows them. A fall of more than a tenth from the commit before is named.

All ratios are to one peer; what the other peers did over that one is kept beside them, so that a
ratio to any peer can be had.
"""

from __future__ import annotations

import json
import math
from itertools import takewhile
from pathlib import Path
from typing import Any, TypedDict

HERE = Path(__file__).resolve().parent
KEPT = HERE / "history.json"
PICTURE = HERE / "history.svg"
PEER = "RLCard gin-rummy"
"""The peer that does most of what a view does: it tells what each player may know at every step."""
FALL = 0.9
PATHS = ("view and act, compiled", "playout, compiled")
"""What is drawn, a row of panels each; in a row there is one for every game or mode of one."""
PANEL, HEIGHT = 170, 200
"""How wide and high a panel is,"""
LEFT, TOP, GAP, FOOT = 60, 34, 14, 130
"""and the margins: for numbers, for a title, between two, and for commits and legend."""
MANY = 12
"""So many commits have room for their names."""
SHADES = (
    *("#1d3557", "#2a9d8f", "#b8860b", "#c8553d", "#7b4b94"),
    *("#4a6fa5", "#6b8e23", "#d1495b", "#00798c", "#8d6e63"),
)
"""One for each number of seats, from two on."""


class Entry(TypedDict):
    """One commit: what it did in a second, over what the peer did."""

    commit: str
    share: float
    """How much of the core the run had; the less, the less it is worth."""
    ratios: dict[str, float]
    peers: dict[str, float]
    """What the other peers did, over the same."""


def ratios(found: dict[str, Any]) -> dict[str, float]:
    """Every rate of a run over the peer's; empty where the peer was not measured."""
    theirs = [row["decisions_per_second"] for row in found["peers"] if row["name"] == PEER]
    made: dict[str, float] = {}
    for build, part in found["ours"].items() if theirs else ():
        for table, paths in part["paths"].items():
            for path, rate in paths["rates"].items():
                made[f"{table}, {path}, {build}"] = rate / theirs[0]
            for call, took in paths["times"].items():
                made[f"{table}, {call}, {build}"] = 1e6 / took / theirs[0]
    return made


def of_peers(found: dict[str, Any]) -> dict[str, float]:
    """What every other peer did in a second, over the one."""
    rates = {row["name"]: row["decisions_per_second"] for row in found["peers"]}
    theirs = rates.pop(PEER, 0.0)
    return {name: rate / theirs for name, rate in rates.items()} if theirs else {}


def read(path: Path = KEPT) -> list[Entry]:
    """The commits so far, the first one first."""
    if not path.is_file():
        return []
    kept: list[Entry] = json.loads(path.read_text(encoding="utf-8"))
    return kept


def entry_of(commit: str, found: dict[str, Any]) -> Entry:
    """What is kept of a run."""
    return Entry(
        commit=commit,
        share=round(found["share"], 2),
        ratios=_rounded(ratios(found)),
        peers=_rounded(of_peers(found)),
    )


def _rounded(figures: dict[str, float]) -> dict[str, float]:
    return {name: float(f"{ratio:.4g}") for name, ratio in figures.items()}


def add(entries: list[Entry], entry: Entry) -> list[Entry]:
    """The same with one commit more; measured again, it takes its own place."""
    commit = entry["commit"]
    if any(one["commit"] == commit for one in entries):
        return [entry if one["commit"] == commit else one for one in entries]
    return [*entries, entry]


def falls(entries: list[Entry], measured: dict[str, float], commit: str) -> list[str]:
    """What has fallen by more than a tenth since the commit that was measured before."""
    before = list(takewhile(lambda one: one["commit"] != commit, entries))
    if not before:
        return []
    last = before[-1]["ratios"]
    return [
        f"{name}: {measured[name] / last[name] - 1:+.0%} since {before[-1]['commit']}"
        for name in measured
        if name in last and measured[name] < FALL * last[name]
    ]


def write(entries: list[Entry], kept: Path = KEPT, picture: Path = PICTURE) -> None:
    """Keep the entries, and draw them."""
    kept.write_text(json.dumps(entries, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    picture.write_text(drawn(entries), encoding="utf-8")


# -- the picture


class Scale:
    """Where ratios and commits lie in a panel: log over commit."""

    def __init__(self, entries: list[Entry], path: str, top: float) -> None:
        found = [
            ratio for one in entries for name, ratio in one["ratios"].items() if name.endswith(path)
        ]
        self.least = math.floor(math.log10(min(found, default=1.0)))
        self.most = max(self.least + 1, math.ceil(math.log10(max(found, default=1.0))))
        self.number = len(entries)
        self.top = top

    def x(self, at: int) -> float:
        """How far to the right a commit lies."""
        return PANEL * (at + 0.5) / max(1, self.number)

    def y(self, ratio: float) -> float:
        """How far down a ratio lies."""
        share = (math.log10(ratio) - self.least) / (self.most - self.least)
        return self.top + HEIGHT * (1 - share)


def drawn(entries: list[Entry]) -> str:
    """Views and playouts of every table over the commits, as SVG."""
    tables = sorted({_table(name) for one in entries for name in one["ratios"]})
    games = sorted({_game(name) for name in tables})
    width = LEFT + len(games) * (PANEL + GAP) + GAP
    height = len(PATHS) * (TOP + HEIGHT) + FOOT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11" fill="#333">',
        f"<title>Decisions a second over {PEER} of the same run, by commit</title>",
        '<rect width="100%" height="100%" fill="#fbf8f0"/>',
    ]
    for row, path in enumerate(PATHS):
        scale = Scale(entries, path, row * (TOP + HEIGHT) + TOP)
        lines.append(_row(scale, path))
        for column, game in enumerate(games):
            here = [name for name in tables if _game(name) == game]
            left = LEFT + column * (PANEL + GAP)
            lines.append(f'<g transform="translate({left} 0)">')
            lines += [*_grid(scale, game), *_curves(scale, entries, here, path)]
            lines += _commits(scale, entries) if path == PATHS[-1] else []
            lines.append("</g>")
    return "\n".join([*lines, _legend(tables, height), "</svg>"]) + "\n"


def _table(name: str) -> str:
    """The table of a ratio: a game, and how many play it."""
    return ", ".join(name.split(", ")[:2])


def _game(table: str) -> str:
    return table.split(", ")[0]


def _seats(table: str) -> int:
    return int(table.split(", ")[1].split()[0])


def _shade(seats: int) -> str:
    return SHADES[(seats - 2) % len(SHADES)]


def _row(scale: Scale, path: str) -> str:
    """What a row shows, and its numbers."""
    words = f"{path}: decisions a second, over {PEER} of the same run"
    found = [f'<text x="{LEFT}" y="{scale.top - 20}">{words}</text>']
    for power in range(scale.least, scale.most + 1):
        y = scale.y(10.0**power) + 4
        found.append(f'<text x="{LEFT - 8}" y="{y:.1f}" text-anchor="end">{10.0**power:g}</text>')
    return "\n".join(found)


def _grid(scale: Scale, game: str) -> list[str]:
    """A panel without its curves; what the peer did is a darker line."""
    found = [
        f'<text x="{PANEL / 2:.0f}" y="{scale.top - 5}" text-anchor="middle"'
        f' font-weight="bold">{game}</text>'
    ]
    for power in range(scale.least, scale.most + 1):
        shade = "#8a7f66" if power == 0 else "#ddd5c0"
        found.append(f'<path d="M0 {scale.y(10.0**power):.1f}H{PANEL}" stroke="{shade}"/>')
    return found


def _curves(scale: Scale, entries: list[Entry], tables: list[str], path: str) -> list[str]:
    """A curve for each number of seats."""
    found: list[str] = []
    for table in tables:
        name, shade = f"{table}, {path}", _shade(_seats(table))
        points = [
            (scale.x(at), scale.y(one["ratios"][name]))
            for at, one in enumerate(entries)
            if name in one["ratios"]
        ]
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        found += [f'<path d="M{way}" fill="none" stroke="{shade}"/>'] if points else []
        found += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{shade}"/>' for x, y in points]
    return found


def _commits(scale: Scale, entries: list[Entry]) -> list[str]:
    """The names of the commits; of very many every other, or fewer still."""
    y, step = scale.top + HEIGHT + 10, -(-len(entries) // MANY)
    return [
        f'<text transform="translate({scale.x(at) + 4:.1f} {y}) rotate(-60)"'
        f' text-anchor="end">{one["commit"]}</text>'
        for at, one in enumerate(entries)
        if at % step == 0
    ]


def _legend(tables: list[str], height: int) -> str:
    """Which shade is which number of seats."""
    found = [f'<text x="{LEFT}" y="{height - 12}">seats:</text>']
    for at, seats in enumerate(sorted({_seats(name) for name in tables})):
        x = LEFT + 50 + 40 * at
        found.append(
            f'<circle cx="{x}" cy="{height - 16}" r="4" fill="{_shade(seats)}"/>'
            f'<text x="{x + 8}" y="{height - 12}">{seats}</text>'
        )
    return "\n".join(found)
