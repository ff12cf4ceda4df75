import { afterAll, expect, test } from 'vitest';
import { HttpClient } from '../../test/http-client.ts';
import {
  createHttpServer,
  mount,
  type Admission,
  type Authenticator,
  createLeave,
  neverOverloaded,
} from '../platform/http/index.ts';
import { primaryReader } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { manualCheck } from './identity-check.ts';
import { ledgerRoutes } from './ledger.routes.ts';
import {
  balanceOf,
  fileDatabase,
  insertApp,
  ledgerOn,
  testApps,
  type Player,
} from './testing/ledger-fixture.ts';

const db = await fileDatabase();
const apps = testApps();
const ledger = ledgerOn(db, { apps: apps.directory });
const owner = await ledger.player();
const other = await ledger.player();
const payer = await ledger.player(10_000_000n);
apps.set({ clientId: 'game', ownerIdentityId: owner.identityId, feeBps: 100, feeFlat: 5 });
apps.set({ clientId: 'rival', ownerIdentityId: other.identityId });
await insertApp(db, 'game', owner.identityId);

const callers = new Map<string, Admission>([
  ['game', { type: 'app', clientId: 'game', scopes: ['read'] }],
  ['rival', { type: 'app', clientId: 'rival', scopes: ['read'] }],
  ['owner', user(owner)],
  ['other', user(other)],
]);
function user({ identityId, pid }: Player): Admission {
  const now = ledger.deps.clock.now();
  return {
    type: 'user',
    via: 'session',
    identityId,
    pid,
    status: 'active',
    createdAt: now.toISOString(),
    sessionId: identityId,
    authenticatedAt: now,
    method: 'test',
    countsAsRecent: true,
  };
}
/**
 * In this test a token is the name of its caller, because the test covers authorization and not the parsing
 * of tokens.
 */
const authenticator: Authenticator = {
  identifySession: (token) => ({ type: 'session', identityId: token, sessionId: token }),
  identifyBearer: (token) => ({ type: 'app', clientId: token, epoch: 0, scope: 'read' }),
  identifyMachine: () => null,
  admitMachine: async () => null,
  admit: (principal) =>
    callers.get(principal.type === 'app' ? principal.clientId : principal.identityId) ?? null,
};
const http = await createHttpServer({
  baseUrl: new URL('http://localhost:1'),
  authenticator,
  limiter: null,
  trustedProxies: [],
  connectionsMax: 100,
  isRegisteredOrigin: () => false,
  ids: ledger.deps.ids,
  log: createLogger('silent'),
  metrics: createMetrics(),
  overload: neverOverloaded,
  leave: createLeave(),
});
const deps = { ...ledger.deps, reader: primaryReader(db), settles: true, identityCheck: manualCheck };
mount(http, ledgerRoutes(deps), {
  authenticator,
  limiter: null,
  ownOrigins: new Set(),
  admins: new Set(),
  // Other tests cover step-up. Here every owner has just signed in.
  stepUp: { confirm: async () => false, require: async () => {} },
  recordUse: async () => {},
});
const client = new HttpClient(await http.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => http.close());
const machine = (name: string) => ({ authorization: `Bearer ${name}` });
const cookie = (name: string) => ({ cookie: `pid_access=${name}` });

test('fees of sends go to the escrow; only the owner and the machine token can read it', async () => {
  const { fees } = await ledger.send(payer, owner, 100_000n, { clientId: 'game' });
  expect(fees).toEqual({ global: 100n, app: 1005n, total: 1105n });
  for (const headers of [machine('game'), cookie('owner')]) {
    expect((await client.get('/v1/apps/game/balance', headers)).body).toEqual({
      currency: 'IDR',
      balance: 1005,
      // Income of the last seven days.
      available: 0,
      held: 0,
      asOf: expect.any(String),
      serviceFee: { bps: 10, minimum: 100 },
    });
    expect((await client.get('/v1/apps/game/statement', headers)).body.items).toEqual([
      {
        id: expect.any(String),
        type: 'app_fee',
        amount: 1005,
        balanceAfter: 1005,
        counterparty: payer.pid,
        createdAt: expect.any(String),
      },
    ]);
  }
  for (const headers of [machine('rival'), cookie('other')]) {
    expect((await client.get('/v1/apps/game/balance', headers)).body).toEqual({
      statusCode: 404,
      message: 'No such app',
    });
    expect((await client.get('/v1/apps/game/statement', headers)).status).toBe(404);
  }
  expect((await client.get('/v1/apps/unknown/balance', machine('unknown'))).status).toBe(401);
  expect((await client.get('/v1/apps/rival/balance', machine('rival'))).body.balance).toBe(0);
});

test('a payout moves escrow to the owner, once per key, at most the balance, and never for a machine token', async () => {
  const before = await balanceOf(db, owner.account);
  const paid = await client.post(
    '/v1/apps/game/payouts',
    { amount: 1000 },
    { ...cookie('owner'), 'idempotency-key': 'p1' },
  );
  expect([paid.status, paid.body]).toEqual([
    201,
    { id: expect.any(String), amount: 1000, balance: 5, status: 'posted', createdAt: expect.any(String) },
  ]);
  const again = await client.post(
    '/v1/apps/game/payouts',
    { amount: 1000 },
    { ...cookie('owner'), 'idempotency-key': 'p1' },
  );
  expect([again.body, again.headers.get('idempotent-replay')]).toEqual([paid.body, 'true']);
  expect(
    (
      await client.post(
        '/v1/apps/game/payouts',
        { amount: 1 },
        { ...cookie('owner'), 'idempotency-key': 'p1' },
      )
    ).status,
  ).toBe(409);
  expect(await balanceOf(db, owner.account)).toBe(before + 1000n);
  expect((await client.post('/v1/apps/game/payouts', { amount: 6 }, cookie('owner'))).body.message).toBe(
    'Insufficient balance: Rp6 needed, Rp5 available',
  );
  expect((await client.post('/v1/apps/game/payouts', { amount: 5 }, cookie('other'))).status).toBe(404);
  expect((await client.post('/v1/apps/game/payouts', { amount: 5 }, machine('game'))).status).toBe(403);
});

test('of 20 concurrent payouts of the last rupiah one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/v1/apps/game/payouts', { amount: 5 }, cookie('owner'))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
});

test('twenty concurrent payouts with one key pay once and return the same response', async () => {
  await ledger.send(payer, other, 100_000n, { clientId: 'game' });
  const before = await balanceOf(db, owner.account);
  const headers = { ...cookie('owner'), 'idempotency-key': 'one-payout' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/v1/apps/game/payouts', { amount: 7 }, headers)),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(201);
  expect(answers.filter((answer) => answer.headers.get('idempotent-replay') === null)).toHaveLength(1);
  expect(await balanceOf(db, owner.account)).toBe(before + 7n);
});
