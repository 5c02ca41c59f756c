import { mount } from 'svelte';
import App from './App.svelte';
import { begin } from './lib/busy';
import { reload } from './lib/reload';
import './style/fonts.css';
import './style/base.css';

// After an upgrade the parts of an old page are gone.
addEventListener('vite:preloadError', (event) => {
  if (reload()) event.preventDefault();
});

const loaded = begin('loading');
const target = document.getElementById('app');
if (target) mount(App, { target });
loaded();
