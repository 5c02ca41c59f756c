/** A blow shakes the one it is meant for, before anybody falls; the draft goes round the table. */
import type { Flourish } from '../board';

export const flourish: Flourish = async (root, key, args, time) => {
  if (!time) return;
  if (key === 'attacks') await shake(root, args, time);
  if (key === 'passes') passRound(root, time);
  if (key === 'discards') for (const one of foreign(root)) send(root, one, root.querySelector('.slot'), time, 'one');
};

async function shake(root: HTMLElement, args: readonly number[], time: number): Promise<void> {
  const [, , seat = -1, which = 0] = args;
  const target = root.querySelector<HTMLElement>(`[data-stand="${seat}:${which}"]`);
  if (!target) return;
  const frames = [0, -6, 6, -4, 3, 0].map((x) => ({ translate: `${x}px 0`, rotate: `${x * 0.6}deg` }));
  await target.animate(frames, { duration: time * 0.7 }).finished.catch(() => undefined);
}

/** The others, clockwise. */
const foreign = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.ring [data-stand]:not(.own)')];

/** Two cards go from each of the others to the next; those that I pass or get fly by themselves. */
function passRound(root: HTMLElement, time: number): void {
  const stands = foreign(root);
  if (root.querySelector('.night.pair')) return; // next to each of theirs is one of mine
  const watched = !root.querySelector('.near .mine');
  stands.forEach((one, at) => {
    const next = stands[at + 1] ?? (watched ? stands[0] : null);
    send(root, one, next ?? null, time, 'two');
  });
}

/** Cards, seen from the back, go from one place to another. They run beside all else. */
function send(root: HTMLElement, from: HTMLElement, to: Element | null, time: number, many: 'one' | 'two'): void {
  const sky = root.querySelector<HTMLElement>('.night');
  if (!sky || !to) return;
  const [a, b] = [middle(from, sky), middle(to, sky)];
  const ghost = document.createElement('span');
  ghost.className = `passing ${many}`;
  ghost.style.left = `${a.x}px`;
  ghost.style.top = `${a.y}px`;
  sky.append(ghost);
  const frames = [
    { translate: '-50% -50%', opacity: 0 },
    { opacity: 1, offset: 0.15 },
    { opacity: 1, offset: 0.85 },
    { translate: `calc(-50% + ${b.x - a.x}px) calc(-50% + ${b.y - a.y}px)`, opacity: 0 },
  ];
  const flight = ghost.animate(frames, { duration: time * 2, easing: 'ease-in-out', fill: 'both' });
  void flight.finished.catch(() => undefined).then(() => ghost.remove());
}

function middle(el: Element, sky: HTMLElement): { x: number; y: number } {
  const [box, frame] = [(el.querySelector('.scene') ?? el).getBoundingClientRect(), sky.getBoundingClientRect()];
  return { x: box.x + box.width / 2 - frame.x, y: box.y + box.height / 2 - frame.y };
}
