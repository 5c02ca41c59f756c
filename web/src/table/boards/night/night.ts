/** Night of the Ninja as its table sees it: who stands where, and which gestures mean which options. */
import type { LogLine } from '../../../lib/session.svelte';
import { plain } from '../../../lib/words.svelte';
import type { GameInfo, RemarkState } from '../../../protocol';
import type { Desk } from '../../desk.svelte';
import { clockwise, namesOf, type Parsed } from '../../game';
import { heardIn, type Chapter } from '../../talk';
import { fillIn } from '../../text';
import type { Gestures, Sight, Spot } from '../board';

const LETTERS = 'abc';

/** Someone who stands at the table. A seat has one of them; where two play, three. */
export interface Member {
  readonly seat: number;
  /** Which of the seat's: 0 is its only one. */
  readonly which: number;
  /** How places are called: `house-3`, or `house-0-a`. */
  readonly key: string;
  readonly spot: Spot;
}

/** Everyone who stands at the table, in the order of the House cards. */
export function membersOf(game: GameInfo): Member[] {
  return game.zones.flatMap(({ name }) => {
    const found = /^house-(\d+)(?:-([abc]))?$/.exec(name);
    if (!found) return [];
    const [seat, which] = [Number(found[1]), LETTERS.indexOf(found[2] ?? '') + (found[2] ? 1 : 0)];
    return [{ seat, which, key: name.replace('house-', ''), spot: spotOf(game, seat, which) }];
  });
}

const spotOf = (game: GameInfo, seat: number, which: number): Spot =>
  `member:${namesOf(game, 'seat')[seat] ?? seat}:${namesOf(game, 'member')[which] ?? which}`;

/** Whether each player has several members. */
export const paired = (game: GameInfo): boolean => membersOf(game).length > game.seats;

/** The others, clockwise from my left neighbour; who watches sees everybody. */
export function others(desk: Desk): Member[] {
  const all = membersOf(desk.game);
  return clockwise(desk.game, desk.me).flatMap((seat) => all.filter((one) => one.seat === seat));
}

/** Those whom I play. */
export const mine = (desk: Desk): Member[] => membersOf(desk.game).filter((one) => one.seat === desk.me);

/**
 * Where one of so many others stands: up the left side, along the top, down the right side. The sides
 * are for those whom the top has no room for: the middle is for what happens and what is said.
 */
export interface Stand {
  readonly row: number;
  /** In half columns, counted from 1. */
  readonly column: number;
}
export interface Ring {
  readonly rows: number;
  readonly columns: number;
  readonly stands: readonly Stand[];
}
export function ringOf(count: number): Ring {
  const sides = count >= 10 ? 2 : count >= 8 ? 1 : 0;
  const top = count - 2 * sides;
  const columns = Math.max(top, 3);
  const rows = Math.max(2, sides + 1);
  const stands = Array.from({ length: count }, (_, at): Stand => {
    if (at < sides) return { row: rows - at, column: 1 };
    if (at < sides + top) return { row: 1, column: columns - top + 2 * (at - sides) + 1 };
    return { row: at - sides - top + 2, column: 2 * columns - 1 };
  });
  return { rows, columns, stands };
}

export const isDead = (desk: Desk, { seat, which }: Member): boolean =>
  desk.count(which ? `dead-${LETTERS[which - 1] ?? ''}-${seat}` : `dead-${seat}`) > 0;

export const isTouched = (desk: Desk, { key }: Member): boolean => desk.marked('touched', key);

/** The House card before somebody; -1 where I do not know it. */
export const houseFace = (desk: Desk, { key }: Member): number => desk.cards(`house-${key}`)[0]?.face ?? -1;

/** The House of a face: Crane, Lotus or Ronin. */
export const sideOf = (desk: Desk, face: number): string => (desk.game.faces[face] ?? '').split('-')[0] ?? '';

/** 0: the draft; 1 to 5: the night; 6: the House Reveal. */
export const phaseOf = (desk: Desk): number => desk.count('phase');

/** While everybody is asked at once nobody in particular is on turn. */
const TOGETHER = 'all-at-once';

/** Whose turn it is; -1: nobody's. */
export const onTurn = (desk: Desk): number =>
  desk.view.over || desk.view.moment === TOGETHER ? -1 : (desk.view.waiting[0] ?? -1);

/** A player's name, and which of their members it is. */
export function memberName(desk: Desk, { seat, which }: Member): string {
  const mark = desk.words.thing('member', which).map((piece) => piece.text).join('');
  return desk.name(seat) + mark;
}

/** The member that two arguments of a sentence name. */
export const memberAt = (game: GameInfo, seat: number, which: number): Member | undefined =>
  membersOf(game).find((one) => one.seat === seat && one.which === which);

/** What was said since the House cards were dealt. */
export function saidThisRound(desk: Desk): RemarkState[] {
  const { log } = desk.session;
  const dealt = log.findLast((line) => isTell(desk.game, line, 'nightfall'))?.at ?? -1;
  return heardIn(desk.session).flatMap((line) => (line.at > dealt ? [line.remark] : []));
}

/** The draft, the phases of the night and the Reveal, in words. */
export function phaseNames(desk: Desk): string[] {
  const night = namesOf(desk.game, 'phase').map((_, at) => plain(desk.words.thing('phase', at)));
  return [desk.words.find('board', 'draft', ''), ...night, desk.words.find('board', 'reveal', '')];
}

/** Every phase of every round that has begun, as it was told. */
export function chaptersOf(desk: Desk): Chapter[] {
  const names = phaseNames(desk);
  const told = desk.session.log.map((line) => phaseTold(desk.game, line));
  // Who came into the middle of a round, as in a lesson, was not told of its beginning.
  let round = desk.count('round') - told.filter((phase) => phase === 0).length;
  return desk.session.log.flatMap((line, nth): Chapter[] => {
    const phase = told[nth] ?? -1;
    if (phase === 0) round++;
    const night = fillIn(desk.words.find('board', 'round', '{0}'), String(round));
    return phase < 0 ? [] : [{ at: line.at, title: `${night} · ${names[phase] ?? ''}` }];
  });
}

/** What is told when all House cards are up. */
const DAWN: readonly string[] = ['house_wins', 'no_house_wins', 'all_tied'];

/** The phase that begins with a line; -1: none. */
function phaseTold(game: GameInfo, line: LogLine): number {
  if (isTell(game, line, 'nightfall')) return 0;
  if (DAWN.some((key) => isTell(game, line, key))) return namesOf(game, 'phase').length + 1;
  return line.kind === 'event' && isTell(game, line, 'phase_begins') ? (line.event[1][1] ?? 0) + 1 : -1;
}

/** The colours of the Houses. */
export const TINTS: Readonly<Record<string, string>> = { Crane: '#4d8fd1', Lotus: '#d0566b', Ronin: '#c9a54a' };

/** The colour of the House that I know somebody to be of. */
export function voiceOf(desk: Desk, seat: number): string {
  const member = paired(desk.game) ? undefined : memberAt(desk.game, seat, 0);
  return (member && TINTS[sideOf(desk, houseFace(desk, member))]) ?? '';
}

function isTell(game: GameInfo, line: LogLine, key: string): boolean {
  if (line.kind !== 'event' || line.event[0] !== 'tell') return false;
  return game.sentences[line.event[1][0] ?? -1]?.key === key;
}

const isFace = (sight: Sight, name: string): boolean => sight.game.faces.includes(name);

export const gestures: Gestures = {
  lights(sight, { verb, names }: Parsed) {
    const [first = '', second = ''] = names;
    if (verb === 'at') return [`member:${first}:${second}`];
    if (verb === 'rob') return membersOf(sight.game).map((one) => one.spot).filter((spot) => spot.startsWith(`member:${first}:`));
    return isFace(sight, first) ? [`card:${first}`] : [];
  },
  goals: () => [],
  wishes(_sight, _question, spot) {
    const [kind, name = '', which = ''] = spot.split(':');
    if (kind === 'member') return [`at:${name}:${which}`, `rob:${name}`];
    return ['keep', 'play', 'give'].map((verb) => `${verb}:${name}`);
  },
  grabs: () => false,
};
