import type { Queryable } from '../platform/db/index.ts';
import { listLogins } from './credentials.store.ts';

export interface ListedCredential {
  readonly id: string;
  readonly provider: string;
  readonly linkedAt: string;
  readonly email: string;
  readonly lastLoginAt: string;
}

export async function listCredentials(db: Queryable, identityId: string): Promise<ListedCredential[]> {
  const logins = await listLogins(db, identityId);
  return logins.map((login) => ({
    id: login.id,
    provider: login.provider,
    linkedAt: login.linked_at.toISOString(),
    email: login.email,
    lastLoginAt: login.last_login_at.toISOString(),
  }));
}
