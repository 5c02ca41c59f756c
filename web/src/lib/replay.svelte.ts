/** A game that has ended, moment by moment, as a `Session`: boards show it like a live one. */
import type { ReplayState, SearchedState, ViewState } from '../protocol';
import { api } from './api';
import { LoneSession } from './lone.svelte';
import { prefs } from './prefs.svelte';
import { nameOf } from './seats';
import { merge, type Foreseen, type LogLine, type Session } from './session.svelte';

/** Whose eyes: a seat's number as text, `watch`, or `all` for every card open. */
export type Eyes = string;

/** Milliseconds that a moment stands while the replay runs by itself. */
const PACE = { slow: 2400, normal: 1300, fast: 500, instant: 120 } as const;

/** What a replay of somebody's eyes looks like from the server. */
export function fetchReplay(id: string, eyes: Eyes): Promise<ReplayState> {
  return api.replay(id, eyes);
}

export class ReplaySession extends LoneSession<ReplayState> implements Session {
  readonly kind = 'replay';
  name = '';
  /** The moment that is shown: 0 is the deal. */
  at = $state(0);
  playing = $state(false);
  readonly busy = false;
  #journey = 0;
  /** Where each moment's events begin, counted from the start. */
  readonly #starts: readonly number[] = $derived(startsOf(this.state));
  readonly log: readonly LogLine[] = $derived(this.#lines());

  constructor(state: ReplayState) {
    super(state);
    this.view = state.frames[0]?.view ?? null;
  }

  get eyes(): Eyes {
    return this.state.eyes;
  }
  get seat(): number {
    return /^\d+$/.test(this.eyes) ? Number(this.eyes) : -1;
  }
  get names(): readonly string[] {
    return this.table.seats.map(nameOf);
  }
  get latest(): ViewState | null {
    return this.view;
  }
  get happened(): number {
    return this.log.filter(({ kind }) => kind === 'event').length;
  }
  get length(): number {
    return this.state.frames.length;
  }
  /** The move that led to the moment shown, as the record spells it. */
  get move(): string {
    return this.state.frames[this.at]?.move ?? '';
  }

  /** How much a bot searched for that move; null where it was none that did. */
  get searched(): SearchedState | null {
    return this.state.frames[this.at]?.searched ?? null;
  }

  /** See the same moment through other eyes. */
  async look(eyes: Eyes): Promise<void> {
    this.state = await fetchReplay(this.table.id, eyes);
    this.jump(this.at);
  }

  /** Go to a moment at once; what was on its way no longer counts. */
  jump(at: number): void {
    this.#journey++;
    this.#arrive(at);
  }

  /** Go on by one moment, with everything that moves in it; who is in a hurry sees no flights. */
  async forward(): Promise<void> {
    const [to, frame] = [this.at + 1, this.state.frames[this.at + 1]];
    if (!frame) return;
    if (!this.settled) return this.jump(to);
    const journey = ++this.#journey;
    const show = (): void => {
      if (journey === this.#journey && this.at !== to) this.#arrive(to);
    };
    const { events, said, view: after } = frame;
    await this.present({ events, said, after, show });
  }

  #arrive(at: number): void {
    this.at = Math.max(0, Math.min(at, this.length - 1));
    this.view = this.state.frames[this.at]?.view ?? null;
  }

  /** Let it run, or stop it. */
  async play(on: boolean): Promise<void> {
    if (on && this.at >= this.length - 1) this.jump(0);
    this.playing = on;
    while (this.playing && this.at < this.length - 1) {
      const began = performance.now();
      await this.forward();
      await sleep(Math.max(80, PACE[prefs.speed] - (performance.now() - began)));
    }
    this.playing = false;
  }

  override close(): void {
    this.playing = false;
    super.close();
  }

  /** How much had happened when the moment shown was over. */
  #lines(): LogLine[] {
    return this.state.frames.slice(0, this.at + 1).flatMap((frame, n) => {
      const first = this.#starts[n] ?? 0;
      const events = frame.events.map((event, at): LogLine => ({ kind: 'event', at: first + at, event }));
      return merge(events, frame.said.map((remark, at): LogLine => ({ kind: 'said', at: remark[0], remark, truth: frame.truths[at] ?? null })));
    });
  }

  // Nothing can be done in the past.
  may = (): boolean => false;
  answer = (): Promise<boolean> => Promise.resolve(false);
  back = (): Promise<boolean> => Promise.resolve(false);
  right = (): Promise<boolean> => Promise.resolve(false);
  say = (): Promise<boolean> => Promise.resolve(false);
  remark = (): Promise<boolean> => Promise.resolve(false);
  why = (): Promise<null> => Promise.resolve(null);
  tryOut = (): Promise<Foreseen> => Promise.resolve({ ahead: [], refusal: null });
}

function startsOf(state: ReplayState): number[] {
  let sum = 0;
  return state.frames.map((frame) => {
    const first = sum;
    sum += frame.events.length;
    return first;
  });
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, milliseconds));
}
