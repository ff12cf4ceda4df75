import {
  checkpointBody,
  encodeKey,
  signatureLine,
  signerFrom,
  type Checkpoint,
  type NoteKey,
  type NoteSigner,
} from '@pid/protocol/books';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { listSigners, replaceSigner, type LogHead, type SignerRow } from './log.store.ts';

export function logKey(origin: string, publicKey: Uint8Array): NoteKey {
  return { name: origin, publicKey, type: 1 };
}

/** The signed note of a checkpoint, with one line per key. The first one is the current key. */
export function signCheckpoint(
  { origin, size, root }: Omit<Checkpoint, 'newKey'>,
  signers: readonly NoteSigner[],
): string {
  const newKey = signers.length > 1 ? encodeKey(logKey(origin, signers[0]!.publicKey)) : undefined;
  const body = checkpointBody({ origin, size, root, newKey });
  const lines = signers.map((signer) =>
    signatureLine(logKey(origin, signer.publicKey), signer.sign(Buffer.from(body))),
  );
  return `${body}\n${lines.join('')}`;
}

export type ReadSecret = (name: string) => Promise<Buffer>;

const firstSecret = 'log-signer';
/** A replaced key signs beside the new one for this long, so that verifiers can learn the new one. */
const overlapMillis = 30 * 86_400_000;

/**
 * Opens the keys of a log. Without a key, and after its secret was lost with the master key, a new key signs from
 * now on.
 */
export function openSigners({ clock, secret }: { readonly clock: Clock; readonly secret: ReadSecret }) {
  const opened = new Map<string, NoteSigner>();
  const open = async (name: string) => {
    const known = opened.get(name) ?? signerFrom(await secret(name));
    opened.set(name, known);
    return known;
  };
  return async (db: Queryable, { number }: Pick<LogHead, 'number'>): Promise<readonly NoteSigner[]> => {
    const now = clock.now();
    const rows = await listSigners(db, number, now);
    const current = await open(rows[0]?.secret ?? firstSecret);
    if (!rows[0]?.publicKey.equals(current.publicKey))
      await replaceSigner(
        db,
        number,
        { secret: rows[0]?.secret ?? firstSecret, publicKey: current.publicKey },
        { now, until: now },
      );
    const others = await Promise.all(rows.slice(1).map(async (row) => sameKey(await open(row.secret), row)));
    return [current, ...others.flatMap((signer) => signer ?? [])];
  };
}

function sameKey(signer: NoteSigner, { publicKey }: SignerRow): NoteSigner | null {
  return publicKey.equals(signer.publicKey) ? signer : null;
}

/** Signs with a new key from now on, and with the current one for 30 more days. Returns its public key. */
export async function rotateSigner(
  { db, clock, secret }: { readonly db: Queryable; readonly clock: Clock; readonly secret: ReadSecret },
  log: Pick<LogHead, 'number'>,
): Promise<Uint8Array> {
  const now = clock.now();
  const [current] = await listSigners(db, log.number, now);
  const generation = Number(/\d+$/.exec(current?.secret ?? '')?.[0] ?? 1) + 1;
  const name = `${firstSecret}-${generation}`;
  const { publicKey } = signerFrom(await secret(name));
  const until = new Date(now.getTime() + overlapMillis);
  await replaceSigner(db, log.number, { secret: name, publicKey }, { now, until });
  return publicKey;
}
