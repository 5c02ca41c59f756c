/**
 * A game that one person looks at alone, a lesson or a replay: no server runs its table, so nobody
 * else talks, strikes or waits, and of all that is done around a table nothing can be done.
 */
import type { GameInfo, Reply, TableState, ViewState } from '../protocol';
import { ownRefusal } from './api';
import { until } from './busy';
import type { Presenter, Scene } from './session.svelte';
import { Texting } from './texting.svelte';
import type { Words } from './words.svelte';

/** What the server tells of such a game. */
interface Told {
  readonly table: TableState;
  readonly game: GameInfo;
}

export abstract class LoneSession<T extends Told> {
  protected state = $state.raw() as T;
  settled = $state(true);
  view = $state.raw<ViewState | null>(null);
  presenter: Presenter | null = null;
  readonly talk = [];
  readonly clock = null;
  readonly race = [];
  readonly warned = false;
  readonly connection = 'online';
  readonly rtt = 0;
  readonly #texting: Texting;

  constructor(state: T) {
    this.state = state;
    this.#texting = new Texting(() => ({ game: this.table.game, info: this.game, names: this.names, me: this.seat }));
  }

  abstract get seat(): number;
  abstract get names(): readonly string[];

  get table(): TableState {
    return this.state.table;
  }
  get game(): GameInfo {
    return this.state.game;
  }
  get words(): Words | null {
    return this.#texting.words;
  }

  do = (): Promise<Reply> =>
    Promise.resolve({ t: 'reply', id: 0, ok: false, refusal: ownRefusal('not_now'), repeated: false, link: '', ahead: [] });

  close(): void {
    this.#texting.stop();
  }

  /** Let the board show what happened; where there is none, or when it is done, all is shown. */
  protected async present(scene: Omit<Scene, 'before' | 'behind'>): Promise<void> {
    this.settled = false;
    const whole = { ...scene, before: this.view, behind: 0 };
    if (this.presenter) await until('showing', this.presenter(whole).catch(console.error));
    scene.show();
    this.settled = true;
  }
}
