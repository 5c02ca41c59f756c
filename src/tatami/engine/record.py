"""A game as readable text: header, seed, moves; replay; a hash that any machine reproduces."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Final

from tatami.engine.errors import BadRecord, Refusal
from tatami.engine.game import Answer, Game, Question
from tatami.engine.referee import Move, Referee
from tatami.engine.state import digest

FIRST_LINE: Final = "tatami record 1"
SECRETS: Final = "secrets: this file holds every hidden card of the game; keep it from the players"
UNFINISHED: Final = "unfinished"
HEADER: Final = ("game", "seats", "options", "seed", "result", "world")
LONGEST: Final = 4_000_000


class Record:
    """What a record says: enough to play the game again, and what must come of it."""

    def __init__(
        self,
        game: str,
        version: int,
        seats: int,
        options: dict[str, str],
        seed: bytes,
        result: str,
        world: str,
        lines: list[str],
    ) -> None:
        self.game = game
        self.version = version
        self.seats = seats
        self.options = options
        self.seed = seed
        self.result = result
        self.world = world
        self.lines = lines

    def text(self) -> str:
        """The record as text, with its hash."""
        body = self._body()
        return f"{body[0]}hash: {_hash(body[0] + body[1])}\n{body[1]}"

    @property
    def hash(self) -> str:
        """The hash that stands in the text."""
        head, moves = self._body()
        return _hash(head + moves)

    def _body(self) -> tuple[str, str]:
        chosen = " ".join(f"{k}={v}" for k, v in sorted(self.options.items())) or "-"
        head = [
            FIRST_LINE,
            f"game: {self.game} {self.version}",
            f"seats: {self.seats}",
            f"options: {chosen}",
            f"seed: {self.seed.hex()}",
            f"result: {self.result}",
            f"world: {self.world}",
        ]
        if self.result == UNFINISHED:
            head.insert(1, SECRETS)
        moves = ["moves:", *self.lines]
        return "\n".join(head) + "\n", "\n".join(moves) + "\n"


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def record(referee: Referee) -> Record:
    """The record of a game, finished or not."""
    game = referee.game
    chosen = {
        setting.name: setting.values[value]
        for setting, value in zip(game.settings, referee.opts, strict=True)
        if value != setting.default
    }
    result = UNFINISHED
    if referee.over:
        result = ",".join(f"s{seat}" for seat in referee.winners()) or "nobody"
    return Record(
        game.name,
        game.version,
        referee.seats,
        chosen,
        referee.key,
        result,
        digest(referee.world),
        [f"{n} {_line(game, move)}" for n, move in enumerate(referee.moves, 1)],
    )


def _line(game: Game, move: Move) -> str:
    if move.kind == "expire":
        return "- expire"
    who = f"s{move.seat}"
    if move.kind == "back":
        return f"{who} back"
    if move.kind == "remark":
        args = ",".join(map(str, move.args)) or "-"
        return f"{who} remark {move.key} {args} {json.dumps(move.text)}"
    if move.kind == "right":
        question = next(r.question for r in game.rights if r.name == move.key)
        return f"{who} right {move.key} {move.args[0]} {spell(question, move.answer)}"
    at = f"/{move.args[0]}" if move.args and move.args[0] else ""
    return f"{who}{at} {move.key} {spell(game.keys[move.key], move.answer)}"


def spell(question: Question, answer: Answer) -> str:
    """An answer in the question's notation; a picked subset in brackets."""
    if isinstance(answer, tuple):
        return f"[{','.join(question.spelled[one] for one in answer)}]"
    return "stop" if answer == question.stop else question.spelled[answer]


def unspell(question: Question, text: str) -> Answer:
    """The answer that a text spells; ``ValueError`` where it spells none."""
    if text.startswith("[") and text.endswith("]"):
        inside = text[1:-1]
        return tuple(question.read(one) for one in inside.split(",")) if inside else ()
    return question.stop if text == "stop" else question.read(text)


def parse(text: str) -> Record:
    """Read a record; ``BadRecord`` with one clear sentence where it is broken or was changed."""
    if len(text) > LONGEST:
        raise BadRecord("this is too long for a record")
    lines = text.splitlines()
    if not lines or lines[0] != FIRST_LINE:
        raise BadRecord("this is not a Tatami record")
    fields, moves = _split(lines[1:])
    missing = [name for name in (*HEADER, "hash") if name not in fields]
    if missing:
        raise BadRecord(f"the record has no line '{missing[0]}:'")
    found = _read_header(fields, moves)
    if found.hash != fields["hash"]:
        raise BadRecord("the record was changed after it was written: its hash does not fit")
    return found


def _split(lines: list[str]) -> tuple[dict[str, str], list[str]]:
    fields: dict[str, str] = {}
    for at, line in enumerate(lines):
        if line == "moves:":
            return fields, lines[at + 1 :]
        name, colon, value = line.partition(": ")
        if not colon or name in fields:
            raise BadRecord(f"the record's header cannot be read at line {at + 2}")
        fields[name] = value
    raise BadRecord("the record breaks off before its moves")


def _read_header(fields: dict[str, str], moves: list[str]) -> Record:
    try:
        name, version = fields["game"].split(" ")
        chosen = fields["options"]
        options = {} if chosen == "-" else dict(one.split("=", 1) for one in chosen.split(" "))
        return Record(
            name,
            int(version),
            int(fields["seats"]),
            options,
            bytes.fromhex(fields["seed"]),
            fields["result"],
            fields["world"],
            moves,
        )
    except ValueError as error:
        raise BadRecord(f"the record's header cannot be read: {error}") from None


def replay(game: Game, found: Record, upto: int | None = None) -> Referee:
    """Play a record again, all of it or its first ``upto`` moves."""
    if found.game != game.name or found.version != game.version:
        raise BadRecord(
            f"this is a game of {found.game} {found.version}; "
            f"here is {game.name} {game.version}, which may play it differently"
        )
    try:
        opts = game.choose_settings(found.options)
        referee = Referee(game, found.seats, found.seed, opts)
    except ValueError as error:
        raise BadRecord(str(error)) from None
    for number, line in enumerate(found.lines[:upto], 1):
        _replay_line(referee, line, number)
    if upto is None or upto >= len(found.lines):
        _check_end(referee, found)
    return referee


def _check_end(referee: Referee, found: Record) -> None:
    if record(referee).result != found.result:
        raise BadRecord("the moves lead to another result than the record says")
    if digest(referee.world) != found.world:
        raise BadRecord("the moves lead to another position than the record says")


def _replay_line(referee: Referee, line: str, number: int) -> None:
    try:
        reply = _apply(referee, line, number)
    except (ValueError, IndexError, KeyError, TypeError):
        raise BadRecord(f"move {number} cannot be read: {line[:60]!r}") from None
    if isinstance(reply, Refusal):
        raise BadRecord(f"move {number} is not possible: {reply.sentence}")


def _apply(referee: Referee, line: str, number: int) -> object:
    counted, who, what, rest = [*line.split(" ", 3), "", ""][:4]
    if int(counted) != number:
        raise ValueError(line)
    if who == "-" and what == "expire":
        return referee.expire(referee.turn)
    seat_text, _, at_text = who.removeprefix("s").partition("/")
    seat = int(seat_text)
    if what == "back":
        return referee.back(seat)
    if what == "remark":
        kind, args, text = rest.split(" ", 2)
        numbers = () if args == "-" else tuple(int(one) for one in args.split(","))
        return referee.remark(seat, kind, numbers, json.loads(text))
    if what == "right":
        name, stamp, option = rest.split(" ")
        question = next(r.question for r in referee.game.rights if r.name == name)
        return referee.interrupt(seat, name, int(stamp), _one(unspell(question, option)))
    return _answer(referee, seat, int(at_text or 0), what, rest)


def _one(answer: Answer) -> int:
    if not isinstance(answer, int):
        raise ValueError("one option was expected")
    return answer


def _answer(referee: Referee, seat: int, at: int, key: str, text: str) -> object:
    for ask, offer in referee.asks(seat):
        if offer.at == at:
            if offer.question.key != key:
                raise ValueError(key)
            return referee.submit(seat, ask, unspell(offer.question, text))
    return referee.submit(seat, 0, unspell(referee.game.keys[key], text))
