"""Programs that take part in an arena, by docs/protocol.md: each gets a link to a seat of its own.

The game is the arena's, with its deals and its keys. What a program finds behind its link is a
table whose game has begun and at which it sits, as somebody does who comes back to one: it says
hello, and is told what its seat may know whenever an answer is awaited. Nothing else of a house is
there.
"""

from __future__ import annotations

import shlex
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from typing import Any, Final, cast

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.server import Server, ServerConnection, serve

from tatami.cli.fail import Failure, shown
from tatami.engine.asking import Answer
from tatami.engine.errors import Refusal
from tatami.engine.game import Game
from tatami.engine.referee import Referee, clean
from tatami.engine.view import View
from tatami.tables import wire
from tatami.tables.refusals import no
from tatami.tables.views import fresh_update, game_info

PATIENCE: Final = 60.0
"""Seconds within which a program must answer, its start included."""
GLANCE: Final = 0.5
"""Seconds after which one looks whether it is still there."""
FAREWELL: Final = 5.0
"""Seconds that it has to end by itself after its game."""
LINK: Final = "{link}"
"""What stands for the link in a command; where it is missing, the link comes last."""

_decode: Final = msgspec.json.Decoder(wire.FromClient).decode
_encode: Final = msgspec.json.encode


class Remote:
    """A bot that is a program at the other end of a socket."""

    def __init__(self, name: str, referee: Referee, seat: int) -> None:
        self.name = name
        self.referee = referee
        self.seat = seat
        self.program: subprocess.Popen[bytes] | None = None
        self._seq = 0
        self._update: wire.Update | None = None
        self._socket: ServerConnection | None = None
        self._answers: Queue[wire.GiveAnswer] = Queue()
        self._remarks: Queue[tuple[str, tuple[int, ...]]] = Queue()
        self._lock = threading.Lock()
        """Of the update and the socket that it goes over."""

    # -- what an arena asks

    def decide(self, view: View) -> Answer:
        """What the program answers; what the rules refuse, it is told, and may answer again."""
        ask = next(n for n, offer in self.referee.asks(self.seat) if offer.at == view.offers[0].at)
        with self._lock:
            self._seq += 1
            self._update = fresh_update(self.referee, self.seat, self._seq)
            self._send(self._update)
        while True:
            given = self._awaited()
            answer = clean(given.answer)
            refusal = self._why_not(answer, given.ask, ask)
            self._reply(given.id, refusal)
            if refusal is None and answer is not None:
                return answer

    def speak(self, view: View) -> tuple[str, tuple[int, ...]] | None:
        """What the program has said meanwhile: one remark at a time."""
        with suppress(Empty):
            return self._remarks.get_nowait()
        return None

    def _awaited(self) -> wire.GiveAnswer:
        """The next answer that comes; a program that has ended gives none."""
        for _ in range(int(PATIENCE / GLANCE)):
            has_ended = self.program is not None and self.program.poll() is not None
            with suppress(Empty):
                return self._answers.get(timeout=0.0 if has_ended else GLANCE)
            if has_ended:
                raise Failure(f"{self.name} ended in the middle of a game")
        raise Failure(f"{self.name} gave no answer within {PATIENCE:g} seconds")

    def _why_not(self, answer: Answer | None, given: int, asked: int) -> Refusal | None:
        """Why an answer does not count."""
        if answer is None or given != asked:
            return no("not_now")
        reply = self.referee.copy().act(answer, self.seat, asked)
        return None if reply else cast("Refusal", reply)

    # -- its end of the socket, in a thread of its own

    def converse(self, socket: ServerConnection) -> None:
        """One connection: a hello, then whatever the program says; an older one is forgotten."""
        socket.recv(timeout=PATIENCE)
        with self._lock:
            self._socket = socket
            self._send(self._welcome())
            if self._update is not None:
                self._send(self._update)
        for text in socket:
            self._take(text)

    def _take(self, text: str | bytes) -> None:
        try:
            message: Any = _decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError):
            self._reply(-1, no("not_json"))
            return
        if isinstance(message, wire.GiveAnswer):
            self._answers.put(message)
        elif isinstance(message, wire.Ping):
            self._send(wire.Pong(message.id))
        elif isinstance(message, wire.Say):
            self._say(message)
        elif not isinstance(message, wire.Hello):
            self._reply(message.id, no("not_now"))

    def _say(self, said: wire.Say) -> None:
        """A remark of the game waits until the arena asks for one; there is no other talk."""
        can = self.referee.game.can_say(self.referee.seats, said.kind, said.args)
        if can:
            self._remarks.put((said.kind, said.args))
        self._reply(said.id, None if can else no("not_now"))

    def _reply(self, number: int, refusal: Refusal | None) -> None:
        state = None
        if refusal is not None:
            found = (refusal.code, refusal.sentence, refusal.clause, refusal.args)
            state = wire.RefusalState(*found)
        self._send(wire.Reply(number, refusal is None, state))

    def _send(self, message: Any) -> None:
        """A lost connection is no mistake: whoever comes again is told all there is."""
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                self._socket.send(_encode(message).decode())

    # -- the table as it is told

    def end(self) -> None:
        """Tell that the game is over."""
        self._send(wire.TableChanged(self.seat, self._table()))

    def _welcome(self) -> wire.Welcome:
        game, seats, opts = self.referee.game, self.referee.seats, self.referee.opts
        told = (wire.PROTOCOL, "", self.seat, self.name, self._table(), self._seq)
        return wire.Welcome(*told, game_info(game, seats, opts))

    def _table(self) -> wire.TableState:
        referee = self.referee
        everyone = [wire.SeatState("bot", f"Seat {seat + 1}") for seat in range(referee.seats)]
        everyone[self.seat] = wire.SeatState("person", self.name, here=True)
        return wire.TableState(
            id=path_of(self.seat),
            code="",
            game=referee.game.name,
            version=referee.game.version,
            state="over" if referee.over else "playing",
            seats=tuple(everyone),
            options=chosen(referee.game, referee.opts),
            commit="",
            clock="none",
            tempo="fast",
            private=True,
            winners=referee.winners(),
            commits=("",) * referee.seats,
        )


def path_of(seat: int) -> str:
    """What stands for the id of the table at which that seat is the program's."""
    return f"seat-{seat}"


def chosen(game: Game, opts: tuple[int, ...]) -> dict[str, str]:
    """The table options by their names."""
    return {one.name: one.values[at] for one, at in zip(game.settings, opts, strict=True)}


@contextmanager
def connected(remotes: list[Remote], commands: dict[str, str]) -> Iterator[None]:
    """Listen, start the program of each seat, and see them all off in the end."""
    with _listening(remotes) as server:
        port = server.socket.getsockname()[1]
        try:
            for one in remotes:
                link = f"http://127.0.0.1:{port}/t/{path_of(one.seat)}"
                one.program = _started(one.name, commands[one.name], link)
            yield
            for one in remotes:
                one.end()
        finally:
            for one in remotes:
                _see_off(one.program)


@contextmanager
def _listening(remotes: list[Remote]) -> Iterator[Server]:
    """A socket at which each program finds its seat."""
    seats = {f"/ws/{path_of(one.seat)}": one for one in remotes}

    def converse(socket: ServerConnection) -> None:
        path = socket.request.path if socket.request is not None else ""
        one = seats.get(path)
        if one is None:
            socket.send(_encode(wire.Bye("no_such_table")).decode())
            return
        with suppress(WebSocketException, TimeoutError):
            one.converse(socket)

    with serve(converse, "127.0.0.1", 0, compression=None, max_size=None) as server:
        listening = threading.Thread(target=server.serve_forever)
        listening.start()
        try:
            yield server
        finally:
            server.shutdown()
            listening.join()


def _started(name: str, command: str, link: str) -> subprocess.Popen[bytes]:
    """A program, with its link; what it says goes nowhere, what it complains of to our stderr.

    Ctrl-C is for the arena, which ends after the game under way.
    """
    words = [word.replace(LINK, link) for word in shlex.split(command)]
    words += [] if LINK in command else [link]
    try:
        nowhere = subprocess.DEVNULL
        return subprocess.Popen(words, stdin=nowhere, stdout=nowhere, start_new_session=True)
    except OSError as error:
        raise Failure(f"{name} cannot be started: {shown(str(error))}") from None


def _see_off(program: subprocess.Popen[bytes] | None) -> None:
    """Wait until it has ended; if it does not, end it."""
    if program is not None:
        with suppress(subprocess.TimeoutExpired):
            program.wait(FAREWELL)
        if program.poll() is None:
            program.kill()
            program.wait()
