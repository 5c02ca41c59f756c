"""The page about the house is true: its picture, and every file and function that it names."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "tatami"
PAGE = ROOT.joinpath("docs", "architecture.md").read_text("utf-8")
DECISION = ROOT.joinpath("docs", "adr", "0015-tables-and-one-clock.md").read_text("utf-8")
WORDS = ROOT.joinpath("docs", "words.md").read_text("utf-8")
NAMED = re.findall(r"`([a-z_/]+\.py)`\s·\s`([A-Za-z_.]+)`", PAGE + DECISION)
PATHS = sorted({*re.findall(r"`([a-z_]+/[a-z_/]+\.py)`", PAGE + DECISION)})
OURS, _, NOW = WORDS.partition("## What they were called")
ROWS = [line.split("|") for line in NOW.splitlines() if line.count("|") == 3]
TODAY = sorted({*re.findall(r"`([^`]+)`", OURS + "".join(row[1] for row in ROWS))})
"""What the page of words gives as a name that there is, be it a symbol, a file or a folder."""


def test_the_picture_is_drawn_from_the_imports_that_there_are() -> None:
    command = [sys.executable, ROOT / "scripts" / "architecture.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr


def test_an_import_changes_the_picture() -> None:
    """A new package, or one that stands on another now, is seen in it."""
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        import architecture
    finally:
        sys.path.remove(str(ROOT / "scripts"))
    edges = architecture.imports()
    more = {above: set(below) for above, below in edges.items()}
    more["engine"] = {"signing"}
    assert ("engine", "signing") in architecture.reduced(more)
    assert ("engine", "signing") not in architecture.reduced(edges)
    assert ("tables", "engine") not in architecture.reduced(edges), "it follows from others"


@pytest.mark.parametrize("path", PATHS)
def test_a_file_that_the_page_names_exists(path: str) -> None:
    places = (SOURCE / path, ROOT / path)
    assert any(place.exists() for place in places)


@pytest.mark.parametrize(("path", "name"), sorted(set(NAMED)))
def test_a_function_that_the_page_names_exists(path: str, name: str) -> None:
    scope: list[ast.stmt] = ast.parse((SOURCE / path).read_text("utf-8")).body
    for part in name.split("."):
        found = [node for node in scope if part in names_of(node)]
        assert found, f"{path} has no {name}"
        scope = found[0].body if isinstance(found[0], ast.ClassDef) else []


def names_of(node: ast.stmt) -> set[str]:
    """What a statement gives a name to."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return {node.name}
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return {node.target.id}
    return set()


def test_the_five_walks_are_there_and_name_enough() -> None:
    walks = re.findall(r"^## One (\w+)", PAGE, re.MULTILINE)
    assert walks == ["move", "bot", "deadline", "strike", "replay"]
    assert len(NAMED) > 40


@pytest.mark.parametrize(
    "path", sorted({*re.findall(r"`((?:tables|server|engine|testing)/\w+\.py)`", NOW)})
)
def test_a_file_that_words_has_under_its_name_of_before_is_gone(path: str) -> None:
    assert SOURCE.joinpath(path).exists() == any(path in row[1] for row in ROWS)


@pytest.mark.parametrize("name", TODAY)
def test_what_words_gives_as_the_name_of_today_exists(name: str) -> None:
    if "/" in name:
        assert SOURCE.joinpath(name).exists()
    elif name.endswith(".py"):
        assert [*ROOT.glob(f"src/**/{name}"), *ROOT.glob(f"tests/**/{name}")]
    else:
        assert set(name.split(".")) <= symbols()


def test_words_names_enough() -> None:
    assert len(TODAY) > 30
    assert "CLAN_COUNT" not in symbols(), "it was never there"


@cache
def symbols() -> frozenset[str]:
    """Every class, function, parameter, constant, field and attribute of the package."""
    trees = [ast.parse(path.read_text("utf-8")) for path in SOURCE.rglob("*.py")]
    return frozenset(name for tree in trees for node in ast.walk(tree) for name in called(node))


def called(node: ast.AST) -> set[str]:
    """What a node gives a name to, wherever it stands."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return {node.name}
    if isinstance(node, ast.arg):
        return {node.arg}
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return {node.id}
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return {node.attr}
    return set()
