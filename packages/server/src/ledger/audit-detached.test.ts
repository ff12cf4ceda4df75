import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { databaseWithoutMonths, packageFolder } from '../../test/new-database.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { topUpRecords } from '../checkout/index.ts';
import { openDatabase, serviceUrl } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { auditLedger } from './audit-ledger.ts';

/** A service whose audit log has been partitioned by month for more than a year. */
async function serviceOfLongAgo(): Promise<TestService> {
  const ownerUrl = await databaseWithoutMonths();
  const owner = openDatabase({ connectionString: ownerUrl, poolSize: 1, log: createLogger('silent') });
  const long = "now() - interval '2 years'";
  await owner.query(`insert into audit_events (at, actor, action) values (${long}, 'cli', 'old')`);
  await prepareDatabase({
    connectionString: serviceUrl(ownerUrl),
    ownerUrl,
    packageFolder,
    development: true,
  });
  await owner.query("select partition_table('audit_events', 'at', next_month(now() - interval '15 months'))");
  await owner.close();
  return startTestService({}, { connectionString: ownerUrl } as TestService);
}

test('items of suspense older than the detached months need no audit event; newer ones do', async () => {
  const service = await serviceOfLongAgo();
  const superuser = asSuperuser(service);
  const behindTriggers = async (statement: string, values: unknown[]) => {
    await superuser.query("set session_replication_role = 'replica'");
    await superuser.query(statement, values);
    await superuser.query("set session_replication_role = 'origin'");
  };
  /** A deleted player whose pending top-up is paid afterwards. */
  const stranded = async () => {
    const { client } = await newPlayer(service);
    const { id } = (await client.post('/v1/fiat/topups', { amount: 50_000 })).body;
    await client.delete('/v1/identity/me', {});
    await service.client().post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
    const { rows } = await service.db.query<{ id: string }>(
      "select target as id from audit_events where action = 'suspense.received' and details ->> 'topUp' = $1",
      [id],
    );
    return rows[0]!.id;
  };
  const found = async () =>
    (await auditLedger({ ...service, topUps: topUpRecords })).findings.map(({ row }) => row);
  const [old, fresh] = [await stranded(), await stranded()];
  const ages = "now() - interval '13 months'";
  await behindTriggers(`update ledger_suspense set since = ${ages} where id = $1`, [old]);
  await behindTriggers(
    `update audit_events set at = ${ages}, address = null, user_agent = null where target = $1`,
    [old],
  );
  expect(await found()).toEqual([]);

  const { rows } = await superuser.query<{ month: string }>(
    "select to_char(now() at time zone 'UTC' - interval '10 months', 'YYYY-MM') as month",
  );
  const detach = ['partitions', 'detach', 'audit_events', '--before', rows[0]!.month, '--yes'];
  const { code, text } = await runPid(detach, {
    PID_DATABASE_URL: serviceUrl(service.connectionString),
    PID_DATABASE_OWNER_URL: service.connectionString,
    PID_MASTER_KEY: testMasterKey,
  });
  expect([code, text]).toEqual([0, expect.stringContaining('Detached: detached.audit_events_first')]);
  expect((await superuser.query('select from audit_events where target = $1', [old])).rowCount).toBe(0);
  expect(await found()).toEqual([]);

  await behindTriggers('update ledger_suspense set since = now() where id = $1', [old]);
  await behindTriggers('delete from audit_events where target = $1', [fresh]);
  expect((await found()).toSorted()).toEqual([`item ${old}`, `item ${fresh}`].toSorted());
});
