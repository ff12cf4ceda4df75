import {
  leafHash,
  openCheckpoint,
  readCheckpoint,
  restartHash,
  rootOf,
  signerFrom,
} from '@pid/protocol/books';
import { expect, test } from 'vitest';
import { asSuperuser } from '../../test/test-database.ts';
import { fileDatabase, ledgerOn } from '../ledger/testing/ledger-fixture.ts';
import { manualClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { destroyKeys, readKeys } from './account-keys.store.ts';
import { appendToLog, findLogged, type LogMemory } from './append-to-log.ts';
import { continueLog, restartLog } from './begin-log.ts';
import { slices } from './grow-tree.ts';
import { listSigners, readHead, replaceSigner } from './log.store.ts';
import { logKey, rotateSigner, signCheckpoint } from './signers.ts';
import { logOn } from './testing/log-fixture.ts';

async function world() {
  const db = await fileDatabase();
  const ledger = ledgerOn(db);
  const [alice, bob] = [await ledger.player(10_000_000n), await ledger.player(0n)];
  const send = async (count: number) => {
    for (let index = 0; index < count; index += 1) await ledger.send(alice, bob, 1000n);
  };
  return { db, alice, send };
}

async function entriesOf(db: Database, log = 1): Promise<Buffer[]> {
  const { rows } = await db.query<{ entries: Buffer }>(
    'select entries from log_bundles where log = $1 order by index',
    [log],
  );
  return rows.flatMap(({ entries }) => slices(entries, 32));
}

/** Every posting is in the log once, and the checkpoint is the root over all entries. */
async function expectComplete(db: Database, log = 1, others = 0): Promise<void> {
  const head = (await readHead(db))!;
  const leaves = (await entriesOf(db, log)).map((entry) => leafHash(entry));
  const { rows: postings } = await db.query<{ id: string }>('select id from ledger_postings');
  expect([leaves.length, head.size]).toEqual([postings.length + others, postings.length + others]);
  expect(Buffer.from(rootOf(leaves)).equals(head.root)).toBe(true);
  expect(Buffer.from(readCheckpoint(head.checkpoint!).root).equals(head.root)).toBe(true);
  const found = await Promise.all(postings.map(async ({ id }) => (await findLogged(db, log, id))?.index));
  expect(found.toSorted((left, right) => left! - right!)).toEqual(postings.map((_, index) => index + others));
}

test('appends every posting once, in a tree that anyone can compute again', async () => {
  const { db, send } = await world();
  const log = await logOn(db);
  await send(20);
  await log.appendAll();
  await send(300);
  await log.appendAll();
  await expectComplete(db);
});

test('appends older postings as a backfill, and those that were queued meanwhile once', async () => {
  const { db, send } = await world();
  await send(30);
  const log = await logOn(db);
  await send(10);
  await log.appendAll();
  await expectComplete(db);
});

test.each([3, 8])(
  'appends a backfill in several turns of %i postings, in the order of ids',
  async (backfillMost) => {
    const { db, send } = await world();
    await send(23);
    // As if they were from before the queue. With the top-up, 24 postings.
    await asSuperuser(db).query('delete from ledger_unlogged');
    const { deps } = await logOn(db);
    await send(2);
    let turns = 0;
    for (let memory: LogMemory | null = null, isFull = true; isFull; turns += 1) {
      const appended = await appendToLog({ ...deps, backfillMost }, memory);
      expect(appended.outcome).toBe('appended');
      ({ memory } = appended);
      isFull = appended.outcome === 'appended' && appended.isFull;
    }
    // The last full turn does not know that it was the last one.
    expect(turns).toBe(24 / backfillMost + 1);
    await expectComplete(db);
    const { rows } = await db.query<{ index: number }>(
      'select index::int as index from log_postings order by posting limit 24',
    );
    const indexes = rows.map(({ index }) => index);
    expect(indexes).toEqual(indexes.toSorted((left, right) => left - right));
  },
);

test('a send does not wait for a node that appends', async () => {
  const { db, send } = await world();
  const { deps } = await logOn(db);
  await send(1);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let appending: ReturnType<typeof appendToLog> | undefined;
  await new Promise<void>((resolve) => {
    const signers: typeof deps.signers = async (tx, log) => {
      resolve();
      await ended;
      return deps.signers(tx, log);
    };
    appending = appendToLog({ ...deps, signers }, null);
  });
  await send(3);
  expect((await readHead(db))!.size).toBe(0);
  end();
  expect((await appending)?.outcome).toBe('appended');
  await (await logOn(db)).appendAll();
  await expectComplete(db);
});

test('appends a posting with an id of the backfill that commits after the backfill', async () => {
  const { db, send } = await world();
  await send(3);
  const log = await logOn(db);
  await log.appendAll();
  const owner = asSuperuser(db);
  // As if a node with a slow clock had chosen the id before the log began.
  await owner.query('update log_heads set backfill_until = $1, backfilled = $1', [
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
  ]);
  await send(2);
  await log.appendAll();
  await expectComplete(db);
});

test('two nodes that append concurrently append every posting once', async () => {
  const { db, send } = await world();
  const nodes = [await logOn(db), await logOn(db)];
  for (let round = 0; round < 5; round += 1)
    await Promise.all([send(5), ...nodes.map((node) => node.appendAll())]);
  for (const node of nodes) await node.appendAll();
  await expectComplete(db);
});

test('a node that fails before its commit loses nothing, and another one continues', async () => {
  const { db, send } = await world();
  const [first, second] = [await logOn(db), await logOn(db)];
  await send(5);
  const failing = { ...first.deps, signers: () => Promise.reject(new Error('killed')) };
  await expect(appendToLog(failing, null)).rejects.toThrow('killed');
  expect((await readHead(db))!.size).toBe(0);
  await second.appendAll();
  await send(5);
  await first.appendAll();
  await expectComplete(db);
});

test('signs nothing in a copy of the database until the log is restarted with the last checkpoint', async () => {
  const { db, send } = await world();
  const log = await logOn(db);
  await send(4);
  await log.appendAll();
  const before = (await readHead(db))!;
  await asSuperuser(db).query("update log_heads set place = '1/1/00000001'");
  await send(3);
  expect(await (await logOn(db)).appendAll()).toBe('restored');
  expect((await readHead(db))!.checkpoint).toBe(before.checkpoint);
  const foreign = before.checkpoint!.replace('pid.example/log', 'other.example/log');
  await expect(restartLog(log.deps, foreign)).rejects.toThrow('is not one of pid.example/log');
  const next = await restartLog(log.deps, null);
  expect([next.origin, next.previous]).toEqual(['pid.example/log/2', before.checkpoint]);
  await log.appendAll();
  const [first] = await entriesOf(db, 2);
  expect(first!.equals(restartHash(before.checkpoint!))).toBe(true);
  await expectComplete(db, 2, 1);
});

test('a restart names only a checkpoint that a key of the log has signed, and uses no origin twice', async () => {
  const { db, send } = await world();
  const log = await logOn(db);
  await send(4);
  await log.appendAll();
  const { checkpoint } = (await readHead(db))!;
  const signer = signerFrom(await log.deps.secret('log-signer'));
  const published = (origin: string, by = signer) =>
    signCheckpoint({ origin, size: 9, root: Buffer.alloc(32, 1) }, [by]);
  const forged = published('pid.example/log', signerFrom(Buffer.alloc(32, 7)));
  for (const note of [forged, checkpoint!.replace(/\n\d+\n/, '\n99\n')])
    await expect(restartLog(log.deps, note)).rejects.toThrow('No key of this database has signed');
  for (const origin of ['pid.example/log/05', 'pid.example/logs', 'pid.example/log/0', 'pid.example/log/x'])
    await expect(restartLog(log.deps, published(origin))).rejects.toThrow('is not one of pid.example/log');
  // The backup is from before the restart that began log 5.
  const later = published('pid.example/log/5');
  expect(await restartLog(log.deps, later)).toMatchObject({
    number: 6,
    origin: 'pid.example/log/6',
    previous: later,
  });
  await log.appendAll();
  await expectComplete(db, 6, 1);
  await expect(restartLog(log.deps, later)).rejects.toThrow('is not one of pid.example/log/6');
  expect((await restartLog(log.deps, null)).origin).toBe('pid.example/log/7');
});

test('a restart keeps the keys that sign now', async () => {
  const { db, send } = await world();
  const log = await logOn(db);
  await send(1);
  await log.appendAll();
  const key = await rotateSigner(log.deps, { number: 1 });
  const { number, origin } = await restartLog(log.deps, null);
  await log.appendAll();
  const { checkpoint } = (await readHead(db))!;
  expect(openCheckpoint(checkpoint!, logKey(origin, key))).not.toBeNull();
  expect((await listSigners(db, number, new Date())).map(({ secret }) => secret)).toEqual([
    'log-signer-2',
    'log-signer',
  ]);
});

test('continues in a moved database only if it contains the published checkpoint', async () => {
  const { db, send } = await world();
  const log = await logOn(db);
  await send(4);
  await log.appendAll();
  const published = (await readHead(db))!.checkpoint!;
  const owner = asSuperuser(db);
  await owner.query("update log_heads set place = '1/1/00000001'");
  const ahead = published.replace(/\n\d+\n/, '\n99\n');
  await expect(continueLog(log.deps, ahead)).rejects.toThrow('entries were lost');
  const other = published.replace(/\n\d+\n/, '\n2\n');
  await expect(continueLog(log.deps, other)).rejects.toThrow('entries were lost');
  await continueLog(log.deps, published);
  await send(1);
  await (await logOn(db)).appendAll();
  await expectComplete(db);
});

test('a promoted standby continues the log, but one that lost entries does not', async () => {
  const { db, send } = await world();
  const log = await logOn(db);
  await send(4);
  await log.appendAll();
  const owner = asSuperuser(db);
  const timeline = (number: string) =>
    owner.query(`update log_heads set place = regexp_replace(place, '[^/]+$', $1)`, [number]);
  await timeline('0000000F');
  // A node that has just started cannot know whether entries were lost.
  expect(await (await logOn(db)).appendAll()).toBe('restored');
  await send(1);
  await log.appendAll();
  await expectComplete(db);
  await timeline('0000000E');
  await owner.query("set session_replication_role = 'replica'");
  await owner.query('update log_heads set size = size - 1');
  expect(await log.appendAll()).toBe('restored');
});

/** Remembers the log, and sets it back when the function that it returns is called, as a failover does that loses the newest postings. */
async function keepLog(db: Database): Promise<(timeline?: string) => Promise<void>> {
  const owner = asSuperuser(db);
  await owner.query("set session_replication_role = 'replica'");
  await owner.query('create table kept_heads as table log_heads');
  await owner.query('create table kept_bundles as table log_bundles');
  return async (timeline) => {
    await owner.query(
      'update log_heads h set size = k.size, root = k.root, checkpoint = k.checkpoint from kept_heads k where k.number = h.number',
    );
    await owner.query(
      'update log_bundles b set entries = k.entries, postings = k.postings, parts = k.parts from kept_bundles k where k.index = b.index',
    );
    if (timeline)
      await owner.query(`update log_heads set place = regexp_replace(place, '[^/]+$', $1)`, [timeline]);
  };
}

test.each([undefined, '0000000F'])(
  'after a failover that lost entries, no node appends once a node has found it (timeline %s)',
  async (timeline) => {
    const { db, send } = await world();
    const [first, second] = [await logOn(db), await logOn(db)];
    await send(4);
    await first.appendAll();
    await second.appendAll();
    const setBack = await keepLog(db);
    const { checkpoint } = (await readHead(db))!;
    await send(2);
    await first.appendAll();
    const published = (await readHead(db))!.checkpoint!;
    await setBack(timeline);
    expect(await first.appendAll()).toBe('restored');
    for (const node of [second, await logOn(db), first]) expect(await node.appendAll()).toBe('restored');
    expect((await readHead(db))!.checkpoint).toBe(checkpoint);
    await expect(continueLog(first.deps, published)).rejects.toThrow('entries were lost');
    await restartLog(first.deps, published);
    expect(await second.appendAll()).toBe('appended');
    expect((await readHead(db))!).toMatchObject({ number: 2, previous: published });
  },
);

test('a log that was recorded as lost is continued in a database that has all published entries', async () => {
  const { db, send } = await world();
  const log = await logOn(db);
  await send(4);
  await log.appendAll();
  const { checkpoint } = (await readHead(db))!;
  await asSuperuser(db).query("update log_heads set place = 'lost'");
  expect(await (await logOn(db)).appendAll()).toBe('restored');
  await continueLog(log.deps, checkpoint!);
  await send(1);
  expect(await (await logOn(db)).appendAll()).toBe('appended');
  await expectComplete(db);
});

test('finds a posting by one row, also where old and new ids share bundles, but not in a changed bundle', async () => {
  const { db, send } = await world();
  await send(5);
  const log = await logOn(db);
  await send(5);
  await log.appendAll();
  await expectComplete(db);
  const { rows: plan } = await db.query<{ line: Record<string, string> }>(
    `explain (format text) select index from log_postings where log = 1 and posting = '00000000-0000-7000-8000-000000000000'`,
  );
  expect(JSON.stringify(plan)).not.toContain('Seq Scan on log_bundles');
  const { rows } = await db.query<{ id: string }>('select id from ledger_postings order by id limit 1');
  const owner = asSuperuser(db);
  await owner.query("set session_replication_role = 'replica'");
  await owner.query("update log_bundles set postings = decode(repeat('00', length(postings)), 'hex')");
  expect(await findLogged(db, 1, rows[0]!.id)).toBeNull();
});

test('a log has no posting twice', async () => {
  const { db, send } = await world();
  const log = await logOn(db);
  await send(1);
  await log.appendAll();
  await expect(
    db.query(
      'insert into log_bundles (log, index, entries, postings, parts) select log, 1, entries, postings, parts from log_bundles',
    ),
  ).rejects.toThrow('log_postings_pkey');
});

test('rows of the log only grow, also for the owner of the tables', async () => {
  const { db, send } = await world();
  const log = await logOn(db);
  await send(260);
  await log.appendAll();
  for (const change of [
    'update log_heads set size = size - 1',
    `update log_heads set root = sha256('x')`,
    `update log_heads set origin = 'elsewhere'`,
    'delete from log_heads',
    `update log_bundles set entries = sha256('x') || substring(entries from 33)`,
    `update log_bundles set entries = substring(entries for 64), postings = substring(postings for 32)`,
    'delete from log_bundles',
    `update log_tiles set hashes = sha256('x')`,
    'delete from log_tiles',
  ])
    await expect(db.query(change), change).rejects.toThrow('is not allowed');
});

test('a replaced key signs beside the new one for 30 days', async () => {
  const { db, send } = await world();
  const clock = manualClock(new Date());
  const log = await logOn(db, clock);
  await send(1);
  await log.appendAll();
  const old = log.deps.secret('log-signer');
  const next = await rotateSigner(log.deps, { number: 1 });
  const signs = async () => {
    await send(1);
    await log.appendAll();
    const { checkpoint, origin } = (await readHead(db))!;
    const keys = [(await log.deps.signers(db, { number: 1 })).at(-1)!.publicKey, next];
    return [
      readCheckpoint(checkpoint!).signatures.length,
      ...keys.map((key) => openCheckpoint(checkpoint!, logKey(origin, key)) !== null),
    ];
  };
  expect((await old).length).toBe(32);
  expect(await signs()).toEqual([2, true, true]);
  clock.advanceSeconds(31 * 86_400);
  expect(await signs()).toEqual([1, true, true]);
});

test('a rotation that fails or is repeated leaves the log with a current key', async () => {
  const { db, send } = await world();
  const log = await logOn(db);
  await send(1);
  await log.appendAll();
  const now = new Date();
  const times = { now, until: new Date(now.getTime() + 1000) };
  const current = async () =>
    (await listSigners(db, 1, now))
      .filter(({ signsUntil }) => signsUntil === null)
      .map(({ secret }) => secret);
  const invalid = { secret: 'log-signer-2', publicKey: Buffer.alloc(31) };
  await expect(replaceSigner(db, 1, invalid, times)).rejects.toThrow('log_signers');
  expect(await current()).toEqual(['log-signer']);
  const next = { secret: 'log-signer-2', publicKey: Buffer.alloc(32) };
  await replaceSigner(db, 1, next, times);
  await replaceSigner(db, 1, next, times);
  expect(await current()).toEqual(['log-signer-2']);
});

test('a lost signing key is replaced, and a destroyed account key leaves the log as it is', async () => {
  const { db, alice, send } = await world();
  const log = await logOn(db);
  await send(2);
  await log.appendAll();
  await asSuperuser(db).query("delete from service_secrets where name = 'log-signer'");
  await db.query('update log_account_keys set destroy_at = $1 where account_id = $2', [
    new Date(0),
    alice.account,
  ]);
  expect(await destroyKeys(db, new Date(), 10)).toBe(1);
  expect((await readKeys(db, [alice.account]))[0]!.bytes.length).toBe(0);
  const later = await logOn(db);
  await send(1);
  await later.appendAll();
  await expectComplete(db);
  const { rows } = await db.query('select from log_signers');
  expect(rows.length).toBe(2);
});

test('a node that knows other entries appends nothing, also after another node has made the log longer', async () => {
  const { db, send } = await world();
  const [first, second] = [await logOn(db), await logOn(db)];
  await send(4);
  await first.appendAll();
  const setBack = await keepLog(db);
  await send(2);
  await first.appendAll();
  await setBack();
  await send(3);
  expect(await second.appendAll()).toBe('appended');
  const { checkpoint, size } = (await readHead(db))!;
  expect(size).toBe(8);
  await send(1);
  expect(await first.appendAll()).toBe('restored');
  expect((await readHead(db))!.checkpoint).toBe(checkpoint);
  // Nor does a node for which this log continues what it knows.
  expect(await second.appendAll()).toBe('restored');
});
