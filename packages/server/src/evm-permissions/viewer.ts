import type { Caller } from '../platform/http/index.ts';
import type { Viewer } from './permissions.store.ts';

/**
 * A player sees their own permissions, an app those it holds. For other callers a permission does not exist.
 */
export function viewerOf(caller: Caller): Viewer {
  return caller.type === 'app' ? { clientId: caller.clientId } : { identityId: caller.identityId };
}
