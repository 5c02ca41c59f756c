/** A lesson as a `Session`: boards show it like a live table. The server keeps nothing of it. */
import type { Answer, GameInfo, LessonState, RefusalState, Update, ViewState } from '../protocol';
import { api, ownRefusal, Refused, type Did } from './api';
import { t } from './i18n.svelte';
import { LoneSession } from './lone.svelte';
import { speakRefusal } from './refusals';
import { site } from './site.svelte';
import { linesOf, type Foreseen, type LogLine, type Session } from './session.svelte';
import { toasts } from './toasts.svelte';

/** Something that the sensei says, by its key among the lesson's texts. */
export interface Speech {
  readonly kind: 'says' | 'why' | 'heard' | 'wrong' | 'over';
  readonly key: string;
}

export class LessonSession extends LoneSession<LessonState> implements Session {
  readonly kind = 'live';
  readonly taught = true;
  /** The name we go by everywhere, or what a learner is called. */
  name = $derived(site.front?.me.name || t('learn.pupil'));
  readonly lesson: string;
  /** What was said since the learner last did something that counted. */
  speech = $state.raw<readonly Speech[]>([]);
  log = $state.raw<readonly LogLine[]>([]);
  happened = $state(0);
  /** Every answer tells it anew; it stays one and the same, and with it the desk. */
  readonly #game: GameInfo;
  #busy = $state(false);
  #did: Did[] = [];

  constructor(lesson: string, state: LessonState) {
    super(state);
    this.lesson = lesson;
    this.#game = state.game;
    this.speech = state.said.map(([kind, key]) => ({ kind, key }));
    this.#show(state.update);
  }

  /** Begin a lesson. */
  static async begin(game: string, lesson: string): Promise<LessonSession> {
    return new LessonSession(lesson, await api.lesson(game, lesson, []));
  }

  override get game(): GameInfo {
    return this.#game;
  }
  get seat(): number {
    return this.state.seat;
  }
  get waits(): LessonState['waits'] {
    return this.state.waits;
  }
  /** How many parts are behind the learner, and of how many. */
  get progress(): readonly [number, number] {
    return [this.state.part, this.state.parts];
  }
  get names(): readonly string[] {
    return this.table.seats.map((seat, at) => (at === this.seat ? this.name : seat.name));
  }
  get latest(): ViewState | null {
    return this.state.update.view;
  }
  get busy(): boolean {
    return this.#busy;
  }

  /** What was said has been read. */
  goOn(): Promise<boolean> {
    return this.#do({ t: 'next', id: this.#did.length });
  }
  answer(ask: number, answer: Answer): Promise<boolean> {
    return this.#do({ t: 'answer', id: this.#did.length, ask, answer });
  }
  back(): Promise<boolean> {
    return this.#do({ t: 'back', id: this.#did.length });
  }
  right(name: string, stamp: number, option: number): Promise<boolean> {
    return this.#do({ t: 'right', id: this.#did.length, name, stamp, option });
  }
  say(text: string): Promise<boolean> {
    return this.#do({ t: 'say', id: this.#did.length, text });
  }
  remark(kind: string, args: readonly number[]): Promise<boolean> {
    return this.#do({ t: 'say', id: this.#did.length, kind, args });
  }
  async why(ask: number, answer: Answer): Promise<RefusalState | null> {
    return (await this.#asked({ t: 'why', id: this.#did.length, ask, answer }))?.refusal ?? null;
  }
  async tryOut(ask: number, answers: readonly Answer[]): Promise<Foreseen> {
    const found = await this.#asked({ t: 'try', id: this.#did.length, ask, answers });
    return { ahead: found?.ahead ?? [], refusal: found?.refusal ?? null };
  }

  /** Gestures and claims belong to the game; of all else around a table a lesson has nothing. */
  may = (what: string): boolean => what === 'say';

  /** Where the lesson would stand after one thing more; null where nobody answers. */
  async #asked(one: Did): Promise<LessonState | null> {
    try {
      return await api.lesson(this.table.game, this.lesson, [...this.#did, one]);
    } catch (error) {
      this.#complain(error instanceof Refused ? error.refusal : ownRefusal('unreachable'));
      return null;
    }
  }

  async #do(one: Did): Promise<boolean> {
    if (this.#busy) return false;
    this.#busy = true;
    const state = await this.#asked(one);
    this.#busy = false;
    if (!state) return false;
    if (state.refusal?.code === 'over') this.speech = [{ kind: 'over', key: '' }];
    else if (state.refusal) this.#complain(state.refusal);
    if (state.wrong !== null) this.speech = [{ kind: 'wrong', key: state.wrong }];
    if (state.refusal || state.wrong !== null) return false;
    this.#did.push(one);
    void this.#present(state);
    return true;
  }

  #complain(refusal: RefusalState): void {
    toasts.show(speakRefusal(refusal, this.words), 'refusal', refusal.clause);
  }

  /** Show what happened, then let the sensei speak of it. */
  async #present(state: LessonState): Promise<void> {
    this.speech = [];
    const { events, said, view: after } = state.update;
    let shown = false;
    const show = (): void => {
      if (!shown) this.#arrive(state);
      shown = true;
    };
    if (events.length) await this.present({ events, said, after, show });
    else show();
  }

  #arrive(state: LessonState): void {
    this.state = state;
    this.speech = state.said.map(([kind, key]) => ({ kind, key }));
    this.#show(state.update);
  }

  #show(update: Update): void {
    const lines = linesOf(update);
    this.log = update.fresh ? lines : [...this.log, ...lines];
    this.view = update.view;
    this.happened = update.happened;
  }
}
