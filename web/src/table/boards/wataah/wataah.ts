/** WAT-AAH! as its table sees it: where things lie, and which gestures mean which options. */
import { t } from '../../../lib/i18n.svelte';
import { plain } from '../../../lib/words.svelte';
import type { GameInfo, QuestionInfo } from '../../../protocol';
import type { Shown } from '../../cards';
import type { Desk } from '../../desk.svelte';
import { namesOf, parse, zoneAt, type Parsed } from '../../game';
import type { Gather, Gestures, Plain, Plan, Sight, Spot } from '../board';

export const RONIN = 'Ronin';
/** Kinds of cards, beside the clans. */
type Kind = 'ronin' | 'yokai' | 'temple' | 'court' | 'boss';

// -- cards

/** The clans in their order. */
export const clansOf = (game: GameInfo): readonly string[] => namesOf(game, 'clan');

/** The clan on a card such as `Carp-3`; empty for every other card. */
export function clanOf(game: GameInfo, face: string): string {
  const [, clan = ''] = /^(.+)-\d+$/.exec(face) ?? [];
  return clansOf(game).includes(clan) ? clan : '';
}

/** What a face is: its clan, or what else it can be. */
export function kindOf(game: GameInfo, face: string): string {
  const sorts: readonly Kind[] = ['yokai', 'temple', 'court', 'boss'];
  return clanOf(game, face) || (face === RONIN ? 'ronin' : (sorts.find((sort) => namesOf(game, sort).includes(face)) ?? ''));
}

/** All kinds in the order in which cards are sorted. */
const kindsOf = (game: GameInfo): readonly string[] => [...clansOf(game), 'ronin', 'yokai', 'temple', 'court', 'boss'];

/** A kind in words. */
export function kindName(desk: Desk, kind: string): string {
  const clan = clansOf(desk.game).indexOf(kind);
  if (clan >= 0) return plain(desk.words.thing('clan', clan));
  return kind === 'ronin' ? desk.words.find('face', RONIN, RONIN) : desk.words.find('board', kind, kind);
}

/** The number printed on a card; 0 where it has none. */
export const printed = (game: GameInfo, face: number): number => Math.max(0, game.printed[face] ?? 0);

/** What is printed on cards, added up. */
export const sum = (game: GameInfo, cards: readonly Shown[]): number =>
  cards.reduce((total, card) => total + printed(game, card.face), 0);

/** How a card looks that nobody has drawn. */
export function plainFace(game: GameInfo, face: string): Plain {
  const kinds = kindsOf(game);
  const kind = kindOf(game, face);
  return { kind: kinds.indexOf(kind), kinds: kinds.length, framed: kind === 'yokai' };
}

/** Crests are drawn for the clans. */
export const crestOf = (name: string): string => CRESTED.find((clan) => name === clan || name.replace(/-\d+$/, '') === clan) ?? '';
const CRESTED: readonly string[] = ['Monkey', 'Carp', 'Crow', 'Toad', 'Spider', 'Fox', 'Dragon', 'Rat', 'Bear'];

/** Which back a face has. */
export function backOf(face: string, game: GameInfo): string {
  const kind = kindOf(game, face);
  return ['temple', 'court', 'boss'].includes(kind) ? kind : 'shinobi';
}

/** What a card does, in words; empty where it says so itself. A line for each of its powers. */
export function about(desk: Desk, face: string): readonly string[] {
  const clan = clanOf(desk.game, face);
  if (clan) return aboutClan(desk, clan);
  const text = power(desk, 'card', face);
  return text ? [text] : [];
}

/** Both powers of a clan. */
export function aboutClan(desk: Desk, clan: string): readonly string[] {
  const [small, big] = [power(desk, 'small', clan), power(desk, 'big', clan)];
  if (small === big) return small ? [small] : [];
  const pair = (key: string, how: string): string => t('table.pair', { what: desk.words.find('board', key, ''), how });
  return [pair('small', small), pair('big', big)];
}

/** The text of a power. */
export function power(desk: Desk, sort: 'small' | 'big' | 'card', name: string): string {
  const texts = desk.words.texts['power']?.[sort];
  const found = typeof texts === 'object' ? texts[name] : undefined;
  return typeof found === 'string' ? found : '';
}

// -- places

export const clanZone = (seat: number, clan: string): string => `clan-${seat}-${clan}`;
export const clanSpot = (seat: number | string, clan: string): Spot => `zone:clan-${seat}-${clan}`;
export const seatSpot = (seat: number | string): Spot => `seat:${seat}`;
export const decoySpot = (number: number): Spot => `zone:decoy-${number}`;

/** Whether the table has the board of Grand Master mode. */
export const grand = (game: GameInfo): boolean => zoneAt(game, 'boss') >= 0;

/** The clans that lie in front of a player. */
export const clansBefore = (desk: Desk, seat: number): readonly string[] =>
  clansOf(desk.game).filter((clan) => desk.cards(clanZone(seat, clan)).length > 0);

/** Everything that lies in front of a player. */
export const inFront = (desk: Desk, seat: number): readonly Shown[] =>
  clansOf(desk.game).flatMap((clan) => desk.cards(clanZone(seat, clan)));

/** The seat that a name such as `s2` stands for. */
const seatOf = (name: string): string => name.replace(/^s/, '');

// -- gestures

/** Cards that are chosen from a tray, because they lie in no hand of mine. */
const TRAYS: readonly string[] = ['crow.cards', 'memory', 'dragon.keep', 'spirit.keep', 'dojo.keep', 'temple.keep', 'spy.card', 'pardon'];
export const isTray = (key: string): boolean => TRAYS.includes(key);

/** The spots of an option, by its verb. */
const LIGHTS: Readonly<Record<string, (sight: Sight, names: readonly string[]) => readonly Spot[]>> = {
  recruit: () => ['zone:deck'],
  dojo: () => ['zone:deck'],
  corrupt: ({ me }) => ['zone:deck', `zone:corrupt-${me}`],
  market: () => ['zone:jigoku'],
  use: ({ me }) => [`zone:court-${me}`],
  cancel: ({ me }) => [`zone:court-${me}`],
  show_banner: ({ me }) => [`zone:court-${me}`],
  found: ({ game }, [clan = '']) => cardsOf(game, clan),
  found_with: ({ game }, [clan = '']) => [...cardsOf(game, clan), `card:${RONIN}`],
  reinforce: ({ game }, [clan = '']) => [...cardsOf(game, clan), `card:${RONIN}`],
  summon: (_sight, [yokai = '']) => [`card:${yokai}`],
  card: (_sight, [face = '']) => [`card:${face}`],
  give: (_sight, [face = '']) => [`card:${face}`],
  discard: (_sight, [face = '']) => [`card:${face}`],
  add: ({ me }, [clan = '', face = '']) => [`card:${face}`, clanSpot(me, clan)],
  on: ({ me }, [clan = '']) => [clanSpot(me, clan)],
  keep: (_sight, [face = '']) => [`tray:${face}`],
  keep_face_up: (_sight, [face = '']) => [`tray:${face}`],
  take: (_sight, [face = '']) => [`tray:${face}`],
  throw_out: (_sight, [face = '']) => [`tray:${face}`],
  absolve: (_sight, [face = '']) => [`tray:${face}`],
  card_of: (_sight, [seat = '', clan = '']) => [clanSpot(seatOf(seat), clan)],
  clan_of: (_sight, [seat = '', clan = '']) => [clanSpot(seatOf(seat), clan)],
  with: (_sight, [seat = '']) => [seatSpot(seatOf(seat))],
  at: (_sight, [seat = '']) => [seatSpot(seatOf(seat))],
  to: (_sight, [seat = '']) => [seatSpot(seatOf(seat))],
  to_court: () => ['place:court'],
  to_missions: () => ['place:missions'],
  to_showdown: () => ['place:showdown'],
  temple_cards: () => ['place:temple'],
  peek: ({ game }, [decoy = '']) => [decoySpot(namesOf(game, 'decoy').indexOf(decoy))],
};

const cardsOf = (game: GameInfo, clan: string): readonly Spot[] =>
  game.faces.filter((face) => clanOf(game, face) === clan).map((face) => `card:${face}`);

const lightsOf = (sight: Sight, { verb, names }: Parsed): readonly Spot[] => LIGHTS[verb]?.(sight, names) ?? [];

/** Whoever is asked for a player may touch whatever lies on that player's mat. */
const matUnder = (spot: Spot): Spot => spot.replace(/^zone:(?:clan|corrupt|court)-(\d+)(?:-.+)?$/, 'seat:$1');

function everyOption(game: GameInfo, question: QuestionInfo): Parsed[] {
  const all = Array.from({ length: question.stop }, (_, option) => parse(game, question, option));
  return all.filter((one) => one !== undefined);
}

export const gestures: Gestures = {
  lights: lightsOf,
  goals: (_sight, { verb }) => (verb === 'discard' ? ['zone:jigoku'] : []),
  wishes(sight, question, spot) {
    const all = everyOption(sight.game, question);
    const meant = (at: Spot): Parsed[] => all.filter((option) => lightsOf(sight, option).includes(at));
    const own = meant(spot);
    return (own.length ? own : meant(matUnder(spot))).map((option) => option.spelled);
  },
  grabs: (_sight, spot) => spot.startsWith('card:'),
};

// -- placing

/** The clan of `zone:clan-1-Carp`, if it is mine. */
const clanAt = (me: number, spot: Spot): string => new RegExp(`^zone:clan-${me}-(.+)$`).exec(spot)?.[1] ?? '';

/** My clans on the table. */
const mine = ({ game, view, me }: Sight): readonly string[] =>
  clansOf(game).filter((clan) => (view.zones[zoneAt(game, clanZone(me, clan))]?.length ?? 0) > 0);

const picks = (key: string, faces: readonly string[]): Plan['then'] => ({ key, options: faces.map((face) => `card:${face}`), pick: true });

/** Faces but for so many of one kind. */
function without(faces: readonly string[], face: string, number: number): readonly string[] {
  let left = number;
  return faces.filter((one) => one !== face || left-- <= 0);
}

/** Cards of a clan and Ronin: a new clan, or more for one that lies there. */
function clanPlans(sight: Sight, clan: string, faces: readonly string[]): Plan[] {
  const most = namesOf(sight.game, 'ronin').length;
  const ronin = Math.min(most, faces.filter((face) => face === RONIN).length);
  const found = ronin ? `found_with:${clan}:${ronin}` : `found:${clan}`;
  const founded: Plan = { option: found, then: picks('place.cards', without(faces, RONIN, ronin)) };
  const joined: Plan = { option: `reinforce:${clan}`, then: picks('reinforce.cards', faces) };
  return [mine(sight).includes(clan) ? joined : founded];
}

/** A Yokai, alone, on one of these clans. */
function yokaiPlans(yokai: string, places: readonly string[]): Plan[] {
  const option = `summon:${yokai}`;
  if (!places.length) return [{ option, then: null }];
  return places.map((place) => ({ option, then: { key: 'summon.on', options: [`on:${place}`], pick: false } }));
}

export const gather: Gather = {
  asks: (key) => key === 'place',
  plans(sight, faces, onto) {
    const onClan = clanAt(sight.me, onto);
    const yokai = faces.find((face) => namesOf(sight.game, 'yokai').includes(face));
    const clan = faces.map((face) => clanOf(sight.game, face)).find(Boolean);
    if (onto && !onClan && onto !== seatSpot(sight.me)) return [];
    const places = onClan ? [onClan] : mine(sight);
    if (yokai && faces.length === 1) return yokaiPlans(yokai, places);
    if (clan) return clanPlans(sight, onClan || clan, faces);
    const nowhere: Plan = { option: `reinforce:${clansOf(sight.game)[0] ?? ''}`, then: null };
    return places.length ? places.flatMap((place) => clanPlans(sight, place, faces)) : [nowhere];
  },
};
