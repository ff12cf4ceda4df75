import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config/index.ts';
import { ensureServiceRole, serviceUrl } from '../platform/db/index.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../platform/embedded-postgres/index.ts';

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
  if (config.databaseUrl)
    return {
      connectionString: config.databaseUrl,
      ownerUrl: config.databaseOwnerUrl,
      release: async () => {},
    };
  const embedded = await startEmbeddedPostgres({
    dataDir,
    onProgress,
    onLost,
    settings: workers > 1 ? { max_connections: String(20 + workers * (config.databasePoolSize + 4)) } : {},
  });
  const note = path.join(dataDir, 'connection');
  await writeFile(note, embedded.connectionString, { mode: 0o600 });
  return {
    connectionString: await ensureServiceRole(embedded.connectionString),
    ownerUrl: embedded.connectionString,
    async release() {
      await rm(note, { force: true });
      await embedded.stop();
    },
  };
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
    if (!(error instanceof EmbeddedPostgresError) || error.code !== 'in_use') throw error;
    const ownerUrl = await readFile(path.join(dataDir, 'connection'), 'utf8');
    return { connectionString: serviceUrl(ownerUrl), ownerUrl, release: async () => {} };
  }
}
