import path from 'node:path';
import { buildApp } from '../app.ts';
import { eraseIdentity, type Identity } from '../identity/index.ts';
import { openSealing } from '../open-sealing.ts';
import { systemClock } from '../platform/clock.ts';
import { nothingHeard, primaryReader, type Database } from '../platform/db/index.ts';
import { neverOverloaded } from '../platform/http/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { programFolder } from './chain-connection.ts';
import type { CommandContext } from './command.ts';

/**
 * Deletes an identity like the administrator's HTTP operation: it first checks the wallet on the chain and
 * cancels open top-ups at the provider.
 */
export async function deleteFromCommand(
  context: CommandContext,
  db: Database,
  { pid, abandonReason }: { readonly pid: string; readonly abandonReason: string | null },
): Promise<Identity> {
  const base = { config: context.config, db, clock: systemClock, ids: randomIds };
  const { http, administration } = await buildApp({
    ...base,
    reader: primaryReader(db),
    sealer: await openSealing({ ...context, ...base }),
    notifications: nothingHeard,
    log: createLogger('warn', 'stderr'),
    metrics: createMetrics(),
    overload: neverOverloaded,
    pagesFolder: path.join(context.packageFolder, '../web/dist'),
    programFolder: programFolder(context),
  });
  try {
    return await eraseIdentity(administration, {
      pid,
      actor: context.actor,
      origin: null,
      ...(abandonReason !== null && { abandonReason }),
      ...(context.reason !== null && { details: { reason: context.reason } }),
    });
  } finally {
    await http.close();
  }
}
