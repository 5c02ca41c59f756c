/** Keeps a table's words right: they depend on the language, the game, the names and the reader. */
import type { GameInfo } from '../protocol';
import { tongue } from './i18n.svelte';
import { textsOf, Words, type Texts } from './words.svelte';

interface Matter {
  /** The game's name. */
  readonly game: string;
  readonly info: GameInfo | null;
  readonly names: readonly string[];
  readonly me: number;
}

export class Texting {
  #texts = $state.raw<Texts | null>(null);
  readonly #matter: () => Matter;
  readonly #words: Words | null = $derived.by(() => this.#made());
  /** Ends the watch over the language. */
  readonly stop: () => void;

  constructor(matter: () => Matter) {
    this.#matter = matter;
    this.stop = $effect.root(() => {
      $effect(() => {
        let wanted = true; // not any more where another language was chosen meanwhile
        void textsOf(matter().game, tongue.language).then(
          (texts) => wanted && (this.#texts = texts),
          () => (this.#texts ??= {}),
        );
        return () => void (wanted = false);
      });
    });
  }

  /** The words for this reader; null until they are here. */
  get words(): Words | null {
    return this.#words;
  }

  #made(): Words | null {
    const { info, names, me } = this.#matter();
    return this.#texts && new Words(this.#texts, info, names, me);
  }
}
