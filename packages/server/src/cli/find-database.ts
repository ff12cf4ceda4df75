import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from '@pid/embedded-postgres';
import type { Config } from '../platform/config/index.ts';
import { clientToPrimary, ensureRoles, serviceUrl } from '../platform/db/index.ts';
import { loadDevelopmentPart } from '../platform/development-parts.ts';
import { CommandError } from './command.ts';

export interface FoundDatabase {
  /** Of the role that serves. */
  readonly connectionString: string;
  /** Of the role that owns the tables, when that is another. */
  readonly ownerUrl: string | null;
  release(): Promise<void>;
}

/** The configured PostgreSQL, or the embedded one, owned by this process from now on. */
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

/** A wrong address is told before anything is begun, and never with the password in it. */
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

/** For commands beside a running service: joins its embedded PostgreSQL, or starts it when nobody has. */
export async function joinDatabase(config: Config, dataDir: string): Promise<FoundDatabase> {
  try {
    return await ownDatabase(
      config,
      dataDir,
      () => {},
      () => {},
    );
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== 'in_use') throw error;
    const ownerUrl = await readFile(path.join(dataDir, 'connection'), 'utf8');
    return { connectionString: serviceUrl(ownerUrl), ownerUrl, release: async () => {} };
  }
}

/** The package is of development: a production install does not have it. */
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
