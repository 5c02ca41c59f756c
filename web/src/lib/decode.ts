/** Options are numbers: what they mean is told by the game. See docs/protocol.md. */
import type { GameInfo, QuestionInfo } from '../protocol';

/** An option taken apart: what it does, to which things (their numbers in their sorts). */
export interface Meaning {
  readonly verb: string;
  readonly args: readonly number[];
  readonly sorts: readonly string[];
}

/** What an option of a question says; null for the option that ends a pick. */
export function decode(game: GameInfo, question: QuestionInfo, option: number): Meaning | null {
  let rest = option;
  for (const { verb, sorts } of question.verbs) {
    const sizes = sorts.map((sort) => sizeOf(game, sort));
    const size = sizes.reduce((product, one) => product * one, 1);
    if (rest < size) return { verb, args: digits(rest, sizes), sorts };
    rest -= size;
  }
  return null;
}

/** The option of a question that says this; -1 where there is none. */
export function encode(game: GameInfo, question: QuestionInfo, verb: string, args: readonly number[]): number {
  let first = 0;
  for (const one of question.verbs) {
    const sizes = one.sorts.map((sort) => sizeOf(game, sort));
    if (one.verb === verb) return first + args.reduce((sum, arg, at) => sum * (sizes[at] ?? 1) + arg, 0);
    first += sizes.reduce((product, size) => product * size, 1);
  }
  return -1;
}

/** The question of that key. */
export function questionOf(game: GameInfo, key: string): QuestionInfo | undefined {
  return game.questions.find((question) => question.key === key);
}

function sizeOf(game: GameInfo, sort: string): number {
  return game.sorts.find((one) => one.name === sort)?.names.length ?? 1;
}

/** Mixed radix, the last digit fastest. */
export function digits(number: number, sizes: readonly number[]): number[] {
  const found: number[] = [];
  for (const size of [...sizes].reverse()) {
    found.unshift(number % size);
    number = Math.floor(number / size);
  }
  return found;
}
