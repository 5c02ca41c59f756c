/** Checks a deal in the browser: the same sums as `tatami verify`. See "Fair deals" in the docs. */
import type { TableState } from '../protocol';
import { sha256, unhex } from './sha256';
import type { Kept } from './shares';

const NO_SHARE = '-';

/** What was found out about a deal; null where it could not be checked. */
export interface Findings {
  /** The secret is the one that the server committed to. */
  readonly commit: boolean;
  /** That commitment is the one this browser saw before it added its share. */
  readonly promised: boolean | null;
  /** The seed comes from the secret, the table, its options and the shares. */
  readonly seed: boolean;
  /** The randomness of this browser is in it. */
  readonly mine: boolean | null;
  /** How many players added randomness. */
  readonly shares: number;
}

/** The text whose SHA-256 is the seed of the deal. */
export function dealText(table: TableState, secret: string, shares: readonly string[]): string {
  const options = Object.entries(table.options).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    'tatami deal 1',
    `secret: ${secret}`,
    `table: ${table.id}`,
    `game: ${table.game} ${table.version}`,
    `options: ${options.map(([name, value]) => `${name}=${value}`).join(' ') || '-'}`,
    `seats: ${shares.length}`,
    `shares: ${shares.join(' ')}`,
    '',
  ].join('\n');
}

/** The commitment to a secret. */
export function commitment(secret: string): string {
  const bytes = unhex(secret);
  return bytes ? sha256(bytes) : '';
}

/**
 * Check the deal of an ended game; null while its secret has not been told. `seat` is ours: who
 * only watched, or sat down after the deal, has no share in it to look for.
 */
export function check(table: TableState, kept: Kept | null, seat: number): Findings | null {
  if (!table.proof) return null;
  const { secret, seed } = table.proof;
  const shares = table.proof.shares.map((share) => share || NO_SHARE);
  const text = new TextEncoder().encode(dealText(table, secret, shares));
  return {
    commit: commitment(secret) === table.commit,
    promised: kept && kept.commit === table.commit,
    seed: sha256(text) === seed,
    mine: kept && seat >= 0 ? shares[seat] === kept.share : null,
    shares: shares.filter((share) => share !== NO_SHARE).length,
  };
}

/** Whether nothing speaks against the deal. */
export function fair(found: Findings): boolean {
  return found.commit && found.seed && found.promised !== false && found.mine !== false;
}
