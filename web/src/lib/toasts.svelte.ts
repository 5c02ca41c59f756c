/** Short notes at the edge of the page: refusals above all. They go on their own, or when told. */

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'note' | 'refusal';
  /** The clause behind it, such as `clans:C7`, or an empty string. */
  readonly clause: string;
}

const STAY = 7000;
const MOST = 4;

class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  #next = 0;

  show(text: string, kind: Toast['kind'] = 'note', clause = ''): void {
    const same = this.list.find((toast) => toast.text === text);
    if (same) this.drop(same.id);
    const toast = { id: this.#next++, text, kind, clause };
    this.list = [...this.list, toast].slice(-MOST);
    setTimeout(() => this.drop(toast.id), STAY + text.length * 30);
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
