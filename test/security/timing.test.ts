import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../packages/server/src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing'))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }));

/** Comparing a secret by === stops at the first wrong character, and the time taken says where. */
test('no secret is compared by an operator that stops at the first difference', () => {
  const word = String.raw`[\w.!?]*(?:[sS]ecret|[pP]assword|[cC]allbackToken|[mM]etricsToken|[cC]odeVerifier|[rR]efreshToken|[mM]ac|[dD]igest)`;
  const harmless = String.raw`(?:null|undefined|'[^']*'|\d|true|false)`;
  const compared = new RegExp(
    `\\b${word} [!=]== (?!${harmless})|(?<!${harmless}) [!=]== ${word}\\b(?!\\.length|\\()`,
  );
  const found = files.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => compared.test(line) && !/\.length|typeof/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('signatures of tokens and secrets of apps, providers and operators go through timingSafeEqual', () => {
  const using = files
    .filter(({ text }) => /\b(?:secretsEqual|timingSafeEqual)\(/.test(text))
    .map(({ file }) => file);
  for (const place of [
    'platform/hash.ts',
    'operations/operations.routes.ts',
    'sessions/',
    'relying-parties/',
    'checkout/',
  ])
    expect(
      using.some((file) => file.startsWith(place)),
      place,
    ).toBe(true);
});
