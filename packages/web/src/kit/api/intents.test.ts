import { describe, expect, it } from 'vitest';
import { findIntent, openIntent } from './intents.ts';
import type { IntentDeps } from './intents.ts';

function makeDeps(): IntentDeps & { now: number; values: Map<string, string> } {
  const values = new Map<string, string>();
  let made = 0;
  const deps = {
    now: 1_000,
    values,
    storage: {
      get: (key: string) => values.get(key) ?? null,
      set: (key: string, value: string) => void values.set(key, value),
      remove: (key: string) => void values.delete(key),
    },
    clock: { now: () => deps.now },
    randomKey: () => `key-${(made += 1)}`,
  };
  return deps;
}

describe('openIntent', () => {
  it('keeps the key of the same request over a reload and a second click', () => {
    const deps = makeDeps();
    const first = openIntent(deps, 'send', { to: 'budi@pid', amount: 5 });
    expect(openIntent(deps, 'send', { to: 'budi@pid', amount: 5 }).key).toBe(first.key);
  });

  it('uses different keys for another body or another action', () => {
    const deps = makeDeps();
    const first = openIntent(deps, 'send', { amount: 5 });
    expect(openIntent(deps, 'topup', { amount: 5 }).key).not.toBe(first.key);
    expect(openIntent(deps, 'send', { amount: 6 }).key).not.toBe(first.key);
  });

  it('keeps the key if the total changes, and uses a new key for another payer', () => {
    const deps = makeDeps();
    const wish = { to: 'budi@pid', amount: 5 };
    const first = openIntent(deps, 'send', wish, { payer: 'raka@pid', total: 105 });
    expect(openIntent(deps, 'send', wish, { payer: 'raka@pid', total: 205 }).key).toBe(first.key);
    expect(findIntent(deps, 'send')?.agreed).toEqual({ payer: 'raka@pid', total: 105 });
    expect(openIntent(deps, 'send', wish, { payer: 'citra@pid', total: 105 }).key).not.toBe(first.key);
    expect(findIntent(deps, 'send')?.agreed?.payer).toBe('citra@pid');
  });

  it('uses a new key for an equal request after the result is known', () => {
    const deps = makeDeps();
    const first = openIntent(deps, 'send', { amount: 5 });
    first.settle();
    expect(openIntent(deps, 'send', { amount: 5 }).key).not.toBe(first.key);
  });

  it('does not settle a later request with an earlier one', () => {
    const deps = makeDeps();
    const first = openIntent(deps, 'send', { amount: 5 });
    const second = openIntent(deps, 'send', { amount: 6 });
    first.settle();
    expect(openIntent(deps, 'send', { amount: 6 }).key).toBe(second.key);
  });

  it('does not reuse a key that the server may have deleted', () => {
    const deps = makeDeps();
    const first = openIntent(deps, 'send', { amount: 5 });
    deps.now += 23 * 3_600_000;
    expect(openIntent(deps, 'send', { amount: 5 }).key).not.toBe(first.key);
  });

  it.each(['{', 'null', '[]', '{"key":1}'])('starts again after a broken record %s', (record) => {
    const deps = makeDeps();
    deps.values.set('pid:intent:send', record);
    expect(openIntent(deps, 'send', { amount: 5 }).key).toBe('key-1');
  });
});

describe('findIntent', () => {
  it('finds a request without a response, with its body', () => {
    const deps = makeDeps();
    openIntent(deps, 'send', { to: 'budi@pid', amount: 5 });
    expect(findIntent(deps, 'send')).toMatchObject({ body: { to: 'budi@pid', amount: 5 }, startedAt: 1_000 });
    expect(findIntent(deps, 'topup')).toBeNull();
  });

  it('finds nothing once the request is settled, dropped or too old to repeat', () => {
    const deps = makeDeps();
    openIntent(deps, 'send', { amount: 5 }).settle();
    expect(findIntent(deps, 'send')).toBeNull();
    openIntent(deps, 'send', { amount: 6 });
    findIntent(deps, 'send')?.drop();
    expect(findIntent(deps, 'send')).toBeNull();
    openIntent(deps, 'send', { amount: 7 });
    deps.now += 23 * 3_600_000;
    expect(findIntent(deps, 'send')).toBeNull();
  });
});
