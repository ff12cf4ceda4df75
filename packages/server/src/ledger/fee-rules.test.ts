import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/test-database.ts';
import { startTestService } from '../../test/test-service.ts';
import { findings, openShop, richPlayer } from '../payments/testing/payment-fixture.ts';
import { loadConfig } from '../settings.ts';
import { openDatabase, serviceUrl } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { ensureFeeRule } from './fee-rules.store.ts';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const promised = await startTestService({ PID_STEP_UP_AMOUNT: '1000000000' });
const ownerUrl = promised.connectionString;
const settings = { PID_FEE_BPS: '25', PID_FEE_MINIMUM: '40', PID_STEP_UP_AMOUNT: '1000000000' };
const migrated = (feeBps: number, feeMinimum: number) =>
  prepareDatabase({
    connectionString: serviceUrl(ownerUrl),
    ownerUrl,
    packageFolder,
    development: true,
    config: { feeBps, feeMinimum },
  });
const rules = async () =>
  (await promised.db.query('select version, bps, minimum from ledger_fee_rules order by version')).rows;

test('the fee rule has defaults and bounds', () => {
  expect(loadConfig({})).toMatchObject({ feeBps: 10, feeMinimum: 100 });
  expect(() => loadConfig({ PID_FEE_BPS: '1001', PID_FEE_MINIMUM: '-1' })).toThrow(
    'PID_FEE_BPS must be an integer from 0 to 1000\nPID_FEE_MINIMUM must be an integer from 0 to 1000000',
  );
});

test('a node does not start with an unknown fee rule, and only the owner of the tables adds it', async () => {
  await expect(startTestService(settings, promised)).rejects.toThrow(
    "PID_FEE_BPS is 25 and PID_FEE_MINIMUM 40, a rule that the books do not know: run `pid migrate` with the same two and the owner's address",
  );
  await Promise.all([migrated(25, 40), migrated(25, 40)]);
  await migrated(10, 100);
  expect(await rules()).toEqual([
    { version: 1, bps: 10, minimum: 100n },
    { version: 2, bps: 25, minimum: 40n },
  ]);
});

test('sends, top-ups and payments use the configured fee rule while another node still uses the previous one', async () => {
  const { baseUrl } = await startTestService(settings, promised);
  const budi = await richPlayer(promised);
  const wati = await richPlayer(promised, 0n);
  const shop = await openShop(promised);
  const costs = async (path: string, body: object) => (await budi.client.post(baseUrl + path, body)).body;
  const asks = async (method: string, path: string, body?: object) =>
    promised.client().send(method, `${baseUrl}/v1/apps/${shop.clientId}${path}`, body, shop.machine);

  expect((await costs('/v1/fiat/sends/quote', { to: wati.pid, amount: 1000 })).fees.global).toBe(40);
  expect((await costs('/v1/fiat/sends', { to: wati.pid, amount: 100_001 })).fees.global).toBe(251);
  const topUp = await costs('/v1/fiat/topups', { amount: 200_000 });
  expect([topUp.fees.global, topUp.total]).toEqual([500, 200_500]);
  await promised.client().post(`/checkout/${topUp.id}/pay`, new URLSearchParams({ outcome: 'paid' }));
  const order = { reference: 'by-a-rule', amount: 20_000, description: 'A golden sword' };
  const { body: payment } = await asks('POST', '/payments', order);
  expect(payment.fees.global).toBe(50);
  expect((await costs(`/v1/payments/${payment.id}/confirm`, { expectedTotal: 20_050 })).status).toBe('paid');
  expect((await asks('GET', '/balance')).body.serviceFee).toEqual({ bps: 25, minimum: 40 });
  expect((await budi.balance()).balance).toBe(1_000_000 - 100_252 + 200_000 - 20_050);

  const before = await budi.client.post('/v1/fiat/sends', { to: wati.pid, amount: 1000 });
  expect(before.body.fees.global).toBe(100);
  const { rows } = await promised.db.query<{ rules: number[] }>(
    'select array_agg(distinct fee_rule order by fee_rule) as rules from ledger_postings where fee_rule is not null',
  );
  expect(rows[0]?.rules).toEqual([1, 2]);

  await migrated(0, 0);
  const free = await startTestService({ ...settings, PID_FEE_BPS: '0', PID_FEE_MINIMUM: '0' }, promised);
  const sent = await budi.client.post(`${free.baseUrl}/v1/fiat/sends`, { to: wati.pid, amount: 1000 });
  expect(sent.body.fees.total).toBe(0);
  expect(await findings(promised)).toEqual([]);
});

test('a single role for service and tables adds the rule at start', async () => {
  const clone = await cloneDatabase();
  const db = openDatabase({ ...clone, poolSize: 2, log: createLogger('silent') });
  try {
    await prepareDatabase({
      ...clone,
      ownerUrl: null,
      packageFolder,
      development: true,
      config: { feeBps: 5, feeMinimum: 0 },
    });
    const { rows } = await db.query('select bps, minimum from ledger_fee_rules where version = 2');
    expect(rows).toEqual([{ bps: 5, minimum: 0n }]);
  } finally {
    await db.close();
    await clone.drop();
  }
});

test('a concurrent migration waits and does not add the same rule twice', async () => {
  const known = (await rules()).length;
  const { late } = await promised.db.transaction(async (tx) => {
    await tx.query(
      'insert into ledger_fee_rules (version, bps, minimum) select max(version) + 1, 77, 770 from ledger_fee_rules',
    );
    const waits = ensureFeeRule(ownerUrl, { bps: 77n, minimum: 770n });
    const waiting = () => promised.db.query('select from pg_locks where not granted');
    await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0);
    return { late: waits };
  });
  await late;
  expect(await rules()).toHaveLength(known + 1);
});
