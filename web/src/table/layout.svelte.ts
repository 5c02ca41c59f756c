/**
 * Keys of a game, on any keyboard. A small letter stands for the key that writes it, wherever that lies: A
 * is another key in France. Everything else is a key by its place (`KeyboardEvent.code`), whatever is
 * printed on it.
 */

/** A letter, or a place. */
export type GameKey = string;

/** What browsers tell, where they do: not all have it, and none has it where the page is not secure. */
interface Keyboard {
  getLayoutMap?(): Promise<ReadonlyMap<string, string>>;
}
type Signs = Readonly<Record<string, string>>;

/** What is printed on keys that differ from country to country. */
const US: Signs = { Minus: '-', Equal: '=', Comma: ',', Period: '.', Slash: '/', Semicolon: ';', Quote: "'", BracketLeft: '[', BracketRight: ']' };
const AZERTY: Signs = { Minus: ')', Equal: '=', Comma: ';', Period: ':', Slash: '!', Semicolon: 'm', Quote: 'ù', BracketLeft: '^', BracketRight: '$' };
const QWERTZ: Signs = { Minus: 'ß', Equal: '´', Comma: ',', Period: '.', Slash: '-', Semicolon: 'ö', Quote: 'ä', BracketLeft: 'ü', BracketRight: '+', KeyY: 'z', KeyZ: 'y' };

/** The keyboard that goes with a language, until we know better. */
function likely(language: string): Signs {
  if (/^de\b/.test(language)) return QWERTZ;
  return /^fr(-FR|-BE)?$/.test(language) ? AZERTY : US;
}

const isLetter = (key: GameKey): boolean => /^[a-z]$/.test(key);

/** Which of a game's keys is pressed; a script without Latin letters has them where the US keyboard does. */
export function pressed({ key, code }: KeyboardEvent, ours: readonly GameKey[]): GameKey {
  const letter = key.toLowerCase();
  if (ours.includes(letter)) return letter;
  return letter > '\x7f' && !ours.includes(code) ? code.replace(/^Key/, '').toLowerCase() : code;
}

class Layout {
  #signs = $state.raw<ReadonlyMap<string, string>>(new Map());

  constructor() {
    void this.#ask();
  }

  async #ask(): Promise<void> {
    const { keyboard } = navigator as { keyboard?: Keyboard };
    this.#signs = (await keyboard?.getLayoutMap?.().catch(() => null)) ?? this.#signs;
  }

  /** What is printed on a key, as far as we know. */
  sign(key: GameKey): string {
    if (key.startsWith('Digit')) return key.slice(-1); // which is printed there even where Shift is needed to write it
    const sign = isLetter(key) ? key : (this.#signs.get(key) ?? likely(navigator.language)[key] ?? key.replace('Key', ''));
    const large = sign.toUpperCase();
    return large.length === 1 ? large : sign; // ß has no large one
  }

  /** A key that is pressed tells what is printed on it. */
  learn({ key, code, shiftKey, altKey }: KeyboardEvent): void {
    if (key.length !== 1 || shiftKey || altKey || this.#signs.get(code) === key) return;
    this.#signs = new Map([...this.#signs, [code, key]]);
  }
}

export const layout = new Layout();
