/** What a game's board tells the table: which things its options speak of. No rules. */
import type { Component } from 'svelte';
import type { GameInfo, QuestionInfo, ViewState } from '../../protocol';
import type { Parsed } from '../game';
import type { Desk } from '../desk.svelte';
import type { Sound } from '../sound';
import type { Chapter } from '../talk';

/** What a board may look at. */
export interface Sight {
  readonly game: GameInfo;
  readonly me: number;
  readonly view: ViewState;
}

/**
 * Things on the table that can be clicked or dragged are spots with a name: `card:Oda` (a card of
 * that face in my hand), `zone:army-1-Oda`, `seat:2`, `province:2`.
 */
export type Spot = string;
/** A click; or the two ends of a drag. */
export type Role = 'click' | 'from' | 'to';

export interface Gestures {
  /** The spots that an offered option lights up. */
  lights(sight: Sight, option: Parsed): readonly Spot[];
  /**
   * Where an option's card would lie, if a click on the card should wait for a second one there: the
   * place that is lit, and others that stand for it. Empty: the first click is enough.
   */
  goals(sight: Sight, option: Parsed): readonly Spot[];
  /** The options, as a record spells them, that a gesture on a spot could mean; likely ones first. */
  wishes(sight: Sight, question: QuestionInfo, spot: Spot, role: Role): readonly string[];
  /** Whether a spot looks like something one could drag. */
  grabs(sight: Sight, spot: Spot): boolean;
}

/** How a passage of this game is dressed up before its cards move: the sentence and its arguments. */
export type Flourish = (root: HTMLElement, key: string, args: readonly number[], time: number) => Promise<void>;

/** What gathered cards could mean: an option, and the answer to what is asked after it. */
export interface Plan {
  /** As a record spells it. */
  readonly option: string;
  readonly then: Then | null;
}
export interface Then {
  /** The question that follows. */
  readonly key: string;
  /** Its options, spelled; several where it is a pick. */
  readonly options: readonly string[];
  readonly pick: boolean;
}

/** Cards of the hand that are gathered first and then played together. */
export interface Gather {
  /** Whether a question is answered so. */
  asks(key: string): boolean;
  /** What the gathered faces could mean, put down somewhere (empty: anywhere); likely plans first. */
  plans(sight: Sight, faces: readonly string[], onto: Spot): readonly Plan[];
}

/** How a face looks where no picture was drawn: its kind's colour and weave, perhaps a second frame. */
export interface Plain {
  readonly kind: number;
  readonly kinds: number;
  readonly framed: boolean;
}

/** A key as it is printed, and what it does, in words. */
export type KeyHelp = readonly [key: string, text: string];

export interface Board extends Gestures {
  /** Keys of this game alone, for the help; absent: those of every table are all. */
  readonly keys?: (desk: Desk) => readonly KeyHelp[];
  /** Absent: every card is played by itself. */
  readonly gather?: Gather;
  /** Absent: every face has a colour of its own. */
  readonly plain_face?: (game: GameInfo, face: string) => Plain;
  /** The kind that a face belongs to, in words, for piles that are looked through; absent: none. */
  readonly kind?: (desk: Desk, face: string) => string;
  /** So many options are listed on any screen. */
  readonly listed?: number;
  readonly table: Component<{ desk: Desk }>;
  /** Drawn for any game: then all options are listed in words. */
  readonly plain: boolean;
  /** How the result came about; undefined where the table itself says it all. */
  readonly ending: Component<{ desk: Desk }> | undefined;
  /** The name of the crest of a thing, such as a clan; empty: none. */
  crest(name: string): string;
  /** The name of the back that a face has; empty for a card that nobody knows. */
  back(face: string): string;
  readonly flourish: Flourish | undefined;
  /** A game of talk: the board itself shows what is said wherever it is wide enough (`desk.talksHere`). */
  readonly talk?: boolean;
  /** What the game's parts are called, to stand between what was said in them. */
  readonly chapters?: (desk: Desk) => readonly Chapter[];
  /** The colour that marks a player's words; absent: none. */
  readonly voice?: (desk: Desk, seat: number) => string;
  /** What I know and who said what, kept for me beside log and talk. */
  readonly notes?: Component<{ desk: Desk }>;
  /** Sounds by the sentence that is told. */
  readonly sounds: Readonly<Record<string, Sound>>;
  /**
   * Played in real time: nothing holds up what comes next, cards that move move together, and being
   * asked is nothing to ring a bell for.
   */
  readonly live?: boolean;
  /** Names of first-game hints, and the selector of what each is anchored to. */
  readonly hints: readonly (readonly [name: string, anchor: string])[];
}
