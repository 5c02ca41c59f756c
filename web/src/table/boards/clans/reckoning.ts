/** How a war ended: what each served, how many cards that clan has, in all and at home. */
import type { Desk } from '../../desk.svelte';
import { clansOf, served, strength } from './clans';

export interface Score {
  /** -1: nobody served this clan. */
  readonly seat: number;
  readonly clan: string;
  readonly total: number;
  readonly home: number;
}

/** Everybody's reckoning, the best first; then the clans that nobody served. */
export function scores(desk: Desk): Score[] {
  const seats = Array.from({ length: desk.game.seats }, (_, seat) => seat);
  const ranked = seats.map((seat) => scoreOf(desk, seat)).toSorted((a, b) => b.total - a.total || b.home - a.home || a.seat - b.seat);
  const neutral = clansOf(desk).filter((clan) => !ranked.some((score) => score.clan === clan));
  return [...ranked, ...neutral.map((clan) => ({ seat: -1, clan, total: strength(desk, clan), home: 0 }))];
}

function scoreOf(desk: Desk, seat: number): Score {
  const clan = served(desk, seat);
  return { seat, clan, total: clan ? strength(desk, clan) : 0, home: clan ? strength(desk, clan, seat) : 0 };
}

/** A step of the ladder that decided, as a key of the game's words, with the clause behind it. */
export interface Rung {
  readonly key: 'most' | 'tie' | 'shared' | 'neutral';
  readonly clause: string;
  readonly scores: readonly Score[];
}

/** How it came about, step by step. */
export function ladder(desk: Desk): Rung[] {
  const all = scores(desk);
  const played = all.filter((score) => score.seat >= 0);
  const best = played[0]?.total ?? 0;
  const tied = played.filter((score) => score.total === best);
  const larger = all.filter((score) => score.seat < 0 && score.total >= best && score.total > 0);
  const rungs: Rung[] = [];
  if (tied.length === 1) rungs.push({ key: 'most', clause: 'C16', scores: tied });
  else rungs.push({ key: desk.view.winners.length > 1 ? 'shared' : 'tie', clause: 'C18', scores: tied });
  if (larger.length) rungs.push({ key: 'neutral', clause: 'C17', scores: larger });
  return rungs;
}
