import { listLogins, mailAddressOf } from './credentials/index.ts';
import { findIdentity } from './identity/index.ts';
import type { Queryable } from './platform/db/index.ts';
import { getProfile } from './profile/index.ts';

/** Whom a mail about an identity goes to: every provider login that has an address which its provider does not call unverified. */
export async function recipientOf(db: Queryable, identityId: string) {
  const identity = await findIdentity(db, identityId);
  if (!identity) return null;
  const [logins, profile] = [await listLogins(db, identityId), await getProfile(db, identityId)];
  return {
    pid: identity.pid,
    locale: profile.locale,
    addresses: [...new Set(logins.flatMap((login) => mailAddressOf(login) ?? []))],
  };
}
