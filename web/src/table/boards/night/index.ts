/** The table of Night of the Ninja. */
import type { Board } from '../board';
import { flourish } from './flourish';
import Honors from './Honors.svelte';
import { chaptersOf, gestures, voiceOf } from './night';
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
  talk: true,
  chapters: chaptersOf,
  voice: voiceOf,
  notes: Notebook,
  sounds: { phase_begins: 'taiko', plays: 'place', dies: 'gong', turns_up: 'bell', house_wins: 'gong', draws: 'place', unmasks: 'gong' },
  hints: [
    ['house', '[data-hint=house]'],
    ['draft', '[data-hint=hand]'],
    ['night', '[data-hint=phases]'],
    ['talk', '[data-hint=talk]'],
    ['tokens', '[data-hint=tokens]'],
  ],
};
