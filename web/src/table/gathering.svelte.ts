/**
 * Cards that are gathered in my hand and then played together: first the cards, then the place.
 * What they could mean is tried out at the server, which foretells what each plan would do or says
 * why not. A plan is then two answers, one after the other.
 */
import { questionOf } from '../lib/decode';
import { speakRefusal } from '../lib/refusals';
import type { Phrase } from '../lib/words.svelte';
import type { Answer, OfferState, QuestionInfo, RefusalState } from '../protocol';
import type { Plan, Spot } from './boards/board';
import type { Shown } from './cards';
import type { Desk } from './desk.svelte';
import { read } from './game';

/** A plan with the numbers that answer it, and what the server says of it. */
export interface Tried {
  readonly words: Phrase;
  readonly answers: readonly Answer[];
  readonly ahead: readonly (readonly number[])[];
  readonly refusal: RefusalState | null;
}

export class Gathering {
  /** What the gathered cards could do, as the server said; those that cannot be done come last. */
  tried = $state.raw<readonly Tried[]>([]);
  #keys = $state.raw<ReadonlySet<string>>(new Set());
  readonly #desk: Desk;
  #trial = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** What is asked, if it is answered by gathering cards. */
  get offer(): OfferState | undefined {
    const { board, play } = this.#desk;
    return play.offers.find((offer) => board.gather?.asks(offer.key));
  }

  /** The cards that are gathered, as they lie in my hand. */
  get cards(): readonly Shown[] {
    const desk = this.#desk;
    return this.offer ? desk.cards(`hand-${desk.me}`).filter(({ key }) => this.#keys.has(key)) : [];
  }

  has(key: string): boolean {
    return this.#keys.has(key) && this.offer !== undefined;
  }

  /** Take a card, or put it back. */
  toggle(key: string): void {
    const kept = new Set(this.cards.map((card) => card.key));
    if (!kept.delete(key)) kept.add(key);
    this.#desk.play.clear();
    this.#keys = kept;
  }

  clear(): void {
    this.#keys = new Set();
  }

  /** Put all back; false: there were none. */
  cancel(): boolean {
    const some = this.cards.length > 0 && this.#desk.play.bubble === null;
    if (some) this.clear();
    return some;
  }

  /** Ask the server about everything that the gathered cards could mean. */
  async look(): Promise<void> {
    const trial = ++this.#trial;
    const tried = await this.#try('');
    if (trial === this.#trial) this.tried = tried;
  }

  /** A card was dragged somewhere: it comes with those that are gathered. */
  async drop(key: string, onto: Spot): Promise<boolean> {
    if (!this.has(key)) this.toggle(key);
    return this.put(onto);
  }

  /** Play the gathered cards there, where it can mean only one thing. */
  async put(onto: Spot): Promise<boolean> {
    const tried = await this.#try(onto);
    const [plan, other] = tried.filter(({ refusal }) => !refusal);
    if (plan && !other) return this.play(plan);
    const [first] = tried;
    if (!plan && first?.refusal) this.#explain(onto, first.refusal);
    return false;
  }

  async play({ answers }: Tried): Promise<boolean> {
    const ask = this.offer?.ask;
    if (!ask || this.#desk.play.sending) return false;
    const taken = await this.#desk.chain.follow(ask, answers);
    if (taken) this.clear();
    return taken;
  }

  async #try(onto: Spot): Promise<readonly Tried[]> {
    const { play, board, game, session } = this.#desk;
    const [offer, sight] = [this.offer, play.sight()];
    const faces = this.cards.map((card) => game.faces[card.face] ?? '');
    if (!offer || !sight || !faces.length) return [];
    const plans = board.gather?.plans(sight, faces, onto) ?? [];
    const read = plans.flatMap((plan) => this.#read(offer, plan));
    const tried = await Promise.all(read.map(async (one) => ({ ...one, ...(await session.tryOut(offer.ask, one.answers)) })));
    return [...tried.filter(({ refusal }) => !refusal), ...tried.filter(({ refusal }) => refusal)];
  }

  /** The numbers of a plan; none where the game has no such option. */
  #read(offer: OfferState, { option, then }: Plan): Pick<Tried, 'words' | 'answers'>[] {
    const { game, words } = this.#desk;
    const question = questionOf(game, offer.key);
    const next = then ? questionOf(game, then.key) : undefined;
    const first = question ? read(game, question, option) : -1;
    if (!question || first < 0) return [];
    const phrase = words.option(question, first);
    if (!then || !next) return [{ words: phrase, answers: [first] }];
    const numbers = then.options.map((one) => read(game, next, one)).filter((one) => one >= 0);
    const second: Answer = then.pick ? numbers : (numbers[0] ?? 0);
    return [{ words: then.pick ? phrase : [...phrase, { text: ' ' }, ...this.#said(next, numbers)], answers: [first, second] }];
  }

  #said(question: QuestionInfo, options: readonly number[]): Phrase {
    return options.flatMap((option) => this.#desk.words.option(question, option));
  }

  #explain(spot: Spot, refusal: RefusalState): void {
    const { play, session } = this.#desk;
    play.bubble = { spot, text: () => speakRefusal(refusal, session.words), clause: refusal.clause, choices: [] };
  }
}
