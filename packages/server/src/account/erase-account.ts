import type { Tx } from '../platform/db/index.ts';
import { forgetClaim } from './claims.store.ts';
import { forgetAuthority } from './smart-accounts.store.ts';

/** Certificates are deleted together with their passkeys. */
export async function eraseAccount(tx: Tx, identityId: string): Promise<void> {
  await forgetClaim(tx, identityId);
  await forgetAuthority(tx, identityId);
}
