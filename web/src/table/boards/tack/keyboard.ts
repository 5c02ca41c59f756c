/**
 * One key for each thing: cards by number, the two calls far from each other, every signal by itself.
 * No signal lies beside a call, so that no slip strikes the gong: with QWERTY, AZERTY and QWERTZ alike.
 */
import { layout, pressed, type GameKey } from '../../layout.svelte';

/** The two calls, in the order of the game's own: Ninja and Attack by their first letters. */
export const CALL_KEYS: readonly GameKey[] = ['n', 'a'];
/** Gestures in their order: letters that lie in one place everywhere, and the place between T and U. */
export const GESTURE_KEYS: readonly GameKey[] = [...'cdefgikopuv', 'KeyY'];
/** Words: numbers behind those of the cards for clans ... */
export const CLAN_KEYS: readonly GameKey[] = ['Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9', 'Digit0', 'Minus', 'Equal'];
/** ... and the right edge for all other words. */
export const WORD_KEYS: readonly GameKey[] = ['x', 'Comma', 'Period', 'Slash', 'Semicolon', 'Quote', 'BracketLeft', 'BracketRight'];

const OURS: readonly GameKey[] = [...CALL_KEYS, ...GESTURE_KEYS, ...CLAN_KEYS, ...WORD_KEYS];

/** What a key does; false: nothing. */
export interface Keys {
  card(number: number): boolean;
  call(option: number): boolean;
  gesture(number: number): boolean;
  /** A word by its key. */
  word(key: GameKey): boolean;
}

const busy = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Listen before the table's own keys do; a key that is held down acts once. */
export function listen(keys: Keys): () => void {
  const held = new Set<string>();
  const down = (event: KeyboardEvent): void => {
    const again = event.repeat || held.has(event.code);
    held.add(event.code);
    layout.learn(event);
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (busy(event.target) || document.querySelector('dialog[open]')) return;
    if (!isOurs(keys, event, again)) return;
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
function isOurs(keys: Keys, event: KeyboardEvent, again: boolean): boolean {
  const key = pressed(event, OURS);
  const call = CALL_KEYS.indexOf(key);
  if (call >= 0) return again || keys.call(call) || true;
  const card = /^(?:Digit|Numpad)([1-4])$/.exec(key)?.[1];
  if (card) return again || keys.card(Number(card));
  const gesture = GESTURE_KEYS.indexOf(key);
  if (gesture >= 0) return again || keys.gesture(gesture);
  return OURS.includes(key) && (again || keys.word(key));
}
