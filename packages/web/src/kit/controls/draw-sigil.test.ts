import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardTypeSize, drawRosette, drawSigil } from './draw-sigil.ts';

const handle = fc.string({
  unit: fc.constantFrom('a', 'i', 'm', 'w', 'z', '0', '1', '9', '_'),
  minLength: 3,
  maxLength: 20,
});

describe('drawSigil', () => {
  it('is mirrored, inside its grid and has eyes on its body, for every handle', () => {
    fc.assert(
      fc.property(handle, (name) => {
        const { cells, eyes } = drawSigil(name);
        const filled = new Set(cells.map(([x, y]) => `${x},${y}`));
        for (const [x, y] of cells) {
          expect(x >= 0 && x < 7 && y >= 0 && y < 7).toBe(true);
          expect(filled.has(`${6 - x},${y}`)).toBe(true);
        }
        for (const [x, y] of eyes) expect(filled.has(`${x},${y}`)).toBe(true);
      }),
    );
  });

  it('gives most handles different drawings', () => {
    const drawn = Array.from({ length: 500 }, (_, index) => JSON.stringify(drawSigil(`player_${index}`)));
    expect(new Set(drawn).size).toBeGreaterThan(490);
  });

  it('never changes for a handle', () => {
    const { color, cells, eyes } = drawSigil('raka_77');
    const rows = Array.from({ length: 7 }, (_row, y) =>
      Array.from({ length: 7 }, (_cell, x) =>
        cells.some(([cx, cy]) => cx === x && cy === y) ? '#' : '.',
      ).join(''),
    );
    expect({ color, eyes, rows }).toEqual({
      color: '#7fe3bd',
      eyes: [
        [2, 3],
        [4, 3],
      ],
      rows: ['#.....#', '#.###.#', '.#####.', '#######', '.#####.', '..###..', '.......'],
    });
  });
});

describe('the identity card', () => {
  it('never uses a larger type for a longer name', () => {
    fc.assert(
      fc.property(handle, (name) => {
        expect(cardTypeSize(`${name}a`)).toBeLessThanOrEqual(cardTypeSize(name));
        expect(cardTypeSize(name)).toBeGreaterThan(14);
      }),
    );
  });

  it('draws paths with valid numbers only', () => {
    expect(drawRosette('raka_77', 400, 252)).toMatch(/^(?:M-?[\d.]+ -?[\d.]+(?:L-?[\d.]+ -?[\d.]+)+)+$/u);
  });
});
