/** Checks a deal in the browser: the same sums as `tatami verify`. See "Fair deals" in the docs. */
import type { TableState } from '../protocol';
import { NO_SHARE, oldPromise, oldSeedOf, pledge, promise, recordHash, seedOf, terms } from './deal';
import { keptOf, mineOf, oldKeptOf } from './shares';

/** What was found out about a deal; null where it could not be checked. */
export interface Findings {
  /** The secret is the one that the server committed to. */
  readonly secret: boolean;
  /** Every share is the one that its player committed to. */
  readonly shares: boolean | null;
  /** The seed comes from all of them. */
  readonly seed: boolean;
  /** Table, seats and commitments are those that this browser saw before it opened its share. */
  readonly seen: boolean | null;
  /** Our share stands at our seat. */
  readonly mine: boolean | null;
  /** We were not there when it was dealt, so nothing of ours is in it. */
  readonly away: boolean;
  /** The starts that this browser opened its share for are all counted. */
  readonly counted: boolean | null;
  /** Those who added to it. */
  readonly added: readonly string[];
}

/**
 * Check the deal of an ended game; null while its secret has not been told. `seat` is ours: who
 * only watched, or sat down after the deal, has no share in it to look for.
 */
export function check(table: TableState, seat: number): Findings | null {
  if (!table.proof) return null;
  return table.proof.format === 1 ? checkOld(table, seat) : checkNew(table, seat);
}

function checkNew(table: TableState, seat: number): Findings {
  const { secret, shares, seed, seated } = table.proof!;
  const fits = (share: string, at: number): boolean =>
    table.commits[at] === (share === NO_SHARE ? NO_SHARE : pledge(table.id, table.start, at, table.commit, share));
  const opened = keptOf(table.id).filter((one) => one.terms);
  const ours = opened.find((one) => one.start === table.start && mineOf(table.id, one) === table.commits[one.seat]);
  const here = keptOf(table.id).some((one) => one.seat === seat && one.start === table.start);
  const away = here && !opened.some((one) => one.start === table.start) && shares[seat] === NO_SHARE;
  return {
    secret: promise(table.id, table.start, secret) === table.commit,
    shares: shares.every(fits),
    seed: seedOf(table, seated, secret, shares) === seed,
    seen: opened.some((one) => one.start === table.start) ? ours?.terms === terms(table, seated) : null,
    mine: here && !away ? ours?.seat === seat && ours.share === shares[seat] : null,
    away,
    counted: opened.length ? opened.length - (ours ? 1 : 0) <= table.voids.length : null,
    added: seated.filter((_, at) => shares[at] !== NO_SHARE),
  };
}

function checkOld(table: TableState, seat: number): Findings {
  const { secret, shares, seed } = table.proof!;
  const kept = oldKeptOf(table.id);
  return {
    secret: oldPromise(secret) === table.commit,
    shares: null,
    seed: oldSeedOf(table, secret, shares) === seed,
    seen: kept && kept.commit === table.commit,
    mine: kept && seat >= 0 ? shares[seat] === kept.share : null,
    away: false,
    counted: null,
    added: table.seats.filter((_, at) => shares[at] !== NO_SHARE).map((one) => one.name),
  };
}

/** Whether nothing speaks against the deal. */
export function fits(found: Findings): boolean {
  const { secret, shares, seed, seen, mine, counted } = found;
  return [secret, shares, seed, seen, mine, counted].every((one) => one !== false);
}

/** Whether a record is the one whose hash was told at the end; null where none was told. */
export async function checkRecord(path: string, told: string, kept: string): Promise<boolean | null> {
  if (!told) return null;
  const answer = await fetch(path, { credentials: 'same-origin' }).catch(() => null);
  if (!answer?.ok) return null;
  return recordHash(await answer.text()) === told && told === kept;
}
