/** Opening a table: what the start page does, and what the table's page finds waiting. */
import type { GameCard, NewTable } from '../protocol';
import { api } from './api';
import { learned } from './learned.svelte';
import { router } from './router.svelte';
import { keep, recall } from './storage';

let startAt = '';

/** Of levels from weak to strong, whom to meet: the gentlest in a first game, then one more each
    time; the strongest only where somebody chooses it, and in real time no quicker one at all. */
export function usualLevel(game: GameCard): string {
  const met = Number(recall(`met.${game.name}`) ?? 0);
  const most = game.real_time ? 0 : Math.max(0, game.levels.length - 2);
  return game.levels[Math.min(met, most)]?.name ?? '';
}

/** Open a table. */
async function open(wanted: NewTable): Promise<string> {
  learned.play(wanted.game);
  return (await api.open(wanted)).table;
}

/** One click: a table full of bots that starts as soon as we sit at it. */
export async function playNow(game: GameCard, name: string, level = usualLevel(game)): Promise<void> {
  startAt = await open({ game: game.name, name, bots: level, private: true });
  keep(`met.${game.name}`, Number(recall(`met.${game.name}`) ?? 0) + 1);
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
