import { liabilityLeaf, liabilityMemo, nameHash } from '@pid/protocol/books';
import { countLiabilities, ownVersions, streamLiabilities } from '../ledger/index.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { dailySalt, ensureKeys } from './account-keys.ts';
import { buildSumTree, nodeBytes, sortLeaves, tileNodes, writeNode } from './build-sum-tree.ts';
import {
  claimAnchor,
  dropTrees,
  insertDay,
  insertLeaves,
  insertTiles,
  leafRowBytes,
  recordAnchor,
  tryBuild,
  type LeafRow,
  type NewDay,
} from './liabilities.store.ts';
import { readHead } from './log.store.ts';

type PublishDeps = Needs<'ids' | 'sealer'> & {
  readonly db: Database;
  /**
   * The clock of the database, which is the same for all nodes. Days are permanent: one that a node with a wrong clock
   * had published for a date in the future would be the newest until that date.
   */
  time(): Promise<Date>;
};
const batchAccounts = 1000;
const batchRows = 64;
const keptMillis = 2 * 86_400_000;

/** Builds today's tree from one snapshot, unless it exists or another node is building it. */
export async function publishLiabilities(deps: PublishDeps): Promise<NewDay | null> {
  const at = await deps.time();
  const date = dateOf(at);
  const day = await deps.db.transaction(
    async (tx) => ((await tryBuild(tx, date)) ? build(deps, tx, date, at) : null),
    { isolation: 'repeatable read', patient: true },
  );
  if (day) await dropTrees(deps.db, dateOf(new Date(at.getTime() - keptMillis)));
  return day;
}

function dateOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

async function build(deps: PublishDeps, tx: Tx, date: string, at: Date): Promise<NewDay> {
  const checkpoint = (await readHead(tx))?.checkpoint ?? null;
  const count = await countLiabilities(tx);
  const bytes = Buffer.alloc(count * nodeBytes);
  const accounts = new BigUint64Array(count);
  const versions = new BigUint64Array(count);
  let read = 0;
  for await (const batch of streamLiabilities(tx, batchAccounts)) {
    const keys = await ensureKeys(
      deps,
      batch.map(({ id }) => id),
    );
    for (const { id, name, owed, version } of batch) {
      const hash = liabilityLeaf(dailySalt(keys.get(id)!, date), nameHash(name), owed);
      writeNode({ hash, sum: owed }, bytes, read * nodeBytes);
      accounts[read] = id;
      versions[read] = version;
      read += 1;
    }
  }
  const order = await sortLeaves({ bytes, count });
  let waiting: { index: number; nodes: Buffer }[] = [];
  let waitingLevel = 0;
  const flush = async () => {
    if (waiting.length > 0) await insertTiles(tx, date, waitingLevel, waiting);
    waiting = [];
  };
  const root = await buildSumTree({ bytes, count }, order, {
    zeroLeaf: () => liabilityLeaf(deps.ids.bytes(32), deps.ids.bytes(32), 0n),
    async writeTile(level, index, nodes) {
      if (level !== waitingLevel || waiting.length === batchRows) await flush();
      waitingLevel = level;
      waiting.push({ index, nodes });
    },
  });
  await flush();
  await writeLeaves(tx, date, { accounts, versions, bytes, order });
  const day = {
    date,
    at,
    total: root.sum,
    root: Buffer.from(root.hash),
    count,
    checkpoint,
    ownVersions: await ownVersions(tx),
  };
  await insertDay(tx, day);
  return day;
}

/** Writes where the leaf of each account is, so that its proof is found without reading the tree. */
async function writeLeaves(
  tx: Tx,
  date: string,
  {
    accounts,
    versions,
    bytes,
    order,
  }: { accounts: BigUint64Array; versions: BigUint64Array; bytes: Buffer; order: Uint32Array },
): Promise<void> {
  const positions = new Uint32Array(order.length);
  for (let position = 0; position < order.length; position += 1) positions[order[position]!] = position;
  for (let first = 0; first < accounts.length; first += tileNodes * batchRows) {
    const rows: LeafRow[] = [];
    const end = Math.min(first + tileNodes * batchRows, accounts.length);
    for (let from = first; from < end; from += tileNodes) {
      const to = Math.min(from + tileNodes, accounts.length);
      const leaves = Buffer.alloc((to - from) * leafRowBytes);
      const numbers = Buffer.alloc((to - from) * 8);
      for (let leaf = from; leaf < to; leaf += 1) {
        const offset = (leaf - from) * leafRowBytes;
        leaves.writeBigUInt64BE(accounts[leaf]!, offset);
        leaves.writeUInt32BE(positions[leaf]!, offset + 8);
        numbers.writeBigUInt64BE(versions[leaf]!, (leaf - from) * 8);
        bytes.copy(leaves, offset + 12, leaf * nodeBytes + 32, (leaf + 1) * nodeBytes);
      }
      rows.push({ firstAccount: accounts[from]!, leaves, versions: numbers });
    }
    await insertLeaves(tx, date, rows);
  }
}

/** Writes a memo into the chain. */
export type Anchor = (memo: string) => Promise<{ readonly signature: string; readonly slot: bigint }>;

/** Anchors the last trees that are not anchored yet, the newest one first. A memo that was written twice does no harm. */
export async function anchorLiabilities({ db }: Needs<'db'>, anchor: Anchor): Promise<void> {
  for (;;) {
    const day = await claimAnchor(db);
    if (!day) return;
    const memo = liabilityMemo(day);
    await recordAnchor(db, day.date, { ...(await anchor(memo)), memo });
  }
}
