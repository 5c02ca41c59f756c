/** What a game's numbers mean, spelled as in a record: options, zones, counters. No rules. */
import { decode, digits, encode } from '../lib/decode';
import type { GameInfo, QuestionInfo } from '../protocol';

/** An option taken apart: its verb, what it speaks of, and how a record spells it. */
export interface Parsed {
  readonly verb: string;
  readonly sorts: readonly string[];
  readonly args: readonly number[];
  readonly names: readonly string[];
  readonly spelled: string;
}

/** The names of a sort, such as the clans. */
export function namesOf(game: GameInfo, sort: string): readonly string[] {
  return game.sorts.find((one) => one.name === sort)?.names ?? [];
}

/** The verb of an option and the names of its arguments; undefined for the end of a pick. */
export function parse(game: GameInfo, question: QuestionInfo, option: number): Parsed | undefined {
  const meaning = decode(game, question, option);
  if (!meaning) return undefined;
  const names = meaning.args.map((arg, at) => namesOf(game, meaning.sorts[at] ?? '')[arg] ?? String(arg));
  return { ...meaning, names, spelled: [meaning.verb, ...names].join(':') };
}

/** The option that a text such as `move:province-1:Oda` spells in a question; -1: none. */
export function read(game: GameInfo, question: QuestionInfo, spelled: string): number {
  const [word = '', ...names] = spelled.split(':');
  const verb = question.verbs.find((one) => one.verb === word);
  if (!verb || verb.sorts.length !== names.length) return -1;
  const args = verb.sorts.map((sort, at) => namesOf(game, sort).indexOf(names[at] ?? ''));
  return args.includes(-1) ? -1 : encode(game, question, word, args);
}

/** The number of a zone by its name; -1: there is none. */
export function zoneAt(game: GameInfo, name: string): number {
  return game.zones.findIndex((zone) => zone.name === name);
}

/** The value of a counter by its name; 0 where the game has none of it. */
export function counter(game: GameInfo, count: readonly number[], name: string): number {
  return count[game.counters.indexOf(name)] ?? 0;
}

/** Whether a thing has a mark: the counter of the marks has a bit for each of their names. */
export function marked(game: GameInfo, count: readonly number[], marks: string, name: string): boolean {
  const bit = game.marks.find((one) => one.counter === marks)?.names.indexOf(name) ?? -1;
  return bit >= 0 && Math.floor(counter(game, count, marks) / 2 ** bit) % 2 === 1;
}

/** How many of each thing a tally's counter holds, such as cards of each clan; nothing where there is no such tally. */
export function tallied(game: GameInfo, count: readonly number[], name: string): { thing: string; number: number }[] {
  const tally = game.tallies.find(({ counters }) => counters.includes(name));
  const numbers = tally ? digits(counter(game, count, name), tally.names.map(() => tally.base)) : [];
  return numbers.map((number, at) => ({ thing: tally?.names[at] ?? '', number }));
}

/** Whether a seat is one of the table's; whoever watches has none. */
export const seated = (game: GameInfo, seat: number): boolean => seat >= 0 && seat < game.seats;

/** The others clockwise from the left neighbour; who only watches sees all from the first seat. */
export function clockwise(game: GameInfo, me: number): number[] {
  const sits = seated(game, me);
  const first = sits ? me + 1 : 0;
  return Array.from({ length: game.seats - (sits ? 1 : 0) }, (_, at) => (first + at) % game.seats);
}
