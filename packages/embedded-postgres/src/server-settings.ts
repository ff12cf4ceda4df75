/**
 * Settings for a small machine that also runs Node. The durability settings (fsync, full_page_writes,
 * synchronous_commit) stay on.
 */
export const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
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
