import { expect, it } from 'vitest';
import { createFirstAnswers } from './first-answers.ts';

const written = JSON.stringify({ '/v1/fiat/balance': { balance: 5 } });
const answers = (text: string | null, age = 0) =>
  createFirstAnswers({ read: () => text, ageMilliseconds: () => age });

it('a response that came with the document is used once', async () => {
  const first = answers(written);
  expect(await first.take('GET', '/v1/fiat/balance')?.json()).toEqual({ balance: 5 });
  expect(first.take('GET', '/v1/fiat/balance')).toBeNull();
});

it('another address, a write or an old document needs a new request', () => {
  expect(answers(written).take('GET', '/v1/fiat/balance?x=1')).toBeNull();
  expect(answers(written).take('POST', '/v1/fiat/balance')).toBeNull();
  expect(answers(written, 31_000).take('GET', '/v1/fiat/balance')).toBeNull();
});

it.each([null, '', '{', '5', 'null'])('a document without responses (%s) has no effect', (text) => {
  expect(answers(text).take('GET', '/v1/fiat/balance')).toBeNull();
});
