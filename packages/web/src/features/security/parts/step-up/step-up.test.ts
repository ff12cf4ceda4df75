import { describe, expect, it } from 'vitest';
import { buildRequest } from '@pid/contract/client';
import { keepRequest, takeRequest } from './kept-request.ts';
import { text as english } from './text.en.ts';
import { text as indonesian } from './text.id.ts';
import { describeRequest } from './words.ts';

function memory() {
  const values = new Map<string, string>();
  return {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  };
}

describe('the description of a request', () => {
  it('contains the signed amounts and names in both languages', () => {
    // The confirmation also includes an app's fee.
    const body = { to: 'budi@pid', amount: 1_250_000, expectedTotal: 2_251_250 };
    const send = { name: 'sendMoney', ...buildRequest('sendMoney', body) } as const;
    expect(describeRequest(english, send)).toBe(
      'Send Rp1,250,000 to budi@pid. You pay Rp2,251,250 including fees',
    );
    expect(describeRequest(indonesian, send)).toBe(
      'Kirim Rp1.250.000 ke budi@pid. Kamu bayar Rp2.251.250 termasuk biaya',
    );
    const suspend = buildRequest('suspendIdentityAsAdmin', { pid: 'budi@pid' });
    expect(suspend).toMatchObject({ path: '/v1/admin/identities/budi%40pid/suspend' });
    expect(describeRequest(english, { name: 'suspendIdentityAsAdmin', ...suspend })).toBe('Suspend budi@pid');
  });

  it('is null for a request that never needs a confirmation', () => {
    expect(describeRequest(english, { name: 'getIdentity', ...buildRequest('getIdentity') })).toBeNull();
  });
});

describe('a kept request', () => {
  it('is returned once, on the page where it began, for ten minutes', () => {
    let now = 1_000_000;
    const deps = { storage: memory(), clock: { now: () => now } };
    const request = { name: 'endOtherSessions', ...buildRequest('endOtherSessions') } as const;
    keepRequest(deps, request, '/security?tab=devices');
    expect(takeRequest(deps, '/home')).toBeNull();
    expect(takeRequest(deps, '/security?tab=devices')).toMatchObject({ name: 'endOtherSessions' });
    expect(takeRequest(deps, '/security?tab=devices')).toBeNull();
    keepRequest(deps, request, '/security');
    now += 600_000;
    expect(takeRequest(deps, '/security')).toBeNull();
    deps.storage.set('pid:kept-request', '{');
    expect(takeRequest(deps, '/security')).toBeNull();
  });
});
