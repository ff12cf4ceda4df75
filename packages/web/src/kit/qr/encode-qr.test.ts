import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeQr } from './encode-qr.ts';
import { scoreMatrix } from './score-matrix.ts';
import vectors from './vectors/matrices.json' with { type: 'json' };

const bits = (matrix: readonly (readonly boolean[])[]) =>
  matrix.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')).join('');

describe('encodeQr', () => {
  it.each(vectors.matrices)('draws the symbol another encoder draws (size $size, mask $mask)', (vector) => {
    const matrix = encodeQr(vector.text, vector.mask);
    expect(matrix).toHaveLength(vector.size);
    expect(createHash('sha256').update(bits(matrix)).digest('hex')).toBe(vector.sha256);
  });

  it('takes the mask that scores best', () => {
    const text = 'solana:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
    const scores = Array.from({ length: 8 }, (_, mask) => scoreMatrix(encodeQr(text, mask)));
    expect(scoreMatrix(encodeQr(text))).toBe(Math.min(...scores));
  });

  it('refuses what does not fit instead of drawing a code that cannot be read', () => {
    expect(encodeQr('x'.repeat(666))).toHaveLength(97);
    expect(() => encodeQr('x'.repeat(667))).toThrow(RangeError);
  });
});
