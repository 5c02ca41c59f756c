/**
 * What crosses the wire, made from src/tatami/tables/wire/. Do not edit; run
 * `python -m tatami.server.schema --write`.
 */

export const PROTOCOL = 3;

export type Answer = number | readonly number[];

/** A kind of thing that options and sentences speak of, such as clans or seats. */
export interface SortInfo {
  readonly name: string;
  readonly names: readonly string[];
}

/** One verb of a question; `sorts` are the kinds of its arguments, in their order. */
export interface VerbInfo {
  readonly verb: string;
  readonly sorts: readonly string[];
}

/**
 * Something a seat can be asked.
 *
 * An option is a number: the verbs one after the other, inside each verb its arguments in mixed
 * radix, the last one fastest. `stop` is the option that ends a pick.
 */
export interface QuestionInfo {
  readonly key: string;
  readonly clause: string;
  readonly verbs: readonly VerbInfo[];
  readonly stop: number;
}

/** A place for cards. `kind` is pile, row or hand; `owner` is a seat or -1. */
export interface ZoneInfo {
  readonly name: string;
  readonly kind: "pile" | "row" | "hand";
  readonly sight: "nobody" | "owner" | "all";
  readonly owner: number;
}

/** Something the log can say; a `tell` event names it by its number. */
export interface SentenceInfo {
  readonly key: string;
  readonly clause: string;
  readonly sorts: readonly string[];
}

/**
 * Something that players can say in words of the game: `say` with its key and arguments.
 *
 * `values` are, for each argument, the numbers that it can be at this table.
 */
export interface RemarkInfo {
  readonly key: string;
  readonly clause: string;
  readonly sorts: readonly string[];
  readonly values: readonly (readonly number[])[];
}

/** A table option and the values it can take. */
export interface SettingInfo {
  readonly name: string;
  readonly values: readonly string[];
  readonly default: string;
  readonly clause: string;
}

/** Something a seat may do at any time while its view lists it. */
export interface RightInfo {
  readonly name: string;
  readonly question: string;
}

/** A bot that people can play against; `face`: its face is at `/art/GAME/level-NAME.svg`. */
export interface LevelInfo {
  readonly name: string;
  readonly face: boolean;
}

/**
 * A game as the start page shows it.
 *
 * `counts` are the numbers of players it can have; `talk`: players talk in words of the game;
 * `real_time`: its own options are its clock, and a table's clock is not asked for;
 * `lessons` are the names of its lessons.
 */
export interface GameCard {
  readonly name: string;
  readonly version: number;
  readonly fewest: number;
  readonly most: number;
  readonly counts: readonly number[];
  readonly settings: readonly SettingInfo[];
  readonly levels: readonly LevelInfo[];
  readonly art: boolean;
  readonly talk: boolean;
  readonly real_time: boolean;
  readonly lessons: readonly string[];
}

/** Marks, such as those on armies: `counter` holds a bit for each of `names`, in order. */
export interface MarksInfo {
  readonly counter: string;
  readonly names: readonly string[];
}

/**
 * How many of each thing there are, such as cards of each clan in a hand that was shown.
 *
 * Each of `counters` holds a number for each of `names`: its digits to that base, in the order
 * of the names, the last one lowest.
 */
export interface TallyInfo {
  readonly counters: readonly string[];
  readonly names: readonly string[];
  readonly base: number;
}

/**
 * A game at a table of so many seats with these options: all that a view's numbers mean.
 *
 * `printed` is the number on each face, -1 where it has none; empty where no face has one.
 * `moments` are what a view's `moment` can be.
 */
export interface GameInfo {
  readonly name: string;
  readonly version: number;
  readonly seats: number;
  readonly faces: readonly string[];
  readonly printed: readonly number[];
  readonly zones: readonly ZoneInfo[];
  readonly counters: readonly string[];
  readonly sorts: readonly SortInfo[];
  readonly questions: readonly QuestionInfo[];
  readonly sentences: readonly SentenceInfo[];
  readonly rights: readonly RightInfo[];
  readonly remarks: readonly RemarkInfo[];
  readonly marks: readonly MarksInfo[];
  readonly tallies: readonly TallyInfo[];
  readonly moments: readonly string[];
}

/**
 * What is asked of a seat: answer with the number `ask`.
 *
 * A pick has `high` above 0: `items` are all that can be picked, and the answer is a list of
 * `low` to `high` of them. `position` tells apart several places that one seat plays.
 */
export interface OfferState {
  readonly ask: number;
  readonly key: string;
  readonly at: number;
  readonly options: readonly number[];
  readonly position: number;
  readonly low: number;
  readonly high: number;
  readonly items: readonly number[];
  readonly picked: readonly number[];
}

/** A right that holds now: its name, the stamp to send with it, its options. */
export type RightState = readonly [name: string, stamp: number, options: readonly number[]];

/** A step under way: its name, its arguments, and this seat's own answers in it. */
export type StepState = readonly [step: string, args: readonly number[], got: readonly unknown[]];

/** What this seat has chosen in the open step: the key of the question, the option or pick. */
export type ChosenState = readonly [key: string, answer: unknown];

/** Something a seat knows though it cannot see it: these faces lie somewhere in these zones. */
export type NoteState = readonly [faces: readonly number[], zones: readonly number[]];

/**
 * All that one seat may know now.
 *
 * `zones` are the faces in each zone, -1 where the seat cannot see; `waiting` are the seats
 * that have something to answer, as far as that is public; `given` are this seat's own sealed
 * answers as pairs (place in the ask, answer); `facts` is what the seat knows beyond what it
 * sees, in the engine's own terms, for bots; `notes` are the part of it that a player can use.
 * `steps` are for bots too: their names are the rules' own and may change. `moment` is what
 * the game calls the step under way, one of `game.moments`, or empty; `chosen` what this seat
 * has answered to the questions before the one that is offered.
 */
export interface ViewState {
  readonly seat: number;
  readonly zones: readonly (readonly number[])[];
  readonly count: readonly number[];
  readonly steps: readonly StepState[];
  readonly offers: readonly OfferState[];
  readonly given: readonly (readonly [number, unknown])[];
  readonly waiting: readonly number[];
  readonly answered: readonly number[];
  readonly counting: boolean;
  readonly rights: readonly RightState[];
  readonly facts: unknown;
  readonly notes: readonly NoteState[];
  readonly over: boolean;
  readonly winners: readonly number[];
  readonly back: boolean;
  readonly moment: string;
  readonly chosen: readonly ChosenState[];
}

/**
 * Something that happened, as this seat saw it: a verb and numbers, -1 for what it did not see.
 *
 * =======  ==============================================================
 * verb     numbers
 * =======  ==============================================================
 * move     source, index, target, index, face; an index in a hand is -1
 * show     zone, seats that saw it (bits), then index and face of each card
 * shuffle  zone
 * pour     source, target, then the faces
 * swap     zone, zone, whether they were swapped (-1: cannot know)
 * trade    source, target, face of each card
 * tell     number of the sentence, then its arguments
 * set      counter, value
 * deny     zone, then faces that do not lie there
 * limit    zone, the most that its cards count, then faces, each as often as it counts
 * end      nothing
 * =======  ==============================================================
 */
export type EventState = readonly [verb: string, args: readonly number[]];

/** Something said at the table: how much had happened before, by which seat, what. */
export type RemarkState = readonly [when: number, seat: number, kind: string, args: readonly number[], text: string];

/**
 * One of the strikes in a race for a right: by which seat, which option, and when.
 *
 * `at` is when it came in, from the first one on, `credit` how long it was surely under way,
 * both in microseconds and as the server measured them: `at` less `credit` decided. `basis`
 * is what caps the credit: `kernel`, `proxy` or `constant`; empty for a bot, which has none.
 */
export type StrikeState = readonly [seat: number, option: number, at: number, credit: number, basis: string];

/** Time for the step that is open: milliseconds left, out of so many. */
export interface ClockState {
  readonly left: number;
  readonly total: number;
}

/**
 * Who sits where.
 *
 * `kind` is what was seated; `stand_in` says that a bot plays for a person who is away, and
 * that person can come back at any time. `here`: connected now.
 */
export interface SeatState {
  readonly kind: "empty" | "person" | "bot";
  readonly name: string;
  readonly level: string;
  readonly here: boolean;
  readonly stand_in: boolean;
  readonly conceded: boolean;
  readonly host: boolean;
}

/**
 * A start under way. `phase` commit: commitments are awaited; open: shares are.
 *
 * `awaited` are the seats whose browsers are awaited, `left` the milliseconds they have.
 */
export interface DealingState {
  readonly phase: "commit" | "open";
  readonly awaited: readonly number[];
  readonly left: number;
}

/**
 * What proves the deal, told when the game has ended: see "Fair deals".
 *
 * `seated` are the names as they were dealt to. `hash` is that of the whole record, which the
 * server signed with `key`. Games that were dealt before players committed have format 1, and
 * no more than secret, shares and seed.
 */
export interface ProofState {
  readonly format: number;
  readonly secret: string;
  readonly shares: readonly string[];
  readonly seed: string;
  readonly seated: readonly string[];
  readonly hash: string;
  readonly key: string;
  readonly signature: string;
}

/** Somebody asks for a bot's seat (-1: any) in a game that runs; `number` is the request's. */
export interface AskingState {
  readonly number: number;
  readonly name: string;
  readonly seat: number;
}

/**
 * The table around the game, whole, whenever it changes.
 *
 * `can` are the commands that you may give now. `state` is open (before the start), playing,
 * over (played to its end) or closed (given up; `why` says how). `joining`: who lets somebody
 * have a bot's seat while the game runs (off, host, anybody); `asking` are those who wait for
 * it, and `knock` is the number of your own request, if you have one.
 *
 * `commit` is the server's commitment to the secret of start number `start`, `commits` are
 * the players', one a seat: empty where there is none yet, `-` where a seat adds nothing.
 * `dealing` is the start under way. `voids` names for each void start of this table whose
 * share was missing; `voids_before` counts those at earlier tables of its host.
 */
export interface TableState {
  readonly id: string;
  readonly code: string;
  readonly game: string;
  readonly version: number;
  readonly state: "open" | "playing" | "over" | "closed";
  readonly seats: readonly SeatState[];
  readonly options: Record<string, string>;
  readonly commit: string;
  readonly clock: string;
  readonly tempo: string;
  readonly private: boolean;
  readonly paused: boolean;
  readonly watchers: number;
  readonly time: ClockState | null;
  readonly ending: readonly number[];
  readonly winners: readonly number[];
  readonly why: string;
  readonly rematch: string;
  readonly proof: ProofState | null;
  readonly joining: string;
  readonly asking: readonly AskingState[];
  readonly knock: number;
  readonly can: readonly string[];
  readonly start: number;
  readonly commits: readonly string[];
  readonly dealing: DealingState | null;
  readonly voids: readonly (readonly string[])[];
  readonly voids_before: number;
}

/**
 * The first message: who you are here (`seat` -1: you watch), and the table.
 *
 * `seq` is the number of the last update of your stream; `game` is there once it has begun.
 */
export interface Welcome {
  readonly t: "welcome";
  readonly protocol: number;
  readonly build: string;
  readonly seat: number;
  readonly name: string;
  readonly table: TableState;
  readonly seq: number;
  readonly game: GameInfo | null;
}

/** The table around the game has changed; `seat` is yours. */
export interface TableChanged {
  readonly t: "table";
  readonly seat: number;
  readonly table: TableState;
}

/** Who is here has changed: how many watch, and the seats whose people came and went since. */
export interface Presence {
  readonly t: "presence";
  readonly watchers: number;
  readonly came: readonly number[];
  readonly went: readonly number[];
}

/** The game begins: what its numbers mean. The first update follows. */
export interface Started {
  readonly t: "started";
  readonly seat: number;
  readonly table: TableState;
  readonly game: GameInfo;
}

/**
 * Number `seq` of your stream: what happened, what was said, and the view after it.
 *
 * The first update after `hello` may be `fresh`: the view as it is now, with everything the
 * log needs in `events` (not to be animated) and the last 1,000 remarks. `seq` rises by one
 * otherwise. `happened` counts events from the start of the game, this update's included; of a
 * fresh update `numbers` says for each event how many had happened before it. Where somebody
 * used a right that only the first may use, `race` tells who struck when, the first one first.
 */
export interface Update {
  readonly t: "update";
  readonly seq: number;
  readonly happened: number;
  readonly events: readonly EventState[];
  readonly said: readonly RemarkState[];
  readonly view: ViewState;
  readonly clock: ClockState | null;
  readonly fresh: boolean;
  readonly numbers: readonly number[];
  readonly race: readonly StrikeState[];
}

/** Something said outside the game: before it, after it, or among those who watch. */
export interface Talk {
  readonly t: "talk";
  readonly name: string;
  readonly text: string;
  readonly watcher: boolean;
}

/** Why something was refused: a code, a sentence, the clause that forbids it (or none). */
export interface RefusalState {
  readonly code: string;
  readonly sentence: string;
  readonly clause: string;
  readonly args: readonly number[];
}

/**
 * The answer to your message `id`: taken, or refused and nothing changed.
 *
 * `ahead` is what tried answers would do: sentences, each its number and its arguments.
 */
export interface Reply {
  readonly t: "reply";
  readonly id: number;
  readonly ok: boolean;
  readonly refusal: RefusalState | null;
  readonly repeated: boolean;
  readonly link: string;
  readonly ahead: readonly (readonly number[])[];
}

/** The answer to a ping. */
export interface Pong {
  readonly t: "pong";
  readonly id: number;
}

/** Your time is nearly up: after `left` milliseconds the default is taken for you. */
export interface Warned {
  readonly t: "warned";
  readonly left: number;
}

/** The server hangs up. After restarting, too_fast and slow it makes sense to come back. */
export interface Bye {
  readonly t: "bye";
  readonly why: "restarting" | "too_fast" | "slow" | "old_client" | "no_such_table";
}

/**
 * The first message. `since` is the last update you have (-1: none), and `seat` is the seat
 * whose stream that is (-1: a watcher's); another seat's stream counts for nothing.
 *
 * A hello with fields of another version is read too, so that its client can be told.
 */
export interface Hello {
  readonly t: "hello";
  readonly protocol: number;
  readonly since?: number;
  readonly seat?: number;
}

/** Answer an ask with one of its options (or, for a pick, a list of items). */
export interface GiveAnswer {
  readonly t: "answer";
  readonly id: number;
  readonly ask: number;
  readonly answer: number | readonly number[];
}

/** Take back your last answer inside a step that has not acted yet. */
export interface GoBack {
  readonly t: "back";
  readonly id: number;
}

/** Use a right that your view lists. */
export interface UseRight {
  readonly t: "right";
  readonly id: number;
  readonly name: string;
  readonly stamp: number;
  readonly option: number;
}

/** Say something: free text (kind say), or a remark of the game with its numbers. */
export interface Say {
  readonly t: "say";
  readonly id: number;
  readonly text?: string;
  readonly kind?: string;
  readonly args?: readonly number[];
}

/** Why is this option not open to me? Answered with the refusal; nothing is done. */
export interface Why {
  readonly t: "why";
  readonly id: number;
  readonly ask: number;
  readonly answer: number | readonly number[];
}

/**
 * What would these answers do? The first is to the ask, the others to what the step asks then.
 *
 * The reply foretells it in sentences, or refuses as the answers would be; nothing is done.
 */
export interface TryOut {
  readonly t: "try";
  readonly id: number;
  readonly ask: number;
  readonly answers: readonly (number | readonly number[])[];
}

/**
 * Sit down at a free seat (-1: any), or during a game take over a bot's.
 *
 * Where `joining` is host, the latter is a request: it waits in `asking` until it is admitted.
 */
export interface Sit {
  readonly t: "sit";
  readonly id: number;
  readonly seat?: number;
  readonly name?: string;
}

/**
 * Commit to a share for the start of this number, before it is begun: see "Fair deals".
 *
 * `commit` is 64 hexadecimal digits, or `-` if you add nothing. The last one counts.
 */
export interface CommitTo {
  readonly t: "commit";
  readonly id: number;
  readonly start: number;
  readonly commit: string;
}

/**
 * Open the share that you committed to, once `dealing` is in its phase open.
 *
 * It is 32 to 128 hexadecimal digits. Empty: you cannot, and that start is void.
 */
export interface OpenShare {
  readonly t: "open";
  readonly id: number;
  readonly start: number;
  readonly share: string;
}

/**
 * A command that needs nothing more, one of those the table's `can` lists.
 *
 * leave: give up the seat; start; rematch; concede; end: offer (or agree) to end the game without
 * a winner; go_on: withdraw that; pause; resume; come_back: take the seat back from the bot that
 * plays it meanwhile; move_seat: a link (in the reply) that takes your seat to another device.
 */
export interface Do {
  readonly t: "do";
  readonly id: number;
  readonly what: "leave" | "start" | "rematch" | "concede" | "end" | "go_on" | "pause" | "resume" | "come_back" | "move_seat";
}

/** Take the seat that a move_seat link stands for. */
export interface TakeSeat {
  readonly t: "take_seat";
  readonly id: number;
  readonly token: string;
}

/** Let somebody who asks have a bot's seat, or turn them away for the rest of the game. */
export interface Admit {
  readonly t: "admit";
  readonly id: number;
  readonly number: number;
  readonly yes: boolean;
}

/**
 * The host arranges the table before the start: one of these at a time.
 *
 * bot: seat a bot of this level (empty: clear the seat); remove: send away who sits there;
 * swap: two seats change places; set: size, options, clock, tempo, private, joining.
 */
export interface Arrange {
  readonly t: "arrange";
  readonly id: number;
  readonly what: "bot" | "remove" | "swap" | "set";
  readonly seat?: number;
  readonly other?: number;
  readonly level?: string;
  readonly size?: number;
  readonly options?: Record<string, string> | null;
  readonly clock?: string;
  readonly tempo?: string;
  readonly private?: boolean | null;
  readonly joining?: string;
}

/** Answered at once; for measuring the round trip. */
export interface Ping {
  readonly t: "ping";
  readonly id: number;
}

/**
 * POST /api/tables: open a table; you are its host and sit at its first seat.
 *
 * `seats` 0 means the game's usual number; `bots` names a level that fills the other seats.
 */
export interface NewTable {
  readonly game: string;
  readonly name: string;
  readonly seats?: number;
  readonly options?: Record<string, string>;
  readonly bots?: string;
  readonly private?: boolean;
  readonly clock?: string;
  readonly tempo?: string;
  readonly joining?: string;
}

/** The table that was opened; the commitment comes before any randomness of yours is sent. */
export interface Opened {
  readonly table: string;
  readonly code: string;
  readonly commit: string;
}

/** A table in a list. `seat` is yours (-1: none), `asked`: it waits for you. */
export interface TableCard {
  readonly id: string;
  readonly game: string;
  readonly state: string;
  readonly names: readonly string[];
  readonly free: number;
  readonly bots: number;
  readonly size: number;
  readonly seat: number;
  readonly asked: boolean;
  readonly since: number;
}

/** Who the cookie (or the bearer token) says you are; `name` is empty before you chose one. */
export interface Me {
  readonly name: string;
}

/** POST /api/me: the name you go by from now on. */
export interface Rename {
  readonly name: string;
}

/** GET /api/front: all that the start page shows; `address` is what links begin with. */
export interface Front {
  readonly protocol: number;
  readonly build: string;
  readonly address: string;
  readonly languages: readonly string[];
  readonly clocks: readonly string[];
  readonly tempos: readonly string[];
  readonly games: readonly GameCard[];
  readonly me: Me;
  readonly mine: readonly TableCard[];
  readonly open: readonly TableCard[];
}

/** GET /api/code/CODE: the table behind a short code. */
export interface Found {
  readonly table: string;
}

/**
 * A key that signs records, or did until it was retired.
 *
 * Times are milliseconds since 1970; 0: it is not retired.
 */
export interface KeyState {
  readonly key: string;
  readonly made: number;
  readonly retired: number;
}

/** GET /api/keys: the Ed25519 keys of this server, in hexadecimal, the one that signs first. */
export interface KeyList {
  readonly keys: readonly KeyState[];
}

/** What any HTTP request gets that cannot be served. */
export interface Problem {
  readonly refusal: RefusalState;
}

/** How much a bot searched for its answer: simulations planned, and done in its time. */
export interface SearchedState {
  readonly planned: number;
  readonly done: number;
}

/**
 * A moment of a replay: the move as the record spells it, what happened, the view after.
 *
 * `truths` has for each remark of `said` whether it was true; null: it claimed nothing.
 * `searched` is there where the answer was found by a search.
 */
export interface Frame {
  readonly move: string;
  readonly seat: number;
  readonly events: readonly EventState[];
  readonly said: readonly RemarkState[];
  readonly view: ViewState;
  readonly truths: readonly (boolean | null)[];
  readonly searched: SearchedState | null;
}

/** GET /api/tables/ID/replay?eyes=SEAT|watch|all, of a game that has ended. */
export interface ReplayState {
  readonly table: TableState;
  readonly game: GameInfo;
  readonly eyes: string;
  readonly frames: readonly Frame[];
}

/** A lesson and all that is said in it, by the keys that `LessonState` names. */
export interface LessonText {
  readonly name: string;
  readonly texts: Record<string, string>;
}

/** GET /api/learn/GAME?language=fr: the lessons of a game, in the order of learning. */
export interface LessonList {
  readonly game: string;
  readonly language: string;
  readonly lessons: readonly LessonText[];
}

/** In a lesson: what was said has been read. */
export interface GoOn {
  readonly t: "next";
  readonly id: number;
}

/**
 * POST /api/learn/GAME/LESSON: all that was done in the lesson so far, wrong answers left out.
 *
 * Nothing of a lesson is kept on the server: the same things done lead to the same place.
 */
export interface Taken {
  readonly did: readonly (GoOn | GiveAnswer | GoBack | UseRight | Say | Why | TryOut)[];
}

/** What was said: a sentence (`says`), why an answer was right, what was `heard`. */
export type SaidState = readonly [kind: "says" | "why" | "heard", key: string];

/**
 * Where a lesson stands after the last thing that was done.
 *
 * `waits`: for what; `said`: what was said since the thing done before. An answer that the
 * rules forbid has a `refusal`; one that the lesson does not want is `wrong`, which names the
 * text (empty: the lesson has none for it). Neither counts: leave it out of what was done.
 * `ahead` answers `try`.
 */
export interface LessonState {
  readonly table: TableState;
  readonly game: GameInfo;
  readonly seat: number;
  readonly update: Update;
  readonly waits: "next" | "do" | "play" | "done";
  readonly part: number;
  readonly parts: number;
  readonly said: readonly SaidState[];
  readonly refusal: RefusalState | null;
  readonly wrong: string | null;
  readonly ahead: readonly (readonly number[])[];
}

/** A piece of text and its style: "", b, i, code, mark or clause. */
export type Span = readonly [text: string, style: string];

/** A block of a rules page: h (level 1 to 4), p, li, or a table row; `clause` names its id. */
export interface Block {
  readonly kind: "h1" | "h2" | "h3" | "h4" | "p" | "li" | "th" | "tr";
  readonly spans: readonly Span[];
  readonly cells: readonly (readonly Span[])[];
  readonly clause: string;
}

/** GET /api/rules/GAME?language=fr: the rules, block by block. */
export interface RulesPage {
  readonly game: string;
  readonly language: string;
  readonly blocks: readonly Block[];
}

export type FromClient =
  | Hello
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
  | Ping;

export type FromServer =
  | Welcome
  | TableChanged
  | Presence
  | Started
  | Update
  | Talk
  | Reply
  | Pong
  | Warned
  | Bye;

/** Fields the server leaves out where they have their default, and nested structs. */
export const SHAPES = {
  "OfferState": {
    "defaults": {
      "position": -1,
      "low": 0,
      "high": 0,
      "items": [],
      "picked": []
    },
    "parts": {}
  },
  "ViewState": {
    "defaults": {
      "steps": [],
      "offers": [],
      "given": [],
      "waiting": [],
      "answered": [],
      "counting": false,
      "rights": [],
      "facts": [],
      "notes": [],
      "over": false,
      "winners": [],
      "back": false,
      "moment": "",
      "chosen": []
    },
    "parts": {
      "offers": "OfferState"
    }
  },
  "SeatState": {
    "defaults": {
      "name": "",
      "level": "",
      "here": false,
      "stand_in": false,
      "conceded": false,
      "host": false
    },
    "parts": {}
  },
  "ProofState": {
    "defaults": {
      "seated": [],
      "hash": "",
      "key": "",
      "signature": ""
    },
    "parts": {}
  },
  "TableState": {
    "defaults": {
      "private": false,
      "paused": false,
      "watchers": 0,
      "time": null,
      "ending": [],
      "winners": [],
      "why": "",
      "rematch": "",
      "proof": null,
      "joining": "host",
      "asking": [],
      "knock": 0,
      "can": [],
      "start": 1,
      "commits": [],
      "dealing": null,
      "voids": [],
      "voids_before": 0
    },
    "parts": {
      "seats": "SeatState",
      "proof": "ProofState"
    }
  },
  "Welcome": {
    "defaults": {},
    "parts": {
      "table": "TableState"
    }
  },
  "TableChanged": {
    "defaults": {},
    "parts": {
      "table": "TableState"
    }
  },
  "Presence": {
    "defaults": {
      "watchers": 0,
      "came": [],
      "went": []
    },
    "parts": {}
  },
  "Started": {
    "defaults": {},
    "parts": {
      "table": "TableState"
    }
  },
  "Update": {
    "defaults": {},
    "parts": {
      "view": "ViewState"
    }
  },
  "Reply": {
    "defaults": {
      "refusal": null,
      "repeated": false,
      "link": "",
      "ahead": []
    },
    "parts": {}
  },
  "Frame": {
    "defaults": {},
    "parts": {
      "view": "ViewState"
    }
  },
  "ReplayState": {
    "defaults": {},
    "parts": {
      "table": "TableState",
      "frames": "Frame"
    }
  },
  "LessonState": {
    "defaults": {},
    "parts": {
      "table": "TableState",
      "update": "Update"
    }
  },
  "Block": {
    "defaults": {
      "spans": [],
      "cells": [],
      "clause": ""
    },
    "parts": {}
  },
  "RulesPage": {
    "defaults": {},
    "parts": {
      "blocks": "Block"
    }
  }
} as const;
