"""What docs/host.md says of nodes works: its commands, over TLS, the password in a file."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

from tests.support import leaks
from tests.support.nginx import DEPLOYED, nginx
from tests.support.player import http
from tests.support.ports import HOST, hold, port_of
from tests.support.postgres import PATIENCE, Postgres, plain, programs, running

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "host.md").read_text("utf-8")
UNIT = (ROOT / "deploy" / "tatami@.service").read_text("utf-8")
ADDRESS = "postgresql://tatami@db.internal/tatami?sslmode=verify-full"
PASSWORD = "open sesame"
SUPER = "postgres"
"""Who may do anything in Debian's database."""
RULES = f"local all {SUPER} trust\nhost all {SUPER} 127.0.0.1/32 trust\n"
"""Whom the database lets in before the page: whoever is the machine's own `postgres`."""
MACHINE = """
set -eu
apt-get() { :; }
adduser() { :; }
python3() { :; }
systemctl() { :; }
pip() { test "$2" = "tatami-1.whl[postgresql]"; }
scp() { cp "${1#*:}" "$2"; }
sudo() { test "$1 $2" = "-u postgres"; shift 2; "as_$1" "$@"; }
as_createuser() { shift; printf '%s\\n%s\\n' "$PASSWORD" "$PASSWORD" | createuser "$@"; }
as_createdb() { "$@"; }
as_psql() { "$@"; }
as_openssl() { $PLAIN "$@"; }
as_tee() { $PLAIN "$@"; }
tatami() { "$PYTHON" -m tatami "$@"; }
"""
"""What of a fresh machine the tests do without: packages, users, systemd, other machines."""


class Host(NamedTuple):
    """A host who follows the page: a database of theirs, and a place for the files."""

    postgres: Postgres
    place: Path

    @property
    def address(self) -> str:
        """The page's, as it is here."""
        return self.here(ADDRESS)

    def here(self, text: str) -> str:
        """What the page says, with the addresses and places of the test."""
        port = self.postgres.port
        places = {
            "/etc/postgresql/15/main": str(self.postgres.data),
            "/etc/systemd": f"{self.place}/etc/systemd",
            "/etc/tatami": f"{self.place}/etc/tatami",
            "/etc/hosts": f"{self.place}/etc/hosts",
            "/root/": f"{self.place}/root/",
            "/opt/tatami/bin/pip": "pip",
            "/opt/tatami": f"{self.place}/opt",
            "db.internal/tatami": f"localhost:{port}/tatami",
            "db.internal:5432": f"localhost:{port}",
            "db.internal": "localhost",
            "10.0.0.0/24": "127.0.0.1/32",
            " -o tatami": "",
            "PASSWORD": PASSWORD,
        }
        for theirs, ours in places.items():
            text = text.replace(theirs, ours)
        return re.sub(r"10\.0\.0\.\d+", HOST, text)

    @property
    def env(self) -> dict[str, str]:
        """A shell that knows nothing of ours; a home in which there is nothing."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.place / "home")}

    def run(self, script: str, **more: str) -> str:
        """A script; what it says."""
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.place / "work",
            env={**self.env, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            start_new_session=True,  # it has no terminal to ask for a password
        )
        assert not done.returncode, done.stderr
        assert PASSWORD not in done.stdout + done.stderr
        return done.stdout

    def follow(self, block: str) -> str:
        """Do what a block of the page says; what it says."""
        edited = re.sub(
            r"^editor (\S+) +# (.*)$", r"printf '%s\\n' '\2' >> \1", block, flags=re.MULTILINE
        )
        as_root = {"PGHOST": HOST, "PGPORT": str(self.postgres.port), "PGUSER": SUPER}
        server = self.postgres.data if "postgresql/15" in block else ""
        more = {
            "PATH": f"{programs()}:{os.environ['PATH']}",
            "PLAIN": shlex.join(plain([])),
            "PYTHON": sys.executable,
            **({"PASSWORD": PASSWORD, **as_root} if "createuser" in block or server else {}),
        }
        return self.run(MACHINE + self.here(edited), **more)

    def unit(self) -> dict[str, str]:
        """What the unit gives its process besides the settings of node.env."""
        given = re.findall(r"^Environment=(\w+)=(.*)$", UNIT, re.MULTILINE)
        return {**self.env, **{name: self.here(value) for name, value in given}}

    def tatami(self, *words: str) -> str:
        """The command `tatami`, as somebody at a node's machine."""
        command = shlex.join([sys.executable, "-m", "tatami", *words])
        return self.run(command, **self.unit())

    def ask(self, role: str, sql: str) -> list[tuple[Any, ...]]:
        """One statement of somebody; ``role``: `tatami` or `tatami_owner`."""
        found = f"host=localhost port={self.postgres.port} dbname=tatami user={role}"
        with psycopg.connect(found, password=PASSWORD, autocommit=True) as line:
            done = line.execute(sql)  # type: ignore[arg-type]  # psycopg asks for a literal
            return done.fetchall() if done.description is not None else []


def blocks() -> list[str]:
    """What the page says to type, from one machine to three."""
    section = PAGE.partition("## From one machine to three")[2].partition("**5. The proxy**")[0]
    return re.findall(r"^```(?:sh|text)\n(.*?)^```", section, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The page's first three steps, on a database as Debian installs it."""
    place = tmp_path_factory.mktemp("host")
    with running(SUPER) as postgres:
        (postgres.data / "pg_hba.conf").write_text(RULES)
        for name in ("work", "home", "root", "etc", "etc/systemd"):
            (place / name).mkdir()
        (place / "work" / "tatami-1.whl").touch()
        found = Host(postgres, place)
        roles, server, machine, house, *_ = blocks()
        found.follow(roles)
        found.follow(server)
        assert "systemctl restart postgresql" in server
        postgres.stop(signal.SIGINT)
        postgres.start()
        found.follow(machine)
        said = found.follow(house)
        assert "a house is ready" in said
        assert ", 0 tables" in said.splitlines()[-1]
        yield found


def node(host: Host, port: int) -> subprocess.Popen[str]:
    """What the unit starts, with the settings that its head shows."""
    found = re.search(r"^ExecStart=\S+/tatami (.*)$", UNIT, re.MULTILINE)
    assert found
    line = found[1]
    settings = dict(re.findall(r"^#   (TATAMI_\w+)=(.*)$", UNIT, re.MULTILINE))
    for name, value in settings.items():
        line = line.replace(f"${{{name}}}", host.here(value))
    line = line.replace("%i", str(port)).replace("%H", "machine").replace("0.0.0.0", HOST)
    with leaks.shared():
        return subprocess.Popen(
            [sys.executable, "-m", "tatami", *line.split()],
            cwd=host.place / "work",
            env={**host.unit(), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@contextmanager
def service(host: Host, port: int) -> Iterator[subprocess.Popen[str]]:
    """A node, until the test is over."""
    process = node(host, port)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_who_follows_the_page_has_two_nodes_behind_nginx_over_tls_and_shows_no_password(
    host: Host,
) -> None:
    with ExitStack() as stack:
        ports = [port_of(stack.enter_context(hold())) for _ in range(2)]
        processes = [stack.enter_context(service(host, port)) for port in ports]
        listed = until_they_live(host, len(ports))
        assert listed == {f"machine-{port}": (f"{HOST}:{port}", "lives") for port in ports}
        for process in processes:
            assert PASSWORD not in Path(f"/proc/{process.pid}/cmdline").read_text()
        url = stack.enter_context(nginx(host.place / "nginx", ports))
        wish = {"game": "clans", "name": "Ann", "seats": 3}
        status, found = http(url, "/api/tables", "a" * 43, wish)
        assert status == 201, found
        assert http(url, f"/api/tables/{found['table']}", "a" * 43)[0] == 200
        encrypted = host.postgres.execute(
            "postgres",
            "SELECT DISTINCT usename, ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
            " WHERE datname = 'tatami'",
        )
        assert encrypted == [("tatami", True)]
        for process in processes:
            process.terminate()
            said = "".join(process.communicate(timeout=PATIENCE))
            assert process.returncode in (0, -signal.SIGTERM)
            assert PASSWORD not in said
            assert '"trace"' not in said


def until_they_live(host: Host, number: int) -> dict[str, tuple[str, str]]:
    """The nodes' lines in `tatami nodes`."""
    deadline = time.monotonic() + PATIENCE
    while len(found := json.loads(host.tatami("nodes", host.address, "--json"))) < number:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return {one["name"]: (one["address"], one["state"]) for one in found}


def test_a_node_is_started_again_for_as_long_as_its_database_takes_to_come() -> None:
    """systemd gives up after five attempts in ten seconds, unless it is told not to."""
    unit, _, service = UNIT.partition("[Service]")
    assert "StartLimitIntervalSec=0\n" in unit
    assert "Restart=always\n" in service


def test_without_the_certificate_nobody_believes_the_database(host: Host) -> None:
    with_all = host.unit()
    assert with_all.pop("PGSSLROOTCERT")
    command = [sys.executable, "-m", "tatami", "store", "check", host.address]
    done = subprocess.run(
        command, env=with_all, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode
    assert "root certificate file" in done.stderr


def test_the_roles_of_the_page_may_do_nothing_else(host: Host) -> None:
    rights = host.postgres.execute(
        "postgres",
        "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles"
        " WHERE rolname LIKE 'tatami%' ORDER BY rolname",
    )
    none = (False, False, False, False)
    assert rights == [("tatami", *none), ("tatami_owner", *none)]


MORE = [
    "CREATE TABLE tatami.mine(x int)",
    "CREATE SCHEMA mine",
    "CREATE TEMP TABLE mine(x int)",
    "DROP TABLE tatami.move",
    "TRUNCATE tatami.move",
    "ALTER TABLE tatami.move ADD COLUMN x int",
    "DROP FUNCTION tatami.put(jsonb, bigint)",
]
"""What takes more than reading and writing rows."""


def test_a_node_reads_and_writes_rows_and_changes_no_table(host: Host) -> None:
    for sql in MORE:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            host.ask("tatami", sql)


def test_what_a_later_migration_makes_is_the_nodes_to_write(host: Host) -> None:
    host.ask("tatami_owner", "CREATE TABLE tatami.later(x int)")
    host.ask("tatami", "INSERT INTO tatami.later VALUES(1)")
    assert host.ask("tatami", "DELETE FROM tatami.later RETURNING x") == [(1,)]


def certified(place: Path) -> Path:
    """A certificate for this machine, and its key beside it."""
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "cert.pem"]
    done = subprocess.run([*command.split(), *names], cwd=place, capture_output=True, check=False)
    assert not done.returncode, done.stderr
    return place / "cert.pem"


def test_nginx_takes_the_file_for_hosts_with_nothing_changed_but_where_it_listens(
    tmp_path: Path,
) -> None:
    with hold() as held:
        where = f"listen {HOST}:{port_of(held)}"
        _nginx_takes(tmp_path, DEPLOYED.read_text("utf-8").replace("listen 443", where))


def _nginx_takes(tmp_path: Path, text: str) -> None:
    cert = certified(tmp_path)
    text = re.sub(r"ssl_certificate .*;", f"ssl_certificate {cert};", text)
    text = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {tmp_path}/key.pem;", text)
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}}\nhttp {{ {text} }}\n"
    )
    command = ["nginx", "-t", "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "log")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert not done.returncode, done.stderr
