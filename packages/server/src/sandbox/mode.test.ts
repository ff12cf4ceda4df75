import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { releaseTest } from '../../../../test/support/release-test.ts';
import { runPid } from '../../test/command-helper.ts';
import { freePort } from '../../test/free-port.ts';
import { onFileEnd } from '../../test/file-end.ts';
import { emptyDatabase, packageFolder, type NewDatabase } from '../../test/new-database.ts';
import { productionEnvironment } from '../../test/production-environment.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { mainnetGenesisHash } from '../chain/index.ts';
import { openDatabase, serviceUrl } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { startService } from '../service.ts';
import { loadConfig } from '../settings.ts';

const live = { ...productionEnvironment, PID_CHAIN: 'off', PID_SOLANA_RPC_URL: '' };
const sandbox = { ...live, PID_MODE: 'sandbox' };

async function start({ ownerUrl }: NewDatabase, environment: Record<string, string>) {
  const port = await freePort();
  const config = loadConfig({ ...environment, PID_LOG_LEVEL: 'silent', PID_PORT: String(port) });
  const connectionString = serviceUrl(ownerUrl);
  const service = await startService({ config, connectionString, ownerUrl, packageFolder });
  onFileEnd(() => service.close({ atOnce: true }));
  return { service, url: `http://127.0.0.1:${port}` };
}

function open(connectionString: string) {
  const db = openDatabase({ connectionString, poolSize: 2, log: createLogger('silent') });
  onFileEnd(() => db.close());
  return db;
}

test.each([
  [{}, 'development'],
  [{ PID_MODE: 'sandbox' }, 'sandbox'],
  [{ ...live }, 'live'],
  [{ ...sandbox }, 'sandbox'],
])('the mode of %j is %s', (environment, mode) => {
  expect(loadConfig(environment).mode).toBe(mode);
});

test.each([
  [{ ...live, PID_MODE: 'development' }, 'PID_MODE is development, which gives money away'],
  [{ PID_MODE: 'live' }, 'PID_PROVIDERS is not set'],
  [{ PID_MODE: 'live', PID_CHAIN: 'off', PID_PAYMENT_PROVIDER: 'sandbox' }, 'PID_MODE is live'],
  [{ PID_MODE: 'live' }, 'the embedded chain gives money away'],
  [{ ...live, PID_PAYMENT_PROVIDER: 'sandbox' }, 'it credits money that nobody paid'],
  [
    { ...sandbox, PID_PAYMENT_PROVIDER: 'midtrans', PID_MIDTRANS_SERVER_KEY: 'k' },
    'PID_PAYMENT_PROVIDER is midtrans: a sandbox has play money only',
  ],
  [
    {
      ...sandbox,
      PID_PAYMENT_PROVIDER: 'xendit',
      PID_XENDIT_SECRET_KEY: 'k',
      PID_XENDIT_CALLBACK_TOKEN: 't',
    },
    'PID_PAYMENT_PROVIDER is xendit: a sandbox has play money only',
  ],
  [{ ...sandbox, PID_SETTLEMENTS: 'xendit' }, 'PID_SETTLEMENTS is xendit: a sandbox transfers no money'],
  [{ ...sandbox, PID_PROVIDERS: '' }, 'PID_PROVIDERS is not set'],
  [{ ...sandbox, PID_RATE_LIMIT: '0' }, 'PID_RATE_LIMIT is 0'],
  [{ PID_MODE: 'test' }, 'PID_MODE'],
])('refuses the settings %j', (environment, sentence) => {
  expect(() => loadConfig(environment)).toThrow(sentence);
});

test('a sandbox on a public address has the development chain, with keys of its own', () => {
  const { PID_BASE_URL, PID_PROVIDERS, PID_MASTER_KEY } = productionEnvironment;
  const config = loadConfig({ PID_MODE: 'sandbox', PID_BASE_URL, PID_PROVIDERS, PID_MASTER_KEY });
  expect([config.solanaRpcUrls, config.relayerKey]).toEqual([null, null]);
});

test.each([
  ['live', live, sandbox],
  ['sandbox', sandbox, live],
  ['development', {}, live],
])(
  'the database of a %s service is refused by another mode, and keeps its mark',
  async (mode, first, second) => {
    const database = await emptyDatabase();
    const { service } = await start(database, first);
    await service.close({ atOnce: true });
    await expect(start(database, second)).rejects.toThrow(
      `this database belongs to a service in mode ${mode}`,
    );
    const owner = open(database.ownerUrl);
    for (const sql of [
      "update service_mode set mode = 'sandbox'",
      'delete from service_mode',
      'truncate service_mode',
    ])
      await expect(owner.query(sql)).rejects.toThrow();
    expect((await owner.query('select mode from service_mode')).rows).toEqual([{ mode }]);
    await expect(
      open(serviceUrl(database.ownerUrl)).query('alter table service_mode disable trigger all'),
    ).rejects.toThrow('must be owner');
    await (await start(database, first)).service.close({ atOnce: true });
  },
);

test('a service of another mode changes nothing before it refuses', async () => {
  const database = await emptyDatabase();
  await (await start(database, live)).service.close({ atOnce: true });
  await expect(start(database, sandbox)).rejects.toThrow('in mode live');
  const command = await runPid(['migrate'], {
    ...sandbox,
    PID_DATABASE_URL: serviceUrl(database.ownerUrl),
    PID_DATABASE_OWNER_URL: database.ownerUrl,
    PID_LOG_LEVEL: 'silent',
  });
  expect([command.code, command.text]).toEqual([1, expect.stringContaining('in mode live')]);
  const { rows } = await open(database.ownerUrl).query("select to_regclass('sandbox_players') as found");
  expect(rows).toEqual([{ found: null }]);
});

test('an unmarked database with money of a provider cannot become a sandbox', async () => {
  const database = await emptyDatabase();
  await prepareDatabase({
    ownerUrl: database.ownerUrl,
    connectionString: serviceUrl(database.ownerUrl),
    packageFolder,
    development: false,
  });
  await open(database.superuserUrl).transaction(async (tx) => {
    // Without the account that a trigger asks for.
    await tx.query("set local session_replication_role = 'replica'");
    await tx.query(
      `insert into topups (id, identity_id, account_id, amount, global_fee, app_fee, provider_fee, fee_rule, provider, status, payment_id, created_at, expires_at, paid_at)
     values (gen_random_uuid(), gen_random_uuid(), 1, 1000, 0, 0, 0, 1, 'xendit', 'paid', 'tx-1', now(), now(), now())`,
    );
  });
  await expect(start(database, sandbox)).rejects.toThrow('money of a payment provider');
  await (await start(database, live)).service.close({ atOnce: true });
});

test.each([
  ['play money', 'hasPlayMoney'],
  ['logins of the development sign-in', 'hasLogins'],
])('an unmarked database with %s cannot become live', async (what, kind) => {
  const database = await emptyDatabase();
  await prepareDatabase({
    ownerUrl: database.ownerUrl,
    connectionString: serviceUrl(database.ownerUrl),
    packageFolder,
    development: false,
  });
  const owner = open(database.ownerUrl);
  if (kind === 'hasPlayMoney')
    await owner.query(
      "insert into sandbox_payments (order_id, outcome, amount, at) values (gen_random_uuid(), 'paid', 1000, now())",
    );
  else
    await owner.query(
      `with player as (insert into identities (id, handle, created_at) values (gen_random_uuid(), 'dev_player', now()) returning id)
       insert into provider_logins (id, identity_id, provider, issuer, subject, email, linked_at, last_login_at)
       select gen_random_uuid(), id, 'dev', 'http://localhost:4100/development-provider', 's', '', now(), now() from player`,
    );
  await expect(start(database, live)).rejects.toThrow(`This database has ${what}`);
  expect((await owner.query('select mode from service_mode')).rows).toEqual([]);
  await (await start(database, sandbox)).service.close({ atOnce: true });
});

releaseTest('of two services that start together on a new database, one mode wins', async () => {
  const database = await emptyDatabase();
  await prepareDatabase({
    ownerUrl: database.ownerUrl,
    connectionString: serviceUrl(database.ownerUrl),
    packageFolder,
    development: true,
  });
  const outcomes = await Promise.allSettled([start(database, live), start(database, sandbox)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a sandbox sends nothing to the mainnet', async () => {
  const asked: string[] = [];
  const mainnet = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { id, method } = JSON.parse(body) as { id: string; method: string };
      asked.push(method);
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: mainnetGenesisHash }));
    });
  }).listen(0, '127.0.0.1');
  await once(mainnet, 'listening');
  onTestFinished(() => void mainnet.close());
  const rpc = `http://127.0.0.1:${(mainnet.address() as AddressInfo).port}`;
  const service = await startTestService({
    PID_MODE: 'sandbox',
    PID_SOLANA_RPC_URL: rpc,
    PID_PROGRAM_ID: '11111111111111111111111111111112',
  });
  const { client } = await newPlayer(service);
  await expect(client.call('getAccount')).rejects.toMatchObject({ code: 'chain_unavailable' });
  expect(new Set(asked)).toEqual(new Set(['getGenesisHash']));
  expect((await service.db.query('select from chain_identity')).rowCount).toBe(0);
});
