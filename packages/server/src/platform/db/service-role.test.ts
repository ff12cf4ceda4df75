import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseUrl } from '../../../test/global-setup.ts';
import { prepareDatabase } from '../../prepare-database.ts';
import { ensureRoles, serviceUrl } from './index.ts';

test("the service's role cannot create temporary tables, which would hide ours of the same name", async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = `temporary_${randomBytes(4).toString('hex')}`;
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  await admin.query(`create database ${name}`);
  const ownerUrl = await ensureRoles(databaseUrl(inject('postgresUrl'), name));
  const connectionString = serviceUrl(ownerUrl);
  const packageFolder = fileURLToPath(new URL('../../..', import.meta.url));
  await prepareDatabase({ connectionString, ownerUrl, packageFolder, development: true });
  const client = new pg.Client({ connectionString });
  await client.connect();
  await expect(client.query('create temporary table identities (id int)')).rejects.toMatchObject({
    code: '42501',
  });
  await client.end();
});
