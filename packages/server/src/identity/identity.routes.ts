import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { exportIdentity, type ExportDeps } from './export-identity.ts';

export function identityRoutes(deps: ExportDeps): Route[] {
  return [
    // Admission has read everything there is to answer.
    route(operations.getIdentity, async ({ caller: { pid, status, createdAt } }) => ({
      pid,
      status,
      createdAt,
    })),
    route(operations.exportIdentity, ({ caller, reply }) => {
      reply.header('content-disposition', `attachment; filename="${caller.pid.replace('@', '-at-')}.json"`);
      return exportIdentity(deps, caller);
    }),
  ];
}
