import { scoreMatrix } from './score-matrix.ts';

type Matrix = boolean[][];

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

class Canvas {
  readonly size: number;
  readonly modules: Matrix;
  /** Modules that belong to the symbol itself and are never masked. */
  readonly fixed: Matrix;

  constructor(size: number) {
    this.size = size;
    this.modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
    this.fixed = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  }

  fix(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.set(x, y, dark);
    const row = this.fixed[y];
    if (row) row[x] = true;
  }

  set(x: number, y: number, dark: boolean): void {
    const row = this.modules[y];
    if (row) row[x] = dark;
  }

  isFixed(x: number, y: number): boolean {
    return this.fixed[y]?.[x] === true;
  }

  isDark(x: number, y: number): boolean {
    return this.modules[y]?.[x] === true;
  }
}

function drawSquare(
  canvas: Canvas,
  centerX: number,
  centerY: number,
  reach: number,
  light: readonly number[],
): void {
  for (let y = -reach; y <= reach; y += 1) {
    for (let x = -reach; x <= reach; x += 1) {
      const ring = Math.max(Math.abs(x), Math.abs(y));
      canvas.fix(centerX + x, centerY + y, !light.includes(ring));
    }
  }
}

function alignmentPositions(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)];
}

function drawFunctionPatterns(canvas: Canvas, version: number): void {
  const { size } = canvas;
  for (let index = 0; index < size; index += 1) {
    canvas.fix(6, index, index % 2 === 0);
    canvas.fix(index, 6, index % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawSquare(canvas, x, y, 4, [2, 4]);
  const positions = alignmentPositions(version, size);
  const last = positions.length - 1;
  for (const [row, y] of positions.entries()) {
    for (const [column, x] of positions.entries()) {
      const underFinder = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
      if (!underFinder) drawSquare(canvas, x, y, 2, [1]);
    }
  }
  drawVersion(canvas, version);
}

function drawVersion(canvas: Canvas, version: number): void {
  if (version < 7) return;
  let rest = version;
  for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let index = 0; index < 18; index += 1) {
    const dark = ((bits >>> index) & 1) === 1;
    const far = canvas.size - 11 + (index % 3);
    const near = Math.floor(index / 3);
    canvas.fix(far, near, dark);
    canvas.fix(near, far, dark);
  }
}

/** Level M has the indicator 00, so the format data is the mask alone. */
function drawFormat(canvas: Canvas, mask: number): void {
  let rest = mask;
  for (let round = 0; round < 10; round += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const dark = (index: number) => ((bits >>> index) & 1) === 1;
  const { size } = canvas;
  for (let index = 0; index < 15; index += 1) {
    const near = index < 6 ? index : index < 8 ? index + 1 : 14 - index;
    if (index < 8) canvas.fix(8, near, dark(index));
    else canvas.fix(index === 8 ? 7 : near, 8, dark(index));
    if (index < 8) canvas.fix(size - 1 - index, 8, dark(index));
    else canvas.fix(8, size - 15 + index, dark(index));
  }
  canvas.fix(8, size - 8, true);
}

/** Fills the free modules in the upward and downward zigzag of column pairs. */
function drawCodewords(canvas: Canvas, codewords: readonly number[]): void {
  const { size } = canvas;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const upward = ((right + 1) & 2) === 0;
        const y = upward ? size - 1 - step : step;
        if (canvas.isFixed(x, y) || bit >= codewords.length * 8) continue;
        canvas.set(x, y, (((codewords[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1);
        bit += 1;
      }
    }
  }
}

function applyMask(canvas: Canvas, mask: number): void {
  const flips = MASKS[mask];
  for (let y = 0; y < canvas.size; y += 1) {
    for (let x = 0; x < canvas.size; x += 1) {
      if (!canvas.isFixed(x, y) && flips?.(x, y)) canvas.set(x, y, !canvas.isDark(x, y));
    }
  }
}

export function drawMatrix(version: number, codewords: readonly number[], forcedMask?: number): Matrix {
  const draw = (mask: number): Matrix => {
    const canvas = new Canvas(version * 4 + 17);
    drawFunctionPatterns(canvas, version);
    drawFormat(canvas, mask);
    drawCodewords(canvas, codewords);
    applyMask(canvas, mask);
    return canvas.modules;
  };
  if (forcedMask !== undefined) return draw(forcedMask);
  const drawn = MASKS.map((_, mask) => draw(mask));
  const scores = drawn.map(scoreMatrix);
  return drawn[scores.indexOf(Math.min(...scores))] ?? draw(0);
}
