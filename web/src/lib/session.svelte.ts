/**
 * A table as the pages and the board see it. Two things are one: a live table (`TableSession`) and
 * a replay (`ReplaySession` in replay.svelte.ts); a board takes either as a `Session`.
 *
 * Updates come in their order and are shown one at a time. While nobody presents them they are
 * shown at once. A board that animates sets `session.presenter`: it is called with each update and
 * the session waits for it. Inside, `scene.show()` makes `view`, `log` and `clock` those after the
 * update (it is called for you at the end if you did not), so that a board can look at its cards
 * before and after:
 *
 *     session.presenter = async (scene) => {
 *       const before = snapshot(root);
 *       scene.show();
 *       await tick();
 *       await fly(root, before, scene.events);
 *     };
 */
import type {
  Answer,
  Arrange,
  Bye,
  ClockState,
  Do,
  EventState,
  FromServer,
  GameInfo,
  Presence,
  RefusalState,
  RemarkState,
  Reply,
  StrikeState,
  TableState,
  Update,
  ViewState,
  Welcome,
} from '../protocol';
import { begin } from './busy';
import { keptHash, Sharer } from './shares';
import { TableSocket, type Connection, type Request } from './socket.svelte';
import { speakRefusal } from './refusals';
import { nameOf } from './seats';
import { Texting } from './texting.svelte';
import { toasts } from './toasts.svelte';
import type { Words } from './words.svelte';

/** A line of the log. `at` counts events from the start; what was said stands after that many. */
export type LogLine =
  | { readonly kind: 'event'; readonly at: number; readonly event: EventState }
  | { readonly kind: 'said'; readonly at: number; readonly remark: RemarkState; readonly truth?: boolean | null };

/** Something said outside the game. */
export interface TalkLine {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly watcher: boolean;
}

/** A clock that runs: it ends at `until` on the clock of `performance.now()`. */
export interface RunningClock {
  readonly until: number;
  readonly total: number;
}

/** An update that is to be shown. */
export interface Scene {
  readonly events: readonly EventState[];
  readonly said: readonly RemarkState[];
  /** The view that is shown now; null before the first. */
  readonly before: ViewState | null;
  readonly after: ViewState;
  /** How many updates wait behind this one: hurry when there are many. */
  readonly behind: number;
  /** Show what is after it. */
  show(): void;
}

/** Shows one update, and comes back when the next may be shown. */
export type Presenter = (scene: Scene) => Promise<void>;

/** What tried answers would do: sentences, each its number and its arguments; or a refusal. */
export interface Foreseen {
  readonly ahead: readonly (readonly number[])[];
  readonly refusal: RefusalState | null;
}

export type What = Do['what'];
export type Arrangement = Omit<Arrange, 't' | 'id'>;

/** What a board needs; everything that can be read here is reactive. */
export interface Session {
  readonly kind: 'live' | 'replay';
  readonly table: TableState;
  /** Whose eyes: a seat, or -1 for one who watches. */
  readonly seat: number;
  /** The name we go by; empty where we have none yet. */
  name: string;
  /** A lesson: somebody explains what is to be done, so nothing else need. */
  readonly taught?: boolean;
  /** What the numbers mean; null before the game has begun. */
  readonly game: GameInfo | null;
  /** The game's words for this reader; null until they are here. */
  readonly words: Words | null;
  /** The players' names by seat. */
  readonly names: readonly string[];
  /** The view that is shown. */
  readonly view: ViewState | null;
  /** The newest view that is known; what is shown may lag behind it. */
  readonly latest: ViewState | null;
  /** All that has happened and was said in the game, as far as it is shown. */
  readonly log: readonly LogLine[];
  /** Said outside the game: before it, after it, among those who watch. */
  readonly talk: readonly TalkLine[];
  /** The clock of the step that is open. */
  readonly clock: RunningClock | null;
  /** Who struck when in the last race that was decided here, the first one first. */
  readonly race: readonly StrikeState[];
  /** The server has warned that our time is nearly up. */
  readonly warned: boolean;
  readonly connection: Connection;
  /** Milliseconds to the server and back. */
  readonly rtt: number;
  /** An answer of ours is on its way: offer nothing until it has arrived. */
  readonly busy: boolean;
  /** Nothing waits to be shown. */
  readonly settled: boolean;
  /** How many events there have been up to what is shown; all who are at the table count the same. */
  readonly happened: number;
  presenter: Presenter | null;

  /** Whether the server takes this command from us now. */
  may(what: string): boolean;
  /** Answer an ask. Refusals are shown as a toast; true if it was taken. */
  answer(ask: number, answer: Answer): Promise<boolean>;
  /** Take back our last answer of this step. */
  back(): Promise<boolean>;
  /** Use a right that the view lists. */
  right(name: string, stamp: number, option: number): Promise<boolean>;
  /** Say something to the table. */
  say(text: string): Promise<boolean>;
  /** Make a remark of the game, with its numbers. */
  remark(kind: string, args: readonly number[]): Promise<boolean>;
  /** Why an answer is not open to us; null if it is. */
  why(ask: number, answer: Answer): Promise<RefusalState | null>;
  /** What answers to one step would do, one after the other; or why not. Nothing is done. */
  tryOut(ask: number, answers: readonly Answer[]): Promise<Foreseen>;
  do(what: What): Promise<Reply>;
}

/** What may be refused today and taken in a moment. */
const TRY_AGAIN = ['cannot_store', 'too_fast'];
const TRY_AGAIN_AFTER = 1_000;
/** A presenter that hangs must not stop the game. */
const LONGEST_SCENE = 30_000;
/** More than so many updates behind, they are shown without being presented. */
const TOO_FAR_BEHIND = 12;

/** A live table. */
export class TableSession implements Session {
  readonly kind = 'live';
  table: TableState = $state.raw() as TableState;
  seat = $state(-1);
  /** Our own name here. */
  name = $state('');
  /** We had a seat and have it no longer: it went to another device, or is free again. */
  dropped = $state<'' | 'moved' | 'removed'>('');
  game = $state.raw<GameInfo | null>(null);
  view = $state.raw<ViewState | null>(null);
  latest = $state.raw<ViewState | null>(null);
  log = $state.raw<readonly LogLine[]>([]);
  talk = $state.raw<readonly TalkLine[]>([]);
  clock = $state.raw<RunningClock | null>(null);
  race = $state.raw<readonly StrikeState[]>([]);
  warned = $state(false);
  /** The server has a newer client than this page: it should be loaded again soon. */
  outdated = $state(false);
  settled = $state(true);
  happened = $state(0);
  presenter: Presenter | null = null;

  readonly #socket: TableSocket;
  readonly #texting: Texting;
  readonly #sharer = new Sharer();
  #waiting = $state(0);
  #queue: Update[] = [];
  #seq = -1;
  #talked = 0;
  #leaving = false;
  #build = '';

  /** @param table as the server described it to us before we sat down */
  constructor(table: TableState) {
    this.table = table;
    this.#texting = new Texting(() => ({ game: table.game, info: this.game, names: this.names, me: this.seat }));
    this.#socket = new TableSocket(table.id, {
      hello: () => ({ since: this.#seq, seat: this.seat }),
      message: (message) => this.#heard(message),
    });
    this.#socket.open();
  }

  get names(): readonly string[] {
    return this.table.seats.map(nameOf);
  }
  get words(): Words | null {
    return this.#texting.words;
  }
  get connection(): Connection {
    return this.#socket.state;
  }
  /** Why the server hung up; empty where it did not. */
  get bye(): Bye['why'] | '' {
    return this.#socket.bye;
  }
  get rtt(): number {
    return this.#socket.rtt;
  }
  get busy(): boolean {
    return this.#waiting > 0;
  }

  may(what: string): boolean {
    return this.table.can.includes(what);
  }

  async answer(ask: number, answer: Answer): Promise<boolean> {
    this.#waiting++;
    const reply = await this.#ask({ t: 'answer', ask, answer });
    this.#waiting--;
    return reply.ok;
  }

  async back(): Promise<boolean> {
    return (await this.#ask({ t: 'back' })).ok;
  }

  async right(name: string, stamp: number, option: number): Promise<boolean> {
    return (await this.#ask({ t: 'right', name, stamp, option })).ok;
  }

  async say(text: string): Promise<boolean> {
    return (await this.#ask({ t: 'say', text })).ok;
  }

  async remark(kind: string, args: readonly number[]): Promise<boolean> {
    return (await this.#ask({ t: 'say', kind, args })).ok;
  }

  async why(ask: number, answer: Answer): Promise<RefusalState | null> {
    const reply = await this.#socket.ask({ t: 'why', ask, answer });
    return reply.refusal;
  }

  async tryOut(ask: number, answers: readonly Answer[]): Promise<Foreseen> {
    const { ahead, refusal } = await this.#socket.ask({ t: 'try', ask, answers });
    return { ahead, refusal };
  }

  do(what: What): Promise<Reply> {
    this.#leaving = what === 'leave';
    return this.#ask({ t: 'do', what });
  }

  /** Sit down at a free seat (-1: any of them), or take over a bot's. */
  async sit(seat: number, name: string): Promise<boolean> {
    return (await this.#ask({ t: 'sit', seat, name })).ok;
  }

  /** Let somebody who asks have a bot's seat, or turn them away. */
  admit(number: number, yes: boolean): Promise<Reply> {
    return this.#ask({ t: 'admit', number, yes });
  }

  /** Change something about the table before the start. */
  async arrange(arrangement: Arrangement): Promise<boolean> {
    return (await this.#ask({ t: 'arrange', ...arrangement })).ok;
  }

  /** Take the seat that a link from another device stands for. */
  takeSeat(token: string): Promise<Reply> {
    return this.#socket.ask({ t: 'take_seat', token });
  }

  /** Try to connect now rather than later. */
  retry(): void {
    this.#socket.retry();
  }

  /** Leave the page: hang up. */
  close(): void {
    this.#socket.close();
    this.#texting.stop();
  }

  /** A refusal in words, as a toast. */
  complain(refusal: RefusalState): void {
    toasts.show(speakRefusal(refusal, this.words), 'refusal', refusal.clause);
  }

  /** Do what a fair deal needs of this browser: commit, open, keep what was told at the end. */
  async #share(): Promise<void> {
    keptHash(this.table.id, this.table.proof?.hash ?? '');
    const said = this.#sharer.answer(this.table, this.seat);
    if (!said) return;
    const { refusal } = await this.#socket.ask(said);
    if (!refusal || !TRY_AGAIN.includes(refusal.code)) return;
    await sleep(TRY_AGAIN_AFTER);
    this.#sharer.again();
    await this.#share();
  }

  async #ask(message: Request): Promise<Reply> {
    const reply = await this.#socket.ask(message);
    if (reply.refusal) this.complain(reply.refusal);
    return reply;
  }

  #heard(message: FromServer): void {
    if (message.t === 'welcome') this.#welcomed(message);
    else if (message.t === 'update') this.#updated(message);
    else if (message.t === 'warned') this.warned = true;
    else if (message.t === 'talk') this.talk = [...this.talk, { ...message, id: this.#talked++ }];
    else if (message.t === 'table') this.#seated(message.seat, message.table);
    else if (message.t === 'presence') this.table = attended(this.table, message);
    else if (message.t === 'started') {
      this.game = message.game;
      this.#seated(message.seat, message.table);
    }
  }

  /** The table around the game; a pause stops the clock, and the end of one sets it anew. */
  #seated(seat: number, table: TableState): void {
    if (seat >= 0) this.dropped = '';
    else if (this.seat >= 0 && !this.#leaving) this.dropped = this.#whyDropped(table);
    [this.seat, this.table] = [seat, table];
    this.name = table.seats[seat]?.name || this.name; // one can get it by sitting down
    queueMicrotask(() => void this.#share()); // by then a new connection counts as one
    if (this.settled) this.clock = running(table.time, performance.now());
  }

  #whyDropped(table: TableState): 'moved' | 'removed' {
    const name = this.names[this.seat];
    return table.seats.some((one) => one.kind === 'person' && one.name === name) ? 'moved' : 'removed';
  }

  #welcomed(message: Welcome): void {
    if (message.seat !== this.seat) this.#forget();
    this.#sharer.again();
    this.name = message.name;
    this.talk = []; // what was said last follows
    this.outdated ||= this.#build !== '' && this.#build !== message.build;
    this.#build = message.build;
    this.#seated(message.seat, message.table);
    if (message.game) this.game = message.game;
  }

  /** Another seat is another stream: nothing of the old one counts. */
  #forget(): void {
    this.#queue = [];
    this.#seq = -1;
  }

  #updated(update: Update): void {
    if (!update.fresh && update.seq <= this.#seq) return;
    this.#seq = update.seq;
    this.latest = update.view;
    if (update.fresh) this.#queue = [];
    this.#queue.push(update);
    if (this.settled) void this.#present();
  }

  async #present(): Promise<void> {
    this.settled = false;
    const shown = begin('showing');
    for (let update = this.#queue.shift(); update; update = this.#queue.shift()) {
      const scene = this.#scene(update);
      const calm = !update.fresh && this.#queue.length < TOO_FAR_BEHIND && !document.hidden;
      if (this.presenter && calm) await Promise.race([this.presenter(scene).catch(report), sleep(LONGEST_SCENE)]);
      scene.show();
    }
    this.settled = true;
    shown();
  }

  #scene(update: Update): Scene {
    const arrived = performance.now();
    let shown = false;
    const show = (): void => {
      if (!shown) this.#show(update, arrived);
      shown = true;
    };
    const { events, said, view: after } = update;
    return { events, said, before: this.view, after, behind: this.#queue.length, show };
  }

  #show(update: Update, arrived: number): void {
    const lines = linesOf(update);
    this.log = update.fresh ? lines : [...this.log, ...lines];
    if (update.race.length) this.race = update.race;
    this.view = update.view;
    this.happened = update.happened;
    this.warned = false;
    this.clock = running(update.clock, arrived);
  }
}

function running(clock: ClockState | null, since: number): RunningClock | null {
  return clock && { until: since + clock.left, total: clock.total };
}

/** The same table after some came and some went. */
function attended(table: TableState, { watchers, came, went }: Presence): TableState {
  const seats = table.seats.map((seat, at) => ({ ...seat, here: came.includes(at) || (seat.here && !went.includes(at)) }));
  return { ...table, watchers, seats };
}

/** The lines of an update: its events, and what was said between them. */
export function linesOf(update: Update): LogLine[] {
  const first = update.happened - update.events.length;
  const events = update.events.map((event, at): LogLine => ({ kind: 'event', at: update.numbers[at] ?? first + at, event }));
  const said = update.said.map((remark): LogLine => ({ kind: 'said', at: remark[0], remark }));
  return merge(events, said);
}

/** Both in the order in which they happened; what was said at `n` stands after `n` events. */
export function merge(events: readonly LogLine[], said: readonly LogLine[]): LogLine[] {
  const rank = (line: LogLine) => (line.kind === 'said' ? line.at - 0.5 : line.at);
  return [...events, ...said].sort((a, b) => rank(a) - rank(b));
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, milliseconds));
}

/** A fault of a board must not stop the game. */
function report(fault: unknown): void {
  console.error(fault);
}
