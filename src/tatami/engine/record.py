"""A game as readable text: header, seed, moves; replay; a hash that any machine reproduces."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from tatami.engine.asking import Answer
from tatami.engine.errors import BadRecord, EngineFault, Refusal, refuse
from tatami.engine.game import Game
from tatami.engine.names import STOP
from tatami.engine.question import Question
from tatami.engine.referee import Move, Referee, Reply
from tatami.engine.state import bad_record, digest

BEGINNING: Final = "tatami record "
FORMAT: Final = 2
"""The format that is written; older ones are read, and written again as they were."""
SECRETS: Final = "secrets: this file holds every hidden card of the game; keep it from the players"
UNFINISHED: Final = "unfinished"
HEADER: Final = ("game", "seats", "options", "seed", "result", "world")
LAST: Final[dict[int, tuple[str, ...]]] = {1: ("hash",), 2: ("hash", "signature")}
NOTES: Final[dict[int, tuple[str, ...]]] = {
    1: ("table", "players", "commit", "secret", "shares", "ended"),
    2: (
        *("table", "players", "seated", "start", "commit", "commits", "secret", "shares"),
        *("void", "void-before", "ended", "key"),
    ),
}
"""Lines that the header may have besides, in this order, by format: what a server knows of a game.

Its table, the names of the players as a JSON list, now and as they were dealt to, what proves the
deal (commitments and shares one a seat, ``-`` for none), who made earlier starts void, why an
unfinished game was closed, and with which key the server signs.
"""
UNSIGNED: Final = "unsigned"
"""The signature of a record for which no server vouches."""
SIGNATURE: Final = 128
"""Hexadecimal digits of a signature."""
UNKNOWN: Final = "-"
"""The position of a game that could not be played again; nothing is compared with it."""
LONGEST: Final = 4_000_000
NOTED: Final = ' "'
"""Begins the note of an answer."""


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
        notes: dict[str, str] | None = None,
        format: int = FORMAT,
        signature: str = UNSIGNED,
    ) -> None:
        self.game = game
        self.version = version
        self.seats = seats
        self.options = options
        self.seed = seed
        self.result = result
        self.world = world
        self.lines = lines
        self.notes: dict[str, str] = {} if notes is None else notes
        """The optional lines of the header, by name: see ``NOTES``."""
        self.format = format
        self.signature = signature
        """What a server made of the hash with its key; format 1 has none."""

    def __repr__(self) -> str:
        return f"<record of {self.game}, {self.seats} seats, {len(self.lines)} moves>"

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """The record as text, with its hash and its signature, which cover all the rest."""
        head, moves = self._body()
        signed = f"signature: {self.signature}\n" if self.format > 1 else ""
        return f"{head}hash: {_hash(head + moves)}\n{signed}{moves}"

    @property
    def hash(self) -> str:
        """The hash that stands in the text."""
        head, moves = self._body()
        return _hash(head + moves)

    def _body(self) -> tuple[str, str]:
        chosen = " ".join(f"{k}={v}" for k, v in sorted(self.options.items())) or "-"
        head = [
            f"{BEGINNING}{self.format}",
            f"game: {self.game} {self.version}",
            f"seats: {self.seats}",
            f"options: {chosen}",
            f"seed: {self.seed.hex()}",
            f"result: {self.result}",
            f"world: {self.world}",
            *(f"{name}: {self.notes[name]}" for name in NOTES[self.format] if name in self.notes),
        ]
        if self.result == UNFINISHED:
            head.insert(1, SECRETS)
        moves = ["moves:", *self.lines]
        return "\n".join(head) + "\n", "\n".join(moves) + "\n"


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def record(referee: Referee, notes: dict[str, str] | None = None) -> Record:
    """The record of a game, finished or not, with what else is known of it."""
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
        lines_of(referee),
        notes,
    )


def lines_of(referee: Referee) -> list[str]:
    """All moves as a record spells them."""
    game = referee.game
    return [f"{n} {line_of(game, move)}" for n, move in enumerate(referee.moves, 1)]


def line_of(game: Game, move: Move) -> str:
    """A move as a record spells it, without its number."""
    if move.kind == "expire":
        return "- expire"
    who = f"s{move.seat}"
    if move.kind == "back":
        return f"{who} back"
    if move.kind == "remark":
        args = ",".join(map(str, move.args)) or "-"
        return f"{who} remark {move.key} {args} {json.dumps(move.text)}"
    if move.kind == "right":
        spelled = spell(_right(game, move.key), move.answer)
        return f"{who} right {move.key} {move.args[0]} {spelled}{_noted(move)}"
    at = f"/{move.args[0]}" if move.args and move.args[0] else ""
    return f"{who}{at} {move.key} {spell(game.keys[move.key], move.answer)}{_noted(move)}"


def _noted(move: Move) -> str:
    """The note of a move, if it has one, as its line ends with it."""
    return f" {json.dumps(move.text)}" if move.text else ""


def spell(question: Question, answer: Answer) -> str:
    """An answer as a record has it: one option in the question's notation, a pick in brackets."""
    if isinstance(answer, tuple):
        return f"[{','.join(question.spelled[one] for one in answer)}]"
    return STOP if answer == question.stop else question.spelled[answer]


def unspell(question: Question, text: str) -> Answer:
    """The answer that a text spells; ``ValueError`` where it spells none."""
    if text.startswith("[") and text.endswith("]"):
        inside = text[1:-1]
        return tuple(question.read(one) for one in inside.split(",")) if inside else ()
    return question.stop if text == STOP else question.read(text)


def parse(text: str) -> Record:
    """Read a record; ``BadRecord`` with one clear sentence where it is broken or was changed."""
    if len(text) > LONGEST:
        raise BadRecord("this is too long for a record")
    given = _normal(text)
    lines = given.split("\n")[:-1]
    form = _format(lines[0])
    fields, moves = _split(lines[1:])
    missing = [name for name in (*HEADER, *LAST[form]) if name not in fields]
    if missing:
        raise BadRecord(f"the record has no line '{missing[0]}:'")
    found = _read_header(form, fields, moves)
    if found.hash != fields["hash"]:
        raise BadRecord("the record was changed after it was written: its hash does not fit")
    if found.text() != given:
        raise BadRecord("the record was changed after it was written: its header has other words")
    _check_notes(found)
    return found


def _format(line: str) -> int:
    """The format that a record's first line names."""
    for form in NOTES:
        if line == f"{BEGINNING}{form}":
            return form
    other = line.removeprefix(BEGINNING)
    if other != line and other.isdecimal():
        raise bad_record(f"this record has the format {other[:20]}, which is not known here")
    raise BadRecord("this is not a Tatami record")


def _normal(text: str) -> str:
    """The text with plain line ends, the last one too."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRecord("this is not a Tatami record: it holds what is no character") from None
    plain = text.replace("\r\n", "\n")
    return plain if plain.endswith("\n") else plain + "\n"


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


def _read_header(form: int, fields: dict[str, str], moves: list[str]) -> Record:
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
            {name: fields[name] for name in NOTES[form] if name in fields},
            form,
            fields.get("signature", UNSIGNED),
        )
    except ValueError:
        what = "its game, seats, options or seed is not as it should be"
        raise BadRecord(f"the record's header cannot be read: {what}") from None


def _check_notes(found: Record) -> None:
    """The optional lines say what they should, and can be shown as they are."""
    for name, value in found.notes.items():
        if not value or not value.isprintable():
            raise BadRecord(f"the record's line '{name}:' cannot be read")
    if not _is_signature(found.signature):
        raise BadRecord("the record's line 'signature:' cannot be read")
    if "players" in found.notes and len(players_of(found)) != found.seats:
        raise BadRecord("the record does not name one player a seat")


def _is_signature(text: str) -> bool:
    if text == UNSIGNED:
        return True
    return len(text) == SIGNATURE and not text.strip("0123456789abcdef")


def players_of(found: Record) -> list[str]:
    """The names of the players; none where the record does not tell them."""
    try:
        names = json.loads(found.notes.get("players", "[]"))
    except (ValueError, RecursionError):
        names = None
    if type(names) is not list or not all(_is_name(name) for name in names):
        raise BadRecord("the record's line 'players:' is no list of names")
    return [str(name) for name in names]


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def replay(game: Game, found: Record, upto: int | None = None) -> Referee:
    """Play a record again, all of it or its first ``upto`` moves."""
    last = len(found.lines)
    if upto is not None:
        if upto < 0:
            raise ValueError(f"there is no move {upto}")
        last = min(upto, last)
    steps = walk(game, found)
    number, referee = next(steps)
    while number < last:
        number, referee = next(steps)
    return referee


def walk(game: Game, found: Record) -> Iterator[tuple[int, Referee]]:
    """Play a record again move by move: its referee at the start and after each move.

    It is one referee all along; copy it to keep a moment. ``BadRecord`` comes where the record
    does not play as it says, at the latest instead of its last move.
    """
    referee = _start(game, found)
    if not found.lines:
        _check_end(referee, found)
    yield 0, referee
    for number in follow(referee, found.lines):
        if number == len(found.lines):
            _check_end(referee, found)
        yield number, referee


def follow(referee: Referee, lines: list[str]) -> Iterator[int]:
    """Make the moves of these lines, one each time; how many have been made.

    Every walk through a game goes this way: a replay, a check, a table that wakes. ``BadRecord``
    comes instead of a move that cannot be made, or is not spelled as it should be.
    """
    for number, line in enumerate(lines, 1):
        _replay_line(referee, line, number)
        yield number


def _start(game: Game, found: Record) -> Referee:
    """The table of a record, before its first move."""
    if found.game != game.name or found.version != game.version:
        raise bad_record(
            f"this is a game of {found.game[:40]} {str(found.version)[:20]}; "
            f"here is {game.name} {game.version}, which may play it differently"
        )
    try:
        opts = game.choose_settings(found.options)
        referee = Referee(game, found.seats, found.seed, opts)
    except (ValueError, EngineFault) as error:
        raise bad_record(str(error)) from error
    if record(referee).options != found.options:
        raise BadRecord("the record names a table option that is as it always is")
    return referee


def _check_end(referee: Referee, found: Record) -> None:
    if record(referee).result != found.result:
        raise BadRecord("the moves lead to another result than the record says")
    if hashes_position(found) and found.world not in (UNKNOWN, digest(referee.world)):
        raise BadRecord("the moves lead to another position than the record says")


def hashes_position(found: Record) -> bool:
    """Whether the hash of the last position can be checked.

    In the middle of a game it speaks of the steps under way, which format 1 knew by other names.
    """
    return found.format > 1 or found.result != UNFINISHED


def _replay_line(referee: Referee, line: str, number: int) -> None:
    """Make the move of a line, which must be spelled as the referee's own record spells it."""
    game = referee.game
    try:
        move = _read(game, line, number)
    except (ValueError, KeyError):
        raise _unreadable(line, number) from None
    try:
        reply = make(referee, move)
    except Exception as error:
        raise bad_record(f"move {number} cannot be played again: {error}") from error
    if isinstance(reply, Refusal):
        raise bad_record(f"move {number} is not possible: {reply.sentence}")
    if len(referee.moves) != number or f"{number} {line_of(game, referee.moves[-1])}" != line:
        raise _unreadable(line, number)


def read_move(game: Game, line: str) -> Move:
    """The move that a line without its number spells; ``BadRecord`` where it spells none."""
    try:
        return _read(game, f"1 {line}", 1)
    except (ValueError, KeyError):
        raise _unreadable(line, 1) from None


def play_line(referee: Referee, line: str) -> None:
    """Make the move that a line spells, without its number; ``BadRecord`` where it cannot be."""
    number = len(referee.moves) + 1
    _replay_line(referee, f"{number} {line}", number)


def _unreadable(line: str, number: int) -> BadRecord:
    return bad_record(f"move {number} cannot be read: {line[:60]!r}")


def _read(game: Game, line: str, number: int) -> Move:
    """The move that a line spells; ``ValueError`` or ``KeyError`` where it spells none."""
    counted, who, what, rest = [*line.split(" ", 3), "", ""][:4]
    if counted != str(number):
        raise ValueError(line)
    if who == "-" and what == "expire":
        return Move("expire")
    seat_text, _, at_text = who.removeprefix("s").partition("/")
    seat = int(seat_text)
    if what == "back":
        return Move("back", seat)
    if what == "remark":
        return _read_remark(game, seat, rest)
    if what == "right":
        return _read_right(game, seat, rest)
    return _read_answer(game, seat, what, int(at_text or 0), rest)


def _read_answer(game: Game, seat: int, key: str, at: int, rest: str) -> Move:
    """An answer, and if there is one the note of how it was found."""
    given, quote, note = rest.partition(NOTED)
    text = _text(f'"{note}') if quote else ""
    return Move("answer", seat, key, unspell(game.keys[key], given), (at,), text, game.keys[key])


def _read_right(game: Game, seat: int, rest: str) -> Move:
    """A right that was used, and if there is one the note of how that was decided."""
    name, stamp, option, note = [*rest.split(" ", 3), ""][:4]
    text = _text(note) if note else ""
    asked = _right(game, name)
    return Move("right", seat, name, unspell(asked, option), (int(stamp),), text, asked)


def _text(spelled: str) -> str:
    """What a string in a record says; ``ValueError`` where it is none."""
    if not spelled.startswith('"'):
        raise ValueError(spelled)
    return str(json.loads(spelled))


def _read_remark(game: Game, seat: int, rest: str) -> Move:
    kind, args, text = rest.split(" ", 2)
    numbers = () if args == "-" else tuple(int(one) for one in args.split(","))
    said = game.sayings.get(kind)
    return Move("remark", seat, kind, 0, numbers, _text(text), said=said)


def _right(game: Game, name: str) -> Question:
    """What a right asks; ``ValueError`` where the game has none of that name."""
    for right in game.rights:
        if right.name == name:
            return right.question
    raise ValueError(name)


def make(referee: Referee, move: Move) -> Reply:
    """Make a recorded move at another table."""
    if move.kind == "expire":
        return referee.expire(referee.turn)
    if move.kind == "back":
        return referee.back(move.seat)
    if move.kind == "remark":
        return referee.remark(move.seat, move.key, move.args, move.text)
    if move.kind == "right":
        if not isinstance(move.answer, int):
            return refuse("wrong_type")
        return referee.interrupt(move.seat, move.key, move.args[0], move.answer, move.text)
    return _answer(referee, move)


def _answer(referee: Referee, move: Move) -> Reply:
    """Answer the ask that is open at the move's place; its number is another one here."""
    if not 0 <= move.seat < referee.seats:
        return refuse("no_such_seat")
    for ask, offer in referee.asks(move.seat):
        if offer.at == move.args[0] and offer.question.key == move.key:
            return referee.act(move.answer, move.seat, ask, move.text)
    return refuse("over" if referee.over else "not_asked")


def last_line(referee: Referee) -> str:
    """The last move as its record spells it."""
    return f"{len(referee.moves)} {line_of(referee.game, referee.moves[-1])}"
