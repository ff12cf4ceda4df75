import { afterAll, describe, expect, test } from 'vitest';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { eraseIdentity } from '../identity/index.ts';
import { findings, openShop, richPlayer, newKey } from './testing/payment-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'dewi_gone@pid' });
const shop = await openShop(service, { feeBps: 100, feeFlat: 50 });

const told = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('pid-error')?.split(';')[0],
];
const held = async (payer: Awaited<ReturnType<typeof richPlayer>>, fields: Record<string, unknown> = {}) => {
  const { body } = await shop.create({ capture: 'manual', ...fields });
  const answer = await payer.confirm(body.id, body.total);
  expect([answer.status, answer.body.status]).toEqual([200, 'held']);
  return answer.body as { id: string; total: number };
};
const asAdministrator = (pid: string) =>
  admin.post(`/v1/admin/identities/${pid}/delete`, { reason: 'a test of deletion' });
const { admin } = await signInAdministrator(service, 'dewi_gone');

afterAll(async () => expect(await findings(service)).toEqual([]));

describe('deleted, paused and suspended holders of payments', () => {
  test('a deletion is refused while a hold names the holder, and cancels open payments', async () => {
    const [budi, seller] = [await richPlayer(service, 10_150n), await newPlayer(service)];
    const little = await openShop(service);
    const { body: payment } = await little.create({ capture: 'manual', amount: 10_000, to: seller.pid });
    const { body: open } = await little.create({ pid: budi.pid });
    await budi.confirm(payment.id, 10_100);
    for (const { client } of [budi, seller, { client: little.owner }]) {
      const answer = await client.delete('/v1/identity/me', {});
      expect([told(answer), answer.headers.get('pid-error')]).toEqual([
        [400, 'deletion_blocked'],
        expect.stringContaining('payments_held'),
      ]);
    }
    expect(told(await little.owner.delete(`/v1/apps/${little.clientId}`))).toEqual([400, 'holds_under_way']);
    expect((await little.ask('GET', `/payments/${open.id}`)).body.status).toBe('open');
    await little.ask('POST', `/payments/${payment.id}/capture`, {});
    expect((await budi.client.delete('/v1/identity/me', {})).status).toBe(200);
    expect((await little.ask('GET', `/payments/${open.id}`)).body.status).toBe('cancelled');
    const mine = (await little.create()).body.id;
    expect((await little.owner.delete(`/v1/apps/${little.clientId}`)).status).toBe(200);
    const { rows } = await service.db.query('select status from payments where id = $1', [mine]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });

  test('an administrator’s deletion voids holds first; a refund to a deleted payer is refused', async () => {
    const [budi, seller] = [await richPlayer(service, 100_100n), await newPlayer(service)];
    const { id } = await held(budi, { amount: 20_000, to: seller.pid });
    expect((await asAdministrator(seller.pid)).status).toBe(200);
    expect((await shop.ask('GET', `/payments/${id}`)).body.status).toBe('void');
    expect(await budi.balance()).toMatchObject({ balance: 100_100, held: 0 });
    const { body: paid } = await shop.create({ amount: 100_000 });
    await budi.confirm(paid.id, 100_100);
    await eraseIdentity(
      { db: service.db, clock: service.clock, erasers: service.erasers },
      { pid: budi.pid, actor: 'cli', origin: null },
    );
    expect(told(await shop.ask('POST', `/payments/${paid.id}/refunds`, { amount: 1 }))).toEqual([
      400,
      'payer_gone',
    ]);
  });

  test('an administrator’s deletion moves the money of the identity and its apps to suspense, and of no one else', async () => {
    const stall = await openShop(service);
    const buyer = await richPlayer(service, 50_000n);
    const { body: sold } = await stall.create({ amount: 7_000 });
    await buyer.confirm(sold.id, 7_100);
    expect((await buyer.client.post('/v1/fiat/sends', { to: stall.ownerPid, amount: 20_000 })).status).toBe(
      201,
    );
    const alive = service.db.query(
      `select ledger_leave_to_suspense(now(), gen_random_uuid(), a.id) from ledger_accounts a
       join identities i on i.id = a.identity_id where i.handle || '@pid' = $1`,
      [stall.ownerPid],
    );
    await expect(alive).rejects.toThrow('nobody has left account');
    expect((await asAdministrator(stall.ownerPid)).status).toBe(200);
    const { items } = (await admin.get('/v1/admin/suspense')).body;
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ amount: 20_000, reason: 'account_closed', state: 'open' }),
        expect.objectContaining({ amount: 7_000, reason: 'app_closed', state: 'open' }),
      ]),
    );
    const { id } = items.find(({ amount }: { amount: number }) => amount === 20_000);
    const credited = await admin.post(`/v1/admin/suspense/${id}/credit`, {
      pid: buyer.pid,
      reason: 'the heir',
    });
    expect([credited.status, (await buyer.balance()).balance]).toEqual([200, 42_800]);
  });

  test('a paused app cannot receive money; its owner can still void and refund', async () => {
    const budi = await richPlayer(service);
    const resting = await openShop(service);
    const { body: open } = await resting.create();
    const { body: hold } = await resting.create({ capture: 'manual' });
    const { body: paid } = await resting.create();
    await budi.confirm(hold.id, 10_100);
    await budi.confirm(paid.id, 10_100);
    await admin.post(`/v1/admin/apps/${resting.clientId}/pause`, { reason: 'under review' });
    await expect.poll(async () => told(await resting.create())).toEqual([403, 'app_paused']);
    const at = `/v1/apps/${resting.clientId}/payments`;
    expect(told(await resting.owner.post(at, { reference: 'p', amount: 1, description: 'x' }))).toEqual([
      403,
      'app_paused',
    ]);
    expect(told(await budi.confirm(open.id, 10_100))).toEqual([403, 'app_paused']);
    expect(told(await resting.owner.post(`${at}/${hold.id}/capture`, {}))).toEqual([403, 'app_paused']);
    expect((await resting.owner.post(`${at}/${hold.id}/void`, {})).status).toBe(200);
    expect((await resting.owner.post(`${at}/${paid.id}/refunds`, { amount: 10_000 }, newKey())).status).toBe(
      200,
    );
    expect(await budi.balance()).toMatchObject({ balance: 1_000_000, held: 0 });
  });

  test('a suspended player can decline but not confirm', async () => {
    const budi = await richPlayer(service);
    const { body: payment } = await shop.create();
    await admin.post(`/v1/admin/identities/${budi.pid}/suspend`, { reason: 'a test' });
    await expect
      .poll(async () => told(await budi.confirm(payment.id, 10_100)))
      .toEqual([403, 'identity_suspended']);
    expect((await budi.client.post(`/v1/payments/${payment.id}/decline`, {})).body.status).toBe('declined');
  });

  test('held money of a manually closed account goes to suspense', async () => {
    const budi = await richPlayer(service, 10_100n);
    const { id } = await held(budi);
    await service.db.transaction(async (tx) => {
      await tx.query("select set_config('pid.posting', 'on', true)");
      await tx.query('update ledger_accounts set closed_at = now() where identity_id = $1', [
        budi.identityId,
      ]);
    });
    expect((await shop.ask('POST', `/payments/${id}/void`, {})).body.status).toBe('void');
    const { body } = await admin.get('/v1/admin/suspense?state=open');
    expect(body.items).toContainEqual(
      expect.objectContaining({
        source: 'payment',
        amount: 10_100,
        reason: 'account_closed',
        topUpId: null,
      }),
    );
  });
});
