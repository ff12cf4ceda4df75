import { clientToPrimary } from '@pid/server/platform/db/index.ts';

// An arbitrary number that no other advisory lock in the database uses.
const chainLock = 4_100_003;

export interface ChainLock {
  /** False after the connection that holds the lock ended. */
  readonly held: boolean;
  release(): Promise<void>;
}

/**
 * Only one process owns the chain of a database. The lock ends with its connection, so a killed owner blocks
 * no other process.
 */
export async function tryLockChain(connectionString: string): Promise<ChainLock | null> {
  const client = await clientToPrimary(connectionString, {
    application_name: 'pid chain',
    keepAlive: true,
    connectionTimeoutMillis: 3000,
  });
  let held = false;
  client.on('error', () => {
    held = false;
  });
  client.on('end', () => {
    held = false;
  });
  await client.connect();
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    chainLock,
  ]);
  if (!rows[0]?.locked) {
    await client.end();
    return null;
  }
  held = true;
  return {
    get held() {
      return held;
    },
    release: () => client.end(),
  };
}
