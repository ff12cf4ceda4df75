import type { Database, Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { AppTerms } from './app-terms.ts';

type OwnCaller =
  | { readonly type: 'app'; readonly clientId: string }
  | { readonly type: 'user'; readonly identityId: string };

interface OwnAppDeps<Terms extends AppTerms> {
  readonly db: Database;
  readonly apps: {
    termsFor(db: Queryable, clientId: string, identityId: string | null): Promise<Terms | null>;
  };
}

/**
 * Returns the app if the caller is its owner or its machine token. For other callers the app does not exist.
 */
export async function ownApp<Terms extends AppTerms>(
  deps: OwnAppDeps<Terms>,
  caller: OwnCaller,
  clientId: string,
): Promise<Terms> {
  const terms = await deps.apps.termsFor(deps.db, clientId, null);
  const isOwn =
    caller.type === 'app' ? caller.clientId === clientId : terms?.ownerIdentityId === caller.identityId;
  if (!terms || !isOwn) throw refuse('no_such_app');
  return terms;
}
