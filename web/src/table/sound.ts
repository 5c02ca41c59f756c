/** Percussion made of oscillators and noise: no files. Silent until the first gesture. */

/** What can be heard at the table. */
export type Sound = 'slide' | 'place' | 'taiko' | 'gong' | 'bell' | 'refuse' | 'strike' | 'tick';

/** Inharmonic partials of a struck gong: ratio, gain, decay in seconds. */
const GONG = [[1, 1, 5], [1.48, 0.6, 4.2], [1.99, 0.5, 3.6], [2.44, 0.42, 3], [2.83, 0.3, 2.6], [3.51, 0.25, 2], [4.27, 0.18, 1.4], [5.43, 0.12, 1]] as const;
/** A small bronze bell (rin). */
const BELL = [[1, 1, 1.9], [2.76, 0.42, 1.1], [5.4, 0.2, 0.6]] as const;

let context: AudioContext | undefined;
let out: GainNode | undefined;
let loudness = 0.6;
const lately = new Map<Sound, number>();

/** Browsers let a page be heard only after a gesture; call this from one. */
export function unlock(): void {
  if (!('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

/** How loud, from 0 to 1. */
export function setVolume(volume: number): void {
  loudness = Math.max(0, Math.min(1, volume));
  if (out) out.gain.value = loudness;
}

/** Make a sound, unless muted, locked, or the same one was made just now. */
export function hear(sound: Sound): void {
  const ctx = context;
  if (!ctx || ctx.state !== 'running' || !loudness || document.hidden && sound !== 'bell') return;
  const now = ctx.currentTime;
  if (now - (lately.get(sound) ?? -1) < 0.06) return;
  lately.set(sound, now);
  out ??= master(ctx);
  MAKERS[sound](ctx, out, now + 0.005);
}

function master(ctx: AudioContext): GainNode {
  const gain = ctx.createGain();
  const press = ctx.createDynamicsCompressor();
  gain.gain.value = loudness;
  gain.connect(press).connect(ctx.destination);
  return gain;
}

type Maker = (ctx: AudioContext, to: AudioNode, t: number) => void;

const MAKERS: Record<Sound, Maker> = {
  slide: (ctx, to, t) => noise(ctx, to, t, 0.16, 3400, 0.2),
  place(ctx, to, t) {
    noise(ctx, to, t, 0.05, 1500, 0.35);
    tone(ctx, to, t, 190, 110, 0.09, 0.2);
  },
  taiko(ctx, to, t) {
    tone(ctx, to, t, 165, 58, 0.75, 0.85);
    noise(ctx, to, t, 0.05, 900, 0.45);
    tone(ctx, to, t + 0.17, 150, 56, 0.5, 0.4);
  },
  gong(ctx, to, t) {
    struck(ctx, to, t, GONG, 92, 0.2, 5);
    noise(ctx, to, t, 0.09, 1800, 0.35);
  },
  /** The gong out of nowhere, with a crack: it should make one jump. */
  strike(ctx, to, t) {
    noise(ctx, to, t, 0.14, 2600, 1.2);
    tone(ctx, to, t, 240, 42, 1.1, 1);
    struck(ctx, to, t, GONG, 118, 0.34, 8);
  },
  /** A wood block. */
  tick: (ctx, to, t) => tone(ctx, to, t, 920, 760, 0.07, 0.3),
  bell: (ctx, to, t) => struck(ctx, to, t, BELL, 784, 0.16, 2),
  refuse: (ctx, to, t) => tone(ctx, to, t, 150, 120, 0.16, 0.25),
};

/** A tone that falls and fades. */
function tone(ctx: AudioContext, to: AudioNode, t: number, from: number, down: number, time: number, gain: number): void {
  const wave = ctx.createOscillator();
  const fade = ctx.createGain();
  wave.frequency.setValueAtTime(from, t);
  wave.frequency.exponentialRampToValueAtTime(down, t + Math.min(0.13, time));
  fade.gain.setValueAtTime(gain, t);
  fade.gain.exponentialRampToValueAtTime(1e-4, t + time);
  wave.connect(fade).connect(to);
  wave.start(t);
  wave.stop(t + time);
}

/** Struck metal: two voices for each partial beat against each other. */
function struck(ctx: AudioContext, to: AudioNode, t: number, partials: readonly (readonly [number, number, number])[], pitch: number, gain: number, detune: number): void {
  for (const [ratio, part, decay] of partials) {
    for (const side of [-detune, detune]) {
      const wave = ctx.createOscillator();
      const fade = ctx.createGain();
      wave.frequency.value = pitch * ratio;
      wave.detune.value = side;
      fade.gain.setValueAtTime(1e-4, t);
      fade.gain.exponentialRampToValueAtTime(part * gain, t + 0.012);
      fade.gain.exponentialRampToValueAtTime(1e-4, t + decay);
      wave.connect(fade).connect(to);
      wave.start(t);
      wave.stop(t + decay);
    }
  }
}

/** A breath of filtered noise. */
function noise(ctx: AudioContext, to: AudioNode, t: number, time: number, pitch: number, gain: number): void {
  const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * time), ctx.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < data.length; at++) data[at] = (Math.random() * 2 - 1) * (1 - at / data.length) ** 2;
  const source = ctx.createBufferSource();
  const filter = ctx.createBiquadFilter();
  const fade = ctx.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  fade.gain.value = gain;
  source.connect(filter).connect(fade).connect(to);
  source.start(t);
}
