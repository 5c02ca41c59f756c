/** Everything that the parts of one table share. */
import { untrack } from 'svelte';
import { t } from '../lib/i18n.svelte';
import type { Session } from '../lib/session.svelte';
import { plain, Words, type Phrase } from '../lib/words.svelte';
import type { GameInfo, SeatState, TableState, ViewState } from '../protocol';
import { Art } from './art.svelte';
import type { Board, Spot } from './boards/board';
import type { Shown } from './cards';
import { Chain } from './chain';
import { counter, marked, seated, zoneAt } from './game';
import { Gathering } from './gathering.svelte';
import { Hands } from './hands';
import { Play, type Choice } from './play.svelte';
import { Stage } from './stage.svelte';

/** What can be opened beside the table. */
export type Panel = 'log' | 'talk' | 'notes';

export class Desk {
  readonly session: Session;
  readonly game: GameInfo;
  readonly board: Board;
  readonly hands: Hands;
  readonly stage: Stage;
  readonly play: Play;
  readonly chain: Chain;
  readonly gathering: Gathering;
  readonly art: Art;
  /** What is dragged now. */
  dragged = $state<Spot | null>(null);
  /** What lies under the pointer of a drag. */
  over = $state<Spot | null>(null);
  /** How wide the table top is. */
  width = $state(1000);
  /** What is open beside the table; null: what a sheet would hide. */
  panel = $state<Panel | null>(null);
  readonly #spare: Words;

  constructor(session: Session, game: GameInfo, board: Board) {
    this.session = session;
    this.game = game;
    this.board = board;
    this.art = new Art(game.name);
    this.hands = new Hands(this);
    this.stage = new Stage(game, this.hands);
    this.play = new Play(session, board);
    this.chain = new Chain(this.play);
    this.gathering = new Gathering(this);
    this.#spare = new Words({}, game);
  }

  get table(): TableState {
    return this.session.table;
  }
  get view(): ViewState {
    return this.session.view ?? NOTHING;
  }
  /** My seat; -1 where I watch. */
  get me(): number {
    return seated(this.game, this.session.seat) ? this.session.seat : -1;
  }
  get words(): Words {
    return this.session.words ?? this.#spare;
  }

  /** A table at which nothing is asked any more: a replay, or a game that is over. */
  get idle(): boolean {
    return this.session.kind === 'replay' || this.view.over || this.table.state === 'closed';
  }

  /** Whether what is said stands on the table itself, where there is room for it. */
  get talksHere(): boolean {
    return this.board.talk === true && this.width > 640;
  }

  /** More options than this are listed only when wanted, if they can be seen on the board. */
  get few(): number {
    if (this.board.plain) return Infinity;
    const few = this.width < 641 ? 0 : this.width < 860 ? 2 : 4;
    return Math.max(few, this.board.listed ?? 0);
  }

  /** The cards in a zone. */
  cards(zone: string): readonly Shown[] {
    return this.stage.lay[zoneAt(this.game, zone)] ?? [];
  }

  /** The number of a zone, for `data-zone`. */
  zone(name: string): number {
    return zoneAt(this.game, name);
  }

  count(name: string): number {
    return counter(this.game, this.stage.count, name);
  }

  /** Whether something is marked: an army that is `shielded`, by its name in `game.marks`. */
  marked(marks: string, name: string): boolean {
    return marked(this.game, this.stage.count, marks, name);
  }

  seat(seat: number): SeatState | undefined {
    return this.table.seats[seat];
  }

  /** The face of the bot that sits there; empty for people, and where none was drawn. */
  face(seat: number): string {
    const info = this.seat(seat);
    return info?.kind === 'bot' && !info.conceded ? this.art.level(info.level) : '';
  }

  /** What kind of bot sits there, in words; empty for people. */
  bot(seat: number): string {
    const info = this.seat(seat);
    return info?.kind === 'bot' ? t('table.seat.bot', { level: this.words.level(info.level) }) : '';
  }

  /** A word that only the board of this game needs. */
  word(key: string): string {
    return this.words.find('board', key, key);
  }

  /** A word of how this game ends. */
  endWord(key: string): string {
    return this.words.find('end', key, key);
  }

  name(seat: number): string {
    return plain(this.words.seat(seat));
  }

  faceName(face: number): string {
    return plain(this.words.face(face));
  }

  /** Whether a spot is what the open question goes on from, or is armed. */
  held(spot: Spot): boolean {
    const parsed = (this.play.armed ?? this.play.begun)?.parsed;
    const sight = this.play.sight();
    return parsed !== undefined && sight !== null && this.board.lights(sight, parsed).includes(spot);
  }

  /** Whether a card of my hand is picked, or held. `nth` tells equal cards apart. */
  chosen(spot: Spot, nth: number): boolean {
    const picks = this.play.offers.some(({ high }) => high > 0);
    if (!picks && nth === 0 && this.held(spot)) return true;
    return this.play.at(spot).some(({ offer, option }) => offer.high > 0 && this.play.picking.hasNth(offer, option, nth));
  }

  /** An option in words. */
  say(choice: Choice): Phrase {
    return this.words.option(choice.question, choice.option);
  }

  /** What a lit spot would do, in words; empty where it does nothing now. */
  deed(spot: Spot): string {
    return this.play.at(spot).map((choice) => plain(this.say(choice))).join('; ');
  }
}

const desks = new WeakMap<Session, Desk>();

/** The one desk of a session, as soon as its game is known: board, log and summary share it. */
export function deskOf(session: Session, boards: (game: string) => Board): Desk | null {
  const known = desks.get(session);
  if (!session.game || known?.game === session.game) return known ?? null;
  const { game } = session;
  const desk = untrack(() => lasting(() => new Desk(session, game, boards(game.name))));
  desks.set(session, desk);
  return desk;
}

/** What is made outlives the part of the page that first asked for it: the result shows the same desk. */
function lasting<Thing>(make: () => Thing): Thing {
  let made: Thing | undefined;
  $effect.root(() => void (made = make()));
  return made as Thing;
}

const NOTHING: ViewState = {
  seat: -1, zones: [], count: [], steps: [], offers: [], given: [], waiting: [], answered: [],
  counting: false, rights: [], facts: null, over: false, winners: [], back: false, notes: [], moment: '', chosen: [],
};
