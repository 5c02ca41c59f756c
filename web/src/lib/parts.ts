/** The parts of the table that pages show, fetched when they are first needed. */
import type { Component } from 'svelte';
import { until } from './busy';
import type { Session } from './session.svelte';

export type Part = Component<{ session: Session }>;

/** Whoever waits for others has time to fetch what comes next: the table, and the pictures of its game. */
export async function foresee(game: string): Promise<void> {
  const [art] = await Promise.all([import('../table/art.svelte'), parts.table()]);
  art.foresee(game);
}

export const parts = {
  table: (): Promise<Part> => until('loading', import('../table/Table.svelte').then((found) => found.default)),
  board: (): Promise<Part> => until('loading', import('../table/Board.svelte').then((found) => found.default)),
  log: (): Promise<Part> => until('loading', import('../table/Log.svelte').then((found) => found.default)),
  summary: (): Promise<Part> => until('loading', import('../table/Summary.svelte').then((found) => found.default)),
};
