"""The server's surface: pages, a small HTTP interface, sockets, health and metrics."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
import segno
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from tatami import catalogue
from tatami.engine.errors import Refusal
from tatami.engine.record import LONGEST
from tatami.games.words import LANGUAGES, is_language
from tatami.rulebook import NoRules, blocks, page_of
from tatami.server import names
from tatami.server.config import CLOCKS, TEMPOS
from tatami.server.connection import Connection
from tatami.server.files import Files
from tatami.server.guard import Guard
from tatami.server.house import House
from tatami.server.limits import Buckets, Counter, neighbourhood_of
from tatami.server.lines import Proxies, told_by_proxy
from tatami.server.pages import Pages
from tatami.server.pulse import EXTENSION, Pulse
from tatami.server.refusals import no
from tatami.server.shown import table_state
from tatami.server.store import CannotStore
from tatami.server.thinkers import CannotReplay
from tatami.server.views import eyes_of, game_card, game_info, replay_page
from tatami.server.visitors import (
    address_of,
    give_cookie,
    host_of,
    is_from_here,
    person_of,
    token_in,
)
from tatami.server.wire import (
    PROTOCOL,
    Block,
    Found,
    Front,
    KeyList,
    KeyState,
    Me,
    NewTable,
    Opened,
    Problem,
    RefusalState,
    Rename,
    RulesPage,
    Span,
)

LARGEST_BODY: Final = 8_192
HERE: Final = ("127.0.0.1", "::1")
LINKED: Final = re.compile(r"/[tmrc]/[A-Za-z0-9_.-]{1,80}")
STATUS: Final = {
    "wrong_origin": 403,
    "too_fast": 429,
    "too_large": 413,
    "cannot_store": 503,
    "closing": 503,
    "house_full": 503,
    "too_many_from_here": 429,
    "fault": 500,
}

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")

log = logging.getLogger("tatami.app")
_encode = msgspec.json.Encoder().encode


class Refused(Exception):
    """A request that cannot be served, with the refusal that says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def refused(refusal: Refusal, status: int = 0) -> Response:
    """A refusal as a response."""
    state = RefusalState(refusal.code, refusal.sentence, refusal.clause, refusal.args)
    missing = 404 if refusal.code.startswith("no_such") else 400
    return _json(Problem(state), status or STATUS.get(refusal.code, missing))


def _json(found: object, status: int = 200) -> Response:
    return Response(_encode(found), status, {"cache-control": "no-store"}, "application/json")


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request as a struct; refused where it is none, or too large."""
    found = b""
    try:
        async for chunk in request.stream():
            found += chunk
            if len(found) > LARGEST_BODY:
                raise Refused(no("too_large"))
    except ClientDisconnect:
        raise Refused(no("bad_request")) from None
    try:
        return msgspec.json.decode(found, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Refused(no("not_json")) from None


class Site:
    """Answers requests for one house."""

    def __init__(self, house: House, pages: Pages) -> None:
        self.house = house
        self.pages = pages
        self._proxies = Proxies(house.config.proxies)
        self._sockets = Counter(house.config.connections)
        self._coming = Buckets(house.config.connections / 6, house.config.connections * 2)
        self._opening = Buckets(house.config.opening / 3600, house.config.opening)
        self._guessing = Buckets(0.5, 20)
        self._asking = Buckets(house.config.requests, house.config.requests * 10)

    def routes(self) -> list[Route | WebSocketRoute]:
        """Everything that can be asked for."""
        return [
            Route("/healthz", self._plain(self.health)),
            Route("/metrics", self._plain(self.metrics)),
            Route("/api/front", self._plain(self.front)),
            Route("/api/me", self._plain(self.rename), methods=["POST"]),
            Route("/api/tables", self._plain(self.open), methods=["POST"]),
            Route("/api/tables/{id}", self._plain(self.table)),
            Route("/api/tables/{id}/record", self._plain(self.record)),
            Route("/api/tables/{id}/replay", self._plain(self.replay)),
            Route("/api/code/{code}", self._plain(self.by_code)),
            Route("/api/rules/{game}", self._plain(self.rules)),
            Route("/api/words/{game}", self._plain(self.words)),
            Route("/api/qr.svg", self._plain(self.qr)),
            Route("/api/keys", self._plain(self.keys)),
            WebSocketRoute("/ws/{id}", self.socket),
            Route("/t/{id}", self._plain(self.page)),
            Route("/r/{id}", self._plain(self.page)),
            Route("/m/{token}", self._plain(self.page)),
            Route("/c/{code}", self._plain(self.short)),
            Route("/", self._plain(self.page)),
            Route("/{path:path}", self.pages.files.answer),
        ]

    def _plain(self, handler: Handler) -> Handler:
        """A handler that answers every trouble with a refusal, and gives a cookie where needed."""

        async def answer(request: Request) -> Response:
            response = await self._answer(handler, request)
            if not token_in(request) and request.url.path.startswith(("/api/", "/t/", "/m/")):
                give_cookie(request, response, self.house.config, self.house.chance.token())
            return response

        return answer

    async def _answer(self, handler: Handler, request: Request) -> Response:
        if request.url.path.startswith("/api/") and not self._asking.take(address_of(request)):
            return refused(no("too_fast"))
        if request.method == "POST" and not is_from_here(request, self.house.config):
            return refused(no("wrong_origin"))
        try:
            return await handler(request)
        except Refused as error:
            self.house.metrics.refused.labels(error.refusal.code).inc()
            return refused(error.refusal)
        except CannotStore:
            return refused(no("cannot_store"))

    # -- for hosts

    async def health(self, request: Request) -> Response:
        """Whether the server can do its work: its store takes and gives, and it is not closing."""
        word = await self.house.health()
        return PlainTextResponse(f"{word}\n", 200 if word == "ok" else 503)

    async def metrics(self, request: Request) -> Response:
        """Numbers for Prometheus on this machine; their changes could tell others of moves."""
        if host_of(request) not in HERE:
            raise Refused(no("no_such_page"))
        self.house.measure()
        return PlainTextResponse(self.house.metrics.text(), media_type="text/plain; version=0.0.4")

    # -- people and tables

    def _person(self, request: Request) -> str:
        token = token_in(request)
        if not token:
            raise Refused(no("no_name"))
        return person_of(token)

    async def front(self, request: Request) -> Response:
        """All that the start page shows."""
        house = self.house
        token = token_in(request)
        person = person_of(token) if token else ""
        cards = [house.listing(name) for name in catalogue.names()]
        return _json(
            Front(
                PROTOCOL,
                house.build,
                self._address(request),
                LANGUAGES,
                tuple(CLOCKS),
                tuple(TEMPOS),
                tuple(game_card(one, self.pages.has_art(one.game.name)) for one in cards),
                Me(house.store.name_of(person)),
                house.mine(person) if person else (),
                house.listed(person),
            )
        )

    def _address(self, request: Request) -> str:
        """What links begin with: as the host says, else as the browser asked."""
        own = self.house.config.address
        return own.rstrip("/") if own else f"{request.url.scheme}://{request.url.netloc}"

    async def rename(self, request: Request) -> Response:
        """Choose a name."""
        wish = await body_of(request, Rename)
        refusal = names.refusal(wish.name)
        if refusal is not None:
            raise Refused(refusal)
        return _json(Me(await self.house.rename(self._person(request), wish.name)))

    async def open(self, request: Request) -> Response:
        """Open a table."""
        person = self._person(request)
        if not self._opening.take(address_of(request)):
            raise Refused(no("too_fast"))
        where = neighbourhood_of(host_of(request))
        opened = await self.house.open(await body_of(request, NewTable), person, where)
        if not isinstance(opened, Opened):
            raise Refused(opened)
        return _json(opened, 201)

    async def table(self, request: Request) -> Response:
        """A table, for a page that has no socket."""
        table = self.house.find(request.path_params["id"])
        if table is None:
            raise Refused(no("no_such_table"))
        token = token_in(request)
        async with table.lock:
            return _json(table.state(person_of(token) if token else ""))

    async def by_code(self, request: Request) -> Response:
        """The table behind a short code; guessing is slow."""
        if not self._guessing.take(address_of(request)):
            raise Refused(no("too_fast"))
        found = self.house.store.by_code(request.path_params["code"].upper())
        if not found:
            raise Refused(no("no_such_code"))
        return _json(Found(found))

    async def short(self, request: Request) -> Response:
        """A short link leads to its table; an unknown one to the page that says so."""
        code = request.path_params["code"].upper()
        found = self.house.store.by_code(code) if self._guessing.take(address_of(request)) else ""
        return RedirectResponse(f"/t/{found}", 303) if found else await self.page(request)

    # -- games that have ended

    async def record(self, request: Request) -> Response:
        """The record of a game that has ended."""
        text = self._record(request)
        name = f"tatami-{request.path_params['id']}.tatami"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, headers=headers)

    async def keys(self, request: Request) -> Response:
        """The keys that sign records, and those that did."""
        every = self.house.store.keys()
        return _json(KeyList(tuple(KeyState(one.public, one.made, one.retired) for one in every)))

    def _record(self, request: Request) -> str:
        text = self.house.record_of(request.path_params["id"])
        if not text or len(text) > LONGEST:
            raise Refused(no("no_such_record"))
        return text

    async def replay(self, request: Request) -> Response:
        """Every moment of a game that has ended, through one pair of eyes."""
        text = self._record(request)
        table = self.house.find(request.path_params["id"])
        if table is None or table.referee is None:
            raise Refused(no("no_such_record"))
        eyes = request.query_params.get("eyes", "watch")
        try:
            eyes_of(eyes, table.referee.seats)
            frames = await self.house.thinkers.replay(text, eyes)
        except (ValueError, CannotReplay):
            raise Refused(no("no_such_record")) from None
        referee = table.referee
        info = game_info(referee.game, referee.seats, referee.opts)
        state = table_state(table.paper, "", ())
        page = replay_page(state, info, eyes, frames)
        return Response(page, 200, {"cache-control": "private, max-age=3600"}, "application/json")

    # -- texts and pictures

    def _listing(self, request: Request) -> catalogue.Listing:
        try:
            return self.house.listing(request.path_params["game"])
        except KeyError:
            raise Refused(no("no_such_game")) from None

    def _language(self, request: Request) -> str:
        asked = request.query_params.get("language", "en")
        return asked if is_language(asked) else "en"

    async def words(self, request: Request) -> Response:
        """The texts of a game."""
        return _json(self._listing(request).words(self._language(request)))

    async def rules(self, request: Request) -> Response:
        """The rules of a game, block by block."""
        try:
            page = page_of(self._listing(request), self._language(request))
        except NoRules:
            raise Refused(no("no_such_page")) from None
        found = [
            Block(
                one.kind,  # type: ignore[arg-type]  # the pages know no other kinds
                tuple(Span(*span) for span in one.spans),
                tuple(tuple(Span(*span) for span in cell) for cell in one.cells),
                one.clause,
            )
            for one in blocks(page)
        ]
        return _json(RulesPage(page.game, page.language, tuple(found)))

    async def qr(self, request: Request) -> Response:
        """A link as a QR code."""
        path = request.query_params.get("path", "")
        if not LINKED.fullmatch(path):
            raise Refused(no("no_such_page"))
        out = io.BytesIO()
        segno.make(self._address(request) + path, error="m").save(
            out, kind="svg", scale=6, border=3, dark="#1b1714", light="#ffffff", xmldecl=False
        )
        return Response(out.getvalue(), 200, {"cache-control": "no-store"}, "image/svg+xml")

    async def page(self, request: Request) -> Response:
        """The client's document; its preview names the game and who invites, nothing more."""
        game, title, text = "", "Tatami", "Ninja card games, at a table of your own."
        table = self.house.store.table(request.path_params.get("id", ""))
        if table is not None and table.game in catalogue.names():
            game = table.game
            words = self.house.listing(game).words("en").get("game", {})
            title = f"{words.get('title', game)} · Tatami"
            text = words.get("summary", text)
        page = self.pages.document(title, text, self._address(request), request.url.path, game)
        return Response(page, 200, {"cache-control": "no-cache"}, "text/html; charset=utf-8")

    async def missing(self, request: Request, error: Exception) -> Response:
        """What is not there: people get a page that says so, programs a refusal."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        if "text/html" not in request.headers.get("accept", ""):
            return refused(no("no_such_page"), status)
        page = await self.page(request)
        page.status_code = status
        return page

    # -- sockets

    async def socket(self, socket: WebSocket) -> None:
        """A connection to a table, from its first byte to its last."""
        config = self.house.config
        address = address_of(socket)
        if not is_from_here(socket, config):
            await socket.send_denial_response(refused(no("wrong_origin")))
            return
        if self.house.closing:
            await socket.send_denial_response(refused(no("closing")))
            return
        if not self._coming.take(address) or not self._sockets.enter(address):
            await socket.send_denial_response(refused(no("too_fast")))
            return
        try:
            await self._attend(socket)
        finally:
            self._sockets.leave(address)

    async def _attend(self, socket: WebSocket) -> None:
        token = token_in(socket)
        await socket.accept()
        person = person_of(token) if token else ""
        pulse: Pulse | None = socket.scope.get("extensions", {}).get(EXTENSION)
        if pulse is not None:
            header = self.house.config.rtt_header
            pulse.told = told_by_proxy(pulse.peer, socket.headers, self._proxies, header)
        connection = Connection(
            self.house, person, socket.receive, socket.send, pulse, address_of(socket)
        )
        await connection.run(socket.path_params["id"])


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


async def _broken(request: Request, error: Exception) -> Response:
    return refused(no("fault"))


def make_app(house: House, pages: Pages) -> Starlette:
    """The application that a web server runs."""
    site = Site(house, pages)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        yield
        await house.close_doors()
        await house.thinkers.close()
        house.store.close()

    handlers: dict[Any, Any] = {HTTPException: site.missing, Exception: _broken}
    return Starlette(
        routes=site.routes(),
        lifespan=life,
        middleware=[
            Middleware(Guard, config=house.config, metrics=house.metrics),
            Middleware(Squeeze, files=pages.files),
        ],
        exception_handlers=handlers,
    )
