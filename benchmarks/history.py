"""The commits that were measured, as ratios to the peers of the same run; and a picture of them.

Figures of different runs cannot be compared: machines differ, and so does what else they do. A
ratio to a peer that was measured in the same run can. ``history.json`` keeps these and
``history.svg`` shows them. A fall of more than a tenth from the commit before is named.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, TypedDict

HERE = Path(__file__).resolve().parent
KEPT = HERE / "history.json"
PICTURE = HERE / "history.svg"
PEER = "RLCard gin-rummy"
"""The peer that does most of what a view does: it tells what each player may know at every step."""
FALL = 0.9
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 760, 360, 60, 20, 60
SHADES = ("#264653", "#2a9d8f", "#b8860b", "#c8553d", "#7b4b94", "#4a6fa5", "#6b8e23", "#a0522d")


class Entry(TypedDict):
    """One commit: what it did in a second, over what the peer did."""

    commit: str
    share: float
    """How much of the core the run had; the less, the less it is worth."""
    ratios: dict[str, float]


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


def read(path: Path = KEPT) -> list[Entry]:
    """The commits so far, the first one first."""
    if not path.is_file():
        return []
    kept: list[Entry] = json.loads(path.read_text(encoding="utf-8"))
    return kept


def add(
    entries: list[Entry], commit: str, measured: dict[str, float], share: float = 1.0
) -> list[Entry]:
    """The same with one commit more; measured again, it takes its own place."""
    rounded = {name: float(f"{ratio:.4g}") for name, ratio in measured.items()}
    entry = Entry(commit=commit, share=round(share, 2), ratios=rounded)
    if any(one["commit"] == commit for one in entries):
        return [entry if one["commit"] == commit else one for one in entries]
    return [*entries, entry]


def falls(entries: list[Entry], measured: dict[str, float], commit: str) -> list[str]:
    """What has fallen by more than a tenth since the commit that was measured before."""
    before = [one for one in entries if one["commit"] != commit]
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


def drawn(entries: list[Entry], path: str = "view and act, compiled") -> str:
    """The way with views of every table over the commits, log over commit, as SVG."""
    names = sorted({name for one in entries for name in one["ratios"] if name.endswith(path)})
    values = [one["ratios"][name] for one in entries for name in names if name in one["ratios"]]
    bottom = math.log10(min([0.1, *values]))
    top = math.log10(max([10.0, *values]))
    lines = [_grid(bottom, top, entries)]
    for number, name in enumerate(names):
        shade = SHADES[number % len(SHADES)]
        points = [
            (_x(at, len(entries)), _y(one["ratios"][name], bottom, top))
            for at, one in enumerate(entries)
            if name in one["ratios"]
        ]
        lines.append(_curve(points, shade, name.removesuffix(f", {path}"), number))
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    title = f"<title>Decisions a second with a view at each, over {PEER}</title>"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">'
    )
    return "\n".join([head, title, *lines, "</svg>"]) + "\n"


def _x(at: int, number: int) -> float:
    return LEFT + (WIDTH - LEFT - 190) * (at + 0.5) / max(1, number)


def _y(ratio: float, bottom: float, top: float) -> float:
    share = (math.log10(ratio) - bottom) / (top - bottom)
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def _grid(bottom: float, top: float, entries: list[Entry]) -> str:
    found = ['<rect width="100%" height="100%" fill="#fbf8f0"/>']
    for power in range(math.ceil(bottom), math.floor(top) + 1):
        y = _y(10.0**power, bottom, top)
        found.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - 190}" stroke="#ddd5c0"/>')
        found.append(
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>'
        )
    for at, one in enumerate(entries):
        x = _x(at, len(entries))
        found.append(
            f'<text x="{x:.1f}" y="{HEIGHT - 36}" text-anchor="middle">{one["commit"]}</text>'
        )
    caption = f"decisions a second with a view at each, compiled, over {PEER} of the same run"
    found.append(f'<text x="{LEFT}" y="{HEIGHT - 12}">{caption}</text>')
    return "\n".join(found)


def _curve(points: list[tuple[float, float]], shade: str, name: str, number: int) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{shade}"/>' for x, y in points)
    label = f'<text x="{WIDTH - 165}" y="{TOP + 14 + 18 * number}" fill="{shade}">{name}</text>'
    return f'<path d="M{path}" fill="none" stroke="{shade}"/>{dots}{label}'
