import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asSuperuser } from '../../test/test-database.ts';
import { fileDatabase, ledgerOn } from '../ledger/testing/ledger-fixture.ts';
import type { Database } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { restartLog } from './begin-log.ts';
import { readHead } from './log.store.ts';
import { readLogState } from './log-state.ts';
import { openLogSequencer } from './sequencer.ts';
import { logOn } from './testing/log-fixture.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'pid-log-state-'));
afterAll(() => rm(folder, { recursive: true }));
let files = 0;

async function world() {
  const db = await fileDatabase();
  const ledger = ledgerOn(db);
  const [alice, bob] = [await ledger.player(1_000_000n), await ledger.player(0n)];
  const stateFile = path.join(folder, `${(files += 1)}`);
  const { deps } = await logOn(db);
  const log = createLogger('silent');
  return {
    db,
    deps,
    stateFile,
    send: () => ledger.send(alice, bob, 1000n),
    /** Starts a node, lets it append, and stops it. */
    async runNode() {
      const sequencer = await openLogSequencer({ ...deps, log, stateFile });
      await sequencer.append();
      return sequencer.isStopped;
    },
  };
}

/** Sets the log back, as the restore of a disk does. */
async function restore(db: Database, size: number, root: Buffer, checkpoint: string | null): Promise<void> {
  const owner = asSuperuser(db);
  await owner.query("set session_replication_role = 'replica'");
  await owner.query('update log_heads set size = $1, root = $2, checkpoint = $3', [size, root, checkpoint]);
}

test('a node that starts after its database was set back appends nothing, until the log is begun again', async () => {
  const { db, deps, stateFile, send, runNode } = await world();
  await send();
  expect(await runNode()).toBe(false);
  const before = (await readHead(db))!;
  expect(await readFile(stateFile, 'utf8')).toBe(before.checkpoint);
  await send();
  await runNode();
  const published = await readFile(stateFile, 'utf8');
  await restore(db, before.size, before.root, before.checkpoint);
  await send();
  expect(await runNode()).toBe(true);
  const { checkpoint } = (await readHead(db))!;
  expect(checkpoint).toBe(before.checkpoint);
  expect(await readFile(stateFile, 'utf8')).toBe(published);
  const next = await restartLog(deps, published);
  expect(next.previous).toBe(published);
  expect(await runNode()).toBe(false);
  expect(await readFile(stateFile, 'utf8')).toMatch(/^pid\.example\/log\/2\n/);
});

test('a log that was set back and has grown again is recognised by its root', async () => {
  const { db, stateFile, send, runNode } = await world();
  const { size, root, checkpoint } = (await readHead(db))!;
  await send();
  await runNode();
  const published = await readFile(stateFile, 'utf8');
  const owner = asSuperuser(db);
  await owner.query("set session_replication_role = 'replica'");
  await owner.query('delete from log_bundles');
  await owner.query('delete from log_postings');
  await owner.query("set session_replication_role = 'origin'");
  await restore(db, size, root, checkpoint);
  await owner.query("set session_replication_role = 'origin'");
  // A node without the file appends other postings.
  for (let index = 0; index < 5; index += 1) await send();
  await (await logOn(db)).appendAll();
  expect((await readHead(db))!.size).toBeGreaterThan(0);
  expect(await runNode()).toBe(true);
  expect(await readFile(stateFile, 'utf8')).toBe(published);
});

test('a state from a file does not let a promoted standby continue: other nodes may have published more', async () => {
  const { db, send, runNode } = await world();
  await send();
  await runNode();
  await asSuperuser(db).query(`update log_heads set place = regexp_replace(place, '[^/]+$', '0000000F')`);
  expect(await runNode()).toBe(true);
});

test('an earlier state does not replace a later one, and a damaged file stops the start', async () => {
  const { deps, stateFile, send, runNode } = await world();
  await send();
  await runNode();
  const late = await openLogSequencer({ ...deps, log: createLogger('silent'), stateFile });
  await send();
  await runNode();
  const published = await readFile(stateFile, 'utf8');
  // This node has no turn of its own since.
  await late.append();
  expect(await readFile(stateFile, 'utf8')).toBe(published);
  await writeFile(stateFile, published.slice(0, 10));
  await expect(readLogState(stateFile)).rejects.toThrow('is not a checkpoint of a log');
  await expect(runNode()).rejects.toThrow('is not a checkpoint of a log');
});
