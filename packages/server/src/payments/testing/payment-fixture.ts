import { randomUUID } from 'node:crypto';
import { auditLedger } from '../../ledger/audit-ledger.ts';
import { fund } from '../../ledger/testing/ledger-fixture.ts';
import { topUpRecords } from '../../checkout/index.ts';
import { bearing, newApp, type TestApp } from '../../../test/app-helper.ts';
import type { Answer, HttpClient } from '../../../test/http-client.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import type { TestService } from '../../../test/test-service.ts';

export interface Shop extends TestApp {
  readonly owner: HttpClient;
  readonly ownerPid: string;
  readonly machine: Record<string, string>;
  /** Sends a request as the app's server, with its machine token. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  create(fields?: Record<string, unknown>): Promise<Answer>;
}

let references = 0;

/** A header with a new idempotency key. */
export const newKey = () => ({ 'idempotency-key': randomUUID() });

/** Creates an app with an owner, whose server can create payments. */
export async function openShop(service: TestService, fields: Record<string, unknown> = {}): Promise<Shop> {
  const { client: owner, pid: ownerPid } = await newPlayer(service);
  const app = await newApp(owner, fields);
  const machine = bearing(await paymentsToken(service, app));
  const ask: Shop['ask'] = (method, path, body, headers = {}) =>
    service.client().send(method, `/v1/apps/${app.clientId}${path}`, body, {
      ...machine,
      // A refund needs a key; tests about keys pass their own.
      ...(path.endsWith('/refunds') ? newKey() : {}),
      ...headers,
    });
  return {
    ...app,
    owner,
    ownerPid,
    machine,
    ask,
    create: (more = {}) =>
      ask('POST', '/payments', {
        reference: `order-${(references += 1)}`,
        amount: 10_000,
        description: 'A golden sword',
        ...more,
      }),
  };
}

export async function paymentsToken(
  service: TestService,
  app: TestApp,
  scope = 'read payments',
): Promise<string> {
  const { access_token: token } = await service.client().call('issueMachineToken', {
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    scope,
  });
  return token;
}

export async function richPlayer(service: TestService, balance = 1_000_000n) {
  const player = await newPlayer(service);
  const identityId = await identityOf(service, player.handle);
  if (balance > 0n) await fund(service.db, identityId, balance);
  return {
    ...player,
    identityId,
    confirm: (id: string, expectedTotal: number, client: HttpClient = player.client) =>
      client.post(`/v1/payments/${id}/confirm`, { expectedTotal }),
    balance: async () =>
      (await player.client.get('/v1/fiat/balance')).body as { balance: number; held: number },
  };
}

export async function identityOf(service: TestService, handle: string): Promise<string> {
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    handle,
  ]);
  return rows[0]!.id;
}

export async function findings(service: TestService) {
  return (await auditLedger({ ...service, topUps: topUpRecords })).findings;
}

/**
 * Moves the deadlines of a payment back, because they follow the clock of the database and not the test
 * clock.
 */
export async function letTimePass(service: TestService, id: string, seconds: number): Promise<void> {
  await service.db.query(
    `update payments set expires_at = expires_at - make_interval(secs => $2), capture_by = capture_by - make_interval(secs => $2),
       due_at = due_at - make_interval(secs => $2), created_at = created_at - make_interval(secs => $2) where id = $1`,
    [id, seconds],
  );
}
