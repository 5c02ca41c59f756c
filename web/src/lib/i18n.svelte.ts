/**
 * The words of the shell and the table: `t('home.title')`, `t('lobby.seat', { number: 2 })`,
 * `many('home.free', 3)`. English is the measure: it says what another language lacks, and no
 * language of ours may lack anything (tests/server/test_client_words.py). A game's own words come from the server (lib/words.svelte.ts).
 */
import en from '../i18n/en.json';
import tableEn from '../i18n/table.en.json';
import { until } from './busy';
import { fetched, formOf, type Forms, type Language } from './languages';
import { prefs } from './prefs.svelte';

const english = { ...en, ...tableEn };
type English = typeof english;

/** Keys of plain texts. */
export type Key = { [K in keyof English]: English[K] extends string ? K : never }[keyof English];
/** Keys of texts that depend on a number. */
export type Plural = Exclude<keyof English, Key>;
export type Args = Readonly<Record<string, string | number>>;
type Messages = Readonly<Record<Key, string> & Record<Plural, Forms>>;

/** All words in a language; what it lacks is English. */
async function wordsIn(language: Language): Promise<Messages> {
  return { ...english, ...(await fetched(language)) };
}

class Tongue {
  messages = $state.raw<Messages>(english);
  /** The language that is shown, which is the wanted one as soon as its words are here. */
  language = $state<Language>('en');

  /** Speak that language; stays with the old one where its words cannot be had. */
  async speak(language: Language): Promise<void> {
    const messages = await until('loading', wordsIn(language)).catch(() => null);
    if (!messages || language !== prefs.language) return;
    this.messages = messages;
    this.language = language;
    document.documentElement.lang = language;
  }
}

export const tongue = new Tongue();

/** A text of the client, with `{name}` replaced by its argument. */
export function t(key: Key, args: Args = {}): string {
  return fill(tongue.messages[key], args);
}

/** A text that depends on a number: `{n}` is that number. */
export function many(key: Plural, n: number, args: Args = {}): string {
  return fill(formOf(tongue.messages[key], n, tongue.language), { n, ...args });
}

/** The text of a key that is put together, such as `refusal.full`; null where there is none. */
export function maybe(key: string, args: Args = {}): string | null {
  return key in tongue.messages ? t(key as Key, args) : null;
}

/** "Aki, Botan and Chiyo" in the language shown. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(tongue.language, { type: 'conjunction' }).format(names);
}

function fill(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(args[name] ?? hole));
}
