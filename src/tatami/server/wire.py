"""Everything that crosses the wire, described once.

The structs here are what the server decodes and encodes; docs/protocol.md and the browser's types
are made from them. A struct's docstring says what it is for, and ``notes`` what its fields mean.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

PROTOCOL: Final = 2
"""Rises when an old client could no longer make sense of the messages."""

Answer: TypeAlias = int | list[int]
Numbers: TypeAlias = tuple[int, ...]
HIGHEST: Final = (1 << 53) - 1
"""What every program that reads JSON keeps exactly."""
Number: TypeAlias = Annotated[int, Meta(ge=0, le=HIGHEST)]


# -- what a game is: sent once


class SortInfo(Struct):
    """A kind of thing that options and sentences speak of, such as clans or seats."""

    name: str
    names: tuple[str, ...]


class VerbInfo(Struct):
    """One verb of a question; ``sorts`` are the kinds of its arguments, in their order."""

    verb: str
    sorts: tuple[str, ...]


class QuestionInfo(Struct):
    """Something a seat can be asked.

    An option is a number: the verbs one after the other, inside each verb its arguments in mixed
    radix, the last one fastest. ``stop`` is the option that ends a pick.
    """

    key: str
    clause: str
    verbs: tuple[VerbInfo, ...]
    stop: int


class ZoneInfo(Struct):
    """A place for cards. ``kind`` is pile, row or hand; ``owner`` is a seat or -1."""

    name: str
    kind: Literal["pile", "row", "hand"]
    sight: Literal["nobody", "owner", "all"]
    owner: int


class SentenceInfo(Struct):
    """Something the log can say; a ``tell`` event names it by its number."""

    key: str
    clause: str
    sorts: tuple[str, ...]


class RemarkInfo(Struct):
    """Something that players can say in words of the game: ``say`` with its key and arguments.

    ``values`` are, for each argument, the numbers that it can be at this table.
    """

    key: str
    clause: str
    sorts: tuple[str, ...]
    values: tuple[Numbers, ...]


class SettingInfo(Struct):
    """A table option and the values it can take."""

    name: str
    values: tuple[str, ...]
    default: str
    clause: str


class RightInfo(Struct):
    """Something a seat may do at any time while its view lists it."""

    name: str
    question: str


class LevelInfo(Struct):
    """A bot that people can play against."""

    name: str


class GameCard(Struct):
    """A game as the start page shows it.

    ``counts`` are the numbers of players it can have; ``talk``: players talk in words of the game;
    ``real_time``: its own options are its clock, and a table's clock is not asked for.
    """

    name: str
    version: int
    low: int
    high: int
    counts: Numbers
    settings: tuple[SettingInfo, ...]
    levels: tuple[LevelInfo, ...]
    art: bool
    talk: bool = False
    real_time: bool = False


class GameInfo(Struct):
    """A game at a table of so many seats with these options: all that a view's numbers mean.

    ``printed`` is the number on each face, -1 where it has none; empty where no face has one.
    """

    name: str
    version: int
    seats: int
    faces: tuple[str, ...]
    printed: tuple[int, ...]
    zones: tuple[ZoneInfo, ...]
    counters: tuple[str, ...]
    sorts: tuple[SortInfo, ...]
    questions: tuple[QuestionInfo, ...]
    sentences: tuple[SentenceInfo, ...]
    rights: tuple[RightInfo, ...]
    remarks: tuple[RemarkInfo, ...] = ()


# -- what a seat may know


class OfferState(Struct, omit_defaults=True):
    """What is asked of a seat: answer with the number ``ask``.

    A pick has ``high`` above 0: ``items`` are all that can be picked, and the answer is a list of
    ``low`` to ``high`` of them. ``position`` tells apart several places that one seat plays.
    """

    ask: int
    key: str
    at: int
    options: Numbers
    position: int = -1
    low: int = 0
    high: int = 0
    items: Numbers = ()
    picked: Numbers = ()


class RightState(Struct, array_like=True):
    """A right that holds now: its name, the stamp to send with it, its options."""

    name: str
    stamp: int
    options: Numbers


class StepState(Struct, array_like=True):
    """A step under way: its name, its arguments, and this seat's own answers in it."""

    step: str
    args: Numbers
    got: tuple[Any, ...]


class NoteState(Struct, array_like=True):
    """Something a seat knows though it cannot see it: these faces lie somewhere in these zones."""

    faces: Numbers
    zones: Numbers


class ViewState(Struct, omit_defaults=True):
    """All that one seat may know now.

    ``zones`` are the faces in each zone, -1 where the seat cannot see; ``waiting`` are the seats
    that have something to answer, as far as that is public; ``given`` are this seat's own sealed
    answers as pairs (place in the ask, answer); ``facts`` is what the seat knows beyond what it
    sees, in the engine's own terms, for bots; ``notes`` are the part of it that a player can use.
    """

    seat: int
    zones: tuple[Numbers, ...]
    count: Numbers
    steps: tuple[StepState, ...] = ()
    offers: tuple[OfferState, ...] = ()
    given: tuple[tuple[int, Any], ...] = ()
    waiting: Numbers = ()
    answered: Numbers = ()
    counting: bool = False
    rights: tuple[RightState, ...] = ()
    facts: Any = ()
    notes: tuple[NoteState, ...] = ()
    over: bool = False
    winners: Numbers = ()
    back: bool = False


class EventState(Struct, array_like=True):
    """Something that happened, as this seat saw it: a verb and numbers, -1 for what it did not see.

    =======  ==============================================================
    verb     numbers
    =======  ==============================================================
    move     source, index, target, index, face; an index in a hand is -1
    show     zone, seats that saw it (bits), then index and face of each card
    shuffle  zone
    pour     source, target, then the faces
    swap     zone, zone, whether they were swapped (-1: cannot know)
    trade    source, target, face of each card
    tell     number of the sentence, then its arguments
    set      counter, value
    deny     zone, then faces that do not lie there
    limit    zone, the most that its cards count, then faces, each as often as it counts
    end      nothing
    =======  ==============================================================
    """

    verb: str
    args: Numbers


class RemarkState(Struct, array_like=True):
    """Something said at the table: how much had happened before, by which seat, what."""

    when: int
    seat: int
    kind: str
    args: Numbers
    text: str


class StrikeState(Struct, array_like=True):
    """One of the strikes in a race for a right: by which seat, which option, and when.

    ``at`` is when it came in, from the first one on, ``credit`` how long it was surely under way,
    both in microseconds and as the server measured them: ``at`` less ``credit`` decided. ``basis``
    is what caps the credit: ``kernel``, ``proxy`` or ``constant``; empty for a bot, which has none.
    """

    seat: int
    option: int
    at: int
    credit: int
    basis: str = ""


class ClockState(Struct):
    """Time for the step that is open: milliseconds left, out of so many."""

    left: int
    total: int


# -- the table


class SeatState(Struct, omit_defaults=True):
    """Who sits where.

    ``kind`` is what was seated; ``stand_in`` says that a bot plays for a person who is away, and
    that person can come back at any time. ``here``: connected now.
    """

    kind: Literal["empty", "person", "bot"]
    name: str = ""
    level: str = ""
    here: bool = False
    stand_in: bool = False
    conceded: bool = False
    host: bool = False


class DealingState(Struct):
    """A start under way. ``phase`` commit: commitments are awaited; open: shares are.

    ``awaited`` are the seats whose browsers are awaited, ``left`` the milliseconds they have.
    """

    phase: Literal["commit", "open"]
    awaited: Numbers
    left: int


class ProofState(Struct, omit_defaults=True):
    """What proves the deal, told when the game has ended: see "Fair deals".

    ``seated`` are the names as they were dealt to. ``hash`` is that of the whole record, which the
    server signed with ``key``. Games that were dealt before players committed have format 1, and
    no more than secret, shares and seed.
    """

    format: int
    secret: str
    shares: tuple[str, ...]
    seed: str
    seated: tuple[str, ...] = ()
    hash: str = ""
    key: str = ""
    signature: str = ""


class AskingState(Struct):
    """Somebody asks for a bot's seat (-1: any) in a game that runs; ``number`` is the request's."""

    number: int
    name: str
    seat: int


class TableState(Struct, omit_defaults=True):
    """The table around the game, whole, whenever it changes.

    ``can`` are the commands that you may give now. ``state`` is open (before the start), playing,
    over (played to its end) or closed (given up; ``why`` says how). ``joining``: who lets somebody
    have a bot's seat while the game runs (off, host, anybody); ``asking`` are those who wait for
    it, and ``knock`` is the number of your own request, if you have one.

    ``commit`` is the server's commitment to the secret of start number ``start``, ``commits`` are
    the players', one a seat: empty where there is none yet, ``-`` where a seat adds nothing.
    ``dealing`` is the start under way. ``voids`` names for each void start of this table whose
    share was missing; ``voids_before`` counts those at earlier tables of its host.
    """

    id: str
    code: str
    game: str
    version: int
    state: Literal["open", "playing", "over", "closed"]
    seats: tuple[SeatState, ...]
    options: dict[str, str]
    commit: str
    clock: str
    tempo: str
    private: bool = False
    paused: bool = False
    watchers: int = 0
    time: ClockState | None = None
    ending: Numbers = ()
    winners: Numbers = ()
    why: str = ""
    rematch: str = ""
    proof: ProofState | None = None
    joining: str = "host"
    asking: tuple[AskingState, ...] = ()
    knock: int = 0
    can: tuple[str, ...] = ()
    start: int = 1
    commits: tuple[str, ...] = ()
    dealing: DealingState | None = None
    voids: tuple[tuple[str, ...], ...] = ()
    voids_before: int = 0


# -- from the server, over the socket


class Welcome(Struct, tag="welcome", tag_field="t"):
    """The first message: who you are here (``seat`` -1: you watch), and the table.

    ``seq`` is the number of the last update of your stream; ``game`` is there once it has begun.
    """

    protocol: int
    build: str
    seat: int
    name: str
    table: TableState
    seq: int
    game: GameInfo | None = None


class TableChanged(Struct, tag="table", tag_field="t"):
    """The table around the game has changed; ``seat`` is yours."""

    seat: int
    table: TableState


class Presence(Struct, tag="presence", tag_field="t", omit_defaults=True):
    """Who is here has changed: how many watch, and the seats whose people came and went since."""

    watchers: int = 0
    came: Numbers = ()
    went: Numbers = ()


class Started(Struct, tag="started", tag_field="t"):
    """The game begins: what its numbers mean. The first update follows."""

    seat: int
    table: TableState
    game: GameInfo


class Update(Struct, tag="update", tag_field="t"):
    """Number ``seq`` of your stream: what happened, what was said, and the view after it.

    The first update after ``hello`` may be ``fresh``: the view as it is now, with everything the
    log needs in ``events`` (not to be animated) and the last 1,000 remarks. ``seq`` rises by one
    otherwise. ``happened`` counts events from the start of the game, this update's included; of a
    fresh update ``numbers`` says for each event how many had happened before it. Where somebody
    used a right that only the first may use, ``race`` tells who struck when, the first one first.
    """

    seq: int
    happened: int
    events: tuple[EventState, ...]
    said: tuple[RemarkState, ...]
    view: ViewState
    clock: ClockState | None = None
    fresh: bool = False
    numbers: Numbers = ()
    race: tuple[StrikeState, ...] = ()


class Talk(Struct, tag="talk", tag_field="t"):
    """Something said outside the game: before it, after it, or among those who watch."""

    name: str
    text: str
    watcher: bool


class RefusalState(Struct):
    """Why something was refused: a code, a sentence, the clause that forbids it (or none)."""

    code: str
    sentence: str
    clause: str = ""
    args: Numbers = ()


class Reply(Struct, tag="reply", tag_field="t", omit_defaults=True):
    """The answer to your message ``id``: taken, or refused and nothing changed.

    ``ahead`` is what tried answers would do: sentences, each its number and its arguments.
    """

    id: int
    ok: bool
    refusal: RefusalState | None = None
    repeated: bool = False
    link: str = ""
    ahead: tuple[Numbers, ...] = ()


class Pong(Struct, tag="pong", tag_field="t"):
    """The answer to a ping."""

    id: int


class Warned(Struct, tag="warned", tag_field="t"):
    """Your time is nearly up: after ``left`` milliseconds the default is taken for you."""

    left: int


class Bye(Struct, tag="bye", tag_field="t"):
    """The server hangs up. ``why``: restarting, old_client, no_such_table, too_fast, slow.

    After restarting, too_fast and slow it makes sense to come back.
    """

    why: str


# -- from a client, over the socket


class Hello(Struct, tag="hello", tag_field="t"):
    """The first message. ``since`` is the last update you have (-1: none), and ``seat`` is the seat
    whose stream that is (-1: a watcher's); another seat's stream counts for nothing.

    A hello with fields of another version is read too, so that its client can be told.
    """

    protocol: int
    since: int = -1
    seat: int = -1


class GiveAnswer(Struct, tag="answer", tag_field="t", forbid_unknown_fields=True):
    """Answer an ask with one of its options (or, for a pick, a list of items)."""

    id: Number
    ask: int
    answer: Answer


class GoBack(Struct, tag="back", tag_field="t", forbid_unknown_fields=True):
    """Take back your last answer inside a step that has not acted yet."""

    id: Number


class UseRight(Struct, tag="right", tag_field="t", forbid_unknown_fields=True):
    """Use a right that your view lists."""

    id: Number
    name: str
    stamp: int
    option: int


class Say(Struct, tag="say", tag_field="t", forbid_unknown_fields=True):
    """Say something: free text (kind say), or a remark of the game with its numbers."""

    id: Number
    text: str = ""
    kind: str = "say"
    args: Numbers = ()


class Why(Struct, tag="why", tag_field="t", forbid_unknown_fields=True):
    """Why is this option not open to me? Answered with the refusal; nothing is done."""

    id: Number
    ask: int
    answer: Answer


class TryOut(Struct, tag="try", tag_field="t", forbid_unknown_fields=True):
    """What would these answers do? The first is to the ask, the others to what the step asks then.

    The reply foretells it in sentences, or refuses as the answers would be; nothing is done.
    """

    id: Number
    ask: int
    answers: tuple[Answer, ...]


class Sit(Struct, tag="sit", tag_field="t", forbid_unknown_fields=True):
    """Sit down at a free seat (-1: any), or during a game take over a bot's.

    Where ``joining`` is host, the latter is a request: it waits in ``asking`` until it is admitted.
    """

    id: Number
    seat: int = -1
    name: str = ""


class CommitTo(Struct, tag="commit", tag_field="t", forbid_unknown_fields=True):
    """Commit to a share for the start of this number, before it is begun: see "Fair deals".

    ``commit`` is 64 hexadecimal digits, or ``-`` if you add nothing. The last one counts.
    """

    id: int
    start: int
    commit: str


class OpenShare(Struct, tag="open", tag_field="t", forbid_unknown_fields=True):
    """Open the share that you committed to, once ``dealing`` is in its phase open.

    It is 32 to 128 hexadecimal digits. Empty: you cannot, and that start is void.
    """

    id: int
    start: int
    share: str


class Do(Struct, tag="do", tag_field="t", forbid_unknown_fields=True):
    """A command that needs nothing more, one of those the table's ``can`` lists.

    leave: give up the seat; start; rematch; concede; end: offer (or agree) to end the game without
    a winner; go_on: withdraw that; pause; resume; come_back: take the seat back from the bot that
    plays it meanwhile; move_seat: a link (in the reply) that takes your seat to another device.
    """

    id: Number
    what: Literal[
        "leave",
        "start",
        "rematch",
        "concede",
        "end",
        "go_on",
        "pause",
        "resume",
        "come_back",
        "move_seat",
    ]


class TakeSeat(Struct, tag="take_seat", tag_field="t", forbid_unknown_fields=True):
    """Take the seat that a move_seat link stands for."""

    id: Number
    token: str


class Admit(Struct, tag="admit", tag_field="t", forbid_unknown_fields=True):
    """Let somebody who asks have a bot's seat, or turn them away for the rest of the game."""

    id: Number
    number: int
    yes: bool


class Arrange(Struct, tag="arrange", tag_field="t", forbid_unknown_fields=True):
    """The host arranges the table before the start: one of these at a time.

    bot: seat a bot of this level (empty: clear the seat); remove: send away who sits there;
    swap: two seats change places; set: size, options, clock, tempo, private, joining.
    """

    id: Number
    what: Literal["bot", "remove", "swap", "set"]
    seat: int = -1
    other: int = -1
    level: str = ""
    size: int = 0
    options: dict[str, str] | None = None
    clock: str = ""
    tempo: str = ""
    private: bool | None = None
    joining: str = ""


class Ping(Struct, tag="ping", tag_field="t", forbid_unknown_fields=True):
    """Answered at once; for measuring the round trip."""

    id: Number


FromClient: TypeAlias = (
    Hello
    | GiveAnswer
    | GoBack
    | UseRight
    | Say
    | Why
    | TryOut
    | Sit
    | CommitTo
    | OpenShare
    | Do
    | TakeSeat
    | Admit
    | Arrange
    | Ping
)
FromServer: TypeAlias = (
    Welcome | TableChanged | Presence | Started | Update | Talk | Reply | Pong | Warned | Bye
)


# -- over HTTP


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables: open a table; you are its host and sit at its first seat.

    ``seats`` 0 means the game's usual number; ``bots`` names a level that fills the other seats.
    """

    game: str
    name: str
    seats: int = 0
    options: dict[str, str] = {}
    bots: str = ""
    private: bool = True
    clock: str = ""
    tempo: str = ""
    joining: str = ""


class Opened(Struct):
    """The table that was opened; the commitment comes before any randomness of yours is sent."""

    table: str
    code: str
    commit: str


class TableCard(Struct):
    """A table in a list. ``seat`` is yours (-1: none), ``asked``: it waits for you."""

    id: str
    game: str
    state: str
    names: tuple[str, ...]
    free: int
    bots: int
    size: int
    seat: int
    asked: bool
    since: int


class Me(Struct):
    """Who the cookie (or the bearer token) says you are; ``name`` is empty before you chose one."""

    name: str


class Rename(Struct, forbid_unknown_fields=True):
    """POST /api/me: the name you go by from now on."""

    name: str


class Front(Struct):
    """GET /api/front: all that the start page shows; ``address`` is what links begin with."""

    protocol: int
    build: str
    address: str
    languages: tuple[str, ...]
    clocks: tuple[str, ...]
    tempos: tuple[str, ...]
    games: tuple[GameCard, ...]
    me: Me
    mine: tuple[TableCard, ...]
    open: tuple[TableCard, ...]


class Found(Struct):
    """GET /api/code/CODE: the table behind a short code."""

    table: str


class KeyState(Struct):
    """A key that signs records, or did until it was retired.

    Times are milliseconds since 1970; 0: it is not retired.
    """

    key: str
    made: int
    retired: int


class KeyList(Struct):
    """GET /api/keys: the Ed25519 keys of this server, in hexadecimal, the one that signs first."""

    keys: tuple[KeyState, ...]


class Frame(Struct):
    """A moment of a replay: the move as the record spells it, what happened, the view after.

    ``truths`` has for each remark of ``said`` whether it was true; null: it claimed nothing.
    """

    move: str
    seat: int
    events: tuple[EventState, ...]
    said: tuple[RemarkState, ...]
    view: ViewState
    truths: tuple[bool | None, ...] = ()


class ReplayState(Struct):
    """GET /api/tables/ID/replay?eyes=SEAT|watch|all, of a game that has ended."""

    table: TableState
    game: GameInfo
    eyes: str
    frames: tuple[Frame, ...]


class Span(Struct, array_like=True):
    """A piece of text and its style: "", b, i, code, mark or clause."""

    text: str
    style: str


class Block(Struct, omit_defaults=True):
    """A block of a rules page: h (level 1 to 4), p, li, or a table row; ``clause`` names its id."""

    kind: Literal["h1", "h2", "h3", "h4", "p", "li", "th", "tr"]
    spans: tuple[Span, ...] = ()
    cells: tuple[tuple[Span, ...], ...] = ()
    clause: str = ""


class RulesPage(Struct):
    """GET /api/rules/GAME?language=fr: the rules, block by block."""

    game: str
    language: str
    blocks: tuple[Block, ...]


class Problem(Struct):
    """What any HTTP request gets that cannot be served."""

    refusal: RefusalState
