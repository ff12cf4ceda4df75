import { findIdentityByPid } from '../identity/index.ts';
import { ConfigError } from '../platform/config/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { Logger } from '../platform/log.ts';

/**
 * Refuses to start if `PID_ADMINS` names an unclaimed handle: the player who claims it would become an
 * administrator. A suspended or deleted administrator has no access, so this only logs a warning.
 */
export async function checkAdministrators(deps: {
  readonly db: Queryable;
  readonly log: Logger;
  readonly config: { readonly admins: readonly string[] };
}): Promise<void> {
  const missing: string[] = [];
  for (const pid of deps.config.admins) {
    const identity = await findIdentityByPid(deps.db, pid);
    if (!identity) missing.push(pid);
    else if (identity.status !== 'active')
      deps.log.warn({ pid, status: identity.status }, 'an administrator named in PID_ADMINS is not active');
  }
  if (missing.length > 0)
    throw new ConfigError([
      `PID_ADMINS names ${missing.join(', ')}, which no identity has claimed: a player who claims such a handle would become an administrator. Start without it, sign in and claim the handle, then set PID_ADMINS and start again.`,
    ]);
}
