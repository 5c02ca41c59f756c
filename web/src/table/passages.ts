/** An update cut into passages: what belongs to one sentence of the log is shown together. */
import type { Speed } from '../lib/prefs.svelte';
import type { EventState } from '../protocol';

/** Some events, ending with the sentence that tells of them (or with none). */
export interface Passage {
  events: EventState[];
  tell: EventState | undefined;
}

/** Cut events behind every sentence; no events at all are still one (empty) passage. */
export function cut(events: readonly EventState[]): Passage[] {
  const passages: Passage[] = [];
  let open: EventState[] = [];
  for (const event of events) {
    open.push(event);
    if (event[0] !== 'tell') continue;
    passages.push({ events: open, tell: event });
    open = [];
  }
  if (open.length || !passages.length) passages.push({ events: open, tell: undefined });
  return passages;
}

const MOVING = new Set(['move', 'trade', 'pour', 'swap', 'show']);

/** How many cards move or turn in a passage. */
export const moving = (passage: Passage): number => passage.events.filter(([verb]) => MOVING.has(verb)).length;

const has = (passage: Passage, verb: string): boolean => passage.events.some((event) => event[0] === verb);


const FACTOR: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.5, instant: 0 };
/** With so many updates waiting, the table catches up. */
export const BEHIND = 6;

/** How long a card flies, in milliseconds. */
export const flightTime = (speed: Speed, waiting: number): number =>
  waiting > BEHIND ? 0 : 520 * FACTOR[speed];

/** How long a passage stays alone on the table before the next one, in milliseconds. */
export function holdTime(passage: Passage, speed: Speed, waiting: number): number {
  if (waiting > BEHIND || !(passage.tell || moving(passage) || has(passage, 'end'))) return 0;
  const base = has(passage, 'end') ? 2600 : has(passage, 'show') ? 1400 : passage.tell ? 950 : 450;
  return (base + Math.min(900, 90 * Math.max(0, moving(passage) - 2))) * FACTOR[speed];
}
