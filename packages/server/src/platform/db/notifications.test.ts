import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/test-database.ts';
import { createLogger } from '../log.ts';
import { listen, notify } from './notifications.ts';

const log = createLogger('silent');

test('every node receives committed notifications', async () => {
  const db = await testDatabase();
  const [here, there] = await Promise.all([testDatabase(), testDatabase()]);
  const node = await listen(db.connectionString, here, log);
  const other = await listen(db.connectionString, there, log);
  const heard: string[] = [];
  node.on('topic', (key) => heard.push(`node ${key}`));
  other.on('topic', (key) => heard.push(`other ${key}`));
  await notify(db, 'topic', 'a:b');
  await expect.poll(() => heard.toSorted()).toEqual(['node a:b', 'other a:b']);
  await Promise.all([node.close(), other.close()]);
});

test('the local node is notified before the caller gets a response, and never of a rollback', async () => {
  const db = await testDatabase();
  // Listens on another database, so that no notification arrives through PostgreSQL.
  const notifications = await listen((await testDatabase()).connectionString, db, log);
  const heard: string[] = [];
  notifications.on('topic', (key) => heard.push(key));
  await db.transaction(async (tx) => {
    await notify(tx, 'topic', 'committed');
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual(['committed']);
  const undone = db.transaction(async (tx) => {
    await notify(tx, 'topic', 'undone');
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await notify(db, 'topic', 'immediate');
  expect(heard).toEqual(['committed', 'immediate']);
  notifications.on('slow topic', async (key) => {
    await db.query('select');
    heard.push(key);
  });
  await db.transaction((tx) => notify(tx, 'slow topic', 'read again'));
  await notify(db, 'slow topic', 'read once more');
  expect(heard.slice(2)).toEqual(['read again', 'read once more']);
  await notifications.close();
});
