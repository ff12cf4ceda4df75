import { hashText } from './draw-sigil.ts';

interface Shape {
  readonly path: string;
  readonly color: string;
}

export interface Scenery {
  readonly sky: string;
  readonly sun: Shape;
  /** From the farthest to the nearest. */
  readonly hills: readonly Shape[];
}

const PALETTES = [
  { sky: '#123a5e', sun: '#ffc94d', hills: ['#1f6a5a', '#0d4735'] },
  { sky: '#5b2a5e', sun: '#ff9d7a', hills: ['#3d2c6b', '#221a45'] },
  { sky: '#0f4f6b', sun: '#f4f1e8', hills: ['#0b6b4e', '#08402f'] },
  { sky: '#7a3b2e', sun: '#ffd98a', hills: ['#6b4a1f', '#3a2a12'] },
] as const;

const WIDTH = 32;
const HEIGHT = 18;

/** A stepped ridge of pixel blocks from left to right, filled down to the ground. */
function ridge(hash: number, top: number): string {
  let path = `M0 ${HEIGHT}`;
  for (let x = 0; x < WIDTH; x += 4) {
    const step = (hash >>> (x / 2)) & 3;
    path += `V${top + step}H${x + 4}`;
  }
  return `${path}V${HEIGHT}z`;
}

/** A pixel landscape of 32 by 18 for a game without a cover. It depends only on the seed. */
export function drawScenery(seed: string): Scenery {
  const hash = hashText(`${seed}:scenery`);
  const palette = PALETTES[hash % PALETTES.length] ?? PALETTES[0];
  const x = 2 + ((hash >>> 4) % 24);
  return {
    sky: palette.sky,
    sun: { path: `M${x + 1} 2h2v1h1v2h-1v1h-2v-1h-1v-2h1z`, color: palette.sun },
    hills: [
      { path: ridge(hash, 9), color: palette.hills[0] },
      { path: ridge(hashText(`${seed}:near`), 12), color: palette.hills[1] },
    ],
  };
}
