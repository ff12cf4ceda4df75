import type { Queryable } from '../platform/db/index.ts';
import { listLogins } from './credentials.store.ts';
import { listActivePasskeys } from './passkeys/index.ts';

export interface ListedCredential {
  readonly id: string;
  readonly provider: string;
  readonly linkedAt: string;
  readonly email: string;
  readonly lastLoginAt: string;
}

/** Lists provider logins and active passkeys, in the order in which they were added. */
export async function listCredentials(db: Queryable, identityId: string): Promise<ListedCredential[]> {
  const logins = (await listLogins(db, identityId)).map(
    ({ id, provider, linked_at: linkedAt, email, last_login_at: lastLoginAt }) => ({
      id,
      provider,
      linkedAt,
      email,
      lastLoginAt,
    }),
  );
  const passkeys = (await listActivePasskeys(db, identityId)).map(
    ({ id, activatedAt, createdAt, email, lastLoginAt }) => {
      const linkedAt = activatedAt ?? createdAt;
      return {
        id,
        provider: 'passkey',
        linkedAt,
        email,
        lastLoginAt: lastLoginAt > linkedAt ? lastLoginAt : linkedAt,
      };
    },
  );
  return [...logins, ...passkeys]
    .toSorted((left, right) => left.linkedAt.getTime() - right.linkedAt.getTime())
    .map((credential) => ({
      ...credential,
      linkedAt: credential.linkedAt.toISOString(),
      lastLoginAt: credential.lastLoginAt.toISOString(),
    }));
}
