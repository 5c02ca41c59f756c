/** The table of War of Clans. */
import type { Board } from '../board';
import { crestOf, gestures } from './clans';
import Clans from './Clans.svelte';
import { flourish } from './flourish';
import Reckoning from './Reckoning.svelte';

export const clans: Board = {
  ...gestures,
  table: Clans,
  ending: Reckoning,
  plain: false,
  crest: crestOf,
  back: (face) => (face.endsWith('-loyalty') ? 'red' : 'blue'),
  flourish,
  sounds: { attacks: 'taiko', strikes: 'taiko', last_card: 'gong', reveals: 'bell', deploys: 'place', plays: 'place', moves: 'place' },
  hints: [
    ['loyalty', '[data-hint=loyalty]'],
    ['hand', '[data-hint=hand]'],
    ['provinces', '[data-hint=provinces]'],
    ['orders', '[data-hint=prompt]'],
    ['why', '[data-hint=log]'],
  ],
};
