import { request } from 'node:http';
import { operations, type Operation, type OperationName } from '@pid/contract';
import { expect, test } from 'vitest';
import {
  grantPermission,
  newPermissionPlayer,
} from '../../packages/server/src/evm-permissions/testing/permission-player.ts';
import { openShop } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { signInAdministrator } from '../../packages/server/test/step-up-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';

interface Described {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, { readonly 'x-codes'?: Readonly<Record<string, unknown>> }>>;
}

const service = await startTestService({ PID_ADMINS: 'dewi_admin@pid' });
const { admin } = await signInAdministrator(service, 'dewi_admin');
const { body: document } = await service.client().get('/v1/openapi.json');
const shop = await openShop(service);
const { machine } = shop;
const payment = (await shop.create({ reference: 'first', amount: 1000, description: 'Pedang' })).body;
const permission = await grantPermission(service, await newPermissionPlayer(service), {
  clientId: shop.clientId,
});

const declared = Object.values<Operation>(operations).map((operation) => ({
  ...operation,
  described: document.paths[operation.path][operation.method.toLowerCase()] as Described,
}));
type Declared = (typeof declared)[number];

/** Sends the example of an operation with an existing app, payment and permission. */
async function send({ operationId, path }: Declared, headers: Record<string, string>) {
  const id = path.startsWith('/v1/permissions') ? permission.id : payment.id;
  const example: Readonly<Record<string, unknown>> = operations[operationId as OperationName].example;
  const named = { ...example, ...('client_id' in example ? { client_id: shop.clientId } : {}) };
  const input = path.includes('{id}') ? { ...named, id } : named;
  const answer = await service
    .client()
    .with({ ...headers, 'idempotency-key': `key-${operationId}` })
    .call(operationId as OperationName, input as never)
    .catch((error: unknown) => error);
  return (answer as { code?: string }).code ?? 'accepted';
}

const lists = ({ described: { security } }: Declared, scheme: string) =>
  security.some((entry) => scheme in entry);
const withTokens = declared.filter((operation) => lists(operation, 'machineToken'));

// Operations that end something come last.
const rank = ({ operationId }: Declared) => ['cancelPayment', 'revokePermission'].indexOf(operationId);

test.each(withTokens.toSorted((left, right) => rank(left) - rank(right)))(
  '$operationId declares the machine token and accepts it',
  async (operation) => {
    expect(['unauthorized', 'read_only_token', 'validation_failed']).not.toContain(
      await send(operation, machine),
    );
  },
);

test.each(declared.filter((operation) => operation.access !== 'public' && !lists(operation, 'machineToken')))(
  '$operationId does not declare the machine token and refuses it',
  async (operation) => {
    expect(['unauthorized', 'read_only_token', 'not_found']).toContain(await send(operation, machine));
  },
);

test('a repeated createPayment returns 200, which the document declares', async () => {
  const body = { reference: 'twice', amount: 1000, description: 'Pedang' };
  const statuses = [(await shop.create(body)).status, (await shop.create(body)).status];
  expect(statuses).toEqual([201, 200]);
  const { responses } = declared.find(({ operationId }) => operationId === 'createPayment')!.described;
  for (const status of statuses) expect(responses[status]).toHaveProperty('content');
});

const bodyless = declared.filter(({ method, body }) => method !== 'GET' && !body);

/** The usual caller: an app, or an administrator who is also a player. */
function callerOf(operation: Declared): Record<string, string> {
  return operation.access === 'app' ? machine : { cookie: `pid_access=${admin.cookie('pid_access')}` };
}

const bodies: [type: string, body: string, status: string, code: string][] = [
  ['text/plain', 'x', '415', 'unsupported_media_type'],
  ['application/json', JSON.stringify('x'.repeat(65_536)), '413', 'body_too_large'],
  ['application/json', '{', '400', 'malformed_json'],
  ['application/json', String.raw`"\ud800"`, '400', 'validation_failed'],
  ['application/json', '{"surplus":1}', '400', 'validation_failed'],
  ['application/json', '[]', '400', 'validation_failed'],
];

test.each(bodyless)(
  '$operationId has no body and declares the errors for an invalid one',
  async (operation) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      name === 'id' ? payment.id : String(operation.example?.[name]),
    );
    // An operation that always refuses does so for every valid JSON body.
    const judged = operation.reply === null ? bodies.slice(0, 4) : bodies;
    for (const [type, body, status, code] of judged) {
      const headers = { ...callerOf(operation), 'content-type': type };
      const answer = await service.client().send(operation.method, path, body, headers);
      expect([String(answer.status), answer.headers.get('pid-error')]).toEqual([status, code]);
      expect(operation.described.responses[status]?.['x-codes']).toHaveProperty(code);
    }
  },
);

/** fetch refuses to send a GET request with a body. */
function getWithBody(path: string, type: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { headers: { 'content-type': type, 'content-length': 1 } };
    const sent = request(new URL(path, service.baseUrl), options, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end('{');
  });
}

test('ignores the body of a GET request', async () => {
  for (const type of ['text/plain', 'application/json'])
    expect(await getWithBody('/v1/auth/providers', type)).toBe(200);
  const { responses } = declared.find(({ operationId }) => operationId === 'listProviders')!.described;
  expect(Object.keys(responses)).not.toEqual(expect.arrayContaining(['413', '415']));
});
