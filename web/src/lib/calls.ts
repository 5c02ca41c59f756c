/**
 * A call from a table in the background: a notification of the browser that it is one's turn.
 * Off until it is switched on in the settings, and not offered where browsers forbid it.
 */

/** Whether this browser can call at all: browsers allow it over HTTPS and on this machine only. */
export const canCall = (): boolean => isSecureContext && 'Notification' in globalThis;

/** Ask the person, who may have been asked before, and show what a call looks like. */
export async function allowCalls(title: string, body: string): Promise<boolean> {
  if (!canCall() || (await Notification.requestPermission()) !== 'granted') return false;
  return call('hello', title, body) !== null;
}

/** Call; another call from the same table takes its place. What comes back takes it away again. */
export function call(from: string, title: string, body: string): (() => void) | null {
  if (!canCall() || Notification.permission !== 'granted') return null;
  try {
    const note = new Notification(title, { body, tag: `tatami-${from}`, icon: '/favicon.svg' });
    note.onclick = () => {
      focus();
      note.close();
    };
    return () => note.close();
  } catch {
    return null; // some browsers of phones have the name and refuse the thing
  }
}
