/**
 * Striking the gong. A press is a strike at once; whatever comes after it from the same hand is part
 * of the same blow. A strike names the cards that its sender had seen, their deal and their pass: one
 * that is pressed before anybody could have seen the new cards was meant for the old ones (T7).
 */
import type { Session } from '../../../lib/session.svelte';
import type { RightState } from '../../../protocol';

export const GONG = 'gong';
export const NINJA = 0;
export const ATTACK = 1;
/** Nobody sees new cards sooner than this, in milliseconds. */
const SEE = 250;
/** Presses so soon after a strike belong to it. */
const BLOW = 700;

export class Gong {
  /** The cards that I have struck for; -1: none yet, or that was void. */
  struck = $state(-1);
  /** What I called. */
  called = $state(-1);
  /** Whether a press would be a strike of its own, on the cards that lie there now. */
  awake = $state(false);
  readonly #session: Session;
  readonly #now: () => number;
  #cards = -1;
  #former = -1;
  #since = -Infinity;
  #last = -Infinity;
  #waking: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session, now: () => number = () => performance.now()) {
    this.#session = session;
    this.#now = now;
  }

  get #right(): RightState | undefined {
    return this.#session.latest?.rights.find(([name]) => name === GONG);
  }

  get #runs(): boolean {
    const { kind, table, seat } = this.#session;
    return kind === 'live' && table.state === 'playing' && !table.paused && !table.seats[seat]?.stand_in;
  }

  /** Whether a strike would count now, as far as this page knows. */
  get ready(): boolean {
    return this.#runs && this.#right !== undefined;
  }

  /** A newer view has come: remember since when its cards, or that there is no gong, can be seen. */
  meet(): void {
    const stamp = this.#right?.[1] ?? -1;
    if (stamp === this.#cards) return;
    [this.#former, this.#cards, this.#since] = [this.#cards, stamp, this.#now()];
    this.#doze();
  }

  /** How long presses still belong to the last blow. */
  get #blow(): number {
    return this.struck < 0 ? SEE : BLOW; // who is told that it was void may strike again
  }

  #doze(): void {
    this.awake = false;
    clearTimeout(this.#waking);
    const until = Math.max(this.#since + SEE, this.#last + this.#blow);
    const wait = Math.ceil(until - this.#now());
    this.#waking = setTimeout(() => (this.awake = true), Math.max(0, wait));
  }

  /** Strike. False where that was no strike of its own. */
  strike(option: number): boolean {
    const now = this.#now();
    const stamp = now - this.#since < SEE ? this.#former : this.#cards;
    const again = now - this.#last < this.#blow || stamp === this.struck;
    if (!this.#runs || stamp < 0 || again) return false;
    [this.struck, this.called, this.#last] = [stamp, option, now];
    this.#doze();
    void this.#session.right(GONG, stamp, option).then((taken) => this.#answered(stamp, taken));
    return true;
  }

  /** A strike that was refused, since the cards had moved for instance, may be made again. */
  #answered(stamp: number, taken: boolean): void {
    if (taken || this.struck !== stamp) return;
    this.struck = -1;
    this.#doze();
  }
}
