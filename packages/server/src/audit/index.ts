export { auditSchema, auditStep, listAudit, originOf, recordAudit, type AuditOrigin } from './audit.store.ts';
export { activityRoutes, auditPage } from './audit.routes.ts';
