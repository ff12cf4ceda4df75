import { operations } from '@pid/contract';
import { route, sendDownload, type Route } from '../platform/http/index.ts';
import { readSecurityLog, type ReadDeps } from './read-security-log.ts';

export function securityLogRoutes(deps: ReadDeps): Route[] {
  return [
    route(operations.readSecurityLog, async ({ query, reply }) =>
      sendDownload(reply, await readSecurityLog(deps, query)),
    ),
  ];
}
