/** Refusals in the reader's words. */
import type { RefusalState } from '../protocol';
import { Refused } from './api';
import { maybe, t } from './i18n.svelte';
import type { Words } from './words.svelte';

/** The game's own words where a clause of the game forbids it, else ours, else the server's. */
export function speakRefusal(refusal: RefusalState, words: Words | null = null): string {
  const own = refusal.clause ? words?.refusal(refusal.code) : null;
  return own ?? maybe(`refusal.${refusal.code}`) ?? (refusal.sentence || t('refusal.unknown'));
}

/** What went wrong with a request, in words. */
export function speakError(error: unknown, words: Words | null = null): string {
  return error instanceof Refused ? speakRefusal(error.refusal, words) : t('refusal.unknown');
}
