/** Which page the address asks for. */

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'table'; readonly id: string }
  | { readonly page: 'replay'; readonly id: string }
  | { readonly page: 'code'; readonly code: string }
  | { readonly page: 'move'; readonly token: string }
  | { readonly page: 'learn'; readonly game: string; readonly lesson: string }
  | { readonly page: 'nowhere' };

const PART = '([\\w.~-]+)';

/** The route that a path stands for. */
export function routeOf(path: string): Route {
  const found = (shape: string) => new RegExp(`^${shape}/?$`).exec(path)?.[1] ?? '';
  if (path === '/' || path === '') return { page: 'home' };
  if (found(`/t/${PART}`)) return { page: 'table', id: found(`/t/${PART}`) };
  if (found(`/r/${PART}`)) return { page: 'replay', id: found(`/r/${PART}`) };
  if (found(`/c/${PART}`)) return { page: 'code', code: found(`/c/${PART}`) };
  if (found(`/m/${PART}`)) return { page: 'move', token: found(`/m/${PART}`) };
  const [, game = '', lesson = ''] = new RegExp(`^/learn/${PART}(?:/${PART})?/?$`).exec(path) ?? [];
  return game ? { page: 'learn', game, lesson } : { page: 'nowhere' };
}

class Router {
  path = $state(location.pathname);
  /** What follows the # in the address. */
  hash = $state(location.hash.slice(1));
  route = $derived(routeOf(this.path));
  /** Whether this document has shown another page before. */
  moved = false;

  constructor() {
    addEventListener('popstate', () => this.#read());
    addEventListener('hashchange', () => this.#read());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  /** Go to another page; `replace` leaves no trace of this one. */
  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Change what follows the # without a new entry in the history. */
  mark(hash: string): void {
    history.replaceState(null, '', `${location.pathname}${hash ? `#${hash}` : ''}`);
    this.hash = hash;
  }

  #read(): void {
    this.moved = true;
    this.path = location.pathname;
    this.hash = location.hash.slice(1);
  }

  /** Links of our own need no new document. */
  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (routeOf(link.pathname).page === 'nowhere' || link.hash) return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const router = new Router();
