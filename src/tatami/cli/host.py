"""``tatami backup``, ``restore``, ``tables``, ``close``, ``purge``, ``key``: for hosts."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec

from tatami.cli import term
from tatami.cli.fail import FINE, Failure, shown
from tatami.cli.files import reason
from tatami.cli.paint import Line
from tatami.server import data_directory
from tatami.server.data_directory import TableLine, Trouble
from tatami.server.sqlite import DataInUse, TooNew

ADDRESSES: Final = ("postgresql://", "postgres://")


@contextmanager
def told() -> Iterator[None]:
    """Whatever is in the way becomes a failure of one sentence."""
    try:
        yield
    except DataInUse as error:
        raise Failure(f"{shown(str(error))}; stop it first") from None
    except (Trouble, TooNew) as error:
        raise Failure(shown(str(error))) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Failure(f"{shown(str(error.filename))}: {reason(error)}") from None


def house(data: str) -> tuple[Any, ModuleType]:
    """A directory or a database, and what works on it; that of databases is an extra."""
    if not data.startswith(ADDRESSES):
        return Path(data), data_directory
    try:
        return data, import_module("tatami.server.postgresql.care")
    except ModuleNotFoundError as error:
        extra = "pip install 'tatami[postgresql]' brings it along"
        raise Failure(f"this needs {error.name}: {extra}") from None


def backup(args: Namespace) -> int:
    """Copy all games into one file."""
    with told():
        where, does = house(args.data)
        number = does.backup(where, Path(args.file))
    print(f"{_tables(number)} in {shown(args.file)}; keep it safe, it holds hidden cards")
    return FINE


def restore(args: Namespace) -> int:
    """Put a backup back."""
    with told():
        number = data_directory.restore(Path(args.file), Path(args.data), args.force)
    print(f"{_tables(number)} restored to {shown(args.data)}")
    return FINE


def close(args: Namespace) -> int:
    """Close a table."""
    with told():
        where, does = house(args.data)
        name = does.close_table(where, args.table)
    print(f"the table {name} is closed")
    return FINE


def purge(args: Namespace) -> int:
    """Clear away what is old."""
    with told():
        where, does = house(args.data)
        number = does.purge(where, args.older_than)
    print(f"{_tables(number)} cleared away")
    return FINE


def tables(args: Namespace) -> int:
    """List the tables."""
    with told():
        where, does = house(args.data)
        found = does.tables(where, args.all)
    if args.json:
        print(json.dumps([msgspec.to_builtins(line) for line in found], ensure_ascii=False))
    else:
        term.stdout(args.ascii).show(_listed(found))
    return FINE


def key(args: Namespace) -> int:
    """List the keys, the one that signs first."""
    with told():
        where, does = house(args.data)
        if args.new:
            does.new_key(where)
        found = does.keys(where)
    for one in found:
        until = f"to {_day(one.retired)}" if one.retired else "signs now"
        print(f"{one.public}  from {_day(one.made)}  {until}")
    if not found:
        print("no key yet: the server makes one when it is started")
    return FINE


def _listed(found: list[TableLine]) -> Iterator[Line]:
    """One line a table, and how many there are."""
    for line in found:
        names = ", ".join(name or "-" for name in line.players)
        state = f"{line.state}, {line.why}" if line.why else line.state
        yield [
            (f"{line.id}  {line.code}  ", "key"),
            (f"{line.game:<8} {state:<8} ", "bold"),
            (f"{line.moves:>4} moves  {_day(line.touched)}  ", "dim"),
            (shown(names), ""),
        ]
    yield [(_tables(len(found)), "dim")]


def _tables(number: int) -> str:
    return "1 table" if number == 1 else f"{number} tables"


def _day(moment: int) -> str:
    """A moment to the minute, in the time of the world."""
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M")
