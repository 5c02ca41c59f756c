/**
 * The randomness that this browser adds to deals: it commits to a share, opens it when everybody has
 * committed, and remembers both, with what it saw before it opened. A share that was opened is never
 * committed to again, whatever the server says: then it would be known before it counts.
 */
import type { TableState } from '../protocol';
import { pledge, terms } from './deal';
import { keep, recall, thin } from './storage';

/** What this browser remembers of one start. */
export interface Kept {
  readonly start: number;
  readonly seat: number;
  /** The server's commitment, which was there before. */
  readonly commit: string;
  /** Our randomness, 64 hex digits. */
  readonly share: string;
  /** What was going to be dealt, and all commitments, when we opened; empty: we have not. */
  readonly terms: string;
}

interface Memory {
  readonly starts: readonly Kept[];
  /** The hash of the record, as it was told at the end. */
  readonly hash: string;
  readonly when: number;
}

/** What is to be said to the table. */
export type Said = { t: 'commit'; start: number; commit: string } | { t: 'open'; start: number; share: string };

const BYTES = 32;
const MOST = 60;
/** For browsers that keep nothing. */
const spare = new Map<string, Memory>();

function randomHex(bytes = BYTES): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function memoryOf(table: string): Memory {
  const found = (recall(`share.${table}`) as Partial<Memory> | null) ?? spare.get(table);
  return { starts: found?.starts ?? [], hash: found?.hash ?? '', when: found?.when ?? 0 };
}

function remember(table: string, change: Partial<Memory>): void {
  const memory = { ...memoryOf(table), ...change, when: Date.now() };
  if (keep(`share.${table}`, memory)) thin('share.', MOST);
  else spare.set(table, memory);
}

/** The starts of a table that this browser remembers. */
export function keptOf(table: string): readonly Kept[] {
  return memoryOf(table).starts;
}

/** What was kept by this page's forerunner, when players did not commit. */
export function oldKeptOf(table: string): { share: string; commit: string } | null {
  const found = recall(`share.${table}`) as { share?: string; commit?: string } | null;
  return found?.share && found.commit ? { share: found.share, commit: found.commit } : null;
}

/** The record's hash as it was first told to this browser; it is kept from now on. */
export function keptHash(table: string, told: string): string {
  const { hash } = memoryOf(table);
  if (!hash && told) remember(table, { hash: told });
  return hash || told;
}

/** The commitment to what was kept. */
export function mineOf(table: string, kept: Kept): string {
  return pledge(table, kept.start, kept.seat, kept.commit, kept.share);
}

/** The part of one connection in the starts of its table. */
export class Sharer {
  #sent = '';
  #opened = 0;

  /** The connection is a new one. */
  again(): void {
    this.#sent = '';
    this.#opened = 0;
  }

  /** What is to be said now that the table is like this, if anything. */
  answer(table: TableState, seat: number): Said | null {
    if (table.state !== 'open' || seat < 0) {
      this.#sent = '';
      return null;
    }
    return table.dealing?.phase === 'open' ? this.#open(table, seat) : this.#commit(table, seat);
  }

  #commit(table: TableState, seat: number): Said | null {
    const { start, commit } = table;
    const mine = mineOf(table.id, drawn(table, seat));
    const now = `${start} ${seat} ${commit}`;
    if (table.commits[seat] === mine || this.#sent === now) return null;
    this.#sent = now;
    return { t: 'commit', start, commit: mine };
  }

  /** Only what we committed to, only once, and not before it is written down what for. */
  #open(table: TableState, seat: number): Said | null {
    const { id, start, commit } = table;
    const kept = keptOf(id).find((one) => one.start === start && one.seat === seat && one.commit === commit && mineOf(id, one) === table.commits[seat]);
    const seen = terms(
      table,
      table.seats.map((one) => one.name),
    );
    const waits = table.dealing?.awaited.includes(seat) && this.#opened !== start;
    if (!kept || !waits || (kept.terms && kept.terms !== seen)) return null;
    this.#opened = start;
    remember(id, { starts: keptOf(id).map((one) => (one.share === kept.share ? { ...one, terms: seen } : one)) });
    return { t: 'open', start, share: kept.share };
  }
}

/** The share for the next start, drawn when its commitment is first seen. */
function drawn(table: TableState, seat: number): Kept {
  const { id, start, commit } = table;
  const found = keptOf(id).find((one) => one.start === start && one.seat === seat && one.commit === commit && !one.terms);
  if (found) return found;
  const made: Kept = { start, seat, commit, share: randomHex(), terms: '' };
  remember(id, { starts: [...keptOf(id), made] });
  return made;
}

