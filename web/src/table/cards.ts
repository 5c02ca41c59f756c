/** Cards under keys that only this page knows, moved by events so that an eye can follow them. */
import type { EventState, GameInfo } from '../protocol';

/** A card as it is shown: the key its picture is found by, and its face (-1: not to be seen). */
export interface Shown {
  readonly key: string;
  readonly face: number;
}

/** What lies where: a list of cards for each zone. */
export type Lay = readonly (readonly Shown[])[];

/** A card that went from one zone to another. */
export interface Travel {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** What an event changed. */
export interface Change {
  lay: Shown[][];
  travels: Travel[];
  turned: string[];
}

let made = 0;
const fresh = (face: number): Shown => ({ key: `c${++made}`, face });

/** Cards for faces that were not shown before. */
export const layOut = (zones: readonly (readonly number[])[]): Lay =>
  zones.map((faces) => faces.map(fresh));

const isHand = (game: GameInfo, zone: number): boolean => game.zones[zone]?.kind === 'hand';

/** Lift a card out of a zone: by its place, or out of a hand by its face. */
function lift(lay: Shown[][], game: GameInfo, zone: number, index: number, face: number): Shown {
  const cards = lay[zone] ?? [];
  const at = isHand(game, zone) || index < 0 ? inHand(cards, face) : index;
  const [card] = at < cards.length ? cards.splice(at, 1) : [];
  return card ?? fresh(face);
}

/** Which card of a hand a face is: that face, else one that nobody knows, else any. */
function inHand(cards: readonly Shown[], face: number): number {
  const known = cards.findLastIndex((card) => card.face === face);
  if (known >= 0) return known;
  const hidden = cards.findLastIndex((card) => card.face < 0);
  return hidden >= 0 ? hidden : Math.max(0, cards.length - 1);
}

/** Put a card down; a hand is kept in the order in which views give it. */
function land(lay: Shown[][], game: GameInfo, zone: number, index: number, card: Shown): void {
  const cards = (lay[zone] ??= []);
  const after = cards.findIndex((one) => one.face > card.face);
  const sorted = card.face < 0 || after < 0 ? cards.length : after;
  cards.splice(isHand(game, zone) || index < 0 ? sorted : index, 0, card);
}

/** The face that is shown where a card lands: hidden again if the place is nobody's to see. */
function faceIn(game: GameInfo, zone: number, me: number, face: number): number {
  const info = game.zones[zone];
  if (info?.kind !== 'hand') return face;
  return info.sight === 'all' || (info.sight === 'owner' && info.owner === me) ? face : -1;
}

type Step = (change: Change, game: GameInfo, me: number, args: readonly number[]) => void;

function carry(change: Change, game: GameInfo, me: number, from: number, at: number, to: number, slot: number, face: number): void {
  const card = lift(change.lay, game, from, at, face);
  const seen = face >= 0 ? face : card.face;
  land(change.lay, game, to, slot, { key: card.key, face: faceIn(game, to, me, seen) });
  change.travels.push({ key: card.key, from, to });
}

const STEPS: Record<string, Step> = {
  move(change, game, me, [from = 0, at = -1, to = 0, slot = -1, face = -1]) {
    carry(change, game, me, from, at, to, slot, face);
  },
  trade(change, game, me, args) {
    for (let at = 0; at + 2 < args.length; at += 3) {
      carry(change, game, me, args[at] ?? 0, -1, args[at + 1] ?? 0, -1, args[at + 2] ?? -1);
    }
  },
  pour(change, game, me, [from = 0, to = 0, ...faces]) {
    for (const face of faces) carry(change, game, me, from, 0, to, (change.lay[to] ?? []).length, face);
  },
  swap(change, _game, _me, [a = 0, b = 0, done = -1]) {
    const one = change.lay[a] ?? [];
    const two = change.lay[b] ?? [];
    if (done === 0) return;
    const hide = (cards: Shown[]): Shown[] => (done < 0 ? cards.map(({ key }) => ({ key, face: -1 })) : cards);
    for (const { key } of one) change.travels.push({ key, from: a, to: b });
    for (const { key } of two) change.travels.push({ key, from: b, to: a });
    [change.lay[a], change.lay[b]] = [hide(two), hide(one)];
  },
  show(change, game, _me, [zone = 0, , ...pairs]) {
    for (let at = 0; at + 1 < pairs.length; at += 2) turn(change, game, zone, pairs[at] ?? -1, pairs[at + 1] ?? -1);
  },
  shuffle(change, _game, _me, [zone = 0]) {
    change.lay[zone] = (change.lay[zone] ?? []).map(({ key }) => ({ key, face: -1 }));
  },
};

/** Turn a card up, if its face came with the event. */
function turn(change: Change, game: GameInfo, zone: number, index: number, face: number): void {
  const cards = change.lay[zone] ?? [];
  if (face < 0) return;
  const hidden = cards.findIndex((card) => card.face < 0);
  const at = isHand(game, zone) || index < 0 ? hidden : index;
  const card = cards[at];
  if (!card || card.face === face) return;
  cards[at] = { key: card.key, face };
  change.turned.push(card.key);
}

/** What lies where after these events; cards keep their keys wherever they go. */
export function play(lay: Lay, game: GameInfo, me: number, events: readonly EventState[]): Change {
  const change: Change = { lay: lay.map((cards) => [...cards]), travels: [], turned: [] };
  for (const [verb, args] of events) STEPS[verb]?.(change, game, me, args);
  return change;
}

/** The truth under the same keys: whatever the events did not say is put right here. */
export function settle(lay: Lay, zones: readonly (readonly number[])[]): Lay {
  return zones.map((faces, zone) => match(lay[zone] ?? [], faces));
}

function match(cards: readonly Shown[], faces: readonly number[]): readonly Shown[] {
  if (cards.length === faces.length && faces.every((face, at) => fits(cards[at], face))) {
    return cards.map((card, at) => ({ key: card.key, face: faces[at] ?? -1 }));
  }
  const left = [...cards];
  return faces.map((face) => {
    const [card] = left.length ? left.splice(inHand(left, face), 1) : [];
    return card ? { key: card.key, face } : fresh(face);
  });
}

const fits = (card: Shown | undefined, face: number): boolean =>
  card !== undefined && (card.face === face || card.face < 0 || face < 0);
