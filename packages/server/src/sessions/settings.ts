import { daySeconds, readInteger, setting, type Retains, type Values } from '../platform/config/index.ts';
import type { PlatformConfig } from '../platform/settings.ts';

export const sessionSettings = {
  accessTtlSeconds: setting(
    'PID_ACCESS_TTL_SECONDS',
    'Lifetime of the pid_access cookie',
    readInteger(1, daySeconds),
    900,
  ),
} as const;

export const sessionRetention = {
  /** Ended sessions, with their browser. */
  sessions: { days: 90, min: 1 },
} as const;

export type SessionConfig = Values<typeof sessionSettings> &
  Retains<typeof sessionRetention> &
  Pick<PlatformConfig, 'baseUrl'>;
