/** All that was said, in the game and around it, as one list. */
import type { LogLine, Session } from '../lib/session.svelte';
import { plain, type Phrase } from '../lib/words.svelte';
import type { RemarkState } from '../protocol';

export interface Said {
  readonly id: string;
  /** How much had happened before; what was said outside the game stands behind it. */
  readonly at: number;
  /** Who spoke; -1: nobody who plays. */
  readonly seat: number;
  readonly name: string;
  readonly phrase: Phrase;
  /** The players that it speaks of. */
  readonly about: readonly number[];
  readonly mine: boolean;
  readonly watcher: boolean;
  /** Written, rather than a claim or a gesture. */
  readonly free: boolean;
  /** Whether it was true, where that can be told by now. */
  readonly truth: boolean | null;
}

/** A part of the game under which stands what was said in it. */
export interface Chapter {
  /** How much had happened before. */
  readonly at: number;
  readonly title: string;
}

/** What a remark says: its text, or a claim in words of the game. */
const phraseOf = (session: Session, [, , kind, args, text]: RemarkState): Phrase =>
  text || !session.words ? [{ text: text || [kind, ...args].join(' ') }] : session.words.remark(kind, args);

export const spoken = (session: Session, remark: RemarkState): string => plain(phraseOf(session, remark));

/** The players whom a claim names, or a sentence by their names. */
function aboutOf(session: Session, [, , kind, args, text]: RemarkState): number[] {
  const sorts = session.game?.remarks.find((one) => one.key === kind)?.sorts ?? [];
  if (!text) return args.filter((_, at) => sorts[at] === 'seat');
  return session.names.flatMap((name, seat) => (name && text.includes(name) ? [seat] : []));
}

type Heard = Extract<LogLine, { kind: 'said' }>;

export const heardIn = (session: Session): Heard[] => session.log.filter((line): line is Heard => line.kind === 'said');

/** Remarks of the game first in their order, then what was said outside it; `truths` as they have come to light. */
export function remarksOf(session: Session, truths: readonly (boolean | null)[] = []): Said[] {
  const inside = heardIn(session).map(({ at, remark, truth }, nth): Said => ({
    id: `r${nth}`,
    at,
    seat: remark[1],
    name: session.names[remark[1]] ?? '',
    phrase: phraseOf(session, remark),
    about: aboutOf(session, remark),
    mine: remark[1] === session.seat,
    watcher: false,
    free: remark[2] === 'say',
    truth: truth ?? truths[nth] ?? null,
  }));
  return [...inside, ...outside(session)];
}

function outside(session: Session): Said[] {
  const own = session.names[session.seat];
  return session.talk.map(({ id, name, text, watcher }): Said => ({
    id: `t${id}`,
    at: Infinity,
    seat: watcher ? -1 : session.names.indexOf(name),
    name,
    phrase: [{ text }],
    about: [],
    mine: name === own && !watcher,
    watcher,
    free: true,
    truth: null,
  }));
}

/** Of what was said all that is by somebody or speaks of them. */
export const byOrAbout = (all: readonly Said[], seat: number): Said[] => all.filter((one) => one.seat === seat || one.about.includes(seat));

/** What was said under the chapters of the game; where nobody spoke there is no chapter. */
export function underChapters(all: readonly Said[], chapters: readonly Chapter[]): { title: string; said: Said[] }[] {
  const starts = [{ at: -1, title: '' }, ...chapters];
  const within = starts.map(({ at, title }, nth) => ({ title, said: all.filter((one) => one.at > at && one.at <= (starts[nth + 1]?.at ?? Infinity)) }));
  return within.filter(({ said }) => said.length);
}
