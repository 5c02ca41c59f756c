"""A PostgreSQL of the tests' own: its own directory, socket and port, nothing of the system's.

PostgreSQL refuses to run as root. Where the tests do, it runs as `nobody`, through `setpriv`, in a
directory that belongs to `nobody`; otherwise as whoever runs the tests.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from tatami.server.postgresql import admin
from tests.support import leaks
from tests.support.ports import HOST, hold, port_of

PATIENCE = 120.0
ROLE = "tatami"
SETTINGS = {
    "shared_buffers": "32MB",
    "max_connections": "200",
    "log_min_messages": "warning",
    "autovacuum": "off",
    "max_wal_size": "256MB",
    "wal_level": "replica",
}


def programs() -> Path:
    """Where Debian keeps PostgreSQL's programs, the newest there is."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4]))
    assert found, "there is no PostgreSQL: scripts/env.sh database installs it"
    return found[-1].parent


def plain(command: list[str]) -> list[str]:
    """The command as somebody who is not root."""
    if os.geteuid():
        return command
    nobody = pwd.getpwnam("nobody")
    ids = [f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
    return ["setpriv", *ids, *command]


class Postgres:
    """One database server; it can be killed, stopped for a while, and started again."""

    def __init__(self, place: Path | None = None, role: str = ROLE) -> None:
        self.role = role
        self.place = place or Path(tempfile.mkdtemp(prefix="tatami-pg-"))
        if not os.geteuid():
            nobody = pwd.getpwnam("nobody")
            os.chown(self.place, nobody.pw_uid, nobody.pw_gid)
        self.data = self.place / "data"
        self._held = hold()
        self.port = port_of(self._held)
        self._process: subprocess.Popen[bytes] | None = None
        self._names = count(1)

    def make(self) -> None:
        """A new one, with a house that every database of a test begins as."""
        command = [str(programs() / "initdb"), "-D", str(self.data), "-U", self.role, "-A", "trust"]
        self._run([*command, "-E", "UTF8", "--locale=C"])
        self.start()
        self.execute("postgres", "CREATE DATABASE house")
        admin.init(self.url("house"))

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(plain(command), cwd="/", capture_output=True, timeout=PATIENCE)
        assert not done.returncode, done.stderr.decode()

    def start(self) -> None:
        """Start, and wait until it answers: on the socket in its directory, where no other can.

        It does not start without its port.
        """
        assert self._process is None
        given = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        where = [f"-clisten_addresses={HOST}", f"-cport={self.port}", f"-ck={self.place}"]
        where[-1] = f"-cunix_socket_directories={self.place}"
        command = plain([str(programs() / "postgres"), "-D", str(self.data), *where, *given])
        with (self.place / "log").open("ab") as log, leaks.shared():
            self._process = subprocess.Popen(command, cwd="/", stdout=log, stderr=log)
        ready = [str(programs() / "pg_isready"), "-h", str(self.place), "-p", str(self.port)]
        while subprocess.run([*ready, "-t", "1", "-q"], timeout=PATIENCE).returncode:
            assert self._process.poll() is None, (self.place / "log").read_text()

    def replica(self, port: int = 0, waits: bool = False) -> Postgres:
        """Another one that follows this one; ``port``: by another way than straight.

        ``waits``: a commit counts only when the replica has it too.
        """
        other = Postgres(role=self.role)
        who = f"user={self.role} application_name=replica"
        other.follow(f"host={HOST} port={port or self.port} {who}")
        if waits:
            self.execute("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'replica'")
            self.execute("postgres", "SELECT pg_reload_conf()")
        deadline = time.monotonic() + PATIENCE
        while self._states() != [("streaming", "sync" if waits else "async")]:
            assert time.monotonic() < deadline, (other.place / "log").read_text()
            time.sleep(0.02)
        return other

    def _states(self) -> list[tuple[Any, ...]]:
        return self.execute("postgres", "SELECT state, sync_state FROM pg_stat_replication")

    def follow(self, other: str) -> None:
        """Be a copy of another one, and stay one until it is promoted."""
        copy = [str(programs() / "pg_basebackup"), "-D", str(self.data), "-R", "-c", "fast"]
        self._run([*copy, "-d", other])
        self.start()

    def promote(self) -> None:
        """Be nobody's replica any more."""
        assert self.execute("postgres", "SELECT pg_promote()") == [(True,)]

    def stop(self, sign: signal.Signals = signal.SIGQUIT) -> None:
        """End at once, as a crash would; SIGINT: in order."""
        assert self._process is not None
        self._process.send_signal(sign)
        self._process.wait(PATIENCE)
        self._process = None

    def close(self) -> None:
        """End it, and leave nothing."""
        self._held.close()
        if self._process is not None:
            self.stop()
        shutil.rmtree(self.place, ignore_errors=True)

    def url(self, name: str, port: int = 0) -> str:
        """The address of a database; ``port``: by another way than straight."""
        return f"postgresql://{self.role}@{HOST}:{port or self.port}/{name}"

    def execute(self, name: str, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """One statement, as somebody who looks from outside."""
        with psycopg.connect(self.url(name), autocommit=True) as line:
            found = line.execute("SET search_path TO tatami") and line.execute(sql, values or None)
            return found.fetchall() if found.description is not None else []

    @contextmanager
    def house(self) -> Iterator[str]:
        """The name of a new database with an empty house."""
        name = f"house{next(self._names)}"
        self.execute("postgres", f"CREATE DATABASE {name} TEMPLATE house")  # type: ignore[arg-type]
        try:
            yield name
        finally:
            with suppress(psycopg.Error):
                self.execute("postgres", f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]


@contextmanager
def running(role: str = ROLE) -> Iterator[Postgres]:
    """One for a while; ``role``: who may do anything there."""
    found = Postgres(role=role)
    try:
        found.make()
        yield found
    finally:
        found.close()
