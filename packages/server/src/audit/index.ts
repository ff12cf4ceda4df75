export {
  auditTable,
  countActions,
  countAudit,
  countSeenBetween,
  holdsOrigins,
  originOf,
  recordAppAudit,
  recordAudit,
  streamAudit,
  streamSeenBetween,
  type AuditOrigin,
} from './audit.store.ts';
export { auditCsvHead, auditCsvLine, auditPage, exportAudit } from './audit-page.ts';
export { openAudit } from './open-audit.ts';
export type { MoneyMove } from './list-activity.ts';
export { auditRetention } from './settings.ts';
