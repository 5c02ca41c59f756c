/** The stagehands of a table: they look before a beat, and let cards fly and sound after it. */
import { announce } from '../lib/announce.svelte';
import { listed, t } from '../lib/i18n.svelte';
import { prefs, type Speed } from '../lib/prefs.svelte';
import { plain } from '../lib/words.svelte';
import { moving, type Beat } from './beats';
import type { Change } from './cards';
import type { Desk } from './desk.svelte';
import { Flights, type Poses } from './flight';
import { linesOf } from './log';
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

  async before(beat: Beat, time: number): Promise<void> {
    const [number = -1, ...args] = beat.tell?.[1] ?? [];
    const key = this.#desk.game.sentences[number]?.key ?? '';
    if (this.root && key) await this.#desk.board.flourish?.(this.root, key, args, time);
    if (this.root && this.flights) this.#poses = this.flights.snapshot(this.root);
  }

  after(beat: Beat, change: Change, time: number): void {
    if (this.root) this.flights?.fly(this.root, this.#poses, change.travels, time);
    this.#sound(beat);
    this.#tell(beat);
  }

  #sound(beat: Beat): void {
    setVolume(prefs.sound ? prefs.volume : 0);
    const key = this.#desk.game.sentences[beat.tell?.[1][0] ?? -1]?.key ?? '';
    const own = this.#desk.board.sounds[key];
    if (own) hear(own);
    if (moving(beat) && own !== 'place') hear('slide');
    if (beat.events.some(([verb]) => verb === 'end')) hear('gong');
  }

  /** Said to those who listen, beat by beat. */
  #tell(beat: Beat): void {
    const { game, me, words } = this.#desk;
    for (const line of linesOf(game, me, beat.events)) {
      if (line.kind === 'tell') announce(plain(words.sentence(line.number, line.args)));
      else if (line.kind === 'got') announce(t('table.log.got', { cards: listed(line.faces.map((face) => this.#desk.faceName(face))) }));
    }
  }
}
