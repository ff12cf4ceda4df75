import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { readProgram } from '@pid/program';
import { encodeBase58, type Address } from '@pid/protocol';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { startFakeMailServer } from '../../test/fake-mail-server.ts';
import { startFaultyChain, type FaultyChain } from '../../test/faulty-chain.ts';
import { onFileEnd } from '../../test/file-end.ts';
import { productionEnvironment } from '../../test/production-environment.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { acceptedVersion, deployProgram } from '../chain/index.ts';
import { fakeMidtrans } from '../checkout/providers/testing/fake-midtrans.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import { signerFromSeed } from '../platform/chain/index.ts';
import { manualClock, systemClock } from '../platform/clock.ts';
import { serviceUrl } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { loadConfig } from '../settings.ts';
import { serveRegistrar } from '../registrar/index.ts';
import { checkMachine } from './check-machine.ts';
import type { Shell } from './command.ts';
import { serviceSecret } from '../sessions/index.ts';

let world: FaultyChain;
let everything: Record<string, string>;

const token = 'a-token-of-at-least-32-characters';

async function startFakeRedis(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const _command of chunk.toString().match(/\*\d+\r\n/g) ?? []) socket.write('+PONG\r\n');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onFileEnd(async () => void server.close());
  return `redis://127.0.0.1:${(server.address() as { port: number }).port}`;
}

beforeAll(async () => {
  world = await startFaultyChain();
  const { service } = world;
  const seed = (duty: string) =>
    serviceSecret(service, `chain-${duty}`, randomIds.bytes(32), service.clock.now());
  const { programId } = (await service.client().get('/v1/chain')).body;
  const registrarKey = signerFromSeed(await seed('registrar'));
  const registrar = await serveRegistrar({
    db: service.db,
    signer: registrarKey,
    programId,
    token,
    perMinuteMax: 10,
    clock: systemClock,
    log: createLogger('silent'),
    host: '127.0.0.1',
    port: 0,
  });
  onFileEnd(() => registrar.close());
  const issuer = `${service.baseUrl}/development-provider`;
  everything = {
    PID_MASTER_KEY: testMasterKey,
    PID_BASE_URL: service.baseUrl,
    PID_PORT: '0',
    PID_DATABASE_URL: serviceUrl(service.connectionString),
    PID_DATABASE_OWNER_URL: service.connectionString,
    PID_DATABASE_SESSION_URL: service.connectionString,
    PID_REDIS_URL: await startFakeRedis(),
    PID_PROVIDERS: JSON.stringify([{ id: 'own', issuer, clientId: 'c', clientSecret: 's' }]),
    PID_PAYMENT_PROVIDER: 'midtrans',
    PID_MIDTRANS_SERVER_KEY: 'SB-right',
    PID_PAYMENT_API_URL: (await fakeMidtrans('SB-right')).server.url,
    PID_SMTP_URL: (await startFakeMailServer()).url,
    PID_MAIL_FROM: 'no-reply@pid.example',
    PID_SOLANA_RPC_URL: world.rpcUrl,
    PID_PROGRAM_ID: programId,
    PID_RELAYER_KEY: encodeBase58(await seed('relayer')),
    PID_REGISTRAR_URL: registrar.url,
    PID_REGISTRAR_ADDRESS: registrarKey.address,
    PID_REGISTRAR_TOKEN: token,
  };
});

interface Report {
  readonly isWell: boolean;
  readonly checks: readonly { readonly what: string; readonly problem: string | null }[];
  readonly settings: readonly { readonly variable: string; readonly value: string | null }[];
}

async function examine(
  changes: Record<string, string> = {},
): Promise<Report & { code: number; text: string }> {
  const { code, text, lines } = await runPid(['doctor', '--json'], { ...everything, ...changes });
  return { ...(JSON.parse(lines.at(-1)!) as Report), code, text };
}

const wrongOf = ({ checks }: Report) =>
  Object.fromEntries(checks.flatMap(({ what, problem }) => (problem === null ? [] : [[what, problem]])));

test('connects to everything that the settings name, and prints no secrets', async () => {
  const report = await examine();
  expect(wrongOf(report)).toEqual({});
  expect([report.code, report.isWell]).toEqual([0, true]);
  expect(report.checks.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'PostgreSQL',
      'database owner',
      'database sessions',
      'migrations',
      'Redis',
      'sign-in provider own',
      'payments by midtrans',
      'mail',
      'registrar',
      `RPC ${new URL(world.rpcUrl).host}`,
      'wallet program',
    ]),
  );
  for (const name of [
    'PID_MIDTRANS_SERVER_KEY',
    'PID_RELAYER_KEY',
    'PID_DATABASE_URL',
    'PID_REGISTRAR_TOKEN',
  ])
    expect(report.text).not.toContain(everything[name]);
});

test('says that several nodes keep no state of the public log outside of the database', async () => {
  const what = 'state of the public log';
  const config = loadConfig({
    ...productionEnvironment,
    PID_SOLANA_RPC_URL: undefined,
    PID_CHAIN: 'off',
    PID_DATABASE_URL: 'postgresql://pid@db.example/pid',
  });
  const checks = await checkMachine(config, { packageFolder: '/nowhere' } as Shell);
  expect(checks.find((check) => check.what === what)).toMatchObject({
    problem: expect.stringContaining('PID_LOG_STATE is not set'),
    isWarning: true,
  });
  const missing = '/nowhere/log-checkpoint';
  const report = await examine({ PID_LOG_STATE: missing });
  expect(wrongOf(report)).toEqual({ [`${what} ${missing}`]: expect.stringContaining('cannot be written') });
});

test('reports a master key that does not open the secrets, with the remedy', async () => {
  const report = await examine({ PID_MASTER_KEY: randomBytes(32).toString('base64') });
  expect([report.code, wrongOf(report)]).toEqual([
    1,
    {
      'master key': expect.stringMatching(
        /PID_MASTER_KEY \(\w+\) does not open .* start with that key, or name it in PID_MASTER_KEY_PREVIOUS/,
      ),
    },
  ]);
});

test('reports an old program on the chain, with the remedy', async () => {
  const { chain, service, airdrop } = world;
  const seed = await serviceSecret(
    service,
    'chain-upgrade-authority',
    randomIds.bytes(32),
    service.clock.now(),
  );
  const authority = signerFromSeed(seed);
  await airdrop(authority.address, 50_000_000_000n);
  const deps = {
    client: chain,
    report: () => {},
    sleep: (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis / 10)),
  };
  const programId = everything['PID_PROGRAM_ID'] as Address;
  // The example game serves as the older version.
  await deployProgram(deps, authority, readProgram('game'), programId);
  const report = await examine();
  expect([report.code, wrongOf(report)]).toEqual([
    1,
    { 'release of the wallet program': expect.stringContaining('run `pid chain upgrade`') },
  ]);
  await deployProgram(deps, authority, readProgram('wallet', await acceptedVersion(chain)), programId);
  expect(wrongOf(await examine())).toEqual({});
});

test('notes a clock that is 10 s off, and reports one that is 2 h off', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const examineAt = async (seconds: number) => {
    vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] });
    const report = await examine();
    vi.useRealTimers();
    return report;
  };
  const late = await examineAt(-10);
  expect([late.code, wrongOf(late)]).toEqual([
    0,
    {
      clock: expect.stringMatching(
        /^the clock of this machine is \d+\.\d s behind the database's: start NTP/,
      ),
    },
  ]);
  const ahead = await examineAt(7200);
  expect([ahead.code, wrongOf(ahead)['clock']]).toEqual([
    1,
    expect.stringMatching(
      /^the clock of this machine is 7\d+\.\d s ahead of the database's, so a node here is not ready/,
    ),
  ]);
});

test('reports mails that are not sent', async () => {
  const { service } = world;
  const identities = Array.from({ length: 3 }, () => randomUUID());
  for (const [index, id] of identities.entries()) {
    await service.db.query('insert into identities (id, handle, created_at) values ($1, $2, now())', [
      id,
      `waits${index}`,
    ]);
    await service.db.query(
      `insert into notice_mails (notice_id, identity_id, type, data, at, due_at)
       values ($2, $1, 'passkey.added', '{}', now() - interval '20 minutes', now() + interval '1 hour')`,
      [id, 9_000_000 + index],
    );
  }
  const report = await examine();
  expect([report.code, wrongOf(report)]).toEqual([
    1,
    {
      'outbox of mails': expect.stringContaining(
        'the mails of 3 players have waited for more than 15 minutes, the oldest for 20',
      ),
    },
  ]);
  await service.db.query('delete from notice_mails where identity_id = any($1)', [identities]);
});

test('reports a sponsorship budget that the relayer cannot pay, and accepts one that it can', async () => {
  expect(wrongOf(await examine({ PID_SPONSOR_ACTIVATION: '1000000000000000' }))).toEqual({
    'wallet program': expect.stringMatching(
      /the relayer \w+ has \d+ lamports, too few to pay PID_SPONSOR_ACTIVATION for a day/,
    ),
  });
  expect(wrongOf(await examine({ PID_SPONSOR_ACTIVATION: '2000000' }))).toEqual({});
});

test('reports each problem in one sentence and exits with 1', async () => {
  await world.service.db.query(
    "delete from applied_migrations where name = (select max(name) from applied_migrations where name !~ 'development|embedded_chain|sandbox')",
  );
  const nowhere = '127.0.0.1:2';
  const report = await examine({
    PID_REDIS_URL: `redis://${nowhere}`,
    PID_PROVIDERS: JSON.stringify([
      { id: 'own', issuer: `http://${nowhere}`, clientId: 'c', clientSecret: 's' },
    ]),
    PID_MIDTRANS_SERVER_KEY: 'SB-wrong',
    PID_SMTP_URL: `smtp://${nowhere}`,
    PID_DATABASE_REPLICA_URL: everything['PID_DATABASE_URL']!,
    PID_DATABASE_OWNER_URL: everything['PID_DATABASE_URL']!,
    PID_REGISTRAR_TOKEN: token.toUpperCase(),
    PID_RELAYER_KEY: productionEnvironment.PID_RELAYER_KEY,
    PID_SOLANA_RPC_URL: `http://${nowhere},${world.rpcUrl}`,
  });
  expect([report.code, report.isWell]).toEqual([1, false]);
  expect(wrongOf(report)).toEqual({
    Redis: expect.stringContaining('PID_REDIS_URL cannot be used (connect ECONNREFUSED'),
    'sign-in provider own': expect.stringContaining('ECONNREFUSED'),
    'payments by midtrans': expect.stringContaining('Midtrans answered 401 (Access denied'),
    mail: expect.stringContaining('ECONNREFUSED'),
    'database owner': expect.stringMatching(/may not make tables|belongs to another role/),
    'database replica': expect.stringContaining('it takes writes: name a standby'),
    migrations: expect.stringMatching(/1 are missing, from \d+_\w+ on: run `pid migrate`/),
    registrar: expect.stringContaining('it does not take PID_REGISTRAR_TOKEN'),
    [`RPC ${nowhere}`]: expect.stringContaining('ECONNREFUSED'),
    'wallet program': expect.stringContaining('the relayer of the program is'),
  });
});

test('refuses invalid settings at the start, each in one sentence', async () => {
  const { code, complaints } = await runPid(['start'], {
    PID_DATABASE_URL: 'mysql://root@localhost/pid',
    PID_REDIS_URL: 'localhost:6379',
    PID_TRUSTED_PROXIES: '10.0.0.0/8, nginx',
  });
  expect([code, complaints]).toEqual([
    1,
    [
      expect.stringMatching(/^PID_DATABASE_URL must be an address such as postgresql:/),
      expect.stringMatching(/^PID_REDIS_URL must be an address such as redis:/),
      expect.stringMatching(/^PID_TRUSTED_PROXIES must be addresses or networks .* nginx is neither$/),
    ],
  ]);
});

test('requires a trusted proxy on a public address', async () => {
  const { text } = await runPid(['doctor'], {
    ...productionEnvironment,
    PID_DATABASE_URL: 'postgresql://x:y@127.0.0.1:2/pid',
    PID_SOLANA_RPC_URL: 'http://127.0.0.1:2',
    PID_PROVIDERS: JSON.stringify([
      { id: 'own', issuer: 'http://127.0.0.1:2', clientId: 'c', clientSecret: 's' },
    ]),
  });
  expect(text).toContain('wrong  proxies: PID_TRUSTED_PROXIES is not set');
});

test('reports an unreachable database, and a database pinned to another chain than the RPC node', async () => {
  const unreachable = await examine({ PID_DATABASE_URL: 'postgresql://x:secret@127.0.0.1:2/pid' });
  expect(wrongOf(unreachable)['PostgreSQL']).toContain(
    'PID_DATABASE_URL cannot be used (connect ECONNREFUSED',
  );
  expect(unreachable.text).not.toContain('secret@');
  const other = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkrZBiG';
  await world.service.db.query('delete from chain_identity');
  await world.service.db.query('insert into chain_identity (genesis_hash, created_at) values ($1, now())', [
    other,
  ]);
  expect(wrongOf(await examine())[`RPC ${new URL(world.rpcUrl).host}`]).toMatch(
    new RegExp(`it belongs to the chain \\w+, this database to ${other}`),
  );
});

test('reports findings of the audit, and notes an old audit and a month that is not sealed', async () => {
  const { db } = world.service;
  const run = (findings: number, age: string) =>
    db.query(
      'insert into ledger_audit_runs (at, seconds, findings, entries) values (now() - $2::interval, 1, $1, 0)',
      [findings, age],
    );
  // Earlier tests of this file leave other problems.
  const ofBooks = async () =>
    (await examine()).checks.filter(({ what }) => ['ledger audit', 'sealed months'].includes(what));
  await run(3, '1 hour');
  expect(await ofBooks()).toEqual([
    {
      what: 'ledger audit',
      problem: expect.stringContaining('it found 3 broken rows: run `pid ledger audit --full`'),
    },
    { what: 'sealed months', problem: null, isWarning: true },
  ]);
  await run(0, '28 hours');
  const identityId = randomUUID();
  await fund(db, identityId, 5n, manualClock(new Date('2025-01-10T00:00:00Z')));
  await fund(db, identityId, 5n);
  expect(await ofBooks()).toEqual([
    {
      what: 'ledger audit',
      problem: expect.stringMatching(/^the last one was 28 hours ago: /),
      isWarning: true,
    },
    {
      what: 'sealed months',
      problem: expect.stringMatching(/it ended \d{3} days ago: nodes seal one month an hour/),
      isWarning: true,
    },
  ]);
});

test('reports differences between the public log and the ledger', async () => {
  const { db } = world.service;
  const ofLog = async () => (await examine()).checks.filter(({ what }) => what === 'public log');
  expect(await ofLog()).toEqual([{ what: 'public log', problem: null }]);
  await db.query('insert into log_audit_runs (since, findings) values (null, 2)');
  expect(await ofLog()).toEqual([
    {
      what: 'public log',
      problem: expect.stringContaining('found 2 differences: run `pid ledger audit --full`'),
    },
  ]);
  await db.query('insert into log_audit_runs (since, findings) values (null, 0)');
});

test('notes an age gate and tiers that differ from those by which nodes judge', async () => {
  const { db } = world.service;
  const examined = async (changes: Record<string, string> = {}) =>
    (await examine(changes)).checks.filter(({ what }) => ['age gate', 'tiers'].includes(what));
  const fine = (what: string) => ({ what, problem: null, isWarning: true });
  expect(await examined()).toEqual([fine('age gate'), fine('tiers')]);
  await db.query('insert into ledger_age_gate (is_required) values (true)');
  const tiers = { PID_TIERS: 'on' };
  const differs = (own: string, stored: string) => ({
    problem: expect.stringContaining(`the settings here say ${own}, but all nodes judge by ${stored}, `),
    isWarning: true,
  });
  const figures = 'PID_TIERS=2000000,20000000,20000000,40000000 with PID_TIME_ZONE=Asia/Jakarta';
  expect(await examined(tiers)).toEqual([
    { what: 'age gate', ...differs('PID_AGE_GATE=off', 'PID_AGE_GATE=require') },
    { what: 'tiers', ...differs(figures, 'PID_TIERS=off') },
  ]);
  await db.query('delete from ledger_age_gate');
  await db.query(
    "insert into ledger_tier_rules (zone, basic_balance, basic_incoming, registered_balance, registered_incoming) values ('Asia/Jakarta', 2000000, 20000000, 20000000, 40000000)",
  );
  expect(await examined(tiers)).toEqual([fine('age gate'), fine('tiers')]);
  expect(await examined({ ...tiers, PID_TIME_ZONE: 'Asia/Makassar' })).toContainEqual({
    what: 'tiers',
    ...differs(figures.replace('Jakarta', 'Makassar'), figures),
  });
  expect(await examined()).toContainEqual({ what: 'tiers', ...differs('PID_TIERS=off', figures) });
  await db.query('delete from ledger_tier_rules');
});
