"""What a table needs is apart from what a server has: it runs where there is no network."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tatami.tables
from tatami import catalogue
from tatami.engine.record import parse, replay

HOUSE = Path(tatami.tables.__path__[0])
MODULES = sorted(HOUSE.rglob("*.py"))
ROOT = Path(__file__).parents[2]
SERVERS = {
    *("add_reader", "add_signal_handler", "add_writer", "create_connection", "create_server"),
    *("create_subprocess_exec", "create_subprocess_shell", "open_connection", "start_server"),
    *("run_in_executor", "to_thread", "sock_recv", "subprocess_exec"),
}
"""What an event loop can do for a server, and not in a worker."""


@pytest.mark.parametrize("game", ["clans", "wataah"])
def test_a_whole_game_is_played_where_no_server_can_be(game: str) -> None:
    """The modules that reach for a socket, a process or a file are named by the error."""
    command = [sys.executable, "-m", "tests.tables.alone", game]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    found = parse(done.stdout.removesuffix("\n"))
    assert replay(catalogue.find(game).game, found).over


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_a_table_opens_no_file_and_starts_nothing(module: Path) -> None:
    tree = ast.parse(module.read_text("utf-8"))
    called = {
        node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    }
    opened = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open"
    ]
    assert not called & SERVERS
    assert not opened
