import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { exportIdentity, type ExportDeps } from './export-identity.ts';
import { getIdentity } from './get-identity.ts';

export function identityRoutes(deps: ExportDeps): Route[] {
  return [
    route(operations.getIdentity, async ({ caller }) => getIdentity(caller)),
    route(operations.exportIdentity, ({ caller, reply }) => {
      reply.header('content-disposition', `attachment; filename="${caller.pid.replace('@', '-at-')}.json"`);
      return exportIdentity(deps, caller);
    }),
  ];
}
