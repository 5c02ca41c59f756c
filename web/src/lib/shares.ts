/** The randomness that this browser adds to a deal, kept with the commitment it answered. */
import { keep, recall, thin } from './storage';

/** What this browser remembers of a deal. */
export interface Kept {
  /** Our randomness, 64 hex digits. */
  readonly share: string;
  /** The commitment that the server had made before it got our randomness. */
  readonly commit: string;
}

const BYTES = 32;
const MOST = 60;

/** Fresh randomness as hex digits. */
export function randomHex(bytes = BYTES): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What is kept for a table, or null. */
export function keptFor(table: string): Kept | null {
  const found = recall(`share.${table}`) as Partial<Kept> | null;
  return found?.share && found.commit ? { share: found.share, commit: found.commit } : null;
}

/** Our share for a table, drawn when its commitment is first seen and the same ever after. */
export function shareFor(table: string, commit: string): string {
  const found = keptFor(table);
  if (found) return found.share;
  const share = randomHex();
  keep(`share.${table}`, { share, commit, when: Date.now() });
  thin('share.', MOST);
  return share;
}
