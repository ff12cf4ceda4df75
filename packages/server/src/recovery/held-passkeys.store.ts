import type { HeldPasskey } from '../credentials/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';

const dayMillis = 86_400_000;
const keptMillis = 60 * dayMillis;
/**
 * A vote is valid for thirty days, the delay after the last one is up to thirty, and the time to finish is
 * thirty.
 */
const voteCountsMillis = 90 * dayMillis;

/** The JSON form of a passkey: JSON has no type for bytes. */
interface StoredPasskey extends Omit<HeldPasskey, 'coseKey' | 'rpIdHash' | 'compressedKey' | 'transports'> {
  readonly coseKey: string;
  readonly rpIdHash: string;
  readonly transports: string[];
}

/** Stores the new passkey of a recovery by identity and public key. It is kept when the attempt ends. */
export async function holdPasskey(
  tx: Tx,
  identityId: string,
  { compressedKey, ...passkey }: HeldPasskey,
  now: Date,
): Promise<void> {
  const stored: StoredPasskey = {
    ...passkey,
    transports: [...passkey.transports],
    coseKey: passkey.coseKey.toString('base64url'),
    rpIdHash: passkey.rpIdHash.toString('base64url'),
  };
  await tx.query(
    `insert into recovery_passkeys (identity_id, compressed_key, passkey, kept_until) values ($1, $2, $3, $4)
     on conflict (identity_id, compressed_key) do update set passkey = excluded.passkey,
       kept_until = greatest(recovery_passkeys.kept_until, excluded.kept_until)`,
    [identityId, compressedKey, JSON.stringify(stored), new Date(now.getTime() + keptMillis)],
  );
}

export async function findHeldPasskey(
  db: Queryable,
  identityId: string,
  compressedKey: Buffer,
): Promise<HeldPasskey | null> {
  const { rows } = await db.query<{ passkey: StoredPasskey }>(
    'select passkey from recovery_passkeys where identity_id = $1 and compressed_key = $2',
    [identityId, compressedKey],
  );
  const passkey = rows[0]?.passkey;
  return passkey
    ? {
        ...passkey,
        compressedKey,
        coseKey: Buffer.from(passkey.coseKey, 'base64url'),
        rpIdHash: Buffer.from(passkey.rpIdHash, 'base64url'),
      }
    : null;
}

/** Keeps these keys, which have votes, for as long as those can count: a finish may name them. */
export async function keepPasskeys(
  tx: Tx,
  identityId: string,
  keys: readonly Uint8Array[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  const until = new Date(now.getTime() + voteCountsMillis);
  await tx.query(
    'update recovery_passkeys set kept_until = $3 where identity_id = $1 and compressed_key = any($2) and kept_until < $3',
    [identityId, keys.map((key) => Buffer.from(key)), until],
  );
}

export async function dropPasskey(tx: Tx, identityId: string, compressedKey: Buffer): Promise<void> {
  await tx.query('delete from recovery_passkeys where identity_id = $1 and compressed_key = $2', [
    identityId,
    compressedKey,
  ]);
}

/** Deletes expired passkeys that no open attempt needs. */
export async function sweepPasskeys(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `delete from recovery_passkeys held where kept_until <= $1 and not exists (
       select from recovery_attempts a
       where a.identity_id = held.identity_id and a.compressed_key = held.compressed_key and a.state = 'open')`,
    [now],
  );
}
