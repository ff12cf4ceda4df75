import { expect, test } from 'vitest';
import { strangersWords } from '../src/index.ts';

test.each([
  [
    'removes bidirectional, zero-width and control characters',
    'USDC\u202E)CDSU(\u2066\u200B\u0000\u0007',
    'USDC)CDSU(',
  ],
  ['removes letters that show nothing', 'US\u3164\u2800DC\ufe0f\u115f', 'USDC'],
  ['removes private and unassigned characters', 'A\ue000B\u0378C\ufffd', 'ABC'],
  ['keeps one line', '  Tether \u2028 USD\n\n(real)\t', 'Tether USD (real)'],
  ['keeps letters of other scripts and emoji', 'Kopi ☕ コーヒー', 'Kopi ☕ コーヒー'],
  ['limits combining marks', `Z${'\u0301\u0335'.repeat(20)}x`, 'Ź\u0335\u0335x'],
  ['leaves nothing of nothing', '\u200b \u3164\u0000', ''],
])('%s', (_, text, shown) => expect(strangersWords(text, 32)).toBe(shown.normalize('NFC')));

test('cuts long text between characters', () => {
  expect(strangersWords('x'.repeat(32), 32)).toBe('x'.repeat(32));
  expect(strangersWords('x'.repeat(33), 32)).toBe(`${'x'.repeat(31)}…`);
  expect(strangersWords('🪙'.repeat(33), 32)).toBe(`${'🪙'.repeat(31)}…`);
});
