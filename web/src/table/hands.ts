/** The stagehands of a table: they look before a beat, and let cards fly and sound after it. */
import { prefs, type Speed } from '../lib/prefs.svelte';
import { moving, type Beat } from './beats';
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

  async before(beat: Beat, time: number): Promise<void> {
    const [number = -1, ...args] = beat.tell?.[1] ?? [];
    const key = this.#desk.game.sentences[number]?.key ?? '';
    if (this.root && key) await this.#desk.board.flourish?.(this.root, key, args, time);
    if (this.root && this.flights) this.#poses = this.flights.snapshot(this.root);
  }

  after(beat: Beat, change: Change, time: number): void {
    if (this.root) this.flights?.fly(this.root, this.#poses, change.travels, time, this.#desk.board.live);
    this.#sound(beat);
  }

  #sound(beat: Beat): void {
    setVolume(prefs.sound ? prefs.volume : 0);
    const key = this.#desk.game.sentences[beat.tell?.[1][0] ?? -1]?.key ?? '';
    const own = this.#desk.board.sounds[key];
    if (own) hear(own);
    if (moving(beat) && own !== 'place') hear('slide');
    if (beat.events.some(([verb]) => verb === 'end')) hear('gong');
  }
}
