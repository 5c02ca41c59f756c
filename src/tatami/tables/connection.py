"""A connection of one person: what comes in is checked and answered, what goes out keeps order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

import msgspec

from tatami.engine.errors import Foretold, Refusal
from tatami.engine.referee import Reply as Verdict
from tatami.tables.limits import Bucket
from tatami.tables.line import Line, LineLost
from tatami.tables.opening import Whence
from tatami.tables.orders import carry_out
from tatami.tables.refusals import no
from tatami.tables.store import CannotStore
from tatami.tables.table import Table
from tatami.tables.wire import (
    HIGHEST,
    PROTOCOL,
    Bye,
    FromClient,
    Goodbye,
    Hello,
    Ping,
    Pong,
    RefusalState,
    Reply,
)

if TYPE_CHECKING:
    from tatami.tables.house import House

LARGEST: Final = 8_192
"""Characters of the longest message that is looked at."""
SLOWEST: Final = 400
"""Messages that may wait for one who does not read them ..."""
MOST_WAITING: Final = 2_000_000
"""... and characters, of all but one."""
HELLO: Final = 30.0
"""Seconds in which somebody who has connected must have said hello."""
STALLED: Final = 30.0
"""Seconds that one message may take to leave."""
FAREWELL: Final = 2.0
"""Seconds for the last words."""
PATIENCE: Final = 40
"""Refusals for haste before the server hangs up."""

AtOnce: TypeAlias = Callable[[str], bool]
"""Sends a text now, where nothing has to be waited for; false where it was not sent."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromClient).decode


class _Numbered(msgspec.Struct):
    """Anything with a number, to answer what cannot be read further."""

    id: int = -1


_number = msgspec.json.Decoder(_Numbered).decode


class HungUp(Exception):
    """The connection is over."""


class Connection:
    """Somebody at a table."""

    def __init__(
        self,
        house: House,
        person: str,
        line: Line,
        address: str = "",
        at_once: AtOnce = lambda text: False,
        network: str = "",
    ) -> None:
        self.house = house
        self.person = person
        self.address = address
        self.whence = Whence(address, network)
        self.viewer = -1
        self.table: Table | None = None
        self.arrived = 0.0
        """When the message came in that is looked at now, by the clock of the loop."""
        self._line = line
        self._at_once = at_once
        self._sending = False
        """Whether a message is leaving that the line did not take at once."""
        self._out: deque[str] = deque()
        self._waiting = 0
        """Characters that wait in ``_out``."""
        self._news = asyncio.Event()
        clock = asyncio.get_running_loop().time
        self._bucket = Bucket(house.config.messages, house.config.messages * 10, clock)
        self._haste = 0
        self._unlisten: Callable[[], None] | None = None
        self._why = ""
        self._is_cut = False
        self._hearing: asyncio.Task[Any] | None = None
        """Who waits for what comes in, while it does."""

    @property
    def credit(self) -> float:
        """Seconds by which what comes in was surely under way."""
        return self._line.credit

    @property
    def basis(self) -> str:
        """What caps that credit."""
        return self._line.basis

    # -- out

    def send(self, text: str) -> None:
        """Send a message after all that wait; who does not read is cut off."""
        if not self._out and not self._sending and self._at_once(text):
            return
        too_much = self._out and self._waiting + len(text) > MOST_WAITING
        if too_much or len(self._out) >= SLOWEST:
            self.hang_up("slow")
            return
        self._put(text)

    def _put(self, text: str) -> None:
        self._out.append(text)
        self._waiting += len(text)
        self._news.set()

    def hang_up(self, why: Goodbye) -> None:
        """Say goodbye and close; who does not close too is cut off."""
        if not self._why:
            self._why = why
            self._put(_encode(Bye(why)).decode())
            asyncio.get_running_loop().call_later(FAREWELL, self._cut)

    def _cut(self) -> None:
        """Wait no longer for what comes in; what is under way is finished."""
        self._why = self._why or "lost"
        if self._hearing is not None and not self._is_cut:
            self._is_cut = True
            self._hearing.cancel()

    def listen(self, topic: str, viewer: int) -> None:
        """Hear the updates of one viewer from now on, and of no other."""
        if self._unlisten is not None:
            self._unlisten()
        self.viewer = viewer
        self._unlisten = self.house.bus.listen(topic, self.send)

    async def _write(self) -> None:
        try:
            await self._write_all()
        except TimeoutError:
            self.hang_up("slow")
        except LineLost:
            self._cut()

    async def _write_all(self) -> None:
        while True:
            while self._out:
                text = self._out.popleft()
                self._waiting -= len(text)
                self._sending = True
                async with asyncio.timeout(STALLED):
                    await self._line.send(text)
                self._sending = False
            if self._why:
                await self._line.close(self._why)
                return
            self._news.clear()
            await self._news.wait()

    # -- in

    async def run(self, name: str) -> None:
        """The life of a connection to a table, from hello to the end."""
        writer = asyncio.ensure_future(self._write())
        try:
            table = await self._greet(name)
            while not self._why:
                await self._take(await self._next(), table)
        except HungUp:
            pass
        finally:
            await self._end(writer)

    async def _end(self, writer: asyncio.Future[None]) -> None:
        if self._unlisten is not None:
            self._unlisten()
        if self.table is not None:
            await self.table.part(self)
        if self._why:
            await asyncio.wait([writer], timeout=FAREWELL)
        writer.cancel()
        await asyncio.wait([writer])

    async def _next(self) -> str:
        """The next text; what is no text is as good as none."""
        if self._why:
            raise HungUp
        self._hearing = task = asyncio.current_task()
        try:
            text, self.arrived = await self._line.receive()
        except LineLost:
            raise HungUp from None
        except asyncio.CancelledError:
            if self._is_cut and task is not None and not task.uncancel():
                raise HungUp from None  # by nobody but ``_cut``
            raise
        finally:
            self._hearing = None
        return text

    async def _greet(self, name: str) -> Table:
        """Nothing but hello opens the conversation, and soon."""
        silence = asyncio.get_running_loop().call_later(HELLO, self.hang_up, "slow")
        try:
            message = await self._hello()
        finally:
            silence.cancel()
        if message.protocol != PROTOCOL:
            self._refuse("old_client")
        table = await self._find(name)
        self.table = table
        if table.races:
            self._line.measure()
        try:
            await table.attend(self, message)
        except CannotStore:  # nobody can tell who that is: come again
            self._refuse("restarting")
        return table

    async def _find(self, name: str) -> Table:
        try:
            found = await self.house.find(name)
        except CannotStore:  # somebody else has it now, or nobody can tell: come again
            self._refuse("restarting")
        return found or self._refuse("restarting" if self.house.closing else "no_such_table")

    async def _hello(self) -> Hello:
        while True:
            text = await self._next()
            message = self._read(text)
            if isinstance(message, Hello):
                return message
            self._reply(_id_of(text), no("hello_first") if message is not None else no("not_json"))
            self._hurried()

    def _refuse(self, why: Goodbye) -> NoReturn:
        self.hang_up(why)
        raise HungUp

    def _read(self, text: str) -> FromClient | None:
        if len(text) > LARGEST:
            return None
        try:
            found: FromClient = _decode(text)
        except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
            return None
        return found

    async def _take(self, text: str, table: Table) -> None:
        if not self._bucket.take():
            self._reply(_id_of(text), no("too_fast"))
            self._hurried()
            return
        message = self._read(text)
        if isinstance(message, Ping):
            self.send(_encode(Pong(message.id)).decode())
        elif message is None or isinstance(message, Hello):
            code = "too_large" if len(text) > LARGEST else "not_json"
            self._reply(_id_of(text), no(code))
        else:
            link, verdict = await self._carry_out(table, message)
            leaving = table.gone or self.house.closing
            if verdict or not leaving:  # who is told to come again is refused nothing
                self._reply(message.id, verdict, link)

    async def _carry_out(self, table: Table, message: Any) -> tuple[str, Verdict]:
        try:
            return await carry_out(table, self, message)
        except CannotStore:
            return "", no("cannot_store")
        except Exception:  # whatever it was, this player is told and the others play on
            self.house.counts.faulty()
            table.log.exception("a message could not be handled")
            return "", no("fault")

    def _hurried(self) -> None:
        self._haste += 1
        if self._haste > PATIENCE:
            self._refuse("too_fast")

    def _reply(self, number: int, verdict: Verdict, link: str = "") -> None:
        if isinstance(verdict, Refusal):
            self.house.counts.refused(verdict.code)
            state = RefusalState(verdict.code, verdict.sentence, verdict.clause, verdict.args)
            self.send(_encode(Reply(number, False, state)).decode())
        else:
            ahead = verdict.sentences if isinstance(verdict, Foretold) else ()
            reply = Reply(number, True, None, verdict.repeated, link, ahead)
            self.send(_encode(reply).decode())


def _id_of(text: str) -> int:
    """The number of a message that cannot be read, if at least that can be."""
    if len(text) > LARGEST:
        return -1
    try:
        number = _number(text).id
        return number if 0 <= number <= HIGHEST else -1
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return -1
