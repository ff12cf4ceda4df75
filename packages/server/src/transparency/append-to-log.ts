import { setImmediate as breathe } from 'node:timers/promises';
import {
  accountSalt,
  entryHash,
  followLog,
  postingHash,
  restartHash,
  TILE_WIDTH,
  uuidBytes,
  type NoteSigner,
} from '@pid/protocol/books';
import { listPostingIds, readPostings, takeUnlogged, type LoggedPosting } from '../ledger/index.ts';
import type { Database, Queryable, Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { KeyedAccount } from './account-keys.ts';
import { growTree, loadEdge, partsOf, slices, uuidText, type NewEntry, type TreeEdge } from './grow-tree.ts';
import {
  advanceHead,
  databasePlace,
  findPlaces,
  lostPlace,
  movePlace,
  readBundles,
  readHead,
  tryTurn,
  writeBundles,
  writeTiles,
  type LogHead,
} from './log.store.ts';
import { tilesOf } from './read-tree.ts';
import { signCheckpoint } from './signers.ts';

export interface AppendDeps extends Needs<'clock'> {
  readonly db: Database;
  accounts(ids: Iterable<bigint>): Promise<ReadonlyMap<bigint, KeyedAccount>>;
  /** The keys that sign the log now. */
  signers(db: Queryable, log: LogHead): Promise<readonly NoteSigner[]>;
  /** Old postings of one turn; 1000 by default. */
  readonly backfillMost?: number;
}

/** What this node has appended or seen last. */
export interface LogMemory {
  readonly number: number;
  readonly size: number;
  readonly root: Buffer;
  readonly checkpoint: string | null;
  /** Null if the node has read it from a file at its start: other nodes may have appended since. */
  readonly edge: TreeEdge | null;
}

/** `busy`: another node appends. `restored`: this database is a copy, or has lost entries that were published. */
export type Appended =
  | { readonly outcome: 'busy' | 'restored' | 'none'; readonly memory: LogMemory | null }
  | { readonly outcome: 'appended'; readonly memory: LogMemory; readonly isFull: boolean };

/** Statements that post, of one turn. */
const most = 200;
/** Postings that are hashed before requests get their turn. */
const pace = 50;
const noPosting = '00000000-0000-0000-0000-000000000000';

/** Appends committed postings, older ones first, and signs the new checkpoint, in one transaction. */
export async function appendToLog(deps: AppendDeps, memory: LogMemory | null): Promise<Appended> {
  return deps.db.transaction(async (tx): Promise<Appended> => {
    if (!(await tryTurn(tx))) return { outcome: 'busy', memory };
    const head = await readHead(tx);
    if (!head) return { outcome: 'none', memory };
    if (await hasLost(tx, head, memory)) {
      // Other nodes may know less, so the database tells them.
      if (head.place !== lostPlace) await movePlace(tx, head.number, lostPlace);
      return { outcome: 'restored', memory };
    }
    // mutant (transparency/append): !(await isInPlace(tx, head, memory)) => false
    if (!(await isInPlace(tx, head, memory))) return { outcome: 'restored', memory };
    const { size } = head;
    const { backfillMost = 1000 } = deps;
    const edge =
      memory?.edge && memory.number === head.number && memory.size === size && memory.root.equals(head.root)
        ? memory.edge
        : await loadEdge(tx, head.number, size);
    const old = await nextOld(tx, head, backfillMost);
    const queued = await takeUnlogged(tx, most);
    const added = await hashPostings(deps, await notLogged(tx, head, [...old.postings, ...queued]));
    if (size === 0 && head.previous !== null)
      added.unshift({ postingId: noPosting, entry: restartHash(head.previous), parts: [] });
    const grown = growTree(edge, added);
    const root = Buffer.from(grown.root);
    if (added.length > 0) {
      await writeBundles(tx, head.number, grown.bundles);
      await writeTiles(tx, head.number, grown.tiles);
    }
    let { checkpoint } = head;
    if (added.length > 0 || old.reached !== head.backfilled) {
      const state = { origin: head.origin, size: grown.edge.size, root: grown.root };
      checkpoint = signCheckpoint(state, await deps.signers(tx, head));
      await advanceHead(tx, {
        number: head.number,
        size: grown.edge.size,
        root,
        checkpoint,
        backfilled: old.reached,
      });
    }
    return {
      outcome: 'appended',
      memory: { number: head.number, size: grown.edge.size, root, checkpoint, edge: grown.edge },
      isFull: queued.length >= most || old.postings.length === backfillMost,
    };
  });
}

/**
 * False in a copy of the database, and after a node has found that entries are lost. A promoted standby continues the
 * log if a running node knows the log; without that knowledge it could be a recovery to a point in time.
 */
async function isInPlace(tx: Tx, head: LogHead, memory: LogMemory | null): Promise<boolean> {
  const place = await databasePlace(tx);
  if (place === head.place) return true;
  const withoutTimeline = (text: string) => text.slice(0, text.lastIndexOf('/'));
  if (
    !memory?.edge ||
    memory.number !== head.number ||
    withoutTimeline(place) !== withoutTimeline(head.place)
  )
    return false;
  await movePlace(tx, head.number, place);
  return true;
}

/**
 * True if this node knows entries of the log that the database does not have: it was set back while the node ran. If
 * another node has appended since, the log is longer again, but its first entries have another root.
 */
async function hasLost(tx: Tx, head: LogHead, memory: LogMemory | null): Promise<boolean> {
  if (memory?.number !== head.number) return (memory?.number ?? 0) > head.number;
  // mutant (transparency/append): !(await followLog(memory, head, tilesOf(tx, head))) => memory.size > head.size
  return !(await followLog(memory, head, tilesOf(tx, head)));
}

interface OldPostings {
  readonly postings: readonly LoggedPosting[];
  /** The backfill has passed all postings up to this id. */
  readonly reached: string;
}

/** The next postings from before the log. */
async function nextOld(tx: Tx, head: LogHead, most: number): Promise<OldPostings> {
  const { backfilled, backfillUntil: until } = head;
  if (until === null || backfilled >= until) return { postings: [], reached: backfilled };
  const ids = (await listPostingIds(tx, backfilled, most)).filter((id) => id <= until);
  return { postings: await readPostings(tx, ids), reached: ids.length < most ? until : ids.at(-1)! };
}

/** Each posting once, without those that are in the log: the backfill and the queue overlap. */
async function notLogged(tx: Tx, { number }: LogHead, postings: readonly LoggedPosting[]) {
  const found = new Map(postings.map((posting) => [posting.id, posting]));
  if (found.size > 0)
    for (const id of (await findPlaces(tx, number, [...found.keys()])).keys()) found.delete(id);
  return [...found.values()];
}

export interface LoggedEntry {
  readonly index: number;
  readonly entry: Buffer;
  /** The hashes of the posting's entries. */
  readonly parts: readonly Buffer[];
}

/** The entry of a posting in a log; null if it is not in it. */
export async function findLogged(db: Queryable, log: number, postingId: string): Promise<LoggedEntry | null> {
  const index = (await findPlaces(db, log, [postingId])).get(postingId);
  if (index === undefined) return null;
  const [bundle] = await readBundles(db, log, [Math.floor(index / TILE_WIDTH)]);
  const position = index % TILE_WIDTH;
  const id = bundle && slices(bundle.postings, 16)[position];
  // Somebody who changes the bundle does not have to change where the posting is.
  if (!id || uuidText(id) !== postingId) return null;
  return { index, entry: slices(bundle.entries, 32)[position]!, parts: partsOf(bundle.parts)[position]! };
}

async function hashPostings(deps: AppendDeps, postings: readonly LoggedPosting[]): Promise<NewEntry[]> {
  if (postings.length === 0) return [];
  const accounts = await deps.accounts(postings.flatMap((posting) => posting.accounts));
  const entries: NewEntry[] = [];
  for (const [count, posting] of postings.entries()) {
    if (count % pace === pace - 1) await breathe();
    const parts = hashEntries(posting, accounts);
    const entry = postingHash(posting.id, posting.at.getTime(), parts);
    entries.push({ postingId: posting.id, entry, parts });
  }
  return entries;
}

/** The hashes of a posting's entries, in the order of the accounts. */
function hashEntries(posting: LoggedPosting, accounts: ReadonlyMap<bigint, KeyedAccount>): Uint8Array[] {
  const id = uuidBytes(posting.id);
  return posting.accounts.map((account, index) => {
    const { key, nameHash } = accounts.get(account)!;
    return entryHash(accountSalt(key, id), nameHash, posting.amounts[index]!, posting.balances[index]!);
  });
}
