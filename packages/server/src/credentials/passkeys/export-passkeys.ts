import type { Queryable } from '../../platform/db/index.ts';
import { listAllApprovals } from './approvals.store.ts';
import { listAllPasskeys } from './passkeys.store.ts';

/** Returns all data about the passkeys of an identity, for the player's export. */
export async function exportPasskeys(db: Queryable, identityId: string) {
  return (await listAllPasskeys(db, identityId)).map((passkey) => ({
    id: passkey.id,
    credentialId: passkey.credentialId,
    status: passkey.status,
    name: passkey.name,
    publicKey: passkey.compressedKey.toString('hex'),
    counter: passkey.counter,
    backupEligible: passkey.backupEligible,
    backedUp: passkey.backedUp,
    transports: [...passkey.transports],
    email: passkey.email,
    createdAt: passkey.createdAt.toISOString(),
    activatedAt: passkey.activatedAt?.toISOString() ?? null,
    lastUsedAt: passkey.lastUsedAt.toISOString(),
    lastLoginAt: passkey.lastLoginAt.toISOString(),
    provenAt: passkey.provenAt?.toISOString() ?? null,
    revokedAt: passkey.revokedAt?.toISOString() ?? null,
  }));
}

export async function exportApprovals(db: Queryable, identityId: string) {
  return (await listAllApprovals(db, identityId)).map((approval) => ({
    id: approval.id,
    state: approval.state,
    name: approval.name,
    fingerprint: approval.fingerprint,
    address: approval.address,
    userAgent: approval.user_agent,
    createdAt: approval.created_at.toISOString(),
    expiresAt: approval.expires_at.toISOString(),
  }));
}
