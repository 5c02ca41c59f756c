"""A server with loaded dice: every run deals the same cards, so that screens can be golden.

`python -m tests.support.loaded serve ...` is `tatami serve ...` whose tables have ids, codes and
secrets in a fixed order. Persons' tokens stay random, as nothing that is seen comes from them.
"""

from __future__ import annotations

import itertools
import secrets
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar

from tests.support.serving import Server

T = TypeVar("T")
TABLE_BYTES = 12
"""So many bytes has a table's id; a token has more."""


class LoadedServer(Server):
    """A real server but for its luck."""

    def _command(self) -> list[str]:
        python, flag, _, *rest = super()._command()
        return [python, flag, "tests.support.loaded", *rest]


def load() -> None:
    """Take the luck out of this process."""
    secrets.token_urlsafe = _ids(secrets.token_urlsafe)
    secrets.token_hex = _numbered()
    secrets.choice = _in_turn()


def _ids(otherwise: Callable[[int | None], str]) -> Callable[[int | None], str]:
    number = itertools.count(1)
    return lambda size=None: f"golden-{next(number)}" if size == TABLE_BYTES else otherwise(size)


def _numbered() -> Callable[[int | None], str]:
    number = itertools.count(1)
    return lambda size=None: sha256(f"dice {next(number)}".encode()).hexdigest()


def _in_turn() -> Callable[[Sequence[T]], T]:
    number = itertools.count(0)
    return lambda things: things[next(number) % len(things)]


if __name__ == "__main__":
    from tatami.cli import main

    load()
    sys.exit(main())
