import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from '@pid/embedded-postgres';
import type { Config } from '../settings.ts';
import { clientToPrimary, ensureRoles, serviceUrl } from '../platform/db/index.ts';
import { loadDevelopmentPart } from '../platform/optional-parts.ts';
import { CommandError } from './command.ts';

export interface FoundDatabase {
  /** Connects as the service role. */
  readonly connectionString: string;
  /** Connects as the role that owns the tables, if it is a different one. */
  readonly ownerUrl: string | null;
  release(): Promise<void>;
}

/** Returns the configured PostgreSQL, or starts the embedded one, which this process then owns. */
export async function ownDatabase(
  config: Config,
  dataDir: string,
  onProgress: (sentence: string) => void,
  onLost: (error: Error) => void,
  workers = 1,
): Promise<FoundDatabase> {
  if (config.databaseUrl) {
    await refuseUnreachable('PID_DATABASE_URL', config.databaseUrl);
    if (config.databaseOwnerUrl) await refuseUnreachable('PID_DATABASE_OWNER_URL', config.databaseOwnerUrl);
    return {
      connectionString: config.databaseUrl,
      ownerUrl: config.databaseOwnerUrl,
      release: async () => {},
    };
  }
  const embedded = await startEmbedded({
    dataDir,
    onProgress,
    onLost,
    settings: workers > 1 ? { max_connections: String(20 + workers * (config.databasePoolSize + 4)) } : {},
  });
  const ownerUrl = await ensureRoles(embedded.connectionString);
  const note = path.join(dataDir, 'connection');
  await writeFile(note, ownerUrl, { mode: 0o600 });
  return {
    connectionString: serviceUrl(ownerUrl),
    ownerUrl,
    async release() {
      await rm(note, { force: true });
      await embedded.stop();
    },
  };
}

/** Reports a wrong address before any work starts, without the password. */
export async function refuseUnreachable(variable: string, url: string): Promise<void> {
  const client = await clientToPrimary(url, { connectionTimeoutMillis: 5000 }).catch((error: unknown) =>
    refuse(error as Error),
  );
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    refuse(error as Error);
  } finally {
    await client.end().catch(() => {});
  }
  function refuse(error: Error): never {
    const why = error.message || String((error as { code?: string }).code);
    throw new CommandError(`The database of ${variable} cannot be reached: ${why}.`, { cause: error });
  }
}

/**
 * For commands next to a running service: joins its embedded PostgreSQL, or starts it if it is not running.
 * Bypasses a transaction-mode pooler, which ignores the timeouts that a command asks for.
 */
export async function joinDatabase(config: Config, dataDir: string): Promise<FoundDatabase> {
  try {
    const found = await ownDatabase(
      config,
      dataDir,
      () => {},
      () => {},
    );
    const { databaseUrl, databaseSessionUrl } = config;
    if (!databaseUrl || !databaseSessionUrl) return found;
    await refuseUnreachable('PID_DATABASE_SESSION_URL', databaseSessionUrl);
    return { ...found, connectionString: databaseSessionUrl };
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== 'in_use') throw error;
    const ownerUrl = await readFile(path.join(dataDir, 'connection'), 'utf8');
    return { connectionString: serviceUrl(ownerUrl), ownerUrl, release: async () => {} };
  }
}

/** A development package: a production install does not have it. */
async function startEmbedded(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { EmbeddedPostgresError, startEmbeddedPostgres } = await loadDevelopmentPart(
    () => import('@pid/embedded-postgres'),
    '@pid/embedded-postgres is not installed: set PID_DATABASE_URL to a PostgreSQL of your own',
  );
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new CommandError(error.message, { cause: error }) : error;
  }
}
