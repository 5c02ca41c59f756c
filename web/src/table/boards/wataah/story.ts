/** What the log has told of scores: the round that was scored last, and the end of the game. */
import type { EventState } from '../../../protocol';
import type { Desk } from '../../desk.svelte';
import { eventsOf } from '../../log';

/** What a player scored in a round; rank and pawns are 0 until they are told. */
export interface Scored {
  readonly seat: number;
  readonly front: number;
  readonly corruption: number;
  readonly extra: number;
  readonly score: number;
  readonly rank: number;
  readonly pawns: number;
}

/** Points at the end of a Grand Master game. */
export interface Points {
  readonly seat: number;
  readonly court: number;
  readonly missions: number;
  readonly showdown: number;
  readonly total: number;
}

/** A sentence that was told: its key and its arguments. */
interface Told {
  readonly key: string;
  readonly args: readonly number[];
}

/** All sentences of the log so far, as far as they are shown. */
function toldOf(desk: Desk): Told[] {
  const events: EventState[] = [...eventsOf(desk.session.log), ...desk.stage.early];
  return events.flatMap(([verb, [number = -1, ...args]]) => {
    const key = verb === 'tell' ? desk.game.sentences[number]?.key : undefined;
    return key ? [{ key, args }] : [];
  });
}

/** The scores of the round that has just been scored, the best first; none once the next one runs. */
export function scoresOf(desk: Desk): Scored[] {
  const told = toldOf(desk);
  const round = told.slice(told.findLastIndex(({ key }) => key === 'round_begins' || key === 'begins') + 1);
  const ranks = new Map(round.flatMap(({ key, args }) => (key === 'ranked' ? [[args[0] ?? -1, args] as const] : [])));
  const found = round.flatMap(({ key, args: [seat = -1, front = 0, corruption = 0, extra = 0, score = 0] }) => {
    const [, rank = 0, pawns = 0] = ranks.get(seat) ?? [];
    return key === 'scores' ? [{ seat, front, corruption, extra, score, rank, pawns }] : [];
  });
  return found.toSorted((a, b) => b.score - a.score || a.corruption - b.corruption || a.seat - b.seat);
}

/** The points of everybody, the best first; as far as they are told. */
export function pointsOf(desk: Desk): Points[] {
  const found = toldOf(desk).flatMap(({ key, args: [seat = -1, court = 0, missions = 0, showdown = 0, total = 0] }) =>
    key === 'final_points' ? [{ seat, court, missions, showdown, total }] : [],
  );
  return found.toSorted((a, b) => b.total - a.total || a.seat - b.seat);
}

/** A number with a proper minus. */
export const signed = (number: number): string => (number < 0 ? `−${-number}` : String(number));

/** The Boss, once it is revealed; empty before. */
export function bossOf(desk: Desk): string {
  const face = desk.cards('boss')[0]?.face ?? -1;
  return desk.game.faces[face] ?? '';
}
