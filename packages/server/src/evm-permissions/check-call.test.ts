import { hexOf } from '@pid/protocol/evm';
import { beforeAll, describe, expect, test } from 'vitest';
import { suspendIdentity } from '../identity/index.ts';
import { startTestService } from '../../test/test-service.ts';
import {
  account,
  friend,
  game,
  play,
  sampleRequest,
  token,
  transferData,
  verifier,
} from './testing/sample-request.ts';
import {
  checkCall,
  codesOf,
  grantPermission,
  newHoldingApp,
  newPermissionPlayer,
  startWithinThePeriod,
  signedCheck,
  type GrantedPermission,
} from './testing/permission-player.ts';
import { softKey, toHighS } from './testing/soft-keys.ts';

const service = await startTestService();
startWithinThePeriod(service);
const player = await newPermissionPlayer(service);
const app = await newHoldingApp(service);
const now = () => service.clock.nowSeconds();

const check = (id: string, body: Record<string, unknown>) => checkCall(service, app, id, body);
const spendOne = (id: string) =>
  service.client().post(`/v1/permissions/${id}/spend`, { token, amount: '1' }, app.headers);

describe('checking a call', () => {
  let granted: GrantedPermission;
  beforeAll(async () => {
    granted = await grantPermission(service, player, { clientId: app.clientId });
  });

  test('allows a permitted call, returns the remaining limits and counts nothing', async () => {
    for (let i = 0; i < 3; i += 1) {
      const verdict = await check(granted.id, { to: token, data: transferData(1000n) });
      expect(verdict).toMatchObject({ allowed: true, reasons: [] });
      expect(verdict.remaining).toEqual([
        {
          token: 'native',
          period: 'day',
          limit: '1000000000000000000',
          spent: '0',
          remaining: '1000000000000000000',
          resetsAt: expect.stringMatching(/T00:00:00.000Z$/),
        },
        {
          token,
          period: 'hour',
          limit: '1000',
          spent: '0',
          remaining: '1000',
          resetsAt: expect.stringMatching(/:00:00.000Z$/),
        },
      ]);
    }
    expect(
      await player.client.post(`/v1/permissions/${granted.id}/check`, { to: game, value: '0', data: play }),
    ).toMatchObject({ status: 200, body: { allowed: true } });
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['an unlisted function', { data: '0x87654321' }, ['call_not_listed']],
    ['an unlisted contract', { to: friend }, ['call_not_listed']],
    ['data too short for a function', { data: '0x1234' }, ['call_not_listed']],
    ['no data where only functions are listed', { data: '0x' }, ['call_not_listed']],
    ['data that spells the stand-in for no data', { data: '0xe0e0e0e0' }, ['call_not_listed']],
    ['the account itself', { to: account }, ['target_refused']],
    ['the verifier', { to: verifier }, ['target_refused']],
    ['more of a token than its limit', { to: token, data: transferData(1001n) }, ['limit_exceeded']],
    ['more value than its limit', { value: '1000000000000000001' }, ['limit_exceeded']],
    ['a stated amount over the limit', { token, amount: '1001' }, ['limit_exceeded']],
    ['a stated token without a limit', { token: friend, amount: '1' }, ['no_limit']],
    ['a transfer without its amount', { to: token, data: '0xa9059cbb' }, ['data_too_short']],
    ['a deadline that has passed', { deadline: 1 }, ['deadline_passed']],
    [
      'an approval with too much value',
      { to: token, data: `0x095ea7b3${'f'.repeat(128)}`, value: '2000000000000000000' },
      ['call_not_listed', 'limit_exceeded', 'limit_exceeded'],
    ],
  ])('refuses %s with a reason', async (_name, body, reasons) => {
    const verdict = await check(granted.id, body);
    expect([verdict.allowed, codesOf(verdict)]).toEqual([false, reasons]);
  });

  test.each<[string, Record<string, unknown>, boolean]>([
    ['both fit, and are not added', { to: token, data: transferData(900n), token, amount: '900' }, true],
    ['the data names too much', { to: token, data: transferData(1001n), token, amount: '1' }, false],
    ['the statement names too much', { to: token, data: transferData(1n), token, amount: '1001' }, false],
    ['value and statement fit', { value: '1', token: 'native', amount: '1000000000000000000' }, true],
    ['the value is too much', { value: '1000000000000000001', token: 'native', amount: '1' }, false],
    ['the statement is too much', { value: '1', token: 'native', amount: '1000000000000000001' }, false],
  ])(
    'counts the larger of the stated amount and the amount in the call: %s',
    async (_name, body, allowed) => {
      expect((await check(granted.id, body)).allowed).toBe(allowed);
    },
  );

  test('refuses value without a native limit', async () => {
    const free = await grantPermission(service, player, {
      clientId: app.clientId,
      spend: [],
      calls: [{ to: game, selector: play }],
    });
    expect(codesOf(await check(free.id, { value: '1' }))).toEqual(['no_limit']);
    expect((await check(free.id, {})).allowed).toBe(true);
  });

  test("verifies the session key's signature over chain, account, permission, target, value, data, nonce and deadline", async () => {
    const deadline = now() + 60;
    const good = signedCheck(granted, deadline);
    expect((await check(granted.id, good)).allowed).toBe(true);
    const second = await grantPermission(service, player, {
      clientId: app.clientId,
      publicKey: granted.session.uncompressed,
    });
    expect(codesOf(await check(second.id, good))).toEqual(['signature_wrong']);
    expect(codesOf(await check(granted.id, { ...good, to: token }))).toEqual([
      'call_not_listed',
      'signature_wrong',
    ]);
    const bent = { value: '1', data: `${play}00`, nonce: '8', deadline: deadline + 1 };
    for (const [field, value] of Object.entries(bent))
      expect(codesOf(await check(granted.id, { ...good, [field]: value }))).toEqual(['signature_wrong']);
    expect(codesOf(await check(granted.id, signedCheck({ ...granted, chainId: 1 }, deadline)))).toEqual([
      'signature_wrong',
    ]);
    expect(codesOf(await check(granted.id, signedCheck({ ...granted, account: friend }, deadline)))).toEqual([
      'signature_wrong',
    ]);
    expect(codesOf(await check(granted.id, signedCheck(granted, deadline, {}, softKey())))).toEqual([
      'signature_wrong',
    ]);
    expect(codesOf(await check(granted.id, signedCheck(granted, now() - 1)))).toEqual(['deadline_passed']);
    const high = hexOf(toHighS(Buffer.from(good.signature.slice(2), 'hex')));
    expect(codesOf(await check(granted.id, { ...good, signature: high }))).toEqual(['signature_high_s']);
    expect(codesOf(await check(granted.id, { ...good, signature: `0x${'00'.repeat(64)}` }))).toEqual([
      'signature_wrong',
    ]);
  });

  test('refuses an incomplete body, a number over 256 bits and a wrong checksum', async () => {
    expect((await check(granted.id, { signature: `0x${'00'.repeat(64)}` })).message).toEqual([
      'nonce is required with a signature',
      'deadline is required with a signature',
    ]);
    expect((await check(granted.id, { token })).message).toEqual(['token and amount must come together']);
    expect((await check(granted.id, { value: String(2n ** 256n) })).message).toEqual([
      'value must fit 256 bits',
    ]);
    expect((await check(granted.id, { to: '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })).message).toEqual([
      'to must have a right EIP-55 checksum, or be all in lower case',
    ]);
  });

  test('refuses every call under a permission that is pending, not started or revoked', async () => {
    const pending = (await player.client.post('/v1/permissions', sampleRequest(now()))).body;
    expect(
      codesOf(
        (
          await player.client.post(`/v1/permissions/${pending.id}/check`, {
            to: game,
            value: '0',
            data: play,
          })
        ).body,
      ),
    ).toEqual(['not_active']);
    const later = await grantPermission(service, player, { clientId: app.clientId, start: now() + 3600 });
    expect(codesOf(await check(later.id, {}))).toEqual(['not_started']);
    expect((await spendOne(later.id)).body.message).toBe('not_started: the permission has not started yet');
    await player.client.post(`/v1/permissions/${later.id}/revoke`);
    expect(codesOf(await check(later.id, {}))).toEqual(['not_active', 'not_started']);
  });
});

test('a suspended owner: every call is refused with the reason, and the owner can still read the permission', async () => {
  const suspended = await newPermissionPlayer(service);
  const { id } = await grantPermission(service, suspended, { clientId: app.clientId });
  await suspendIdentity(
    { db: service.db, clock: service.clock, erasers: [] },
    { pid: suspended.pid, actor: 'cli', origin: null },
  );
  expect(codesOf(await check(id, {}))).toEqual(['owner_suspended']);
  expect((await spendOne(id)).body.message).toBe(
    'owner_suspended: the identity that owns the permission is suspended',
  );
  expect((await suspended.client.get(`/v1/permissions/${id}`)).status).toBe(200);
  expect(
    (await suspended.client.post(`/v1/permissions/${id}/check`, { to: game, value: '0', data: play })).status,
  ).toBe(200);
  expect((await suspended.client.post(`/v1/permissions/${id}/revoke`)).body.message).toBe(
    'Identity suspended',
  );
  expect((await suspended.client.post('/v1/permissions', sampleRequest(now()))).status).toBe(403);
});
