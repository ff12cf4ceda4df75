import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Caller } from '../platform/http/index.ts';
import type { AppDirectory, AppTerms } from './app-terms.ts';

/** Somebody else's app does not exist, for its owner's cookie as for its own machine token. */
export async function ownApp(
  deps: { readonly db: Database; readonly apps: AppDirectory },
  caller: Caller,
  clientId: string,
): Promise<AppTerms> {
  const terms = await deps.apps.termsFor(deps.db, clientId, null);
  const isOwn =
    caller.type === 'app' ? caller.clientId === clientId : terms?.ownerIdentityId === caller.identityId;
  if (!terms || !isOwn) throw refuse('no_such_app');
  return terms;
}
