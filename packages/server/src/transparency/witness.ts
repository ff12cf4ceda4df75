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
  /** A checkpoint that does not continue `seen`, or has another origin. */
  readonly fork: string | null;
}

/** The log is not what the witness saw before, or cannot be verified. `state` has the evidence of a fork. */
export class WitnessError extends Error {
  override readonly name = 'WitnessError';
  readonly state: WitnessState | null;

  constructor(message: string, state: WitnessState | null = null, options?: ErrorOptions) {
    super(message, options);
    this.state = state;
  }
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

/** Reads the checkpoint, verifies that it continues the last one, and co-signs it. */
export async function witnessOnce(state: WitnessState, deps: WitnessDeps): Promise<WitnessState> {
  const read = reader(deps);
  const key =
    state.key ?? deps.key ?? (JSON.parse((await read('v1/transparency')).toString()) as { key: string }).key;
  const note = (await read('log/checkpoint')).toString();
  const checkpoint = opened(note, key, state);
  const old = state.seen === null ? null : readCheckpoint(state.seen);
  if (old) await refuseFork(old, checkpoint, { state, note, read });
  const signer = signerFrom(Buffer.from(state.seed, 'base64'));
  const atSeconds = Math.floor(deps.clock.nowMillis() / 1000);
  const line = cosignatureLine(
    { name: state.name, publicKey: signer.publicKey, type: 4 },
    atSeconds,
    signer.sign(cosignedText(checkpoint.body, atSeconds)),
  );
  return { ...state, key, seen: note, cosigned: `${note}${line}`, fork: null };
}

type Read = (path: string) => Promise<Buffer>;

function reader({ url, fetch }: WitnessDeps): Read {
  return async (path) => {
    const response = await fetch(new URL(path, url)).catch((cause: unknown) => {
      throw new WitnessError(`${url.href} does not respond.`, null, { cause });
    });
    if (!response.ok) throw new WitnessError(`${url.href}${path} is ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  };
}

function opened(note: string, key: string, state: WitnessState): SignedCheckpoint {
  let checkpoint: SignedCheckpoint | null = null;
  try {
    checkpoint = openCheckpoint(note, decodeKey(key), verifyEd25519);
  } catch (cause) {
    throw new WitnessError('The checkpoint or the key cannot be read.', null, { cause });
  }
  if (checkpoint) return checkpoint;
  const { origin } = readCheckpoint(note);
  const isOther = origin !== decodeKey(key).name;
  throw new WitnessError(
    isOther
      ? `FORK: the log is now ${origin}. The operator must say why; to follow it, begin with another state file.`
      : 'The key has not signed the checkpoint.',
    isOther ? { ...state, key, fork: note } : null,
  );
}

async function refuseFork(
  old: Pick<SignedCheckpoint, 'size' | 'root'>,
  next: SignedCheckpoint,
  { state, note, read }: { readonly state: WitnessState; readonly note: string; readonly read: Read },
): Promise<void> {
  if (await followLog(old, next, (path) => read(`log/${path}`))) return;
  throw new WitnessError(
    `FORK: the log of ${next.size} entries does not continue that of ${old.size} entries. Both checkpoints are in the state file.`,
    { ...state, fork: note },
  );
}
