/** The HTTP side of the server. What cannot be served is thrown as a `Refused`. */
import type {
  Found,
  Front,
  LessonList,
  LessonState,
  Me,
  NewTable,
  Opened,
  Problem,
  RefusalState,
  ReplayState,
  RulesPage,
  Taken,
  TableState,
} from '../protocol';
import { until } from './busy';
import { complete } from './complete';
import type { Texts } from './words.svelte';

/** Something that a learner does in a lesson. */
export type Did = NonNullable<Taken['did']>[number];

/** The server said no, or (code `unreachable`) said nothing. */
export class Refused extends Error {
  constructor(
    readonly refusal: RefusalState,
    readonly status: number,
  ) {
    super(refusal.sentence);
  }
}

/** A refusal of our own, where the server could not give one. */
export function ownRefusal(code: string): RefusalState {
  return { code, sentence: '', clause: '', args: [] };
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, { credentials: 'same-origin', ...init }).catch(() => null);
  if (!answer) throw new Refused(ownRefusal('unreachable'), 0);
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refused(problem?.refusal ?? ownRefusal('unreachable'), answer.status);
}

async function got<T>(path: string, shape: string): Promise<T> {
  const answer = await request(path, { headers: { Accept: 'application/json' } });
  return complete(shape, await answer.json()) as T;
}

const get = <T>(path: string, shape = ''): Promise<T> => until('loading', got<T>(path, shape));

async function posted<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

/** Milliseconds until something is sent again to a house that closes: nothing was done, and behind a
    proxy another node takes it. */
const AGAIN = [150, 400, 1000, 2000];

async function postedAgain<T>(path: string, body: unknown): Promise<T> {
  for (const wait of AGAIN) {
    try {
      return await posted<T>(path, body);
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.code !== 'closing') throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  return await posted<T>(path, body);
}

const post = <T>(path: string, body: unknown): Promise<T> => until('sending', postedAgain<T>(path, body));

const part = encodeURIComponent;

export const api = {
  front: () => get<Front>('/api/front'),
  rename: (name: string) => post<Me>('/api/me', { name }),
  open: (wanted: NewTable) => post<Opened>('/api/tables', wanted),
  table: (id: string) => get<TableState>(`/api/tables/${part(id)}`, 'TableState'),
  find: (code: string) => get<Found>(`/api/code/${part(code)}`),
  replay: (id: string, eyes: string) =>
    get<ReplayState>(`/api/tables/${part(id)}/replay?eyes=${part(eyes)}`, 'ReplayState'),
  rules: (game: string, language: string) =>
    get<RulesPage>(`/api/rules/${part(game)}?language=${part(language)}`, 'RulesPage'),
  lessons: (game: string, language: string) => get<LessonList>(`/api/learn/${part(game)}?language=${part(language)}`),
  lesson: async (game: string, lesson: string, did: readonly Did[]) =>
    complete('LessonState', await post<unknown>(`/api/learn/${part(game)}/${part(lesson)}`, { did })) as LessonState,
  words: (game: string, language: string) =>
    get<Texts>(`/api/words/${part(game)}?language=${part(language)}`),
};

/** Where the record of an ended game can be downloaded. */
export function recordPath(id: string): string {
  return `/api/tables/${part(id)}/record`;
}

/** Where the QR code of a page of this server is drawn. */
export function qrPath(path: string): string {
  return `/api/qr.svg?path=${part(path)}`;
}
