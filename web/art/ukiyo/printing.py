"""From a drawing to its files: rasterised by resvg, packed by Pillow."""

from __future__ import annotations

import io
import os
import re
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import resvg_py
from PIL import Image, ImageChops

from ukiyo.draw.brush import shape
from ukiyo.draw.paper import CARD, EDGE
from ukiyo.draw.sheet import Sheet
from ukiyo.pictures import Picture, Print

GRAIN = re.compile(r'<g class="grain" opacity="([\d.]+)">.*?</g>')
CUT = re.compile(r'<g class="card" clip-path="[^"]*">')
GROUP = re.compile(r"<(?:g\b[^>]*[^/]|g|/g)>")


def pictures(game: str) -> dict[str, Picture]:
    """The pictures of a game, by name."""
    art: dict[str, Picture] = import_module(f"ukiyo.games.{game}").ART
    return art


def colours(game: str) -> dict[str, str]:
    """The colours that a game's things are known by, where it has some."""
    found: dict[str, str] = getattr(import_module(f"ukiyo.games.{game}"), "COLOURS", {})
    return found


def make(game: str, name: str, out: Path) -> list[str]:
    """Draw one picture and write all its prints; their paths below ``out``."""
    picture = pictures(game)[name]
    svg = picture.draw()
    pixels = _raster(svg, picture)
    for entry in picture.prints:
        write(out / game / entry.file, pack(svg, pixels, entry))
    return [f"{game}/{entry.file}" for entry in picture.prints]


def write(path: Path, content: bytes) -> None:
    """Never leaves half a file behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)


def _raster(svg: str, picture: Picture) -> Image.Image | None:
    """The drawing in pixels, once, as wide as its widest print needs it."""
    wide = max(entry.width for entry in picture.prints)
    if not wide:
        return None
    whole, cuts = CUT.subn("<g>", svg)
    mark = GRAIN.search(whole)
    image = _grained(whole, mark, wide) if mark else _pixels(whole, wide)
    if cuts:
        image.putalpha(ImageChops.multiply(image.getchannel("A"), _edge(wide)))
    return image


def _grained(svg: str, mark: re.Match[str], wide: int) -> Image.Image:
    """Grain is slow to compute and always the same: it is laid on between two halves."""
    below, above = svg[: mark.start()], svg[mark.end() :]
    groups = _open(below)
    head = below[: below.index("</defs>")] + "</defs>"
    image = _ground(below + "</g>" * len(groups) + "</svg>", float(mark[1]), wide).copy()
    image.alpha_composite(_pixels(head + "".join(groups) + above, wide))
    return image


@lru_cache(maxsize=3)
def _ground(svg: str, grain: float, wide: int) -> Image.Image:
    """What lies under the grain, and the grain; some cards of a game share it."""
    image = _pixels(svg, wide)
    solid = image.getchannel("A")
    image.alpha_composite(_texture(image.size, grain))
    image.putalpha(solid)
    return image


def _open(text: str) -> list[str]:
    """The groups that are still open at the end of a text."""
    stack: list[str] = []
    for group in GROUP.findall(text):
        if group == "</g>":
            stack.pop()
        else:
            stack.append(group)
    return stack


@lru_cache(maxsize=2)
def _edge(wide: int) -> Image.Image:
    """The shape of a card: cut once, where a clip would cost a layer for every half."""
    return _pixels(Sheet(*CARD).svg(shape(EDGE, "#fff")), wide).getchannel("A")


@lru_cache(maxsize=1)
def _grain() -> Image.Image:
    sheet = Sheet(*CARD)
    return _pixels(sheet.svg(sheet.grain(1)), sheet.width)


@lru_cache(maxsize=8)
def _texture(size: tuple[int, int], strength: float) -> Image.Image:
    """The grain in the size and strength of a sheet."""
    grain = _grain().resize(size, Image.Resampling.BILINEAR)
    grain.putalpha(grain.getchannel("A").point(lambda alpha: alpha * strength))
    return grain


def _pixels(svg: str, wide: int) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=svg, width=wide, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


_mark = lru_cache(maxsize=32)(_pixels)
"""Marks return on one card after the other."""


def pack(svg: str, pixels: Image.Image | None, entry: Print) -> bytes:
    """The content of one file."""
    if pixels is None:
        return svg.encode()
    if entry.over:
        pixels = Image.alpha_composite(pixels, _mark(entry.over(), pixels.width))
    image, packed = _cut(pixels, entry), io.BytesIO()
    match Path(entry.file).suffix:
        case ".webp":
            image.save(packed, "WEBP", quality=entry.quality, method=2)
        case ".jpg":
            image.convert("RGB").save(packed, "JPEG", quality=entry.quality, optimize=True)
        case _:
            image.save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _cut(pixels: Image.Image, entry: Print) -> Image.Image:
    """The middle of the picture in the shape of the print, then its size."""
    tall = round(pixels.width * entry.height / entry.width)
    top = (pixels.height - tall) // 2
    part = pixels.crop((0, top, pixels.width, top + tall))
    size = (entry.width, entry.height)
    return part if part.size == size else part.resize(size, Image.Resampling.LANCZOS)
