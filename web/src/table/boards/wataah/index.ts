/** The table of Shinobi WAT-AAH! */
import type { Board } from '../board';
import { flourish } from './flourish';
import Reckoning from './Reckoning.svelte';
import { crestOf, gather, gestures, kindName, kindOf, plainFace } from './wataah';
import Wataah from './Wataah.svelte';

export const wataah: Board = {
  ...gestures,
  gather,
  table: Wataah,
  ending: Reckoning,
  plain: false,
  plain_face: plainFace,
  kind: (desk, face) => kindName(desk, kindOf(desk.game, face)),
  listed: 3,
  crest: crestOf,
  back: () => 'shinobi',
  flourish,
  sounds: {
    founds: 'place',
    reinforces: 'place',
    summons: 'taiko',
    is_corrupt: 'place',
    clan_destroyed: 'taiko',
    destroyed: 'taiko',
    tengu_strikes: 'taiko',
    fourth: 'gong',
    scores: 'bell',
    boss_is: 'gong',
  },
  hints: [
    ['hand', '[data-hint=hand]'],
    ['draw', '[data-hint=prompt]'],
    ['place', '[data-hint=mine]'],
    ['corruption', '[data-hint=corruption]'],
    ['four', '[data-hint=mine]'],
  ],
};
