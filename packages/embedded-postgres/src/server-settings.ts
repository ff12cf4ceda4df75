import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { binaryPath } from './locate-binaries.ts';

/**
 * Settings for a small machine that also runs Node. The durability settings (fsync, full_page_writes,
 * synchronous_commit) stay on.
 */
const DEFAULTS: Readonly<Record<string, string>> = {
  shared_buffers: '96MB',
  max_connections: '60',
  huge_pages: 'off',
  // Saves the I/O worker processes; the working set fits in the page cache.
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  // pg_basebackup of a running service needs two senders.
  max_wal_senders: '2',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  wal_compression: 'pglz',
  timezone: 'UTC',
  // The query of a disconnected client must not keep its locks.
  client_connection_check_interval: '5s',
  log_destination: 'stderr',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // SQL text and row values may contain personal data, so they must not appear in the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

export interface Endpoint {
  /** Path of the socket folder for the server, or null where there are no unix sockets (Windows). */
  readonly socketFolder: string | null;
  readonly port: number;
}

/**
 * The command line of the server. Settings that the service depends on come last, so that other settings
 * cannot override them.
 */
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

/** Identifies binaries and settings, to detect a running server with other ones. */
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
