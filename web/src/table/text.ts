/** Small helpers around a game's words. */
import { listed, many, t } from '../lib/i18n.svelte';
import { fill, plain, type Section } from '../lib/words.svelte';
import type { Desk } from './desk.svelte';

/** A template such as `{0}, strength {1}` with plain texts in place. */
export function fillIn(template: string, ...parts: readonly string[]): string {
  return plain(fill(template, parts.map((text) => [{ text }])));
}

/** `hand-2` is called `hand-*` among the texts: "*" stands for the owner's number. */
function starred(name: string, owner: number): string {
  const parts = name.split('-');
  const at = parts.indexOf(String(owner));
  return at < 0 ? name : parts.with(at, '*').join('-');
}

/** A name that was never given words, made readable. */
export const spaced = (name: string): string => name.replace(/[-_.]+/g, ' ').trim();

function sectionOf(desk: Desk, section: string, key: string): Section | string | undefined {
  return desk.words.texts[section]?.[key];
}

/** What a zone is called, its owner included. */
export function zoneName(desk: Desk, name: string): string {
  const owner = desk.game.zones[desk.zone(name)]?.owner ?? -1;
  const texts = sectionOf(desk, 'zone', starred(name, owner)) ?? sectionOf(desk, 'zone', name);
  if (typeof texts === 'string') return texts;
  const [whose, mine] = [texts?.['*'], texts?.['me']];
  if (owner >= 0 && owner === desk.me && typeof mine === 'string') return mine;
  return typeof whose === 'string' ? fillIn(whose, desk.name(owner)) : spaced(name);
}

/** What a zone is called and how much it holds. */
export const zoneCount = (desk: Desk, name: string, cards: number): string =>
  t('table.holds', { zone: zoneName(desk, name), cards: many('table.cards', cards) });

/** What a zone is called where its owner is plain to see. */
export function zoneLabel(desk: Desk, name: string): string {
  const owner = desk.game.zones[desk.zone(name)]?.owner ?? -1;
  const texts = sectionOf(desk, 'zone', starred(name, owner));
  const label = typeof texts === 'object' ? texts['label'] : texts;
  return typeof label === 'string' ? label : spaced(name.replace(new RegExp(`-${owner}(?=-|$)`), ''));
}

/** What a counter is called; empty where the game keeps it to itself. */
export function counterName(desk: Desk, name: string): string {
  const seat = Number(/-(\d+)$/.exec(name)?.[1] ?? -1);
  const own = sectionOf(desk, 'counter', name) ?? sectionOf(desk, 'counter', starred(name, seat));
  return typeof own === 'string' ? own : spaced(name.replace(/-\d+$/, ''));
}

/** Cards that only I saw, in words: they came to my hand, or lie elsewhere. */
export function gotWords(desk: Desk, zone: number, faces: readonly number[]): string {
  const name = desk.game.zones[zone]?.name ?? '';
  const cards = listed(faces.map((face) => desk.faceName(face)));
  if (desk.zone(`hand-${desk.me}`) === zone) return t('table.log.got', { cards });
  return t('table.log.saw', { zone: zoneName(desk, name), cards });
}

/** With a capital, as a title begins. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
