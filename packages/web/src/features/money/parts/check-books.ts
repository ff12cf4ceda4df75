// Loads only when a player checks something: the hashes and the signature are computed here, not on the server.
import {
  decodeKey,
  isLiabilityProven,
  readCheckpoint,
  verifyPosting,
  type ExpectedEntry,
  type NoteKey,
  type PostingProof,
  type PostingVerdict,
} from '@pid/protocol/books';
import { verifyPortably } from '@pid/protocol/books/ed25519';
import { Refusal, type Reply } from '@pid/contract/client';
import { api } from '../../../kit/api/api.ts';
import { deviceStorage } from '../../../kit/platform/storage.ts';
import { compareLog, type LogState, type SeenLog, type SignedState } from './check-books-log.ts';
import { memoStart } from './check-books-memo.ts';

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
}

export interface PostingCheck {
  readonly amount: number;
  /** `early`: it is not in the log yet. */
  readonly verdict: PostingVerdict | 'early';
  /** The number of the entry in the log, from 0, and the entries of that log. Null without a proof. */
  readonly place: { readonly index: number; readonly size: number } | null;
}

/**
 * `wrong`: the proof does not lead to the published total. `early`: no daily tree is younger than the account.
 * `missing`: the last daily tree should contain the account, but the service has no proof of it.
 */
export type BalanceCheck =
  | { readonly verdict: 'proven' | 'wrong'; readonly amount: number; readonly date: string }
  | { readonly verdict: 'early' }
  | { readonly verdict: 'missing'; readonly date: string };

export interface BooksCheck {
  readonly postings: readonly PostingCheck[];
  readonly balance: BalanceCheck;
  /** Null before the first entry of the log. */
  readonly log: LogCheck | null;
  /** The transaction whose memo must begin with this text. Null if the total is not on the chain yet, or wrong. */
  readonly anchor: { readonly signature: string; readonly memo: string } | null;
  /** Everything that a verifier without PID needs. */
  readonly file: File;
}

const STORAGE_KEY = 'pid:log';

function readSeen(text: string | null): readonly SeenLog[] {
  const seen = attempt<unknown>(() => JSON.parse(text ?? '[]'));
  return Array.isArray(seen) ? (seen as readonly SeenLog[]) : [];
}

async function fetchFromLog(path: string): Promise<Response> {
  const response = await fetch(`/log/${path}`);
  if (!response.ok) throw new Error(`The log has no ${path}`);
  return response;
}

const reader = {
  fetchTile: async (path: string) => new Uint8Array(await (await fetchFromLog(path)).arrayBuffer()),
  fetchPrevious: async () => (await fetchFromLog('previous')).text(),
};

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

/** Checks the signature of the log, and that nothing was removed or changed since this device looked last. */
export async function checkLog(given: SignedState): Promise<LogCheck> {
  const stored = deviceStorage.get(STORAGE_KEY);
  const { state, seen } = await compareLog(given, readSeen(stored), reader);
  // Another tab may have seen a later state in the meantime.
  if (state !== 'unsigned' && deviceStorage.get(STORAGE_KEY) === stored)
    deviceStorage.set(STORAGE_KEY, JSON.stringify(seen));
  return { origin: nameOf(given.key), size: sizeOf(given.checkpoint), state };
}

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

/** Checks every checkpoint, because a proof could come from another version of the log. Returns the worst result. */
async function checkLogs(key: string, checkpoints: ReadonlySet<string>): Promise<LogCheck | null> {
  let worst: LogCheck | null = null;
  for (const checkpoint of [...checkpoints].toSorted((left, right) => sizeOf(left) - sizeOf(right))) {
    const check = await checkLog({ key, checkpoint });
    if (!worst || STATES.indexOf(check.state) >= STATES.indexOf(worst.state)) worst = check;
  }
  return worst;
}

async function unless<T, U>(status: number, reading: Promise<T>, otherwise: U): Promise<T | U> {
  return reading.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === status) return otherwise;
    throw error;
  });
}

/** `early` if it is not in the log yet; null if the service denies the posting. */
async function readPostingProof(id: string): Promise<PostingProof | 'early' | null> {
  const proof = unless(409, api.call('getPostingProof', { id }), 'early' as const);
  return (await unless(404, proof, null)) as PostingProof | 'early' | null;
}

type Books = Reply<'getTransparency'>;
type Liability = Reply<'getLiabilityProof'> | null;

const readLiability = (): Promise<Liability> => unless(409, api.call('getLiabilityProof', {}), null);

/** Reads the proof of the balance and what is published for everyone, of the same day. */
async function readTotals(): Promise<{ books: Books; liability: Liability }> {
  const liability = await readLiability();
  const books = await api.call('getTransparency', {});
  // A tree was published between the two calls.
  const isOld = books.liabilities && liability && liability.date < books.liabilities.date;
  return { books, liability: isOld ? await readLiability() : liability };
}

const dayMillis = 86_400_000;

/** Whether the player has entries from before the day of a tree. */
async function isOlderThan(date: string): Promise<boolean> {
  const to = new Date(Date.parse(date) - dayMillis).toISOString().slice(0, 10);
  return (await api.call('getStatement', { to, limit: 1 })).items.length > 0;
}

async function checkBalance(
  { liabilities }: Books,
  liability: Liability,
  pid: string,
): Promise<BalanceCheck> {
  if (liability) {
    const isProven = liabilities !== null && isLiabilityProven(liability, pid, liabilities);
    return { verdict: isProven ? 'proven' : 'wrong', amount: liability.balance, date: liability.date };
  }
  return liabilities && (await isOlderThan(liabilities.date))
    ? { verdict: 'missing', date: liabilities.date }
    : { verdict: 'early' };
}

function checkPosting(
  proof: PostingProof | 'early' | null,
  { id, amount, balanceAfter }: ShownEntry,
  name: string,
  key: NoteKey | null,
): PostingCheck {
  if (proof === 'early') return { amount, verdict: 'early', place: null };
  if (proof === null || id === null || key === null) return { amount, verdict: 'wrong', place: null };
  const expected: ExpectedEntry = { id, name, amount, balanceAfter };
  const verdict = verifyPosting(proof, expected, key, verifyPortably);
  const place = verdict === 'wrong' ? null : { index: proof.index, size: sizeOf(proof.checkpoint) };
  return { amount, verdict, place };
}

/** Checks the entries of a receipt and the balance of the last day. */
export async function checkBooks(receiptId: string, shown: readonly ShownEntry[]): Promise<BooksCheck> {
  const [{ pid }, ...proofs] = await Promise.all([
    api.call('getIdentity', {}),
    ...shown.map(({ id }) => (id === null ? null : readPostingProof(id))),
  ]);
  const { books, liability } = await readTotals();
  const { key, checkpoint, anchor } = books;
  const postings = proofs.flatMap((proof) => (proof === null || proof === 'early' ? [] : proof));
  const notes = new Set([
    ...postings.map((proof) => proof.checkpoint),
    ...(checkpoint === null ? [] : [checkpoint]),
  ]);
  const balance = await checkBalance(books, liability, pid);
  const saved = { key, name: pid, postings, liability, anchor };
  return {
    postings: shown.map((entry, index) => checkPosting(proofs[index]!, entry, pid, keyOf(key))),
    balance,
    log: key === null ? null : await checkLogs(key, notes),
    anchor:
      anchor && liability && balance.verdict === 'proven'
        ? { signature: anchor.signature, memo: memoStart(liability) }
        : null,
    file: new File([JSON.stringify(saved, null, 2)], `pid-proof-${receiptId}.json`, {
      type: 'application/json',
    }),
  };
}
