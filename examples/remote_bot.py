"""A bot that plays over the network, as a browser does: docs/protocol.md is all it needs.

    python examples/remote_bot.py http://127.0.0.1:8000/t/TABLE
    python examples/remote_bot.py --server http://127.0.0.1:8000 CODE --random

It sits down at the table, answers whatever is asked of it, survives a lost connection and a
restarted server, and ends with the game. Its moves come from a bot of the installed Tatami, which
gets nothing but what came over the wire; with ``--random`` Tatami need not be installed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import secrets
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PROTOCOL = 3
FOR_GOOD = ("old_client", "moved", "removed", "closed", "no_such_table")
"""Goodbyes after which it makes no sense to come back."""
TRY_AGAIN = ("too_fast", "cannot_store", "paused")
"""Refusals of an answer that may be taken later."""
FIRST_WAIT, LONGEST_WAIT = 0.25, 10.0
ENDED = ("over", "closed")

Message = dict[str, Any]
Decide = Callable[["Seat"], int | list[int]]


class Stop(Exception):
    """There is nothing more to do here; the text says why."""


class Seat:
    """What the bot has been told about its game so far."""

    def __init__(self) -> None:
        self.table: Message = {}
        self.game: Message = {}
        self.view: Message = {}
        self.said: list[list[Any]] = []
        self.seq = -1
        self.number = -1

    def update(self, message: Message) -> None:
        """Take in an update: the view is always whole, only talk adds up."""
        self.said = [*([] if message.get("fresh") else self.said), *message["said"]]
        self.view, self.seq = message["view"], message["seq"]

    @property
    def offer(self) -> Message | None:
        """The first thing that is asked; fields with their default value are left out."""
        offers: list[Message] = self.view.get("offers", [])
        return offers[0] if offers else None


# -- how to decide


def at_random(seat: Seat) -> int | list[int]:
    """One of the options; for a pick, some of the items."""
    offer = seat.offer
    assert offer is not None
    options: list[int] = offer["options"]
    if not offer.get("high"):
        return random.choice(options)
    items: list[int] = offer.get("items", [])
    most = min(offer["high"], len(items))
    return random.sample(items, random.randint(offer.get("low", 0), most))


def like(level: str, key: bytes) -> Decide:
    """As a bot of the installed Tatami would: it gets a view made from the wire alone."""
    import msgspec

    from tatami import catalogue
    from tatami.tables import wire
    from tatami.tables.views import read_view

    def decide(seat: Seat) -> int | list[int]:
        listing = catalogue.find(seat.game["name"])
        opts = listing.game.choose_settings(seat.table["options"])
        state = msgspec.convert(seat.view, wire.ViewState)
        said = msgspec.convert(seat.said, tuple[wire.RemarkState, ...])
        view = read_view(listing.game, seat.game["seats"], opts, state, said)
        bot = listing.bots[level or list(listing.bots)[-1]](key + seat.seq.to_bytes(8, "big"))
        answer = bot.decide(view)
        return list(answer) if isinstance(answer, tuple) else answer

    return decide


# -- HTTP


def fetch(server: str, path: str, token: str) -> Any:
    """Something from the server; a refusal comes as JSON too."""
    request = urllib.request.Request(server + path, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise Stop(json.load(error)["refusal"]["sentence"]) from None
    except urllib.error.URLError as error:
        raise Stop(f"the server cannot be reached: {error.reason}") from None


def find(where: str, server: str, token: str) -> tuple[str, str]:
    """The server and the table that a link (/t/ID or /c/CODE) or a short code leads to."""
    if "://" in where:
        parts = urlsplit(where)
        server = f"{parts.scheme}://{parts.netloc}"
        kind, _, where = parts.path.strip("/").partition("/")
        if kind == "t":
            return server, where
    return server, fetch(server, f"/api/code/{where}", token)["table"]


def commitment(table: Message, seat: int, share: str) -> str:
    """What we publish of our share before anybody opens one: see "Fair deals" in protocol.md."""
    text = (
        "tatami share 2\n"
        f"table: {table['id']}\n"
        f"start: {table.get('start', 1)}\n"
        f"seat: {seat}\n"
        f"commit: {table['commit']}\n"
        f"share: {share}\n"
    )
    return sha256(text.encode()).hexdigest()


# -- the socket


class Player:
    """Plays one seat at one table, through as many connections as it takes."""

    def __init__(
        self, server: str, table: str, token: str, name: str, decide: Decide, pause: float
    ) -> None:
        self.address = f"{server.replace('http', 'ws', 1)}/ws/{table}"
        self.headers = {"Authorization": f"Bearer {token}"}
        self.name = name
        self.decide = decide
        self.pause = pause
        self.seat = Seat()
        self.number = 0
        self.sitting = 0
        self.shares: dict[tuple[int, int], str] = {}
        self.opened = 0
        self.promised = ""
        self.answered = -1
        self.why = ""
        self.wait = FIRST_WAIT

    async def play(self) -> None:
        """Play until the game has ended; a broken connection is taken up where it was."""
        while True:
            self.why, self.answered, self.opened, self.promised = "", -1, 0, ""
            try:
                async with connect(
                    self.address, additional_headers=self.headers, compression=None
                ) as socket:
                    await self.converse(socket)
            except (OSError, WebSocketException) as error:
                self.why = self.why or type(error).__name__
            if self.why in FOR_GOOD:
                raise Stop(f"the server says goodbye: {self.why}")
            say(f"no connection ({self.why or 'closed'}); again in {self.wait:g} s")
            await asyncio.sleep(self.wait)
            self.wait = min(2 * self.wait, LONGEST_WAIT)

    async def converse(self, socket: ClientConnection) -> None:
        """One connection, from hello to its end; a goodbye may have come before our hello."""
        since = {"since": self.seat.seq, "seat": self.seat.number}
        hello = {"t": "hello", "protocol": PROTOCOL, **since}
        with contextlib.suppress(WebSocketException):
            await socket.send(json.dumps(hello))
        async for text in socket:
            await self.take(socket, json.loads(text))

    async def take(self, socket: ClientConnection, message: Message) -> None:
        """One message of the server."""
        match message["t"]:
            case "welcome" | "started" | "table":
                self.seat.game = message.get("game") or self.seat.game
                self.seat.number = message["seat"]
                await self.look_round(socket, message)
            case "update":
                self.seat.update(message)
                self.wait = FIRST_WAIT
            case "reply" if not message["ok"]:
                await self.refused(socket, message)
            case "bye":
                self.why = message["why"]
        if message["t"] in ("welcome", "update", "table"):
            await self.answer(socket)

    async def look_round(self, socket: ClientConnection, message: Message) -> None:
        """The table has changed: sit down where that is to be done, stop where it is over."""
        table = self.seat.table = message["table"]
        if table["state"] in ENDED:
            raise Stop(self.result())
        if message["seat"] < 0 and not self.sitting:
            self.sitting = await self.send(socket, t="sit", name=self.name)
        await self.share(socket, table, message["seat"])

    async def share(self, socket: ClientConnection, table: Message, seat: int) -> None:
        """Add to the deal: commit to a share, and open it once everybody has committed."""
        if table["state"] != "open" or seat < 0:
            return
        start, dealing = table.get("start", 1), table.get("dealing", {})
        mine = self.shares.setdefault((start, seat), secrets.token_hex(32))
        promised = commitment(table, seat, mine)
        stands = table["commits"][seat] == promised
        if dealing.get("phase") != "open" and not stands and self.promised != promised:
            self.promised = promised
            await self.send(socket, t="commit", start=start, commit=promised)
        elif stands and seat in dealing.get("awaited", ()) and self.opened != start:
            self.opened = start
            await self.send(socket, t="open", start=start, share=mine)

    def result(self) -> str:
        """How the game ended."""
        table = self.seat.table
        names = [table["seats"][seat].get("name", "?") for seat in table.get("winners", ())]
        return f"the game is {table['state']}; it is won by {', '.join(names) or 'nobody'}"

    async def answer(self, socket: ClientConnection) -> None:
        """Answer what is asked, once."""
        offer = self.seat.offer
        if offer is None or offer["ask"] == self.answered or self.seat.table.get("paused"):
            return
        self.answered = offer["ask"]
        await asyncio.sleep(self.pause)
        answer = self.decide(self.seat)
        await self.send(socket, t="answer", ask=offer["ask"], answer=answer)

    async def send(self, socket: ClientConnection, **message: Any) -> int:
        """Send a message; the number by which its reply is known."""
        self.number += 1
        await socket.send(json.dumps({"id": self.number, **message}))
        return self.number

    async def refused(self, socket: ClientConnection, reply: Message) -> None:
        """Without a seat there is nothing to do; an answer may be tried again, or came too late."""
        refusal = reply["refusal"]
        if reply["id"] == self.sitting:
            raise Stop(refusal["sentence"])
        say(f"refused: {refusal['sentence']}")
        if refusal["code"] in TRY_AGAIN:
            self.answered = -1
            await asyncio.sleep(1)
            await self.answer(socket)


# -- the program


def say(text: str) -> None:
    """A line for whoever watches."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def own_token(file: str) -> str:
    """Who we are: 256 random bits, kept in a file so that the seat is ours after a restart too."""
    path = Path(file) if file else None
    if path is not None and path.exists():
        return path.read_text("utf-8").strip()
    token = secrets.token_urlsafe(32)
    if path is not None:
        path.touch(0o600)
        path.write_text(token, "utf-8")
    return token


def options() -> argparse.Namespace:
    """What the command line says."""
    made = argparse.ArgumentParser(description="Play at a table of Tatami, over the network.")
    made.add_argument("table", help="a link to a table, or its short code")
    made.add_argument("--server", default="http://127.0.0.1:8000", help="for a code")
    made.add_argument("--name", default="Remote", help="the name at the table")
    made.add_argument("--bot", default="", help="a level of the installed Tatami (the best)")
    made.add_argument("--random", action="store_true", help="play at random instead")
    made.add_argument("--token", default="", metavar="FILE", help="keep the right to the seat")
    made.add_argument("--pause", type=float, default=0.3, help="seconds before each answer")
    return made.parse_args()


def main() -> int:
    """Play one game."""
    args = options()
    decide = at_random if args.random else like(args.bot, secrets.token_bytes(24))
    try:
        token = own_token(args.token)
        server, table = find(args.table, args.server.rstrip("/"), token)
        player = Player(server, table, token, args.name, decide, args.pause)
        asyncio.run(player.play())
    except Stop as stop:
        say(str(stop))
        return 0 if str(stop).startswith("the game is") else 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
