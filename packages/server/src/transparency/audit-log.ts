import {
  decodeKey,
  entryHash,
  leafHash,
  nameHash,
  openCheckpoint,
  postingHash,
  restartHash,
  rootOf,
  TILE_WIDTH,
} from '@pid/protocol/books';
import { accountNames, countUnlogged, listPostings, openAccounts, readPostings } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Ids } from '../platform/ids.ts';
import type { Sealer } from '../platform/sealing/index.ts';
import { isOfLostKey, openKeys, postingSalt } from './account-keys.ts';
import { listLostKeys, readKeys } from './account-keys.store.ts';
import { findLogged } from './append-to-log.ts';
import { describeLog } from './describe-log.ts';
import { partsOf, slices, uuidText } from './grow-tree.ts';
import {
  firstEntrySince,
  hasEntries,
  insertLogAudit,
  readBundles,
  readHead,
  readTiles,
  type Bundle,
  type LogHead,
} from './log.store.ts';
import { rootAt } from './read-tree.ts';
import { verifyEd25519 } from './signer.ts';

export interface LogAuditDeps {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Null without the master key: then amounts and names are not compared, only ids, times and hashes. */
  readonly sealer: Sealer | null;
}

const findingsMax = 20;
const firstPosting = '00000000-0000-0000-0000-000000000000';
const lastPosting = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const batchPostings = 1000;

/** The postings that are compared. */
interface Scope {
  /** All ids are higher. */
  readonly after: string;
  /** The first bundle that contains one of them. */
  readonly firstBundle: number;
  readonly seen: { count: number; sum: bigint };
  /** Accounts without a key, although neither they nor their holders were deleted. */
  readonly removed: Set<bigint>;
}

/**
 * Compares the log with the ledger, and its checkpoint with both: the postings since a moment, or all of them. Records the
 * result, and returns what differs.
 */
export async function auditLog(deps: LogAuditDeps, since: Date | null = null): Promise<string[]> {
  const { db } = deps;
  const head = await readHead(db);
  if (!head) return (await hasEntries(db)) ? ['the log has entries, but no state'] : [];
  const findings = (await compare(deps, head, await scopeSince(db, head, since))).slice(0, findingsMax);
  await insertLogAudit(db, { since, findings: findings.length });
  return findings;
}

async function scopeSince(db: Queryable, head: LogHead, since: Date | null): Promise<Scope> {
  const [seen, removed] = [{ count: 0, sum: 0n }, new Set<bigint>()];
  if (!since) return { after: firstPosting, firstBundle: 0, seen, removed };
  // UUID version 7 begins with the milliseconds since 1970.
  const after = uuidText(Buffer.from(since.getTime().toString(16).padStart(12, '0').padEnd(32, '0'), 'hex'));
  const first = await firstEntrySince(db, head.number, after);
  return { after, firstBundle: Math.floor(Number(first ?? head.size) / TILE_WIDTH), seen, removed };
}

async function compare(deps: LogAuditDeps, head: LogHead, scope: Scope): Promise<string[]> {
  const { db } = deps;
  const findings: string[] = [];
  const roots = await rootsOfBundles(db, head.number, scope.firstBundle);
  for (let index = scope.firstBundle; index * TILE_WIDTH < Number(head.size); index += 1) {
    const [bundle] = await readBundles(db, head.number, [index]);
    if (!bundle) return [...findings, `bundle ${index} of the log is missing`];
    findings.push(...(await auditBundle(deps, head, bundle, scope)));
    roots.push(rootOf(slices(bundle.entries, 32).map((entry) => leafHash(entry))));
  }
  findings.push(...[...scope.removed].map((account) => `the key of account ${account} was removed`));
  findings.push(...(await auditState(deps, head, rootOf(roots))));
  findings.push(...(await findMissing(db, head, scope)));
  return findings;
}

/** The roots of the first bundles, from the tiles. */
async function rootsOfBundles(db: Queryable, log: number, count: number): Promise<Uint8Array[]> {
  const wanted = Array.from({ length: Math.ceil(count / TILE_WIDTH) }, (_, index) => ({ level: 1, index }));
  const tiles = (await readTiles(db, log, wanted)).toSorted((left, right) =>
    Number(left.index - right.index),
  );
  return tiles.flatMap(({ hashes }) => slices(hashes, 32)).slice(0, count);
}

/** A sum of hashes is the same for the same ids in any order, and another one if an id is missing or twice. */
function addId(seen: { count: number; sum: bigint }, id: string): void {
  seen.count += 1;
  seen.sum = BigInt.asUintN(64, seen.sum + sha256(id).readBigUInt64BE());
}

async function auditBundle(
  deps: LogAuditDeps,
  head: LogHead,
  bundle: Bundle,
  { after, seen, removed }: Scope,
): Promise<string[]> {
  const ids = slices(bundle.postings, 16).map((id) => uuidText(id));
  const postings = new Map((await readPostings(deps.db, ids)).map((posting) => [posting.id, posting]));
  const accounts = [...new Set([...postings.values()].flatMap((posting) => posting.accounts))];
  const sealed = (await readKeys(deps.db, accounts)).filter(({ bytes }) => bytes.length > 0);
  const keys = deps.sealer
    ? openKeys({ ids: deps.ids, sealer: deps.sealer, db: deps.db }, sealed)
    : new Map<bigint, Buffer>();
  const lost = new Map((await listLostKeys(deps.db, accounts)).map((each) => [each.accountId, each]));
  const names = await accountNames(deps.db, accounts);
  // The amounts of these accounts are not compared.
  const keyless = new Set(accounts);
  for (const { accountId } of sealed) keyless.delete(accountId);
  for (const [account, { log, size }] of lost)
    // Later entries have another key.
    if (log > head.number || (log === head.number && Number(size) > Number(bundle.index) * TILE_WIDTH))
      keyless.delete(account);
  for (const account of await openAccounts(deps.db, [...keyless])) removed.add(account);
  const entries = slices(bundle.entries, 32);
  const parts = partsOf(bundle.parts);
  return ids.flatMap((id, place) => {
    const index = Number(bundle.index) * TILE_WIDTH + place;
    if (index === 0 && head.previous !== null)
      return entries[0]!.equals(restartHash(head.previous)) ? [] : ['entry 0 is not the previous checkpoint'];
    if (id > after) addId(seen, id);
    const posting = postings.get(id);
    if (!posting) return [`entry ${index}: posting ${id} is not in the ledger`];
    const kept = parts[place] ?? [];
    const hashes = posting.accounts.map((account, position) => {
      const key = isOfLostKey(lost.get(account), head.number, index) ? undefined : keys.get(account);
      return key
        ? entryHash(
            postingSalt(key, id),
            nameHash(names.get(account) ?? ''),
            posting.amounts[position]!,
            posting.balances[position]!,
          )
        : (kept[position] ?? Buffer.alloc(32));
    });
    const isSame =
      kept.length === hashes.length && entries[place]!.equals(postingHash(id, posting.at.getTime(), hashes));
    return isSame ? [] : [`entry ${index}: posting ${id} differs from the ledger`];
  });
}

/** The checkpoint must be signed, and its root must be that of the entries and of the tiles. */
async function auditState(deps: LogAuditDeps, head: LogHead, root: Uint8Array): Promise<string[]> {
  const { key } = await describeLog(deps.db, deps.clock);
  const size = Number(head.size);
  const opened =
    head.checkpoint !== null && key !== null
      ? openCheckpoint(head.checkpoint, decodeKey(key), verifyEd25519)
      : null;
  const tiles = await rootAt(deps.db, head.number, size).catch(() => null);
  return [
    ...(size > 0 && (!opened || opened.size !== size)
      ? ['the checkpoint is not signed by the key of the log']
      : []),
    ...(opened && !Buffer.from(opened.root).equals(root)
      ? ['the checkpoint is not the root of the entries']
      : []),
    ...(tiles && Buffer.from(tiles).equals(root) ? [] : ['the tiles do not agree with the entries']),
  ];
}

/** The postings of the ledger that are not in the log and do not wait for it. */
async function findMissing(db: Queryable, head: LogHead, { after, seen: logged }: Scope): Promise<string[]> {
  const waiting = await countUnlogged(db);
  const isBackfilling = head.backfillUntil !== null && head.backfilled < head.backfillUntil;
  const own = { count: 0, sum: 0n };
  for await (const ids of postingIds(db, after)) for (const id of ids) addId(own, id);
  if (isBackfilling || waiting > 0 || (own.count === logged.count && own.sum === logged.sum))
    return own.count - waiting > logged.count && !isBackfilling ? missingOf(db, head, after) : [];
  const missing = await missingOf(db, head, after);
  return missing.length > 0 ? missing : ['the log has a posting twice'];
}

async function missingOf(db: Queryable, head: LogHead, from: string): Promise<string[]> {
  const missing: string[] = [];
  for await (const ids of postingIds(db, from))
    for (const id of ids) {
      if (!(await findLogged(db, head.number, id))) missing.push(`posting ${id} is not in the log`);
      if (missing.length >= findingsMax) return missing;
    }
  return missing;
}

async function* postingIds(db: Queryable, from: string): AsyncGenerator<string[]> {
  let after = from;
  for (;;) {
    const ids = (await listPostings(db, { after, until: lastPosting, most: batchPostings })).map(
      ({ id }) => id,
    );
    if (ids.length > 0) yield ids;
    if (ids.length < batchPostings) return;
    after = ids.at(-1)!;
  }
}
