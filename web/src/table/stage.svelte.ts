/**
 * What lies on the table now. The session hands over one update at a time; it is played here passage
 * by passage, at a pace that a person can follow. The view of an update counts from its last passage on,
 * so nobody waits for an animation before they may answer.
 */
import { tick, untrack } from 'svelte';
import type { Speed } from '../lib/prefs.svelte';
import type { Scene } from '../lib/session.svelte';
import type { EventState, GameInfo, ViewState } from '../protocol';
import { cut, flightTime, holdTime, type Passage } from './passages';
import { layOut, play, settle, type Change, type Lay } from './cards';

/** What the table does around a passage: pictures and flourishes before, flights and sounds after. */
export interface Stagehand {
  speed(): Speed;
  still(): boolean;
  /** Whether nothing may hold up what comes next. */
  live(): boolean;
  before(passage: Passage, time: number): Promise<void>;
  after(passage: Passage, change: Change, time: number): void;
}

/** A sentence just told, so that a board can point at what it speaks of. */
export interface Told {
  readonly key: string;
  readonly args: readonly number[];
}

const RUSH = 99;

export class Stage {
  lay = $state.raw<Lay>([]);
  count = $state.raw<readonly number[]>([]);
  /** Events that are shown already though their update is not shown to its end. */
  early = $state.raw<readonly EventState[]>([]);
  told = $state.raw<Told | null>(null);
  /** The zones that the last passage touched. */
  hot = $state.raw<ReadonlySet<number>>(new Set());

  readonly #game: GameInfo;
  readonly #hands: Stagehand;
  #view: ViewState | null = null;
  #hasty = false;
  #wake: () => void = () => undefined;

  constructor(game: GameInfo, hands: Stagehand) {
    this.#game = game;
    this.#hands = hands;
  }

  /** The view that is shown has changed. Where no passages led to it, the cards are laid out anew. */
  meet(view: ViewState): void {
    if (view === this.#view) return;
    const known = untrack(() => this.lay);
    const same = this.#view?.seat === view.seat && known.length === view.zones.length;
    this.#view = view;
    this.#wake();
    this.lay = same ? settle(known, view.zones) : layOut(view.zones);
    this.count = view.count;
    this.early = [];
    this.told = null;
    this.hot = new Set();
  }

  /** Play one update of the session. */
  async present(scene: Scene): Promise<void> {
    const start = this.#view;
    const passages = cut(scene.events);
    if (!scene.behind) this.#hasty = false;
    for (const [at, passage] of passages.entries()) {
      await this.#show(passage, scene, at === passages.length - 1);
      if (this.#view !== start && this.#view !== scene.after) return;
    }
  }

  /** Go on at once instead of letting the last passage stand. */
  hurry(): void {
    this.#wake();
  }

  /** Show all that waits without pause. */
  rush(): void {
    this.#hasty = true;
    this.#wake();
  }

  async #show(passage: Passage, scene: Scene, last: boolean): Promise<void> {
    const behind = this.#hasty ? RUSH : scene.behind;
    const speed = this.#hands.speed();
    const time = this.#hands.still() ? 0 : flightTime(speed, behind);
    const start = this.#view;
    await this.#hands.before(passage, time);
    if (this.#view !== start) return;
    const change = this.#apply(passage, scene, last);
    await tick();
    this.#hands.after(passage, change, time);
    if (!this.#hands.live()) await this.#hold(holdTime(passage, speed, behind));
  }

  #apply(passage: Passage, scene: Scene, last: boolean): Change {
    const change = play(this.lay, this.#game, scene.after.seat, passage.events);
    this.lay = last ? settle(change.lay, scene.after.zones) : change.lay;
    this.count = last ? scene.after.count : counted(this.count, passage.events);
    this.early = last ? [] : [...this.early, ...passage.events];
    if (passage.tell || change.travels.length) this.#point(passage, change);
    if (last) this.#view = scene.after;
    if (last) scene.show();
    return change;
  }

  #point(passage: Passage, change: Change): void {
    const [number = -1, ...args] = passage.tell?.[1] ?? [];
    const sentence = this.#game.sentences[number];
    this.told = sentence ? { key: sentence.key, args } : null;
    this.hot = new Set(change.travels.flatMap(({ from, to }) => [from, to]));
  }

  #hold(time: number): Promise<void> {
    if (!time || this.#hasty) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, time);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}

function counted(count: readonly number[], events: readonly EventState[]): readonly number[] {
  const found = [...count];
  for (const [verb, [at = 0, value = 0]] of events) if (verb === 'set') found[at] = value;
  return found;
}
