import { operations } from '@pid/contract';
import { Readable } from 'node:stream';
import type { Queryable } from '../platform/db/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { exportLog } from './export-log.ts';
import { filterOf, readSecurityLog } from './read-security-log.ts';

export function securityLogRoutes({ db, flush }: { db: Queryable; flush: () => Promise<void> }): Route[] {
  return [
    route(operations.readSecurityLog, async ({ query, reply }) => {
      // The response must include the events that this node has not written yet.
      await flush();
      const { format = 'json' } = query;
      if (format === 'json') return readSecurityLog(db, query);
      const filter = await filterOf(db, query);
      return reply
        .header('content-disposition', `attachment; filename="pid-security-log.${format}"`)
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .send(Readable.from(exportLog(db, filter, format)));
    }),
  ];
}
