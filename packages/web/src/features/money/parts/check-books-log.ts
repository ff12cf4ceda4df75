import {
  decodeKey,
  followLog,
  followRestarts,
  openCheckpoint,
  type FetchFromLog,
  type SignedCheckpoint,
} from '@pid/protocol/books';

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
 * - `restarted`: a new log, which begins with a checkpoint that contains everything that this device has seen.
 * - `unlinked`: a new log, which is not proven to follow from the one that this device has seen.
 * - `rekeyed`: the log continues with another key, which the key before does not confirm.
 * - `broken`: entries that this device has seen are missing or changed.
 */
export type LogState = 'unsigned' | 'first' | 'continued' | 'restarted' | 'unlinked' | 'rekeyed' | 'broken';

/** Null if the key has not signed it. */
function open({ key, checkpoint }: SignedState): SignedCheckpoint | null {
  try {
    return openCheckpoint(checkpoint, decodeKey(key));
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
  fetch: FetchFromLog,
): Promise<{ readonly state: LogState; readonly seen: readonly SeenLog[] }> {
  const next = open(given);
  if (!next) return { state: 'unsigned', seen };
  const { origin } = next;
  const others = seen.filter((each) => each.origin !== origin);
  const known = seen.find((each) => each.origin === origin);
  const last = seen.findLast(({ isLinked }) => isLinked);
  if (!last) return { state: 'first', seen: [{ ...given, origin, isLinked: true }] };
  if (!known) {
    const isLinked = await follows(last, given, fetch);
    return {
      state: isLinked ? 'restarted' : 'unlinked',
      seen: [...others, { ...given, origin, isLinked }],
    };
  }
  // This device has seen the log that follows it, so it has ended.
  if (known.isLinked && known !== last) return { state: 'broken', seen };
  const old = open(known);
  if (!old || !(await followLog(old, next, fetch))) return { state: 'broken', seen };
  // For 30 days after a change, the key before signs a text that names the new one.
  const confirmed = open({ key: known.key, checkpoint: given.checkpoint });
  if (!confirmed || (given.key !== known.key && confirmed.newKey !== given.key))
    return { state: 'rekeyed', seen };
  const isLinked = known.isLinked || (await follows(last, given, fetch));
  return {
    state: isLinked ? 'continued' : 'unlinked',
    seen: [...others, { ...given, origin, isLinked }],
  };
}

/** Whether restarts lead from a state that this device has seen to another log, signed by the same key. */
async function follows(known: SeenLog, { checkpoint }: SignedState, fetch: FetchFromLog): Promise<boolean> {
  const old = open(known);
  if (!old) return false;
  return followRestarts(old, checkpoint, decodeKey(known.key).publicKey, fetch);
}
