import { listLogins, listLoginsOf, mailAddressOf } from './credentials/index.ts';
import { findIdentity, listIdentitiesById } from './identity/index.ts';
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

/** The same of many identities, by id, without their languages. */
export async function recipientsOf(db: Queryable, identityIds: readonly string[]) {
  const addresses = new Map<string, Set<string>>();
  for (const login of await listLoginsOf(db, identityIds)) {
    const address = mailAddressOf(login);
    if (address === null) continue;
    const known = addresses.get(login.identity_id);
    if (known) known.add(address);
    else addresses.set(login.identity_id, new Set([address]));
  }
  const identities = await listIdentitiesById(db, identityIds);
  return new Map(
    identities.map(({ id, pid }) => [id, { pid, addresses: [...(addresses.get(id) ?? [])] }] as const),
  );
}
