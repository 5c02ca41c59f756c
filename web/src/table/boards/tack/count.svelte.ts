/** The count of three, from the clock that the server has set for it. */
import type { RunningClock } from '../../../lib/session.svelte';

const BEATS = 3;
/** A beat is a second, or less at a hasty table; what is longer waits before the count begins. */
const BEAT = 1000;

export class Count {
  /** 3, 2, 1; 0 while there is no count. */
  number = $state(0);
  /** The number that this count began with. */
  first = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #until = 0;

  /** Another clock, or none. */
  meet(clock: RunningClock | null): void {
    if (!clock) return this.end();
    if (clock.until === this.#until) return;
    this.#until = clock.until;
    this.#beat(clock.until, Math.min(BEAT, clock.total / BEATS));
  }

  end(): void {
    clearTimeout(this.#timer);
    [this.number, this.first, this.#until] = [0, 0, 0];
  }

  #beat(until: number, beat: number): void {
    clearTimeout(this.#timer);
    const left = until - performance.now();
    const number = Math.ceil(left / beat - 0.05);
    this.number = number > BEATS ? 0 : Math.max(number, 1);
    this.first ||= this.number;
    const next = left - Math.min(BEATS, Math.max(number - 1, 0)) * beat;
    if (left > 0 && number > 1) this.#timer = setTimeout(() => this.#beat(until, beat), Math.max(20, next));
  }
}
