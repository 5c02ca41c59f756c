/** What is heard of a game that goes on in real time: sounds, and words for those who do not see it. */
import { announce } from '../../../lib/announce.svelte';
import { listed, t } from '../../../lib/i18n.svelte';
import { prefs } from '../../../lib/prefs.svelte';
import type { RemarkState } from '../../../protocol';
import type { Desk } from '../../desk.svelte';
import { hear, setVolume, type Sound } from '../../sound';
import { spoken } from '../../talk';
import { WRONG, type Moments } from './moments.svelte';
import { shownHand } from './tack';

/** What comes of a call or a throw is heard a little after it. */
const LATER: Readonly<Record<string, readonly [Sound, number]>> = {
  complete: ['bell', 700],
  ...Object.fromEntries(WRONG.map((key) => [key, ['refuse', 700] as const])),
  penalised: ['taiko', 1100],
  lands: ['bell', 1000],
  bounces_in: ['bell', 1500],
  misses: ['place', 950],
  bounces_out: ['place', 950],
  wins: ['gong', 1200],
};

export function sound(name: Sound): void {
  setVolume(prefs.sound ? prefs.volume : 0);
  hear(name);
}

/** My partner, and the sheet that we have together. */
export interface Code {
  readonly mate: number;
  readonly sheet: readonly number[];
}

/** Let moments be heard as they come. */
export function listenTo(moments: Moments, desk: Desk, code: () => Code): void {
  moments.onTell = (key) => {
    const later = LATER[key];
    if (later) setTimeout(() => sound(later[0]), prefs.reduced ? 250 : later[1]);
    if (key === 'calls') void Promise.resolve().then(() => tellHands(desk));
  };
  moments.onSignal = (remark) => tellSignal(desk, code(), remark);
}

/** Who listens hears the hands that a call has shown. */
function tellHands(desk: Desk): void {
  for (let seat = 0; seat < desk.game.seats; seat++) {
    const faces = shownHand(desk.game, desk.stage.count, seat);
    if (faces.length) announce(t('table.pair', { what: desk.name(seat), how: listed(faces.map((face) => desk.faceName(face))) }));
  }
}

/** And that one's own signal was made, and what a gesture of the partner means on the sheet of both. */
function tellSignal(desk: Desk, { mate, sheet }: Code, remark: RemarkState): void {
  const [, seat, kind, args] = remark;
  const face = sheet[args[0] ?? -1];
  const muted = prefs.muted.includes(desk.session.names[seat] ?? '');
  if (seat === desk.me) announce(t('table.pair', { what: desk.name(seat), how: spoken(desk.session, remark) }));
  if (kind === 'gesture' && seat === mate && face !== undefined && !muted) announce(desk.faceName(face));
}
