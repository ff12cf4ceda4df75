import pg from 'pg';

const probeMillisMax = 2000;

/** Finds the server that accepts writes, for a client that is used once. */
export interface PrimaryFinder {
  /** The address of each server, in the order of the connection string. */
  readonly urls: readonly string[];
  /** The server that accepted writes at the last lookup. */
  current(): string;
  /**
   * Queries all servers concurrently and returns the first that accepts writes. Overlapping calls share one
   * lookup.
   */
  find(): Promise<string>;
}

/**
 * Reads libpq's form for several servers, `postgresql://user:password@one:5432,two:5432/pid`, which the
 * driver does not support. One of them accepts writes; after a failover it is another.
 */
export function primaryFinder(connectionString: string): PrimaryFinder {
  const urls = splitHosts(connectionString);
  let current = urls[0]!;
  let looking: Promise<string> | null = null;

  async function look(): Promise<string> {
    if (urls.length === 1) return current;
    current = await Promise.any(urls.map(refuseStandby)).catch((error: AggregateError) => {
      throw error.errors.at(-1);
    });
    return current;
  }

  return {
    urls,
    current: () => current,
    find: () =>
      (looking ??= look().finally(() => {
        looking = null;
      })),
  };
}

/** Returns an unconnected client for the server that accepts writes. */
export async function clientToPrimary(connectionString: string, config: pg.ClientConfig): Promise<pg.Client> {
  return new pg.Client({ ...config, connectionString: await primaryFinder(connectionString).find() });
}

/** A standby accepts connections and reads, so only this query tells it from the primary. */
export async function assertTakesWrites(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby) throw new StandbyError();
}

export class StandbyError extends Error {
  override readonly name = 'StandbyError';

  constructor() {
    super('the database server is a standby');
  }
}

async function refuseStandby(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'pid look',
    connectionTimeoutMillis: probeMillisMax,
    query_timeout: probeMillisMax,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await assertTakesWrites(client);
    return url;
  } finally {
    await client.end().catch(() => {});
  }
}

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

function splitHosts(connectionString: string): string[] {
  const [, front = '', hosts = '', rest = ''] = parts.exec(connectionString) ?? [];
  if (!hosts.includes(',')) return [connectionString];
  // We always want the behaviour of libpq's target_session_attrs=read-write, so the parameter is removed.
  const query = rest.replaceAll(/([?&])target_session_attrs=[^&]*&?/g, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${front}${host}${query}`);
}
