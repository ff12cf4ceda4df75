import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../index.ts';

const folders: string[] = [];

/** A private folder (0700). `removeFolders` deletes it. */
export async function makeFolder(name = 'pid test ', uid?: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), name));
  if (uid !== undefined) await chown(folder, uid, uid);
  folders.push(folder);
  return folder;
}

export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Processes with `text` in their command line. Linux only. */
export async function processesNaming(text: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(text)) found.push(Number(name));
  }
  return found;
}

let shared: string | undefined;

/**
 * A data folder with a cluster, shared by all tests of a file, because creating or copying one takes a
 * second.
 */
export async function useDataFolder(): Promise<string> {
  if (shared === undefined) {
    shared = await mkdtemp(path.join(tmpdir(), 'pid shared '));
    await (await startEmbeddedPostgres({ dataDir: shared })).stop();
  }
  return shared;
}

export async function removeDataFolder(): Promise<void> {
  if (shared !== undefined) await rm(shared, { recursive: true, force: true });
  shared = undefined;
}
