"""The docs are true: their code runs, their commands work, their links lead somewhere."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tatami import catalogue
from tatami.engine.game import Game
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.words import read_words
from tatami.server.data_directory import backup
from tatami.tables.config import CLOCKS, TALKS
from tatami.testing.words import gaping, idle, missing
from tests.docs import examples
from tests.docs.pages import DOORS, PAGES, ROOT, blocks, name
from tests.support.tables import ending

TATAMI = (sys.executable, "-m", "tatami")
KEEPING = ("backup", "restore", "tables", "close", "purge", "key")
"""Commands that work on a data directory."""


HERE = [page for page in PAGES if page.parent != DOORS]


@pytest.mark.parametrize("page", [p for p in HERE if blocks(p, "python")], ids=name)
def test_the_code_on_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path) -> None:
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks(page, "python")), "utf-8")
    ran = subprocess.run([sys.executable, "-W", "error", script], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


RESEARCH = ROOT / "docs" / "research.md"


@pytest.mark.parametrize("game", catalogue.names())
def test_every_idiom_of_the_page_for_researchers_plays_every_game_to_its_end(game: str) -> None:
    """The whole page with each game in the place of the first; Tack with its limits (tack:T25)."""
    settings = catalogue.find(game).game.settings
    opts = ending(catalogue.find(game).game)
    pairs = zip(settings, opts, strict=True)
    named = {one.name.replace("-", "_"): one.values[value] for one, value in pairs}
    code = "\n".join(blocks(RESEARCH, "python"))
    for here, there, times in (
        ('tatami.load("clans")', f"tatami.load({game!r})", 1),
        ("new(game, seats=4, ", f"new(game, seats=4, opts={opts}, ", 1),
        ("game.new(seats=4, seed=7)", f"game.new(seats=4, seed=7, **{named})", 2),
    ):
        assert code.count(here) == times
        code = code.replace(here, there)
    left = run(code)
    for one in ("ended", "played", "twin"):
        assert left[one].over, one  # type: ignore[attr-defined]  # of what a page leaves behind
    assert code.count("while not ") + code.count("= playout(") == 3


@pytest.mark.parametrize(
    ("game", "seats"), [(g, n) for g in catalogue.names() for n in catalogue.find(g).game.counts]
)
def test_the_first_loop_of_the_page_plays_every_game_at_every_number_of_seats(
    game: str, seats: int
) -> None:
    """Where a seat plays several places at once, too; each of its answers is taken."""
    found = catalogue.find(game).game
    pairs = zip(found.settings, ending(found), strict=True)
    named = {one.name.replace("-", "_"): one.values[value] for one, value in pairs}
    code = blocks(RESEARCH, "python")[0]
    for here, there in (
        ('tatami.load("clans")', f"tatami.load({game!r})"),
        ("game.new(seats=4, seed=7)", f"game.new(seats={seats}, seed=7, **{named})"),
        ("        state.act(", "        assert state.act("),
        ("        state.expire(", "        assert state.expire("),
    ):
        assert code.count(here) == 1
        code = code.replace(here, there)
    assert run(code)["state"].over  # type: ignore[attr-defined]  # of what a page leaves behind


def test_the_page_for_researchers_shows_only_what_is_right_for_every_part() -> None:
    """Options are always those of the part that is answered."""
    page = "\n".join(blocks(RESEARCH, "python"))
    assert re.findall(r"\boptions\((\w+)\)", page) == []


def test_the_texts_on_the_page_for_designers_are_whole() -> None:
    page = ROOT / "docs" / "add-a-game.md"
    game = run(blocks(page, "python")[0])["GAME"]
    assert isinstance(game, Game)
    words = tomllib.loads(blocks(page, "toml")[1])
    assert missing(game, words) == idle(game, words) == gaping(game, words) == []


NOT_FOR_RULES = {
    *("act", "expire", "options", "waiting", "view", "winners", "scores", "returns"),
    *("copy", "copy_watched", "rekey", "own", "is_heard"),
    *("actions", "data", "imagine", "key", "prepare", "of_step"),
}
"""Methods of a World or a View for players, searches, doors and the engine itself."""


def test_the_page_for_designers_lists_what_the_rules_can_read_and_do() -> None:
    page = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    listed: dict[str, set[str]] = {"Sight": set(), "World": set(), "View": set()}
    for of, methods in re.findall(r"^\| `(Sight|World|View)` \| (.*?) \|", page, re.MULTILINE):
        found = re.findall(r"`(\w+)`", methods)
        assert not listed[of] & set(found)
        listed[of] |= set(found)
    world, view = methods_of(World), methods_of(View)
    assert listed == {"Sight": world & view, "World": world - view, "View": view - world}


def methods_of(kind: type) -> set[str]:
    """What a rules file can call of it."""
    found = {name for name in dir(kind) if callable(getattr(kind, name))}
    return {name for name in found if not name.startswith("_")} - NOT_FOR_RULES


@pytest.mark.parametrize("page", ["docs/rules/night.md", "src/tatami/languages/fr/rules/night.md"])
def test_the_rules_of_night_name_the_times_of_every_clock(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    times = r"^\| `(\w+)` +\| (\d+) second\w+ +\| (\d+) second\w+ +\|$"
    rows = re.findall(times, text, re.MULTILINE)
    told = {clock: (int(answer), int(talk)) for clock, answer, talk in rows}
    assert told == {name: (CLOCKS[name], TALKS[name]) for name in CLOCKS if CLOCKS[name]}


def test_the_page_for_designers_names_every_section_of_texts() -> None:
    page = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    named = set(re.findall(r"`([a-z]+)(?:\.[A-Z]+)?`", " ".join(rows)))
    assert set(read_words("tatami.games.clans")) <= named


def run(code: str) -> dict[str, object]:
    """The names that a piece of code leaves behind."""
    found: dict[str, object] = {}
    exec(compile(code, "page", "exec"), found)
    return found


def commands() -> list[tuple[str, str]]:
    """Every ``tatami`` command in the docs that ends by itself."""
    found = []
    for page in HERE:
        for block in blocks(page, "sh"):
            for line in block.splitlines():
                line = line.partition(" #")[0].strip()
                if line.startswith("tatami ") and not line.startswith("tatami play"):
                    found.append((name(page), line))
    return found


@pytest.mark.parametrize(("page", "command"), commands())
def test_a_command_in_the_docs_works(page: str, command: str, tmp_path: Path) -> None:
    words = shlex.split(command)[1:]
    if "lantern" in words:
        lantern = blocks(ROOT / "docs" / "add-a-game.md", "python")[0]
        tmp_path.joinpath("lantern.py").write_text(lantern, "utf-8")
    for word in words:
        if word.endswith(".tatami"):
            examples.a_record(tmp_path / word)
    if words[0] == "serve":
        assert served(words, tmp_path) in (0, -signal.SIGTERM)
        return
    if words[0] in KEEPING:
        table = examples.a_data_directory(tmp_path / "data")
        words = [table if word == "TABLE" else word for word in words]
    if words[0] == "restore":
        backup(tmp_path / "data", tmp_path / words[1])
    ran = subprocess.run(
        [*TATAMI, *words], cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


def served(words: list[str], place: Path) -> int:
    """Start a server, wait until it listens, end it; its exit code."""
    command = [*TATAMI, *words, "--port", "0"]
    with subprocess.Popen(command, cwd=place, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert server.stdout.readline().startswith("listening on http")
        server.terminate()
        server.communicate(timeout=120)
    return server.returncode


def test_the_make_targets_in_the_docs_exist() -> None:
    makefile = ROOT.joinpath("Makefile").read_text("utf-8")
    known = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for page in PAGES:
        for block in blocks(page, "sh"):
            for target in re.findall(r"^make ([a-z-]+)", block, re.MULTILINE):
                assert target in known, f"{name(page)}: make {target}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", page.read_text("utf-8")):
        assert page.parent.joinpath(target).exists(), target


def clauses() -> list[tuple[str, str]]:
    return [
        (page.stem, clause)
        for page in sorted(ROOT.glob("docs/rules/*.md"))
        for clause in re.findall(r"^\*\*([A-Z]\d+)\*\*", page.read_text("utf-8"), re.MULTILINE)
    ]


def test_there_are_clauses() -> None:
    assert [clause for game, clause in clauses() if game == "clans"] == [
        f"C{number}" for number in range(1, 20)
    ]
    assert [clause for game, clause in clauses() if game == "wataah"] == [
        f"W{number}" for number in range(1, 41)
    ]
    assert sorted(clause for game, clause in clauses() if game == "night") == sorted(
        f"N{number}" for number in range(1, 38)
    )
    assert [clause for game, clause in clauses() if game == "tack"] == [
        f"T{number}" for number in range(1, 26)
    ]


@pytest.mark.parametrize(("game", "clause"), clauses())
def test_every_clause_is_named_by_a_test(game: str, clause: str) -> None:
    """A clause counts as named where a test function's docstring or name cites it."""
    cited = re.compile(rf'def test_\w+\([^)]*\)[^:]*:\n\s+"""[^"]*\b{clause}\b')
    found = [
        path
        for path in ROOT.glob(f"tests/games/{game}/test_*.py")
        if cited.search(path.read_text("utf-8"))
    ]
    assert found, f"no test in tests/games/{game} names {clause} in its docstring"


@pytest.mark.parametrize(("game", "clause"), clauses())
def test_every_clause_is_named_by_the_code(game: str, clause: str) -> None:
    package = sorted(ROOT.joinpath("src/tatami/games", game).glob("*.py"))
    code = "".join(path.read_text("utf-8") for path in package)
    assert re.search(rf"\b{clause}\b", code), f"{game} never names {clause} in its code"
