"""The workshop draws what is missing or old, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ukiyo import font as fonts
from ukiyo import printing, workshop

from tatami.games.clans.cards import CLANS
from tatami.games.clans.rules import GAME


class Studio:
    """Pretends to draw, and notes what; ``sources`` stands for what each game is drawn from."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.sources = dict.fromkeys(workshop.games(), "first")

    def make(self, game: str, name: str, out: Path) -> list[str]:
        self.drawn.append(f"{game}/{name}")
        files = [f"{game}/{entry.file}" for entry in printing.pictures(game)[name].prints]
        for file in files:
            printing.write(out / file, b"picture")
        return files


@pytest.fixture
def studio(monkeypatch: pytest.MonkeyPatch) -> Studio:
    pretended = Studio()
    monkeypatch.setattr(printing, "make", pretended.make)
    monkeypatch.setattr(workshop, "digest", pretended.sources.__getitem__)
    return pretended


def every() -> set[str]:
    return {f"{game}/{name}" for game in workshop.games() for name in printing.pictures(game)}


def test_all_is_drawn_once_and_not_again(studio: Studio, tmp_path: Path) -> None:
    assert set(workshop.build(tmp_path)) == every() == set(studio.drawn)
    assert workshop.build(tmp_path) == []
    assert len(studio.drawn) == len(every())


def test_a_change_in_one_game_draws_that_game_alone(studio: Studio, tmp_path: Path) -> None:
    workshop.build(tmp_path)
    studio.sources["clans"] = "second"
    drawn = workshop.build(tmp_path)
    assert drawn
    assert {name.split("/")[0] for name in drawn} == {"clans"}


def test_a_lost_file_is_drawn_again(studio: Studio, tmp_path: Path) -> None:
    workshop.build(tmp_path)
    (tmp_path / "clans" / "small" / "Oda.webp").unlink()
    assert workshop.build(tmp_path) == ["clans/Oda"]


def test_a_named_picture_is_drawn_alone_and_in_any_case(studio: Studio, tmp_path: Path) -> None:
    assert workshop.build(tmp_path, only=["clans/Oda"]) == ["clans/Oda"]
    assert workshop.build(tmp_path, only=["clans/Oda"]) == ["clans/Oda"]
    listed = json.loads((tmp_path / "clans" / "manifest.json").read_text("utf-8"))
    assert listed["faces"] == {"Oda": "Oda.webp"}
    assert set(workshop.build(tmp_path)) == every() - {"clans/Oda"}


def test_an_unknown_picture_is_refused(studio: Studio, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="No such picture: clans/Nobody"):
        workshop.build(tmp_path, only=["clans/Nobody"])
    assert studio.drawn == []


def test_a_broken_memory_is_forgotten(studio: Studio, tmp_path: Path) -> None:
    (tmp_path / workshop.MEMORY).write_text("{")
    assert set(workshop.build(tmp_path)) == every()


def test_files_that_nobody_draws_any_more_are_removed(studio: Studio, tmp_path: Path) -> None:
    workshop.build(tmp_path)
    memory = json.loads((tmp_path / workshop.MEMORY).read_text("utf-8"))
    memory["clans"]["files"]["Old"] = ["clans/Old.webp"]
    (tmp_path / "clans" / "Old.webp").write_bytes(b"old")
    (tmp_path / workshop.MEMORY).write_text(json.dumps(memory))
    studio.sources["clans"] = "second"
    workshop.build(tmp_path)
    assert not (tmp_path / "clans" / "Old.webp").exists()


def test_the_manifest_lists_files_that_are_there(studio: Studio, tmp_path: Path) -> None:
    workshop.build(tmp_path)
    whole = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert set(whole) == set(workshop.games()) >= {"clans", "tatami"}
    for game, listed in whole.items():
        assert json.loads((tmp_path / game / "manifest.json").read_text("utf-8")) == listed
        assert (tmp_path / game / listed["banner"]).is_file()
        assert (tmp_path / game / listed["preview"]).is_file()
    clans = whole["clans"]
    assert set(clans["faces"]) == set(clans["small_faces"]) == set(GAME.faces)
    assert set(clans["backs"]) == {"blue", "red"}
    assert set(clans["crests"]) == set(clans["colours"]) == set(CLANS)
    files = [*clans["faces"].values(), *clans["small_faces"].values(), *clans["crests"].values()]
    assert all((tmp_path / "clans" / file).is_file() for file in files)


def test_a_digest_follows_the_files_of_its_game(
    font: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "GAMES", tmp_path)
    for game in ("one", "two"):
        (tmp_path / f"{game}.py").write_text("ART = {}\n")
    before = [workshop.digest(game) for game in workshop.games()]
    (tmp_path / "one.py").write_text("ART = {}  # changed\n")
    after = [workshop.digest(game) for game in workshop.games()]
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, True]


def test_the_sources_of_a_game_are_not_those_of_another(font: Path) -> None:
    clans, tatami = (set(workshop.sources(game)) for game in ("clans", "tatami"))
    shared = clans & tatami
    assert font in shared
    assert {path.name for path in shared} >= {"brush.py", "helmet.py", "printing.py"}
    assert not any(workshop.GAMES / "clans" in path.parents for path in tatami)


def test_without_the_font_one_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fonts, "MODULES", tmp_path / "node_modules")
    assert workshop.main(["--out", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "npm ci" in said
