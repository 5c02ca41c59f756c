/** The stagehands of a table: they look before a passage, and let cards fly and sound after it. */
import { prefs, type Speed } from '../lib/prefs.svelte';
import { moving, type Passage } from './passages';
import type { Change } from './cards';
import type { Desk } from './desk.svelte';
import { Flights, type Poses } from './flight';
import { hear, setVolume } from './sound';
import type { Stagehand } from './stage.svelte';

export class Hands implements Stagehand {
  /** Where the cards are drawn; nothing flies before it is known. */
  root: HTMLElement | null = null;
  flights: Flights | null = null;
  readonly #desk: Desk;
  #poses: Poses = new Map();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  speed(): Speed {
    return prefs.speed;
  }

  still(): boolean {
    return prefs.reduced || !this.flights;
  }

  live(): boolean {
    return this.#desk.board.live === true && this.#desk.session.kind === 'live';
  }

  async before(passage: Passage, time: number): Promise<void> {
    const [number = -1, ...args] = passage.tell?.[1] ?? [];
    const key = this.#desk.game.sentences[number]?.key ?? '';
    if (this.root && key) await this.#desk.board.flourish?.(this.root, key, args, time);
    if (this.root && this.flights) this.#poses = this.flights.snapshot(this.root);
  }

  after(passage: Passage, change: Change, time: number): void {
    if (this.root) this.flights?.fly(this.root, this.#poses, change.travels, time, this.#desk.board.live);
    this.#sound(passage);
  }

  #sound(passage: Passage): void {
    setVolume(prefs.sound ? prefs.volume : 0);
    const key = this.#desk.game.sentences[passage.tell?.[1][0] ?? -1]?.key ?? '';
    const own = this.#desk.board.sounds[key];
    if (own) hear(own);
    if (moving(passage) && own !== 'place') hear('slide');
    if (passage.events.some(([verb]) => verb === 'end')) hear('gong');
  }
}
