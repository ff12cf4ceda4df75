// Loads only when a player checks something: the hashes and the signature are computed here, not on the server.
import {
  decodeKey,
  fetchRestarts,
  followRestarts,
  fromBase64,
  isLiabilityProven,
  liabilityMemo,
  readCheckpoint,
  toBase64,
  verifyPosting,
  type ExpectedEntry,
  type FetchFromLog,
  type NoteKey,
  type PostingProof,
  type PostingVerdict,
} from '@pid/protocol/books';
import { Refusal, type Reply } from '@pid/contract/client';
import { systemClock } from '../../../kit/platform/clock.ts';
import { compareLog, type LogState, type SeenLog } from './check-books-log.ts';
import { LOG_KEY, readSeenBooks, TOTAL_KEY, type Device, type SeenBooks } from './this-device.ts';

export interface LogCheck {
  readonly origin: string;
  readonly size: number;
  readonly state: LogState;
}

/** An entry of the player, as the receipt shows it. */
export interface ShownEntry {
  /** Id of the posting. Null if the statement has no entry that agrees with the receipt. */
  readonly id: string | null;
  readonly amount: number;
  readonly balanceAfter?: number;
  readonly createdAt: string;
}

export interface PostingCheck {
  readonly amount: number;
  /**
   * `early`: it is not in the log yet. `missing`: nor is it after a day. `lost`: the service says that its key of the
   * account was lost.
   */
  readonly verdict: PostingVerdict | 'early' | 'missing' | 'lost';
  /** The number of the entry in the log, from 0, and the entries of that log. Null without a proof. */
  readonly place: { readonly index: number; readonly size: number } | null;
  /** When the key was lost. */
  readonly since?: string;
}

/**
 * `wrong`: the proof does not lead to the published total. `less`: it has less than the statement. `early`: no daily tree is younger than the account.
 * `missing`: the last daily tree should contain the account, but the service has no proof of it. `lost`: the service
 * says that its key of the account was lost on that day. `unpublished`: that day has the last total, or should have one.
 */
export type BalanceCheck =
  | { readonly verdict: 'proven' | 'wrong' | 'less'; readonly amount: number; readonly date: string }
  | { readonly verdict: 'early' }
  | { readonly verdict: 'missing' | 'lost' | 'unpublished'; readonly date: string };

/**
 * - `memo`: the transaction has another memo.
 * - `log`: the log does not contain the checkpoint of the memo.
 * - `changed`: this device has seen another total of the same day, or that of a later day.
 */
export type TotalFault = 'memo' | 'log' | 'changed';

/** The last total, and the transaction whose memo must be this text. */
export interface AnchorCheck {
  /** Null if the total is not on the chain yet. */
  readonly signature: string | null;
  readonly memo: string;
  readonly faults: readonly TotalFault[];
}

export interface BooksCheck {
  readonly postings: readonly PostingCheck[];
  readonly balance: BalanceCheck;
  /** Null before the first entry of the log. */
  readonly log: LogCheck | null;
  /** Null if nothing is published yet, or the balance is not part of it. */
  readonly anchor: AnchorCheck | null;
  /** Everything that a verifier without PID needs. */
  readonly file: File;
}

function readSeenLogs(text: string | null): readonly SeenLog[] {
  const seen = attempt<unknown>(() => JSON.parse(text ?? '[]'));
  return Array.isArray(seen) ? (seen as readonly SeenLog[]) : [];
}

const fetchFromLog =
  ({ fetch }: Device): FetchFromLog =>
  async (path) => {
    const response = await fetch(`/${path}`);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    if (response.status === 404) return null;
    throw new Refusal(response, null);
  };

/** Remembers what a check has seen, unless another tab has seen something in the meantime. */
function remember({ storage }: Device, key: string, before: string | null, now: string): void {
  if (storage.get(key) === before) storage.set(key, now);
}

/** Null if the text has another form. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const keyOf = (text: string | null) => attempt(() => decodeKey(text ?? ''));
const nameOf = (key: string) => keyOf(key)?.name ?? '';
const sizeOf = (note: string) => attempt(() => readCheckpoint(note).size) ?? 0;

/** From good to bad. */
const STATES: readonly LogState[] = [
  'continued',
  'restarted',
  'first',
  'unlinked',
  'rekeyed',
  'unsigned',
  'broken',
];

/**
 * Checks the signatures of the log, and that nothing was removed or changed since this device looked last. Checks every
 * checkpoint, because a proof could come from another version of the log. Returns the worst result.
 */
async function checkLog(
  device: Device,
  key: string,
  checkpoints: readonly string[],
  before: SeenBooks,
): Promise<LogCheck | null> {
  let worst: LogCheck | null = null;
  let seen = readSeenLogs(before.log);
  const ascending = [...new Set(checkpoints)].toSorted((left, right) => sizeOf(left) - sizeOf(right));
  for (const checkpoint of ascending) {
    const compared = await compareLog({ key, checkpoint }, seen, fetchFromLog(device));
    seen = compared.seen;
    if (!worst || STATES.indexOf(compared.state) >= STATES.indexOf(worst.state))
      worst = { origin: nameOf(key), size: sizeOf(checkpoint), state: compared.state };
  }
  remember(device, LOG_KEY, before.log, JSON.stringify(seen));
  return worst;
}

/** The proof, or why there is none: `denied` if the caller has no such posting. */
type Read<T> = T | { readonly none: 'early' | 'denied' } | { readonly none: 'lost'; readonly since: string };

async function readProof<T>(reading: Promise<T>): Promise<Read<T>> {
  return reading.catch((error: unknown): Read<T> => {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'proof_key_lost') return { none: 'lost', since: error.context['since'] ?? '' };
    if (error.code === 'proof_not_ready') return { none: 'early' };
    if (error.status === 404) return { none: 'denied' };
    throw error;
  });
}

const readPostingProof = ({ api }: Device, id: string) =>
  readProof(api.call('getPostingProof', { id }) as Promise<PostingProof>);

type Books = Reply<'getTransparency'>;
type Liability = Read<Reply<'getLiabilityProof'>>;

const readLiability = ({ api }: Device): Promise<Liability> => readProof(api.call('getLiabilityProof', {}));

/** Reads the proof of the balance and what is published for everyone, of the same day. */
async function readTotals(device: Device): Promise<{ books: Books; liability: Liability }> {
  const liability = await readLiability(device);
  const books = await device.api.call('getTransparency', {});
  // A tree was published between the two calls.
  const isOld = books.liabilities && 'date' in liability && liability.date < books.liabilities.date;
  return { books, liability: isOld ? await readLiability(device) : liability };
}

const dayMillis = 86_400_000;
const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10);

const daysBefore = (date: string, days: number) => dayOf(Date.parse(date) - days * dayMillis);

/** Whether the player has entries from before a tree. A day of the statement can end half a day after that of a tree. */
async function isOlderThan({ api }: Device, date: string): Promise<boolean> {
  return (await api.call('getStatement', { to: daysBefore(date, 2), limit: 1 })).items.length > 0;
}

const ENTRIES_MAX = 100;
/** Clocks of the nodes and of the database differ by less. */
const CLOCKS_MILLIS = 5 * 60_000;

/** The lowest balance of the statement while a tree was built; 0 if the newest entries do not say it. */
async function lowestBalance({ api }: Device, at: string): Promise<number> {
  const { items } = await api.call('getStatement', { limit: ENTRIES_MAX });
  const millis = Date.parse(at);
  const until = items.filter(({ createdAt }) => Date.parse(createdAt) <= millis + CLOCKS_MILLIS);
  const last = until.findIndex(({ createdAt }) => Date.parse(createdAt) < millis - CLOCKS_MILLIS);
  return last < 0 ? 0 : Math.min(...until.slice(0, last + 1).map((entry) => entry.balanceAfter));
}

async function checkBalance(
  device: Device,
  { liabilities }: Books,
  liability: Liability,
  pid: string,
): Promise<BalanceCheck> {
  const expected = dayOf(systemClock.now() - 2 * dayMillis);
  if ((liabilities?.date ?? '') < expected && (await isOlderThan(device, expected)))
    return { verdict: 'unpublished', date: liabilities?.date ?? expected };
  if (!('none' in liability)) {
    const isProven =
      liabilities !== null &&
      // With another moment, the balance would be compared with that of another day.
      liabilities.at.startsWith(liabilities.date) &&
      isLiabilityProven(liability, pid, liabilities);
    const { balance: amount, date } = liability;
    if (!isProven) return { verdict: 'wrong', amount, date };
    return {
      verdict: amount < (await lowestBalance(device, liabilities.at)) ? 'less' : 'proven',
      amount,
      date,
    };
  }
  if (liability.none === 'lost') return { verdict: 'lost', date: liability.since };
  return liabilities && (await isOlderThan(device, liabilities.date))
    ? { verdict: 'missing', date: liabilities.date }
    : { verdict: 'early' };
}

function checkPosting(
  proof: Read<PostingProof> | null,
  { id, amount, balanceAfter, createdAt }: ShownEntry,
  name: string,
  key: NoteKey | null,
): PostingCheck {
  const none = { amount, verdict: 'wrong', place: null } as const;
  if (proof === null || id === null) return none;
  if ('none' in proof) {
    if (proof.none === 'lost') return { ...none, verdict: 'lost', since: proof.since };
    if (proof.none === 'denied') return none;
    // Entries are appended within seconds, so one that was never appended would be early for ever.
    const isOld = systemClock.now() - Date.parse(createdAt) > dayMillis;
    return { ...none, verdict: isOld ? 'missing' : 'early' };
  }
  if (key === null) return none;
  const expected: ExpectedEntry = { id, name, amount, balanceAfter };
  const verdict = verifyPosting(proof, expected, key);
  const place = verdict === 'wrong' ? null : { index: proof.index, size: sizeOf(proof.checkpoint) };
  return { amount, verdict, place };
}

/** Whether a memo follows from the last one that this device has seen: each day has one, which begins with the date. */
function isNextTotal(memo: string, seen: string | null): boolean {
  const dayIn = (text: string) => text.split(' ')[1] ?? '';
  return seen === null || seen === memo || dayIn(seen) < dayIn(memo);
}

/** Computes the memo of the last tree and compares it with that of the chain, with the log, and with what this device has seen. */
async function checkAnchor(
  device: Device,
  { checkpoint, liabilities, anchor }: Books,
  before: SeenBooks,
): Promise<AnchorCheck | null> {
  if (!liabilities) return null;
  const root = attempt(() => fromBase64(liabilities.root)) ?? new Uint8Array();
  const old = attempt(() => readCheckpoint(liabilities.checkpoint ?? ''));
  const memo = liabilityMemo({ ...liabilities, root });
  const isInLog =
    liabilities.checkpoint === null ||
    (old !== null &&
      checkpoint !== null &&
      // The signature of this checkpoint is checked with the log. Logs before it can have other keys.
      (await followRestarts(old, checkpoint, null, fetchFromLog(device))));
  const isAnchored = anchor === null || anchor.memo === memo;
  const faults = [
    ...(isAnchored ? [] : (['memo'] as const)),
    ...(isInLog ? [] : (['log'] as const)),
    ...(isNextTotal(memo, before.total) ? [] : (['changed'] as const)),
  ];
  if (faults.length === 0) remember(device, TOTAL_KEY, before.total, memo);
  return { signature: anchor?.signature ?? null, memo, faults };
}

/** Checks what everyone can see. `before` was read before the books. */
export async function checkPublished(
  device: Device,
  books: Books,
  before: SeenBooks,
): Promise<{ readonly log: LogCheck | null; readonly anchor: AnchorCheck | null }> {
  const { key, checkpoint } = books;
  const log = key === null || checkpoint === null ? null : await checkLog(device, key, [checkpoint], before);
  return { log, anchor: await checkAnchor(device, books, before) };
}

/** How the log began, if another one came before. The key of that one verifies this one. */
async function readRestarts(device: Device, checkpoint: string | null) {
  const restarts = checkpoint === null ? [] : await fetchRestarts(checkpoint, fetchFromLog(device));
  return restarts.map(({ path, ...restart }) => ({ ...restart, path: path.map((hash) => toBase64(hash)) }));
}

/** Checks entries of the player, and the balance of the last day. */
export async function checkBooks(
  device: Device,
  name: string,
  shown: readonly ShownEntry[],
): Promise<BooksCheck> {
  const before = readSeenBooks(device);
  const [{ pid }, ...proofs] = await Promise.all([
    device.api.call('getIdentity', {}),
    ...shown.map(({ id }) => (id === null ? null : readPostingProof(device, id))),
  ]);
  const { books, liability } = await readTotals(device);
  const { key, checkpoint, anchor, liabilities } = books;
  const postings = proofs.flatMap((proof) => (proof === null || 'none' in proof ? [] : proof));
  const checkpoints = [
    ...postings.map((proof) => proof.checkpoint),
    ...(checkpoint === null ? [] : [checkpoint]),
  ];
  const balance = await checkBalance(device, books, liability, pid);
  const saved = {
    key,
    name: pid,
    postings,
    liability: 'none' in liability ? null : liability,
    anchor: anchor && { ...anchor, checkpoint: liabilities?.checkpoint },
    restarts: await readRestarts(device, checkpoint),
  };
  return {
    postings: shown.map((entry, index) => checkPosting(proofs[index]!, entry, pid, keyOf(key))),
    balance,
    log: key === null ? null : await checkLog(device, key, checkpoints, before),
    anchor: balance.verdict === 'proven' ? await checkAnchor(device, books, before) : null,
    file: new File([JSON.stringify(saved, null, 2)], `pid-proof-${name}.json`, {
      type: 'application/json',
    }),
  };
}
