import { mount } from 'svelte';
import App from './App.svelte';
import { begin } from './lib/busy';
import './style/fonts.css';
import './style/base.css';

// After an upgrade the parts of an old page are gone: the page is loaded again, but not for ever.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('tatami.reloaded') ?? 0);
  if (Date.now() - last < 20_000) return;
  event.preventDefault();
  void reload();
});

/** Not while the server is away: an old page is better than none. */
async function reload(): Promise<void> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return;
  sessionStorage.setItem('tatami.reloaded', String(Date.now()));
  location.reload();
}

const loaded = begin('loading');
const target = document.getElementById('app');
if (target) mount(App, { target });
loaded();
