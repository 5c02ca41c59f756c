"""What requests share: their body as a struct, answers as JSON, a part at a time, or squeezed."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Final, TypeVar

import msgspec
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tatami.engine.errors import Refusal
from tatami.server.files import Files
from tatami.tables.refusals import no

LARGEST_BODY: Final = 8_192
PART: Final = 65_536
"""Bytes of a large answer that are handed on before somebody reads them."""

T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


class Refused(Exception):
    """A request that cannot be served, with the refusal that says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


async def body_of(request: Request, kind: type[T], largest: int = LARGEST_BODY) -> T:
    """The body of a request as a struct; refused where it is none, or too large."""
    found = b""
    try:
        async for chunk in request.stream():
            found += chunk
            if len(found) > largest:
                raise Refused(no("too_large"))
    except ClientDisconnect:
        raise Refused(no("bad_request")) from None
    try:
        return msgspec.json.decode(found, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Refused(no("not_json")) from None


def as_json(found: object, status: int = 200) -> Response:
    """A struct as an answer that nobody keeps."""
    return Response(_encode(found), status, {"cache-control": "no-store"}, "application/json")


class Slowly(Response):
    """A large answer, a part at a time; whoever asks for the next one waits until it is read."""

    def __init__(
        self, content: bytes, kind: str, headers: dict[str, str], turn: AsyncExitStack
    ) -> None:
        super().__init__(content, 200, headers, kind)
        self._turn = turn

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a part when the one before has left, and let the next one in at the end."""
        body = bytes(self.body)
        async with self._turn:
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            for at in range(0, len(body), PART):
                part, more = body[at : at + PART], at + PART < len(body)
                await send({"type": "http.response.body", "body": part, "more_body": more})


class Squeeze(GZipMiddleware):
    """Compresses what is made anew each time; files are compressed already, or cannot be."""

    def __init__(self, app: ASGIApp, files: Files) -> None:
        super().__init__(app, minimum_size=1024, compresslevel=5)
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass files on as they are."""
        if scope["type"] == "http" and scope["path"] in self._files:
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
