import { describe, expect, it } from 'vitest';
import { keepDeed, takeDeed } from './kept-deed.ts';
import { operationOf } from './operations.ts';
import { text as english } from './text.en.ts';
import { text as indonesian } from './text.id.ts';
import { deedOf } from './words.ts';

function memory() {
  const values = new Map<string, string>();
  return {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  };
}

describe('operationOf', () => {
  it('finds the operation and what stands in its path', () => {
    expect(operationOf({ method: 'DELETE', path: '/v1/auth/sessions', body: undefined })?.operation).toBe(
      'endOtherSessions',
    );
    expect(
      operationOf({ method: 'POST', path: '/v1/admin/identities/budi%40pid/suspend?a=1', body: {} }),
    ).toEqual({
      operation: 'suspendIdentityAsAdmin',
      params: { pid: 'budi@pid' },
      query: { a: '1' },
    });
    expect(operationOf({ method: 'GET', path: '/v1/auth/sessions', body: undefined })).toBeNull();
  });

  it('is said in both languages with the amounts and names that are signed', () => {
    const body = { to: 'budi@pid', amount: 1_250_000 };
    const known = operationOf({ method: 'POST', path: '/v1/fiat/sends', body })!;
    expect(deedOf(english, known, body)).toBe('Send Rp1.250.000 to budi@pid');
    expect(deedOf(indonesian, known, body)).toBe('Kirim Rp1.250.000 ke budi@pid');
  });
});

describe('a kept deed', () => {
  it('is told once, on its own page, for ten minutes', () => {
    let now = 1_000_000;
    const deps = { storage: memory(), clock: { now: () => now } };
    const call = { method: 'DELETE', path: '/v1/auth/sessions', body: undefined };
    keepDeed(deps, call, '/security?tab=devices');
    expect(takeDeed(deps, '/home')).toBeNull();
    expect(takeDeed(deps, '/security?tab=devices')).toMatchObject({ path: '/v1/auth/sessions' });
    expect(takeDeed(deps, '/security?tab=devices')).toBeNull();
    keepDeed(deps, call, '/security');
    now += 600_000;
    expect(takeDeed(deps, '/security')).toBeNull();
    deps.storage.set('pid:deed', '{');
    expect(takeDeed(deps, '/security')).toBeNull();
  });
});
