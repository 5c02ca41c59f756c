/** Saying things with one tap or one key. */
import { t } from '../../../lib/i18n.svelte';
import type { Session } from '../../../lib/session.svelte';
import { plain } from '../../../lib/words.svelte';
import type { GameInfo, ViewState } from '../../../protocol';
import type { Desk } from '../../desk.svelte';
import { namesOf } from '../../game';
import { layout, type GameKey } from '../../layout.svelte';
import { capital } from '../../text';
import type { KeyHelp } from '../board';
import { CALL_KEYS, CLAN_KEYS, GESTURE_KEYS, WORD_KEYS } from './keyboard';
import { crestOf, inPlay } from './tack';

/** A word that can be said, and its key. */
export interface WordKey {
  /** Its number among all words. */
  readonly number: number;
  readonly name: string;
  readonly key: GameKey;
}

/** The words that are of use at this table: the clans that take part, then all others. */
export function wordKeys(game: GameInfo, view: ViewState): readonly WordKey[] {
  const clans = inPlay(game, view);
  const all = namesOf(game, 'word').map((name, number) => ({ name, number }));
  const named = all.filter(({ name }) => clans.includes(crestOf(name)));
  const others = all.filter(({ name }) => !crestOf(name));
  return [...keyed(named, CLAN_KEYS), ...keyed(others, WORD_KEYS)];
}

const keyed = (words: readonly { name: string; number: number }[], keys: readonly GameKey[]): WordKey[] =>
  words.map((word, at) => ({ ...word, key: keys[at] ?? '' }));

/** Every key of this table and what it does. */
export function keyHelp(desk: Desk): readonly KeyHelp[] {
  const say = (sort: string, number: number): string => capital(plain(desk.words.thing(sort, number)).trim());
  const gong = capital(desk.words.find('board', 'gong', ''));
  const calls = CALL_KEYS.map((key, at): KeyHelp => [layout.sign(key), t('table.pair', { what: gong, how: say('call', at) })]);
  const gestures = namesOf(desk.game, 'gesture').map((_, at): KeyHelp => [layout.sign(GESTURE_KEYS[at] ?? ''), say('gesture', at)]);
  const words = wordKeys(desk.game, desk.view).map(({ key, number }): KeyHelp => [layout.sign(key), say('word', number)]);
  return [['1 … 4', desk.words.find('short', 'pass', '')], ...calls, ...gestures, ...words];
}

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
