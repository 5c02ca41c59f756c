/** How a game ended, in words. */
import type { TableState } from '../protocol';
import { listed, many, maybe, t } from './i18n.svelte';

/** Who won, said to one of the players (`me`) or to somebody who watched (-1). */
export function headline(table: TableState, names: readonly string[], me: number): string {
  if (!table.winners.length) return t(table.state === 'closed' ? 'result.given_up' : 'result.nobody');
  if (table.winners.length === 1 && table.winners[0] === me) return t('result.you_win');
  const others = table.winners.filter((seat) => seat !== me).map((seat) => names[seat] ?? '');
  if (others.length === table.winners.length) return many('result.win', others.length, { names: listed(others) });
  return t('result.you_too', { names: listed([t('word.you'), ...others]) });
}

/** Why the game was given up, where it was; else an empty string. */
export function whyEnded(table: TableState): string {
  if (table.state !== 'closed') return '';
  return maybe(`why.${table.why}`) ?? t('why.other');
}
