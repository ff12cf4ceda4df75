import {
  cosignatureLine,
  cosignedText,
  decodeKey,
  followLog,
  openCheckpoint,
  readCheckpoint,
  type SignedCheckpoint,
} from '@pid/protocol/books';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { signerFrom, verifyEd25519 } from './signer.ts';

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
 * new state has the new key if the key before has signed the same checkpoint.
 */
export async function witnessOnce(state: WitnessState, deps: WitnessDeps): Promise<WitnessState> {
  if (state.fork !== null) throw forkOf({ ...state, fork: state.fork });
  const read = reader(deps);
  const key = state.key ?? deps.key ?? (await servedKey(read));
  const note = (await read('log/checkpoint')).toString();
  const checkpoint = opened(note, key, state);
  const old = state.seen === null ? null : readCheckpoint(state.seen);
  if (old && !(await followLog(old, checkpoint, (path) => read(`log/${path}`))))
    throw forkOf({ ...state, fork: note });
  const signer = signerFrom(Buffer.from(state.seed, 'base64'));
  const atSeconds = Math.floor(deps.clock.nowMillis() / 1000);
  const line = cosignatureLine(
    { name: state.name, publicKey: signer.publicKey, type: 4 },
    atSeconds,
    signer.sign(cosignedText(checkpoint.body, atSeconds)),
  );
  return {
    ...state,
    key: await followRotation(read, { note, checkpoint, key }),
    seen: note,
    cosigned: `${note}${line}`,
    fork: null,
  };
}

type Read = (path: string) => Promise<Buffer>;

function reader({ url, fetch }: WitnessDeps): Read {
  return async (path) => {
    const lost = (cause: unknown) => {
      throw new UnreachableError(`${url.href} does not respond.`, null, { cause });
    };
    const response = await fetch(new URL(path, url)).catch(lost);
    const refusal = `${url.href}${path} is ${response.status}.`;
    if (response.status >= 500 || response.status === 429) throw new UnreachableError(refusal);
    if (!response.ok) throw new WitnessError(refusal);
    return Buffer.from(await response.arrayBuffer().catch(lost));
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
 * While a replaced key signs beside the new one, returns the new one, otherwise the key itself. The checkpoint is known
 * to be signed by the key before.
 */
async function followRotation(
  read: Read,
  {
    note,
    checkpoint,
    key,
  }: { readonly note: string; readonly checkpoint: SignedCheckpoint; readonly key: string },
): Promise<string> {
  const own = checkpoint.signatures.filter(({ name }) => name === checkpoint.origin);
  if (own.length < 2) return key;
  const served = await servedKey(read);
  return openCheckpoint(note, decodeKey(served), verifyEd25519) ? served : key;
}

function opened(note: string, key: string, state: WitnessState): SignedCheckpoint {
  try {
    const checkpoint = openCheckpoint(note, decodeKey(key), verifyEd25519);
    if (checkpoint) return checkpoint;
  } catch (cause) {
    throw new WitnessError('The checkpoint or the key cannot be read.', null, { cause });
  }
  const { origin } = readCheckpoint(note);
  if (origin === decodeKey(key).name)
    throw new WitnessError(
      'The key has not signed the checkpoint. If the operator has published another key, begin with another state file and that key.',
    );
  if (state.seen === null)
    throw new WitnessError(`The log is ${origin}, but the key is that of ${decodeKey(key).name}.`);
  throw forkOf({ ...state, key, fork: note });
}

/** The error of a fork, with both checkpoints. */
function forkOf(state: WitnessState & { readonly fork: string }): WitnessError {
  const [old, next] = [state.seen === null ? null : readCheckpoint(state.seen), readCheckpoint(state.fork)];
  const reason =
    old?.origin === next.origin
      ? `the log of ${next.size} entries does not continue that of ${old.size} entries.`
      : `the log is now ${next.origin}. The operator must say why.`;
  return new WitnessError(
    `FORK: ${reason} The state file has both checkpoints: keep it as evidence. To witness the log again, begin with another state file.\n\n${state.seen ?? ''}\n${state.fork}`,
    state,
  );
}
