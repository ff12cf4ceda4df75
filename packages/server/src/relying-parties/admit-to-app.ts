import { roleMay, rolesFor, type AppOperation, type AppRole } from '@pid/contract/app-roles';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { lockApp, type App } from './apps.store.ts';
import { termsFor, type AppTerms } from './for-other-slices.ts';
import { findMemberRole } from './members/members.store.ts';

export type AppCaller =
  | { readonly type: 'app'; readonly clientId: string }
  | { readonly type: 'user'; readonly identityId: string };

export interface AdmittedApp extends AppTerms {
  /** `token`: the app itself calls. */
  readonly role: AppRole | 'token';
}

/**
 * Returns the app if the caller's role may call the operation, or if the caller is the app's own token. The only
 * place that decides this (the table is `appRights` of the contract). For callers who do not belong to the app it
 * does not exist. In a transaction that locked the app, the role stays until it ends.
 */
export async function admitToApp(
  db: Queryable,
  caller: AppCaller,
  clientId: string,
  operation: AppOperation,
): Promise<AdmittedApp> {
  const app = await termsFor(db, clientId, null);
  const role = app && (await roleOf(db, caller, app));
  if (!role) throw refuse('no_such_app');
  // mutant (relying-parties/members/rights): if (role !== 'token' && !roleMay(role, operation)) => if (false)
  if (role !== 'token' && !roleMay(role, operation))
    throw refuse('role_needed', { need: rolesFor(operation).join(' ') });
  return { ...app, role };
}

async function roleOf(db: Queryable, caller: AppCaller, app: AppTerms): Promise<AppRole | 'token' | null> {
  if (caller.type === 'app') return caller.clientId === app.clientId ? 'token' : null;
  if (caller.identityId === app.ownerIdentityId) return 'owner';
  return findMemberRole(db, app.clientId, caller.identityId);
}

/** Locks the app until the transaction ends, and then judges the caller: a concurrent removal waits or is seen. */
export async function lockAdmittedApp(
  tx: Tx,
  caller: AppCaller,
  clientId: string,
  operation: AppOperation,
): Promise<App & Pick<AdmittedApp, 'role'>> {
  const app = await lockApp(tx, clientId);
  if (!app) throw refuse('no_such_app');
  const { role } = await admitToApp(tx, caller, clientId, operation);
  return { ...app, role };
}
