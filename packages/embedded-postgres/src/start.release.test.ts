import { readFile, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import { isPostmaster } from './find-postmaster.ts';
import {
  useDataFolder,
  makeFolder,
  postmasterPid,
  removeFolders,
  removeDataFolder,
} from './testing/make-folder.ts';
import { query } from './testing/spawn-owner.ts';

type Server = Awaited<ReturnType<typeof startEmbeddedPostgres>>;
const servers: Server[] = [];

async function startIn(
  dataDir: string,
  more: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {},
): Promise<Server> {
  const server = await startEmbeddedPostgres({ dataDir, ...more });
  servers.push(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await removeFolders();
});

afterAll(removeDataFolder);

describe('startEmbeddedPostgres', () => {
  it('creates a private, durable UTF-8 cluster with checksums and a database with the given name', async () => {
    const dataDir = path.join(await makeFolder(), '.pid');
    const sentences: string[] = [];
    const onProgress = (sentence: string): unknown => sentences.push(sentence);
    const { connectionString } = await startIn(dataDir, { databaseName: 'Ludo "eins" %20', onProgress });
    expect(sentences).toEqual(['Creating the database for the first time.']);
    const rows = await query(
      connectionString,
      `select current_database() as name, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
         current_setting('data_checksums') as checksums, current_setting('fsync') as fsync, current_setting('jit') as jit,
         current_setting('synchronous_commit') as commits, current_setting('listen_addresses') as addresses,
         lower('ÄÉŁ') as lowered, 'a' < 'B' as by_language
       from pg_database where datname = current_database()`,
    );
    expect(rows).toEqual([
      {
        name: 'Ludo "eins" %20',
        encoding: 'UTF8',
        provider: 'b',
        locale: 'C.UTF-8',
        checksums: 'on',
        fsync: 'on',
        jit: 'off',
        commits: 'on',
        addresses: '',
        lowered: 'äéł',
        by_language: false,
      },
    ]);
    const modeOf = async (name: string): Promise<number> =>
      (await stat(path.join(dataDir, name))).mode & 0o777;
    expect(await modeOf('.')).toBe(0o700);
    expect(await modeOf('postgres')).toBe(0o700);
    expect(await modeOf('postgres/pid-password')).toBe(0o600);
    expect(await modeOf('postgres.log')).toBe(0o600);
  });

  it('keeps committed data when started again with a relative path', async () => {
    const dataDir = await useDataFolder();
    const first = await startIn(dataDir);
    await query(first.connectionString, 'create table coin as select 7::bigint as amount');
    await first.stop();
    const second = await startIn(path.relative(process.cwd(), dataDir));
    expect(second.connectionString).toBe(first.connectionString);
    expect(await query(second.connectionString, 'select amount from coin')).toEqual([{ amount: '7' }]);
  });

  it('refuses a wrong password', async () => {
    const { connectionString } = await startIn(await useDataFolder());
    const wrong = connectionString.replace(/pid:[^@]+@/, 'pid:wrong@');
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('starts in a path that is too long for a socket, but does not use a socket folder created by another user', async () => {
    const odd = path.join(await makeFolder(), `it's, "odd" ${'long'.repeat(30)}`, 'ü');
    const hostOf = (server: Server): string =>
      new URL(server.connectionString.replace('@/', '@x/')).searchParams.get('host') ?? '';
    const first = await startIn(odd);
    const short = hostOf(first);
    expect(Buffer.byteLength(`${short}/.s.PGSQL.5432`)).toBeLessThanOrEqual(103);
    expect((await stat(short)).mode & 0o777).toBe(0o700);
    expect(await query(first.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await first.stop();
    await expect(stat(short)).rejects.toMatchObject({ code: 'ENOENT' });
    await symlink(await makeFolder(), short);
    const second = await startIn(odd);
    await unlink(short);
    expect(hostOf(second)).not.toBe(short);
    expect(await query(second.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('stops once for several calls, and waits until the server has ended', async () => {
    const dataDir = await useDataFolder();
    const server = await startIn(dataDir);
    const pid = await postmasterPid(dataDir);
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(await isPostmaster(pid, path.join(dataDir, 'postgres'))).toBe(false);
    await expect(query(server.connectionString, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
    expect(await readFile(path.join(dataDir, 'postgres.log'), 'utf8')).toContain(
      'database system is shut down',
    );
  });

  it('stops the server if a symbolic link in its path points to another folder by then', async () => {
    const dataDir = await useDataFolder();
    const link = path.join(await makeFolder(), 'link');
    await symlink(dataDir, link);
    const server = await startIn(link);
    const pid = await postmasterPid(dataDir);
    await unlink(link);
    await symlink(await makeFolder(), link);
    await server.stop();
    expect(await isPostmaster(pid, path.join(dataDir, 'postgres'))).toBe(false);
  });

  it('applies settings, except those that would open it to the network', async () => {
    const { connectionString } = await startIn(await useDataFolder(), {
      settings: { work_mem: '7MB', listen_addresses: '*' },
    });
    const rows = await query(
      connectionString,
      `select current_setting('work_mem') as work_mem, current_setting('listen_addresses') as addresses`,
    );
    expect(rows).toEqual([{ work_mem: '7MB', addresses: '' }]);
  });

  it('keeps row values and SQL text out of its log', async () => {
    const dataDir = await useDataFolder();
    const { connectionString } = await startIn(dataDir);
    await query(connectionString, 'create table person (mail text unique)');
    const insert = `insert into person values ('secret@example.org')`;
    await query(connectionString, insert);
    await expect(query(connectionString, insert)).rejects.toMatchObject({ code: '23505' });
    const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('secret');
  });

  it('limits the size of its log and keeps one predecessor', async () => {
    const dataDir = await useDataFolder();
    const logFile = path.join(dataDir, 'postgres.log');
    await writeFile(logFile, 'old line\n'.repeat(600_000));
    await startIn(dataDir);
    expect((await stat(logFile)).size).toBeLessThan(10_000);
    expect((await stat(`${logFile}.1`)).size).toBe(5_400_000);
  });
});
