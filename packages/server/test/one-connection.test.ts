import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, serviceUrl } from '../src/platform/db/index.ts';
import { createLogger } from '../src/platform/log.ts';
import { testDatabase } from './test-database.ts';

const worker = globalThis as { throwIfNested?: () => void };

test('a transaction of a service cannot take a second connection, and the file fails if it tries', async () => {
  const { connectionString } = await testDatabase();
  const db = openDatabase({
    connectionString: serviceUrl(connectionString),
    poolSize: 2,
    log: createLogger('silent'),
  });
  onTestFinished(() => db.close());

  await db.transaction(async (tx) => {
    await tx.query('select 1');
    await expect(async () => db.query('select 1')).rejects.toThrow('second connection');
    await expect(db.transaction(() => tx.query('select 1'))).rejects.toThrow('second connection');
  });
  expect(worker.throwIfNested).toThrow('second connection');

  await db.transaction((tx) => tx.query('select 1'));
  await db.query('select 1');
  const stop = new AbortController();
  const stopped = db.transaction(
    async (tx) => {
      setImmediate(() => stop.abort());
      await tx.query('select pg_sleep(60)');
    },
    { signal: stop.signal },
  );
  await expect(stopped).rejects.toThrow('canceling statement');
  expect(worker.throwIfNested).not.toThrow();
});
