"""Every test here is run with every store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stores.makers import MAKERS, Maker, postgresql
from tests.support.postgres import Postgres, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A database server that all tests share."""
    with running() as found:
        yield found


@pytest.fixture(params=[*MAKERS, "postgresql"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Maker]:
    """How to open the store."""
    if request.param != "postgresql":
        yield MAKERS[request.param](tmp_path)
        return
    server: Postgres = request.getfixturevalue("postgres")
    with server.house() as name:
        yield postgresql(server.url(name))
