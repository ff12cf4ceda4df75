import { afterAll, expect, test } from 'vitest';
import { allowApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { findings, openShop } from '../payments/testing/payment-fixture.ts';
import {
  approve,
  approved,
  ask,
  charge,
  eventsOf,
  noticesOf,
  openPayer,
  told,
} from './testing/allowance-fixture.ts';

const service = await startTestService();
const shop = await openShop(service);
const unknown = '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b';

afterAll(async () => expect(await findings(service)).toEqual([]));

test('an app asks for an allowance, the player approves it with a passkey, and both see it', async () => {
  const budi = await openPayer(service, shop);
  const asked = await ask(shop, budi, { reference: 'monthly-pass' });
  expect(asked.status).toBe(201);
  expect(asked.body).toMatchObject({
    status: 'open',
    amount: 30_000,
    period: 'month',
    left: 30_000,
    pid: budi.pid,
    reference: 'monthly-pass',
    approveUrl: `${service.baseUrl}/allow/${asked.body.id}`,
    approvedAt: null,
    endReason: null,
  });
  const { id, createdAt, approveBy, endsAt } = asked.body as Record<string, string>;
  // The insertion reads the clock once for these two, and once more for `createdAt`.
  const daysAfterCreation = (time?: string) => (Date.parse(time!) - Date.parse(createdAt!)) / 86_400_000;
  expect(daysAfterCreation(approveBy)).toBeCloseTo(1, 3);
  expect(daysAfterCreation(endsAt)).toBeCloseTo(366, 3);
  // An open allowance pays nothing and is not listed yet.
  expect(told(await charge(shop, id!, 1000))).toBe('409 allowance_unavailable; reason=open');
  expect((await budi.client.call('listAllowances', {})).items).toEqual([]);
  expect((await budi.client.call('listAllowances', { status: 'open' })).items).toHaveLength(1);
  expect((await service.client().get(`/v1/allowances/${id}/status`)).body).toEqual({
    status: 'open',
    origin: null,
  });

  const answer = await approve(budi, id!);
  expect([answer.status, answer.body.status, answer.body.app.name]).toEqual([200, 'active', 'Star Game']);
  expect((await budi.client.call('listAllowances', {})).items).toMatchObject([
    { id, charged: 0, left: 30_000 },
  ]);
  expect((await budi.client.call('getAllowance', { id: id! })).status).toBe('active');
  expect(await eventsOf(service, shop, 'allowance.approved')).toEqual([
    { allowanceId: id, reference: 'monthly-pass', pid: budi.pid, amount: 30_000, period: 'month', endsAt },
  ]);
  expect(await noticesOf(budi, 'allowance.approved')).toMatchObject([
    { id, app: 'Star Game', amount: 30_000 },
  ]);
  const { items } = await budi.client.call('listActivity', {});
  expect(items.filter((item) => item.action === 'allowance.approved')).toMatchObject([{ target: id }]);
  // The answer was lost: the player presses again, without a passkey.
  const again = await budi.client.post(`/v1/allowances/${id}/approve`, { expectedAmount: 30_000 });
  expect([again.status, again.body.status]).toEqual([200, 'active']);
  expect(await noticesOf(budi, 'allowance.approved')).toHaveLength(1);
});

test('the same reference returns the allowance as it is now; another request is refused', async () => {
  const budi = await openPayer(service, shop);
  const first = await ask(shop, budi, { reference: 'twice' });
  await approve(budi, first.body.id);
  await charge(shop, first.body.id, 1000);
  const again = await ask(shop, budi, { reference: 'twice' });
  expect([again.status, again.body.id, again.body.status, again.body.left]).toEqual([
    200,
    first.body.id,
    'active',
    28_900,
  ]);
  expect(told(await ask(shop, budi, { reference: 'twice', amount: 1 }))).toBe('409 allowance_reference_used');
  const racing = await Promise.all(Array.from({ length: 8 }, () => ask(shop, budi, { reference: 'raced' })));
  expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  expect(new Set(racing.map(({ body }) => body.id)).size).toBe(1);
});

test('only a passkey that counts approves: no cookie, no recent sign-in', async () => {
  const budi = await openPayer(service, shop);
  const { body } = await ask(shop, budi);
  const path = `/v1/allowances/${body.id}/approve`;
  expect(told(await budi.client.post(path, { expectedAmount: 30_000 }))).toBe(
    '403 step_up_required; need=assertion',
  );
  // A player without a passkey has signed in a moment ago, which is enough elsewhere.
  const citra = await newPlayer(service);
  await allowApp(citra.client, shop);
  const { body: hers } = await ask(shop, citra);
  const bare = await citra.client.post(`/v1/allowances/${hers.id}/approve`, { expectedAmount: 30_000 });
  expect(told(bare)).toBe('403 step_up_required; need=assertion');
  // Nor does a sign-in make up for an old session: it would lead to a page that can only fail again.
  service.clock.advanceSeconds(700);
  const later = await citra.client.post(`/v1/allowances/${hers.id}/approve`, { expectedAmount: 30_000 });
  const options = await citra.client.post('/v1/step-up/options', {
    operation: 'approveAllowance',
    params: { id: hers.id },
    body: { expectedAmount: 30_000 },
  });
  expect([later, options].map(told)).toEqual(Array(2).fill('403 step_up_required; need=assertion'));
  expect((await citra.client.call('getAllowance', { id: hers.id })).status).toBe('open');
});

test('refuses another amount, foreign and unknown allowances', async () => {
  const [budi, citra] = [await openPayer(service, shop), await openPayer(service, shop)];
  const { body } = await ask(shop, budi);
  expect(told(await approve(budi, body.id, 20_000))).toBe('409 allowance_changed; amount=30000');
  expect(told(await approve(citra, body.id))).toBe('404 allowance_not_found');
  for (const path of [`/v1/allowances/${body.id}`, `/v1/allowances/${unknown}`])
    expect(told(await citra.client.get(path))).toBe('404 allowance_not_found');
  expect(told(await citra.client.delete(`/v1/allowances/${body.id}`))).toBe('404 allowance_not_found');
  expect(told(await service.client().get(`/v1/allowances/${unknown}/status`))).toBe(
    '404 allowance_not_found',
  );
  const other = await openShop(service);
  const foreign = await service
    .client()
    .send('DELETE', `/v1/allowances/${body.id}`, undefined, other.machine);
  expect(told(foreign)).toBe('404 allowance_not_found');
  expect((await budi.client.call('getAllowance', { id: body.id })).status).toBe('open');
});

test('refuses players who have not connected the app, its owner, and ends that are too far away', async () => {
  const [stranger, budi] = [await newPlayer(service), await openPayer(service, shop)];
  for (const pid of [stranger.pid, 'nobody_at_all@pid']) {
    expect(told(await ask(shop, { pid }))).toBe('404 player_not_connected');
  }
  await allowApp(shop.owner, shop);
  expect(told(await ask(shop, { pid: shop.ownerPid }))).toBe('400 own_payment');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const refused = ['endsAt must be at least a minute and at most 366 days from now'];
  for (const endsAt of [inDays(-1), inDays(366.1), '2026-02-30T99:00:00Z', inDays(0)])
    expect((await ask(shop, budi, { endsAt })).status, endsAt).toBe(400);
  expect((await ask(shop, budi, { endsAt: inDays(367) })).body.message).toEqual(refused);
  expect((await ask(shop, budi, { endsAt: inDays(30) })).status).toBe(201);
  expect((await ask(shop, budi, { amount: 0 })).status).toBe(400);
  expect((await ask(shop, budi, { period: 'year' })).status).toBe(400);
  const reserved = await ask(shop, budi, { returnTo: 'http://localhost:5173/?allowance_id=x' });
  expect(reserved.body.message).toEqual(['returnTo must not carry allowance_id itself: the answer adds it']);
  const asOwner = await shop.owner.post(`/v1/apps/${shop.clientId}/allowances`, {
    reference: 'by-cookie',
    pid: budi.pid,
    amount: 1,
    period: 'day',
    description: 'x',
  });
  expect(told(asOwner)).toBe('403 read_only_token; need=machine_token');
});

test('the player or the app ends it at once; a declined one says so', async () => {
  const budi = await openPayer(service, shop);
  const [first, second] = [await approved(shop, budi), await approved(shop, budi)];
  const { body: third } = await ask(shop, budi);
  expect((await budi.client.delete(`/v1/allowances/${first}`)).body).toEqual({ ok: true });
  expect(told(await charge(shop, first, 1000))).toBe('409 allowance_unavailable; reason=ended');
  expect(
    (await service.client().send('DELETE', `/v1/allowances/${second}`, undefined, shop.machine)).status,
  ).toBe(200);
  expect(told(await charge(shop, second, 1000))).toBe('409 allowance_unavailable; reason=ended');
  await budi.client.call('endAllowance', { id: third.id });
  // Again, and from both sides: nothing changes.
  await budi.client.call('endAllowance', { id: second });
  expect(told(await approve(budi, third.id))).toBe('409 allowance_ended');
  const reasons = new Map(
    (await eventsOf(service, shop, 'allowance.ended')).map(({ allowanceId, reason }) => [
      allowanceId,
      reason,
    ]),
  );
  expect([first, second, third.id].map((id) => reasons.get(id))).toEqual(['player', 'app', 'declined']);
  expect(await noticesOf(budi, 'allowance.ended')).toMatchObject([{ id: second, reason: 'app' }]);
  const { items } = await budi.client.call('listActivity', {});
  expect(items.filter((item) => item.action === 'allowance.ended').map(({ target }) => target)).toEqual([
    third.id,
    first,
  ]);
});

test('an approval and an end at the same time leave one outcome', async () => {
  for (let round = 0; round < 5; round += 1) {
    const budi = await openPayer(service, shop);
    const { body } = await ask(shop, budi);
    const [agreed, ended] = await Promise.all([
      approve(budi, body.id),
      budi.client.delete(`/v1/allowances/${body.id}`),
    ]);
    expect(ended.status).toBe(200);
    expect(['200', '409 allowance_ended']).toContain(told(agreed));
    const { status, endReason } = await budi.client.call('getAllowance', { id: body.id });
    expect([status, endReason]).toEqual(['ended', agreed.status === 200 ? 'player' : 'declined']);
    expect(told(await charge(shop, body.id, 1000))).toBe('409 allowance_unavailable; reason=ended');
  }
});

test('lapses after 24 hours, ends at its end, and is deleted if it was never approved', async () => {
  const budi = await openPayer(service, shop);
  const { body: open } = await ask(shop, budi);
  const active = await approved(shop, budi);
  await service.db.query(
    `update allowances set created_at = created_at - interval '366 days', ends_at = ends_at - interval '366 days', due_at = due_at - interval '366 days' where id = any($1)`,
    [[open.id, active]],
  );
  // At once, before the sweep has seen it.
  expect(told(await approve(budi, open.id))).toBe('409 allowance_ended');
  expect(told(await charge(shop, active, 1000))).toBe('409 allowance_unavailable; reason=ended');
  const shown = async (id: string) => {
    const { status, endReason } = await budi.client.call('getAllowance', { id });
    return [status, endReason];
  };
  expect([await shown(open.id), await shown(active)]).toEqual([
    ['ended', 'lapsed'],
    ['ended', 'expired'],
  ]);
  await service.db.query('select end_due_allowances(100)');
  expect([await shown(open.id), await shown(active)]).toEqual([
    ['ended', 'lapsed'],
    ['ended', 'expired'],
  ]);
  expect(await noticesOf(budi, 'allowance.ended')).toMatchObject([{ id: active, reason: 'expired' }]);
  await service.db.query(
    `update allowances set ended_at = ended_at - interval '29 days' where id = any($1)`,
    [[open.id, active]],
  );
  await service.service.forget();
  expect((await shown(open.id))[0]).toBe('ended');
  await service.db.query(`update allowances set ended_at = ended_at - interval '2 days' where id = any($1)`, [
    [open.id, active],
  ]);
  await service.service.forget();
  expect(told(await budi.client.get(`/v1/allowances/${open.id}`))).toBe('404 allowance_not_found');
  expect((await shown(active))[0]).toBe('ended');
});

test('a list of many pages returns each once, newest first, also by app', async () => {
  const [budi, other] = [await openPayer(service, shop), await openShop(service)];
  await allowApp(budi.client, other);
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.unshift(await approved(index === 2 ? other : shop, budi));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { id: string }[]; nextCursor: string | null } = await budi.client.call(
      'listAllowances',
      {
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      },
    );
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(ids);
  const { items } = await budi.client.call('listAllowances', { clientId: other.clientId });
  expect(items.map(({ id }) => id)).toEqual([ids[2]]);
});

test('the export contains it; deleting the identity ends it and erases its texts', async () => {
  const budi = await openPayer(service, shop, 100n);
  const id = await approved(shop, budi, { description: 'Pass of the rabbit' });
  const exported = (await budi.client.call('exportIdentity')) as never as {
    allowances: Record<string, unknown>[];
  };
  expect(exported.allowances).toMatchObject([
    { id, description: 'Pass of the rabbit', app: { name: 'Star Game' } },
  ]);
  const gone = await withDeletion(budi);
  expect(gone).toBe(200);
  const { rows } = await service.db.query(
    'select status, end_reason, description from allowances where id = $1',
    [id],
  );
  expect(rows).toEqual([{ status: 'ended', end_reason: 'disconnected', description: '[erased]' }]);
  const kept = await service.db.query('select from notices where identity_id = $1', [budi.identityId]);
  expect(kept.rowCount).toBe(0);
  expect(told(await charge(shop, id, 10))).toBe('409 allowance_unavailable; reason=ended');
});

async function withDeletion({ client, passkey }: Awaited<ReturnType<typeof openPayer>>): Promise<number> {
  const options = await client.post('/v1/identity/me/deletion', {});
  const answer = await client.delete('/v1/identity/me', { assertion: passkey.assert(options.body) });
  return answer.status;
}
