import { findDebianPostgres } from '../../packages/server/test/debian-postgres.ts';
import { ensureTool } from './ensure-tool.ts';

/** The folder of the newest PostgreSQL from Debian, installed if it is missing. Null if it cannot be installed. */
export function ensureDebianPostgres(): string | null {
  const found = findDebianPostgres();
  if (found) return found;
  ensureTool('pg_lsclusters', { debian: 'postgresql' });
  return findDebianPostgres();
}
