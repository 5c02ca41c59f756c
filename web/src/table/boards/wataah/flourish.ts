/** What a power hits shakes before it goes; a summoned Yokai makes its clan tremble. */
import type { Flourish } from '../board';

export const flourish: Flourish = async (root, key, args, time) => {
  if (!time) return;
  const [first = -1, second = -1] = args;
  if (key === 'clan_destroyed' || key === 'returns_clan') await shake(place(root, first, second), time);
  if (key === 'aims_at_clan') await shake(place(root, args[2] ?? -1, args[3] ?? -1), time * 0.7);
  if (key === 'aims_at_card') await shake(place(root, args[2] ?? -1, args[4] ?? -1), time * 0.7);
};

/** A clan in front of a player, by their numbers. */
const place = (root: HTMLElement, seat: number, clan: number): HTMLElement | null =>
  root.querySelector(`[data-clan="${seat}-${clan}"]`);

async function shake(el: HTMLElement | null, time: number): Promise<void> {
  const frames = [0, -5, 5, -4, 3, 0].map((x) => ({ translate: `${x}px 0`, rotate: `${x * 0.4}deg` }));
  await el?.animate(frames, { duration: time }).finished.catch(() => undefined);
}
