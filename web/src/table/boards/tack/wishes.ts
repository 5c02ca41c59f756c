/**
 * Answers that are given as soon as they are asked for: another card after the first one was taken
 * back, the power of a throw after its aim. Only what the server offers is ever sent.
 */
import { questionOf } from '../../../lib/decode';
import type { Session } from '../../../lib/session.svelte';
import type { OfferState, ViewState } from '../../../protocol';
import { counter, read } from '../../game';

/** A question and the option, as a record spells it. */
export type Wish = readonly [key: string, spelled: string];

export class Wishes {
  readonly #session: Session;
  #list: readonly Wish[] = [];
  /** The moment that the wishes are for: they are forgotten when it has passed. */
  #moment = '';
  /** The ask that was answered last, so that none is answered twice. */
  #done = -1;
  /** The view in which an answer was taken back: nothing more can be, until another one comes. */
  #backed: ViewState | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  /** From now on these, one after the other. */
  make(...wishes: readonly Wish[]): void {
    [this.#list, this.#moment] = [wishes, this.#now()];
    this.meet();
  }

  /** Pass this card: choose it; or take back the one chosen before, then choose it. */
  pass(clan: string): void {
    this.make(['pass', `pass:${clan}`]);
  }

  /** A newer view has come: answer what was wished for, if that is what is asked. */
  meet(): void {
    if (this.#moment !== this.#now()) this.#list = [];
    const [first] = this.#list;
    if (!first) return;
    const offer = this.#session.latest?.offers.find(({ key, ask }) => key === first[0] && ask !== this.#done);
    if (offer) this.#answer(offer, first[1]);
    else if (first[0] === 'pass') this.#takeBack(first[1]);
  }

  #answer(offer: OfferState, spelled: string): void {
    const option = this.#option(offer.key, spelled);
    const open = offer.options.includes(option);
    this.#list = open ? this.#list.slice(1) : [];
    if (!open) return;
    this.#done = offer.ask;
    void this.#session.answer(offer.ask, option).then((taken) => {
      if (!taken && this.#done === offer.ask) this.#done = -1; // it is asked still
    });
  }

  #takeBack(spelled: string): void {
    const { latest } = this.#session;
    if (!latest?.back || !latest.given.length || latest === this.#backed) return;
    if (latest.given[0]?.[1] === this.#option('pass', spelled)) {
      this.#list = []; // it is chosen already
      return;
    }
    this.#backed = latest;
    void this.#session.back().then((taken) => {
      if (!taken) this.#list = [];
    });
  }

  #option(key: string, spelled: string): number {
    const { game } = this.#session;
    const question = game && questionOf(game, key);
    return game && question ? read(game, question, spelled) : -1;
  }

  #now(): string {
    const { game, latest } = this.#session;
    return game && latest ? ['round', 'pass'].map((name) => counter(game, latest.count, name)).join() : '';
  }
}
