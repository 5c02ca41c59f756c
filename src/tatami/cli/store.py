"""``tatami store`` and ``tatami nodes``: for houses of several nodes on one database."""

from __future__ import annotations

import json
from argparse import Namespace
from types import ModuleType

import msgspec

from tatami.cli.fail import FINE, Failure, misused
from tatami.cli.host import told


def admin() -> ModuleType:
    """What works on a shared database; a failure that names the extra where it is missing."""
    try:
        from tatami.server.postgresql import admin as found
    except ModuleNotFoundError as error:
        extra = "pip install 'tatami[postgresql]' brings it along"
        raise Failure(f"this needs {error.name}: {extra}") from None
    return found


def store(args: Namespace) -> int:
    """Make, check, migrate or copy."""
    if (args.what == "copy") != bool(args.target):
        raise misused("copy needs a source and a target, the others a database alone")
    with told():
        print(_done(args, admin()))
    return FINE


def _done(args: Namespace, does: ModuleType) -> str:
    if args.what == "init":
        does.init(args.where)
        return f"a house is ready: {does.check(args.where)}"
    if args.what == "check":
        return str(does.check(args.where))
    if args.what == "migrate":
        steps = does.bring_up_to_date(args.where)
        return f"{steps} steps made: {does.check(args.where)}"
    number = does.copy(args.where, args.target)
    return f"{'1 table' if number == 1 else f'{number} tables'} copied, every row compared"


def nodes(args: Namespace) -> int:
    """Who lives, what they have, since when."""
    with told():
        found = admin().nodes(args.where)
    if args.json:
        print(json.dumps([msgspec.to_builtins(line) for line in found], ensure_ascii=False))
        return FINE
    for line in found:
        rules = " ".join(line.rules)
        print(
            f"{line.name:<16} {line.address:<21} {line.state:<8} {line.tables:>5} tables"
            f"  since {line.since}  seen {line.seen:.1f} s ago  {rules}"
        )
    lives = sum(line.state == "lives" for line in found)
    print("1 node lives" if lives == 1 else f"{lives} nodes live")
    return FINE
