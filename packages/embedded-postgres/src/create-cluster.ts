import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  giveToPostgres,
  nameCurrentFolder,
  type PostgresUser,
  spawnPostgres,
  waitForExit,
} from './become-postgres-user.ts';
import { codeOf, describeOutput, EmbeddedPostgresError } from './embedded-postgres-error.ts';

export const OWNER_ROLE = 'pid';
const MAJOR_VERSION = '18';
const PASSWORD_FILE = 'pid-password';
const STAGE_PREFIX = 'postgres.new-';

/**
 * Creates the cluster if it does not exist. It is built in a staging folder and then renamed, so an
 * interrupted first start leaves no incomplete cluster. Of two concurrent first starts, one wins and the
 * other uses its cluster.
 */
export async function createCluster(
  dataDir: string,
  cluster: string,
  user: PostgresUser,
  onProgress: (sentence: string) => void,
): Promise<void> {
  if (await hasCluster(cluster)) return;
  onProgress('Creating the database for the first time.');
  const stage = await mkdtemp(path.join(dataDir, STAGE_PREFIX));
  try {
    await rename(await initialize(dataDir, stage, user), cluster);
    // A power loss must not undo a rename, because the next start deletes the staging folder.
    for (const folder of [cluster, dataDir]) await syncFolder(folder);
  } catch (error) {
    // Another process created the cluster first and may have deleted our staging folder.
    if (await hasCluster(cluster)) return;
    throw error;
  } finally {
    await removeFolder(stage);
  }
}

export async function readPassword(cluster: string): Promise<string> {
  const text = await readFile(path.join(cluster, PASSWORD_FILE), 'utf8').catch((error: unknown) => {
    throw new EmbeddedPostgresError(
      'unusable_folder',
      `The database password in ${path.join(cluster, PASSWORD_FILE)} cannot be read (${codeOf(error)}). ` +
        'Restore that file from a backup, or start with another data folder.',
      error,
    );
  });
  return text.trim();
}

/**
 * Deletes the staging folders of interrupted first starts. Only the owner of the data folder may call this.
 */
export async function removeStages(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(STAGE_PREFIX)) await removeFolder(path.join(dataDir, name));
  }
}

/** Retries, because the process that created the folder may still be writing to it or deleting it. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function hasCluster(cluster: string): Promise<boolean> {
  if (!existsSync(cluster)) return false;
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (version?.trim() === MAJOR_VERSION) return true;
  if (version === null && (await readdir(cluster)).length === 0) return false;
  throw new EmbeddedPostgresError(
    'unusable_folder',
    version === null
      ? `${cluster} has files but no PostgreSQL database in it. Move them away, or start with another data folder.`
      : `${cluster} was made by PostgreSQL ${version.trim()}, and this is PostgreSQL ${MAJOR_VERSION}. ` +
          'Migrate the data with pg_dump or pg_upgrade, or start with another data folder.',
  );
}

async function initialize(dataDir: string, stage: string, user: PostgresUser): Promise<string> {
  const fresh = path.join(stage, 'cluster');
  const passwordFile = path.join(stage, PASSWORD_FILE);
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  await giveToPostgres(user, stage);
  const folder = nameCurrentFolder(user, fresh);
  const args = [
    '-D',
    folder,
    '-U',
    OWNER_ROLE,
    `--pwfile=${folder}/../${PASSWORD_FILE}`,
    '--auth=scram-sha-256',
  ];
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  args.push('--data-checksums');
  const child = spawnPostgres(user, 'initdb', args, { cwd: fresh, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  if ((await waitForExit(child)) !== 0)
    throw describeOutput(dataDir, `The database could not be created in ${dataDir}`, output);
  await rename(passwordFile, path.join(fresh, PASSWORD_FILE));
  return fresh;
}
