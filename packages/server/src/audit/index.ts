export { auditSchema, listAudit, recordAudit, type AuditEvent, type AuditOrigin } from './audit.store.ts';
export { activityRoutes, auditPage } from './audit.routes.ts';
