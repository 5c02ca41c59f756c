"""``tatami doctor``: what is running here, and whether it works."""

from __future__ import annotations

import importlib
import json
import platform
import shutil
import sys
from argparse import Namespace
from importlib.resources import files
from typing import Any, Final

from tatami import __version__, catalogue
from tatami.bots.arena import key_for, play_out
from tatami.catalogue import Listing
from tatami.cli import term
from tatami.cli.fail import FINE, WRONG, Failure, shown
from tatami.cli.files import state_dir, usable
from tatami.cli.paint import Line
from tatami.cli.rulebook import page_of
from tatami.engine.record import parse, record, replay
from tatami.engine.referee import Referee
from tatami.server.pages import Pages, web_folder

MODULES: Final = ("game", "world", "flow", "ledger", "view", "referee", "record", "watch")
EXTENSIONS: Final = (".so", ".pyd")


def doctor(args: Namespace) -> int:
    """Examine this installation; 1 if something is wrong with it."""
    found = examine(args.ascii)
    if args.json:
        print(json.dumps(found))
    else:
        terminal = term.stdout(args.ascii)
        terminal.show(in_words(found))
    return WRONG if found["problems"] else FINE


def examine(ascii_only: bool) -> dict[str, Any]:
    """Everything there is to know, and what is wrong with it."""
    problems: list[str] = []
    found = {
        "version": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "build": _build(problems),
        "games": {name: _game(name, problems) for name in catalogue.names()},
        "client": _client(),
        "terminal": _terminal(ascii_only),
        "state_directory": _state(problems),
    }
    if not found["games"]:
        problems.append("no game is installed")
    return {**found, "problems": problems}


def _build(problems: list[str]) -> dict[str, Any]:
    """Which build this claims to be, and which modules are really compiled."""
    note = _note(problems)
    loaded = [importlib.import_module(f"tatami.engine.{name}") for name in MODULES]
    compiled = [m.__name__ for m in loaded if str(m.__file__).endswith(EXTENSIONS)]
    expected = len(MODULES) if note["build"] == "compiled" else 0
    if len(compiled) != expected:
        problems.append(
            f"the build is said to be {note['build']}, "
            f"but {len(compiled)} of {len(MODULES)} engine modules are compiled"
        )
    return {**note, "compiled_modules": len(compiled), "engine_modules": len(MODULES)}


def _note(problems: list[str]) -> dict[str, Any]:
    """What was written down when the wheel was built."""
    try:
        note = json.loads(files("tatami").joinpath("_build.json").read_text("utf-8"))
        return {"build": str(note["build"]), **note}
    except FileNotFoundError:
        return {"build": "pure", "reason": "editable"}
    except (OSError, ValueError, KeyError, TypeError):
        problems.append("the build note cannot be read")
        return {"build": "pure", "reason": "unknown"}


def _game(name: str, problems: list[str]) -> dict[str, Any]:
    """One game: does it load, has it rules, does a game of it replay?"""
    try:
        listing = catalogue.find(name)
        digest = self_check(listing)
        page_of(listing, "en")
    except Failure as failure:
        problems.append(failure.sentence)
        return {"works": True, "problem": failure.sentence}
    except Exception as error:
        problem = f"{name} does not work: {shown(f'{type(error).__name__}: {error}')}"
        problems.append(problem)
        return {"works": False, "problem": problem}
    return {"works": True, "rules_version": listing.game.version, "self_check": digest}


def self_check(listing: Listing) -> str:
    """Play one game with random bots, replay its record, compare; the hash of the record."""
    game = listing.game
    bots = [listing.bots["random"](key_for(0, 0, f"bot {seat}")) for seat in range(game.fewest)]
    referee = Referee(game, game.fewest, 0)
    play_out(referee, bots)
    first = record(referee)
    again = record(replay(game, parse(first.text())))
    if again.hash != first.hash:
        raise ValueError("a game and its replay differ")
    return first.hash


def _client() -> dict[str, Any]:
    """The browser's pages: whether they are here, and which games have drawn cards."""
    pages = Pages(web_folder())
    return {
        "built": pages.built,
        "build": pages.build if pages.built else "",
        "drawn": [name for name in catalogue.names() if pages.has_art(name)],
    }


def _terminal(ascii_only: bool) -> dict[str, Any]:
    size = shutil.get_terminal_size()
    found = term.stdout(ascii_only)
    return {
        "is_terminal": found.tty,
        "columns": size.columns,
        "rows": size.lines,
        "colours": found.colours,
        "encoding": getattr(sys.stdout, "encoding", None) or "unknown",
        "crests": "unicode" if found.unicode else "ascii",
    }


def _state(problems: list[str]) -> dict[str, Any]:
    folder = state_dir()
    writable = usable(folder)
    if not writable:
        problems.append(f"games cannot be kept in {shown(str(folder))}")
    return {"path": str(folder), "writable": writable}


def in_words(found: dict[str, Any]) -> list[Line]:
    """The findings for a person."""
    build, state = found["build"], found["state_directory"]
    compiled = f"{build['compiled_modules']} of {build['engine_modules']}"
    writable = "writable" if state["writable"] else "not writable"
    return [
        _row("tatami", found["version"]),
        _row("python", f"{found['python']} on {found['platform']}"),
        _row("build", f"{build['build']}, {build.get('reason', '')}"),
        _row("engine", f"{compiled} modules are compiled"),
        _row("client", _client_in_words(found["client"])),
        _row("terminal", _screen_in_words(found["terminal"])),
        _row("kept games", f"{state['path']} ({writable})"),
        *(_game_in_words(name, game) for name, game in found["games"].items()),
        *([(f"✗ {problem}", "bad")] for problem in found["problems"]),
        *([] if found["problems"] else [[("✓ all is well", "good")]]),
    ]


def _game_in_words(name: str, game: dict[str, Any]) -> Line:
    well = f"plays and replays, {game.get('self_check', '')[:16]}"
    return _row(f"game {name}", game.get("problem") or well)


def _client_in_words(client: dict[str, Any]) -> str:
    if not client["built"]:
        return "not built; run: make web"
    return f"{client['build']}, cards drawn for: {', '.join(client['drawn']) or 'no game'}"


def _screen_in_words(screen: dict[str, Any]) -> str:
    if not screen["is_terminal"]:
        return f"none here (output is not a terminal), {screen['encoding']}"
    size = f"{screen['columns']} columns, {screen['rows']} rows"
    return f"{size}, {screen['colours']} colours, {screen['encoding']}, {screen['crests']} crests"


def _row(name: str, text: str) -> Line:
    return [(f"{name:<14}", "dim"), (text, "")]
