import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { binaryPath } from './locate-binaries.ts';

/** For a small machine that also runs node. Durability settings (fsync, full_page_writes, synchronous_commit) stay on. */
const DEFAULTS: Readonly<Record<string, string>> = {
  shared_buffers: '96MB',
  max_connections: '60',
  huge_pages: 'off',
  // One process less per I/O worker; the working set fits the page cache.
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  // Two senders, so that pg_basebackup can copy a running service.
  max_wal_senders: '2',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  wal_compression: 'pglz',
  timezone: 'UTC',
  // A dead client's query must not hold its locks.
  client_connection_check_interval: '5s',
  log_destination: 'stderr',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Neither SQL text nor row values belong in a log: they hold what people typed.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

export interface Endpoint {
  /** Folder of the unix socket as the server names it, or null where there are none (Windows). */
  readonly socketFolder: string | null;
  readonly port: number;
}

/** The command line of the server. What the service relies on comes last, so that no setting can undo it. */
export function serverArguments(
  folder: string,
  endpoint: Endpoint,
  settings: Readonly<Record<string, string>>,
  fingerprint: string,
): string[] {
  const fixed: Record<string, string> = {
    port: String(endpoint.port),
    listen_addresses: endpoint.socketFolder === null ? '127.0.0.1' : '',
    unix_socket_directories: endpoint.socketFolder === null ? '' : quoteListItem(endpoint.socketFolder),
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    'pid.launch': fingerprint,
  };
  const all = { ...DEFAULTS, ...settings, ...fixed };
  return ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Tells whether a running server was started from these binaries with these settings. */
export async function launchFingerprint(
  native: string,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const { mtimeMs, size } = await stat(binaryPath(native, 'postgres'));
  const sorted = Object.entries({ ...DEFAULTS, ...settings }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([native, mtimeMs, size, sorted]))
    .digest('hex')
    .slice(0, 32);
}

function quoteListItem(item: string): string {
  return `"${item.replaceAll('"', '""')}"`;
}
