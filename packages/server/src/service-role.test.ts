import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseUrl } from '../test/global-setup.ts';
import { newPlayer } from '../test/sign-in-helper.ts';
import { asServiceRole, cloneDatabase } from '../test/test-database.ts';
import { startTestService } from '../test/test-service.ts';
import { fileURLToPath } from 'node:url';
import { ledgerOn } from './ledger/testing/ledger-fixture.ts';
import { migrate, readSchema, openDatabase, serviceUrl } from './platform/db/index.ts';
import { createLogger } from './platform/log.ts';
import { prepareDatabase } from './prepare-database.ts';

const service = await startTestService();
const { client } = await newPlayer(service);
const { id } = (await client.post('/v1/fiat/topups', { amount: 50_000 })).body;
await client.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));

const insufficientPrivilege = '42501';

const asService = (...statements: string[]) => asServiceRole(service, ...statements);

test('the whole service runs with a role that owns nothing', async () => {
  const { rows } = await service.db.query<{ user: string; owned: bigint; superuser: boolean }>(
    `select usename as user, rolsuper as superuser, (select count(*) from pg_class where relowner = usesysid) as owned
     from pg_stat_activity join pg_roles on rolname = usename where application_name in ('pid', 'pid listen')
       and datname = current_database() and usename <> current_user group by usename, usesysid, rolsuper`,
  );
  expect(rows).toEqual([{ user: 'pid_service', owned: 0n, superuser: false }]);
  expect((await client.get('/v1/fiat/balance')).body).toMatchObject({ balance: 50_000 });
});

for (const statement of [
  'update ledger_entries set amount = amount',
  'delete from ledger_entries',
  'truncate ledger_entries',
  'update ledger_postings set note = null',
  'delete from ledger_postings',
  'truncate ledger_postings cascade',
  'update ledger_accounts set balance = balance',
  'delete from ledger_accounts',
  'update ledger_accounts set closed_at = null',
  'update ledger_accounts set sent_today = 0',
  'update ledger_suspense set amount = 0',
  'delete from ledger_suspense',
  'delete from ledger_receivers',
  "update topups set status = 'paid'",
  'delete from topups',
  'update ledger_fee_rules set bps = 0',
  'insert into ledger_fee_rules values (9, 0, 0)',
  "insert into payment_texts_kept values (gen_random_uuid(), now() - interval '1 year')",
  'delete from ledger_notes_kept',
  "insert into machine_credentials (name, role, secret_hash, created_by) values ('thief', 'owner', '', 'thief')",
  'update audit_events set at = at',
  'delete from audit_events',
  'truncate audit_events',
  'update security_events set network = null',
  'delete from security_events',
  'update identities set handle = handle',
  'update identities set id = id',
  'delete from identities',
  'truncate identities cascade',
  'update identity_facts set handle = handle',
  'delete from freeze_facts',
  'update burnt_credentials set burnt_at = now()',
  'delete from burnt_credentials',
  'update ledger_seals set entries = 0',
  'delete from ledger_seals',
  "insert into ledger_closings values (1, '2026-01-01', 1, 1, 0)",
  'update ledger_closings set balance = 0',
  'select ledger_seal(now())',
  'select ledger_begin_seal(now())',
  'update applied_migrations set name = name',
  "insert into applied_releases (version, upgrades_from) values ('9.9.9', '9.9.9')",
  'delete from service_grants',
  'alter table ledger_entries disable trigger user',
  'alter table identities disable trigger identities_permanent',
  'drop trigger audit_events_append_only on audit_events',
  "set session_replication_role = 'replica'",
  'create table mine (id int)',
  "select setval('ledger_account_ids', 1)",
  'drop table ledger_keys',
]) {
  test(`the service's role may not: ${statement}`, async () => {
    expect(await asService(statement)).toBe(insufficientPrivilege);
  });
}

test('direct SQL moves no money, whatever settings the session claims', async () => {
  const claim = "select set_config('pid.posting', 'on', false)";
  expect(await asService(claim, 'update ledger_accounts set balance = balance + 1')).toBe(
    insufficientPrivilege,
  );
  expect(await asService(claim, 'insert into ledger_entries values (1, 99, gen_random_uuid(), 5, 5)')).toBe(
    insufficientPrivilege,
  );
  expect(
    await asService(
      claim,
      "insert into ledger_postings (id, type, amount, created_at) values (gen_random_uuid(), 'send', 5, now())",
    ),
  ).toBe(insufficientPrivilege);
});

const definers = `
  approve_allowance audit_events_forget end_allowance end_allowances end_due_allowances end_topup erase_allowances forget_allowances
  ledger_ask_refund ledger_audit_since ledger_claw_back ledger_close_account ledger_credit_suspense ledger_credit_topup ledger_forget_notes
  ledger_leave_to_suspense ledger_post_deposit ledger_post_payout ledger_post_sends ledger_refund_accepted ledger_return_activation ledger_seal_step
  ledger_take_activation ledger_take_unlogged log_list_postings number_app_events partitions_ahead payment_charge_all payment_confirm_all payment_end
  payment_end_holds payment_end_time payment_extend payment_refund payments_forget_texts security_events_sweep settlement_end settlement_request
  settlements_forget settlements_leave settlements_send sweep_app_events tell_due_captures topup_confirmations_forget
`
  .trim()
  .split(/\s+/);

test("the posting functions, which run with the owner's privileges, search our schema first", async () => {
  const { rows } = await service.db.query<{ name: string; definer: boolean; path: string; open: boolean }>(
    `select proname as name, prosecdef as definer, (select s from unnest(proconfig) s where s like 'search_path=%') as path,
       exists (select from aclexplode(proacl) where grantee = 0) as open
     from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
  );
  const safe = { definer: true, path: 'search_path=public, pg_temp', open: false };
  expect(rows.map(({ name }) => name)).toEqual(definers);
  for (const row of rows) expect(row).toEqual({ name: row.name, ...safe });
});

/** The current accounts, for direct SQL statements. */
async function books() {
  const { rows } = await service.db.query<{ account: bigint; topup: string }>(
    'select account_id as account, id as topup from topups where id = $1',
    [id],
  );
  const other = await newPlayer(service);
  await other.client.get('/v1/limits');
  const { rows: others } = await service.db.query<{ id: bigint }>(
    'select a.id from ledger_accounts a join identities i on i.id = a.identity_id where i.handle = $1',
    [other.handle],
  );
  return { ...rows[0]!, other: others[0]!.id };
}
const [clearing, fees] = ['9000000000000000002', '9000000000000000001'];
const restrictViolation = '23001';

function sendByHand(
  accounts: string,
  positions: { payer: number; payee: number; app?: number },
  amounts: string,
): string {
  const { payer, payee, app = 0 } = positions;
  return `select * from ledger_post_sends(now(), false, 1::smallint, 9000000000000000, 1000000, 1000000, 'Asia/Jakarta', array[${accounts}]::bigint[],
    array[gen_random_uuid()], array[${payer}], array[${payee}], array[${app}], ${amounts}, null, null, array[null]::text[], array[0])`;
}

test('by direct SQL the role creates no money: sends go between identities, with the fees of their rule', async () => {
  const { account, other } = await books();
  const [first, second] = account < other ? [account, other] : [other, account];
  const pair = `${first}, ${second}, ${fees}`;
  const direct = account < other ? { payer: 1, payee: 2 } : { payer: 2, payee: 1 };
  const fair = 'array[1000]::bigint[], array[100]::bigint[], array[0]::bigint[]';
  // From the clearing account, whose balance is negative anyway, or from the fee account.
  expect(await asService(sendByHand(`${account}, ${fees}, ${clearing}`, { payer: 3, payee: 1 }, fair))).toBe(
    restrictViolation,
  );
  expect(await asService(sendByHand(`${account}, ${fees}`, { payer: 2, payee: 1 }, fair))).toBe(
    restrictViolation,
  );
  // Another account instead of the fee account, the same account twice, a negative amount or fee, no fee, an
  // app that does not exist.
  expect(await asService(sendByHand(`${first}, ${second}`, direct, fair))).toBe(restrictViolation);
  expect(await asService(sendByHand(`${account}, ${account}, ${fees}`, { payer: 1, payee: 2 }, fair))).toBe(
    restrictViolation,
  );
  expect(await asService(sendByHand(pair, { payer: direct.payer, payee: direct.payer }, fair))).toBe(
    restrictViolation,
  );
  for (const amounts of [
    'array[-1000]::bigint[], array[100]::bigint[], array[0]::bigint[]',
    'array[1000]::bigint[], array[-100]::bigint[], array[0]::bigint[]',
    'array[1000]::bigint[], array[0]::bigint[], array[0]::bigint[]',
    'array[1000]::bigint[], array[100]::bigint[], array[-50]::bigint[]',
  ])
    expect([amounts, await asService(sendByHand(pair, direct, amounts))]).toEqual([
      amounts,
      restrictViolation,
    ]);
  expect(await asService(sendByHand(pair, { ...direct, app: direct.payee }, fair))).toBe(restrictViolation);
  expect(await asService(sendByHand(pair, direct, fair))).toBe('accepted');
  expect((await client.get('/v1/fiat/balance')).body).toMatchObject({ balance: 48_900 });
});

test('by direct SQL the role closes no account with money, reopens none, and creates none of the platform', async () => {
  const { account, other } = await books();
  const close = (id: bigint | string) => `select ledger_close_account(now(), gen_random_uuid(), ${id})`;
  expect(await asService(close(clearing))).toBe(restrictViolation);
  await asService(close(account));
  expect(await asService(close(other))).toBe('accepted');
  const { rows } = await service.db.query<{ closed: boolean }>(
    'select closed_at is not null as closed from ledger_accounts where id = any($1) order by id = $2',
    [[account, other], other],
  );
  expect(rows).toEqual([{ closed: false }, { closed: true }]);
  expect(await asService(`update ledger_accounts set closed_at = null where id = ${other}`)).toBe(
    insufficientPrivilege,
  );
  // The owner role is refused too.
  await expect(
    service.db.transaction(async (tx) => {
      await tx.query("select set_config('pid.posting', 'on', true)");
      await tx.query('update ledger_accounts set closed_at = null where id = $1', [other]);
    }),
  ).rejects.toMatchObject({ code: restrictViolation });
  expect(
    await asService(
      "insert into ledger_accounts (id, kind, name, created_at) values (77, 'platform', 'mine', now())",
    ),
  ).toBe(insufficientPrivilege);
  expect(await asService('insert into ledger_suspense values (gen_random_uuid())')).toBe(
    insufficientPrivilege,
  );
  expect(await asService('delete from ledger_keys')).toBe(insufficientPrivilege);
});

test('a node without the privilege to migrate starts on a migrated database, and says what to do on an older one', async () => {
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  const packageFolder = fileURLToPath(new URL('..', import.meta.url));
  const connectionString = serviceUrl(clone.connectionString);
  expect(
    await prepareDatabase({ connectionString, ownerUrl: null, packageFolder, development: true }),
  ).toEqual([]);
  const schema = await readSchema(packageFolder, true);
  const next = { name: '209901010000_next', sql: 'create table next (id int)' };
  await expect(migrate(connectionString, { ...schema, migrations: [next] })).rejects.toThrow(
    'The database lacks 1 migrations, the first is 209901010000_next, and the role pid_service may not apply them: run `pid migrate` with PID_DATABASE_OWNER_URL',
  );
});

test('a role that is not a superuser and owns only its database migrates an empty database and serves from it', async () => {
  const serverUrl = inject('postgresUrl');
  const name = `plain_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role if exists ${name}`);
    await admin.end();
  });
  await admin.query(`create role ${name} login nosuperuser nocreaterole nocreatedb password 'plain'`);
  await admin.query(`create database ${name} owner ${name}`);
  const connectionString = databaseUrl(serverUrl, name).replace(
    /^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/,
    `$1${name}:plain@`,
  );
  const packageFolder = fileURLToPath(new URL('..', import.meta.url));
  const options = { connectionString, ownerUrl: null, packageFolder, development: true };
  expect((await prepareDatabase(options)).length).toBeGreaterThan(20);
  expect(await prepareDatabase(options)).toEqual([]);
  // Money moves there too: the functions need no privilege that the owner of a database lacks.
  const db = openDatabase({ connectionString, poolSize: 2, log: createLogger('silent') });
  try {
    const ledger = ledgerOn(db);
    const [alice, bob] = [await ledger.player(10_000n), await ledger.player()];
    expect((await ledger.send(alice, bob, 1000n)).balance).toBe(8900n);
  } finally {
    await db.close();
  }
});
