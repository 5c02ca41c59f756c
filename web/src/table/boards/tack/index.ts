/** The table of Ninjaaa'Tack. */
import type { Board } from '../board';
import { keyHelp } from './signals';
import { crestOf, gestures } from './tack';
import Tack from './Tack.svelte';
import Tally from './Tally.svelte';

export const tack: Board = {
  ...gestures,
  table: Tack,
  ending: Tally,
  plain: false,
  crest: crestOf,
  back: () => 'clan',
  flourish: undefined,
  live: true,
  keys: keyHelp,
  sounds: { calls: 'strike', throws: 'slide', swaps: 'place', loses: 'place' },
  hints: [
    ['pass', '[data-hint=pass]'],
    ['signal', '[data-hint=signal]'],
    ['gong', '[data-hint=ninja]'],
    ['attack', '[data-hint=attack]'],
  ],
};
