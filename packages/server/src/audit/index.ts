export {
  auditSchema,
  listAudit,
  originOf,
  recordAudit,
  type AuditEvent,
  type AuditOrigin,
} from './audit.store.ts';
export { activityRoutes, auditPage } from './audit.routes.ts';
