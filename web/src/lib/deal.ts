/** The texts of a fair deal and their sums, as docs/protocol.md has them under "Fair deals". */
import type { TableState } from '../protocol';
import { sha256, unhex } from './sha256';

export const NO_SHARE = '-';

function digest(...lines: readonly string[]): string {
  return sha256(new TextEncoder().encode(text(lines)));
}

function text(lines: readonly string[]): string {
  return [...lines, ''].join('\n');
}

/** The server's commitment to the secret of one start. */
export function promise(table: string, start: number, secret: string): string {
  return digest('tatami secret 2', `table: ${table}`, `start: ${start}`, `secret: ${secret}`);
}

/** A player's commitment to a share. */
export function pledge(table: string, start: number, seat: number, commit: string, share: string): string {
  return digest('tatami share 2', `table: ${table}`, `start: ${start}`, `seat: ${seat}`, `commit: ${commit}`, `share: ${share}`);
}

function options(table: TableState): string {
  const chosen = Object.entries(table.options).sort(([a], [b]) => (a < b ? -1 : 1));
  return chosen.map(([name, value]) => `${name}=${value}`).join(' ') || '-';
}

/** What is to be dealt, to whom, and who has committed to what: all that is known before the deal. */
export function terms(table: TableState, names: readonly string[]): string {
  return text([
    `table: ${table.id}`,
    `start: ${table.start}`,
    `game: ${table.game} ${table.version}`,
    `options: ${options(table)}`,
    `commit: ${table.commit}`,
    ...names.map((name, at) => `seat ${at}: ${table.commits[at] ?? ''} ${name}`),
  ]);
}

/** The seed of a deal. */
export function seedOf(table: TableState, names: readonly string[], secret: string, shares: readonly string[]): string {
  return digest(
    'tatami deal 2',
    `table: ${table.id}`,
    `start: ${table.start}`,
    `game: ${table.game} ${table.version}`,
    `options: ${options(table)}`,
    `secret: ${secret}`,
    ...shares.map((share, at) => `seat ${at}: ${share} ${names[at] ?? ''}`),
  );
}

/** The commitment of format 1, from before players committed. */
export function oldPromise(secret: string): string {
  const bytes = unhex(secret);
  return bytes ? sha256(bytes) : '';
}

/** The seed of a deal of format 1. */
export function oldSeedOf(table: TableState, secret: string, shares: readonly string[]): string {
  return digest(
    'tatami deal 1',
    `secret: ${secret}`,
    `table: ${table.id}`,
    `game: ${table.game} ${table.version}`,
    `options: ${options(table)}`,
    `seats: ${shares.length}`,
    `shares: ${shares.join(' ')}`,
  );
}

/** The hash of a record, from its text; empty where the text is none. */
export function recordHash(record: string): string {
  const lines = record.split('\n');
  const moves = lines.indexOf('moves:');
  const kept = lines.filter((line, at) => at > moves || !/^(hash|signature): /.test(line));
  return moves < 0 ? '' : sha256(new TextEncoder().encode(kept.join('\n')));
}
