"""What the pictures must be: complete, calm where plates lie, told apart without colour."""

from __future__ import annotations

import io
from itertools import combinations
from pathlib import Path

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageOps, ImageStat
from ukiyo import printing
from ukiyo.games.clans import ART, COLOURS, crests

from tatami.games.clans.cards import CLANS
from tatami.games.clans.rules import GAME

SMALL = (100, 140)
FAN = (32, 40, 68, 76)
"""Where the crest is on a small loyalty card."""


def raster(svg: str, width: int) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


@pytest.fixture(scope="session")
def thumbs(font: Path) -> dict[str, Image.Image]:
    """Every card of War of Clans, small, as that is quick."""
    names = [*GAME.faces, "back-blue", "back-red"]
    return {name: raster(ART[name].draw(), SMALL[0]) for name in names}


def spread(image: Image.Image, box: tuple[float, float, float, float]) -> float:
    """How restless a part of a picture is: the deviation of its greys."""
    width, height = image.size
    left, top, right, low = box
    part = image.crop((int(left * width), int(top * height), int(right * width), int(low * height)))
    return float(ImageStat.Stat(part.convert("L")).stddev[0])


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two grey pictures, from 0 to 1."""
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0]) / 255


# --- cards -------------------------------------------------------------------


def test_every_face_of_the_game_has_a_picture() -> None:
    drawn = {name for art in ART.values() for section, name, _ in art.listed if section == "faces"}
    assert drawn == set(GAME.faces)


def test_every_clan_has_a_crest_and_a_colour() -> None:
    assert set(crests.CLANS) == set(COLOURS) == set(CLANS)
    assert {f"crest-{clan}" for clan in CLANS} <= set(ART)


@pytest.mark.parametrize("name", [*GAME.faces, "back-blue", "back-red"])
def test_a_card_has_round_corners_and_a_solid_middle(
    name: str, thumbs: dict[str, Image.Image]
) -> None:
    image = thumbs[name]
    assert image.size == SMALL
    corners = [(0, 0), (99, 0), (0, 139), (99, 139)]
    assert [image.getpixel(at)[3] for at in corners] == [0, 0, 0, 0]
    assert image.getpixel((50, 70))[3] == 255


@pytest.mark.parametrize("name", GAME.faces)
def test_the_number_and_the_name_lie_on_calm_ground(
    name: str, thumbs: dict[str, Image.Image]
) -> None:
    assert spread(thumbs[name], (0.07, 0.06, 0.24, 0.17)) < 22
    assert spread(thumbs[name], (0.08, 0.88, 0.92, 0.96)) < 12
    assert spread(thumbs[name], (0.2, 0.3, 0.8, 0.8)) > 30, "the measure would see a picture"


@pytest.mark.parametrize("pair", [*combinations(GAME.faces[:6], 2)], ids="-".join)
def test_no_two_troops_look_alike_without_colour(
    pair: tuple[str, str], thumbs: dict[str, Image.Image]
) -> None:
    one, other = (ImageOps.equalize(thumbs[name].convert("L")) for name in pair)
    assert difference(one, other) > 0.1


@pytest.mark.parametrize("pair", [*combinations(GAME.faces[6:], 2)], ids="-".join)
def test_no_two_loyalties_look_alike_without_colour(
    pair: tuple[str, str], thumbs: dict[str, Image.Image]
) -> None:
    """They share a fan: what differs is the crest on it."""
    one, other = (ImageOps.equalize(thumbs[name].crop(FAN).convert("L")) for name in pair)
    assert difference(one, other) > 0.1


def test_the_two_backs_differ_in_pattern_and_not_only_in_colour(
    thumbs: dict[str, Image.Image],
) -> None:
    blue, red = (ImageOps.equalize(thumbs[f"back-{name}"].convert("L")) for name in ("blue", "red"))
    assert difference(blue, red) > 0.12


# --- crests ------------------------------------------------------------------


@pytest.mark.parametrize("clan", CLANS)
def test_a_crest_is_small_and_takes_the_colour_of_the_text(clan: str) -> None:
    svg = crests.icon(clan)
    assert len(svg) < 6000
    assert svg.count("fill=") == svg.count('fill="currentColor"') == 1
    assert "#" not in svg


@pytest.mark.parametrize("pair", [*combinations(CLANS, 2)], ids="-".join)
def test_crests_are_told_apart_by_shape_alone(pair: tuple[str, str]) -> None:
    one, other = (raster(crests.icon(clan), 48).getchannel("A") for clan in pair)
    assert difference(one, other) > 0.2


@pytest.mark.parametrize("clan", CLANS)
def test_a_crest_fills_its_square(clan: str) -> None:
    left, top, right, low = raster(crests.icon(clan), 96).getchannel("A").getbbox() or (0, 0, 0, 0)
    assert right - left > 84
    assert low - top > 60


# --- files -------------------------------------------------------------------


def test_a_card_becomes_a_large_and_a_small_file(font: Path, tmp_path: Path) -> None:
    files = [tmp_path / file for file in printing.make("clans", "Mori", tmp_path)]
    assert [file.relative_to(tmp_path).as_posix() for file in files] == [
        "clans/Mori.webp",
        "clans/small/Mori.webp",
    ]
    images = [Image.open(io.BytesIO(file.read_bytes())) for file in files]
    assert [image.size for image in images] == [(450, 630), (160, 224)]
    assert all(image.format == "WEBP" and image.mode == "RGBA" for image in images)
    assert files[0].stat().st_size < 60_000


def test_the_same_sources_give_the_same_bytes(font: Path, tmp_path: Path) -> None:
    once, again = tmp_path / "once", tmp_path / "again"
    for out in (once, again):
        printing.make("clans", "Ninja", out)
    file = "clans/small/Ninja.webp"
    assert (once / file).read_bytes() == (again / file).read_bytes()
