/** Short notes at the edge of the page: refusals above all. They go on their own, or when told. */

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'note' | 'refusal';
  /** The clause behind it, such as `clans:C7`, or an empty string. */
  readonly clause: string;
}

const STAY = 6000;
const A_LETTER = 40;
const MOST = 4;

class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  #next = 0;
  #held = false;

  show(text: string, kind: Toast['kind'] = 'note', clause = ''): void {
    const others = this.list.filter((toast) => toast.text !== text);
    const toast = { id: this.#next++, text, kind, clause };
    this.list = [...others, toast].slice(-MOST);
    this.#later(toast);
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  /** Nothing goes while somebody is reading. */
  hold(on: boolean): void {
    this.#held = on;
  }

  #later(toast: Toast): void {
    const gone = (): void => (this.#held ? this.#later(toast) : this.drop(toast.id));
    setTimeout(gone, STAY + toast.text.length * A_LETTER);
  }
}

export const toasts = new Toasts();
