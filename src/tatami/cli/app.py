"""The command ``tatami``: which module does it, and what becomes of errors."""

from __future__ import annotations

import importlib
import os
import signal
import sys
import traceback
from argparse import Namespace
from collections.abc import Callable

from tatami.cli.fail import CLOSED_PIPE, FINE, STOPPED, USAGE, WRONG, Failure, near, shown
from tatami.cli.files import reason
from tatami.cli.parser import Parser, parser

MODULES = {
    "serve": "serve",
    "games": "listing",
    "learn": "learn",
    "play": "play",
    "simulate": "simulate",
    "arena": "arena",
    "dataset": "dataset",
    "replay": "replay",
    "verify": "verify",
    "rules": "rules",
    "doctor": "doctor",
    "tables": "host",
    "close": "host",
    "backup": "host",
    "restore": "host",
    "purge": "host",
    "key": "host",
    "store": "store",
    "nodes": "store",
}
"""Where each command lives."""

CLOSE_FLAGS = ("-h", "--help", "--ascii")
"""All that ``close`` takes besides names."""


def run(argv: list[str]) -> int:
    """Run one command."""
    made = parser()
    _suggest(made, argv)
    args = made.parse_args(_named(argv))
    if args.command is None:
        made.print_help()
        return FINE
    return _dispatch(args)


def _named(argv: list[str]) -> list[str]:
    """Where a table is named, all words but the flags are names: its id may begin with ``-``."""
    if argv[:1] != ["close"]:
        return argv
    flags = [word for word in argv[1:] if word in CLOSE_FLAGS]
    names = [word for word in argv[1:] if word not in (*CLOSE_FLAGS, "--")]
    return ["close", *flags, "--", *names]


def _suggest(made: Parser, argv: list[str]) -> None:
    """A mistyped command gets a suggestion."""
    if argv and not argv[0].startswith("-") and argv[0] not in MODULES:
        hint = near(argv[0], MODULES) or f" There is: {', '.join(MODULES)}."
        raise Failure(f"there is no command {shown(argv[0])!r}.{hint}", USAGE)


def _dispatch(args: Namespace) -> int:
    """Import only what the command needs, so that it starts quickly."""
    module = importlib.import_module(f"tatami.cli.{MODULES[args.command]}")
    command: Callable[[Namespace], int] = getattr(module, args.command)
    if getattr(args, "modules", None):
        importlib.import_module("tatami.cli.lookup").add_games(args.modules)
    return command(args)


def main(argv: list[str] | None = None) -> int:
    """The command ``tatami``. Whatever goes wrong is told in one line."""
    _mend_streams()
    try:
        code = _guarded(sys.argv[1:] if argv is None else argv)
        if argv is None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done; let Python end in peace
        sys.stdout.flush()
    except BrokenPipeError:
        _hush()
        return CLOSED_PIPE
    except OSError as error:
        _hush()
        return complain(f"the output cannot be written: {reason(error)}", WRONG)
    return code


def _guarded(argv: list[str]) -> int:
    try:
        return run(argv)
    except Failure as failure:
        return complain(failure.sentence, failure.code)
    except KeyboardInterrupt:
        return complain("stopped", STOPPED)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else FINE
    except OSError:
        raise
    except Exception as error:
        if os.environ.get("TATAMI_TRACEBACK"):
            traceback.print_exc()
        what = shown(f"{type(error).__name__}: {error}")
        return complain(
            f"this is a mistake in Tatami: {what} (TATAMI_TRACEBACK=1 shows where)", WRONG
        )


def complain(sentence: str, code: int) -> int:
    """One line on stderr, and the exit code for it."""
    try:
        sys.stdout.flush()
        sys.stderr.write(f"tatami: {sentence}\n")
        sys.stderr.flush()
    except BrokenPipeError:
        _hush()
    return code


def _mend_streams() -> None:
    """Closed streams lead nowhere instead of failing; what cannot be encoded is replaced."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 (stays open)
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _hush() -> None:
    """Nobody reads any more: keep Python from complaining about it when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
