"""Ports that are a test's own for as long as it wants them."""

from __future__ import annotations

import socket

HOST = "127.0.0.1"


def hold(host: str = HOST) -> socket.socket:
    """A socket on a port that nobody else is given, until it is closed.

    It never listens. As it allows reuse, a program that does too, as all that we start do, can
    listen there; a port that is only free now may be anybody's by the time the program wants it.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind((host, 0))
    return held


def port_of(held: socket.socket) -> int:
    """Its number."""
    return int(held.getsockname()[1])
