import { createHash } from 'node:crypto';
import { followLog, leafHash, rootOf } from '@pid/protocol/books';
import { expect, test } from 'vitest';
import { fileDatabase } from '../ledger/testing/ledger-fixture.ts';
import { growTree, loadEdge } from './grow-tree.ts';
import { readLog, writeBundles, writeTiles } from './log.store.ts';
import { readTile, tilesOf } from './read-tree.ts';
import { logOn } from './testing/log-fixture.ts';

const noPosting = '00000000-0000-0000-0000-000000000000';

// 65,536 entries are the first of which a tile of level 2 knows.
test('a log of 66,000 entries that grows in pieces, each by a node that has just started, has the root over all entries', async () => {
  const db = await fileDatabase();
  await logOn(db);
  const log = (await readLog(db, 1))!;
  const entries = Array.from({ length: 66_000 }, (_, index) =>
    createHash('sha256').update(`entry ${index}`).digest(),
  );
  const leaves = entries.map((entry) => leafHash(entry));
  const first = { size: 3, root: rootOf(leaves.slice(0, 3)) };
  let size = 0;
  for (const end of [1, 255, 256, 257, 512, 65_535, 65_536, 65_537, 66_000]) {
    const added = entries.slice(size, end).map((entry) => ({ postingId: noPosting, entry, parts: [] }));
    const { root, bundles, tiles } = growTree(await loadEdge(db, 1, size), added);
    await db.transaction(async (tx) => {
      await writeBundles(tx, 1, bundles);
      await writeTiles(tx, 1, tiles);
    });
    size = end;
    const expected = rootOf(leaves.slice(0, end));
    expect([end, Buffer.from(root).equals(expected)]).toEqual([end, true]);
    const head = { ...log, size, root: Buffer.from(root) };
    // From its tiles, as others read them.
    expect(await followLog({ size: 0, root: rootOf([]) }, head, tilesOf(db, head))).toBe(true);
    if (size > 3) expect(await followLog(first, head, tilesOf(db, head))).toBe(true);
  }
  expect((await readTile(db, { ...log, size }, 'tile/2/000.p/1'))!.length).toBe(32);
  expect(await readTile(db, { ...log, size }, 'tile/2/000.p/2')).toBeNull();
});
