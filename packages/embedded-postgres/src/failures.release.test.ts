import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgresOptions, start } from './start.ts';
import {
  makeFolder,
  postmasterPid,
  removeDataFolder,
  removeFolders,
  useDataFolder,
} from './testing/make-folder.ts';
import { buildOwner, query, removeOwners, spawnOwner } from './testing/spawn-owner.ts';

const isRoot = process.getuid?.() === 0;

async function fail(dataDir: string, more: Partial<EmbeddedPostgresOptions> = {}): Promise<unknown> {
  const result = await start({ dataDir, ...more }).catch((error: unknown) => error);
  if (result instanceof Error) return result;
  throw new Error('it started');
}

afterEach(removeFolders);
beforeAll(buildOwner);
afterAll(async () => {
  await removeOwners();
  await removeDataFolder();
});

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

  it('are reported with the end of the log when they stay, after a limited number of launches', async () => {
    const dataDir = await useDataFolder();
    const lockFile = path.join(dataDir, 'postgres', '.s.PGSQL.5432.lock');
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
    try {
      await writeFile(lockFile, `${stranger.pid}\n`);
      expect(await fail(dataDir)).toMatchObject({
        code: 'start_failed',
        message: expect.stringMatching(/it ends with:[^]*lock file ".*5432.lock" already exists/),
      });
    } finally {
      stranger.kill('SIGKILL');
      await unlink(lockFile);
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

describe('a path that is too long for a socket', () => {
  afterEach(() => void vi.unstubAllEnvs());

  async function makeLongFolder(): Promise<{ dataDir: string; temporary: string }> {
    const dataDir = path.join(await makeFolder(), 'long'.repeat(30));
    const temporary = await makeFolder();
    vi.stubEnv('TMPDIR', temporary);
    return { dataDir, temporary };
  }

  it('leaves no socket folder of a failed start or of a killed server', async () => {
    const { dataDir, temporary } = await makeLongFolder();
    await fail(dataDir, { settings: { shared_buffers: 'plenty' } });
    expect(await readdir(temporary)).toEqual([]);
    const owner = spawnOwner({ options: { dataDir } });
    await owner.next();
    await owner.kill();
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    const [left] = await readdir(temporary);
    expect(left).toMatch(/^pid-/);
    const server = await start({ dataDir });
    expect(await readdir(temporary)).toHaveLength(1);
    expect(await readdir(temporary)).not.toEqual([left]);
    await server.stop();
    expect(await readdir(temporary)).toEqual([]);
  });

  it('does not send the password to a server in a socket folder that others can access', async () => {
    const { dataDir, temporary } = await makeLongFolder();
    const file = path.join(dataDir, 'postgres', 'postmaster.pid');
    const server = await start({ dataDir });
    const text = await readFile(file, 'utf8');
    await server.stop();
    const { pid } = spawnSync('true');
    const folder = path.join(temporary, 'pid-stolen');
    await mkdir(folder);
    await chmod(folder, 0o755);
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(path.join(folder, '.s.PGSQL.5432'));
    const lines = text.split('\n').with(0, String(pid)).with(4, folder);
    await writeFile(file, lines.join('\n'), { mode: 0o600 });
    try {
      await (await start({ dataDir })).stop();
      expect(connections).toBe(0);
      expect(await readdir(folder)).toEqual(['.s.PGSQL.5432']);
    } finally {
      listener.close();
    }
  });

  it('is reported with the temporary folder if that cannot be used', async () => {
    const { dataDir, temporary } = await makeLongFolder();
    const missing = path.join(temporary, 'missing');
    vi.stubEnv('TMPDIR', missing);
    expect(await fail(dataDir)).toMatchObject({
      code: 'unusable_folder',
      message: expect.stringContaining(`can be made in ${missing} (ENOENT)`),
    });
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
