import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import { findIdentities } from '../../identity/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/db/index.ts';
import { impossible, invalid, refuse } from '../../platform/errors/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { isVisible } from '../../platform/visible-text.ts';
import { listActivePasskeys, ownersOfPasskey, renamePasskey } from './passkeys.store.ts';
import type { AuthorityOf } from './remove-passkey.ts';

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

/** The players whose passkey this is and counts: one, unless somebody registered a key that is not theirs. */
export async function findPidsOfPasskey(db: Queryable, compressedKey: Buffer, now: Date): Promise<string[]> {
  const owners = await findIdentities(db, await ownersOfPasskey(db, compressedKey, now));
  return owners.filter(({ status }) => status !== 'deleted').map(({ pid }) => pid);
}

export async function changePasskeyName(
  deps: { db: Database; clock: Clock; authorityOf: AuthorityOf },
  input: { caller: UserCaller; passkeyId: string; name: string; origin: AuditOrigin },
): Promise<ListedPasskey> {
  const { identityId, pid } = input.caller;
  const name = cleanName(input.name);
  return deps.db.transaction(async (tx) => {
    const id = await renamePasskey(tx, identityId, input.passkeyId, name);
    if (!id) throw refuse('no_such_passkey');
    await recordAudit(tx, {
      at: deps.clock.now(),
      identityId,
      actor: pid,
      action: 'passkey.renamed',
      target: id,
      origin: input.origin,
    });
    const renamed = (await listPasskeys({ ...deps, db: tx }, identityId)).find(
      (passkey) => passkey.id === id,
    );
    return renamed ?? impossible('a renamed passkey is not listed');
  });
}

/** Trimmed; a name that shows nothing would be a row that nobody can tell from another. */
export function cleanName(name: string): string {
  const clean = name.trim();
  if (!isVisible(clean) || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(clean))
    throw invalid('name must be 1-64 visible characters');
  return clean;
}
