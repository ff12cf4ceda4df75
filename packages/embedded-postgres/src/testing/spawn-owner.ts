import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { Client } from 'pg';
import type { OwnerTask } from './owner-process.ts';
import type { Circumstances, EmbeddedPostgresOptions } from '../start.ts';

export interface Message {
  readonly connectionString?: string;
  readonly reused?: boolean;
  readonly committed?: number;
  readonly stopped?: boolean;
  readonly code?: string;
  readonly message?: string;
}

export interface Owner {
  readonly process: ChildProcess;
  next(): Promise<Message>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface OwnerSetting {
  readonly options: EmbeddedPostgresOptions;
  readonly circumstances?: Circumstances;
  readonly task?: OwnerTask;
  readonly uid?: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

let folder: string | undefined;
const owners = new Set<Owner>();

/** Bundled once, because a process that first compiles TypeScript takes a second to start. */
export async function buildOwner(): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'pid-owner-'));
  await chmod(folder, 0o755);
  const here = path.dirname(fileURLToPath(import.meta.url));
  await build({
    entryPoints: [path.join(here, 'owner-process.ts')],
    outfile: path.join(folder, 'owner.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['pg-native'],
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(path.join(here, 'owner-process.ts')).href) },
  });
}

export async function removeOwners(): Promise<void> {
  for (const owner of owners) await owner.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
}

export function spawnOwner(setting: OwnerSetting): Owner {
  const { options, circumstances = {}, task = 'serve' } = setting;
  const args = [path.join(folder ?? '', 'owner.cjs'), JSON.stringify([options, circumstances, task])];
  const child = spawn(process.execPath, args, {
    cwd: setting.cwd,
    env: setting.env ?? process.env,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(setting.uid === undefined ? {} : { uid: setting.uid, gid: setting.uid }),
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  const owner: Owner = {
    process: child,
    next: async () => {
      const { value } = await lines.next();
      return value === undefined ? {} : JSON.parse(value);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      owners.delete(owner);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.stdin.end();
      await exited;
    },
  };
  owners.add(owner);
  return owner;
}

export async function query<Row extends object>(connectionString: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
