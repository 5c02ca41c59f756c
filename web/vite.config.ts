import { svelte } from '@sveltejs/vite-plugin-svelte';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const OUT = '../src/tatami/web';
const SERVER = process.env['TATAMI_SERVER'] ?? 'http://127.0.0.1:8000';

/** The card art lies in the same directory, drawn by another step: only our own files go. */
function tidy(): Plugin {
  let out = '';
  return {
    name: 'tidy',
    apply: 'build',
    configResolved(config) {
      out = resolve(config.root, config.build.outDir);
    },
    buildStart() {
      for (const name of ['assets', 'index.html']) rmSync(resolve(out, name), { recursive: true, force: true });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), tidy()],
  build: {
    outDir: OUT,
    emptyOutDir: false,
    assetsInlineLimit: 0, // the content policy allows no data: fonts, and files are cached by name
    modulePreload: { polyfill: false }, // the policy allows no inline script
    target: 'es2022',
  },
  server: {
    fs: { allow: ['.', '../src/tatami/languages'] },
    proxy: {
      '/api': SERVER,
      '/art': SERVER,
      '/ws': { target: SERVER, ws: true },
    },
  },
});
