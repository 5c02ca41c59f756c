"""A database that all tests share, and houses of several nodes on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.cluster import Cluster
from tests.support.postgres import Postgres, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A database server that all tests share."""
    with running() as found:
        yield found


@pytest.fixture
def cluster(postgres: Postgres, tmp_path: Path) -> Iterator[Callable[..., Cluster]]:
    """A house: `cluster()`, then its nodes."""
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(Cluster(postgres, tmp_path, **settings))
