/** A rules page put together for reading: lists and tables from their lines, and search. */
import type { Block, Span } from '../protocol';

/** What stands on the page: one block, or the lines that make up a list or a table. */
export interface Part {
  readonly kind: 'block' | 'list' | 'table';
  readonly blocks: readonly Block[];
}

const familyOf = (block: Block): Part['kind'] =>
  block.kind === 'li' ? 'list' : block.kind === 'th' || block.kind === 'tr' ? 'table' : 'block';

/** Lines that belong together as one part. */
export function partsOf(blocks: readonly Block[]): Part[] {
  const parts: { kind: Part['kind']; blocks: Block[] }[] = [];
  for (const block of blocks) {
    const kind = familyOf(block);
    const last = parts.at(-1);
    if (last && kind !== 'block' && last.kind === kind && block.kind !== 'th') last.blocks.push(block);
    else parts.push({ kind, blocks: [block] });
  }
  return parts;
}

/** Blocks in which every word is found, and the headings above them. */
export function search(blocks: readonly Block[], words: string): Block[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [...blocks];
  const kept = blocks.map((block) => wanted.every((word) => folded(textOf(block)).includes(word)));
  return blocks.filter((block, at) => kept[at] || (isHeading(block) && blocks.some((_, to) => kept[to] && under(blocks, at, to))));
}

/** The text of a block without its styles. */
export function textOf(block: Block): string {
  const text = (spans: readonly Span[]) => spans.map(([piece]) => piece).join('');
  return [block.clause, text(block.spans), ...block.cells.map(text)].join(' ');
}

const isHeading = (block: Block): boolean => block.kind.startsWith('h');

/** Whether a block stands under a heading: no heading of the same rank or above is between. */
function under(blocks: readonly Block[], heading: number, block: number): boolean {
  const rank = blocks[heading]?.kind ?? 'h1';
  return block > heading && !blocks.slice(heading + 1, block).some((one) => isHeading(one) && one.kind <= rank);
}

/** Without marks and capitals: `Mori` finds `Mōri`. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
