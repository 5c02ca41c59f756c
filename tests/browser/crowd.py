"""People without browsers who play beside those with one, over the same sockets.

What they are is a token, so that a browser can take over from any of them. They do not use
asyncio, which Playwright needs for itself.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support import seeds
from tests.support.chromium import Person
from tests.support.deals import Sharer
from tests.support.player import OWN, PROTOCOL, http

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fred", "Gus", "Hana", "Ivo", "Jun", "Kim")
PATIENCE = 180.0


class Stranger:
    """Somebody at a table whose screen nobody sees."""

    def __init__(self, home: str, name: str, share: str = "") -> None:
        self.home = home
        self.name = name
        self.token = seeds.token(name)
        self.sharer = Sharer(share or name.encode().hex().ljust(32, "0"))
        self.table = ""
        self.state: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.game: dict[str, Any] = {}
        self.happened = 0
        """How many events this one has been told of."""
        self.heard: list[dict[str, Any]] = []
        self._line = contextlib.ExitStack()
        self._socket: ClientConnection | None = None
        self._inbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._number = 0

    def open(self, game: str = "clans", **wishes: object) -> str:
        """Open a table without a clock; its id."""
        body = {"game": game, "name": self.name, "clock": "none", **wishes}
        status, found = http(self.home, "/api/tables", self.token, body)
        assert status < 400, found
        self.table = found["table"]
        return self.table

    def come(self, table: str = "") -> Stranger:
        """Connect and say hello."""
        self.table = table or self.table
        address = f"{self.home.replace('http', 'ws', 1)}/ws/{self.table}"
        headers = {"Authorization": f"Bearer {self.token}"}
        socket = connect(
            address,
            additional_headers=headers,
            max_queue=None,
            open_timeout=PATIENCE,
            ping_interval=None,  # a busy machine is no lost connection
            close_timeout=0.5,
        )
        self.sharer.again()
        self._inbox = queue.SimpleQueue()
        reader = threading.Thread(target=self._read, args=(socket, self._inbox))
        self._line.callback(reader.join)  # which ends with the socket
        self._socket = self._line.enter_context(socket)
        reader.start()
        self._socket.send(json.dumps({"t": "hello", "protocol": PROTOCOL, "since": -1}))
        self.wait(lambda: self.state)
        return self

    def go(self) -> None:
        """Hang up."""
        self._line.close()
        self._socket = None

    def _read(self, socket: ClientConnection, inbox: queue.SimpleQueue[str | None]) -> None:
        """Read all the time, as a page does, and do for a deal what a page does by itself."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                text = str(socket.recv())
                inbox.put(text)
                answer = self.sharer.answer(json.loads(text))
                if answer is not None:
                    socket.send(json.dumps({"id": OWN, **answer}))
        inbox.put(None)

    def listen(self, seconds: float = 0) -> bool:
        """Take in one message, if there is one."""
        with contextlib.suppress(queue.Empty):
            text = self._inbox.get(timeout=seconds) if seconds else self._inbox.get_nowait()
            assert text is not None, f"the server has hung up on {self.name}"
            self._take(json.loads(text))
            return True
        return False

    def _take(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        self.state = message.get("table", self.state)
        self.game = message.get("game") or self.game
        if message["t"] == "update":
            self.view, self.happened = message["view"], message["happened"]

    def wait(self, wanted: Callable[[], object]) -> None:
        """Listen until something is so."""
        deadline = time.monotonic() + PATIENCE
        while not wanted():
            assert time.monotonic() < deadline, f"{self.name} waits in vain: {self.heard[-3:]}"
            self.listen(deadline - time.monotonic())

    def say(self, t: str, **fields: object) -> int:
        """Send a message; its number."""
        assert self._socket
        self._number += 1
        self._socket.send(json.dumps({"t": t, "id": self._number, **fields}))
        return self._number

    def ask(self, t: str, **fields: object) -> dict[str, Any]:
        """Send a message, and wait for the reply."""
        number = self.say(t, **fields)
        self.wait(lambda: self._reply(number))
        reply = self._reply(number) or {}
        if reply["ok"] and (t, fields.get("what")) == ("do", "start"):
            self.wait(lambda: self.view or self.state["state"] in ("over", "closed"))
        return reply

    def must(self, t: str, **fields: object) -> dict[str, Any]:
        """Send a message that must be taken."""
        reply = self.ask(t, **fields)
        assert reply["ok"], reply
        return reply

    def _reply(self, number: int) -> dict[str, Any] | None:
        replies = (m for m in reversed(self.heard) if m["t"] == "reply" and m["id"] == number)
        return next(replies, None)

    def catch_up(self) -> None:
        """Hear all that was said to this one before now: what is asked last is answered last."""
        self.ask("why", ask=0, answer=0)

    def move(self) -> bool:
        """Give the first answer that is open, if something is asked."""
        for offer in self.view.get("offers", []):
            picks = offer.get("high", 0)
            answer = offer.get("items", [])[: offer.get("low", 0)] if picks else offer["options"][0]
            return bool(self.ask("answer", ask=offer["ask"], answer=answer)["ok"])
        return False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.view.get("over")) or self.state.get("state") in ("over", "closed")

    def lend(self, person: Person) -> Person:
        """From now on that browser is this person as well."""
        cookie = {"name": "tatami", "value": self.token, "url": self.home}
        person.context.add_cookies([cookie])  # type: ignore[list-item]
        return person


@contextlib.contextmanager
def crowd(
    home: str, size: int, *, bots: int = 0, level: str = "steady", start: bool = True, **wishes: Any
) -> Iterator[list[Stranger]]:
    """A table of so many people (and bots behind them), begun; the first is its host."""
    people = [Stranger(home, name) for name in NAMES[:size]]
    host, *guests = people
    host.open(**{"seats": size + bots, **wishes})
    host.come()
    for guest in guests:
        guest.come(host.table).must("sit", name=guest.name)
    for seat in range(size, size + bots):
        host.must("arrange", what="bot", seat=seat, level=level)
    if start:
        host.must("do", what="start")
        for one in people:
            one.wait(lambda one=one: one.view)  # type: ignore[misc]
    try:
        yield people
    finally:
        for one in people:
            one.go()


def together(people: list[Stranger]) -> None:
    """Wait until everybody has been told of as much as the others."""
    while len({one.happened for one in people}) > 1:
        last = max(one.happened for one in people)
        for one in people:
            one.wait(lambda one=one, last=last: one.happened >= last)  # type: ignore[misc]


def asked_first(people: list[Stranger], until: Callable[[], object]) -> Stranger | None:
    """The first of whom something is asked, once others have played; None when something is so."""
    deadline = time.monotonic() + PATIENCE
    while True:
        together(people)
        if until():
            return None
        asked = [one for one in people if one.view.get("offers")]
        if asked:
            return asked[0]
        assert time.monotonic() < deadline, f"the game does not go on: {people[0].heard[-3:]}"
        people[0].listen(PATIENCE)


def play(
    people: list[Stranger], moves: int = 10_000, *, until: Callable[[], object] | None = None
) -> None:
    """So many answers, one at a time, or to the end."""

    def done() -> bool:
        return bool(until and until()) or all(one.over for one in people)

    for _ in range(moves):
        who = asked_first(people, done)
        if who is None:
            return
        assert who.move(), who.heard[-1]
    together(people)
