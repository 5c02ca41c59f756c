/**
 * The table by keyboard. Arrows go to the nearest spot that way that may be chosen; with Shift, or
 * where there is none, to any spot. One spot is a stop of the Tab key.
 */

/** Keys that mean something anywhere at the table. */
export interface Shortcuts {
  cancel(): boolean;
  option(number: number): boolean;
  help(): void;
  open(panel: 'log' | 'talk' | 'rules'): void;
  skip(): boolean;
}

type Way = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
const WAYS: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const PANELS: Readonly<Record<string, 'log' | 'talk' | 'rules'>> = { l: 'log', t: 'talk', r: 'rules' };

/** All spots that can be reached now. */
export function spotsIn(root: ParentNode): HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>('button[data-spot]')];
  return all.filter((el) => el.getClientRects().length > 0 && getComputedStyle(el).visibility !== 'hidden');
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** On nothing that has a use for keys of its own: a page begins at its heading. */
const idle = (target: EventTarget | null): boolean => target instanceof Element && target.matches('body, main, h1');

/** Listen to the keys of a table; returns how to end it. */
export function listen(root: HTMLElement, keys: Shortcuts): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  document.addEventListener('keydown', (event) => press(root, keys, event), { signal });
  root.addEventListener('focusin', (event) => rove(root, event.target), { signal });
  return () => ends.abort();
}

function press(root: HTMLElement, keys: Shortcuts, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector('dialog[open]')) return;
  if (typing(event.target)) return leave(event);
  if (event.key === 'Escape' && keys.cancel()) return event.preventDefault();
  if (WAYS.includes(event.key)) return walk(root, event);
  const panel = PANELS[event.key];
  if (panel) keys.open(panel);
  else if (event.key === '?') keys.help();
  else if (numberOf(event)) keys.option(numberOf(event));
  else if (event.key !== ' ' || !idle(event.target) || !keys.skip()) return;
  event.preventDefault();
}

/** A number by its place: in France it is written with Shift only. 0: none. */
function numberOf({ key, code, shiftKey }: KeyboardEvent): number {
  if (/^[1-9]$/.test(key)) return Number(key);
  return shiftKey ? 0 : Number(/^Digit([1-9])$/.exec(code)?.[1] ?? 0);
}

/** Escape leaves a field; no other key means anything to the table there. */
function leave(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
}

function walk(root: HTMLElement, event: KeyboardEvent): void {
  const here = document.activeElement;
  const inside = here instanceof HTMLElement && root.contains(here) && here.matches('[data-spot]');
  if (!inside && !idle(here)) return;
  const next = inside ? step(here, spotsIn(root), event.key as Way, event.shiftKey) : home(root);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function step(here: HTMLElement, all: readonly HTMLElement[], way: Way, any: boolean): HTMLElement | undefined {
  const open = any ? undefined : nearest(here, all.filter(isLit), way);
  return open ?? nearest(here, all, way);
}

const isLit = (el: HTMLElement): boolean => el.matches('.lit');

/** Bring the focus to what is asked now, if it was at the table or got lost. */
export function lead(root: HTMLElement): void {
  const here = document.activeElement;
  const free = here === null || idle(here);
  if (here instanceof HTMLElement && !free && (!here.matches('[data-spot]') || isLit(here))) return;
  const first = home(root);
  if (first && (isLit(first) || free)) first.focus();
}

/** Where the keyboard begins: what may be done first, else the first card. */
export function home(root: ParentNode): HTMLElement | undefined {
  const all = spotsIn(root);
  return all.find(isLit) ?? all.find((el) => el.matches('[data-mine]')) ?? all[0];
}

/** The nearest spot in a direction; what lies off the line counts double. */
export function nearest(from: HTMLElement, all: readonly HTMLElement[], way: Way): HTMLElement | undefined {
  const here = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const el of all) {
    const there = centre(el);
    const far = cost(there.x - here.x, there.y - here.y, way);
    if (el !== from && far < least) [best, least] = [el, far];
  }
  return best;
}

function cost(dx: number, dy: number, way: Way): number {
  const across = way === 'ArrowLeft' || way === 'ArrowRight';
  const ahead = way === 'ArrowLeft' ? -dx : way === 'ArrowRight' ? dx : way === 'ArrowUp' ? -dy : dy;
  const aside = Math.abs(across ? dy : dx);
  return ahead < 4 || aside > ahead * 3 ? Infinity : ahead + 2 * aside;
}

function centre(el: HTMLElement): { x: number; y: number } {
  const box = el.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Only the spot that was last in focus is a stop of the Tab key. */
export function rove(root: ParentNode, target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || !target.matches('[data-spot]')) return;
  for (const el of root.querySelectorAll<HTMLElement>('button[data-spot]')) el.tabIndex = el === target ? 0 : -1;
}
