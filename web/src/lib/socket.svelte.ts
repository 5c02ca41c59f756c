/** One connection to one table: it comes back on its own, and knows what was not answered yet. */
import { PROTOCOL, type Bye, type FromClient, type FromServer, type Hello, type RefusalState, type Reply } from '../protocol';
import { ownRefusal } from './api';
import { begin } from './busy';
import { complete } from './complete';

/**
 * connecting: for the first time. reconnecting: it was lost and is tried again. offline: this
 * device has no network. gone: the server has not answered for a while; it is still tried. old:
 * this page is older than the server. ended: there is no such table (see `bye`).
 */
export type Connection = 'connecting' | 'online' | 'reconnecting' | 'offline' | 'gone' | 'old' | 'ended';

type WithoutId<T> = T extends { readonly id: number } ? Omit<T, 'id'> : never;
/** A message that gets a reply; its number is put to it here. */
export type Request = WithoutId<Exclude<FromClient, Hello>>;

interface Pending {
  readonly message: Request & { readonly id: number };
  readonly settle: (reply: Reply) => void;
  /** Nothing more is to come of it. */
  readonly over: () => void;
}

export interface Handlers {
  /** What the hello should carry now, besides the protocol. */
  hello(): Omit<Hello, 't' | 'protocol'>;
  message(message: FromServer): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 12_000;
/** Each wait is so much longer: others have a dead node's tables after five seconds, and nobody should miss that by as many again. */
const GROWTH = 1.4;
const GONE_AFTER = 45_000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 7_000;
const NO_SUCH_TABLE = 4404;
const SHAPE: Readonly<Record<FromServer['t'], string>> = {
  welcome: 'Welcome',
  table: 'TableChanged',
  presence: 'Presence',
  started: 'Started',
  update: 'Update',
  talk: 'Talk',
  reply: 'Reply',
  pong: 'Pong',
  warned: 'Warned',
  bye: 'Bye',
};

export class TableSocket {
  state = $state<Connection>('connecting');
  /** The server's last word, such as `restarting`; empty while nothing was said. */
  bye = $state<Bye['why'] | ''>('');
  /** Milliseconds there and back, 0 while unknown. */
  rtt = $state(0);

  readonly #address: string;
  readonly #handlers: Handlers;
  readonly #pending = new Map<number, Pending>();
  #socket: WebSocket | null = null;
  #next = 1;
  #tries = 0;
  #lostAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #pinged: { id: number; at: number; over: () => void } | null = null;
  #closed = false;
  /** Until the welcome, and a ping after it: what was missed has come when that is answered. */
  #opened: () => void = () => undefined;

  constructor(table: string, handlers: Handlers) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#address = `${scheme}://${location.host}/ws/${encodeURIComponent(table)}`;
    this.#handlers = handlers;
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#unplugged);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  /** Connect, unless that is already so. */
  open(): void {
    if (this.#socket || this.#closed) return;
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#opened = begin('loading');
    socket.onopen = () => socket.send(JSON.stringify({ t: 'hello', protocol: PROTOCOL, ...this.#handlers.hello() }));
    socket.onmessage = (event) => this.#heard(String(event.data));
    socket.onclose = (event) => {
      if (event.code === NO_SUCH_TABLE) this.#dismissed('no_such_table');
      this.#lost(socket);
    };
  }

  /** Hang up for good. */
  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#unplugged);
    document.removeEventListener('visibilitychange', this.#hurry);
    clearTimeout(this.#retry);
    clearInterval(this.#pings);
    this.#socket?.close();
    this.#quiet();
    this.#refuseAll('lost');
  }

  /** Try again now. */
  retry(): void {
    this.#tries = 0;
    this.#lostAt = Date.now();
    if (this.state === 'gone') this.state = 'reconnecting';
    clearTimeout(this.#retry);
    this.open();
  }

  /**
   * Send a message and wait for its reply; a refusal comes as a reply too, never as an error. What
   * is asked before the first welcome waits for it: pages are there earlier than their connection.
   */
  ask(message: Request): Promise<Reply> {
    const numbered = { ...message, id: this.#next++ };
    const [online, soon] = [this.state === 'online', this.state === 'connecting'];
    if (!online && !soon) return Promise.resolve(refused(numbered.id, ownRefusal('not_connected')));
    return new Promise((settle) => {
      this.#pending.set(numbered.id, { message: numbered, settle, over: begin('sending') });
      if (online) this.#send(numbered);
    });
  }

  #send(message: FromClient | (Request & { readonly id: number })): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #heard(text: string): void {
    const raw = JSON.parse(text) as FromServer;
    const message = complete(SHAPE[raw.t] ?? '', raw) as FromServer;
    if (message.t === 'reply') this.#replied(message);
    else if (message.t === 'pong') this.#ponged(message.id);
    else if (message.t === 'bye') this.#dismissed(message.why);
    else {
      this.#handlers.message(message);
      if (message.t === 'welcome') this.#welcomed(message.protocol);
    }
  }

  #replied(reply: Reply): void {
    const waiting = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    waiting?.settle(reply);
    waiting?.over();
  }

  #welcomed(protocol: number): void {
    if (protocol !== PROTOCOL) return this.#dismissed('old_client');
    this.state = 'online';
    this.#tries = 0;
    this.#lostAt = 0;
    this.bye = '';
    clearInterval(this.#pings);
    this.#pings = setInterval(() => this.#ping(), PING_EVERY);
    this.#ping();
    this.#opened();
    for (const { message } of this.#pending.values()) this.#send(message);
  }

  #dismissed(why: Bye['why']): void {
    this.bye = why;
    if (why === 'old_client') this.state = 'old';
    else if (why === 'no_such_table') this.state = 'ended';
  }

  /** Answers name their ask and may be sent twice; whether anything else arrived is not known. */
  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#quiet();
    clearInterval(this.#pings);
    for (const [id, { message, settle, over }] of this.#pending) {
      if (message.t === 'answer') continue;
      this.#pending.delete(id);
      settle(refused(id, ownRefusal('lost')));
      over();
    }
    if (this.state === 'old' || this.state === 'ended') this.close();
    if (!this.#closed) this.#later();
  }

  #later(): void {
    this.#lostAt ||= Date.now();
    const gone = Date.now() - this.#lostAt > GONE_AFTER;
    if (gone) this.#refuseAll('lost');
    if (!navigator.onLine) this.state = 'offline';
    else if (gone) this.state = 'gone';
    else if (this.state !== 'connecting') this.state = 'reconnecting';
    const wait = Math.min(FIRST_WAIT * GROWTH ** this.#tries++, LONGEST_WAIT);
    this.#retry = setTimeout(() => this.open(), wait * (0.7 + Math.random() * 0.6));
  }

  #ping(): void {
    if (this.#pinged) return;
    const id = this.#next++;
    this.#pinged = { id, at: performance.now(), over: begin('sending') };
    this.#send({ t: 'ping', id });
    setTimeout(() => {
      if (this.#pinged?.id === id) this.#abandon();
    }, PONG_WITHIN);
  }

  #ponged(id: number): void {
    if (this.#pinged?.id !== id) return;
    this.rtt = Math.round(performance.now() - this.#pinged.at);
    this.#quiet();
  }

  /** Nothing is awaited any more but replies. */
  #quiet(): void {
    this.#opened();
    this.#pinged?.over();
    this.#pinged = null;
  }

  /** A connection that no longer answers closes only after minutes; do not wait for that. */
  #abandon(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    this.#lost(socket);
  }

  #refuseAll(code: string): void {
    for (const [id, { settle, over }] of this.#pending) {
      settle(refused(id, ownRefusal(code)));
      over();
    }
    this.#pending.clear();
  }

  readonly #hurry = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.#socket) this.#ping();
    else if (!this.#closed) this.retry();
  };

  readonly #unplugged = (): void => {
    if (this.state === 'online' || this.state === 'reconnecting') this.#abandon();
  };
}

function refused(id: number, refusal: RefusalState): Reply {
  return { t: 'reply', id, ok: false, refusal, repeated: false, link: '', ahead: [] };
}
