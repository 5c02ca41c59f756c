/** The pictures of a game's cards, where it has some: /art/<game>/manifest.json lists them. */
import type { GameInfo } from '../protocol';

/** What the manifest of a game's art says; every value is a path below /art/<game>/. */
interface Manifest {
  readonly faces?: Readonly<Record<string, string>>;
  readonly backs?: Readonly<Record<string, string>>;
  readonly crests?: Readonly<Record<string, string>>;
}

export class Art {
  #manifest = $state.raw<Manifest>({});
  readonly #game: string;

  constructor(game: GameInfo) {
    this.#game = game.name;
    void this.#load();
  }

  /** The picture of a face; empty where there is none. */
  face(name: string): string {
    return this.#path(this.#manifest.faces?.[name]);
  }

  /** The back of the cards of a zone; `kind` tells several backs apart. */
  back(kind: string): string {
    return this.#path(this.#manifest.backs?.[kind]);
  }

  /** The crest of a thing by its name. */
  crest(name: string): string {
    return this.#path(this.#manifest.crests?.[name]);
  }

  #path(file: string | undefined): string {
    return file ? `/art/${this.#game}/${file}` : '';
  }

  async #load(): Promise<void> {
    const answer = await fetch(`/art/${this.#game}/manifest.json`).catch(() => null);
    const json = answer?.ok && answer.headers.get('content-type')?.includes('json');
    if (json) this.#manifest = (await answer.json()) as Manifest;
  }
}
