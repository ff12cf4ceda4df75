import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../test/problems-of.ts';

describe('providers', () => {
  test.each([
    ['not JSON', 'x'],
    ['an empty list', '[]'],
    ['no issuer', '[{"id":"a","clientId":"c","clientSecret":"s"}]'],
    [
      'an id that is ours',
      '[{"id":"passkey","issuer":"https://a.example","clientId":"c","clientSecret":"s"}]',
    ],
    [
      'one id twice',
      JSON.stringify(
        [1, 2].map(() => ({ id: 'a', issuer: 'https://a.example', clientId: 'c', clientSecret: 's' })),
      ),
    ],
  ])('refuses %s', (_name, value) => {
    expect(problemsOf({ PID_PROVIDERS: value })).toEqual([expect.stringMatching(/^PID_PROVIDERS .*must/)]);
  });
});
