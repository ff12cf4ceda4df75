/** FNV-1a with a finisher: spreads similar handles far apart. Not for security. */
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

const COLORS = ['#ffc94d', '#7fe3bd', '#ff9d7a', '#9fd3ff', '#f4b8e4', '#d7ec7a'];

/** A little mirrored creature that is the same for a handle for ever. */
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

/** A banknote rosette; its petals and depth come from the handle, so every card has lines of its own. */
export function drawRosette(handle: string, width: number, height: number): string {
  const hash = hashText(`${handle}:lines`);
  const petals = 5 + (hash % 7);
  const depth = 0.18 + ((hash >>> 4) % 5) * 0.05;
  const centerX = width * 0.74;
  const centerY = height * 0.46;
  const rings: string[] = [];
  for (let ring = 0; ring < 11; ring += 1) {
    const radius = height * (0.16 + ring * 0.075);
    const points: string[] = [];
    for (let step = 0; step <= 120; step += 1) {
      const angle = (step / 120) * Math.PI * 2;
      const reach = radius * (1 + depth * Math.cos(petals * angle + ring * 0.35));
      const x = centerX + reach * Math.cos(angle) * 1.25;
      const y = centerY + reach * Math.sin(angle);
      points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
    }
    rings.push(`M${points.join('L')}`);
  }
  return rings.join('');
}
