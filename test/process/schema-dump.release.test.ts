import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureRoles, readSchema, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { startDebianPostgres } from '../../packages/server/test/debian-postgres.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { dumpSchema } from '../../scripts/release/dump-schema.ts';
import { onClient } from '../../scripts/release/on-client.ts';
import { restoreRelease } from '../releases/releases.ts';
import { ensureDebianPostgres } from '../support/ensure-postgres.ts';
import { skipReason } from '../support/ensure-tool.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const native = ensureDebianPostgres();
const packageFolder = path.resolve(import.meta.dirname, '../../packages/server');

/** The names and bounds of partitions depend on the month in which they were created. */
const months = '*_20[0-9][0-9]_[0-9][0-9]';
/** The number of a server's dump, the end of the first month, and parentheses, which a restore can remove. */
const incidental = /^\\(?:un)?restrict .*$|TO \('20[^']*'\)|[()]/gm;

test.skipIf(native === null)(
  `pg_dump shows the same schema for a new database, an upgraded one and one from our own dump${skipReason({ postgresql: native })}`,
  async () => {
    const server = await startDebianPostgres(native!, await freePort());
    onTestFinished(() => server.stop());
    const urlOf = (name: string) => server.url.replace(/postgres$/, name);
    const create = async (name: string) => {
      await onClient(server.url, (client) => client.query(`create database ${name}`));
      return ensureRoles(urlOf(name));
    };
    const prepare = (ownerUrl: string) =>
      prepareDatabase({
        ownerUrl,
        connectionString: serviceUrl(ownerUrl),
        packageFolder,
        development: false,
      });
    const dumpOf = async (name: string) => {
      const { stdout } = await promisify(execFile)(
        path.join(native!, 'bin/pg_dump'),
        ['--schema-only', `--exclude-table=${months}`, urlOf(name)],
        { maxBuffer: 2 ** 26 },
      );
      return stdout.replaceAll(incidental, '');
    };
    const [created, upgraded, restored] = [
      await create('created'),
      await create('upgraded'),
      await create('restored'),
    ];
    await prepare(created);
    const expected = await dumpOf('created');
    expect(expected).toContain('CREATE FUNCTION public.ledger_post_sends');
    expect(expected).not.toMatch(/CREATE TABLE public\.(?:development_|embedded_chain)/);
    await restoreRelease(upgraded);
    await prepare(upgraded);
    // Functions that only nodes of the last release call stay until the next one.
    const { retired } = await readSchema(packageFolder, false);
    for (const name of retired.flatMap(({ names }) => names))
      await onClient(upgraded, (client) => client.query(`drop function if exists ${name}`));
    expect(await dumpOf('upgraded')).toBe(expected);
    const own = await onClient(created, (client) => dumpSchema(client, '9.9.9', new Date()));
    await onClient(restored, (client) => client.query(own));
    expect(await dumpOf('restored')).toBe(expected);
  },
);
