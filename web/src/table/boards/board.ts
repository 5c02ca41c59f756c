/** What a game's board tells the table: which things its options speak of. No rules. */
import type { Component } from 'svelte';
import type { GameInfo, QuestionInfo, ViewState } from '../../protocol';
import type { Parsed } from '../game';
import type { Desk } from '../desk.svelte';

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

/** How a beat of this game is dressed up before its cards move: the sentence and its arguments. */
export type Flourish = (root: HTMLElement, key: string, args: readonly number[], time: number) => Promise<void>;

export interface Board extends Gestures {
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
  /** What I know and who said what, kept for me beside log and talk. */
  readonly notes?: Component<{ desk: Desk }>;
  /** Sounds by the sentence that is told. */
  readonly sounds: Readonly<Record<string, 'taiko' | 'gong' | 'place' | 'bell'>>;
  /** Names of first-game hints, and the selector of what each is anchored to. */
  readonly hints: readonly (readonly [name: string, anchor: string])[];
}
