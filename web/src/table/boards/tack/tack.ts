/** Ninjaaa'Tack as its table sees it: who sits where and with whom, and which gestures mean which options. */
import { clockwise, counter, namesOf, tallied, type Parsed } from '../../game';
import type { GameInfo, ViewState } from '../../../protocol';
import type { Gestures, Spot } from '../board';

const TOKEN = '-token';
const SIGN = 'Sign-';

// -- who sits where

/** The others round the table: up my left side, along the far side, down my right side. */
export interface Round {
  readonly left: readonly number[];
  readonly far: readonly number[];
  readonly right: readonly number[];
}

/** Clockwise from my left neighbour, so that partners who face each other do so on the screen too. */
export function roundOf(game: GameInfo, me: number): Round {
  const all = clockwise(game, me);
  const side = all.length > 5 ? 2 : 1;
  return { left: all.slice(0, side), far: all.slice(side, all.length - side), right: all.slice(all.length - side) };
}

/** The lone wolf's seat; -1: there is none. */
export const wolfOf = (game: GameInfo, count: readonly number[]): number => counter(game, count, 'wolf') - 1;

/** Who plays with a seat this round; -1 for a lone wolf. */
export function partnerOf(seats: number, wolf: number, seat: number): number {
  const half = Math.floor(seats / 2);
  if (seats % 2 === 0) return (seat + half) % seats;
  if (seat === wolf || wolf < 0) return -1;
  const place = (seat - wolf - 1 + seats) % seats;
  const other = place < half ? place + half : place - half;
  return (wolf + 1 + other) % seats;
}

/** The number of a seat's team this round, counted from 1; both partners have the same. 0: a lone wolf. */
export function teamOf(seats: number, wolf: number, seat: number): number {
  const partner = partnerOf(seats, wolf, seat);
  if (partner < 0) return 0;
  const from = seats % 2 ? (seat - wolf - 1 + seats) % seats : seat;
  return (from % Math.floor(seats / 2)) + 1;
}

/** Whose tokens a seat plays for: its team's, or where the numbers are odd its own. */
export const ownerOf = (seats: number, seat: number): number => (seats % 2 ? seat : seat % (seats / 2));

/** The zone of an owner's tokens. */
export const purseOf = (seats: number, owner: number): string => `${seats % 2 ? 'tokens' : 'team'}-${owner}`;

// -- what is known

/** A hand that a call has shown, as faces; empty where it was not shown. */
export function shownHand(game: GameInfo, count: readonly number[], seat: number): number[] {
  return tallied(game, count, `shown-${seat}`).flatMap(({ thing, number }) => Array<number>(number).fill(game.faces.indexOf(thing)));
}

/** What each gesture means between two partners: faces by gesture; empty where I have no such sheet. */
export function sheetOf(game: GameInfo, view: ViewState, one: number, other: number): readonly number[] {
  const half = Math.floor(game.seats / 2);
  const pair = (one + half) % game.seats === other ? (game.seats % 2 ? one : Math.min(one, other)) : other;
  const zone = game.zones.findIndex(({ name }) => name === `code-${pair}`);
  const faces = one < 0 || other < 0 ? [] : (view.zones[zone] ?? []);
  return faces.every((face) => face >= 0) ? faces : [];
}

/** Whether a penalty holds for an owner now, or in the next round. */
export const penaltyOf = (game: GameInfo, count: readonly number[], owner: number): { now: boolean; next: boolean } => {
  const [binds, round] = [counter(game, count, `penalty-${owner}`), counter(game, count, 'round')];
  return { now: round > 0 && binds === round, next: binds === round + 1 };
};

/** The clan behind a card, a token, a sign or a word: its crest stands for it. Empty: none. */
const CLANS = ['Red', 'Orange', 'Yellow', 'Green', 'Blue', 'Purple', 'Pink', 'Black'];
export function crestOf(name: string): string {
  const bare = name.replace(TOKEN, '').replace(SIGN, '');
  return CLANS.find((clan) => clan.toLowerCase() === bare.toLowerCase()) ?? '';
}

/** The clans that take part: all but those left in the box. */
export function inPlay(game: GameInfo, view: ViewState): readonly string[] {
  const left = view.zones[game.zones.findIndex(({ name }) => name === 'box')] ?? [];
  return namesOf(game, 'clan').filter((clan) => !left.includes(game.faces.indexOf(clan)));
}

// -- gestures

/** Options whose things can be clicked: cards of mine, tokens of mine, tokens of others. */
const SPOTS: Readonly<Record<string, (names: readonly string[]) => Spot>> = {
  pass: ([clan = '']) => `card:${clan}`,
  lose: ([token = '']) => `token:${token}`,
  throw: ([token = '']) => `token:${token}`,
  take: ([whose = '', token = '']) => `take:${whose}:${token}`,
  aim: ([at = '']) => `aim:${at}`,
  power: ([at = '']) => `power:${at}`,
};

export const gestures: Gestures = {
  lights(_sight, { verb, names }: Parsed) {
    const spot = SPOTS[verb]?.(names);
    return spot ? [spot] : [];
  },
  goals: () => [],
  wishes(_sight, _question, spot) {
    const [kind = '', ...names] = spot.split(':');
    if (kind === 'card') return [`pass:${names[0] ?? ''}`];
    if (kind === 'token') return [`lose:${names[0] ?? ''}`, `throw:${names[0] ?? ''}`];
    return [spot];
  },
  grabs: () => false,
};
