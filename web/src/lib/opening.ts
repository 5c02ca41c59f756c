/** Opening a table: what the start page does, and what the table's page finds waiting. */
import type { GameCard, NewTable } from '../protocol';
import { api } from './api';
import { router } from './router.svelte';

let startAt = '';

/** The bots to begin with, of levels from weak to strong: the best; in real time the least quick. */
export function usualLevel(game: GameCard): string {
  return game.levels.at(game.real_time ? 0 : -1)?.name ?? '';
}

/** Open a table. */
async function open(wanted: NewTable): Promise<string> {
  return (await api.open(wanted)).table;
}

/** One click: a table full of bots that starts as soon as we sit at it. */
export async function playNow(game: GameCard, name: string): Promise<void> {
  startAt = await open({ game: game.name, name, bots: usualLevel(game), private: true });
  router.go(`/t/${startAt}`);
}

/** A table for friends: its page shows the link. */
export async function invite(game: GameCard, name: string): Promise<void> {
  router.go(`/t/${await open({ game: game.name, name, private: true })}`);
}

/** Whether a table should start at once; true only once. */
export function startsAtOnce(table: string): boolean {
  const wanted = startAt === table;
  if (wanted) startAt = '';
  return wanted;
}
