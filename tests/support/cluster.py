"""Nodes of one house on one database, and nginx before them as docs/host.md has it.

with Cluster(postgres, place) as house:
    house.node("a"), house.node("b")     # servers: kill(), stop(), start(), freeze(), thaw()
    house.proxy()                        # nginx, with deploy/nginx.conf
    house.url                            # where players go
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, LiteralString, Self

from tests.support import seeds
from tests.support.nginx import nginx
from tests.support.postgres import Postgres
from tests.support.serving import PATIENCE, Server

LEASE = 1.0
LASTING = 60.0
"""A lease that no busy machine is late for: see ``Cluster.bury``."""
GENEROUS: dict[str, object] = {
    "pace": 0,
    "time": 0.05,
    "messages": 100_000,
    "opening": 100_000,
    "requests": 100_000,
    "connections": 100_000,
    "thinkers": 1,
    "lease": LEASE,
}


class Node(Server):
    """One node: a server whose games are in a database."""

    def __init__(self, place: Path, name: str, store: str, **settings: object) -> None:
        self.name = name
        given: dict[str, object] = {**GENEROUS, "store": store, "node": name, **settings}
        super().__init__(place / name, **given)

    def reseed(self) -> None:
        """Draw from the name of the test and of the node: no two draw the same."""
        text = f"{seeds.running()} | {self.name} | start {len(self._groups)}"
        self._seed.write_text(text, encoding="utf-8")

    def freeze(self) -> None:
        """Stop where it stands, its helpers too."""
        os.killpg(self.pid, signal.SIGSTOP)

    def thinkers(self) -> set[int]:
        """The processes in which its bots think: children of the one that starts them."""
        parents, found = self.helpers(), set()
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                if int(parent) in parents and state not in "ZX":
                    found.add(int(entry.name))
        return found

    def thaw(self) -> None:
        """Let it go on, as if nothing had been."""
        os.killpg(self.pid, signal.SIGCONT)


class Cluster:
    """A house of several nodes."""

    def __init__(self, postgres: Postgres, place: Path, **settings: object) -> None:
        self.postgres = postgres
        self.place = place
        self.nodes: dict[str, Node] = {}
        self.url = ""
        self.urls: list[str] = []
        """Of all proxies; people come by any of them."""
        self._settings = settings
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self.name = self._stack.enter_context(self.postgres.house())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._stack.close()

    def node(
        self, name: str, port: int = 0, *, kind: type[Node] = Node, store: str = "", **given: object
    ) -> Node:
        """One more node; ``port``: of another way to the database, ``store``: its whole address."""
        where = store or self.postgres.url(self.name, port)
        node = kind(self.place, name, where, **{**self._settings, **given})
        self.nodes[name] = self._stack.enter_context(node)
        return node

    def rows(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """What is stored."""
        return self.postgres.execute(self.name, sql, *values)

    def owner(self, table: str) -> str:
        """The name of the node that has a table; empty where none that lives has it."""
        rows = self.rows(
            "SELECT n.name FROM seating s JOIN node n ON n.incarnation = s.owner"
            " WHERE s.id = %s AND n.until > clock_timestamp()",
            table,
        )
        return str(rows[0][0]) if rows else ""

    def bury(self, name: str) -> None:
        """The lease of a node that is dead runs out, and the others have lived for long."""
        self.rows(
            "UPDATE node SET until = clock_timestamp() WHERE name = %s"
            " AND until > clock_timestamp()",
            name,
        )
        self.rows("UPDATE node SET began = began - interval '1 day' WHERE name <> %s", name)

    def until(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """Wait until a question to the database has an answer, and return it."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.rows(sql, *values)):
            assert time.monotonic() < deadline, sql
            time.sleep(0.02)
        return found

    def proxy(self, wrong: str = "", waits: str = "") -> str:
        """Start nginx with the configuration that we give to hosts; where it listens.

        ``wrong``: one that takes everybody to this node, whoever has their table. ``waits``: see
        ``nginx``; where no node hangs, nobody need be quick.
        """
        ports = [node.port for node in self.nodes.values()]
        place = self.place / f"nginx{wrong}"
        port = self.nodes[wrong].port if wrong else 0
        self.urls.append(self._stack.enter_context(nginx(place, ports, port, waits=waits)))
        self.url = self.url or self.urls[0]
        return self.urls[-1]
