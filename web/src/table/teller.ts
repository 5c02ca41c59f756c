/** Which lines of the log have not been read out yet: every line is, once, however it came. */
import type { Line } from './log';

/** Who comes to a game under way hears no more than its last lines. */
const AT_FIRST = 12;
const LAST = 3;

export class Teller {
  /** Sentences that were read out, and lines of other kinds since the last of them. */
  #sentences = 0;
  #since = 0;
  #began = false;

  /** What is to be read out now. A log that was sent anew has the same sentences in the same order. */
  news(lines: readonly Line[]): readonly Line[] {
    const fresh = lines.slice(this.#first(lines));
    const late = !this.#began && fresh.length > AT_FIRST;
    this.#remember(lines);
    return late ? fresh.slice(-LAST) : fresh;
  }

  #first(lines: readonly Line[]): number {
    let [left, at] = [this.#sentences, 0];
    while (at < lines.length && left > 0) if (lines[at++]?.kind === 'tell') left--;
    let others = this.#since;
    while (at < lines.length && others-- > 0 && lines[at]?.kind !== 'tell') at++;
    return at;
  }

  #remember(lines: readonly Line[]): void {
    const last = lines.findLastIndex((line) => line.kind === 'tell');
    this.#sentences = lines.filter((line) => line.kind === 'tell').length;
    this.#since = lines.length - 1 - last;
    this.#began ||= lines.length > 0;
  }
}
