import { operations } from '@pid/contract';
import { originOf } from '../../audit/index.ts';
import { route, type Route } from '../../platform/http/index.ts';
import { decideDevice, describeDevice, type DeviceDeps } from './decide-device.ts';

export function deviceRoutes(deps: DeviceDeps): Route[] {
  return [
    route(operations.describeDevice, ({ caller, query, request, reply }) => {
      reply.header('cache-control', 'no-store');
      return describeDevice(deps, caller, query.user_code, originOf(request));
    }),
    route(operations.decideDevice, async ({ caller, body, request }) => {
      await decideDevice(deps, caller, body, originOf(request));
      return { ok: true };
    }),
  ];
}
