import { expect, test } from 'vitest';
import { runPid } from '../test/command-helper.ts';
import { otherMasterKey } from '../test/many-rows.ts';
import { newPlayer, signInAs } from '../test/sign-in-helper.ts';
import { testMasterKey, testSealer } from '../test/test-sealing.ts';
import { startTestService } from '../test/test-service.ts';
import { sealedColumns } from './open-sealing.ts';
import {
  databaseName,
  listen,
  nothingHeard,
  serviceUrl,
  type Database,
  type Notifications,
} from './platform/db/index.ts';
import { createLogger } from './platform/log.ts';
import { randomIds } from './platform/ids.ts';
import { resetMaster, surveyLoss } from './reset-master.ts';

const settings = { PID_CHAIN: 'off' };

/** A stopped service of one player, whose master key is lost. */
async function stopped() {
  const service = await startTestService(settings);
  const player = await newPlayer(service);
  await service.service.close();
  const { db, clock, connectionString } = service;
  const database = await databaseName(db);
  const environmentOf = (key: string) => ({
    ...settings,
    PID_DATABASE_URL: serviceUrl(connectionString),
    PID_MASTER_KEY: key,
    PID_LOG_LEVEL: 'silent',
  });
  return {
    service,
    player,
    database,
    /** Runs the command at a terminal; `meanwhile` happens before the confirmation. */
    reset: (key: string, meanwhile: () => Promise<unknown> = async () => {}, ...words: string[]) =>
      runPid(['keys', 'reset-master', ...words], environmentOf(key), async () => {
        await meanwhile();
        return true;
      }),
    deps: { db, clock, ids: randomIds },
    /** For a reset to another master key. */
    async optionsOf() {
      const { masterKey } = otherMasterKey();
      const loss = await surveyLoss(db, [masterKey]);
      return { masterKey, loss, actor: 'cli', reason: null, batchRows: 1, onBatch() {} };
    },
    secrets: async () =>
      (await db.query<{ key: string }>('select distinct master_key as key from service_secrets')).rows.map(
        ({ key }) => key,
      ),
  };
}

test('knows every table that names a master key', async () => {
  const { db } = (await stopped()).service;
  const { rows } = await db.query<{ table: string }>(
    `select c.relname as table from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'master_key' and c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace order by 1`,
  );
  const tables = rows.map(({ table }) => table);
  expect(tables).toEqual(sealedColumns.map(({ table }) => table).toSorted());
  // Another one needs a step in `resetMaster` and a sentence about its cost.
  expect(tables).toEqual([
    'bank_accounts',
    'family_birth_months',
    'log_account_keys',
    'oidc_keys',
    'service_secrets',
    'settlements',
    'signing_keys',
  ]);
});

test('keeps the secrets and sessions of a reset that another operator has completed meanwhile', async () => {
  const { service, player, database, reset, secrets } = await stopped();
  const [first, second] = [otherMasterKey(), otherMasterKey()];
  const client = service.client();
  const { code, text } = await reset(second.text, async () => {
    expect((await reset(first.text)).code).toBe(0);
    const { port } = new URL(service.baseUrl);
    const node = await startTestService({ ...settings, PID_MASTER_KEY: first.text, PID_PORT: port }, service);
    await signInAs(client, player.email);
    await node.service.close();
  });
  expect([code, text]).toEqual([1, expect.stringContaining('Another run has completed this reset')]);
  expect(text).not.toContain(`The master key of ${database} is now ${second.masterKey}`);
  expect(await secrets()).toEqual([first.masterKey]);
  const { rows } = await service.db.query('select from sessions where ended_at is null');
  expect(rows).toHaveLength(1);
});

test('two operators who run it concurrently with the same key reset once', async () => {
  const { service, reset } = await stopped();
  const { text } = otherMasterKey();
  const codes = (await Promise.all([reset(text), reset(text)])).map(({ code }) => code);
  expect(codes).toContain(0);
  const { rows } = await service.db.query("select from audit_events where action = 'keys.master_reset'");
  expect(rows).toHaveLength(1);
  await startTestService({ ...settings, PID_MASTER_KEY: text }, service);
});

test('resets nothing if a node starts before the confirmation', async () => {
  const { service, reset, secrets } = await stopped();
  const { code, text } = await reset(otherMasterKey().text, () => startTestService(settings, service));
  expect([code, text]).toEqual([1, expect.stringContaining('A node uses this database')]);
  expect(await secrets()).toEqual([testSealer.masterKey]);
});

test('after a reseal that was not completed, gives up only the values of the lost key', async () => {
  const { service, reset, secrets } = await stopped();
  const lost = otherMasterKey();
  for (const [clientId, sealer] of [
    ['kept', testSealer],
    ['lost', lost.sealer],
  ] as const)
    await service.db.query(
      `insert into bank_accounts (client_id, bank_code, account_number, master_key, last4, holder_name, version, set_at)
       values ($1, 'BCA', $2, $3, '2345', 'PT', gen_random_uuid(), now())`,
      [
        clientId,
        sealer.seal({ table: 'bank_accounts', name: clientId }, Buffer.from('12345')).bytes,
        sealer.masterKey,
      ],
    );
  await expect(startTestService(settings, service)).rejects.toThrow('does not open lost of bank_accounts');
  expect((await reset(testMasterKey)).text).toContain('add --keep-openable');
  const { code, text } = await reset(testMasterKey, undefined, '--keep-openable');
  expect([code, text]).toEqual([0, expect.any(String)]);

  const { rows } = await service.db.query('select client_id from bank_accounts');
  expect(rows).toEqual([{ client_id: 'kept' }]);
  expect(await secrets()).toEqual([testSealer.masterKey]);
  const { rows: sessions } = await service.db.query('select from sessions where ended_at is null');
  expect(sessions).toHaveLength(1);
  await startTestService(settings, service);
});

/** The database, with something that happens once before a statement that contains `text`. */
function interposed(db: Database, text: string, happen: () => Promise<unknown>): Database {
  let isOver = false;
  return {
    ...db,
    transaction: (work, options) =>
      db.transaction(
        (tx) =>
          work({
            ...tx,
            async query(query, values) {
              if (!isOver && typeof query === 'string' && query.includes(text)) {
                isOver = true;
                await happen();
              }
              return tx.query(query, values);
            },
          }),
        options,
      ),
  };
}

test('drops no key if a node starts while sessions end', async () => {
  const { service, deps, optionsOf, secrets } = await stopped();
  const options = await optionsOf();
  expect(options.loss.sessions).toBe(1);
  let node: Notifications = nothingHeard;
  const db = interposed(deps.db, 'update sessions', async () => {
    node = await listen(service.connectionString, deps.db, createLogger('silent'));
  });
  await expect(resetMaster({ ...deps, db }, options)).rejects.toThrow('A node uses this database');
  expect(await secrets()).toEqual([testSealer.masterKey]);
  await node.close();
  await resetMaster(deps, options);
  expect(await secrets()).toEqual([]);
});

test('drops no key while a value of the lost key is left', async () => {
  const { service, deps, optionsOf, secrets } = await stopped();
  const options = await optionsOf();
  const { bytes } = testSealer.seal({ table: 'bank_accounts', name: 'late' }, Buffer.from('12345'));
  // A node that is starting, which nobody can see yet.
  const db = interposed(deps.db, 'delete from service_secrets', () =>
    service.db.query(
      `insert into bank_accounts (client_id, bank_code, account_number, master_key, last4, holder_name, version, set_at)
       values ('late', 'BCA', $1, $2, '2345', 'PT', gen_random_uuid(), now())`,
      [bytes, testSealer.masterKey],
    ),
  );
  await expect(resetMaster({ ...deps, db }, options)).rejects.toThrow(
    '1 values were sealed with the lost master key meanwhile',
  );
  expect(await secrets()).toEqual([testSealer.masterKey]);
  await resetMaster(deps, options);
  expect(await secrets()).toEqual([]);
});
