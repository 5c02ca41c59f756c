/**
 * One key for each thing: cards by number, the two calls far from each other, every signal by itself.
 * No signal lies beside a call, so that no slip strikes the gong.
 */

/** The two calls. */
export const NINJA_KEY = 'n';
export const ATTACK_KEY = 'a';
/** Gestures in their order: letters that are no neighbours of the calls and open no panel. */
export const GESTURE_KEYS: readonly string[] = [...'cdefgikopuvy'];
/** Words by the place of the key, whatever is printed on it: numbers behind those of the cards for clans ... */
export const CLAN_CODES: readonly string[] = ['Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9', 'Digit0', 'Minus', 'Equal'];
/** ... and the right edge for all other words. */
export const WORD_CODES: readonly string[] = ['KeyX', 'Comma', 'Period', 'Slash', 'Semicolon', 'Quote', 'BracketLeft', 'BracketRight'];

const SIGNS: Readonly<Record<string, string>> = {
  Minus: '-', Equal: '=', Comma: ',', Period: '.', Slash: '/', Semicolon: ';', Quote: "'", BracketLeft: '[', BracketRight: ']',
};

/** What is printed on a key of the usual keyboard. */
export const printed = (code: string): string => SIGNS[code] ?? code.replace(/^(Digit|Key)/, '');

/** What a key does; false: nothing. */
export interface Keys {
  card(number: number): boolean;
  call(option: number): boolean;
  gesture(number: number): boolean;
  /** A word by the code of its key. */
  word(code: string): boolean;
}

const busy = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Listen before the table's own keys do; a key that is held down acts once. */
export function listen(keys: Keys): () => void {
  const held = new Set<string>();
  const down = (event: KeyboardEvent): void => {
    const again = event.repeat || held.has(event.code);
    held.add(event.code);
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (busy(event.target) || document.querySelector('dialog[open]')) return;
    if (!meant(keys, event, again)) return;
    event.preventDefault(); // which tells the table's own keys that it is dealt with
  };
  const up = (event: KeyboardEvent): void => void held.delete(event.code);
  const ends = new AbortController();
  const { signal } = ends;
  document.addEventListener('keydown', down, { signal, capture: true });
  document.addEventListener('keyup', up, { signal, capture: true });
  addEventListener('blur', () => held.clear(), { signal });
  return () => ends.abort();
}

/** Whether the key is one of ours. */
function meant(keys: Keys, { key, code }: KeyboardEvent, again: boolean): boolean {
  const letter = key.toLowerCase();
  if (letter === NINJA_KEY || letter === ATTACK_KEY) return again || keys.call(letter === NINJA_KEY ? 0 : 1) || true;
  const card = /^(?:Digit|Numpad)([1-4])$/.exec(code)?.[1];
  if (card) return again || keys.card(Number(card));
  const gesture = GESTURE_KEYS.indexOf(letter);
  if (gesture >= 0) return again || keys.gesture(gesture);
  if (CLAN_CODES.includes(code) || WORD_CODES.includes(code)) return again || keys.word(code);
  return false;
}
