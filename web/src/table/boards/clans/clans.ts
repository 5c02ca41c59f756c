/** War of Clans as its table sees it: where things lie, and which gestures mean which options. */
import { namesOf, type Parsed } from '../../game';
import type { Desk } from '../../desk.svelte';
import type { Gestures, Role, Sight, Spot } from '../board';

export const NINJA = 'Ninja';
const LOYALTY = '-loyalty';
/** What has a crest. */
const CRESTED: readonly string[] = ['Takeda', 'Uesugi', 'Mori', 'Oda', 'Hojo'];

/** The crest of a face or a clan; empty for anything else. */
export function crestOf(name: string): string {
  const bare = name.replace(LOYALTY, '');
  return CRESTED.includes(bare) ? bare : '';
}

/** The clans in their order. */
export const clansOf = (desk: Desk): readonly string[] => namesOf(desk.game, 'clan');

export const armyZone = (seat: number, clan: string): string => `army-${seat}-${clan}`;
export const armySpot = (seat: number, clan: string): Spot => `zone:${armyZone(seat, clan)}`;
export const provinceSpot = (seat: number): Spot => `province:${seat}`;

/** How many cards a clan has in a province, or in all of them. */
export function strength(desk: Desk, clan: string, seat = -1): number {
  const seats = seat < 0 ? Array.from({ length: desk.game.seats }, (_, at) => at) : [seat];
  return seats.reduce((sum, at) => sum + desk.cards(armyZone(at, clan)).length, 0);
}

/** Whether an army cannot be attacked this turn. */
export const shielded = (desk: Desk, seat: number, clan: string): boolean => desk.marked('shielded', `${seat}-${clan}`);

/** The clan on a loyalty card that can be seen; empty where it cannot. */
export function served(desk: Desk, seat: number): string {
  const face = desk.cards(`loyalty-${seat}`)[0]?.face ?? -1;
  return (desk.game.faces[face] ?? '').replace(LOYALTY, '');
}

/** The moments of the orders, as the game calls them. */
const ORDERS: readonly string[] = ['first-order', 'second-order', 'third-order'];

/** Which of the three orders is being given; 0: none. */
export const order = (desk: Desk): number => ORDERS.indexOf(desk.view.moment) + 1;

/** Whose turn it is; -1: nobody's. */
export function onTurn(desk: Desk): number {
  return desk.view.over ? -1 : (desk.view.waiting[0] ?? -1);
}

const province = (seat: string | number): string => `province-${seat}`;

/** The seat and clan of `zone:army-1-Oda`. */
function armyAt(spot: Spot): { seat: string; clan: string } | null {
  const found = /^zone:army-(\d+)-(.+)$/.exec(spot);
  return found ? { seat: found[1] ?? '', clan: found[2] ?? '' } : null;
}

function armyWishes(me: number, seat: string, clan: string, role: Role): string[] {
  const place = `${province(seat)}:${clan}`;
  const home = seat === String(me);
  const sent = home ? [`with:${clan}`, `move:${place}`] : [`move:${place}`];
  const hit = [`strike:${place}`, `at:${place}`, `into:${province(seat)}`];
  return role === 'from' ? sent : role === 'to' ? hit : [...sent, ...hit];
}

function provinceWishes(sight: Sight, seat: string, role: Role): string[] {
  const clans = role === 'to' ? namesOf(sight.game, 'clan') : [];
  const armies = clans.flatMap((clan) => [`strike:${province(seat)}:${clan}`, `at:${province(seat)}:${clan}`]);
  return [`into:${province(seat)}`, ...armies];
}

export const gestures: Gestures = {
  lights(sight, { verb, names }: Parsed) {
    const [first = '', second = ''] = names;
    const seat = first.replace('province-', '');
    if (verb === 'ninja') return [`card:${NINJA}`];
    if (verb === 'deploy' || verb === 'play') return [`card:${first}`];
    if (verb === 'with') return [armySpot(sight.me, first)];
    if (verb === 'into') return [`province:${seat}`];
    return [armySpot(Number(seat), second)];
  },
  goals(sight, { verb }) {
    if (verb !== 'play') return [];
    const armies = namesOf(sight.game, 'clan').map((clan) => armySpot(sight.me, clan));
    return [provinceSpot(sight.me), ...armies];
  },
  wishes(sight, _question, spot, role) {
    const army = armyAt(spot);
    if (army) return armyWishes(sight.me, army.seat, army.clan, role);
    const [kind, name = ''] = spot.split(':');
    if (kind === 'province') return provinceWishes(sight, name, role);
    if (kind !== 'card' || role === 'to') return [];
    return name === NINJA ? ['ninja'] : [`deploy:${name}`, `play:${name}`];
  },
  grabs(_sight, spot) {
    return spot.startsWith('card:') || armyAt(spot) !== null;
  },
};
