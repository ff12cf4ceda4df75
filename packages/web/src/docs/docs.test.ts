import { describe, expect, it } from 'vitest';
import { findEntries } from './search.ts';
import { fillPath } from './try-it.ts';

const ENTRIES = [
  { title: 'Sign in on the web', address: '/docs/sign-in-web', words: 'popup, money' },
  {
    title: 'POST /v1/fiat/sends',
    address: '/docs/reference/fiat#sendMoney',
    words: 'Sends rupiah sendMoney',
  },
  { title: 'GET /v1/fiat/balance', address: '/docs/reference/fiat#getBalance', words: 'The own balance' },
];

describe('findEntries', () => {
  it.each([
    ['', []],
    ['sendmoney', ['POST /v1/fiat/sends']],
    ['fiat balance', ['GET /v1/fiat/balance']],
    ['web popup', ['Sign in on the web']],
    ['nothing like it', []],
    ['money', ['Sign in on the web', 'POST /v1/fiat/sends']],
  ])('finds %j', (typed, titles) => {
    expect(findEntries(ENTRIES, typed).map(({ title }) => title)).toEqual(titles);
  });
});

describe('fillPath', () => {
  it('puts into the address what it names, encoded, and leaves the rest', () => {
    expect(fillPath('/v1/apps/{client_id}/secret', { client_id: 'a/b', keepPreviousSeconds: 5 })).toEqual({
      address: '/v1/apps/a%2Fb/secret',
      rest: { keepPreviousSeconds: 5 },
    });
  });
  it('asks for what the address needs, instead of sending `undefined`', () => {
    expect(() => fillPath('/v1/apps/{client_id}', {})).toThrow('Fill in client_id');
  });
});
