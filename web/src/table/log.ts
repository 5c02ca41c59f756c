/** The log as data: sentences by number, and what came to one's own hand. Words are put to it later. */
import type { LogLine } from '../lib/session.svelte';
import type { EventState, GameInfo, RemarkState } from '../protocol';

/** A line of the log. `tell` is a sentence; `got` lists cards that only I saw, and where they lie. */
export type Line =
  | { readonly at: number; readonly kind: 'tell'; readonly number: number; readonly args: readonly number[] }
  | { readonly at: number; readonly kind: 'got'; readonly zone: number; readonly faces: readonly number[] }
  | { readonly at: number; readonly kind: 'said'; readonly remark: RemarkState; readonly truth: boolean | null }
  | { readonly at: number; readonly kind: 'end' };

/** The lines that events make for one seat; `first` counts the events before them. */
export function linesOf(game: GameInfo, me: number, events: readonly EventState[], first = 0): Line[] {
  const lines: Line[] = [];
  let got: Gain = NOTHING;
  for (const [index, [verb, args]] of events.entries()) {
    const at = first + index;
    const more = gained(game, me, verb, args);
    if (more.faces.length) got = { zone: more.zone, faces: [...got.faces, ...more.faces] };
    const next = events[index + 1] ?? END;
    if (got.faces.length && !(next[0] === verb && goesOn(got.zone, gained(game, me, ...next), verb))) {
      lines.push({ at: at + 0.5, kind: 'got', zone: got.zone, faces: got.faces.toSorted((a, b) => a - b) });
      got = NOTHING;
    }
    if (verb === 'end') lines.push({ at, kind: 'end' });
    if (verb === 'tell') lines.push({ at, kind: 'tell', number: args[0] ?? 0, args: args.slice(1) });
  }
  return lines;
}

/** Cards that one comes to see, and the zone that they lie in; -1: none. */
interface Gain {
  readonly zone: number;
  readonly faces: readonly number[];
}
/** Whether what comes next still belongs to the same cards: they come in the same way, to the same place. */
const goesOn = (zone: number, next: Gain, verb: string): boolean =>
  (verb === 'move' || verb === 'trade') && (next.zone === zone || next.zone < 0);


const NOTHING: Gain = { zone: -1, faces: [] };
const END: EventState = ['end', []];

/** What was said in the game, and whether it was true, to stand between the lines of a replay. */
export function saidOf(log: readonly LogLine[]): Line[] {
  const said = log.flatMap((line) => (line.kind === 'said' ? [line] : []));
  return said.map(({ remark, truth }, at) => ({ at: remark[0] - 0.4 + at / 1e5, kind: 'said', remark, truth: truth ?? null }));
}

/** What happened, of all that the session's log holds. */
export function eventsOf(log: readonly LogLine[]): EventState[] {
  return log.flatMap((line) => (line.kind === 'event' ? [line.event] : []));
}

/** Faces that came to one's own hand, or were shown to oneself and not to everybody. */
function gained(game: GameInfo, me: number, verb: string, args: readonly number[]): Gain {
  if (verb === 'move') return gain(game, me, args[2], [args[4] ?? -1]);
  if (verb === 'show') return shown(game, me, args);
  if (verb !== 'trade') return NOTHING;
  const to = args.filter((_, at) => at % 3 === 1);
  const zone = to.find((one, at) => mine(game, me, one) && !mine(game, me, args[3 * at]));
  return gain(game, me, zone, to.flatMap((one, at) => (one === zone ? [args[3 * at + 2] ?? -1] : [])));
}

function mine(game: GameInfo, me: number, zone: number | undefined): boolean {
  const info = game.zones[zone ?? -1];
  return info?.kind === 'hand' && info.owner === me;
}

function gain(game: GameInfo, me: number, zone: number | undefined, faces: readonly number[]): Gain {
  const seen = faces.filter((face) => face >= 0);
  return zone !== undefined && mine(game, me, zone) && seen.length ? { zone, faces: seen } : NOTHING;
}

/** Who it was shown to is a set of bits, the spectators' among them where all saw it. */
function shown(game: GameInfo, me: number, [zone = -1, to = 0, ...pairs]: readonly number[]): Gain {
  const toAll = 2 ** (game.seats + 1) - 1;
  const faces = pairs.filter((face, at) => at % 2 === 1 && face >= 0);
  return me >= 0 && to !== toAll && Math.floor(to / 2 ** me) % 2 === 1 ? { zone, faces } : NOTHING;
}

/** The seat that a line is about; -1: nobody's in particular. */
export function seatOf(game: GameInfo, me: number, line: Line): number {
  if (line.kind === 'got') return me;
  if (line.kind === 'end') return -1;
  if (line.kind === 'said') return line.remark[1];
  return game.sentences[line.number]?.sorts[0] === 'seat' ? (line.args[0] ?? -1) : -1;
}
