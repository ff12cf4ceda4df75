import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newPlayer } from '../test/sign-in-helper.ts';
import { cloneDatabase } from '../test/test-database.ts';
import { startTestService } from '../test/test-service.ts';
import { fileURLToPath } from 'node:url';
import { migrate, serviceUrl, sqlState } from './platform/db/index.ts';
import { prepareDatabase } from './prepare-database.ts';

const service = await startTestService();
const { client } = await newPlayer(service);
const { id } = (await client.post('/v1/fiat/topups', { amount: 50_000 })).body;
await client.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));

const insufficientPrivilege = '42501';

async function asService(...statements: string[]): Promise<string | undefined> {
  const session = new pg.Client({ connectionString: serviceUrl(service.connectionString) });
  await session.connect();
  try {
    for (const statement of statements) await session.query(statement);
    return 'accepted';
  } catch (error) {
    return sqlState(error);
  } finally {
    await session.end();
  }
}

test('the whole service runs as a role that owns nothing', async () => {
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
  'update ledger_fee_rules set bps = 0',
  'update audit_events set at = at',
  'delete from audit_events',
  'truncate audit_events',
  'update identities set handle = handle',
  'update identities set id = id',
  'delete from identities',
  'truncate identities cascade',
  'update burnt_credentials set burnt_at = now()',
  'delete from burnt_credentials',
  'update applied_migrations set name = name',
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

test('money does not move by hand, whatever the session claims to be', async () => {
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

test('the posting functions, which act as the owner, look for tables in our schema first', async () => {
  const { rows } = await service.db.query<{ name: string; definer: boolean; path: string; open: boolean }>(
    `select proname as name, prosecdef as definer, (select s from unnest(proconfig) s where s like 'search_path=%') as path,
       exists (select from aclexplode(proacl) where grantee = 0) as open
     from pg_proc where proname in ('ledger_post', 'ledger_post_sends') order by 1`,
  );
  const safe = { definer: true, path: 'search_path=public, pg_temp', open: false };
  expect(rows).toEqual([
    { name: 'ledger_post', ...safe },
    { name: 'ledger_post_sends', ...safe },
  ]);
});

test('a node that may not migrate starts on a migrated database, and says what to do on an older one', async () => {
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  const packageFolder = fileURLToPath(new URL('..', import.meta.url));
  const connectionString = serviceUrl(clone.connectionString);
  expect(await prepareDatabase({ connectionString, ownerUrl: null, packageFolder })).toEqual([]);
  const next = { name: '9999_next', sql: 'create table next (id int)' };
  await expect(migrate(connectionString, [next])).rejects.toThrow(
    'The database lacks 1 migrations, from 9999_next on, and the role pid_service may not apply them: run `pid migrate` with PID_DATABASE_OWNER_URL',
  );
});
