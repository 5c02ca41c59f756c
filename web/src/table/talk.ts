/** All that was said, in the game and around it, as one list. */
import type { Session } from '../lib/session.svelte';
import { plain } from '../lib/words.svelte';
import type { RemarkState } from '../protocol';

export interface Said {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly mine: boolean;
  readonly watcher: boolean;
  /** Written, rather than a claim or a gesture. */
  readonly free: boolean;
}

/** What a remark says: its text, or a claim in words of the game. */
export function spoken(session: Session, [, , kind, args, text]: RemarkState): string {
  return text || (session.words ? plain(session.words.remark(kind, args)) : [kind, ...args].join(' '));
}

/** Remarks of the game first in their order, then what was said outside it. */
export function remarksOf(session: Session): Said[] {
  const remarks = session.log.flatMap((line) => (line.kind === 'said' ? [line.remark] : []));
  const inside = remarks.map((remark, at) => ({
    id: `r${at}`,
    name: session.names[remark[1]] ?? '',
    text: spoken(session, remark),
    mine: remark[1] === session.seat,
    watcher: false,
    free: remark[2] === 'say',
  }));
  const own = session.names[session.seat];
  const outside = session.talk.map((line) => ({ ...line, id: `t${line.id}`, mine: line.name === own && !line.watcher, free: true }));
  return [...inside, ...outside];
}
