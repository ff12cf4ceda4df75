import type { AuditOrigin } from '../audit/index.ts';
import {
  eraseIdentity,
  reactivateIdentity,
  suspendIdentity,
  type Identity,
  type StatusDeps,
} from '../identity/index.ts';
import { invalid } from '../platform/errors/index.ts';

export interface AdminChange {
  /** With or without `@pid`. */
  readonly pid: string;
  /** The reason is visible to the player in their activity list. */
  readonly reason: string | undefined;
  readonly actor: string;
  readonly origin: AuditOrigin;
}

export function suspendIdentityAsAdmin(deps: StatusDeps, change: AdminChange): Promise<Identity> {
  return suspendIdentity(deps, statusChangeOf(change));
}

export function reactivateIdentityAsAdmin(deps: StatusDeps, change: AdminChange): Promise<Identity> {
  return reactivateIdentity(deps, statusChangeOf(change));
}

export async function deleteIdentityAsAdmin(
  deps: StatusDeps,
  change: AdminChange & { readonly abandon: boolean | undefined },
): Promise<Identity> {
  const { abandon, reason } = change;
  if (abandon && reason === undefined)
    throw invalid('reason must say why the remaining assets are abandoned');
  const abandoned = abandon && reason !== undefined ? { abandonReason: reason } : {};
  return eraseIdentity(deps, { ...statusChangeOf(change), ...abandoned });
}

function statusChangeOf({ pid, reason, actor, origin }: AdminChange) {
  return {
    pid: pid.endsWith('@pid') ? pid : `${pid}@pid`,
    actor,
    origin,
    ...(reason === undefined ? {} : { details: { reason } }),
  };
}
