import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { text as en } from './text.en.ts';
import { text as id } from './text.id.ts';

const guides = readdirSync(fileURLToPath(new URL('../../../../../guides', import.meta.url))).map(
  (file) => `/docs/${file.replace(/^\d+-/, '').replace(/\.md$/, '')}`,
);

test.each([en, id])('every step leads to a guide that exists, in the order of the guide ($title)', (text) => {
  const [first, ...steps] = text.steps.map(({ to }) => to);
  expect(first).toBe('/apps');
  expect(steps[0]).toBe('/docs/sign-in-web');
  expect(steps.at(-1)).toBe('/docs/going-live');
  for (const { to } of [...text.steps.slice(1), ...text.more]) expect(guides).toContain(to);
});

test('the steps lead to the same guides in both languages', () => {
  const addresses = (text: typeof en) => [...text.steps, ...text.more].map(({ to }) => to);
  expect(addresses(id)).toEqual(addresses(en));
});
