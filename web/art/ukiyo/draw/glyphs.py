"""Kanji as outlines, from an open font that npm installs."""

from __future__ import annotations

from functools import lru_cache

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from ukiyo.draw.brush import Point, num, tag
from ukiyo.font import font_file


@lru_cache(maxsize=1)
def _font() -> TTFont:
    return TTFont(font_file())


@lru_cache(maxsize=64)
def outline(kanji: str, at: Point, size: float) -> str:
    """The path of one character, its box centred on a point."""
    font = _font()
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(kanji)]]
    scale = size / font["head"].unitsPerEm
    pen = SVGPathPen(glyphs, ntos=num)
    left, base = at[0] - glyph.width * scale / 2, at[1] + size * 0.38
    glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, left, base)))
    return str(pen.getCommands())


def column(text: str, top: Point, size: float, fill: str, **attributes: object) -> str:
    """Characters one under the other, ``top`` the middle of the first."""
    step = size * 1.04
    places = ((top[0], top[1] + i * step) for i in range(len(text)))
    paths = "".join(outline(kanji, at, size) for kanji, at in zip(text, places, strict=True))
    return tag("path", d=paths, fill=fill, **attributes)
