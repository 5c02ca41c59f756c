/** One pointer drag for mouse, touch and pen. A press that hardly moves stays a click. */

const SLOP = 7;

/** What a drag needs from the table: `grab` says whether this may be dragged, `over` lights up. */
export interface Drags {
  grab(from: HTMLElement): HTMLElement | null;
  start(from: HTMLElement): void;
  over(to: HTMLElement | null): void;
  drop(from: HTMLElement, to: HTMLElement | null, ghost: HTMLElement): void;
}

interface Grip {
  id: number;
  x: number;
  y: number;
  from: HTMLElement;
  ghost: HTMLElement | null;
  over: HTMLElement | null;
}

const spotOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-spot]') : null;

/** Let spots inside `root` be dragged onto each other; returns how to end it. */
export function draggable(root: HTMLElement, drags: Drags): () => void {
  let grip: Grip | null = null;

  function down(event: PointerEvent): void {
    const from = spotOf(event.target);
    if (event.button !== 0 || !event.isPrimary || !from || grip) return;
    grip = { id: event.pointerId, x: event.clientX, y: event.clientY, from, ghost: null, over: null };
  }

  function move(event: PointerEvent): void {
    if (grip?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    if (!grip.ghost && Math.hypot(dx, dy) > SLOP && !begin(grip, event)) return;
    if (!grip?.ghost) return;
    event.preventDefault();
    grip.ghost.style.translate = `${dx}px ${dy}px`;
    const to = under(event);
    if (to !== grip.over) drags.over((grip.over = to));
  }

  function begin(held: Grip, event: PointerEvent): boolean {
    held.ghost = drags.grab(held.from);
    if (!held.ghost) grip = null;
    else {
      root.setPointerCapture(event.pointerId);
      drags.start(held.from);
    }
    return held.ghost !== null;
  }

  function end(event: PointerEvent): void {
    if (grip?.id !== event.pointerId) return;
    const was = grip;
    grip = null;
    if (!was.ghost) return;
    swallowClick();
    drags.over(null);
    drags.drop(was.from, event.type === 'pointerup' ? under(event) : null, was.ghost);
  }

  function escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !grip?.ghost) return;
    event.stopPropagation();
    const was = grip;
    grip = null;
    drags.over(null);
    if (was.ghost) drags.drop(was.from, null, was.ghost);
  }

  const ends = new AbortController();
  const { signal } = ends;
  root.addEventListener('pointerdown', down, { signal });
  root.addEventListener('pointermove', move, { signal, passive: false });
  root.addEventListener('pointerup', end, { signal });
  root.addEventListener('pointercancel', end, { signal });
  root.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  document.addEventListener('keydown', escape, { signal, capture: true });
  return () => ends.abort();
}

/** Ghosts let the pointer through, so what lies under it is the target. */
function under(event: PointerEvent): HTMLElement | null {
  return spotOf(document.elementFromPoint(event.clientX, event.clientY));
}

/** The click that a browser sends after a drag means nothing. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  document.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), 60);
}
