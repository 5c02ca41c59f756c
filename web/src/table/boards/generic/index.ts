/** Any game, shown from its rules alone: zones by owner, options in words. */
import type { Board } from '../board';
import { gestures } from './generic';
import Generic from './Generic.svelte';

export const generic: Board = {
  ...gestures,
  table: Generic,
  ending: undefined,
  plain: true,
  crest: () => '',
  back: () => '',
  flourish: undefined,
  sounds: {},
  hints: [],
};
