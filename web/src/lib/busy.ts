/**
 * What this page still has to do, said on `<html data-busy>` for tools that drive it. It is empty when
 * the page is settled: nothing was sent that is not answered, nothing waits to be shown, nothing moves.
 * What the browser knows itself (pictures, style sheets) is not told here.
 */

/** loading: words, pictures, parts of the page. sending: an answer is awaited. showing: updates wait. moving: cards fly. */
export type Work = 'loading' | 'sending' | 'showing' | 'moving';

const open = new Map<Work, number>();

function change(work: Work, by: number): void {
  const now = (open.get(work) ?? 0) + by;
  if (now) open.set(work, now);
  else open.delete(work);
  document.documentElement.dataset['busy'] = [...open.keys()].sort().join(' ');
}

/** Something begins; call what is returned when it is over. */
export function begin(work: Work): () => void {
  let over = false;
  change(work, 1);
  return () => {
    if (!over) change(work, -1);
    over = true;
  };
}

/** Until a promise is kept or broken. */
export async function until<T>(work: Work, promise: Promise<T>): Promise<T> {
  const end = begin(work);
  try {
    return await promise;
  } finally {
    end();
  }
}
