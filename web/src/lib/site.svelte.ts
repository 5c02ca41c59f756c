/** What the server says about itself and about us; read on the start page and wherever links are made. */
import { PROTOCOL, type Front } from '../protocol';
import { api } from './api';
import { reload } from './reload';

class Site {
  front = $state.raw<Front | null>(null);

  /** Ask anew; a page that is older than the server is loaded again. Throws where nobody answers. */
  async load(): Promise<Front> {
    const front = await api.front();
    if (front.protocol !== PROTOCOL) reload();
    return (this.front = front);
  }

  /** A link for others: it begins with the server's own address, not with 127.0.0.1 where we are. */
  link(path: string): string {
    return new URL(path, this.front?.address || location.href).href;
  }
}

export const site = new Site();
