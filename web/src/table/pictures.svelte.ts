/** Pictures, fetched and decoded before they are shown: no card is blank when it is first seen. */
import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { until } from '../lib/busy';

/** So many are fetched at a time as long as nobody waits for them. */
const ABREAST = 2;

/** Whoever pays for what they fetch is spared what may not be needed. */
const sparing = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

class Pictures {
  readonly #ready = new SvelteSet<string>();
  /** Kept, so that the browser does not throw them away. */
  readonly #fetched = new Map<string, HTMLImageElement>();
  #foreseen: string[] = [];
  #busy = 0;

  /** Whether a picture can be shown at once. If not, it is fetched now, ahead of all that are foreseen. */
  has(path: string): boolean {
    if (path) untrack(() => this.#need(path));
    return this.#ready.has(path);
  }

  /** Whether it is here by chance. */
  knows(path: string): boolean {
    return this.#ready.has(path);
  }

  /** These can come next, likely ones first: they are fetched while nothing else is. */
  foresee(paths: readonly string[]): void {
    if (sparing()) return;
    this.#foreseen.push(...paths);
    while (this.#busy < ABREAST && this.#foreseen.length) void this.#next();
  }

  #need(path: string): void {
    if (!this.#fetched.has(path)) void until('loading', this.#fetch(path, 'high'));
  }

  async #next(): Promise<void> {
    this.#busy++;
    for (let path = this.#foreseen.shift(); path; path = this.#foreseen.shift()) {
      if (!this.#fetched.has(path)) await this.#fetch(path, 'low');
    }
    this.#busy--;
  }

  /** What cannot be had is not asked for again: its card is drawn plainly. */
  async #fetch(path: string, priority: 'high' | 'low'): Promise<void> {
    const image = new Image();
    this.#fetched.set(path, image);
    image.fetchPriority = priority;
    image.src = path;
    await image.decode().then(() => this.#ready.add(path), () => undefined);
  }
}

export const pictures = new Pictures();
