/** Compresses what can be: beside each such file of a directory one for gzip and one for Brotli. */

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const KINDS = new Set(['.css', '.html', '.js', '.json', '.svg']);
const SMALLEST = 512; // below that it saves no packet
const HOW = {
  '.br': (data) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  '.gz': (data) => gzipSync(data, { level: 9 }),
};

const files = readdirSync(process.argv[2], { recursive: true })
  .map((name) => join(process.argv[2], name))
  .filter((file) => statSync(file).isFile());
for (const file of files.filter((file) => extname(file) in HOW)) rmSync(file); // of an older build

for (const file of files.filter((file) => KINDS.has(extname(file)))) {
  const data = readFileSync(file);
  if (data.length < SMALLEST) continue;
  for (const [ending, how] of Object.entries(HOW)) {
    const small = how(data);
    if (small.length < data.length) writeFileSync(file + ending, small);
  }
}
