"""Where the kanji come from: an open font that npm installs for the client."""

from __future__ import annotations

from pathlib import Path

FONT = Path("@fontsource/zen-antique/files/zen-antique-japanese-400-normal.woff")
"""The older format: its glyphs are read one by one, where woff2 unpacks thousands first."""
MODULES = Path(__file__).parents[2] / "node_modules"


class FontMissing(Exception):
    """The font is not installed."""


def font_file() -> Path:
    """Where the font is; refuses in one sentence if it is not there."""
    path = MODULES / FONT
    if not path.is_file():
        raise FontMissing(f"The font {FONT} is not in {MODULES}: run `npm ci` in web/ first.")
    return path
