/** A blow shakes the one it is meant for, before anybody falls. */
import type { Flourish } from '../board';

export const flourish: Flourish = async (root, key, args, time) => {
  if (!time || key !== 'attacks') return;
  const [, , seat = -1, which = 0] = args;
  const target = root.querySelector<HTMLElement>(`[data-stand="${seat}:${which}"]`);
  if (!target) return;
  const frames = [0, -6, 6, -4, 3, 0].map((x) => ({ translate: `${x}px 0`, rotate: `${x * 0.6}deg` }));
  await target.animate(frames, { duration: time * 0.7 }).finished.catch(() => undefined);
};
