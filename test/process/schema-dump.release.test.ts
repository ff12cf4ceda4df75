import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureRoles, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { startDebianPostgres } from '../../packages/server/test/debian-postgres.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { ensureDebianPostgres } from '../support/ensure-postgres.ts';
import { skipReason } from '../support/ensure-tool.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const native = ensureDebianPostgres();
const packageFolder = path.resolve(import.meta.dirname, '../../packages/server');
const fixture = path.join(packageFolder, 'test/fixtures/before-baseline.sql.gz');

test.skipIf(native === null)(
  `pg_dump shows the same schema for a new database and an upgraded one${skipReason({ postgresql: native })}`,
  async () => {
    const port = await freePort();
    const server = await startDebianPostgres(native!, port);
    onTestFinished(() => server.stop());
    const urlOf = (name: string) => server.url.replace(/postgres$/, name);
    const ask = async (url: string, sql: string) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(sql);
      await client.end();
    };
    const dumpOf = async (name: string) => {
      const ownerUrl = await ensureRoles(urlOf(name));
      if (name === 'upgraded') await ask(urlOf(name), gunzipSync(await readFile(fixture)).toString('utf8'));
      await prepareDatabase({
        ownerUrl,
        connectionString: serviceUrl(ownerUrl),
        packageFolder,
        development: false,
      });
      // The names and bounds of partitions depend on the month in which they were created.
      const months = '*_20[0-9][0-9]_[0-9][0-9]';
      const { stdout } = await promisify(execFile)(
        path.join(native!, 'bin/pg_dump'),
        ['--schema-only', `--exclude-table=${months}`, urlOf(name)],
        { maxBuffer: 2 ** 26 },
      );
      return stdout.replaceAll(/^\\(?:un)?restrict .*$|TO \('20[^']*'\)/gm, '');
    };
    await ask(server.url, 'create database created');
    await ask(server.url, 'create database upgraded');
    const created = await dumpOf('created');
    expect(created).toContain('CREATE FUNCTION public.ledger_post_sends');
    expect(created).not.toMatch(/CREATE TABLE public\.(?:development_|embedded_chain)/);
    expect(await dumpOf('upgraded')).toBe(created);
  },
);
