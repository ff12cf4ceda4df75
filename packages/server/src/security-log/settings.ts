import type { Retains } from '../platform/config/index.ts';

export const securityLogRetention = {
  /** Events of the security log, and the networks named in them. */
  security_events: { days: 180, min: 30 },
  security_networks: { days: 30, min: 7 },
} as const;

export type SecurityLogConfig = Retains<typeof securityLogRetention>;
