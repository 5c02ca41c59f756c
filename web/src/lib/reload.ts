/** After an upgrade an old page is loaded again: not for ever, and not while the server is away. */
const AGAIN = 20_000;

/** Whether the page was not loaded anew just now; then it is. */
export function reload(): boolean {
  const last = Number(sessionStorage.getItem('tatami.reloaded') ?? 0);
  if (Date.now() - last < AGAIN) return false;
  void reloadIfServed();
  return true;
}

/** An old page is better than none. */
async function reloadIfServed(): Promise<void> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return;
  sessionStorage.setItem('tatami.reloaded', String(Date.now()));
  location.reload();
}
