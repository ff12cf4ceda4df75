export { originOf, recordAudit, type AuditOrigin } from './audit.store.ts';
export { auditPage } from './audit-page.ts';
export { openAudit } from './open-audit.ts';
