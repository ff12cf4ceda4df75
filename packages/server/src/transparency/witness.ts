import {
  cosignatureLine,
  cosignedText,
  decodeKey,
  encodeKey,
  followLog,
  followRestarts,
  openCheckpoint,
  readCheckpoint,
  signerFrom,
  TileError,
  type NoteKey,
  type SignedCheckpoint,
} from '@pid/protocol/books';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { readBounded } from '../platform/read-bounded.ts';

/** What a witness keeps in its file. */
export interface WitnessState {
  readonly name: string;
  /** The seed of its signing key, in base64. */
  readonly seed: string;
  /** The key of the log; null before the first run. */
  readonly key: string | null;
  /** The last checkpoint that it has verified, as the log signed it. */
  readonly seen: string | null;
  /** The same with the signature of the witness. */
  readonly cosigned: string | null;
  /**
   * A checkpoint that does not continue `seen`, or has another origin. Nothing is read or signed any more: another
   * checkpoint would replace the evidence.
   */
  readonly fork: string | null;
}

/** The log is not what the witness saw before, or cannot be verified. `state` has the evidence of a fork. */
export class WitnessError extends Error {
  override readonly name: string = 'WitnessError';
  readonly state: WitnessState | null;

  constructor(message: string, state: WitnessState | null = null, options?: ErrorOptions) {
    super(message, options);
    this.state = state;
  }
}

/** The service did not respond, or could not. It says nothing about the log. */
export class UnreachableError extends WitnessError {
  override readonly name = 'UnreachableError';
}

/** The service has no such page. */
class MissingError extends WitnessError {
  override readonly name = 'MissingError';
}

const signerOf = ({ seed }: WitnessState) => signerFrom(Buffer.from(seed, 'base64'));

/** The key that verifies the signatures of the witness. */
export function witnessKey(state: WitnessState): NoteKey {
  return { name: state.name, publicKey: signerOf(state).publicKey, type: 4 };
}

export function newWitness(name: string, ids: Pick<Ids, 'bytes'>): WitnessState {
  const seed = ids.bytes(32).toString('base64');
  return { name, seed, key: null, seen: null, cosigned: null, fork: null };
}

interface WitnessDeps {
  readonly url: URL;
  /** The key of the log on the first run. */
  readonly key: string | undefined;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
}

/**
 * Reads the checkpoint, verifies that it continues the last one, and co-signs it. After a rotation of the log's key, the
 * new state has the new key if the key before has signed a checkpoint that names it. After a restart of the log, the new log must
 * begin with a checkpoint that continues the last one, and be signed by the same key.
 */
export async function witnessOnce(state: WitnessState, deps: WitnessDeps): Promise<WitnessState> {
  if (state.fork !== null) throw forkOf({ ...state, fork: state.fork });
  return witnessLog(state, deps).catch((error: unknown) => {
    if (!(error instanceof TileError)) throw error;
    throw new UnreachableError(`${deps.url.href}${error.message}`, null, { cause: error });
  });
}

async function witnessLog(state: WitnessState, deps: WitnessDeps): Promise<WitnessState> {
  const read = reader(deps);
  const note = (await read('log/checkpoint')).toString();
  const key = await keyFor(note, state, deps, read);
  const checkpoint = opened(note, key);
  const old = state.seen === null ? null : readCheckpoint(state.seen);
  if (old?.origin === checkpoint.origin && !(await followLog(old, checkpoint, read)))
    throw forkOf({ ...state, fork: note });
  const atSeconds = Math.floor(deps.clock.nowMillis() / 1000);
  const signature = signerOf(state).sign(cosignedText(checkpoint.body, atSeconds));
  const line = cosignatureLine(witnessKey(state), atSeconds, signature);
  return {
    ...state,
    key: followRotation(note, checkpoint, key),
    seen: note,
    cosigned: `${note}${line}`,
    fork: null,
  };
}

/** The key of the log that the service shows now: after a restart, the known one under the name of the new log. */
async function keyFor(note: string, state: WitnessState, deps: WitnessDeps, read: Read): Promise<string> {
  const key = state.key ?? deps.key ?? (await servedKey(read));
  const old = state.seen === null ? null : readCheckpoint(state.seen);
  if (!old || originOf(note) === old.origin) return key;
  const { publicKey } = decodeKey(key);
  const unlessMissing = async (path: string) =>
    read(path).catch((error: unknown) => {
      if (error instanceof MissingError) return null;
      throw error;
    });
  if (!(await followRestarts(old, note, publicKey, unlessMissing)))
    throw forkOf({ ...state, key, fork: note });
  return encodeKey({ name: originOf(note), publicKey, type: 1 });
}

function originOf(note: string): string {
  try {
    return readCheckpoint(note).origin;
  } catch (cause) {
    throw new WitnessError('The checkpoint cannot be read.', null, { cause });
  }
}

type Read = (path: string) => Promise<Buffer>;

const answerMillisMax = 60_000;
/** A tile has at most 8 KiB. */
const answerBytesMax = 64 * 1024;

function reader({ url, fetch }: WitnessDeps): Read {
  return async (path) => {
    const lost = (cause: unknown) => {
      throw new UnreachableError(`${url.href} does not respond.`, null, { cause });
    };
    const signal = AbortSignal.timeout(answerMillisMax);
    const response = await fetch(new URL(path, url), { signal }).catch(lost);
    const refusal = `${url.href}${path} is ${response.status}.`;
    if (response.status >= 500 || response.status === 429) throw new UnreachableError(refusal);
    if (!response.ok) throw new MissingError(refusal);
    const body = await readBounded(response, answerBytesMax).catch(lost);
    if (!body) throw new WitnessError(`${url.href}${path} is longer than anything of a log.`);
    return body;
  };
}

/** The key that the service names. */
async function servedKey(read: Read): Promise<string> {
  const text = (await read('v1/transparency')).toString();
  try {
    const { key } = JSON.parse(text) as { key: string };
    decodeKey(key);
    return key;
  } catch (cause) {
    throw new WitnessError('The service does not name a key of its log.', null, { cause });
  }
}

/**
 * While a replaced key signs beside the new one, returns the new one, which the signed text names: a key that only stands
 * beside the signature could be that of somebody between the service and the witness.
 */
function followRotation(note: string, { newKey }: SignedCheckpoint, key: string): string {
  return newKey !== undefined && openCheckpoint(note, decodeKey(newKey)) ? newKey : key;
}

function opened(note: string, key: string): SignedCheckpoint {
  const { name } = decodeKey(key);
  const origin = originOf(note);
  if (origin !== name) throw new WitnessError(`The log is ${origin}, but the key is that of ${name}.`);
  const checkpoint = openCheckpoint(note, decodeKey(key));
  if (checkpoint) return checkpoint;
  throw new WitnessError(
    'The key has not signed the checkpoint. If the operator has published another key, begin with another state file and that key.',
  );
}

/** The error of a fork, with both checkpoints. */
function forkOf(state: WitnessState & { readonly fork: string }): WitnessError {
  const [old, next] = [state.seen === null ? null : readCheckpoint(state.seen), readCheckpoint(state.fork)];
  const reason =
    old?.origin === next.origin
      ? `the log of ${next.size} entries does not continue that of ${old.size} entries.`
      : `the log is now ${next.origin}, which does not begin with a checkpoint that continues that of ${old?.size} entries. The operator must say why.`;
  return new WitnessError(
    `FORK: ${reason} The state file has both checkpoints: keep it as evidence. To witness the log again, begin with another state file.\n\n${state.seen ?? ''}\n${state.fork}`,
    state,
  );
}
