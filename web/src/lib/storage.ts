/** localStorage that may be missing, full or forbidden: then things are only not remembered. */

/** What was kept under this key, or null. */
export function recall(key: string): unknown {
  try {
    const text = localStorage.getItem(`tatami.${key}`);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Keep something; false where that is not possible. */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(`tatami.${key}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Keep no more than so many of the keys that begin like this, dropping the oldest by `when`. */
export function thin(prefix: string, most: number): void {
  try {
    const full = `tatami.${prefix}`;
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(full));
    const age = (key: string) => Number((JSON.parse(localStorage.getItem(key) ?? '{}') as { when?: number }).when ?? 0);
    const old = keys.sort((a, b) => age(b) - age(a)).slice(most);
    for (const key of old) localStorage.removeItem(key);
  } catch {
    // nothing is kept, so nothing needs thinning
  }
}
