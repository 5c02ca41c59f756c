/** The parts of the table that pages show, fetched when they are first needed. */
import type { Component } from 'svelte';
import { until } from './busy';
import type { Session } from './session.svelte';

export type Part = Component<{ session: Session }>;

export const parts = {
  table: (): Promise<Part> => until('loading', import('../table/Table.svelte').then((found) => found.default)),
  board: (): Promise<Part> => until('loading', import('../table/Board.svelte').then((found) => found.default)),
  log: (): Promise<Part> => until('loading', import('../table/Log.svelte').then((found) => found.default)),
  summary: (): Promise<Part> => until('loading', import('../table/Summary.svelte').then((found) => found.default)),
};
