/** The gestures as small faces of a few strokes, in a field of 32. */

interface Face {
  /** Lines. */
  readonly line: string;
  /** Filled shapes. */
  readonly full?: string;
}

const dot = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const HEAD = 'M16 4a11 12 0 1 0 0 24a11 12 0 1 0 0-24z';
const EYES = dot(12, 14, 1.7) + dot(20, 14, 1.7);
const MOUTH = 'M13 21h6';

export const FACES: Readonly<Record<string, Face>> = {
  wink: { line: `${HEAD}M18 14h5M11.5 20q4.5 4 9 0`, full: dot(12, 14, 1.7) },
  nod: { line: `M14 3a9 10 0 1 0 0 20a9 10 0 1 0 0-20zM11 17h5M27 8v17M23 21l4 5l4-5`, full: dot(11, 12, 1.6) + dot(17, 12, 1.6) },
  shake: { line: `M16 2a9 10 0 1 0 0 20a9 10 0 1 0 0-20zM13 16h6M3 28h26M7 24l-4 4l4 4M25 24l4 4l-4 4`, full: dot(13, 11, 1.6) + dot(19, 11, 1.6) },
  nose: { line: `${HEAD}M30 30L18 18`, full: EYES + dot(16.5, 17, 3) },
  ear: { line: `M14 4a10 12 0 1 0 0 24a10 12 0 1 0 0-24zM11 21h5M24 12a4 4 0 1 1 0 8M31 30l-5-8`, full: dot(10.5, 14, 1.7) + dot(17.5, 14, 1.7) },
  chin: { line: `M16 2a10 11 0 1 0 0 22a10 11 0 1 0 0-22zM13 17h6M7 31q1-8 9-8q7 0 7 3M16 31v-5`, full: dot(12.5, 11, 1.7) + dot(19.5, 11, 1.7) },
  yawn: { line: `${HEAD}M9.5 13q2.5-3 5 0M17.5 13q2.5-3 5 0`, full: 'M16 16.5a3.6 4.6 0 1 0 0 9.2a3.6 4.6 0 1 0 0-9.2z' },
  cough: { line: `M13 4a10 12 0 1 0 0 24a10 12 0 1 0 0-24zM7 12l4 2l-4 2M19 12l-4 2l4 2M25 20h5M25 15l5-2M25 25l5 2`, full: dot(17, 21, 3.4) },
  smile: { line: `${HEAD}M9.5 18.5q6.5 8 13 0`, full: EYES },
  frown: { line: `${HEAD}M9 10l5 2M23 10l-5 2M11.5 23q4.5-5 9 0`, full: EYES },
  shrug: { line: `M16 3a7 8 0 1 0 0 16a7 8 0 1 0 0-16zM13.5 14.5h5M1 30q1-9 6-12q3 5 9 5t9-5q5 3 6 12`, full: dot(13.4, 10.5, 1.4) + dot(18.6, 10.5, 1.4) },
  glance: { line: `${HEAD}M12 11a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4zM20 11a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4z${MOUTH}`, full: dot(12, 12.2, 1.5) + dot(20, 12.2, 1.5) },
};

/** What stands for a meaning of the code sheet that has no crest. */
export const MARKS: Readonly<Record<string, string>> = { 'Sign-One': '×1', 'Sign-Two': '×2', 'Sign-Three': '×3', 'Sign-Now': '!' };
