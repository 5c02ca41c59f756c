/** What is said to those who listen to the page: App.svelte puts it into two live regions. */
import { untrack } from 'svelte';

export interface Saying {
  readonly id: number;
  readonly text: string;
}

const MOST = 12;

class Announcer {
  polite = $state.raw<readonly Saying[]>([]);
  urgent = $state.raw<readonly Saying[]>([]);
  #next = 0;

  /** Have a sentence read out: when the reader pauses, or (urgent) at once. */
  say(text: string, urgent = false): void {
    if (text) untrack(() => this.#add({ id: this.#next++, text }, urgent));
  }

  /** Untracked, so that an effect that announces something does not run again for it. */
  #add(saying: Saying, urgent: boolean): void {
    if (urgent) this.urgent = [...this.urgent, saying].slice(-MOST);
    else this.polite = [...this.polite, saying].slice(-MOST);
  }
}

export const announcer = new Announcer();

/** Have a sentence read out by a screen reader. */
export function announce(text: string, urgent = false): void {
  announcer.say(text, urgent);
}
