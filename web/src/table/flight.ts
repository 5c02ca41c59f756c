/**
 * Cards fly and turn. A card is found by its data-card key before and after a change, so its element
 * may be moved, or destroyed and made anew elsewhere. What flies is a ghost on a layer above
 * everything, so no frame clips it; a change that comes in flight starts from where the ghost is.
 */
import { begin } from '../lib/busy';
import type { Travel } from './cards';

interface Pose {
  x: number;
  y: number;
  w: number;
  up: boolean;
  el: HTMLElement;
}

/** Where every card was drawn at some moment. */
export type Poses = Map<string, Pose>;

interface Ghost {
  el: HTMLElement;
  held: boolean;
  toX: number;
  toY: number;
  landed: () => void;
}

const EASE = 'cubic-bezier(.22,.7,.25,1)';
const SHIFT = 'shift';

const cardsIn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-card]')];
const keyOf = (el: HTMLElement): string => el.dataset['card'] ?? '';
const degrees = (up: boolean): string => `rotateY(${up ? 0 : 180}deg)`;

function pose(el: HTMLElement, up = !el.classList.contains('down')): Pose {
  const box = el.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, w: el.offsetWidth || box.width, up, el };
}

/** All flights over one table. */
export class Flights {
  #layer: HTMLElement;
  #air = new Map<string, Ghost>();

  constructor(layer: HTMLElement) {
    this.#layer = layer;
  }

  /** Where every card is drawn now, those in flight included. */
  snapshot(root: ParentNode): Poses {
    const poses: Poses = new Map();
    for (const el of cardsIn(root)) {
      const ghost = this.#air.get(keyOf(el));
      poses.set(keyOf(el), ghost ? { ...pose(ghost.el), w: widthOf(ghost.el), el } : pose(el));
    }
    return poses;
  }

  /** Fly everything from where it was to where it is now: one after the other, or all together. */
  fly(root: ParentNode, before: Poses, travels: readonly Travel[], time: number, together = false): void {
    const after = cardsIn(root);
    for (const el of after) for (const one of el.getAnimations()) if (one.id === SHIFT) one.cancel();
    const now = new Map(after.map((el) => [keyOf(el), pose(el)]));
    const gone = new Map(travels.map((travel, at) => [travel.key, at]));
    const gap = together ? 0 : Math.min(80, 700 / Math.max(1, gone.size));
    for (const travel of new Map(travels.map((one) => [one.key, one])).values()) {
      const from = before.get(travel.key) ?? this.#zonePose(root, travel.from, now.get(travel.key));
      const to = now.get(travel.key) ?? this.#zonePose(root, travel.to, from);
      const delay = time ? (gone.get(travel.key) ?? 0) * gap * (time / 520) : 0;
      if (from && to) this.#launch(travel.key, from, to, time, delay);
    }
    for (const [key, to] of now) if (!gone.has(key)) this.#adjust(key, before.get(key), to, time);
  }

  /** Let every ghost go at once. */
  clear(): void {
    for (const key of [...this.#air.keys()]) this.#land(key);
  }

  /** Pick a card up by hand: its ghost follows the pointer until it is let go. */
  lift(el: HTMLElement): HTMLElement {
    const key = keyOf(el);
    this.#land(key);
    const at = pose(el);
    const ghost = this.#ghost(key, at, el);
    ghost.held = true;
    el.style.opacity = '0.28';
    return ghost.el;
  }

  /** Let a lifted card glide back to its place. */
  release(el: HTMLElement, time: number): void {
    const key = keyOf(el);
    const ghost = this.#air.get(key);
    el.style.opacity = '';
    if (!ghost?.held) return;
    if (!el.isConnected) return this.#land(key);
    const from = { ...pose(ghost.el), w: widthOf(ghost.el), el };
    this.#launch(key, from, { ...pose(el), up: from.up }, time, 0);
  }

  #zonePose(root: ParentNode, zone: number, like: Pose | undefined): Pose | undefined {
    const el = root.querySelector<HTMLElement>(`[data-zone="${zone}"]`);
    if (!el || !like) return undefined;
    const box = el.getBoundingClientRect();
    const up = el.dataset['up'] === 'true';
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, w: Math.min(like.w, box.width), up, el: like.el };
  }

  #ghost(key: string, at: Pose, from: HTMLElement): Ghost {
    const el = from.cloneNode(true) as HTMLElement;
    el.classList.remove('down');
    el.classList.add('flying');
    delete el.dataset['card'];
    el.style.opacity = '';
    for (const picture of el.querySelectorAll('img')) picture.decoding = 'sync'; // never blank on its way
    el.style.setProperty('--card', `${at.w}px`);
    el.style.left = `${at.x - at.w / 2}px`;
    el.style.top = `${at.y - (at.w * 7) / 10}px`;
    this.#layer.append(el);
    turn(el, at.up, at.up, 0, 0);
    const ghost = { el, held: false, toX: at.x, toY: at.y, landed: begin('moving') };
    this.#air.set(key, ghost);
    return ghost;
  }

  #launch(key: string, from: Pose, to: Pose, time: number, delay: number): void {
    this.#land(key);
    to.el.style.opacity = '';
    if (!time || !to.w) return; // where there is no width, nothing can be seen to fly to
    const ghost = this.#ghost(key, to, from.up && !to.up ? from.el : to.el);
    const dx = from.x - to.x;
    const dy = from.y - to.y;
    const far = Math.hypot(dx, dy);
    const last = far > 260 ? time * 1.2 : time;
    const timing = { duration: last, delay, easing: EASE, fill: 'both' as const };
    const flight = ghost.el.animate(path(dx, dy, from.w / to.w, far), timing);
    turn(ghost.el, from.up, to.up, last, delay);
    if (to.el.isConnected && keyOf(to.el) === key) {
      to.el.animate([{ opacity: 0 }, { opacity: 0 }], { duration: last + delay, id: `hide-${key}` });
    }
    flight.onfinish = () => this.#air.get(key)?.el === ghost.el && this.#land(key);
  }

  /** A card that stayed in its zone makes room, or turns over where it lies. */
  #adjust(key: string, from: Pose | undefined, to: Pose, time: number): void {
    const ghost = this.#air.get(key);
    if (!from || !time || ghost?.held) return;
    if (ghost) {
      if (Math.hypot(ghost.toX - to.x, ghost.toY - to.y) > 2) this.#launch(key, from, to, time * 0.6, 0);
      return;
    }
    const [dx, dy] = [from.x - to.x, from.y - to.y];
    const frames = [{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }];
    if (Math.hypot(dx, dy) > 1) to.el.animate(frames, { id: SHIFT, duration: time * 0.7, easing: EASE });
    if (from.up !== to.up) turn(to.el, from.up, to.up, time * 1.3, 0, 'none');
  }

  #land(key: string): void {
    const ghost = this.#air.get(key);
    ghost?.el.remove();
    ghost?.landed();
    this.#air.delete(key);
  }
}

const widthOf = (ghost: HTMLElement): number => ghost.getBoundingClientRect().width;

/** From there to here, lifted in the middle of a long way. */
function path(dx: number, dy: number, scale: number, far: number): Keyframe[] {
  const frames: Keyframe[] = [{ translate: `${dx}px ${dy}px`, scale }, { translate: '0 0', scale: 1 }];
  if (far < 120) return frames;
  const lift = Math.min(46, far * 0.12);
  const middle = { translate: `${dx * 0.45}px ${dy * 0.45 - lift}px`, scale: 1 + (scale - 1) * 0.45 + 0.1, offset: 0.5 };
  return [frames[0]!, middle, frames[1]!];
}

function turn(el: HTMLElement, from: boolean, to: boolean, time: number, delay: number, fill: FillMode = 'both'): void {
  const inner = el.querySelector<HTMLElement>('.inner');
  const timing = { duration: time, delay, easing: 'ease-in-out', fill };
  inner?.animate([{ transform: degrees(from) }, { transform: degrees(to) }], timing);
}
