// Loads only when a player checks something: the hashes and the signature are computed here, not on the server.
import {
  decodeKey,
  followLog,
  isLiabilityProven,
  isPostingProven,
  openCheckpoint,
  type PostingProof,
  type SignedCheckpoint,
} from '@pid/protocol/books';
import { verifyPortably } from '@pid/protocol/books/ed25519';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../kit/api/api.ts';
import { deviceStorage } from '../../../kit/platform/storage.ts';

export interface LogCheck {
  readonly origin: string;
  readonly size: number;
  /** The key has signed the state of the log. */
  readonly isSigned: boolean;
  /** The log still contains everything that this device has seen. */
  readonly isContinued: boolean;
}

export interface BooksCheck extends LogCheck {
  /** Null if it is not in the log yet. */
  readonly posting: { readonly isProven: boolean; readonly index: number } | null;
  /** Null before the first daily tree with this account. */
  readonly balance: { readonly isProven: boolean; readonly amount: number; readonly date: string } | null;
  /** Everything that a verifier without PID needs. */
  readonly file: File;
}

const STORAGE_KEY = 'pid:log';

/** The last state that this device has seen, with the key that signed it. */
interface Seen {
  readonly key: string;
  readonly checkpoint: string;
}

function readSeen(): Seen | null {
  try {
    return JSON.parse(deviceStorage.get(STORAGE_KEY) ?? 'null') as Seen | null;
  } catch {
    return null;
  }
}

async function fetchTile(path: string): Promise<Uint8Array> {
  const response = await fetch(`/log/${path}`);
  if (!response.ok) throw new Error(`The tile ${path} is missing`);
  return new Uint8Array(await response.arrayBuffer());
}

async function isContinuation(checkpoint: SignedCheckpoint, key: string): Promise<boolean> {
  const seen = readSeen();
  if (seen === null) return true;
  const old = openCheckpoint(seen.checkpoint, decodeKey(seen.key), verifyPortably);
  // After a restore a log with another name begins; the page names it.
  if (old === null || old.origin !== checkpoint.origin || seen.key !== key) return true;
  return followLog(old, checkpoint, fetchTile).catch(() => false);
}

/** Checks the signature of the log, and that nothing was removed or changed since this device looked last. */
export async function checkLog({
  key,
  checkpoint,
}: {
  readonly key: string;
  readonly checkpoint: string;
}): Promise<LogCheck> {
  const opened = openCheckpoint(checkpoint, decodeKey(key), verifyPortably);
  const origin = decodeKey(key).name;
  if (!opened) return { origin, size: 0, isSigned: false, isContinued: false };
  const isContinued = await isContinuation(opened, key);
  if (isContinued) deviceStorage.set(STORAGE_KEY, JSON.stringify({ key, checkpoint } satisfies Seen));
  return { origin, size: opened.size, isSigned: true, isContinued };
}

async function unlessEarly<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 409) return null;
    throw error;
  });
}

/** Checks one posting of the player and the balance of the last day. */
export async function checkBooks(postingId: string): Promise<BooksCheck> {
  const [{ key }, { pid }, postingProof, liability] = await Promise.all([
    api.call('getTransparency', {}),
    api.call('getIdentity', {}),
    unlessEarly(api.call('getPostingProof', { id: postingId })),
    unlessEarly(api.call('getLiabilityProof', {})),
  ]);
  const posting = postingProof as PostingProof | null;
  const checkpoint = posting?.checkpoint ?? (await api.call('getTransparency', {})).checkpoint;
  const log =
    key !== null && checkpoint !== null
      ? await checkLog({ key, checkpoint })
      : { origin: '', size: 0, isSigned: false, isContinued: true };
  const saved = { key, name: pid, posting, liability };
  return {
    ...log,
    posting:
      posting && key !== null
        ? { isProven: isPostingProven(posting, decodeKey(key), verifyPortably), index: posting.index }
        : null,
    balance: liability && {
      isProven: isLiabilityProven(liability, pid),
      amount: liability.balance,
      date: liability.date,
    },
    file: new File([JSON.stringify(saved, null, 2)], `pid-proof-${postingId}.json`, {
      type: 'application/json',
    }),
  };
}
