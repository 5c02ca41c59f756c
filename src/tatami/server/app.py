"""The server's surface: pages, a small HTTP interface, sockets, health and metrics."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.engine.errors import Refusal
from tatami.engine.record import LONGEST
from tatami.games.words import FALLBACK, LANGUAGES
from tatami.rulebook import NoRules
from tatami.server.answers import Refused, Slowly, Squeeze, as_json, body_of
from tatami.server.config import Config
from tatami.server.guard import Guard
from tatami.server.kept import Texts, kept_code, qr_code
from tatami.server.lines import told_by_proxy
from tatami.server.metrics import Metrics
from tatami.server.networks import Counter, Crowded, Networks, Turns, neighbourhood_of
from tatami.server.pages import Pages
from tatami.server.pulse import EXTENSION, Pulse
from tatami.server.sockets import SocketLine
from tatami.server.thinkers import Thinkers
from tatami.server.visitors import (
    address_of,
    give_cookie,
    host_of,
    is_from_here,
    person_of,
    token_in,
)
from tatami.tables import names
from tatami.tables.config import CLOCKS, TEMPOS
from tatami.tables.connection import Connection
from tatami.tables.house import House
from tatami.tables.limits import Buckets
from tatami.tables.opening import Whence
from tatami.tables.refusals import no
from tatami.tables.row import TableRow
from tatami.tables.store import CannotStore
from tatami.tables.table_state import table_state
from tatami.tables.thinking import CannotReplay, CannotTeach, LessonJob
from tatami.tables.views import eyes_of, game_info, replay_page
from tatami.tables.wire import (
    PROTOCOL,
    Found,
    Front,
    GameCard,
    GameInfo,
    KeyList,
    KeyState,
    Me,
    NewTable,
    Opened,
    Problem,
    RefusalState,
    Rename,
    Taken,
)

LARGEST_LESSON: Final = 131_072
"""All that a learner did in a whole game."""
GUESSES: Final = 0.5
"""Codes of tables that one address may try a second; more in a short burst."""
HERE: Final = ("127.0.0.1", "::1")
LINKED: Final = re.compile(r"/[tmrc]/[A-Za-z0-9_.-]{1,80}")
TABLE: Final = re.compile(r"/(?:ws|api/tables)/([A-Za-z0-9_-]{1,80})(?:/|$)")
"""The paths that belong to one table."""
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

log = logging.getLogger("tatami.app")


@runtime_checkable
class Routes(Protocol):
    """A store that several nodes share, and that knows which of them has which table."""

    async def route(self, table: str) -> str:
        """Where a proxy finds the table."""
        ...


class Site:
    """Answers requests for one house."""

    def __init__(
        self,
        config: Config,
        house: House,
        thinkers: Thinkers,
        metrics: Metrics,
        pages: Pages,
        coming: Buckets,
    ) -> None:
        self.config = config
        self.house = house
        self.thinkers = thinkers
        self.metrics = metrics
        self.pages = pages
        self._proxies = Networks(config.proxies)
        self._sockets = Counter(config.connections)
        self._coming = coming
        self._guessing = Buckets(GUESSES, GUESSES * 40)
        self._texts = Texts()
        self._turns = Turns()
        self._reading = Turns()
        """Records and replays, until they are read: they are large; nobody needs two at once."""
        self._drawing = Turns()
        self._asking = Buckets(config.requests, config.requests * 10)

    def _refuse(self, refusal: Refusal, status: int = 0) -> Response:
        """Count a refusal, and answer with it."""
        self.metrics.refused(refusal.code)
        state = RefusalState(refusal.code, refusal.sentence, refusal.clause, refusal.args)
        missing = 404 if refusal.code.startswith("no_such") else 400
        return as_json(Problem(state), status or STATUS.get(refusal.code, missing))

    def routes(self) -> list[Route | WebSocketRoute]:
        """Everything that can be asked for."""
        return [
            Route("/healthz", self._plain(self.health)),
            Route("/metrics", self._plain(self.numbers)),
            Route("/route/{path:path}", self._plain(self.route)),
            Route("/api/front", self._plain(self.front)),
            Route("/api/me", self._plain(self.rename), methods=["POST"]),
            Route("/api/tables", self._plain(self.open), methods=["POST"]),
            Route("/api/tables/{id}", self._plain(self.table)),
            Route("/api/tables/{id}/record", self._plain(self.record)),
            Route("/api/tables/{id}/replay", self._plain(self.replay)),
            Route("/api/code/{code}", self._plain(self.by_code)),
            Route("/api/rules/{game}", self._plain(self.rules)),
            Route("/api/words/{game}", self._plain(self.words)),
            Route("/api/learn/{game}", self._plain(self.lessons)),
            Route("/api/learn/{game}/{lesson}", self._plain(self.lesson), methods=["POST"]),
            Route("/api/qr.svg", self._plain(self.qr)),
            Route("/api/keys", self._plain(self.keys)),
            WebSocketRoute("/ws/{id}", self.socket),
            Route("/t/{id}", self._plain(self.page)),
            Route("/r/{id}", self._plain(self.page)),
            Route("/m/{token}", self._plain(self.page)),
            Route("/learn/{game}", self._plain(self.page)),
            Route("/learn/{game}/{lesson}", self._plain(self.page)),
            Route("/c/{code}", self._plain(self.short)),
            Route("/", self._plain(self.page)),
            Route("/{path:path}", self.pages.files.answer),
        ]

    def _plain(self, handler: Handler) -> Handler:
        """A handler that answers every trouble with a refusal, and gives a cookie where needed."""

        async def answer(request: Request) -> Response:
            response = await self._answer(handler, request)
            if not token_in(request) and request.url.path.startswith(("/api/", "/t/", "/m/")):
                give_cookie(request, response, self.config, self.house.chance.token())
            return response

        return answer

    async def _answer(self, handler: Handler, request: Request) -> Response:
        if request.url.path.startswith("/api/") and not self._asking.take(address_of(request)):
            return self._refuse(no("too_fast"))
        if request.method == "POST" and not is_from_here(request, self.config):
            return self._refuse(no("wrong_origin"))
        try:
            return await handler(request)
        except Refused as error:
            return self._refuse(error.refusal)
        except Crowded:
            return self._refuse(no("too_fast"))
        except CannotStore:
            return self._refuse(no("cannot_store"))

    # -- for hosts

    async def health(self, request: Request) -> Response:
        """Whether the server can do its work: its store takes and gives, and it is not closing."""
        word = await self.house.health()
        return PlainTextResponse(f"{word}\n", 200 if word == "ok" else 503)

    async def numbers(self, request: Request) -> Response:
        """Numbers for Prometheus on this machine; their changes could tell others of moves."""
        if host_of(request) not in HERE:
            raise Refused(no("no_such_page"))
        self.metrics.measure(self.house, self.thinkers)
        return PlainTextResponse(self.metrics.text(), media_type="text/plain; version=0.0.4")

    async def route(self, request: Request) -> Response:
        """For a proxy, and nobody else: at which node the table is that a path is about.

        The path is the whole question: no header that a client could send is looked at. A wrong
        answer would be slow and not wrong, as only its owner can do anything at a table.
        """
        store = self.house.store
        if host_of(request) not in self._proxies or not isinstance(store, Routes):
            raise Refused(no("no_such_page"))
        about = TABLE.match("/" + request.path_params["path"])
        node = await store.route(about[1] if about else "")
        return Response(status_code=204, headers={"x-node": node} if node else None)

    # -- people and tables

    def _person(self, request: Request) -> str:
        token = token_in(request)
        if not token:
            raise Refused(no("no_name"))
        return person_of(token)

    def _card(self, listing: Listing) -> GameCard:
        """A game for the start page, with what was drawn for it."""
        name = listing.game.name
        return self._texts.card(listing, self.pages.has_art(name), self.pages.faces(name))

    async def front(self, request: Request) -> Response:
        """All that the start page shows."""
        house = self.house
        token = token_in(request)
        person = person_of(token) if token else ""
        cards = [house.listing(name) for name in catalogue.names()]
        return as_json(
            Front(
                PROTOCOL,
                house.build,
                self._address(request),
                LANGUAGES,
                tuple(CLOCKS),
                tuple(TEMPOS),
                tuple(self._card(one) for one in cards),
                Me(await house.store.name_of(person)),
                await house.mine(person) if person else (),
                await house.listed(person),
            )
        )

    def _address(self, request: Request) -> str:
        """What links begin with: as the host says, else as the browser asked."""
        own = self.config.address
        return own.rstrip("/") if own else f"{request.url.scheme}://{request.url.netloc}"

    async def rename(self, request: Request) -> Response:
        """Choose a name."""
        wish = await body_of(request, Rename)
        refusal = names.refusal(wish.name)
        if refusal is not None:
            raise Refused(refusal)
        if not self.house.naming.take(address_of(request)):
            raise Refused(no("too_fast"))
        return as_json(Me(await self.house.rename(self._person(request), wish.name)))

    async def open(self, request: Request) -> Response:
        """Open a table."""
        person = self._person(request)
        whence = Whence(address_of(request), neighbourhood_of(host_of(request)))
        opened = await self.house.open(await body_of(request, NewTable), person, whence)
        if not isinstance(opened, Opened):
            raise Refused(opened)
        return as_json(opened, 201)

    async def table(self, request: Request) -> Response:
        """A table, for a page that has no socket."""
        table = await self.house.find(request.path_params["id"])
        if table is None:
            raise Refused(no("closing" if self.house.closing else "no_such_table"))
        token = token_in(request)
        async with table.lock:
            return as_json(table.state(person_of(token) if token else ""))

    async def by_code(self, request: Request) -> Response:
        """The table behind a short code; guessing is slow."""
        if not self._guessing.take(address_of(request)):
            raise Refused(no("too_fast"))
        found = await self.house.store.by_code(request.path_params["code"].upper())
        if not found:
            raise Refused(no("no_such_code"))
        return as_json(Found(found))

    async def short(self, request: Request) -> Response:
        """A short link leads to its table; an unknown one to the page that says so."""
        code = request.path_params["code"].upper()
        may = self._guessing.take(address_of(request))
        try:
            found = await self.house.store.by_code(code) if may else ""
        except CannotStore:  # the page asks again
            found = ""
        return RedirectResponse(f"/t/{found}", 303) if found else await self.page(request)

    # -- games that have ended

    async def record(self, request: Request) -> Response:
        """The record of a game that has ended."""
        name = f"tatami-{request.path_params['id']}.tatami"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        async with AsyncExitStack() as turn:
            await turn.enter_async_context(self._reading.of(address_of(request)))
            text = await self._record(request)
            return Slowly(text.encode(), "text/plain", headers, turn.pop_all())

    async def keys(self, request: Request) -> Response:
        """The keys that sign records, and those that did."""
        every = await self.house.store.keys()
        return as_json(KeyList(tuple(KeyState(one.public, one.made, one.retired) for one in every)))

    async def _record(self, request: Request) -> str:
        text = await self.house.record_of(request.path_params["id"])
        if not text or len(text) > LONGEST:
            raise Refused(no("no_such_record"))
        return text

    async def replay(self, request: Request) -> Response:
        """Every moment of a game that has ended, through one pair of eyes."""
        async with AsyncExitStack() as turn:  # who waits holds nothing yet: a record can be large
            await turn.enter_async_context(self._reading.of(address_of(request)))
            page = await self._replayed(request, await self._record(request))
            headers = {"cache-control": "private, max-age=3600"}
            return Slowly(page, "application/json", headers, turn.pop_all())

    async def _replayed(self, request: Request, text: str) -> bytes:
        row = await self.house.row_of(request.path_params["id"])
        eyes = request.query_params.get("eyes", "watch")
        try:
            assert row is not None
            info = self._info(row)
            eyes_of(eyes, info.seats)
        except (KeyError, ValueError):
            raise Refused(no("no_such_record")) from None
        frames = await self._frames(request, text, eyes)
        return replay_page(table_state(row, "", ()), info, eyes, frames)

    async def _frames(self, request: Request, text: str, eyes: str) -> bytes:
        async with self._turns.of(address_of(request)):
            try:
                return await self.thinkers.replay(text, eyes)
            except CannotReplay:
                raise Refused(no("no_such_record")) from None

    def _info(self, row: TableRow) -> GameInfo:
        """What the numbers of a game mean; ``KeyError``, ``ValueError``: it is no longer known."""
        game = self.house.listing(row.game).game
        if game.version != row.version:
            raise ValueError("these are other rules")
        return game_info(game, len(row.seats), game.choose_settings(row.options))

    # -- lessons

    async def lessons(self, request: Request) -> Response:
        """The lessons of a game, and what is said in them."""
        found = self._texts.lessons(self._listing(request), self._language(request))
        return found.answer(request)

    async def lesson(self, request: Request) -> Response:
        """Where a lesson stands after all that was done in it; nothing of it is kept."""
        game = self._listing(request).game.name
        taken = await body_of(request, Taken, LARGEST_LESSON)
        job = LessonJob(game, request.path_params["lesson"], taken.did)
        try:
            async with self._turns.of(address_of(request)):
                state = await self.thinkers.teach(job)
        except CannotTeach:
            raise Refused(no("no_such_lesson")) from None
        return Response(state, 200, {"cache-control": "no-store"}, "application/json")

    # -- texts and pictures

    def _listing(self, request: Request) -> catalogue.Listing:
        try:
            return self.house.listing(request.path_params["game"])
        except KeyError:
            raise Refused(no("no_such_game")) from None

    def _language(self, request: Request) -> str:
        return request.query_params.get("language", FALLBACK)

    async def words(self, request: Request) -> Response:
        """The texts of a game."""
        found = self._texts.words(self._listing(request), self._language(request))
        return found.answer(request)

    async def rules(self, request: Request) -> Response:
        """The rules of a game, block by block."""
        try:
            found = self._texts.rules(self._listing(request), self._language(request))
        except NoRules:
            raise Refused(no("no_such_page")) from None
        return found.answer(request)

    async def qr(self, request: Request) -> Response:
        """A link as a QR code; drawn beside, as it takes some milliseconds."""
        path = request.query_params.get("path", "")
        if not LINKED.fullmatch(path):
            raise Refused(no("no_such_page"))
        draw = qr_code if path.startswith("/m/") else kept_code
        async with self._drawing.of(address_of(request)):
            found = await asyncio.to_thread(draw, self._address(request) + path)
        return Response(found, 200, {"cache-control": "no-store"}, "image/svg+xml")

    async def page(self, request: Request) -> Response:
        """The client's document; its preview names the game and who invites, nothing more."""
        game, title, text = "", "Tatami", "Ninja card games, at a table of your own."
        table = await self._table_of(request)
        if table is not None and table.game in catalogue.names():
            game = table.game
            known, about = self._texts.preview(self.house.listing(game))
            title, text = f"{known} · Tatami", about or text
        page = self.pages.document(title, text, self._address(request), request.url.path, game)
        return Response(page, 200, {"cache-control": "no-cache"}, "text/html; charset=utf-8")

    async def _table_of(self, request: Request) -> TableRow | None:
        """The table that a page is about; a page is served also where none can be looked up."""
        if not (name := request.path_params.get("id", "")):
            return None
        try:
            return await self.house.store.table(name)
        except CannotStore:
            return None

    async def missing(self, request: Request, error: Exception) -> Response:
        """What is not there: people get a page that says so, programs a refusal."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        if "text/html" not in request.headers.get("accept", ""):
            return self._refuse(no("no_such_page"), status)
        page = await self.page(request)
        page.status_code = status
        return page

    async def broken(self, request: Request, error: Exception) -> Response:
        """An error of the server itself; the log has it."""
        self.metrics.faulty()
        return self._refuse(no("fault"))

    # -- sockets

    async def socket(self, socket: WebSocket) -> None:
        """A connection to a table, from its first byte to its last."""
        config = self.config
        address = address_of(socket)
        if not is_from_here(socket, config):
            return await self._turn_away(socket, "wrong_origin")
        if self.house.closing:
            return await self._turn_away(socket, "closing")
        if not self._coming.take(address) or not self._sockets.enter(address):
            return await self._turn_away(socket, "too_fast")
        try:
            await self._attend(socket)
        finally:
            self._sockets.leave(address)

    async def _turn_away(self, socket: WebSocket, code: str) -> None:
        """Answer the request for a socket like any other that is refused."""
        await socket.send_denial_response(self._refuse(no(code)))

    async def _attend(self, socket: WebSocket) -> None:
        token = token_in(socket)
        await socket.accept()
        person = person_of(token) if token else ""
        pulse: Pulse | None = socket.scope.get("extensions", {}).get(EXTENSION)
        if pulse is not None:
            header = self.config.rtt_header
            pulse.told = told_by_proxy(pulse.peer, socket.headers, self._proxies, header)
        line = SocketLine(socket, pulse)
        address, network = address_of(socket), neighbourhood_of(host_of(socket))
        connection = Connection(self.house, person, line, address, line.at_once, network)
        await connection.run(socket.path_params["id"])


def make_app(
    config: Config,
    house: House,
    thinkers: Thinkers,
    metrics: Metrics,
    pages: Pages,
    coming: Buckets,
) -> Starlette:
    """The application that a web server runs; ``coming``: web sockets from each address."""
    site = Site(config, house, thinkers, metrics, pages, coming)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        yield
        await house.close_doors()
        await thinkers.close()
        await house.store.close()

    handlers: dict[Any, Any] = {HTTPException: site.missing, Exception: site.broken}
    return Starlette(
        routes=site.routes(),
        lifespan=life,
        middleware=[
            Middleware(Guard, config=config, metrics=metrics),
            Middleware(Squeeze, files=pages.files),
        ],
        exception_handlers=handlers,
    )
