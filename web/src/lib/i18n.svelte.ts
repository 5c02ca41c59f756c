/**
 * The words of the shell and the table: `t('home.title')`, `t('lobby.seat', { number: 2 })`,
 * `many('home.free', 3)`. English is the measure: a key missing in another language fails the
 * type check. A game's own words come from the server (lib/words.svelte.ts).
 */
import en from '../i18n/en.json';
import tableEn from '../i18n/table.en.json';
import { until } from './busy';
import { LANGUAGES, prefs, type Language } from './prefs.svelte';

const english = { ...en, ...tableEn };

export type Key = keyof typeof english;
/** Keys that come as `name_one` and `name_other`. */
export type Plural = Key extends infer K ? (K extends `${infer Base}_other` ? Base : never) : never;
export type Args = Readonly<Record<string, string | number>>;
type Messages = Readonly<Record<Key, string>>;

const loaders: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: () => Promise.resolve(english),
  fr: async () => {
    const [shell, table] = await Promise.all([import('../i18n/fr.json'), import('../i18n/table.fr.json')]);
    return { ...shell.default, ...table.default };
  },
};

class Tongue {
  messages = $state.raw<Messages>(english);
  /** The language that is shown, which is the wanted one as soon as its words are here. */
  language = $state<Language>('en');

  /** Speak that language; stays with the old one where its words cannot be had. */
  async speak(language: Language): Promise<void> {
    const messages = await until('loading', loaders[language]()).catch(() => null);
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
export function many(base: Plural, n: number, args: Args = {}): string {
  const rule = new Intl.PluralRules(tongue.language).select(n);
  const key = `${base}_${rule}`;
  const found = key in tongue.messages ? (key as Key) : (`${base}_other` as Key);
  return t(found, { n, ...args });
}

/** The text of a key that is put together, such as `refusal.full`; null where there is none. */
export function maybe(key: string, args: Args = {}): string | null {
  return key in tongue.messages ? t(key as Key, args) : null;
}

/** "Aki, Botan and Chiyo" in the language shown. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(tongue.language, { type: 'conjunction' }).format(names);
}

/** How each language calls itself. */
export const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français' };

function fill(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(args[name] ?? hole));
}

export { LANGUAGES };
