import { listIdentitiesById } from '../../identity/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import type { AuthorityOf } from './authority-of.ts';
import { listActivePasskeys, ownersOfPasskey } from './passkeys.store.ts';

export interface ListedPasskey {
  readonly id: string;
  readonly credentialId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly backedUp: boolean;
  readonly transports: string[];
  readonly authority: boolean;
  readonly publicKey: string;
  readonly countsFrom: string | null;
  readonly proven: boolean;
}

export async function listPasskeys(
  deps: { db: Queryable; authorityOf: AuthorityOf },
  identityId: string,
): Promise<ListedPasskey[]> {
  const passkeys = await listActivePasskeys(deps.db, identityId);
  const authority = await deps.authorityOf(deps.db, identityId);
  return passkeys.map((passkey) => ({
    id: passkey.id,
    credentialId: passkey.credentialId,
    name: passkey.name,
    createdAt: passkey.createdAt.toISOString(),
    lastUsedAt: passkey.lastUsedAt.toISOString(),
    backedUp: passkey.backedUp,
    transports: [...passkey.transports],
    authority: passkey.credentialId === authority,
    publicKey: passkey.compressedKey.toString('base64url'),
    countsFrom: passkey.countsFrom?.toISOString() ?? null,
    proven: passkey.provenAt !== null,
  }));
}

/**
 * The players for whom this passkey counts: usually one; more if another player has registered a key that
 * is not theirs.
 */
export async function listPidsOfPasskey(db: Queryable, compressedKey: Buffer, now: Date): Promise<string[]> {
  const owners = await listIdentitiesById(db, await ownersOfPasskey(db, compressedKey, now));
  return owners.filter(({ status }) => status !== 'deleted').map(({ pid }) => pid);
}
