/** What this browser has learned and played: kept here and nowhere else. */
import { keep, recall } from './storage';

function names(key: string): string[] {
  const found = recall(key);
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
}

class Learned {
  #lessons = $state(names('learned'));
  #games = $state(names('played'));

  /** Whether a lesson was taken to its end. */
  has(game: string, lesson: string): boolean {
    return this.#lessons.includes(`${game}/${lesson}`);
  }
  /** How many of a game's lessons were taken. */
  count(game: string, lessons: readonly string[]): number {
    return lessons.filter((lesson) => this.has(game, lesson)).length;
  }
  finish(game: string, lesson: string): void {
    if (this.has(game, lesson)) return;
    this.#lessons.push(`${game}/${lesson}`);
    keep('learned', this.#lessons);
  }
  /** Whether a table of this game was ever opened or joined here. */
  played(game: string): boolean {
    return this.#games.includes(game);
  }
  play(game: string): void {
    if (this.played(game)) return;
    this.#games.push(game);
    keep('played', this.#games);
  }
}

export const learned = new Learned();
