import { clientToPrimary } from './find-primary.ts';
import { MoveError, shortly } from './move-to-partitions.ts';
import type { Partition } from './partitions.store.ts';

/** Schema of detached months. The service's role cannot reach it; an operator dumps and drops the tables. */
export const detachedSchema = 'detached';

/**
 * Detaches the partition of one month into the schema `detached`, without copying. The triggers that protect
 * its rows stay in force.
 */
export async function detachPartition(ownerUrl: string, { parent, name, ends }: Partition): Promise<void> {
  if (ends === null) throw new MoveError(`${name} is the default partition and cannot be detached.`);
  const client = await clientToPrimary(ownerUrl, { application_name: 'pid partitions' });
  // The pending query already rejects when the connection is lost.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`create schema if not exists ${detachedSchema}`);
    await shortly(client, async (held) => {
      await held.query(`alter table ${parent} detach partition ${name}`);
      // Row triggers belong to the parent table and are not detached with the partition, so they are created
      // again.
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
