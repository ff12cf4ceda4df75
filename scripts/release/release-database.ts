import { startEmbeddedPostgres } from '@pid/embedded-postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureRoles, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { describeStatements } from './describe-statements.ts';
import { dumpSchema } from './dump-schema.ts';
import { onClient } from './on-client.ts';
import { readStatements } from './read-statements.ts';

/** What later releases are compared with. */
export interface ReleaseFixture {
  /** SQL that creates the database of the release. */
  readonly schema: string;
  /** One JSON object per line: a statement that a node of the release sends. */
  readonly statements: string;
}

/** Migrates an empty database with the sources in `root`, and describes it. */
export async function describeRelease(root: string, version: string, madeAt: Date): Promise<ReleaseFixture> {
  const packageFolder = path.join(root, 'packages/server');
  const { texts } = await readStatements(path.join(packageFolder, 'src'));
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-release-'));
  const server = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } });
  try {
    const superuserUrl = server.connectionString.replace(/\/[^/?]*(?=\?|$)/, '/release');
    await onClient(server.connectionString, (client) => client.query('create database release'));
    const ownerUrl = await ensureRoles(superuserUrl);
    const connectionString = serviceUrl(ownerUrl);
    await prepareDatabase({ connectionString, ownerUrl, packageFolder, development: false });
    const { described, refused } = await describeStatements(
      { service: connectionString, owner: ownerUrl },
      texts,
    );
    if (refused.length > 0)
      throw new Error(
        `The new schema refuses statements of its own nodes:\n${refused.map(({ text, refusal }) => `${refusal}: ${text}`).join('\n')}`,
      );
    const schema = await onClient(ownerUrl, (owner) => dumpSchema(owner, version, madeAt));
    return { schema, statements: described.map((each) => `${JSON.stringify(each)}\n`).join('') };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
