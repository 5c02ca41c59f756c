/** Which game is shown how: its own table, or the one that can show any game. */
import type { Board } from './board';
import { clans } from './clans';
import { generic } from './generic';
import { night } from './night';
import { tack } from './tack';
import { wataah } from './wataah';

const BOARDS: Readonly<Record<string, Board>> = { clans, night, tack, wataah };

/** The board of a game. */
export const boardOf = (game: string): Board => BOARDS[game] ?? generic;
