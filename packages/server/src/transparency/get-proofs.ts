import { fromBase64, inclusionPath, sumNode, tlogProof, toBase64, type SumNode } from '@pid/protocol/books';
import { findAccount, readPostings } from '../ledger/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { dailySalt, isOfLostKey, openKeys, postingSalt } from './account-keys.ts';
import { listLostKeys, readKeys, type LostKey } from './account-keys.store.ts';
import { findLogged } from './append-to-log.ts';
import { nodeBytes, readNode, tileNodes } from './build-sum-tree.ts';
import { slices } from './grow-tree.ts';
import { findLeaves, leafRowBytes, listDays, readSumTiles } from './liabilities.store.ts';
import { readHead } from './log.store.ts';
import { tilesOf } from './read-tree.ts';

type ProofDeps = Needs<'sealer' | 'ids'> & { readonly db: Queryable };

/** Who asks for a proof: a player, or an app. */
export interface ProofHolder {
  readonly kind: 'identity' | 'app';
  readonly id: string;
  /** The pid or client_id. */
  readonly name: string;
}

/** Proves that a posting is in the log. Only entries of the caller are opened; the others stay hashes. */
export async function getPostingProof(deps: ProofDeps, holder: ProofHolder, id: string) {
  const { db } = deps;
  const account = await findAccount(db, holder);
  const [posting] = await readPostings(db, [id]);
  if (!posting || account === null || !posting.accounts.includes(account)) throw refuse('posting_not_found');
  const head = await readHead(db);
  const logged = head?.checkpoint ? await findLogged(db, head.number, posting.id) : null;
  // A turn that has committed since the head was read has appended entries that its checkpoint does not cover.
  if (!head?.checkpoint || !logged || logged.index >= head.size) throw refuse('proof_not_ready');
  const [lost] = await listLostKeys(db, [account]);
  if (lost && isOfLostKey(lost, head.number, logged.index)) throw keyLost(lost);
  const key = await keyOf(deps, account);
  return {
    index: logged.index,
    id: posting.id,
    at: posting.at.toISOString(),
    entries: posting.accounts.map((each, position) =>
      each === account && key
        ? {
            salt: toBase64(postingSalt(key, posting.id)),
            name: holder.name,
            amount: posting.amounts[position]!,
            balanceAfter: posting.balances[position]!,
          }
        : { hash: toBase64(logged.parts[position] ?? Buffer.alloc(32)) },
    ),
    checkpoint: head.checkpoint,
    path: (await inclusionPath(head, logged.index, tilesOf(db, head))).map((hash) => toBase64(hash)),
  };
}

export type GivenProof = Awaited<ReturnType<typeof getPostingProof>>;

/** The proof as a file of c2sp.org/tlog-proof. `extra` is what the entry commits to. */
export function proofFile(proof: GivenProof): string {
  const { index, checkpoint, path, ...extra } = proof;
  const text = JSON.stringify(extra, (_name, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  return tlogProof({
    extra: Buffer.from(text),
    index,
    path: path.map((hash) => fromBase64(hash)),
    checkpoint,
  });
}

function keyLost({ at }: LostKey) {
  return refuse('proof_key_lost', { since: at.toISOString().slice(0, 10) });
}

async function keyOf(deps: ProofDeps, account: bigint): Promise<Buffer | null> {
  return openKeys(deps, await readKeys(deps.db, [account])).get(account) ?? null;
}

/** Proves that the caller's balance is part of the total of the last daily tree. */
export async function getLiabilityProof(deps: ProofDeps, holder: ProofHolder) {
  const { db } = deps;
  const [day] = await listDays(db, 1);
  const account = await findAccount(db, holder);
  const leaf = day && account !== null ? await findLeaf(db, day.date, account) : null;
  if (!day || !leaf || account === null) throw refuse('proof_not_ready');
  const [lost] = await listLostKeys(db, [account]);
  if (lost && lost.at >= day.at) throw keyLost(lost);
  const key = await keyOf(deps, account);
  if (!key) throw refuse('proof_not_ready');
  return {
    date: day.date,
    balance: leaf.amount,
    salt: toBase64(dailySalt(key, day.date)),
    path: await sumPath(db, day.date, leaf.position),
    root: toBase64(day.root),
    total: day.total,
  };
}

async function findLeaf(db: Queryable, date: string, account: bigint) {
  const rows = slices((await findLeaves(db, date, account)) ?? Buffer.alloc(0), leafRowBytes);
  const row = rows.find((each) => each.readBigUInt64BE(0) === account);
  return row ? { position: row.readUInt32BE(8), amount: row.readBigUInt64BE(12) } : null;
}

const levelsMax = 4;

async function sumPath(db: Queryable, date: string, position: number) {
  const wanted = Array.from({ length: levelsMax }, (_, level) => ({
    level,
    index: Math.floor(position / tileNodes ** (level + 1)),
  }));
  const tiles = (await readSumTiles(db, date, wanted)).toSorted((left, right) => left.level - right.level);
  return tiles.flatMap(({ level, nodes }) => {
    const path: { side: 'left' | 'right'; hash: string; sum: bigint }[] = [];
    let at = Math.floor(position / tileNodes ** level) % tileNodes;
    let row: SumNode[] = slices(nodes, nodeBytes).map((bytes) => readNode(bytes, 0));
    while (row.length > 1) {
      const { hash, sum } = row[at % 2 === 0 ? at + 1 : at - 1]!;
      path.push({ side: at % 2 === 0 ? 'right' : 'left', hash: toBase64(hash), sum });
      row = Array.from({ length: row.length / 2 }, (_, index) =>
        sumNode(row[2 * index]!, row[2 * index + 1]!),
      );
      at = Math.floor(at / 2);
    }
    return path;
  });
}
