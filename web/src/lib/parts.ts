/** The parts of the table that pages show, fetched when they are first needed. */
import type { Component } from 'svelte';
import type { Session } from './session.svelte';

export type Part = Component<{ session: Session }>;

const found = import.meta.glob<{ default: Part }>('../table/{Table,Board,Log,Summary}.svelte');

async function part(name: string): Promise<Part | null> {
  return (await found[`../table/${name}.svelte`]?.())?.default ?? null;
}

export const parts = {
  table: () => part('Table'),
  board: () => part('Board'),
  log: () => part('Log'),
  summary: () => part('Summary'),
};
