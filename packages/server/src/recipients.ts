import { listLogins, mailAddressOf } from './credentials/index.ts';
import { findIdentity } from './identity/index.ts';
import type { Queryable } from './platform/db/index.ts';
import { getProfile } from './profile/index.ts';

/**
 * The recipients of mails about an identity: every provider login with an address that its provider does not
 * report as unverified.
 */
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
