"""What is asked of every request, and the headers that every response carries.

A page of another site whose name was made to lead here (DNS rebinding) says so in ``Host``: it gets
nothing. The headers say what our own pages may load, and who may frame them.
"""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tatami.server.config import Config
from tatami.server.metrics import Metrics
from tatami.server.networks import Networks, network_of
from tatami.server.requests import LARGEST_HEAD, refusal_text
from tatami.tables.limits import Buckets

PAGES: Final = 5
"""How many times as many files as answers of the interface one address may ask for."""
HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]{1,253})(:[0-9]{1,5})?")
AT_HOME: Final = ("local", "lan", "home.arpa", "internal")
"""Domains that nobody can register: a name in them belongs to the network it is looked up in."""
REFUSED: Final = {"wrong_host": 421, "too_fast": 429, "too_large": 431}

CSP: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = (
    ("content-security-policy", CSP),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"),
)


class Names:
    """The names that a server goes by: numbers, this machine's, what its host says."""

    def __init__(self, config: Config) -> None:
        told = (config.address, *config.origins)
        machine = socket.gethostname().casefold().partition(".")[0]
        self._known = {"localhost", machine, socket.gethostname().casefold()}
        self._known |= {f"{machine}.{domain}" for domain in AT_HOME}
        self._known |= {(urlsplit(one).hostname or "").casefold() for one in told if one}
        self._known.discard("")

    def __contains__(self, host: str) -> bool:
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].strip("[]").rstrip(".").casefold()
        return name in self._known or name.endswith(".localhost") or _is_number(name)


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Refuses what is not meant for us or comes too fast; puts headers on every response."""

    def __init__(self, app: ASGIApp, config: Config, metrics: Metrics) -> None:
        self.app = app
        self._metrics = metrics
        self._names = Names(config)
        self._proxies = Networks(config.proxies)
        self._asking = Buckets(config.requests * PAGES, config.requests * PAGES * 10)
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass, responses with their headers."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        wrong = self._wrong(scope)
        answer = self._guarded(scope, send) if scope["type"] == "http" else send
        if wrong:
            self._metrics.refused(wrong)
            await _refuse(wrong, scope["type"], answer)
        else:
            await self.app(scope, receive, answer)

    def _wrong(self, scope: Scope) -> str:
        """Why a request is not looked at; empty where it is."""
        if sum(len(name) + len(value) + 4 for name, value in scope["headers"]) > LARGEST_HEAD:
            return "too_large"  # they came in at once, so that nobody counted them on the way
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if any(host.decode("latin-1") not in self._names for host in hosts) or len(hosts) > 1:
            return "wrong_host"
        client = scope.get("client")
        if scope["type"] != "http" or not client or self._is_proxys(scope, client[0]):
            return ""
        return "" if self._asking.take(network_of(client[0])) else "too_fast"

    def _is_proxys(self, scope: Scope, address: str) -> bool:
        """Whether a proxy asks for itself, on behalf of everybody behind it."""
        return scope["path"].startswith("/route/") and address in self._proxies

    def _guarded(self, scope: Scope, send: Send) -> Send:
        safe = scope.get("scheme") == "https"

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                headers.extend(self._headers)
                if safe:  # over plain HTTP browsers ignore it and complain
                    headers.append((b"cross-origin-opener-policy", b"same-origin"))
            await send(message)

        return guarded


async def _refuse(code: str, kind: str, send: Send) -> None:
    """An answer in place of the one that was asked for; also to one who wants a web socket.

    It is the last on its connection: else a thousand more requests could wait behind this one.
    """
    what = "websocket.http.response" if kind == "websocket" else "http.response"
    body = refusal_text(code)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": f"{what}.start", "status": REFUSED[code], "headers": headers})
    await send({"type": f"{what}.body", "body": body})
