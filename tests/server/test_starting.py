"""The server as a process: it starts, ends and starts again where it was."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable
from urllib.request import urlopen

import pytest

from tests.support.serving import HOST, PATIENCE, Server

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
