/** The log as data: sentences by number, and what came to one's own hand. Words are put to it later. */
import type { LogLine } from '../lib/session.svelte';
import type { EventState, GameInfo, RemarkState } from '../protocol';

/** A line of the log. `tell` is a sentence of the game; `got` lists cards that only I saw. */
export type Line =
  | { readonly at: number; readonly kind: 'tell'; readonly number: number; readonly args: readonly number[] }
  | { readonly at: number; readonly kind: 'got'; readonly faces: readonly number[] }
  | { readonly at: number; readonly kind: 'said'; readonly remark: RemarkState; readonly truth: boolean | null }
  | { readonly at: number; readonly kind: 'end' };

/** The lines that events make for one seat; `first` counts the events before them. */
export function linesOf(game: GameInfo, me: number, events: readonly EventState[], first = 0): Line[] {
  const lines: Line[] = [];
  let got: number[] = [];
  for (const [index, [verb, args]] of events.entries()) {
    const at = first + index;
    got.push(...gained(game, me, verb, args));
    const next = events[index + 1]?.[0];
    if (got.length && next !== 'move' && next !== 'trade') {
      lines.push({ at: at + 0.5, kind: 'got', faces: got.toSorted((a, b) => a - b) });
      got = [];
    }
    if (verb === 'end') lines.push({ at, kind: 'end' });
    if (verb === 'tell') lines.push({ at, kind: 'tell', number: args[0] ?? 0, args: args.slice(1) });
  }
  return lines;
}

/** What was said in the game, and whether it was true, to stand between the lines of a replay. */
export function saidOf(log: readonly LogLine[]): Line[] {
  const said = log.flatMap((line) => (line.kind === 'said' ? [line] : []));
  return said.map(({ remark, truth }, at) => ({ at: remark[0] - 0.4 + at / 1e5, kind: 'said', remark, truth: truth ?? null }));
}

/** What happened, of all that the session's log holds. */
export function eventsOf(log: readonly LogLine[]): EventState[] {
  return log.flatMap((line) => (line.kind === 'event' ? [line.event] : []));
}

/** Faces that came to one's own hand. */
function gained(game: GameInfo, me: number, verb: string, args: readonly number[]): number[] {
  const mine = (zone: number | undefined): boolean => {
    const info = game.zones[zone ?? -1];
    return info?.kind === 'hand' && info.owner === me;
  };
  if (verb === 'move') return mine(args[2]) && (args[4] ?? -1) >= 0 ? [args[4] ?? -1] : [];
  if (verb !== 'trade') return [];
  const faces: number[] = [];
  for (let at = 0; at + 2 < args.length; at += 3) {
    if (mine(args[at + 1]) && !mine(args[at]) && (args[at + 2] ?? -1) >= 0) faces.push(args[at + 2] ?? -1);
  }
  return faces;
}

/** The seat that a line is about; -1: nobody's in particular. */
export function seatOf(game: GameInfo, me: number, line: Line): number {
  if (line.kind === 'got') return me;
  if (line.kind === 'end') return -1;
  if (line.kind === 'said') return line.remark[1];
  return game.sentences[line.number]?.sorts[0] === 'seat' ? (line.args[0] ?? -1) : -1;
}
