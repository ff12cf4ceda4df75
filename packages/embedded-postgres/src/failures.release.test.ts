import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgresOptions, start } from './start.ts';
import { makeFolder, removeDataFolder, removeFolders, useDataFolder } from './testing/make-folder.ts';
import { query } from './testing/spawn-owner.ts';

const isRoot = process.getuid?.() === 0;

async function fail(dataDir: string, more: Partial<EmbeddedPostgresOptions> = {}): Promise<unknown> {
  const result = await start({ dataDir, ...more }).catch((error: unknown) => error);
  if (result instanceof Error) return result;
  throw new Error('it started');
}

afterEach(removeFolders);
afterAll(removeDataFolder);

describe('lock files left by an earlier server', () => {
  async function leaveLockFiles(dataDir: string, pid: number): Promise<void> {
    const server = await start({ dataDir });
    const files = ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) =>
      path.join(dataDir, 'postgres', name),
    );
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    await server.stop();
    for (const [index, file] of files.entries()) {
      await writeFile(file, (texts[index] ?? '').replace(/^\d+/, String(pid)), { mode: 0o600 });
    }
  }

  it('are ignored when their process no longer exists', async () => {
    const dataDir = await useDataFolder();
    const { pid } = spawnSync('true');
    await leaveLockFiles(dataDir, pid);
    const server = await start({ dataDir });
    expect(server.reused).toBe(false);
    await server.stop();
  });

  it('are ignored when another process has their process ID after a reboot; that process is not touched', async () => {
    const dataDir = await useDataFolder();
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
    try {
      await leaveLockFiles(dataDir, stranger.pid ?? 0);
      const server = await start({ dataDir });
      expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
      await server.stop();
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  it('are deleted when a machine crash left them empty', async () => {
    const dataDir = await useDataFolder();
    const longAgo = new Date(Date.now() - 60_000);
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const file = path.join(dataDir, 'postgres', name);
      await writeFile(file, '');
      await utimes(file, longAgo, longAgo);
    }
    const server = await start({ dataDir });
    expect(server.reused).toBe(false);
    await server.stop();
  });
});

describe('an unusable data folder', () => {
  it('is refused when it contains other files', async () => {
    const dataDir = await makeFolder();
    await mkdir(path.join(dataDir, 'postgres'));
    await writeFile(path.join(dataDir, 'postgres', 'holiday.jpg'), '');
    expect(await fail(dataDir)).toMatchObject({
      code: 'unusable_folder',
      message: expect.stringContaining('has files but no PostgreSQL database in it'),
    });
    expect((await stat(path.join(dataDir, 'postgres', 'holiday.jpg'))).size).toBe(0);
  });

  it('is refused when it was created by another major version', async () => {
    const dataDir = await makeFolder();
    await mkdir(path.join(dataDir, 'postgres'));
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    expect(await fail(dataDir)).toMatchObject({
      code: 'unusable_folder',
      message: expect.stringContaining('was made by PostgreSQL 15'),
    });
  });

  it('is refused when it is a file', async () => {
    const file = path.join(await makeFolder(), '.pid');
    await writeFile(file, '');
    expect(await fail(file)).toMatchObject({ code: 'unusable_folder' });
  });

  it('is refused when its password file is missing or wrong', async () => {
    const dataDir = await useDataFolder();
    const file = path.join(dataDir, 'postgres', 'pid-password');
    const password = await readFile(file);
    await unlink(file);
    expect(await fail(dataDir)).toMatchObject({
      code: 'unusable_folder',
      message: expect.stringContaining(file),
    });
    await writeFile(file, 'another\n', { mode: 0o600 });
    expect(await fail(dataDir)).toMatchObject({
      code: 'unusable_folder',
      message: expect.stringContaining('does not accept the password'),
    });
    await writeFile(file, password, { mode: 0o600 });
    await (await start({ dataDir })).stop();
  });
});

describe('a server that does not start', () => {
  it('is reported with the end of its log', async () => {
    const error = await fail(await useDataFolder(), { settings: { shared_buffers: 'plenty' } });
    expect(error).toMatchObject({
      code: 'start_failed',
      message: expect.stringContaining('invalid value for parameter "shared_buffers": "plenty"'),
    });
  });

  it.runIf(isRoot && process.platform === 'linux')(
    'reports a full disk, on the first start and later',
    async () => {
      const disk = await makeFolder();
      const mount = (option: string): unknown =>
        execFileSync('mount', ['-t', 'tmpfs', '-o', option, 'tmpfs', disk], { stdio: 'ignore' });
      mount('size=8m');
      try {
        const full = { code: 'disk_full', message: expect.stringContaining('is full. Free some space') };
        const dataDir = path.join(disk, '.pid');
        expect(await fail(dataDir)).toMatchObject(full);
        mount('remount,size=96m');
        const server = await start({ dataDir });
        await query(server.connectionString, 'create table coin as select 7 as amount');
        await server.stop();
        spawnSync('dd', ['if=/dev/zero', `of=${disk}/ballast`, 'bs=4k'], { stdio: 'ignore' });
        expect(await fail(dataDir)).toMatchObject(full);
        expect(await fail(dataDir, { databaseName: 'other' })).toMatchObject(full);
        await unlink(path.join(disk, 'ballast'));
        const again = await start({ dataDir });
        expect(await query(again.connectionString, 'select amount from coin')).toEqual([{ amount: 7 }]);
        await again.stop();
      } finally {
        execFileSync('umount', ['-l', disk]);
      }
    },
  );
});
