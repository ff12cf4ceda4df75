import { describe, expect, test } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { errorHeader } from './error-header.ts';

const refusal = (details: Record<string, string | number>) =>
  errorHeader(new ServiceError('some_code', 400, 'No', undefined, details));

describe('the pid-error header', () => {
  test('is the bare code when there are no details', () => {
    expect(refusal({})).toBe('some_code');
  });

  test('writes integers and plain words bare, everything else as a string', () => {
    expect(refusal({ needed: 2600, available: 1000 })).toBe('some_code; needed=2600; available=1000');
    expect(refusal({ quoted: '5000', need: 'recent' })).toBe('some_code; quoted="5000"; need=recent');
    expect(refusal({ huge: 1e15, half: 0.5 })).toBe('some_code; huge="1000000000000000"; half="0.5"');
  });

  test('writes keys in lower case', () => {
    expect(refusal({ readyAt: 12, networkFeeLamports: '5' })).toBe(
      'some_code; ready_at=12; network_fee_lamports="5"',
    );
  });

  test('escapes values that could break out of a string', () => {
    expect(refusal({ name: 'a"b\\c\r\nx: y\u00e9' })).toBe(String.raw`some_code; name="a\"b\\c??x: y?"`);
  });
});
