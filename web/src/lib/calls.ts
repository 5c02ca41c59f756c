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
  const options = { body, tag: `tatami-${from}`, icon: '/favicon.svg', data: location.href };
  try {
    const note = new Notification(title, options);
    note.onclick = () => {
      focus();
      note.close();
    };
    return () => note.close();
  } catch {
    return callByWorker(title, options); // browsers of phones have the name and refuse the thing
  }
}

/** The same by a worker, which is there for nothing else and is fetched when it is needed first. */
function callByWorker(title: string, options: NotificationOptions & { tag: string }): (() => void) | null {
  const workers = navigator.serviceWorker;
  if (!workers) return null;
  let over = false;
  const showing = workers.register('/calls.js').then(async () => {
    const worker = await workers.ready;
    if (!over) await worker.showNotification(title, options);
    return worker;
  });
  showing.catch(() => undefined); // no call is no harm: the title of the page says it too
  return () => {
    over = true;
    void showing.then((worker) => close(worker, options.tag), () => undefined);
  };
}

async function close(worker: ServiceWorkerRegistration, tag: string): Promise<void> {
  for (const note of await worker.getNotifications({ tag })) note.close();
}
