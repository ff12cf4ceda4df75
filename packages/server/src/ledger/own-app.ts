import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { AppDirectory, AppTerms } from './app-terms.ts';

type OwnCaller =
  | { readonly type: 'app'; readonly clientId: string }
  | { readonly type: 'user'; readonly identityId: string };

/** Somebody else's app does not exist, for its owner's cookie as for its own machine token. */
export async function ownApp(
  deps: { readonly db: Database; readonly apps: AppDirectory },
  caller: OwnCaller,
  clientId: string,
): Promise<AppTerms> {
  const terms = await deps.apps.termsFor(deps.db, clientId, null);
  const isOwn =
    caller.type === 'app' ? caller.clientId === clientId : terms?.ownerIdentityId === caller.identityId;
  if (!terms || !isOwn) throw refuse('no_such_app');
  return terms;
}
