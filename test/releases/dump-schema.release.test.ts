import { expect, test } from 'vitest';
import { openDatabase, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { describeSchema } from '../../packages/server/test/describe-schema.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import { emptyDatabase, packageFolder } from '../../packages/server/test/new-database.ts';
import { dumpSchema } from '../../scripts/release/dump-schema.ts';
import { onClient } from '../../scripts/release/on-client.ts';
import { runSql, withoutParentheses } from './releases.ts';

const madeAt = new Date('2027-03-31T23:30:00Z');

const dump = (ownerUrl: string) => onClient(ownerUrl, (client) => dumpSchema(client, '9.9.9', madeAt));

function open(connectionString: string) {
  const db = openDatabase({ connectionString, poolSize: 1, log: createLogger('silent') });
  onFileEnd(() => db.close());
  return db;
}

test('a dump restores schema, privileges and rows, and does not depend on the day', async () => {
  const [created, restored] = [await emptyDatabase(), await emptyDatabase()];
  const { ownerUrl } = created;
  await prepareDatabase({
    ownerUrl,
    connectionString: serviceUrl(ownerUrl),
    packageFolder,
    development: false,
  });
  const text = await dump(ownerUrl);
  await runSql(restored.ownerUrl, text);
  const lines = await describeSchema(open(ownerUrl));
  expect(lines.length).toBeGreaterThan(1000);
  expect(withoutParentheses(await describeSchema(open(restored.ownerUrl)))).toEqual(
    withoutParentheses(lines),
  );
  const bare = (dumped: string) => dumped.replaceAll(/[()]/g, '');
  expect(bare(await dump(restored.ownerUrl))).toBe(bare(text));
  expect(text).not.toContain(new Date().toISOString().slice(0, 10));

  const db = open(restored.ownerUrl);
  const { rows } = await db.query('select name, takes_the_rest from partitions order by name');
  expect(rows).toEqual([
    { name: 'audit_events_first', takes_the_rest: false },
    { name: 'audit_events_rest', takes_the_rest: true },
  ]);
  expect(text).toContain("audit_events_first FOR VALUES FROM (MINVALUE) TO ('2027-04-01 00:00:00+00')");
  await db.query('select partitions_ahead()');
});
