/** Saying things with one tap or one key. */
import type { Session } from '../../../lib/session.svelte';
import type { GameInfo, ViewState } from '../../../protocol';
import { namesOf } from '../../game';
import { CLAN_CODES, printed, WORD_CODES } from './keyboard';
import { crestOf, inPlay } from './tack';

/** A word that can be said, and its key. */
export interface WordKey {
  /** Its number among all words. */
  readonly number: number;
  readonly name: string;
  readonly code: string;
  readonly label: string;
}

/** The words that are of use at this table: the clans that take part, then all others. */
export function wordKeys(game: GameInfo, view: ViewState): readonly WordKey[] {
  const clans = inPlay(game, view);
  const all = namesOf(game, 'word').map((name, number) => ({ name, number }));
  const named = all.filter(({ name }) => clans.includes(crestOf(name)));
  const others = all.filter(({ name }) => !crestOf(name));
  return [...keyed(named, CLAN_CODES), ...keyed(others, WORD_CODES)];
}

const keyed = (words: readonly { name: string; number: number }[], codes: readonly string[]): WordKey[] =>
  words.map((word, at) => ({ ...word, code: codes[at] ?? '', label: printed(codes[at] ?? '') }));

export class Signals {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  gesture(number: number): void {
    void this.#session.remark('gesture', [number]);
  }

  word(number: number): void {
    void this.#session.remark('word', [number]);
  }
}
