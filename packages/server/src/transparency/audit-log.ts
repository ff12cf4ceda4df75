import {
  decodeKey,
  entryHash,
  followLog,
  leafHash,
  nameHash,
  openCheckpoint,
  postingHash,
  restartHash,
  rootOf,
  TILE_WIDTH,
} from '@pid/protocol/books';
import { accountNames, listPostingIds, openAccounts, readPostings, unloggedAmong } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { Ids } from '../platform/ids.ts';
import type { Sealer } from '../platform/sealing/index.ts';
import { isOfLostKey, openKeys, postingSalt } from './account-keys.ts';
import { listLostKeys, readKeys } from './account-keys.store.ts';
import { auditTree } from './audit-tree.ts';
import { describeLog } from './begin-log.ts';
import { partsOf, slices, uuidText } from './grow-tree.ts';
import {
  countPlaces,
  findPlaces,
  firstEntrySince,
  hasEntries,
  insertLogAudit,
  readBundles,
  readHead,
  readTiles,
  type Bundle,
  type LogHead,
} from './log.store.ts';
import { tilesOf } from './read-tree.ts';

export interface LogAuditDeps {
  /** A transaction that reads one snapshot: the log takes postings meanwhile. */
  readonly db: Queryable;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Null without the master key: then amounts and names are not compared, only ids, times and hashes. */
  readonly sealer: Sealer | null;
}

const findingsMax = 20;
const firstPosting = '00000000-0000-0000-0000-000000000000';
const batchPostings = 5000;

/** The postings that are compared. */
interface Scope {
  /** All ids are higher. */
  readonly after: string;
  /** The first bundle that contains one of them. */
  readonly firstBundle: number;
  /** Accounts without a key, although neither they nor their holders were deleted. */
  readonly removed: Set<bigint>;
}

/**
 * Compares the log with the ledger, and its checkpoint with both: the postings since a moment, or all of them; and the last
 * daily tree with the ledger. Records the result, and returns what differs.
 */
export async function auditLog(deps: LogAuditDeps, since: Date | null = null): Promise<string[]> {
  const { db } = deps;
  const head = await readHead(db);
  if (!head) return (await hasEntries(db)) ? ['the log has entries, but no state'] : [];
  // Each has its own bound, so that many differences of the tree do not hide one of the log.
  const tree = await auditTree(db);
  const log = await compare(deps, head, await scopeSince(db, head, since));
  const findings = [...tree, ...log.slice(0, findingsMax)];
  await insertLogAudit(db, { since, findings: findings.length });
  return findings;
}

async function scopeSince(db: Queryable, head: LogHead, since: Date | null): Promise<Scope> {
  const removed = new Set<bigint>();
  if (!since) return { after: firstPosting, firstBundle: 0, removed };
  // UUID version 7 begins with the milliseconds since 1970.
  const after = uuidText(Buffer.from(since.getTime().toString(16).padStart(12, '0').padEnd(32, '0'), 'hex'));
  const first = await firstEntrySince(db, head.number, after);
  return { after, firstBundle: Math.floor((first ?? head.size) / TILE_WIDTH), removed };
}

async function compare(deps: LogAuditDeps, head: LogHead, scope: Scope): Promise<string[]> {
  const { db } = deps;
  const findings: string[] = [];
  const roots = await rootsOfBundles(db, head.number, scope.firstBundle);
  let postings = 0;
  for (let index = scope.firstBundle; index * TILE_WIDTH < head.size; index += 1) {
    const [bundle] = await readBundles(db, head.number, [index]);
    if (!bundle) return [...findings, `bundle ${index} of the log is missing`];
    findings.push(...(await auditBundle(deps, head, bundle, scope)));
    if (findings.length >= findingsMax) return findings;
    postings += idsOf(bundle).filter((id) => id !== firstPosting).length;
    roots.push(rootOf(slices(bundle.entries, 32).map((entry) => leafHash(entry))));
  }
  findings.push(...[...scope.removed].map((account) => `the key of account ${account} was removed`));
  findings.push(...(await auditState(deps, head, rootOf(roots))));
  if ((await countPlaces(db, head.number, scope.firstBundle * TILE_WIDTH)) !== postings)
    findings.push('the list of postings differs from the entries');
  findings.push(...(await findMissing(db, head, scope)));
  return findings;
}

/** The roots of the first bundles, from the tiles. */
async function rootsOfBundles(db: Queryable, log: number, count: number): Promise<Uint8Array[]> {
  const wanted = Array.from({ length: Math.ceil(count / TILE_WIDTH) }, (_, index) => ({ level: 1, index }));
  const tiles = (await readTiles(db, log, wanted)).toSorted((left, right) => left.index - right.index);
  return tiles.flatMap(({ hashes }) => slices(hashes, 32)).slice(0, count);
}

function idsOf({ postings }: Bundle): string[] {
  return slices(postings, 16).map((id) => uuidText(id));
}

async function auditBundle(
  deps: LogAuditDeps,
  head: LogHead,
  bundle: Bundle,
  { removed }: Scope,
): Promise<string[]> {
  const ids = idsOf(bundle);
  const places = await findPlaces(deps.db, head.number, ids);
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
    if (log > head.number || (log === head.number && Number(size) > bundle.index * TILE_WIDTH))
      keyless.delete(account);
  for (const account of await openAccounts(deps.db, [...keyless])) removed.add(account);
  const entries = slices(bundle.entries, 32);
  const parts = partsOf(bundle.parts);
  return ids.flatMap((id, place) => {
    const index = bundle.index * TILE_WIDTH + place;
    if (index === 0 && head.previous !== null)
      return entries[0]!.equals(restartHash(head.previous)) ? [] : ['entry 0 is not the previous checkpoint'];
    if (places.get(id) !== index) return [`entry ${index}: posting ${id} is listed as another entry`];
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
  const opened =
    head.checkpoint !== null && key !== null ? openCheckpoint(head.checkpoint, decodeKey(key)) : null;
  const isSigned = head.size === 0 || opened?.size === head.size;
  const nothing = { size: 0, root: rootOf([]) };
  return [
    ...(isSigned ? [] : ['the checkpoint is not signed by the key of the log']),
    ...(opened && !Buffer.from(opened.root).equals(root)
      ? ['the checkpoint is not the root of the entries']
      : []),
    ...((await followLog(nothing, { ...head, root }, tilesOf(deps.db, head)))
      ? []
      : ['the tiles do not agree with the entries']),
  ];
}

/** The postings of the ledger that are not in the log and do not wait for it. */
async function findMissing(db: Queryable, head: LogHead, { after }: Scope): Promise<string[]> {
  const isBackfill = (id: string) => id > head.backfilled && id <= (head.backfillUntil ?? '');
  const missing: string[] = [];
  for (let last = after; missing.length < findingsMax;) {
    const ids = await listPostingIds(db, last, batchPostings);
    if (ids.length === 0) break;
    last = ids.at(-1)!;
    const places = await findPlaces(db, head.number, ids);
    const absent = ids.filter((id) => !places.has(id) && !isBackfill(id));
    if (absent.length === 0) continue;
    const waiting = await unloggedAmong(db, absent);
    missing.push(...absent.filter((id) => !waiting.has(id)));
  }
  return missing.map((id) => `posting ${id} is not in the log`);
}
