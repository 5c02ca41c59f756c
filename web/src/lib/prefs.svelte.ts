/** What a person likes: kept in this browser, shared between its tabs. */
import { LANGUAGES, type Language } from './languages';
import { keep, recall } from './storage';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'full' | 'reduced';
export type Speed = 'slow' | 'normal' | 'fast' | 'instant';

export const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast', 'instant'];

interface Kept {
  language: Language;
  theme: Theme;
  motion: Motion;
  speed: Speed;
  sound: boolean;
  /** 0 to 1. */
  volume: number;
  vibration: boolean;
  /** Whether a table in the background calls when it is our turn. */
  calls: boolean;
  /** Names of hints that were dismissed. */
  hints: string[];
  /** Names of players whose talk is not shown. */
  muted: string[];
}

const KEY = 'prefs';

/** The browser's own wish where it is one of ours. */
function browserLanguage(): Language {
  const wanted = (navigator.languages ?? []).map((tag) => tag.slice(0, 2));
  return wanted.map((tag) => LANGUAGES.find((one) => one === tag)).find(Boolean) ?? 'en';
}

function start(): Kept {
  return {
    language: browserLanguage(),
    theme: 'auto',
    motion: 'auto',
    speed: 'normal',
    sound: true,
    volume: 0.6,
    vibration: true,
    calls: false,
    hints: [],
    muted: [],
  };
}

/** Only what has the type that it should have is taken over. */
function merged(into: Kept, found: unknown): Kept {
  if (typeof found !== 'object' || found === null) return into;
  const known = Object.entries(found).filter(
    ([key, value]) => key in into && typeof value === typeof into[key as keyof Kept],
  );
  return { ...into, ...Object.fromEntries(known) };
}

class Prefs {
  #kept = $state<Kept>(merged(start(), recall(KEY)));
  #still = $state(matchMedia('(prefers-reduced-motion: reduce)').matches);
  #night = $state(matchMedia('(prefers-color-scheme: dark)').matches);

  constructor() {
    watchMedia('(prefers-reduced-motion: reduce)', (on) => (this.#still = on));
    watchMedia('(prefers-color-scheme: dark)', (on) => (this.#night = on));
    addEventListener('storage', (event) => {
      if (event.key === `tatami.${KEY}`) this.#kept = merged(this.#kept, recall(KEY));
    });
  }

  get language(): Language {
    return LANGUAGES.includes(this.#kept.language) ? this.#kept.language : browserLanguage();
  }
  get theme(): Theme {
    return this.#kept.theme;
  }
  get motion(): Motion {
    return this.#kept.motion;
  }
  get speed(): Speed {
    return this.#kept.speed;
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  get volume(): number {
    return this.#kept.volume;
  }
  get vibration(): boolean {
    return this.#kept.vibration;
  }
  get calls(): boolean {
    return this.#kept.calls;
  }
  get muted(): readonly string[] {
    return this.#kept.muted;
  }

  /** Whether things should move as little as possible. */
  get reduced(): boolean {
    return this.motion === 'reduced' || (this.motion === 'auto' && this.#still);
  }
  /** Whether the dark colours are shown. */
  get dark(): boolean {
    return this.theme === 'dark' || (this.theme === 'auto' && this.#night);
  }

  /** Change one of them, and keep it. */
  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.#kept[key] = value;
    keep(KEY, $state.snapshot(this.#kept));
  }

  /** Whether a hint of that name was dismissed. */
  seen(hint: string): boolean {
    return this.#kept.hints.includes(hint);
  }
  dismiss(hint: string): void {
    if (!this.seen(hint)) this.set('hints', [...this.#kept.hints, hint]);
  }
  /** Show all hints again. */
  remind(): void {
    this.set('hints', []);
  }

  /** Show a player's talk, or no longer. */
  mute(name: string, on: boolean): void {
    const others = this.#kept.muted.filter((one) => one !== name);
    this.set('muted', on ? [...others, name] : others);
  }
}

function watchMedia(query: string, changed: (on: boolean) => void): void {
  matchMedia(query).addEventListener('change', (event) => changed(event.matches));
}

export const prefs = new Prefs();
