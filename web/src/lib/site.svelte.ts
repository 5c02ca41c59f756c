/** What the server says about itself and about us; read on the start page and wherever links are made. */
import type { Front } from '../protocol';
import { api } from './api';

class Site {
  front = $state.raw<Front | null>(null);

  /** Ask anew. Throws where the server does not answer. */
  async load(): Promise<Front> {
    this.front = await api.front();
    return this.front;
  }

  /** A link for others: it begins with the server's own address, not with 127.0.0.1 where we are. */
  link(path: string): string {
    return new URL(path, this.front?.address || location.href).href;
  }
}

export const site = new Site();
