"""That a node lives: a lease in the database, renewed again and again, by the database's clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final, LiteralString

from msgspec import Struct

from tatami.server.postgresql.session import Session
from tatami.tables.chance import Timepiece
from tatami.tables.store import CannotStore, NodeInUse

TTL: Final = 5.0
"""Seconds that a lease holds where the host has not chosen (``Config.lease``)."""
PARTS: Final = 5
"""So many times a node renews its lease while it holds; so much of it it counts as lost."""
DRIFT: Final = 0.05
"""Seconds by which our count may differ from the database's before it is set anew."""

log = logging.getLogger("tatami.node")


class NodeSettings(Struct, frozen=True):
    """What a node says of itself: its name, where proxies find it, and which rules it has."""

    name: str
    address: str = ""
    rules: tuple[str, ...] = ()
    ttl: float = TTL


class SharedTime(Timepiece):
    """The database's time, counted on from when it was last told; it never goes back."""

    def __init__(self) -> None:
        super().__init__()
        self._last = 0

    def tell(self, now: int, sent: float, heard: float) -> None:
        """So late it was at the database, between two moments here."""
        began = now / 1000 - (sent + heard) / 2
        if abs(began - self._began) > DRIFT + (heard - sent) / 2:
            self._began = began

    def now(self) -> int:
        """The time now."""
        self._last = max(self._last, super().now())
        return self._last


class Lease:
    """Keeps one node alive; ``me`` is its incarnation, of which there is never a second."""

    def __init__(self, where: str, node: NodeSettings, time: SharedTime) -> None:
        self.node = node
        self.me = 0
        self._where = where
        self._session = Session(where, node.ttl / PARTS)
        self._time = time
        self._sent = float("-inf")
        self._keeping: asyncio.Task[None] | None = None

    @property
    def holds(self) -> bool:
        """Whether nobody can think us dead: reckoned from when the last renewal was sent."""
        return monotonic() - self._sent < self.node.ttl * (1 - 1 / PARTS)

    async def begin(self, regain: Callable[[], Awaitable[None]]) -> None:
        """Come to life; ``NodeInUse`` where another process goes on living under our name."""
        patient = Session(self._where)  # nobody waits for a node that is just starting
        try:
            await self._come_to_life(patient)
        finally:
            await patient.close()
        self._keeping = asyncio.create_task(self._keep(regain))

    async def _come_to_life(self, session: Session) -> None:
        until = monotonic() + 2 * self.node.ttl
        while not await self._register(session):
            if monotonic() > until:
                raise NodeInUse(f"another node called {self.node.name} lives")
            await asyncio.sleep(self.node.ttl / PARTS)

    async def _register(self, session: Session | None = None) -> bool:
        node, sent = self.node, monotonic()
        ((me, now),) = await (session or self._session).ask(
            "SELECT me, now_ms FROM register(%s, %s, %s, %s, %s)",
            *(node.name, node.address, list(node.rules), node.ttl, self.me or None),
        )
        self._time.tell(now, sent, monotonic())
        if me is None:
            return False
        self.me, self._sent = me, sent
        log.info("the node lives", extra={"incarnation": me})
        return True

    async def _keep(self, regain: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(self.node.ttl / PARTS)
            try:
                if not await self._renew() and await self._is_back():
                    await regain()
            except CannotStore as error:
                log.warning("the lease is not renewed", extra={"reason": str(error)})
            except Exception:  # whatever it was, the node tries to live on
                log.exception("the lease failed")

    async def _is_back(self) -> bool:
        found = await self._register()
        if not found:
            log.warning("another process has the name", extra={"incarnation": self.me})
        return found

    async def _renew(self) -> bool:
        sent = monotonic()
        ((held, now),) = await self._session.ask(
            "SELECT held, now_ms FROM renew(%s, %s)", self.me, self.node.ttl
        )
        self._time.tell(now, sent, monotonic())
        if held:
            self._sent = sent
        return bool(held)

    async def end(self) -> None:
        """Die in order."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])
        if self.me:
            await self._sign_off()
        await self._session.close()

    async def _sign_off(self) -> None:
        over: LiteralString = "UPDATE node SET until = clock_timestamp(), leaving = true"
        try:
            await self._session.ask(over + " WHERE incarnation = %s", self.me)
        except CannotStore as error:
            log.warning("the lease runs out by itself", extra={"reason": str(error)})
