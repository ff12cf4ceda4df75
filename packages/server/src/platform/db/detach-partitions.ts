import { clientToPrimary } from './find-primary.ts';
import { MoveError, shortly } from './move-to-partitions.ts';
import type { Partition } from './partitions.store.ts';

/** Where detached months lie: out of reach for the role that serves, for whoever dumps and drops them. */
export const detachedSchema = 'detached';

/** Takes one month out of its table, as it is, into the schema `detached`. What protected its rows goes on doing so. */
export async function detachPartition(ownerUrl: string, { parent, name, ends }: Partition): Promise<void> {
  if (ends === null) throw new MoveError(`${name} takes what no month holds, and stays.`);
  const client = await clientToPrimary(ownerUrl, { application_name: 'pid partitions' });
  // Whoever waits for an answer hears of a lost connection.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`create schema if not exists ${detachedSchema}`);
    await shortly(client, async (held) => {
      await held.query(`alter table ${parent} detach partition ${name}`);
      // Those of rows were the table's, and stayed with it.
      const { rows } = await held.query<{ statement: string }>(
        `select replace(pg_get_triggerdef(oid), format(' ON %I.%I ', current_schema(), $1::text), format(' ON %I.%I ', current_schema(), $2::text)) as statement
         from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgtype & 1 = 1`,
        [parent, name],
      );
      for (const { statement } of rows) await held.query(statement);
      await held.query(`alter table ${name} set schema ${detachedSchema}`);
    });
  } finally {
    await client.end();
  }
}
