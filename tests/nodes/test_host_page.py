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
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support import leaks
from tests.support.nginx import DEPLOYED
from tests.support.player import http
from tests.support.ports import HOST, hold, port_of
from tests.support.postgres import PATIENCE, ROLE, Postgres, programs, running

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "host.md").read_text("utf-8")
UNIT = (ROOT / "deploy" / "tatami@.service").read_text("utf-8")
ADDRESS = "postgresql://tatami@db.internal/tatami?sslmode=verify-full"
PASSWORD = "open sesame"
CLUB = "club"
"""What the page calls `tatami`: here that is who may do anything."""
RULES = f"""
hostssl {CLUB} {CLUB} 127.0.0.1/32 scram-sha-256
hostssl {CLUB} {CLUB} ::1/128 scram-sha-256
host all {ROLE} 127.0.0.1/32 trust
"""


class Host(NamedTuple):
    """A host who follows the page: a database of theirs, and what their shell knows."""

    postgres: Postgres
    address: str
    env: dict[str, str]

    def run(self, *words: str) -> str:
        """A command; what it says."""
        done = subprocess.run(
            words, env=self.env, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert not done.returncode, done.stderr
        assert PASSWORD not in done.stdout + done.stderr
        return done.stdout

    def tatami(self, *words: str) -> str:
        """The command `tatami`."""
        return self.run(sys.executable, "-m", "tatami", *words)


def certified(place: Path) -> Path:
    """A certificate for this machine, and its key beside it."""
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "cert.pem"]
    done = subprocess.run([*command.split(), *names], cwd=place, capture_output=True, check=False)
    assert not done.returncode, done.stderr
    return place / "cert.pem"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """The page's first three steps."""
    with running() as postgres:
        cert = certified(tmp_path)
        lock(postgres, cert)
        pgpass = tmp_path / "pgpass"
        pgpass.write_text(f"localhost:{postgres.port}:{CLUB}:{CLUB}:{PASSWORD}\n")
        pgpass.chmod(0o600)
        mine = {"PGPASSFILE": str(pgpass), "PGSSLROOTCERT": str(cert)}
        env = {**os.environ, **mine, "PYTHONUNBUFFERED": "1"}
        where = ADDRESS.replace(
            "tatami@db.internal/tatami", f"{CLUB}@localhost:{postgres.port}/{CLUB}"
        )
        found = Host(postgres, where, env)
        make(found)
        yield found


def lock(postgres: Postgres, cert: Path) -> None:
    """Nobody comes in but over TLS and with a password, or as the tests do."""
    for name in ("cert.pem", "key.pem"):
        file = postgres.data / name
        file.write_bytes((cert.parent / name).read_bytes())
        os.chown(file, postgres.data.stat().st_uid, -1)
        file.chmod(0o600)
    (postgres.data / "pg_hba.conf").write_text(RULES)
    for setting in ("ssl = on", "ssl_cert_file = 'cert.pem'", "ssl_key_file = 'key.pem'"):
        # psycopg's types ask for a literal; the names are ours
        postgres.execute("postgres", f"ALTER SYSTEM SET {setting}")  # type: ignore[arg-type]
    postgres.stop(signal.SIGINT)
    postgres.start()


def make(host: Host) -> None:
    """User, database and house, by the commands of the page."""
    postgres = host.postgres
    as_root = {**host.env, "PGHOST": HOST, "PGPORT": str(postgres.port), "PGUSER": ROLE}
    for line in re.findall(r"^sudo -u postgres (create.*)$", PAGE, re.MULTILINE):
        words = line.replace("--pwprompt ", "").replace("tatami", CLUB).split()
        Host(postgres, "", as_root).run(str(programs() / words[0]), *words[1:])
    # psycopg's types ask for a literal; the names are ours
    postgres.execute("postgres", f"ALTER ROLE {CLUB} PASSWORD '{PASSWORD}'")  # type: ignore[arg-type]
    lines = re.findall(r"^tatami (store .*)$", PAGE, re.MULTILINE)
    assert [line.split()[1] for line in lines] == ["init", "check"]
    for line in lines:
        words = shlex.split(line)
        assert words[2] == ADDRESS
        assert "a house is ready" in host.tatami(*words[:2], host.address) or words[1] == "check"


@contextmanager
def service(host: Host, port: int) -> Iterator[subprocess.Popen[str]]:
    """What the unit starts."""
    found = re.search(r"^ExecStart=\S+/tatami (.*)$", UNIT, re.MULTILINE)
    assert found
    line = found[1]
    given = {"STORE": host.address, "AT": HOST, "ADDRESS": "https://localhost", "PROXIES": HOST}
    for name, value in given.items():
        assert f"#   TATAMI_{name}=" in UNIT
        line = line.replace(f"${{TATAMI_{name}}}", value)
    line = line.replace("%i", str(port)).replace("%H", "machine").replace("0.0.0.0", HOST)
    with leaks.shared():
        process = subprocess.Popen(
            [sys.executable, "-m", "tatami", *line.split()],
            env=host.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_node_of_the_unit_comes_in_over_tls_and_shows_its_password_to_nobody(host: Host) -> None:
    with hold() as held, service(host, port := port_of(held)) as process:
        listed = until_it_lives(host)
        assert listed == {"name": f"machine-{port}", "address": f"{HOST}:{port}", "state": "lives"}
        assert PASSWORD not in Path(f"/proc/{process.pid}/cmdline").read_text()
        wish = {"game": "clans", "name": "Ann", "seats": 3}
        status, found = http(f"http://{HOST}:{port}", "/api/tables", "a" * 43, wish)
        assert status == 201, found
        encrypted = host.postgres.execute(
            "postgres",
            "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
            " WHERE usename = 'club'",
        )
        assert encrypted == [(True,)]
        process.terminate()
        said = "".join(process.communicate(timeout=PATIENCE))
    assert process.returncode in (0, -signal.SIGTERM)
    assert PASSWORD not in said
    assert '"trace"' not in said


def until_it_lives(host: Host) -> dict[str, Any]:
    """The node's line in `tatami nodes`."""
    deadline = time.monotonic() + PATIENCE
    while not (found := json.loads(host.tatami("nodes", host.address, "--json"))):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return {name: found[0][name] for name in ("name", "address", "state")}


def test_the_user_of_the_page_may_do_nothing_else(host: Host) -> None:
    rights = host.postgres.execute(
        "postgres",
        "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles"
        " WHERE rolname = 'club'",
    )
    assert rights == [(False, False, False, False)]


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
