import pg from 'pg';
import { expect, test } from 'vitest';
import { lockTimeoutMillis, migrate, readSchema } from '../../packages/server/src/platform/db/index.ts';
import { packageFolder } from '../../packages/server/test/new-database.ts';
import { openWorld, startingRupiah } from './own-world.ts';
import { moreSends } from './faults.ts';
import { verify } from './verify.ts';

const seconds = Number(process.env['PID_FAULT_SECONDS'] ?? 60);
const senders = 8;

/** Locks the accounts against everything, checks all entries, and builds an index on a table with rows. */
const migrations = [
  {
    name: '209901010001_probe',
    sql: `alter table ledger_accounts add column probe integer;
      alter table ledger_entries add constraint probed check (amount <> 1) not valid;`,
  },
  {
    name: '209901010002_probe_checked',
    sql: `alter table ledger_entries validate constraint probed;
create index if not exists ledger_entries_probe on ledger_entries (amount);`,
  },
];

test(`a migration beside a transaction of ${seconds} s blocks no send for longer than its lock timeout`, async () => {
  const world = await openWorld({ players: 20, senders });
  const reader = new pg.Client({ connectionString: world.primary.url('pid') });
  try {
    await moreSends(world, 100);
    await reader.connect();
    // A report or a backup that reads for long.
    await reader.query('begin; select count(*) from ledger_accounts; select count(*) from ledger_entries');
    const schema = await readSchema(packageFolder, true);
    let attempts = 1;
    const started = performance.now();
    const migrated = migrate(
      world.primary.url('pid'),
      { ...schema, migrations: [...schema.migrations, ...migrations] },
      { onWait: () => (attempts += 1) },
    );
    const before = world.load.acknowledged.length;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const meanwhile = world.load.acknowledged.length - before;
    await reader.query('commit');
    expect(await migrated).toEqual(migrations.map(({ name }) => name));
    await moreSends(world, 100);
    await world.load.stop();
    expect(attempts).toBeGreaterThan(1);
    expect(meanwhile).toBeGreaterThan(0);
    expect([...world.load.refusals]).toEqual([]);
    process.stdout.write(
      `migrated after ${Math.round((performance.now() - started) / 1000)} s and ${attempts} attempts; ${meanwhile} sends meanwhile, the longest took ${Math.round(world.load.longestMillis)} ms (lock timeout ${lockTimeoutMillis} ms)\n`,
    );
    await verify(world.load, world.players, startingRupiah, world.primary.url('pid'));
  } finally {
    await reader.end();
    await world.close();
  }
});
