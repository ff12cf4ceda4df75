import { describe, expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import { endRecord, holdRecord } from './permissions.store.ts';
import { friend, token, transferData } from './testing/sample-request.ts';
import {
  checkCall,
  codesOf,
  grantPermission,
  newHoldingApp,
  newPermissionPlayer,
  startWithinThePeriod,
} from './testing/permission-player.ts';

const service = await startTestService();
const secondNode = await startTestService({}, service);
startWithinThePeriod(service);
const player = await newPermissionPlayer(service);
const app = await newHoldingApp(service);

const spend = (
  id: string,
  amount: string,
  headers: Record<string, string> = {},
  spent: string = token,
  node = service,
) =>
  node.client().post(`/v1/permissions/${id}/spend`, { token: spent, amount }, { ...app.headers, ...headers });

describe('recording a spend', () => {
  test('reduces the remaining limit, refuses an amount above it, and is visible to checks on every node', async () => {
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
    for (const node of [service, secondNode])
      expect(codesOf(await checkCall(node, app, id, { to: token, data: transferData(1n) }))).toEqual([
        'limit_exceeded',
      ]);
    expect((await player.client.get(`/v1/permissions/${id}`)).body.remaining[1]).toMatchObject({
      spent: '1000',
      remaining: '0',
    });
  });

  test('lets one of two nodes win the last unit', async () => {
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

  test('applies all limits of a token together: if one refuses, none has counted', async () => {
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
  ])('refuses an amount of %s', async (amount, sentence) => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    expect((await spend(id, amount)).body.message).toEqual([sentence]);
  });

  test('refuses a token without a limit and a revoked permission', async () => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    expect((await spend(id, '1', {}, friend)).body.message).toBe(
      `no_limit: ${friend} has no limit in this permission, so it may not be spent`,
    );
    expect((await spend(id, '7', {}, 'native')).body.token).toBe('native');
    await player.client.post(`/v1/permissions/${id}/revoke`);
    expect((await spend(id, '1')).body.message).toBe('not_active: the permission is revoked');
  });

  test('waits for a concurrent revocation, and is then refused and not counted', async () => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    const spends = await service.db.transaction(async (tx) => {
      await endRecord(tx, id, 'revoked by the owner', service.clock.now());
      const racing = [service, secondNode].map((node) => spend(id, '1', {}, token, node));
      await Promise.race([untilBlocked(service.db), ...racing]);
      return { racing };
    });
    for (const answer of await Promise.all(spends.racing))
      expect([answer.status, answer.body.message]).toEqual([400, 'not_active: the permission is revoked']);
    expect((await player.client.get(`/v1/permissions/${id}`)).body.remaining[1].spent).toBe('0');
  });

  test('makes a concurrent revocation wait: no spend is counted after the revocation has returned', async () => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    const revoking = await service.db.transaction(async (tx) => {
      await holdRecord(tx, id, { clientId: app.clientId });
      const answer = player.client.post(`/v1/permissions/${id}/revoke`);
      await Promise.race([untilBlocked(service.db), answer]);
      const held = await service.db.query<{ status: string }>(
        'select status from evm_permissions where id = $1',
        [id],
      );
      expect(held.rows[0]?.status).toBe('active');
      return { answer };
    });
    expect((await revoking.answer).status).toBe(200);
    expect((await spend(id, '1')).status).toBe(400);
  });

  test('counts an Idempotency-Key once, also for concurrent requests; another body is a conflict, and a refused spend can be retried', async () => {
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

  test('starts each period at zero, for spends and for checks', async () => {
    const { id } = await grantPermission(service, player, { clientId: app.clientId });
    const check = (amount: bigint) => checkCall(service, app, id, { to: token, data: transferData(amount) });
    expect((await spend(id, '1000')).status).toBe(200);
    service.clock.advanceSeconds(3600 - (service.clock.nowSeconds() % 3600));
    expect((await check(1000n)).allowed).toBe(true);
    expect((await spend(id, '600')).body.remaining[1]).toMatchObject({ spent: '600', remaining: '400' });
    expect((await spend(id, '401')).status).toBe(400);
    expect([(await check(400n)).allowed, (await check(401n)).allowed]).toEqual([true, false]);
    expect((await spend(id, '400')).body.remaining[1]).toMatchObject({ spent: '1000', remaining: '0' });
  });
});
