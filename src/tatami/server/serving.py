"""Run the server: sockets, limits of the system, signals, a clean end."""

from __future__ import annotations

import asyncio
import gc
import resource
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import uvicorn

from tatami import catalogue
from tatami.server import logs
from tatami.server.app import make_app
from tatami.server.config import Config
from tatami.server.frames import Allowance
from tatami.server.metrics import Metrics
from tatami.server.pages import Pages, web_folder
from tatami.server.pulse import DatedSocket
from tatami.server.requests import LARGEST_HEAD, Anteroom, PatientRequests, sockets_of
from tatami.server.sqlite import SqliteStore
from tatami.server.thinkers import Thinkers
from tatami.tables.bus import LocalBus
from tatami.tables.chance import Chance, Timepiece
from tatami.tables.house import House
from tatami.tables.store import CannotStore, NodeInUse, Store

FILES: Final = 65_536
LAST_PORT: Final = 65_535
LARGEST_FRAME: Final = 65_536
TURN: Final = 0.0005
"""Seconds that one thread may keep another waiting."""


class Serving(uvicorn.Server):
    """A server that says where it listens, and goodbye before it hangs up."""

    def __init__(
        self,
        config: uvicorn.Config,
        house: House,
        thinkers: Thinkers,
        anteroom: Anteroom,
        ready: Callable[[int], None],
    ) -> None:
        super().__init__(config)
        self._house = house
        self._thinkers = thinkers
        self._anteroom = anteroom
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors, then say so; ``CannotStore`` where that cannot be written down."""
        await self._house.open_doors()
        await self._thinkers.start()
        await super().startup(sockets)
        if self.started:
            self._ready(self.servers[0].sockets[0].getsockname()[1])

    async def main_loop(self) -> None:
        """Serve, and look after the connections meanwhile."""
        looking = asyncio.ensure_future(self._anteroom.keep_looking(self.server_state.connections))
        try:
            await super().main_loop()
        finally:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell those who are connected, then close."""
        await self._house.close_doors()
        await super().shutdown(sockets)


def raise_file_limit() -> None:
    """A socket is a file: ask for as many as the system gives."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class PortInUse(Exception):
    """Somebody else listens there."""


def door(host: str, port: int) -> socket.socket:
    """The socket that people come in by; ``PortInUse`` where it cannot be had."""
    if port > LAST_PORT:
        raise PortInUse(f"cannot listen on {host}, port {port}: ports end at {LAST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise PortInUse(f"cannot listen on {host}, port {port}: {error.strerror}") from None


def calm_collector() -> None:
    """Look for garbage rarely: what tables hold lives long, and a full look stops everybody."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def share_turns() -> None:
    """Let the store's thread in soon: everybody waits for what it commits."""
    sys.setswitchinterval(TURN)


def lan_address() -> str:
    """The address of this machine in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def open_store(config: Config, listening: socket.socket) -> tuple[Store, Timepiece | None]:
    """The directory, or the database that several nodes share, and whose time it is."""
    if not config.store:
        return SqliteStore(Path(config.data), config.size), None
    host, port = listening.getsockname()[:2]
    name = config.node or f"{socket.gethostname()}:{port}"
    logs.name_node(name)
    rules = [f"{one}:{catalogue.find(one).game.version}" for one in catalogue.names()]
    return shared_store(config.store, name, config.at or f"{host}:{port}", rules, config.lease)


def shared_store(
    where: str, name: str, address: str, rules: Sequence[str], ttl: float
) -> tuple[Store, Timepiece]:
    """A store on PostgreSQL; what it needs is an extra, imported by nobody else."""
    from tatami.server.postgresql.lease import NodeSettings
    from tatami.server.postgresql.store import PostgresStore

    store = PostgresStore(where, NodeSettings(name, address, tuple(rules), ttl))
    return store, store.time


def serve(
    config: Config,
    ready: Callable[[int], None],
    chance: Chance | None = None,
    time: Timepiece | None = None,
) -> None:
    """Serve until a signal says stop. ``ready`` gets the port when the doors are open.

    ``CannotStore``, and nothing is left running, where the store does not take the first word.
    """
    raise_file_limit()
    listening = door(config.host, config.port)
    calm_collector()
    share_turns()
    logs.set_up()
    for module in config.games:
        catalogue.add_named(module)
    store, clock = open_store(config, listening)
    thinkers = Thinkers(limit=config.thinkers, budget=config.budget, extra=config.games)
    pages = Pages(web_folder())
    metrics = Metrics()
    house = House(config, store, LocalBus(), thinkers, pages.build, metrics, chance, time or clock)
    sockets = sockets_of(config)
    anteroom = Anteroom(config, metrics, sockets)
    allowance = Allowance(config.messages, anteroom.cut_off)
    server = Serving(
        uvicorn.Config(
            make_app(config, house, thinkers, metrics, pages, sockets),
            host=config.host,
            port=config.port,
            http=cast("Any", partial(PatientRequests, anteroom=anteroom)),
            h11_max_incomplete_event_size=LARGEST_HEAD,
            ws=cast("Any", partial(DatedSocket, allowance=allowance)),
            ws_per_message_deflate=False,
            ws_max_size=LARGEST_FRAME,
            ws_ping_interval=20,
            ws_ping_timeout=30,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=True,
            forwarded_allow_ips=config.proxies,
            timeout_graceful_shutdown=5,
        ),
        house,
        thinkers,
        anteroom,
        ready,
    )
    try:
        server.run([listening])
    except (CannotStore, NodeInUse):
        asyncio.run(store.close())
        listening.close()
        raise
