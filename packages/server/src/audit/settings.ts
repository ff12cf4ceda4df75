import type { Retains } from '../platform/config/index.ts';

export const auditRetention = {
  /** Address and browser of audit events. The events themselves are kept. */
  audit_origins: { days: 180, min: 30 },
} as const;

export type AuditConfig = Retains<typeof auditRetention>;
