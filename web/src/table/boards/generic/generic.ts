/** Which things an option of any game speaks of: faces, seats, zones, by their names. */
import type { GameInfo, QuestionInfo } from '../../../protocol';
import { parse, type Parsed } from '../../game';
import type { Gestures, Spot } from '../board';

/** Larger questions are not searched for what is not offered. */
const MOST = 400;

/** The spots that one argument of an option stands for. */
function spotOf(game: GameInfo, sort: string, name: string, arg: number): Spot[] {
  if (game.faces.includes(name)) return [`card:${name}`];
  if (game.zones.some((zone) => zone.name === name)) return [`zone:${name}`];
  const owned = new RegExp(`^${sort}-\\d+$`).test(name);
  return sort === 'seat' || owned ? [`seat:${arg}`] : [];
}

const spotsOf = (game: GameInfo, { names, args, sorts }: Parsed): Spot[] =>
  names.flatMap((name, at) => spotOf(game, sorts[at] ?? '', name, args[at] ?? -1));

function everyOption(game: GameInfo, question: QuestionInfo): Parsed[] {
  const all = Array.from({ length: Math.min(question.stop, MOST) }, (_, option) => parse(game, question, option));
  return all.filter((one) => one !== undefined);
}

export const gestures: Gestures = {
  lights: (sight, option) => spotsOf(sight.game, option),
  goals: () => [],
  wishes(sight, question, spot) {
    const all = everyOption(sight.game, question);
    return all.filter((option) => spotsOf(sight.game, option).includes(spot)).map((option) => option.spelled);
  },
  grabs: (_sight, spot) => spot.startsWith('card:'),
};
