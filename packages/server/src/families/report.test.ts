import { expect, test } from 'vitest';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { runPid } from '../../test/command-helper.ts';
import { openShop, richPlayer } from '../payments/testing/payment-fixture.ts';
import { newChild, newRelative, told } from './testing/family-fixture.ts';

const service = await startTestService({ PID_AGE_GATE: 'ask', PID_BALANCE_MAX: '5000000' });
// The command's environment says nothing of ages and tiers: the database does.
const report = (name: string, ...words: string[]) => reportOn(service, name, ...words);
const reportOn = async ({ connectionString }: TestService, name: string, ...words: string[]) => {
  const { code, text } = await runPid(['report', name, '--json', ...words], {
    PID_DATABASE_URL: connectionString,
  });
  expect(code).toBe(0);
  return { text, figures: JSON.parse(text) };
};

test('reports count bands, consents and refusals, and contain no names', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { rules: { perPurchase: 0, unratedApps: false } });
  const alone = await newRelative(service, 16);
  const shop = await openShop(service);
  const { id } = (await shop.create()).body;
  const asked = await child.client.post(`/v1/payments/${id}/ask-parent`);
  await parent.client.post(`/v1/family/requests/${asked.body.id}`, { decision: 'deny' });
  for (let time = 0; time < 2; time += 1)
    expect(told(await alone.client.post('/v1/fiat/sends', { to: parent.pid, amount: 1000 }))).toBe(
      '403 parent_needed',
    );
  await child.client.post(`/v1/payments/${id}/confirm`, { expectedTotal: asked.body.total });
  await service.service.runJob('write refusals');
  // The second flush has nothing to write.
  await service.service.runJob('write refusals');
  const { text, figures } = await report('children');
  expect(figures).toMatchObject({
    ageGate: 'ask',
    playersByBand: { '10-12': 1, '16-17': 1, '18+': 1 },
    minors: { withParent: 1, withoutParent: 1 },
    events: { paymentsAsked: 1, paymentsAllowed: 0, paymentsDenied: 1 },
    refused: { sendMoney: { parent_needed: 2 }, confirmPayment: { parent_approval_needed: 1 } },
    consents: [{ at: expect.any(String), method: 'code of the child' }],
  });
  for (const { pid, handle, identityId } of [parent, child])
    for (const name of [pid, handle, identityId]) expect(text).not.toContain(name);
  const before = (await report('children', '--until', '2020-01-01')).figures;
  expect(before).toMatchObject({ refused: {}, consents: [] });
  const after = (await report('children', '--since', '2100-01-01', '--until', '2101-01-01')).figures;
  expect(after.refused).toEqual({});
});

test('the report about e-money sums balances by tier', async () => {
  const [rich, payer] = [await newRelative(service, 30, 5_000_000n), await newRelative(service, 30, 10_000n)];
  const full = await payer.client.post('/v1/fiat/sends', { to: rich.pid, amount: 1000 });
  expect(told(full)).toBe('400 receiver_full');
  await service.service.runJob('write refusals');
  const { figures } = await report('emoney');
  expect(figures).toMatchObject({
    maximums: null,
    refused: { sendMoney: { receiver_full: 1 } },
    registrations: [],
  });
  const { rows } = await service.db.query<{ total: bigint; players: bigint }>(
    "select sum(balance + held)::bigint as total, count(*) as players from ledger_accounts where kind = 'identity'",
  );
  expect(figures.tiers).toEqual([
    expect.objectContaining({
      tier: 'basic',
      players: Number(rows[0]!.players),
      total: Number(rows[0]!.total),
      aboveMax: 0,
    }),
  ]);
});

test('with tiers, the report has the figures of both, and no names', async () => {
  const tiered = await startTestService({
    PID_ADMINS: 'the_counter@pid',
    PID_TIERS: '100000,150000,500000,600000',
    PID_STEP_UP_AMOUNT: '100000000',
  });
  const { admin } = await signInAdministrator(tiered, 'the_counter');
  const register = (pid: string, tier: string) =>
    admin.post(`/v1/admin/identities/${pid}/tier`, { tier, reason: 'seen, file 3' });
  const [rich, poor, known, former] = [
    await richPlayer(tiered, 400_000n),
    await richPlayer(tiered, 0n),
    await richPlayer(tiered, 0n),
    await richPlayer(tiered, 0n),
  ];
  expect((await register(known.pid, 'registered')).status).toBe(200);
  expect((await register(former.pid, 'registered')).status).toBe(200);
  expect((await register(former.pid, 'basic')).status).toBe(200);
  for (const [to, amount] of [
    [poor.pid, 60_000],
    [known.pid, 40_000],
  ] as const)
    expect((await rich.client.post('/v1/fiat/sends', { to, amount })).status).toBe(201);
  expect(told(await rich.client.post('/v1/fiat/sends', { to: poor.pid, amount: 60_000 }))).toBe(
    '400 receiver_full',
  );
  await tiered.service.runJob('write refusals');
  const { text, figures } = await reportOn(tiered, 'emoney');
  const { rows } = await tiered.db.query<{ balance: bigint }>(
    'select balance from ledger_accounts where identity_id = $1',
    [rich.identityId],
  );
  const left = Number(rows[0]!.balance);
  expect(figures).toMatchObject({
    maximums: {
      basic: { balance: 100_000, incoming: 150_000 },
      registered: { balance: 500_000, incoming: 600_000 },
    },
    tiers: [
      { tier: 'basic', total: left + 60_000, highest: left, aboveMax: 1, incoming: 460_000 },
      { tier: 'registered', players: 1, total: 40_000, highest: 40_000, aboveMax: 0, incoming: 40_000 },
    ],
    events: { registered: 2, unregistered: 1 },
    refused: { sendMoney: { receiver_full: 1 } },
    registrations: [
      { at: expect.any(String), method: 'manual' },
      { at: expect.any(String), method: 'manual' },
    ],
  });
  for (const { pid, handle, identityId } of [rich, poor, known, former])
    for (const name of [pid, handle, identityId]) expect(text).not.toContain(name);
});
