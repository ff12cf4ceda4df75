import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/searches.ts';
import { isLocalPath } from './return-to.ts';

test.each([
  '/',
  '/home',
  '/money?tab=1',
  '/authorize?client_id=a&redirect_uri=https%3A%2F%2Fgame.example',
  '/a#b',
  '/a//b',
  '/%2F%2Fevil',
])('%s stays on this site', (path) => {
  expect(isLocalPath(path)).toBe(true);
});

test.each([
  '//evil',
  '/\\evil',
  '\\\\evil',
  'https:evil',
  'https://evil',
  'javascript:alert(1)',
  '',
  'home',
  '/\tevil',
  '/ evil',
  '/\n/evil',
  '/..//evil.example',
  '/.//evil.example',
  '/\u0000',
  `/${'a'.repeat(8192)}`,
  'https:///evil',
  '/@evil\\',
])('%j is refused', (path) => {
  expect(isLocalPath(path)).toBe(false);
});

test('every accepted path resolves to our own origin in a browser', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      '/',
      '\\',
      '.',
      '@',
      ':',
      '?',
      '#',
      '%',
      '2',
      'F',
      'e',
      '\t',
      '\n',
      ' ',
      'https:',
      'evil.example',
    ),
  });
  fc.assert(
    fc.property(hostile, (text) => {
      fc.pre(isLocalPath(text));
      expect(new URL(text, 'https://pid.example').origin).toBe('https://pid.example');
    }),
    runs(100, 500),
  );
});
