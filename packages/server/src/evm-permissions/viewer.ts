import type { Caller } from '../platform/http/index.ts';
import type { Viewer } from './permissions.store.ts';

/** A user sees their own, an app those it holds; for everybody else a permission does not exist. */
export function viewerOf(caller: Caller): Viewer {
  return caller.type === 'app' ? { clientId: caller.clientId } : { identityId: caller.identityId };
}
