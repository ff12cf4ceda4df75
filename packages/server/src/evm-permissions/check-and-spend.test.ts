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
  grantPermission,
  newHoldingApp,
  newPermissionPlayer,
  signedCheck,
  type GrantedPermission,
  type HoldingApp,
  type PermissionPlayer,
} from './testing/permission-player.ts';
import { softKey, toHighS } from './testing/soft-keys.ts';

const service = await startTestService();
const secondNode = await startTestService({}, service);
let player: PermissionPlayer;
let app: HoldingApp;
const now = () => service.clock.nowSeconds();

beforeAll(async () => {
  // No period may begin anew while these tests run.
  const leftOfHour = 3600 - (now() % 3600);
  if (leftOfHour < 300) service.clock.advanceSeconds(leftOfHour);
  player = await newPermissionPlayer(service);
  app = await newHoldingApp(service);
});

const check = async (id: string, body: Record<string, unknown>) =>
  (
    await service
      .client()
      .post(`/v1/permissions/${id}/check`, { to: game, value: '0', data: play, ...body }, app.headers)
  ).body;
const codesOf = (verdict: { reasons: string[] }) => verdict.reasons.map((reason) => reason.split(':')[0]);
const spend = (
  id: string,
  amount: string,
  headers: Record<string, string> = {},
  spent: string = token,
  node = service,
) =>
  node.client().post(`/v1/permissions/${id}/spend`, { token: spent, amount }, { ...app.headers, ...headers });

describe('checking a call', () => {
  let granted: GrantedPermission;
  beforeAll(async () => {
    granted = await grantPermission(service, player, { clientId: app.clientId });
  });

  test('an allowed one is allowed, tells what is left, and spends nothing', async () => {
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
      'an approval and too much value at once',
      { to: token, data: `0x095ea7b3${'f'.repeat(128)}`, value: '2000000000000000000' },
      ['call_not_listed', 'limit_exceeded', 'limit_exceeded'],
    ],
  ])('%s is refused with its reason', async (_name, body, reasons) => {
    const verdict = await check(granted.id, body);
    expect([verdict.allowed, codesOf(verdict)]).toEqual([false, reasons]);
  });

  test('the larger of a stated amount and the one in the data counts', async () => {
    expect(
      (await check(granted.id, { to: token, data: transferData(900n), token, amount: '900' })).allowed,
    ).toBe(true);
    expect(
      (await check(granted.id, { to: token, data: transferData(1n), token, amount: '1001' })).allowed,
    ).toBe(false);
    expect(
      (await check(granted.id, { value: '1', token: 'native', amount: '1000000000000000000' })).allowed,
    ).toBe(true);
  });

  test('value without a native limit is refused', async () => {
    const free = await grantPermission(service, player, {
      clientId: app.clientId,
      spend: [],
      calls: [{ to: game, selector: play }],
    });
    expect(codesOf(await check(free.id, { value: '1' }))).toEqual(['no_limit']);
    expect((await check(free.id, {})).allowed).toBe(true);
  });

  test("the session key's signature is verified over chain, account, permission, target, value, data, nonce and deadline", async () => {
    const deadline = now() + 60;
    const good = signedCheck(granted, deadline);
    expect((await check(granted.id, good)).allowed).toBe(true);
    const second = await grantPermission(service, player, {
      clientId: app.clientId,
      publicKey: granted.session.uncompressed,
    });
    expect(codesOf(await check(second.id, good))).toEqual(['signature_wrong']);
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

  test('a body that says half is refused', async () => {
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

  test('a permission that is pending, begins later or was revoked allows nothing', async () => {
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
    expect((await spend(later.id, '1')).body.message).toBe('not_started: the permission begins later');
    await player.client.post(`/v1/permissions/${later.id}/revoke`);
    expect(codesOf(await check(later.id, {}))).toEqual(['not_active', 'not_started']);
  });
});

describe('recording what was spent', () => {
  test('counts down, refuses what is too much in one sentence, and check sees it on every node', async () => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    const first = await spend(id, '600');
    expect([first.status, first.body.token, first.body.amount, first.body.remaining[1].remaining]).toEqual([
      200,
      token,
      '600',
      '400',
    ]);
    const second = await spend(id, '401', {}, token, secondNode);
    expect([second.status, second.body.message]).toEqual([
      400,
      `limit_exceeded: 400 of 1000 ${token} are left in this hour`,
    ]);
    expect((await spend(id, '400', {}, token, secondNode)).status).toBe(200);
    expect(codesOf(await check(id, { to: token, data: transferData(1n) }))).toEqual(['limit_exceeded']);
    expect((await player.client.get(`/v1/permissions/${id}`)).body.remaining[1]).toMatchObject({
      spent: '1000',
      remaining: '0',
    });
  });

  test('two nodes racing for the last unit: one wins', async () => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    await spend(id, '999');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => spend(id, '1', {}, token, i % 2 === 0 ? service : secondNode)),
    );
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200,
      ...Array<number>(11).fill(400),
    ]);
  });

  test('all limits of a token hold together: what one refuses, the others have not counted', async () => {
    const limits = [
      { token, limit: '10', period: 'hour' },
      { token, limit: '5', period: 'month' },
    ];
    const { id } = await grantPermission(service, player, { clientId: app.clientId, spend: limits });
    expect((await spend(id, '6')).status).toBe(400);
    expect(
      (await spend(id, '5')).body.remaining.map((entry: { remaining: string }) => entry.remaining),
    ).toEqual(['5', '0']);
  });

  test.each([
    ['0', 'amount must be at least 1 and fit 256 bits'],
    ['-1', 'amount must be a decimal string of base units'],
    ['1.5', 'amount must be a decimal string of base units'],
    ['01', 'amount must be a decimal string of base units'],
    [String(2n ** 256n), 'amount must be at least 1 and fit 256 bits'],
  ])('an amount of %s is refused', async (amount, sentence) => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    expect((await spend(id, amount)).body.message).toEqual([sentence]);
  });

  test('a token without a limit, and a permission that was revoked, are refused', async () => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    expect((await spend(id, '1', {}, friend)).body.message).toBe(
      `no_limit: ${friend} has no limit in this permission, so none of it may be spent`,
    );
    expect((await spend(id, '7', {}, 'native')).body.token).toBe('native');
    await player.client.post(`/v1/permissions/${id}/revoke`);
    expect((await spend(id, '1')).body.message).toBe('not_active: the permission is revoked');
  });

  test('no spend is counted after a revocation that was answered, however they race', async () => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    const [revoked, ...spends] = await Promise.all([
      player.client.post(`/v1/permissions/${id}/revoke`),
      ...Array.from({ length: 8 }, () => spend(id, '1')),
    ]);
    const won = spends.filter(({ status }) => status === 200).length;
    expect(revoked.status).toBe(200);
    expect((await player.client.get(`/v1/permissions/${id}`)).body.remaining[1].spent).toBe(String(won));
    expect((await spend(id, '1')).status).toBe(400);
  });

  test('an Idempotency-Key counts once, however often and at once it comes; another body is a conflict', async () => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    const key = { 'idempotency-key': 'spend-1' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => spend(id, '10', key, token, i % 2 === 0 ? service : secondNode)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replay') === 'true')).toHaveLength(5);
    expect((await player.client.get(`/v1/permissions/${id}`)).body.remaining[1].spent).toBe('10');
    expect((await spend(id, '11', key)).status).toBe(409);
    const tooMuch = { 'idempotency-key': 'spend-2' };
    expect((await spend(id, '5000', tooMuch)).status).toBe(400);
    expect((await spend(id, '5', tooMuch)).status).toBe(200);
    expect((await spend(id, '5', { 'idempotency-key': 'no blanks' })).status).toBe(400);
  });
});

test('a suspended owner: nothing is allowed, the app is told why, and the owner may still look', async () => {
  const suspended = await newPermissionPlayer(service);
  const { id } = await grantPermission(service, suspended, { clientId: app.clientId });
  await suspendIdentity(
    { db: service.db, clock: service.clock, erasers: [] },
    { pid: suspended.pid, actor: 'cli', origin: null },
  );
  expect(codesOf(await check(id, {}))).toEqual(['owner_suspended']);
  expect((await spend(id, '1')).body.message).toBe(
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
