"""Faults on purpose, run by test_harness.py alone: whoever leaves something behind must fail."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import threading
from pathlib import Path
from typing import Any

from tests.support import leaks
from tests.support.serving import Server

leaks.PATIENCE = 0.1
held: list[Any] = []
bell = threading.Event()


def test_leaves_a_socket() -> None:
    held.append(socket.socket())


def test_is_innocent_of_the_socket() -> None:
    held.pop().close()


def test_leaves_a_socket_in_a_circle() -> None:
    circle: list[Any] = [socket.socket()]
    circle.append(circle)


def test_is_innocent_of_the_circle() -> None:
    asyncio.run(asyncio.sleep(0))


def test_leaves_a_file(tmp_path: Path) -> None:
    held.append((tmp_path / "file").open("w"))


def test_is_innocent_of_the_file() -> None:
    held.pop().close()


def test_leaves_a_thread() -> None:
    held.append(threading.Thread(target=bell.wait))
    held[0].start()


def test_is_innocent_of_the_thread() -> None:
    bell.set()
    held.pop().join()


def test_leaves_a_process() -> None:
    held.append(subprocess.Popen(["cat"], stdin=subprocess.PIPE))


def test_is_innocent_of_the_process() -> None:
    held.pop().communicate()


def test_leaves_a_task() -> None:
    async def evening() -> None:
        held.append(asyncio.create_task(asyncio.sleep(600)))

    asyncio.run(evening())


def test_loses_an_error() -> None:
    async def fails() -> None:
        raise RuntimeError("nobody asked how it went")

    async def evening() -> None:
        task = asyncio.create_task(fails())
        while not task.done():
            await asyncio.sleep(0)

    held.clear()
    asyncio.run(evening())


def test_leaves_a_server(tmp_path: Path) -> None:
    held.append(Server(tmp_path / "data").__enter__())


def test_is_innocent_of_the_server() -> None:
    held.pop().close()


def test_fails_beside_a_server(tmp_path: Path) -> None:
    with Server(tmp_path / "data", stands=True) as server:
        held.append(server.url)
        raise AssertionError("on purpose")
