import { expect, test } from 'vitest';
import { prefersText } from './proof-reply.ts';

test.each([
  ['text/plain', true],
  ['text/plain; charset=utf-8', true],
  ['TEXT/PLAIN, application/json;q=0.5', true],
  ['text/plain, */*;q=0.1', true],
  // The default of some clients.
  ['application/json, text/plain, */*', false],
  ['text/plainer', false],
  ['text/html', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
])('with accept %j, a proof is text: %s', (accept, isText) => {
  expect(prefersText(accept)).toBe(isText);
});
