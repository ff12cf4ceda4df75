import { findIdentityByPid } from '../identity/index.ts';
import { ConfigError } from '../platform/config/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { Logger } from '../platform/log.ts';

/**
 * Whoever claims a handle that `PID_ADMINS` names and nobody has would be an administrator, so that such a setting does not start.
 * One who is suspended or deleted administers nothing and never will by accident: that is worth a warning only.
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
      deps.log.warn({ pid, status: identity.status }, 'an administrator of PID_ADMINS is not active');
  }
  if (missing.length > 0)
    throw new ConfigError([
      `PID_ADMINS names ${missing.join(', ')}, which nobody has: whoever claimed it would be an administrator. Start without it, sign in and claim the handle, then set PID_ADMINS and start again.`,
    ]);
}
