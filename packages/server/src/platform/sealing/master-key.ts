import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ids } from '../ids.ts';
import type { PlatformConfig } from '../settings.ts';
import { masterKeyBytes } from './sealer.ts';
import { readMasterKey } from './settings.ts';

/** Explains to the operator why the secrets of this database cannot be opened. */
export class SealingError extends Error {
  override readonly name = 'SealingError';
}

const fileName = 'master-key';

interface MasterKeyDeps {
  readonly config: Pick<PlatformConfig, 'masterKey' | 'masterKeyFile' | 'masterKeyPrevious' | 'loopback'>;
  readonly dataDir: string;
  readonly ids: Pick<Ids, 'bytes' | 'token'>;
  /** Whether the database already holds sealed secrets: a new key could not open them. */
  isSealed(): Promise<boolean>;
}

/**
 * Reads the key from the environment, from the named file or, on loopback, from the data folder, where it is
 * created on first use.
 */
export async function findMasterKeys(
  deps: MasterKeyDeps,
): Promise<{ current: Buffer; previous: Buffer | null }> {
  const { masterKey, masterKeyFile, masterKeyPrevious: previous } = deps.config;
  if (masterKey) return { current: masterKey, previous };
  if (masterKeyFile) return { current: await readKeyFile(masterKeyFile, 'PID_MASTER_KEY_FILE'), previous };
  return { current: await ownKey(deps), previous };
}

async function ownKey(deps: MasterKeyDeps): Promise<Buffer> {
  const file = path.join(deps.dataDir, fileName);
  const found = await readKeyFile(file, 'the data folder').catch((error: unknown) => {
    if (error instanceof SealingError && (error.cause as NodeJS.ErrnoException)?.code === 'ENOENT')
      return null;
    throw error;
  });
  if (found) return found;
  if (await deps.isSealed()) {
    throw new SealingError(
      `The secrets of this database are sealed, and the master key is missing: put it back into ${file}, or set PID_MASTER_KEY.`,
    );
  }
  await mkdir(deps.dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${deps.ids.token(6)}`;
  await writeFile(draft, `${deps.ids.bytes(masterKeyBytes).toString('base64')}\n`, { mode: 0o600 });
  try {
    // If several processes start concurrently, one creates the complete file and the others read it.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readKeyFile(file, 'the data folder');
}

async function readKeyFile(file: string, from: string): Promise<Buffer> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new SealingError(`The master key from ${from}, ${file}, cannot be read.`, { cause });
  }
  try {
    return readMasterKey(text.trim());
  } catch (error) {
    throw new SealingError(`The master key from ${from}, ${file}, ${(error as Error).message}.`);
  }
}
