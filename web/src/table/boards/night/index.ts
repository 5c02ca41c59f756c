/** The table of Night of the Ninja. */
import type { Board } from '../board';
import { flourish } from './flourish';
import Honors from './Honors.svelte';
import { gestures } from './night';
import Night from './Night.svelte';
import Notebook from './Notebook.svelte';

/** Which back a face has. */
function back(face: string): string {
  if (/^(Crane|Lotus|Ronin)/.test(face)) return 'house';
  return face.startsWith('Honor') ? 'token' : 'ninja';
}

export const night: Board = {
  ...gestures,
  table: Night,
  ending: Honors,
  plain: false,
  crest: () => '',
  back,
  flourish,
  notes: Notebook,
  sounds: { phase_begins: 'taiko', plays: 'place', dies: 'gong', turns_up: 'bell', house_wins: 'gong', draws: 'place', unmasks: 'gong' },
  hints: [
    ['house', '[data-hint=house]'],
    ['draft', '[data-hint=hand]'],
    ['night', '[data-hint=phases]'],
    ['talk', '[data-hint=log]'],
    ['tokens', '[data-hint=tokens]'],
  ],
};
