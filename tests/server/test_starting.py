"""The server as a process: it starts, ends and starts again where it was."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest

from tatami.server.serving import PortInUse, door
from tests.server.people import Witness, run
from tests.server.test_full_disk import full
from tests.support.player import http
from tests.support.serving import HOST, PATIENCE, ROOT, Server

Serve = Callable[..., Server]


def healthy(server: Server) -> bool:
    """Whether the server answers."""
    with urlopen(f"{server.url}/healthz", timeout=PATIENCE) as answer:
        return bool(answer.status == 200)


def test_a_server_that_is_asked_to_end_ends_cleanly(serve: Serve) -> None:
    server = serve()
    assert healthy(server)
    assert server.stop() in (0, -signal.SIGTERM)
    assert "Traceback" not in server.log()


def test_a_killed_server_starts_again_on_its_port_and_leaves_no_process(serve: Serve) -> None:
    server = serve()
    assert server.kill() == -signal.SIGKILL
    deadline = time.monotonic() + PATIENCE
    while server.helpers():
        assert time.monotonic() < deadline, "a killed server left processes behind"
        time.sleep(0.05)
    server.start()
    assert healthy(server)


def test_a_port_is_kept_while_its_server_is_down(serve: Serve) -> None:
    server = serve()
    server.stop()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HOST, server.port), timeout=PATIENCE)
    with socket.socket() as other, pytest.raises(OSError):
        other.bind((HOST, server.port))


def test_a_server_that_cannot_start_says_why_in_one_sentence(serve: Serve) -> None:
    server = serve()
    with pytest.raises(AssertionError) as failed:
        Server(server.data.parent / "other", port=server.port).__enter__()
    assert "Traceback" not in str(failed.value)
    assert str(server.port) in str(failed.value)


@pytest.mark.parametrize("port", [65_536, 99_999, 2**70])
def test_there_is_no_door_beyond_the_last_port(port: int) -> None:
    with pytest.raises(PortInUse, match="ports end at 65535"):
        door("127.0.0.1", port)


# -- starts that fail


def refused_start(server: Server, *before: str) -> str:
    """Start on the data of a server that is down; what is said when that fails, as it must."""
    command = [sys.executable, "-m", "tatami", "serve", "--data", str(server.data)]
    command += ["--port", str(server.port)]
    done = subprocess.run(
        [*before, *command], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE * 2
    )
    assert done.returncode == 1, (done.returncode, done.stdout, done.stderr)
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "listening" not in done.stdout
    return done.stderr


def with_a_table(serve: Serve) -> Server:
    """A server that is down, with one table in its data."""
    server = serve(thinkers=1)
    ann = Witness(server.url, "Ann")
    ann.open("clans")
    Witness.here.clear()
    server.stop()
    return server


def test_a_start_on_a_full_disk_ends_with_one_line_and_leaves_all_as_it_was(serve: Serve) -> None:
    server = with_a_table(serve)
    said = refused_start(server, "sh", "-c", 'ulimit -f 0; exec "$@"', "sh")
    assert str(server.data) in said
    server.start()
    assert healthy(server)


def first_page_on(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))


def half_of(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])


def no_database(file: Path) -> None:
    file.write_bytes(b"these are not the games that you look for" * 100)


@pytest.mark.parametrize("damage", [first_page_on, half_of, no_database])
def test_a_start_with_a_damaged_file_ends_with_one_line(
    serve: Serve, damage: Callable[[Path], None]
) -> None:
    server = with_a_table(serve)
    damage(server.data / "tatami.db")
    said = refused_start(server)
    assert str(server.data) in said


@pytest.mark.parametrize(("gone", "stamped"), [(False, False), (False, True), (True, True)])
def test_an_empty_database_where_games_were_is_refused_and_not_taken_as_new(
    serve: Serve, gone: bool, stamped: bool
) -> None:
    """An empty one is refused also in a directory from before there was a stamp.

    Where neither file nor stamp is left, nothing tells it from a new directory.
    """
    server = with_a_table(serve)
    if not stamped:
        (server.data / "tatami.lock").write_bytes(b"")
    file = server.data / "tatami.db"
    kept = file.read_bytes()
    if gone:
        file.unlink()
    else:
        file.write_bytes(b"")
    said = refused_start(server)
    assert "backup" in said
    assert "tatami.lock" in said
    assert "tatami.db" in said
    assert not gone or not file.exists()
    file.write_bytes(kept)
    server.start()
    assert healthy(server)
    server.stop()
    file.unlink()
    (server.data / "tatami.lock").unlink(missing_ok=True)
    server.start()
    assert healthy(server)


def test_a_start_after_a_kill_at_the_first_moment_is_no_loss(serve: Serve) -> None:
    server = serve(thinkers=1)
    server.kill()
    server.start()
    assert healthy(server)


# -- health


def test_health_tells_the_truth_about_the_store(serve: Serve) -> None:
    server = serve(thinkers=1)

    async def evening() -> None:
        ann = Witness(server.url, "Ann")
        ann.open("clans")
        await ann.come()
        with full(server):
            assert http(server.url, "/healthz", "") == (503, "cannot store\n")
        deadline = time.monotonic() + PATIENCE
        while http(server.url, "/healthz", "")[0] != 200:
            assert time.monotonic() < deadline
        await ann.must("arrange", what="set", tempo="fast")

    run(evening())
