import { clientToPrimary } from '@pid/server/platform/db/index.ts';

// Any number that nothing else in the database uses as an advisory lock.
const chainLock = 4_100_003;

export interface ChainLock {
  /** False as soon as the connection that holds the lock is gone. */
  readonly held: boolean;
  release(): Promise<void>;
}

/** One process owns the chain of a database. The lock dies with its connection, so a killed owner leaves nothing behind. */
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
