import { once } from 'node:events';
import { cp, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isPostmaster } from './find-postmaster.ts';
import { binaryPath, locateBinaries } from './locate-binaries.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, start } from './start.ts';
import {
  useDataFolder,
  makeFolder,
  postmasterPid,
  processesNaming,
  removeFolders,
  removeDataFolder,
} from './testing/make-folder.ts';
import {
  buildOwner,
  type Message,
  type Owner,
  query,
  removeOwners,
  spawnOwner,
} from './testing/spawn-owner.ts';

const servers: EmbeddedPostgres[] = [];

async function startIn(
  dataDir: string,
  more: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await start({ dataDir, ...more });
  servers.push(server);
  return server;
}

const soon = { timeout: 60_000, interval: 20 };

beforeAll(buildOwner);
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await removeFolders();
});
afterAll(async () => {
  await removeOwners();
  await removeDataFolder();
});

describe('ownership of a data folder', () => {
  it('is refused to a second process while the first is running, with its process ID in the message', async () => {
    const dataDir = await useDataFolder();
    const owner = spawnOwner({ options: { dataDir } });
    const { connectionString } = await owner.next();
    const refusal = await startIn(dataDir).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EmbeddedPostgresError);
    expect(refusal).toMatchObject({
      code: 'in_use',
      message: `The data folder ${dataDir} is in use by process ${owner.process.pid}. Stop that process (\`kill ${owner.process.pid}\`), or start with another data folder.`,
    });
    expect(await query(connectionString ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
    await owner.stop();
    expect((await startIn(dataDir)).reused).toBe(false);
  });

  it('is refused within the same process', async () => {
    const dataDir = await useDataFolder();
    const first = await startIn(dataDir);
    await expect(startIn(dataDir)).rejects.toMatchObject({ code: 'in_use' });
    expect(await query(first.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['that has no database yet', 2, makeFolder],
    ['that has a database', 4, useDataFolder],
  ])(
    'goes to exactly one of several processes that start concurrently on a folder %s',
    async (_, length, make) => {
      const dataDir = await make();
      const owners = Array.from({ length }, () => spawnOwner({ options: { dataDir } }));
      const messages = await Promise.all(owners.map((owner) => owner.next()));
      const winner = owners[messages.findIndex((message) => message.connectionString !== undefined)];
      const losers = messages.filter((message) => message.connectionString === undefined);
      expect(losers).toHaveLength(length - 1);
      for (const { code, message } of losers) {
        expect([code, message]).toEqual([
          'in_use',
          expect.stringContaining(`process ${winner?.process.pid}.`),
        ]);
      }
      await Promise.all(owners.map((owner) => owner.stop()));
      expect(await readFile(path.join(dataDir, 'postgres.log'), 'utf8')).not.toContain('PANIC');
    },
  );

  it.each([
    ['its owner was killed, which passes the running server on', false],
    ['the server was killed with its owner', true],
  ])('keeps all committed rows when %s', async (_, isServerKilled) => {
    const dataDir = await useDataFolder();
    const owner = spawnOwner({ options: { dataDir }, task: 'insert' });
    await owner.next();
    const pid = await postmasterPid(dataDir);
    const committed = new Set<number>();
    while (committed.size < 100) committed.add((await owner.next()).committed ?? 0);
    if (isServerKilled) process.kill(pid, 'SIGKILL');
    await owner.kill();
    for (let rest: Message = await owner.next(); rest.committed !== undefined; rest = await owner.next()) {
      committed.add(rest.committed);
    }
    const server = await startIn(dataDir);
    expect(server.reused).toBe(!isServerKilled);
    expect((await postmasterPid(dataDir)) === pid).toBe(!isServerKilled);
    const rows = await query<{ id: string }>(server.connectionString, 'select id from receipt');
    const kept = new Set(rows.map((row) => Number(row.id)));
    expect([...committed].filter((id) => !kept.has(id))).toEqual([]);
  });

  it('ends the sessions of a killed owner and releases their locks', async () => {
    const dataDir = await useDataFolder();
    const owner = spawnOwner({ options: { dataDir } });
    const { connectionString } = await owner.next();
    const left = new Client({ connectionString });
    left.on('error', () => undefined);
    await left.connect();
    const sleeping = left.query('select pg_advisory_lock(1), pg_sleep(600)').catch((error: unknown) => error);
    await owner.kill();
    const server = await startIn(dataDir);
    expect(await sleeping).toMatchObject({ code: '57P01' });
    expect(await query(server.connectionString, 'select pg_try_advisory_lock(1) as free')).toEqual([
      { free: true },
    ]);
  });

  it('restarts a server that was running with other settings', async () => {
    const dataDir = await useDataFolder();
    const owner = spawnOwner({ options: { dataDir } });
    await owner.next();
    await owner.kill();
    const server = await startIn(dataDir, { settings: { max_connections: '21' } });
    expect(server.reused).toBe(false);
    expect(await query(server.connectionString, 'show max_connections')).toEqual([{ max_connections: '21' }]);
  });

  it('restarts a server whose binaries have changed', async () => {
    const dataDir = await useDataFolder();
    const native = path.join(await makeFolder(), 'native');
    await cp(locateBinaries(), native, { recursive: true, verbatimSymlinks: true });
    const owner = spawnOwner({ options: { dataDir }, circumstances: { native } });
    await owner.next();
    await owner.kill();
    await utimes(binaryPath(native, 'postgres'), 1, 1);
    const server = await start({ dataDir }, { native });
    servers.push(server);
    expect(server.reused).toBe(false);
  });

  it('is refused when all connections of the server are in use', async () => {
    const dataDir = await useDataFolder();
    const settings = { max_connections: '4', superuser_reserved_connections: '0', reserved_connections: '0' };
    const { connectionString } = await startIn(dataDir, { settings });
    const clients = Array.from({ length: 3 }, () => new Client({ connectionString }));
    await Promise.all(clients.map((client) => client.connect()));
    await expect(query(connectionString, 'select 1')).rejects.toMatchObject({ code: '53300' });
    await expect(startIn(dataDir)).rejects.toMatchObject({ code: 'in_use' });
    await Promise.all(clients.map((client) => client.end()));
  });

  it('survives a backend crash: takes the lock again and keeps refusing other owners', async () => {
    const dataDir = await useDataFolder();
    const lost = vi.fn<(error: EmbeddedPostgresError) => void>();
    const server = await startIn(dataDir, { onLost: lost });
    const client = new Client({ connectionString: server.connectionString });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    const holder = `select application_name as name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory'`;
    await vi.waitFor(async () => {
      expect(await query(server.connectionString, holder)).toEqual([{ name: `pid-owner-${process.pid}` }]);
    }, soon);
    await expect(startIn(dataDir)).rejects.toMatchObject({ code: 'in_use' });
    expect(lost).not.toHaveBeenCalled();
  });

  it('calls onLost when the server is killed, and can then start again', async () => {
    const dataDir = await useDataFolder();
    const lost = vi.fn<(error: EmbeddedPostgresError) => void>();
    const server = await startIn(dataDir, { onLost: lost });
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), soon);
    expect(lost.mock.calls[0]?.[0].code).toBe('lost');
    await server.stop();
    expect((await startIn(dataDir)).reused).toBe(false);
  });

  it('does not keep the process alive', async () => {
    const dataDir = await useDataFolder();
    const owner = spawnOwner({ options: { dataDir }, task: 'leave' });
    const [exitCode] = await once(owner.process, 'exit');
    expect(exitCode).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')('a server whose owner was killed', () => {
  it('stops when no process takes it over', async () => {
    const { dataDir, owner, watches } = await startWatched(0);
    const pid = await postmasterPid(dataDir);
    await owner.kill();
    await vi.waitFor(async () => {
      expect(await isPostmaster(pid, path.join(dataDir, 'postgres'))).toBe(false);
      expect(await stillRunning(dataDir, watches)).toEqual([]);
    }, soon);
    expect(await readFile(path.join(dataDir, 'postgres.log'), 'utf8')).toMatch(
      /database system is shut down\n$/,
    );
  });

  it('keeps running for the process that took it over', async () => {
    const { dataDir, owner, watches } = await startWatched(1);
    const pid = await postmasterPid(dataDir);
    await owner.kill();
    const server = await startIn(dataDir);
    await vi.waitFor(async () => expect(await stillRunning(dataDir, watches)).toEqual([]), soon);
    expect(await postmasterPid(dataDir)).toBe(pid);
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('leaves no watch process after a normal stop', async () => {
    const { dataDir, owner, watches } = await startWatched(10);
    await owner.stop();
    expect(await stillRunning(dataDir, watches)).toEqual([]);
  });
});

async function startWatched(
  graceSeconds: number,
): Promise<{ dataDir: string; owner: Owner; watches: number[] }> {
  const dataDir = await useDataFolder();
  const before = await processesNaming(`${dataDir}/postgres.owner`);
  const owner = spawnOwner({ options: { dataDir }, circumstances: { graceSeconds } });
  await owner.next();
  const now = await processesNaming(`${dataDir}/postgres.owner`);
  const watches = now.filter((pid) => !before.includes(pid));
  expect(watches).not.toEqual([]);
  return { dataDir, owner, watches };
}

async function stillRunning(dataDir: string, watches: readonly number[]): Promise<number[]> {
  return (await processesNaming(`${dataDir}/postgres.owner`)).filter((pid) => watches.includes(pid));
}
