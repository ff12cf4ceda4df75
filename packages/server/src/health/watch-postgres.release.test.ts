import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findDebianPostgres, startDebianPostgres } from '../../test/debian-postgres.ts';
import { freePort } from '../../test/free-port.ts';
import { openDatabase, type Database } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { readReplication } from './health.store.ts';

const native = findDebianPostgres();

test.skipIf(native === null)(
  `a plain role sees a failing archive and the number of standbys${native ? '' : ' (skipped: no PostgreSQL of Debian)'}`,
  async () => {
    const archiving = "archive_mode = on\narchive_command = 'false'\n";
    const server = await startDebianPostgres(native!, await freePort(), null, archiving);
    onTestFinished(() => server.stop());
    const open = (url: string): Database => {
      const db = openDatabase({ connectionString: url, poolSize: 1, log: createLogger('silent') });
      onTestFinished(() => db.close());
      return db;
    };
    const superuser = open(server.url);
    await superuser.query("create role plain login password 'plain'");
    const plainUrl = new URL(server.url);
    plainUrl.username = plainUrl.password = 'plain';
    const plain = open(plainUrl.href);
    expect(await readReplication(plain)).toEqual({ standbys: 0, lagSeconds: null, isArchiveFailing: false });

    await superuser.query('create table written (id int)');
    await superuser.query('select pg_switch_wal()');
    await expect
      .poll(async () => (await readReplication(plain)).isArchiveFailing, { timeout: 30_000 })
      .toBe(true);

    const folder = await mkdtemp(path.join(tmpdir(), 'pid-wal-'));
    const receiver = spawn(path.join(native!, 'bin/pg_receivewal'), ['-D', folder, '-d', server.url], {
      stdio: 'ignore',
    });
    onTestFinished(async () => {
      receiver.kill();
      await rm(folder, { recursive: true, force: true });
    });
    await expect.poll(async () => (await readReplication(plain)).standbys, { timeout: 30_000 }).toBe(1);
    expect((await readReplication(plain)).lagSeconds).toBeNull();
    await superuser.query('grant pg_read_all_stats to plain');
    expect((await readReplication(plain)).lagSeconds).toEqual(expect.any(Number));
  },
);
