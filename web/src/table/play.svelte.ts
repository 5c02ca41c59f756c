/** What I may do, and doing it by click or list. Only what the server offered is ever sent. */
import { questionOf } from '../lib/decode';
import { speakRefusal } from '../lib/refusals';
import type { Session } from '../lib/session.svelte';
import type { OfferState, QuestionInfo, ViewState } from '../protocol';
import type { Gestures, Role, Sight, Spot } from './boards/board';
import { parse, read, type Parsed } from './game';
import { Picking } from './picking.svelte';

/** One option of one offer, taken apart. */
export interface Choice {
  readonly offer: OfferState;
  readonly question: QuestionInfo;
  readonly option: number;
  readonly parsed: Parsed | undefined;
}

/** A small note beside a spot: why not, or which of several. */
export interface Bubble {
  readonly spot: Spot;
  /** What it says, in the language of the moment; empty where there is only to choose. */
  readonly text: () => string;
  readonly clause: string;
  readonly choices: readonly Choice[];
}

/** What a gesture could mean: options that are offered, or else one that is not, to ask why. */
export interface Understood {
  readonly found: readonly Choice[];
  readonly missed: Choice | null;
}

export class Play {
  /** An option whose card was chosen and whose place is still to be clicked. */
  armed = $state.raw<Choice | null>(null);
  bubble = $state.raw<Bubble | null>(null);
  /** The answer that the open question follows, as long as it can be taken back. */
  begun = $state.raw<Choice | null>(null);
  readonly picking: Picking;
  readonly choices: readonly Choice[] = $derived.by(() => this.offers.flatMap((offer) => this.#choicesOf(offer)));
  readonly lit: ReadonlySet<Spot> = $derived.by(() => this.#lights());

  readonly session: Session;
  readonly gestures: Gestures;

  constructor(session: Session, gestures: Gestures) {
    this.session = session;
    this.gestures = gestures;
    this.picking = new Picking(() => this.offers);
  }

  /** What is asked of me: nothing while older updates are still being shown, or I could not answer. */
  get offers(): readonly OfferState[] {
    const { view, latest, kind } = this.session;
    return kind === 'live' && view === latest && this.mayAnswer ? (view?.offers ?? []) : [];
  }

  /** Whether the table runs, and nobody plays for me. */
  get mayAnswer(): boolean {
    const { table, seat } = this.session;
    return table.state === 'playing' && !table.paused && !table.seats[seat]?.stand_in;
  }

  /** Whether an answer is on its way. */
  get sending(): boolean {
    return this.session.busy;
  }

  /** What my eyes see; `newest`: as the server last told it, though it may not be shown yet. */
  sight(newest = false): Sight | null {
    const { game, view, latest, seat } = this.session;
    const seen = newest ? latest : view;
    return game && seen ? { game, view: seen, me: seat } : null;
  }

  #choicesOf(offer: OfferState): Choice[] {
    const game = this.session.game;
    const question = game && questionOf(game, offer.key);
    if (!game || !question) return [];
    const options = offer.high ? [...new Set(offer.items)] : offer.options;
    return options.map((option) => ({ offer, question, option, parsed: parse(game, question, option) }));
  }

  #lights(): ReadonlySet<Spot> {
    const sight = this.sight();
    if (!sight) return new Set();
    const [goal] = this.goals(sight, this.armed);
    if (goal) return new Set([goal]);
    return new Set(this.choices.flatMap(({ parsed }) => (parsed ? this.gestures.lights(sight, parsed) : [])));
  }

  /** Whether an option can be seen and chosen on the board. */
  shows({ parsed }: Choice): boolean {
    const sight = this.sight();
    return sight !== null && parsed !== undefined && this.gestures.lights(sight, parsed).length > 0;
  }

  /** The second place that a choice wants, where it wants one. */
  goals(sight: Sight, choice: Choice | null): readonly Spot[] {
    return choice?.parsed ? this.gestures.goals(sight, choice.parsed) : [];
  }

  /** The options that an offered thing stands for. */
  at(spot: Spot): Choice[] {
    const sight = this.sight();
    if (!sight) return [];
    return this.choices.filter(({ parsed }) => parsed && this.gestures.lights(sight, parsed).includes(spot));
  }

  /** Whether one can choose on the board itself; what is not there is in the list. */
  onBoard(offer: OfferState): boolean {
    const sight = this.sight();
    const mine = this.choices.filter((choice) => choice.offer === offer);
    return sight !== null && mine.some(({ parsed }) => parsed && this.gestures.lights(sight, parsed).length > 0);
  }

  /** Whether a spot can be dragged now. */
  grabs(spot: Spot): boolean {
    const sight = this.sight();
    return sight !== null && this.offers.length > 0 && this.gestures.grabs(sight, spot);
  }

  /** Give an answer; of a pick, take or leave one item. */
  async choose(choice: Choice): Promise<boolean> {
    this.clear();
    if (choice.offer.high) return this.picking.toggle(choice.offer, choice.option);
    return !this.sending && this.answer(choice);
  }

  /** Send an answer, and remember it while the step goes on. */
  async answer(choice: Choice): Promise<boolean> {
    const before = this.begun;
    this.begun = choice;
    const taken = await this.session.answer(choice.offer.ask, choice.option);
    if (!taken) this.begun = before;
    return taken;
  }

  /** Hand in a pick. */
  async confirm(offer: OfferState): Promise<boolean> {
    this.clear();
    return this.session.answer(offer.ask, this.picking.items(offer));
  }

  /** Somebody clicked (or pressed Enter on) a spot. `nth` tells equal cards apart in a pick. */
  click(spot: Spot, nth = 0): void {
    const sight = this.sight();
    const armed = this.armed;
    if (!sight || this.sending) return;
    const again = armed?.parsed ? this.gestures.lights(sight, armed.parsed) : [];
    if (armed && [...this.goals(sight, armed), ...again].includes(spot)) return void this.choose(armed);
    this.clear();
    const pick = this.offers.find((offer) => offer.high > 0);
    if (pick && this.#pickAt(pick, spot, nth)) return;
    if (this.offers.length) void this.#resolve(sight, spot);
  }

  #pickAt(offer: OfferState, spot: Spot, nth: number): boolean {
    const found = this.at(spot).find((choice) => choice.offer === offer);
    return found !== undefined && this.picking.toggleNth(offer, found.option, nth);
  }

  async #resolve(sight: Sight, spot: Spot): Promise<void> {
    const { found, missed } = this.understand(sight, spot, 'click');
    const [only] = found;
    if (found.length > 1) this.bubble = { spot, text: () => '', clause: '', choices: found };
    else if (only && this.goals(sight, only).length) this.armed = only;
    else if (only) await this.choose(only);
    else await this.explain(spot, missed);
  }

  /** Which options a gesture on a spot could mean. */
  understand(sight: Sight, spot: Spot, role: Role): Understood {
    const wished = sight.view.offers.flatMap((offer) => this.#wished(sight, offer, spot, role));
    const found = wished.filter(({ offer, option }) => !offer.high && offer.options.includes(option));
    const missed = wished.find(({ offer, option }) => !offer.items.includes(option));
    return { found, missed: found.length ? null : (missed ?? null) };
  }

  #wished(sight: Sight, offer: OfferState, spot: Spot, role: Role): Choice[] {
    const question = questionOf(sight.game, offer.key);
    if (!question) return [];
    const options = this.gestures.wishes(sight, question, spot, role).map((spelled) => read(sight.game, question, spelled));
    const known = [...new Set(options)].filter((option) => option >= 0);
    return known.map((option) => ({ offer, question, option, parsed: parse(sight.game, question, option) }));
  }

  /** Why not: the server's sentence and clause; or, where no option says it, what is asked. */
  async explain(spot: Spot, missed: Choice | null): Promise<void> {
    const { session } = this;
    const asked = missed?.offer.high ? [missed.option] : missed?.option;
    const refusal = missed && asked !== undefined && (await session.why(missed.offer.ask, asked));
    const offer = session.latest?.offers[0];
    if (refusal) {
      this.bubble = { spot, text: () => speakRefusal(refusal, session.words), clause: refusal.clause, choices: [] };
    } else if (offer) {
      const clause = session.words?.questionClause(offer) ?? '';
      this.bubble = { spot, text: () => session.words?.question(offer) ?? '', clause, choices: [] };
    }
  }

  /** Another view is shown: what was only begun is forgotten. */
  meet(view: ViewState): void {
    this.armed = null;
    if (!view.back) this.begun = null;
    if (!view.offers.length) this.bubble = null;
  }

  /** Forget what was only begun. */
  clear(): void {
    this.armed = null;
    this.bubble = null;
  }

  /** Whether there is something to take back. */
  get canCancel(): boolean {
    const { kind, latest } = this.session;
    return this.armed !== null || (kind === 'live' && latest?.back === true);
  }

  /** Take back: first what is only begun here, then the last answer. False: there was nothing. */
  cancel(): boolean {
    const begun = this.armed !== null || this.bubble !== null;
    if (!begun && !this.canCancel) return false;
    if (begun) this.clear();
    else void this.session.back();
    return true;
  }
}
