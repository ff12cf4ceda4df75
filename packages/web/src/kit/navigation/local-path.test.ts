import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/support/searches.ts';
import { localPath } from './local-path.ts';

const ORIGIN = 'https://pid.example';

describe('localPath', () => {
  it.each([
    '/',
    '/home',
    '/wallet?tab=send#top',
    '/checkout/1?a=%2F%2Fevil',
    '/authorize?redirect_uri=https%3A%2F%2Fa.example%2F',
  ])('keeps %s', (path) => {
    expect(localPath(path, ORIGIN, '/home')).toBe(path);
  });

  it.each([
    null,
    '',
    'home',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%0a/..//evil.example',
    `/${'a'.repeat(5_000)}`,
  ])('replaces %j with the fallback', (value) => {
    expect(localPath(value, ORIGIN, '/home')).toBe('/home');
  });

  it('never leaves the origin for any input', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      '\t',
      '%2f',
      'https:',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = localPath(`/${pieces.join('')}`, ORIGIN, '/home');
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
        expect(path.startsWith('//')).toBe(false);
      }),
      runs(300, 2_000),
    );
  });
});
