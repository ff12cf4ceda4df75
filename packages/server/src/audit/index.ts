export { originOf, recordAudit, seenBetween, type AuditOrigin } from './audit.store.ts';
export { auditPage } from './audit-page.ts';
export { openAudit } from './open-audit.ts';
