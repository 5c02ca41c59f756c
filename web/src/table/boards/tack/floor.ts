/** The floor before the thrower as it is drawn, and the way of a token over it. Lengths in millimetres. */
import type { Point, Throw } from './moments.svelte';

export const WIDTH = 400;
export const HEIGHT = 320;
const MIDDLE = WIDTH / 2;
/** Where the thrower stands. */
export const NEAR = 218;
const ASIDE = 0.3;
const AWAY = 0.089;
const UP = 0.13;
/** From what height it is thrown, and how high it rises. */
const HAND = 800;
const RISE = 560;
/** The box: half its width, and its wall. */
export const HALF = 170;
export const WALL = 80;

/** Where a point above the floor is drawn. */
export const drawn = ({ side, far }: Point, high = 0): { x: number; y: number } => ({
  x: MIDDLE + side * ASIDE,
  y: NEAR - far * AWAY - high * UP,
});

/** The four corners of the box on the floor, or at the height of its rim. */
export function corners({ side, far }: Point, high = 0): string {
  const at = [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const;
  return at
    .map(([a, b]) => drawn({ side: side + a * HALF, far: far + b * HALF }, high))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
}

export interface Step {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  /** From 0 to 1. */
  readonly offset: number;
}

const STEPS = 12;
/** The share of the time in which it flies before it first comes down. */
const FLIES = 0.62;

/** The way of a token: in an arc to where it falls, in smaller ones to where it rests. */
export function wayOf(thrown: Throw): Step[] {
  const hops = Math.max(1, Math.min(3, thrown.bounces));
  const way: Step[] = [];
  for (let at = 0; at <= STEPS; at++) {
    const t = at / STEPS;
    const high = HAND * (1 - t) + 4 * RISE * t * (1 - t) * 0.8;
    way.push({ ...drawn(between({ side: 0, far: 0 }, thrown.fall, t), high), turn: 900 * t, offset: FLIES * t });
  }
  const leap = thrown.result.startsWith('bounces') ? 190 : 70;
  for (let at = 1; at <= STEPS; at++) {
    const t = at / STEPS;
    const [hop, inside] = [Math.min(hops - 1, Math.floor(t * hops)), (t * hops) % 1];
    const high = at === STEPS ? 0 : (leap / (hop + 1) ** 2) * 4 * inside * (1 - inside);
    way.push({ ...drawn(between(thrown.fall, thrown.rest, 1 - (1 - t) ** 2), high), turn: 900 + 260 * t, offset: FLIES + (1 - FLIES) * t });
  }
  return way;
}

const between = (one: Point, other: Point, t: number): Point => ({
  side: one.side + (other.side - one.side) * t,
  far: one.far + (other.far - one.far) * t,
});

/** How far a pull must go for one more power, in the units of the picture. */
const PULL = 10.5;
const WIDE = 11;
export const LAST = 9;
const within = (value: number): number => Math.max(1, Math.min(LAST, value));

/** What a pull means: back for power, to one side to aim at the other. 0: too short to be a throw. */
export function pulled(dx: number, dy: number): { aim: number; power: number } {
  const far = Math.hypot(dx, dy);
  const power = dy < 4 ? 0 : within(Math.round(far / PULL));
  return { aim: within(5 - Math.round(dx / WIDE)), power };
}
