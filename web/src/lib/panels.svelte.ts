/** The dialogs and the side panel that any page can open. */
import type { TableSession } from './session.svelte';

class Panels {
  /** The settings dialog. */
  settings = $state(false);
  /** The rules side panel: which game, and the clause to begin at (or an empty string). */
  rules = $state.raw<{ readonly game: string; readonly clause: string } | null>(null);
  /** The dialog that moves our seat to another device. */
  move = $state.raw<TableSession | null>(null);

  /** Open the rules of a game, at a clause such as `C7` or `clans:C7` where one is named. */
  openRules(game: string, clause = ''): void {
    const [named, id] = clause.includes(':') ? clause.split(':') : [game, clause];
    this.rules = { game: named || game, clause: id ?? '' };
  }
}

export const panels = new Panels();
