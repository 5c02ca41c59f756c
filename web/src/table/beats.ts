/** An update cut into beats: what belongs to one sentence of the log is shown together. */
import type { Speed } from '../lib/prefs.svelte';
import type { EventState } from '../protocol';

/** Some events, ending with the sentence that tells of them (or with none). */
export interface Beat {
  events: EventState[];
  tell: EventState | undefined;
}

/** Cut events behind every sentence; no events at all are still one (empty) beat. */
export function cut(events: readonly EventState[]): Beat[] {
  const beats: Beat[] = [];
  let open: EventState[] = [];
  for (const event of events) {
    open.push(event);
    if (event[0] !== 'tell') continue;
    beats.push({ events: open, tell: event });
    open = [];
  }
  if (open.length || !beats.length) beats.push({ events: open, tell: undefined });
  return beats;
}

const MOVING = new Set(['move', 'trade', 'pour', 'swap', 'show']);

/** How many cards move or turn in a beat. */
export const moving = (beat: Beat): number => beat.events.filter(([verb]) => MOVING.has(verb)).length;

const has = (beat: Beat, verb: string): boolean => beat.events.some((event) => event[0] === verb);


const FACTOR: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.5, instant: 0 };
/** With so many updates waiting, the table catches up. */
export const BEHIND = 6;

/** How long a card flies, in milliseconds. */
export const flightTime = (speed: Speed, waiting: number): number =>
  waiting > BEHIND ? 0 : 520 * FACTOR[speed];

/** How long a beat stays alone on the table before the next one, in milliseconds. */
export function holdTime(beat: Beat, speed: Speed, waiting: number): number {
  if (waiting > BEHIND || !(beat.tell || moving(beat) || has(beat, 'end'))) return 0;
  const base = has(beat, 'end') ? 2600 : has(beat, 'show') ? 1400 : beat.tell ? 950 : 450;
  return (base + Math.min(900, 90 * Math.max(0, moving(beat) - 2))) * FACTOR[speed];
}
