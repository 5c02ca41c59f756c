/**
 * What has just happened, for as long as it stands on the table: signals on their senders, the call
 * and what came of it, a token in flight. It is read from the log as that grows, and never from a
 * log that was sent anew: what is old is not shown again.
 */
import type { LogLine } from '../../../lib/session.svelte';
import type { EventState, GameInfo, RemarkState, StrikeState, ViewState } from '../../../protocol';

export interface Signal {
  readonly id: number;
  readonly seat: number;
  readonly remark: RemarkState;
}

/** A sentence of the log. */
export interface Line {
  readonly key: string;
  readonly number: number;
  readonly args: readonly number[];
}

export interface Call {
  readonly id: number;
  readonly seat: number;
  /** 0: Ninjaaaa; 1: Attack. */
  readonly call: number;
  /** The clans that were found complete. */
  readonly clans: readonly number[];
  /** Known to be right or wrong. */
  readonly right: boolean;
  readonly wrong: boolean;
  /** What it paid or cost. */
  readonly lines: readonly Line[];
  /** Who struck when, the first one first; empty where nothing is known of it. */
  readonly race: readonly StrikeState[];
}

/** A throw; lengths in millimetres, to the right and away from the thrower. */
export interface Throw {
  readonly id: number;
  readonly seat: number;
  /** The clan of the token. */
  readonly clan: number;
  readonly box: Point;
  readonly fall: Point;
  readonly rest: Point;
  readonly bounces: number;
  /** The sentence that tells how it ended. */
  readonly result: string;
}
export interface Point {
  readonly side: number;
  readonly far: number;
}

const AFTER = ['gains', 'supply_empty', 'loses', 'penalised', 'wins'];
/** Why a call was wrong. */
export const WRONG = ['nothing', 'not_in_one_hand', 'no_prey'];
const RESULTS = ['lands', 'bounces_in', 'misses', 'bounces_out'];
/** How long things stand, in milliseconds. */
const SIGNAL = 4000;
const CALL = 7000;
const THROW = 3600;

export class Moments {
  /** The last signal of each seat, while it is seen. */
  signals = $state.raw<ReadonlyMap<number, Signal>>(new Map());
  call = $state.raw<Call | null>(null);
  /** Whether the call stands open on the table. */
  open = $state(false);
  /** Somebody here reads it, for as long as they like. */
  reading = $state(false);
  thrown = $state.raw<Throw | null>(null);
  /** A token is in the air: what comes of it is not given away. */
  flying = $state(false);
  /** Called with every sentence as it comes. */
  onTell: (key: string, args: readonly number[]) => void = () => undefined;
  onSignal: (remark: RemarkState) => void = () => undefined;

  readonly #game: GameInfo;
  #read = -1;
  #last: LogLine | undefined;
  #count: number[] = [];
  #race: readonly StrikeState[] = [];
  #made = 0;
  /** Tokens are thrown: what is lost now is not the call's doing. */
  #throwing = false;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(game: GameInfo) {
    this.#game = game;
  }

  /** The log has grown, or was sent anew. */
  meet(log: readonly LogLine[], view: ViewState, race: readonly StrikeState[]): void {
    const goesOn = this.#read >= 0 && log.length >= this.#read && (this.#read === 0 || log[this.#read - 1] === this.#last);
    const fresh = goesOn ? log.slice(this.#read) : [];
    for (const line of fresh) this.#take(line);
    if (goesOn && race !== this.#race) this.#change({ race });
    this.#race = race;
    if (!goesOn) this.#count = [...view.count];
    [this.#read, this.#last] = [log.length, log.at(-1)];
  }

  /** Nothing stands any more. */
  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Open the call to read it, or fold it. */
  toggle(): void {
    this.#forget('call');
    this.reading = !this.reading;
    this.open = this.reading;
  }

  #take(line: LogLine): void {
    if (line.kind === 'said') this.#signal(line.remark);
    else this.#event(line.event);
  }

  #signal(remark: RemarkState): void {
    const [, seat] = remark;
    const id = ++this.#made;
    this.signals = new Map(this.signals).set(seat, { id, seat, remark });
    this.onSignal(remark);
    this.#later(`signal-${seat}`, SIGNAL, () => {
      const rest = new Map(this.signals);
      rest.delete(seat);
      this.signals = rest;
    });
  }

  #event([verb, args]: EventState): void {
    const [first = -1, ...rest] = args;
    if (verb === 'set') {
      this.#count[first] = rest[0] ?? 0;
      this.#measure();
    }
    const key = verb === 'tell' ? this.#game.sentences[first]?.key : undefined;
    if (key) this.#tell({ key, number: first, args: rest });
  }

  #tell(line: Line): void {
    const { key, args } = line;
    if (key === 'calls') this.#calls(args);
    else if (key === 'complete') this.#change({ right: true, clans: [...(this.call?.clans ?? []), args[1] ?? -1] });
    else if (WRONG.includes(key)) this.#change({ wrong: true });
    else if (AFTER.includes(key) && !this.#throwing) this.#change({ lines: [...(this.call?.lines ?? []), line] });
    if (key === 'throws') this.#throws(args);
    else if (RESULTS.includes(key) && this.thrown) this.thrown = { ...this.thrown, result: key };
    this.onTell(key, args);
  }

  #calls([seat = -1, call = 0]: readonly number[]): void {
    this.call = { id: ++this.#made, seat, call, clans: [], right: false, wrong: false, lines: [], race: [] };
    [this.open, this.reading, this.#throwing] = [true, false, false];
    this.#later('call', CALL, () => (this.open = false));
  }

  #change(news: Partial<Call>): void {
    if (this.call) this.call = { ...this.call, ...news };
  }

  #throws([seat = -1, clan = -1]: readonly number[]): void {
    const here = { side: 0, far: 0 };
    [this.open, this.reading, this.#throwing] = [false, false, true];
    this.thrown = { id: ++this.#made, seat, clan, box: this.#at('box'), fall: here, rest: here, bounces: 0, result: '' };
    this.#later('throw', THROW, () => ([this.thrown, this.flying] = [null, false]));
  }

  /** While a throw is told, its counters follow one by one. */
  #measure(): void {
    if (!this.thrown || this.thrown.result) return;
    this.thrown = { ...this.thrown, fall: this.#at('fall'), rest: this.#at('rest'), bounces: this.#value('bounces') };
  }

  #at = (what: string): Point => ({ side: this.#value(`${what}-side`), far: this.#value(`${what}-far`) });
  #value = (name: string): number => this.#count[this.#game.counters.indexOf(name)] ?? 0;

  #later(name: string, time: number, work: () => void): void {
    this.#forget(name);
    this.#timers.set(name, setTimeout(work, time));
  }
  #forget(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}
