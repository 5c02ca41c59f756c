"""The copy that the build compiles: its steps are plain functions, and it plays as its source."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import native

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "src" / "tatami"
PLAY = """
import builtins, sys
builtins.mypyc_attr = lambda **marks: lambda marked: marked  # which mypyc reads and nobody runs
from tatami.bots.playout import playout
from tatami.engine.flow import new
from tatami.engine.state import digest
from tatami.catalogue import find, names
for game in [find(name).game for name in names()]:
    world = new(game, game.counts[-1], 3)
    print(game.name, playout(world, 3, 3000), digest(world))
"""
STEP = '''
@BOOK.moment("now")
@BOOK.step
def ask(w: World, me: Seat, what: Chosen = None) -> Ask | None:
    """Ask."""
    if what is None:
        return None
    w.tell(DONE, me, what)
    w.tell(
        TOOK, me, take(w)
    )
    return None


LAST = 1
'''
SIGHT = '''
def size(s: Sight, zone: Zone) -> int:
    """How many
    there are."""
    return len(s.zones[zone])
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source, made ready."""
    tree = tmp_path_factory.mktemp("copy")
    shutil.copytree(SOURCE, tree / "tatami", ignore=shutil.ignore_patterns("__pycache__", "web"))
    native.prepare(tree / "tatami")
    return tree


def played(tree: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-c", PLAY],
        env={"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def lines_of_rules(module: ast.Module) -> set[int]:
    """Where statements begin, but for docstrings, and definitions, which have decorators."""
    return {
        node.lineno
        for node in ast.walk(module)
        if isinstance(node, ast.stmt)
        and not isinstance(node, ast.FunctionDef)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    }


def test_the_copy_plays_every_game_as_its_source_does(copy: Path) -> None:
    assert played(copy) == played(SOURCE.parent)


def test_every_step_of_every_game_gets_a_runner_of_its_own(copy: Path) -> None:
    for path in sorted((SOURCE / "games").rglob("*.py")):
        steps = path.read_text(encoding="utf-8").count("\n@BOOK.step\n")
        ready = (copy / "tatami" / path.relative_to(SOURCE)).read_text(encoding="utf-8")
        assert ready.count("(_Runner):") == steps
        assert "@BOOK.step" not in ready


def test_no_line_of_a_rule_moves(copy: Path) -> None:
    for path in sorted((SOURCE / "games").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        before = text.replace(native.STRICT, ")").split("\n")
        after = (copy / "tatami" / path.relative_to(SOURCE)).read_text(encoding="utf-8").split("\n")
        for number in lines_of_rules(ast.parse(text)):
            line = before[number - 1].strip()
            assert after[number - 1].endswith(line), f"{path.name}:{number}"


def test_a_step_becomes_a_function_and_an_object_with_its_moment_and_names() -> None:
    ready, steps = native.with_native_steps(STEP)
    assert steps == 1
    assert "def ask_as_rule(w: World, me: Seat" in ready
    made = "BOOK.step(ask_as_rule, \"ask\", ('me', 'what'))"
    assert f"ask: Final = BOOK.moment('now')({made})" in ready
    assert "if len(got) == 2: return ask_as_rule(w, _cast('Seat', args[0])" in ready


def test_what_is_told_of_a_call_is_never_passed_over() -> None:
    ready = native.telling_if_heard(STEP)
    assert "    if w.is_heard(): w.tell(DONE, me, what)\n" in ready
    assert "\n    w.tell(\n        TOOK" in ready


def test_what_reads_a_sight_hands_a_world_on_to_its_twin() -> None:
    ready = native.for_each_sight(SIGHT).split("\n")
    assert ready[2] == "    if isinstance(s, _World): return size_of_world(s, zone)"
    assert ready[4] == "    return len(s.zones[zone])"
    assert "def size_of_world(s: _World, zone: Zone) -> int:" in ready[5:]
    assert "    return len(s.zones[zone])" in ready[5:]


def test_what_it_looks_for_must_be_there() -> None:
    with pytest.raises(SystemExit, match="COMPILED"):
        native.put("COMPILED: Final = 0", "COMPILED: Final = False", "COMPILED: Final = True")


def test_the_compiler_is_told_of_lists_where_the_checker_is_told_of_sorts(copy: Path) -> None:
    for name in native.FAMILIES:
        source = (SOURCE / name).read_text("utf-8")
        text = (copy / "tatami" / name).read_text("utf-8")
        assert " By[" in source
        assert not re.search(r"\bBy\b", text)
        assert len(text.splitlines()) == len(source.splitlines()), "no line moves"
