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
  { title: 'GET /v1/fiat/balance', address: '/docs/reference/fiat#getBalance', words: 'Returns the balance' },
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

it('limits the sections per guide, so that a word of its title also finds other entries', () => {
  const sections = Array.from({ length: 20 }, (_, at) => ({
    title: `Game sessions: part ${at}`,
    address: `/docs/game-sessions#${at}`,
    words: '',
  }));
  const operations = Array.from({ length: 4 }, (_, at) => ({
    title: `POST /v1/session/${at}`,
    address: `/docs/reference/session-keys#${at}`,
    words: '',
  }));
  expect(findEntries([...sections, ...operations], 'session')).toEqual([
    ...sections.slice(0, 3),
    ...operations,
  ]);
});

describe('fillPath', () => {
  it('puts the fields that the path names into it, encoded, and returns the other fields', () => {
    expect(fillPath('/v1/apps/{client_id}/secret', { client_id: 'a/b', keepPreviousSeconds: 5 })).toEqual({
      address: '/v1/apps/a%2Fb/secret',
      rest: { keepPreviousSeconds: 5 },
    });
  });
  it('refuses a missing path field instead of sending `undefined`', () => {
    expect(() => fillPath('/v1/apps/{client_id}', {})).toThrow('Fill in client_id');
  });
});
