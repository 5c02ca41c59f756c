/**
 * A game's texts put into words for one reader: names of players, second person, crests by name.
 * The texts are the game's `text/<language>.toml`, the same file that the terminal reads.
 */
import type { GameInfo, OfferState, QuestionInfo, SortInfo } from '../protocol';
import { api } from './api';
import { decode, questionOf } from './decode';
import { maybe, t, tongue } from './i18n.svelte';
import { formOf, hasForms, type Language } from './languages';

/** A section of a game's texts. */
export interface Section {
  readonly [key: string]: string | Section | undefined;
}
/** The whole of a game's texts. */
export type Texts = Readonly<Record<string, Section | undefined>>;

/** A piece of a phrase; `sort` and `name` say what it speaks of, so that a sign can be put to it. */
export interface Piece {
  readonly text: string;
  readonly sort?: string;
  readonly name?: string;
  /** The player it speaks of. */
  readonly seat?: number;
}
export type Phrase = readonly Piece[];

/** A phrase as plain text. */
export function plain(phrase: Phrase): string {
  return phrase.map((piece) => piece.text).join('');
}

/** Says what a game says, in one language, to one reader. */
export class Words {
  /**
   * @param texts the game's texts in the reader's language
   * @param game what its numbers mean; null where there is no table yet
   * @param names the players' names by seat
   * @param me the reader's seat, -1 for one who watches
   */
  constructor(
    readonly texts: Texts,
    readonly game: GameInfo | null = null,
    readonly names: readonly string[] = [],
    readonly me: number = -1,
  ) {}

  /** A text of the game, in the form that goes with a number, or the words that stand in for it. */
  find(section: string, key: string, otherwise: string, n = 0): string {
    const found = this.texts[section]?.[key];
    if (hasForms(found)) return formOf(found, n, tongue.language);
    return typeof found === 'string' ? found : otherwise;
  }

  /** The first number among what a text speaks of: it decides about its form. */
  #number(sorts: readonly string[], args: readonly number[]): number {
    const at = sorts.findIndex((sort) => this.#sort(sort)?.names.every(isNumber));
    return this.#valueOf(sorts[at] ?? '', args[at] ?? 0);
  }
  #valueOf(sort: string, index: number): number {
    return Number(this.#sort(sort)?.names[index] ?? index);
  }

  get title(): string {
    return this.find('game', 'title', this.game?.name ?? '');
  }
  /** How to play, in a few lines. */
  get briefing(): readonly string[] {
    const lines: unknown = this.texts['game']?.['two_minutes']; // the one text that is a list
    return Array.isArray(lines) ? lines.map(String) : [];
  }
  get summary(): string {
    return this.find('game', 'summary', '');
  }

  /** A player's name. */
  seat(seat: number): Phrase {
    return [{ text: this.names[seat] || t('word.seat', { number: seat + 1 }), sort: 'seat', seat }];
  }

  /** What an option or a sentence speaks of: a player, a province, a clan. */
  thing(sort: string, index: number): Phrase {
    const name = this.#sort(sort)?.names[index];
    if (name === undefined) return [{ text: String(index), sort }];
    const texts = this.#section('sort', sort);
    const [whose, mine] = [texts['*'], texts['me']];
    if (typeof whose === 'string') {
      if (index === this.me && typeof mine === 'string') return [{ text: mine, sort, name, seat: index }];
      return fill(whose, [this.seat(index)]).map((piece) => ({ ...piece, sort, name, seat: index }));
    }
    if (sort === 'seat') return this.seat(index);
    if (hasForms(texts)) return [{ text: plain(fill(formOf(texts, Number(name), tongue.language), [[{ text: name }]])), sort, name }];
    const text = texts[name];
    return [{ text: typeof text === 'string' ? text : this.find('face', name, name), sort, name }];
  }

  /** The name of a card; a card that cannot be seen is "hidden card". */
  face(face: number): Phrase {
    const name = this.game?.faces[face];
    if (face < 0 || name === undefined) return [{ text: t('word.hidden_card'), sort: 'face' }];
    return [{ text: this.find('face', name, name), sort: 'face', name }];
  }

  /** An option in words. */
  option(question: QuestionInfo, option: number): Phrase {
    const meaning = this.game && option !== question.stop ? decode(this.game, question, option) : null;
    if (!meaning) return [{ text: t('word.no_more') }];
    const n = this.#number(meaning.sorts, meaning.args);
    const template = this.find('verb', meaning.verb, meaning.verb + holes(meaning.args.length), n);
    return fill(template, meaning.args.map((arg, at) => this.thing(meaning.sorts[at] ?? '', arg)));
  }

  /** What is asked: the question (or a few words of it), and how many are to be picked. */
  question(offer: OfferState, short = false): string {
    const whole = this.find('question', offer.key, offer.key);
    const asks = short ? this.find('short', offer.key, whole) : whole;
    const place = offer.position >= 0 ? this.place(offer.position) : '';
    const many = offer.high ? this.#howMany(offer) : '';
    return [place, many ? ended(asks) : asks, many].filter(Boolean).join(' ');
  }
  #howMany({ low, high }: OfferState): string {
    return low === high ? t('word.choose', { n: low }) : t('word.choose_range', { low, high });
  }

  /** For which of several places a seat is asked. */
  place(position: number): string {
    return this.find('place', String(position), t('word.place', { number: position + 1 }));
  }

  /** The clause that a question rests on. */
  questionClause(offer: OfferState): string {
    return (this.game && questionOf(this.game, offer.key)?.clause) ?? '';
  }

  /** A sentence of the log; said to oneself where the text has such a form. */
  sentence(number: number, args: readonly number[]): Phrase {
    const told = this.game?.sentences[number];
    if (!told) return [];
    const n = this.#number(told.sorts, args);
    let template = this.find('sentence', told.key, told.key + holes(args.length), n);
    if (told.sorts[0] === 'seat' && args[0] === this.me) template = this.find('you', told.key, template, n);
    return fill(template, args.map((arg, at) => this.thing(told.sorts[at] ?? '', arg)));
  }

  /** Something said in words of the game. */
  remark(key: string, args: readonly number[]): Phrase {
    const told = this.game?.remarks.find((one) => one.key === key);
    const n = this.#number(told?.sorts ?? [], args);
    let template = this.find('remark', key, key + holes(args.length), n);
    if (told?.sorts[0] === 'seat' && args[0] === this.me) template = this.find('to_you', key, template, n);
    return fill(template, args.map((arg, at) => this.thing(told?.sorts[at] ?? '', arg)));
  }

  /** The clause that a sentence cites. */
  clauseOf(number: number): string {
    return this.game?.sentences[number]?.clause ?? '';
  }

  /** Why something was refused, in the game's own words; null where it has none. */
  refusal(code: string): string | null {
    const found = this.texts['refusal']?.[code];
    return typeof found === 'string' ? found : null;
  }

  /** The name of a table option. */
  setting(name: string): string {
    return said(this.#section('setting', name)['title']) || spaced(name);
  }

  /** What a table option is about; empty where that goes without saying. */
  aboutSetting(name: string): string {
    return said(this.#section('setting', name)['about']);
  }

  /** One value of a table option. */
  value(setting: string, value: string): string {
    const values = this.#section('setting', setting)['values'];
    const text = isSection(values) ? said(values[value]) : '';
    return text || (maybe(`value.${value}`) ?? spaced(value));
  }

  /** What a level of bots is called. */
  level(name: string): string {
    return said(this.#section('bot', name)['name']) || (maybe(`level.${name}`) ?? spaced(name));
  }

  /** How a level of bots plays, in one line. */
  aboutLevel(name: string): string {
    return said(this.#section('bot', name)['about']);
  }

  #sort(name: string): SortInfo | undefined {
    return this.game?.sorts.find((sort) => sort.name === name);
  }

  #section(section: string, key: string): Section {
    const found = this.texts[section]?.[key];
    return isSection(found) ? found : {};
  }
}

type Entry = Section[string];

function isSection(entry: Entry): entry is Section {
  return typeof entry === 'object';
}
function said(entry: Entry): string {
  return typeof entry === 'string' ? entry : '';
}

/** With a full stop, where it has nothing like it. */
const ended = (text: string): string => (/[.?!:…]$/.test(text) ? text : `${text}.`);

const isNumber = (name: string): boolean => /^\d+$/.test(name);

function holes(count: number): string {
  return Array.from({ length: count }, (_, at) => ` {${at}}`).join('');
}

/** `no_such-thing` as "No such thing": better than nothing where a text is missing. */
function spaced(name: string): string {
  const words = name.replace(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A template such as `{0} moves {1}.` with its parts in place; a sentence begins with a capital. */
export function fill(template: string, parts: readonly Phrase[]): Phrase {
  const pieces = template.split(/\{(\d+)\}/).flatMap((piece, at): Phrase => {
    return at % 2 === 0 ? [{ text: piece }] : (parts[Number(piece)] ?? []);
  });
  const whole = pieces.filter((piece) => piece.text);
  return /[.!?]$/.test(template) ? capital(whole) : whole;
}

function capital(phrase: Phrase): Phrase {
  const [first, ...rest] = phrase;
  if (!first) return phrase;
  return [{ ...first, text: first.text.charAt(0).toLocaleUpperCase() + first.text.slice(1) }, ...rest];
}

const shelf = new Map<string, Promise<Texts>>();

/** A game's texts in a language, fetched once. */
export function textsOf(game: string, language: Language): Promise<Texts> {
  const key = `${game}/${language}`;
  const found = shelf.get(key) ?? api.words(game, language);
  shelf.set(key, found);
  found.catch(() => shelf.delete(key));
  return found;
}
