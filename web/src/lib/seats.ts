/** Who sits where, in words. */
import type { GameCard, SeatState } from '../protocol';
import { t } from './i18n.svelte';

/** The name of who sits there. */
export function nameOf(seat: SeatState, at: number): string {
  return seat.name || t('word.seat', { number: at + 1 });
}

/** Where the face of a level of bots lies; empty where none was drawn. */
export function faceOf(game: GameCard | null, level: string): string {
  const drawn = game?.levels.some((one) => one.name === level && one.face);
  return game && drawn ? `/art/${game.name}/level-${level}.svg` : '';
}

/** Names for those who have none: as in the terminal, no two begin alike. */
export const STOCK = [
  ...['Aki', 'Botan', 'Chiyo', 'Daichi', 'Emi', 'Fumi', 'Goro', 'Hana', 'Isamu', 'Jun'],
  ...['Kiku', 'Masa', 'Nori', 'Osamu', 'Ren', 'Sora'],
];

/** A name to begin with. */
export function suggestedName(): string {
  return STOCK[Math.floor(Math.random() * STOCK.length)] ?? 'Aki';
}
