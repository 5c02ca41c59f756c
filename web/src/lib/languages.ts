/**
 * What the client speaks: English, and each language that has a folder of texts
 * (docs/translate.md). The texts of all but English are fetched when they are first wanted.
 */

/** The code of a language, such as `fr`. */
export type Language = string;
/** A text, or what it is with different numbers, by the forms that CLDR knows for the language. */
export type Text = string | Forms;
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
export type Dictionary = Readonly<Record<string, Text>>;

const files = import.meta.glob<Dictionary>('../../../src/tatami/languages/*/*.json', { import: 'default' });

const folderOf = (path: string): Language => path.split('/').at(-2) ?? '';

export const LANGUAGES: readonly Language[] = ['en', ...new Set(Object.keys(files).map(folderOf))];

/** The texts of a language alone; none of English, which is here already. */
export async function fetched(language: Language): Promise<Dictionary> {
  const parts = Object.entries(files).filter(([path]) => folderOf(path) === language);
  const found = await Promise.all(parts.map(([, load]) => load()));
  if (found.some((part) => !part)) throw new Error(`no words in ${language}`); // the server is gone
  return Object.assign({}, ...found) as Dictionary;
}

/** How a language calls itself, with a capital as on a button. */
export function ownName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Whether a text is said differently of one and of several. */
export function hasForms(text: unknown): text is Forms {
  return typeof text === 'object' && text !== null && typeof (text as Partial<Forms>).other === 'string';
}

/** The form that goes with a number, by the rules of CLDR. */
export function formOf(forms: Forms, n: number, language: Language): string {
  return forms[new Intl.PluralRules(language).select(n)] ?? forms.other;
}
