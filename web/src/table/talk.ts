/** All that was said, in the game and around it, as one list. */
import type { Session } from '../lib/session.svelte';

export interface Said {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly mine: boolean;
  readonly watcher: boolean;
}

/** Remarks of the game first in their order, then what was said outside it. */
export function remarksOf(session: Session): Said[] {
  const remarks = session.log.flatMap((line) => (line.kind === 'said' ? [line.remark] : []));
  const inside = remarks.map(([, seat, kind, args, text], at) => ({
    id: `r${at}`,
    name: session.names[seat] ?? '',
    text: text || [kind, ...args].join(' '),
    mine: seat === session.seat,
    watcher: false,
  }));
  const own = session.names[session.seat];
  const outside = session.talk.map((line) => ({ ...line, id: `t${line.id}`, mine: line.name === own && !line.watcher }));
  return [...inside, ...outside];
}
