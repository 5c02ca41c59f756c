/**
 * A drag is a chain of answers: the card, then the place. Each link is looked for among what the
 * server offers then. Where the next one is not offered, the server says why, and what was
 * answered on the way is taken back.
 */
import type { Answer } from '../protocol';
import type { Role, Spot } from './boards/board';
import type { Choice, Understood, Play } from './play.svelte';

/** How long the next question may take, in milliseconds. */
const PATIENCE = 10_000;

type Link = readonly [Spot, Role];

interface Open {
  readonly links: readonly Link[];
  /** The ask that was answered last; 0: none yet. */
  readonly ask: number;
  readonly done: (taken: boolean) => void;
}

export class Chain {
  readonly #play: Play;
  #open: Open | null = null;
  #wake: () => void = () => undefined;

  constructor(play: Play) {
    this.#play = play;
  }

  /** Something was dropped onto something. True when all of it was taken. */
  drop(from: Spot, to: Spot): Promise<boolean> {
    this.#play.clear();
    this.#open?.done(false);
    return new Promise((done) => {
      this.#open = { links: [[from, 'from'], [to, 'to']], ask: 0, done };
      void this.#next();
    });
  }

  /** Answer an ask, and with the other answers what is asked then. True when all were taken. */
  async follow(ask: number, answers: readonly Answer[]): Promise<boolean> {
    const { session } = this.#play;
    let number = ask;
    for (const [at, answer] of answers.entries()) {
      if (at) number = await this.#asked(number);
      if (number && (await session.answer(number, answer))) continue;
      if (at && session.latest?.back) await session.back();
      return false;
    }
    return true;
  }

  /** The number of what is asked after that ask; 0: nothing comes. */
  #asked(ask: number): Promise<number> {
    return new Promise((done) => {
      const timer = setTimeout(() => done(0), PATIENCE);
      this.#wake = () => {
        const [offer] = this.#play.session.latest?.offers ?? [];
        if (!offer || offer.ask === ask) return;
        clearTimeout(timer);
        this.#wake = () => undefined;
        done(offer.ask);
      };
      this.#wake();
    });
  }

  /** The server has told a newer view. */
  meet(): void {
    this.#wake();
    const ask = this.#open?.ask;
    const still = this.#play.sight(true)?.view.offers.some((offer) => offer.ask === ask);
    if (ask && !still) void this.#next();
  }

  async #next(): Promise<void> {
    const open = this.#open;
    const sight = this.#play.sight(true);
    const [link, ...rest] = open?.links ?? [];
    if (!open || !sight || !link) return;
    const understood = this.#play.understand(sight, ...link);
    if (link[1] === 'from' && !understood.found.length && !understood.missed) {
      this.#open = { ...open, links: rest };
      return this.#next();
    }
    const [only] = understood.found;
    const goals = this.#play.goals(sight, only ?? null);
    const astray = goals.length > 0 && !goals.includes(rest[0]?.[0] ?? '');
    if (understood.found.length !== 1 || !only || astray) return this.#stop(open, astray ? rest[0] : link, understood);
    await this.#answer(open, only, goals.length ? [] : rest);
  }

  async #answer(open: Open, choice: Choice, rest: readonly Link[]): Promise<void> {
    this.#open = rest.length ? { ...open, links: rest, ask: choice.offer.ask } : null;
    const taken = await this.#play.answer(choice);
    if (taken && rest.length) return;
    this.#open = null;
    open.done(taken);
  }

  /** The link is not offered: say why, and take back. Several fit: the question stays open. */
  async #stop(open: Open, link: Link | undefined, { found, missed }: Understood): Promise<void> {
    this.#open = null;
    open.done(false);
    if (found.length > 1) return;
    await this.#play.explain(link?.[0] ?? '', found.length ? null : missed);
    const session = this.#play.session;
    if (open.ask && session.latest?.back) await session.back();
  }
}
