/** The pictures of the games: /art/manifest.json lists what was drawn for each of them. */
import { until } from '../lib/busy';
import { pictures } from './pictures.svelte';

type Files = Readonly<Record<string, string>>;

/** What was drawn for a game; files are relative to /art/<game>/. Large ones are for a close look. */
interface Drawn {
  readonly faces?: Files;
  readonly small_faces?: Files;
  readonly backs?: Files;
  readonly small_backs?: Files;
  readonly crests?: Files;
  readonly colours?: Files;
  readonly tiles?: Files;
  readonly pieces?: Files;
  readonly levels?: Files;
}

let asked: Promise<Readonly<Record<string, Drawn>>> | undefined;

/** Fetched once; a server without pictures has none, and cards are drawn plainly. */
function manifest(): Promise<Readonly<Record<string, Drawn>>> {
  asked ??= until('loading', drawn()).catch(() => ({}));
  return asked;
}

async function drawn(): Promise<Readonly<Record<string, Drawn>>> {
  const answer = await fetch('/art/manifest.json');
  const listed = answer.ok && answer.headers.get('content-type')?.includes('json');
  return listed ? ((await answer.json()) as Readonly<Record<string, Drawn>>) : {};
}

/** Any card can come next: fetch the small pictures of all, which stand in for large ones on their way. */
export function foresee(game: string): void {
  void manifest().then((all) => {
    const { small_backs, small_faces } = all[game] ?? {};
    pictures.foresee([small_backs, small_faces].flatMap((files) => Object.values(files ?? {}).map((file) => path(game, file))));
  });
}

/** What belongs to no game in particular. */
const HOUSE = 'tatami';

export class Art {
  #drawn = $state.raw<Drawn>({});
  #house = $state.raw<Drawn>({});
  readonly #game: string;

  constructor(game: string) {
    this.#game = game;
    void manifest().then((all) => {
      this.#drawn = all[game] ?? {};
      this.#house = all[HOUSE] ?? {};
      foresee(game);
    });
  }

  /** The picture of a face; empty where there is none, or as long as none is here. */
  face(name: string, small: boolean): string {
    const { faces, small_faces } = this.#drawn;
    return this.#best(small_faces?.[name], faces?.[name], small);
  }

  /** One of the game's backs. */
  back(name: string, small: boolean): string {
    const { backs, small_backs } = this.#drawn;
    return this.#best(small_backs?.[name], backs?.[name], small);
  }

  /** A large picture that is still on its way is stood in for by the small one. */
  #best(little: string | undefined, large: string | undefined, small: boolean): string {
    const wanted = path(this.#game, (small && little) || large);
    if (pictures.has(wanted)) return wanted;
    const other = path(this.#game, small ? large : little);
    return pictures.knows(other) ? other : '';
  }

  /** The crest of a thing by its name: an icon of one colour. */
  crest(name: string): string {
    return path(this.#game, this.#drawn.crests?.[name]);
  }

  /** A token or a figure, in colours of its own. */
  piece(name: string): string {
    return path(this.#game, this.#drawn.pieces?.[name]);
  }

  /** The face of a level of the game's bots. */
  level(name: string): string {
    return path(this.#game, this.#drawn.levels?.[name]);
  }

  /** The colour that goes with a crest. */
  colour(name: string): string {
    return this.#drawn.colours?.[name] ?? '';
  }

  /** A texture of the house, such as a mat. */
  tile(name: string): string {
    return path(HOUSE, this.#house.tiles?.[name]);
  }
}

const path = (game: string, file: string | undefined): string => (file ? `/art/${game}/${file}` : '');
