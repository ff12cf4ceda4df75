/** FNV-1a with a finalizer, so that similar handles get very different hashes. Not for security. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export interface Sigil {
  readonly color: string;
  /** Filled cells of a 7 by 7 grid, as `[x, y]`. */
  readonly cells: readonly (readonly [number, number])[];
  readonly eyes: readonly (readonly [number, number])[];
}

/** Points per strand: enough that seventeen petals look round. */
const STEPS = 260;

const COLORS = ['#ffc94d', '#7fe3bd', '#ff9d7a', '#9fd3ff', '#f4b8e4', '#d7ec7a'];

/** Draws a small mirrored creature. It must never change for a handle. */
export function drawSigil(handle: string): Sigil {
  let bits = hashText(handle);
  const eyeRow = 2 + (bits % 2);
  const cells: [number, number][] = [];
  let word = hashText(`${handle}:body`);
  for (let y = 0; y < 7; y += 1) {
    for (let x = 0; x < 4; x += 1) {
      const core = y > 0 && y < 6 && x > 1;
      const filled = core
        ? (word & 7) !== 0 || y === eyeRow
        : (word & 3) === 0 || (x === 1 && y > 1 && y < 5);
      word = ((word >>> 3) | (word << 29)) ^ Math.imul(y * 4 + x + 1, 0x9e3779b1);
      if (!filled) continue;
      cells.push([x, y]);
      if (x < 3) cells.push([6 - x, y]);
    }
  }
  bits >>>= 3;
  const color = COLORS[bits % COLORS.length] ?? '#ffc94d';
  return {
    color,
    cells,
    eyes: [
      [2, eyeRow],
      [4, eyeRow],
    ],
  };
}

/**
 * A rosette as on banknotes: two braided rings of phase-shifted waves around a point. The number and depth of
 * the petals depend on the handle, so every card looks different.
 */
export function drawRosette(handle: string, width: number, height: number): string {
  const hash = hashText(`${handle}:lines`);
  // The centre of the sigil's frame, which lies inside the rosette.
  const centerX = width * 0.85;
  const centerY = height * 0.238;
  const rings = [
    { radius: 0.36, depth: 0.15 + (hash % 5) * 0.03, petals: 7 + (hash % 6), strands: 8 },
    { radius: 0.95, depth: 0.28 + ((hash >>> 5) % 4) * 0.05, petals: 9 + ((hash >>> 8) % 8), strands: 12 },
  ];
  const strand = (radius: number, depth: number, petals: number, phase: number) => {
    const points: string[] = [];
    for (let step = 0; step <= STEPS; step += 1) {
      const angle = (step / STEPS) * Math.PI * 2;
      const reach = height * (radius + depth * Math.cos(petals * angle + phase));
      const x = centerX + reach * Math.cos(angle) * 1.2;
      points.push(`${x.toFixed(1)} ${(centerY + reach * Math.sin(angle)).toFixed(1)}`);
    }
    return `M${points.join('L')}`;
  };
  return rings
    .flatMap(({ radius, depth, petals, strands }) =>
      Array.from({ length: strands }, (_, index) =>
        strand(radius, depth, petals, (index / strands) * Math.PI * 2),
      ),
    )
    .join('');
}

const NARROW = new Set('fijlrt1');
const WIDE = new Set('mw');

/** Returns the type size, in units of the 400-unit-wide card, at which `handle@pid` fits on one line. */
export function cardTypeSize(handle: string): number {
  let ems = 2.9;
  for (const character of handle) ems += WIDE.has(character) ? 0.92 : NARROW.has(character) ? 0.45 : 0.66;
  return Math.min(42, Math.floor(3_480 / ems) / 10);
}
