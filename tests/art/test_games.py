"""The pictures of the other games: none missing, none mistaken for another, calm under names."""

from __future__ import annotations

import io
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageOps, ImageStat
from ukiyo import printing
from ukiyo.pictures import Picture

from tatami import catalogue
from tatami.games.night.rules import GAME as NIGHT
from tatami.games.wataah.cards import CLAN_FACES, CLANS, FACES

GAMES = ("wataah", "night", "tack")
COLOURS = ("Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Pink", "Black")
SIGNS = (*COLOURS, "One", "Two", "Three", "Now")
TACK = (*COLOURS, *(f"{name}-token" for name in COLOURS), *(f"Sign-{name}" for name in SIGNS))


def pictures(game: str, section: str) -> dict[str, Picture]:
    """The pictures of which a print is listed in a section, by their name in the workshop."""
    art = printing.pictures(game)
    return {n: p for n, p in art.items() if any(entry[0] == section for entry in p.listed)}


def names(game: str, section: str) -> list[str]:
    """What the manifest of a game lists in a section."""
    art = printing.pictures(game).values()
    return [name for picture in art for where, name, _ in picture.listed if where == section]


def raster(svg: str, width: int) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


@cache
def drawn(game: str, name: str) -> Image.Image:
    """A card, small, as that is quick."""
    return raster(printing.pictures(game)[name].draw(), 100)


def grey(game: str, name: str) -> Image.Image:
    """A card of 60 pixels, as on a crowded phone, without colour, edge and plinth."""
    small = drawn(game, name).convert("L").resize((60, 84), Image.Resampling.LANCZOS)
    return ImageOps.equalize(small.crop((4, 4, 56, 70)))


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two grey pictures, from 0 to 1."""
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0]) / 255


def closest(images: dict[str, Image.Image]) -> tuple[float, tuple[str, str]]:
    """The two that are most alike."""
    return min((difference(images[a], images[b]), (a, b)) for a, b in combinations(images, 2))


# --- faces -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "faces"), [("wataah", FACES), ("night", NIGHT.faces), ("tack", TACK)]
)
def test_every_face_has_one_picture_and_no_picture_is_without_a_face(
    game: str, faces: tuple[str, ...]
) -> None:
    assert sorted(names(game, "faces")) == sorted(names(game, "small_faces")) == sorted(faces)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_cards_look_alike_without_colour_at_sixty_pixels(font: Path, game: str) -> None:
    how, pair = closest({name: grey(game, name) for name in pictures(game, "faces")})
    assert how > 0.03, pair


@pytest.mark.parametrize("game", GAMES)
def test_names_lie_on_calm_ground(font: Path, game: str) -> None:
    for name in pictures(game, "faces"):
        image = drawn(game, name).convert("L")
        assert ImageStat.Stat(image.crop((8, 123, 92, 134))).stddev[0] < 12, name
        assert ImageStat.Stat(image.crop((20, 42, 80, 112))).stddev[0] > 25, name


def test_backs_of_a_game_differ_in_pattern(font: Path) -> None:
    for game in ("wataah", "night"):
        how, pair = closest({name: grey(game, name) for name in pictures(game, "backs")})
        assert how > 0.12, pair


# --- marks -------------------------------------------------------------------


def test_a_clan_card_is_drawn_once_and_marked_with_every_strength_it_has() -> None:
    for at, clan in enumerate(CLANS):
        strengths = [str(strength) for kin, strength in CLAN_FACES if kin == at]
        prints = printing.pictures("wataah")[clan].prints
        assert len({entry.over for entry in prints}) == len(strengths)
        assert [entry.file for entry in prints[::2]] == [f"{clan}-{n}.webp" for n in strengths]


def test_a_mark_changes_its_corner_and_nothing_else(font: Path, tmp_path: Path) -> None:
    printing.make("night", "Spy", tmp_path)
    one, six = (
        Image.open(tmp_path / "night" / f"Spy-{number}.webp").convert("RGBA") for number in (1, 6)
    )
    changed = ImageChops.difference(one.convert("L"), six.convert("L")).point(
        lambda grey: 255 if grey > 40 else 0
    )
    left, top, right, low = changed.getbbox() or (0, 0, 0, 0)
    assert 0 < left < right < 150
    assert 0 < top < low < 160


# --- crests and pieces -------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_crests_are_small_and_take_the_colour_of_the_text(game: str) -> None:
    for name, picture in pictures(game, "crests").items():
        svg = picture.draw()
        assert len(svg) < 6000, name
        assert svg.count("fill=") == svg.count('fill="currentColor"') == 1, name


@pytest.mark.parametrize("game", GAMES)
def test_crests_of_a_game_are_told_apart_by_shape_alone(game: str) -> None:
    shapes = {
        name: raster(picture.draw(), 48).getchannel("A")
        for name, picture in pictures(game, "crests").items()
    }
    how, pair = closest(shapes)
    assert how > 0.12, pair


@pytest.mark.parametrize("game", GAMES)
def test_every_coloured_thing_has_a_crest(game: str) -> None:
    assert set(printing.colours(game)) <= set(names(game, "crests"))


@pytest.mark.parametrize("game", GAMES)
def test_pieces_are_vectors_of_a_few_kilobytes(font: Path, game: str) -> None:
    for name, picture in pictures(game, "pieces").items():
        svg = picture.draw()
        assert len(svg) < 9000, name
        assert "url(#" not in svg, name
        assert raster(svg, 64).getchannel("A").getbbox(), name


# --- grain -------------------------------------------------------------------


def test_grain_laid_on_between_two_halves_looks_like_grain_drawn_in_place(font: Path) -> None:
    picture = printing.pictures("wataah")["Ronin"]
    svg = picture.draw()
    laid = printing._raster(svg, picture)
    assert laid is not None
    whole = raster(svg, laid.width)
    smooth = raster(printing.GRAIN.sub("", svg), laid.width)
    assert laid.getchannel("A").tobytes() == whole.getchannel("A").tobytes()
    hand, block, none = (image.convert("L") for image in (laid, whole, smooth))
    assert difference(hand, block) < 0.01 < difference(block, none)


# --- faces -------------------------------------------------------------------


def seen_small(svg: str) -> Image.Image:
    """A face as it is at the table, without colour, on paper."""
    face = raster(svg, 28)
    paper = Image.new("RGBA", face.size, "#f4ead2")
    return ImageOps.equalize(Image.alpha_composite(paper, face).convert("L"))


@pytest.mark.parametrize("game", catalogue.names())
def test_every_level_of_bots_has_a_face(game: str) -> None:
    assert set(names(game, "levels")) == set(catalogue.find(game).levels)


@pytest.mark.parametrize("game", catalogue.names())
def test_no_two_faces_of_a_game_look_alike_where_they_are_smallest(game: str) -> None:
    faces = {name: seen_small(one.draw()) for name, one in pictures(game, "levels").items()}
    how, pair = closest(faces)
    assert how > 0.09, pair


@pytest.mark.parametrize("game", catalogue.names())
def test_faces_are_round_and_of_a_few_kilobytes(game: str) -> None:
    for name, picture in pictures(game, "levels").items():
        svg = picture.draw()
        assert len(svg) < 12_000, name
        face = raster(svg, 96)
        corners = [face.getpixel(at)[3] for at in ((3, 3), (92, 3), (3, 92), (92, 92))]
        assert corners == [0, 0, 0, 0], name
        assert face.getpixel((48, 48))[3] == 255, name
