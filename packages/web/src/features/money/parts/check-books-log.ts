import {
  decodeKey,
  followLog,
  leafHash,
  openCheckpoint,
  restartHash,
  toBase64,
  type SignedCheckpoint,
} from '@pid/protocol/books';
import { verifyPortably } from '@pid/protocol/books/ed25519';

/** A state of a log, and the key that has signed it. */
export interface SignedState {
  readonly key: string;
  readonly checkpoint: string;
}

/** The last state of a log that this device has seen. */
export interface SeenLog extends SignedState {
  readonly origin: string;
  /** Whether the log is proven to follow from the first one that this device has seen. */
  readonly isLinked: boolean;
}

/**
 * - `unsigned`: the key has not signed the state.
 * - `first`: this device has seen no log before.
 * - `continued`: the log contains everything that this device has seen.
 * - `restarted`: a new log, which names the last state that this device has seen.
 * - `unlinked`: a new log, which is not proven to follow from the one that this device has seen.
 * - `rekeyed`: the log continues with another key, which the key before does not confirm.
 * - `broken`: entries that this device has seen are missing or changed.
 */
export type LogState = 'unsigned' | 'first' | 'continued' | 'restarted' | 'unlinked' | 'rekeyed' | 'broken';

export interface LogReader {
  fetchTile(path: string): Promise<Uint8Array>;
  /** The last checkpoint of the log before this one. Throws if there is none. */
  fetchPrevious(): Promise<string>;
}

/** Null if the key has not signed it. */
function open({ key, checkpoint }: SignedState): SignedCheckpoint | null {
  try {
    return openCheckpoint(checkpoint, decodeKey(key), verifyPortably);
  } catch {
    return null;
  }
}

/**
 * Compares a state of the log with what the device has seen. Returns what it has seen now: a state is replaced
 * only by one that is proven to follow from it.
 */
export async function compareLog(
  given: SignedState,
  seen: readonly SeenLog[],
  reader: LogReader,
): Promise<{ readonly state: LogState; readonly seen: readonly SeenLog[] }> {
  const next = open(given);
  if (!next) return { state: 'unsigned', seen };
  const { origin } = next;
  const others = seen.filter((each) => each.origin !== origin);
  const known = seen.find((each) => each.origin === origin);
  if (!known) {
    const isLinked = seen.length === 0 || (await isRestart(next, others, reader));
    const state = seen.length === 0 ? 'first' : isLinked ? 'restarted' : 'unlinked';
    return { state, seen: [...others, { ...given, origin, isLinked }] };
  }
  const old = open(known);
  if (!old || !(await followLog(old, next, (path) => reader.fetchTile(path)).catch(() => false)))
    return { state: 'broken', seen };
  // The service signs with the key before for 30 days after a change.
  if (!open({ key: known.key, checkpoint: given.checkpoint })) return { state: 'rekeyed', seen };
  const isLinked = known.isLinked || (await isRestart(next, others, reader));
  return {
    state: isLinked ? 'continued' : 'unlinked',
    seen: [...others, { ...given, origin, isLinked }],
  };
}

/**
 * Whether the first entry of a log is the hash of the last checkpoint of another log, and that checkpoint is the
 * state that this device has seen. The tiles of the other log are gone, so a later state of it proves nothing.
 */
async function isRestart(
  next: SignedCheckpoint,
  seen: readonly SeenLog[],
  reader: LogReader,
): Promise<boolean> {
  try {
    const checkpoint = await reader.fetchPrevious();
    const isSeen = seen.some((each) => {
      const [old, previous] = [open(each), open({ key: each.key, checkpoint })];
      if (!old || !previous) return false;
      return each.isLinked && old.size === previous.size && toBase64(old.root) === toBase64(previous.root);
    });
    const first = { size: 1, root: leafHash(restartHash(checkpoint)) };
    return isSeen && (await followLog(first, next, (path) => reader.fetchTile(path)));
  } catch {
    return false;
  }
}
