/** An attack leaps at its target, a ninja's star flies to it, before the card is lost. */
import type { Flourish } from '../board';

const CLANS_A_PROVINCE = 5;

export const flourish: Flourish = async (root, key, args, time) => {
  const [seat = -1, clan = -1, other = -1, there = -1] = args;
  if (!time) return;
  if (key === 'attacks') await leap(army(root, seat, clan), army(root, there, other), time);
  if (key === 'strikes') await star(root.querySelector(`[data-seat="${seat}"]`), army(root, other, clan), time);
};

/** The place of an army: provinces are drawn by seat, their armies in the order of the clans. */
function army(root: HTMLElement, seat: number, clan: number): HTMLElement | null {
  const slots = root.querySelectorAll<HTMLElement>(`[data-province="${seat}"] .slot`);
  return clan < CLANS_A_PROVINCE ? (slots[clan] ?? null) : null;
}

function towards(from: Element, to: Element): { dx: number; dy: number; far: number } {
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const dx = b.x + b.width / 2 - a.x - a.width / 2;
  const dy = b.y + b.height / 2 - a.y - a.height / 2;
  return { dx, dy, far: Math.hypot(dx, dy) };
}

async function leap(from: HTMLElement | null, to: HTMLElement | null, time: number): Promise<void> {
  if (!from || !to) return;
  const { dx, dy, far } = towards(from, to);
  const reach = Math.min(0.32, 110 / Math.max(1, far));
  const back = `${-dx * 0.06}px ${-dy * 0.06}px`;
  const out = `${dx * reach}px ${dy * reach}px`;
  from.style.zIndex = '9';
  const frames = [{ translate: '0 0' }, { translate: back, offset: 0.3 }, { translate: out, offset: 0.62, scale: 1.08 }, { translate: '0 0' }];
  const leaping = from.animate(frames, { duration: time * 0.95, easing: 'ease-in-out' });
  shake(to, time * 0.5, time * 0.55);
  await new Promise((done) => setTimeout(done, time * 0.62));
  void leaping.finished.then(() => (from.style.zIndex = ''), () => undefined);
}

function shake(el: HTMLElement, time: number, delay: number): void {
  const frames = [0, -5, 5, -4, 3, 0].map((x) => ({ translate: `${x}px 0`, rotate: `${x * 0.5}deg` }));
  el.animate(frames, { duration: time, delay });
}

async function star(from: Element | null, to: HTMLElement | null, time: number): Promise<void> {
  const layer = document.querySelector('.flights');
  if (!from || !to || !layer) return;
  const { dx, dy } = towards(from, to);
  const box = from.getBoundingClientRect();
  const shot = document.createElement('span');
  shot.className = 'shuriken';
  shot.style.left = `${box.x + box.width / 2}px`;
  shot.style.top = `${box.y + box.height / 2}px`;
  layer.append(shot);
  const frames = [{ translate: '-50% -50%', rotate: '0deg' }, { translate: `calc(${dx}px - 50%) calc(${dy}px - 50%)`, rotate: '900deg' }];
  await shot.animate(frames, { duration: time * 0.85, easing: 'cubic-bezier(.4,0,.8,.6)' }).finished.catch(() => undefined);
  shot.remove();
  shake(to, time * 0.5, 0);
}
