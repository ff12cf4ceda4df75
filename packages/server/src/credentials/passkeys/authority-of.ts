import type { Queryable } from '../../platform/db/index.ts';

/**
 * Returns the WebAuthn credential id of the passkey that controls the identity's smart account, or null. The
 * account slice implements it.
 */
export type AuthorityOf = (db: Queryable, identityId: string) => Promise<string | null>;
