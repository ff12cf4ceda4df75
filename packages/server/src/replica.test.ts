import { expect, test } from 'vitest';
import { onFileEnd } from '../test/file-end.ts';
import { givePasskey } from '../test/passkey-helper.ts';
import { newPlayer } from '../test/sign-in-helper.ts';
import { signInConfirming } from '../test/step-up-helper.ts';
import { cloneDatabase } from '../test/test-database.ts';
import { startTestService } from '../test/test-service.ts';
import { serviceUrl } from './platform/db/index.ts';

/** A replica that never receives data: reads from it are empty, so that every response shows its source. */
const replica = await cloneDatabase();
onFileEnd(() => replica.drop());
const service = await startTestService({
  PID_ADMINS: 'the_operator@pid',
  // A standby refuses writes and locks of rows.
  PID_DATABASE_REPLICA_URL: `${serviceUrl(replica.connectionString)}${replica.connectionString.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c default_transaction_read_only=on')}`,
});
const operator = await newPlayer(service, 'the_operator');
const admin = await signInConfirming(service, await givePasskey(operator.client));
const player = await newPlayer(service);
const payee = await newPlayer(service);
await player.client.get('/v1/limits');
await service.db.query(
  `select ledger_write('2020-01-15', gen_random_uuid(), 'topup', null, a.id, null, 50000, 0, 0, 0, null, null,
     array[a.id, 9000000000000000002], array[50000, -50000])
   from ledger_accounts a join identities i on i.id = a.identity_id where i.handle = $1`,
  [player.handle],
);

const pastPages = async () => ({
  past: (await player.client.get('/v1/fiat/statement?to=2020-01-31')).body.items.length,
  csv: ((await player.client.get('/v1/fiat/statement?format=csv')).text.match(/topup/g) ?? []).length,
  exported: (await player.client.get('/v1/identity/export')).body.money?.entries.length ?? 0,
  identities: (await admin.get(`/v1/admin/identities?query=${player.handle}`)).body.items.length,
  hasAudit: (await admin.get('/v1/admin/audit')).body.items.length > 0,
});

test('reads past months, exports and lists of administrators from the replica, but not balances, money and current data', async () => {
  expect(await pastPages()).toEqual({ past: 0, csv: 0, exported: 0, identities: 0, hasAudit: false });
  // No read was refused and repeated on the primary.
  expect((await service.client().get('/readyz')).body).toEqual({ status: 'ready' });
  expect((await player.client.get('/v1/fiat/balance')).body.balance).toBe(50_000);
  expect((await player.client.get('/v1/fiat/statement')).body.items).toHaveLength(1);
  // A period that reaches into this month is still being written.
  expect((await player.client.get('/v1/fiat/statement?to=9999-01-01')).body.items).toHaveLength(1);
  expect((await player.client.post('/v1/fiat/sends', { to: payee.pid, amount: 1000 })).status).toBe(201);
  expect((await admin.post(`/v1/admin/identities/${payee.pid}/suspend`)).body.status).toBe('suspended');
});

test('without the replica the primary serves all reads, and the node stays ready', async () => {
  await replica.drop();
  expect(await pastPages()).toEqual({ past: 1, csv: 1, exported: 2, identities: 1, hasAudit: true });
  // /readyz does not wait for the probes of parts that it does not need.
  await expect
    .poll(() => service.client().get('/readyz'), { timeout: 30_000 })
    .toMatchObject({ status: 200, body: { status: 'ready', degraded: ['database replica'] } });
});
