import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { bearing, machineTokenOf, newApp } from '../../packages/server/test/app-helper.ts';
import { givePasskey, signInWithSoftPasskey } from '../../packages/server/test/passkey-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { withStepUp } from '../../packages/server/test/step-up-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { sampleOf } from '../support/searches.ts';
import { rawBodies, rawWords, sampleBody, type Samples, type Schema } from './raw-bodies.ts';

interface Operation {
  parameters: { name: string; in: string }[];
  security: Record<string, unknown>[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const service = await startTestService({ PID_ADMINS: 'the_operator@pid', PID_SETTLEMENTS: 'manual' });
const { client: operator } = await newPlayer(service, 'the_operator');
const passkey = await givePasskey(operator);
const { client: admin } = await signInWithSoftPasskey(service, passkey);
const owner = await newPlayer(service);
const friend = await newPlayer(service);
const app = await newApp(owner.client);
/** Targets for administrators to suspend, delete and pause. No other operation uses them. */
const administered = {
  pid: (await newPlayer(service)).pid,
  client_id: (await newApp(friend.client)).clientId,
};
const machine = bearing(await machineTokenOf(service.client(), app));
const { body: document } = await service.client().get('/v1/openapi.json');
const schemas: Record<string, Schema> = document.components.schemas;
const nowSeconds = Math.floor(service.clock.nowMillis() / 1000);
const { testToken } = (await service.client().get('/v1/chain')).body;
const key = '11111111111111111111111111111112';
const address = `0x${'12'.repeat(20)}`;

/**
 * Field values by name, as the operations expect them. Other fields are generated from the schema and must
 * match it too.
 */
const samples: Samples = {
  handle: 'sample_handle',
  pid: friend.pid,
  to: friend.pid,
  amount: 1000,
  clientId: app.clientId,
  client_id: app.clientId,
  client_secret: app.clientSecret,
  redirect_uri: app.redirectUri,
  origins: ['https://game.example'],
  logoUrl: 'https://game.example/logo.png',
  imageUrl: 'https://game.example/sword.png',
  avatarUrl: 'https://game.example/me.png',
  contact: 'halo@kelinci.example',
  country: 'ID',
  locale: 'id',
  code_verifier: 'v'.repeat(43),
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  max_age: '60',
  token: 'native',
  vault: key,
  sessionPubkey: key,
  allowedProgram: key,
  recordedAuthority: key,
  program: key,
  address: key,
  blockhash: key,
  sessionAddress: key,
  asset: 'SOL',
  accountId: `0x${'ab'.repeat(32)}`,
  salt: `0x${'cd'.repeat(32)}`,
  account: address,
  verifier: address,
  selector: '0x12345678',
  limit: '1000',
  publicKey: `0x04${'11'.repeat(64)}`,
  value: '0',
  expiresAt: nowSeconds + 3600,
  expiry: nowSeconds + 300,
  deadline: nowSeconds + 300,
  recordedSlot: '1',
  nonce: '1',
  quotedNetworkFeeLamports: '5000',
  lamports: '1000000',
  returnTo: '/money',
  paymentId: '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b',
  scope: 'read',
  reason: 'because',
  bankCode: 'BCA',
  accountNumber: '1234567890',
  operation: 'getIdentity',
  id: 'AAAA',
  rawId: 'AAAA',
  signature: 'AAAA',
  authenticatorData: 'AAAA',
  clientDataJSON: 'AAAA',
  attestationObject: 'AAAA',
  userHandle: 'AAAA',
  oldCredentialId: 'AAAA',
  newCredentialId: 'AAAQ',
  data: 'AAAA',
  toPid: friend.pid,
  pids: [friend.pid],
  texts: { id: { name: 'Kelinci', text: 'Lompat jauh' } },
  playUrl: 'https://game.example/play',
  references: [key],
  p256dh: 'A'.repeat(87),
  auth: 'A'.repeat(22),
  allowance: '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b',
  birthMonth: '2001-05',
  endsAt: new Date((nowSeconds + 86_400) * 1000).toISOString(),
};

/** Paths where a field name has another meaning. */
const samplesOf: Readonly<Record<string, Samples>> = {
  '/v1/apps/{client_id}/verification': { about: 'a game of noughts and crosses' },
  '/v1/admin/bank-accounts/{client_id}/approve': { version: '019a8b3c-5d2e-4f41-8a6b-0c9d1e2f3a4b' },
  '/v1/admin/bank-accounts/{client_id}/refuse': { version: '019a8b3c-5d2e-4f41-8a6b-0c9d1e2f3a4b' },
  '/v1/profile/avatar': { image: 'iVBORw0KGgo' },
  '/v1/apps/{client_id}/cover': { image: '_9j_4AAQ' },
  '/v1/permissions': { to: address },
  '/v1/permissions/{id}/check': { to: address, amount: '1', data: '0x', signature: `0x${'11'.repeat(64)}` },
  '/v1/permissions/{id}/spend': { amount: '1' },
  '/v1/account/withdraw': { to: key, amount: '1000' },
  '/v1/wallet/withdraw': { to: key, amount: '1000' },
  '/v1/account/withdraw/quote': { to: key },
  '/v1/wallet/withdraw/quote': { to: key },
  '/v1/session-keys/execute': { signature: '1'.repeat(64) },
  '/v1/notices/not-me': { token: 'n'.repeat(43) },
  '/v1/identity/me': { abandon: '0'.repeat(64) },
  '/v1/identity/me/deletion': { abandon: '0'.repeat(64) },
};

/** Operations with mutually exclusive fields: one sample for each variant. */
const waysOf: Readonly<Record<string, readonly Samples[]>> = {
  '/v1/dev/airdrop': [
    { mint: undefined, amount: undefined },
    { lamports: undefined, mint: testToken.mint, amount: '1000' },
  ],
};

const inPath: Readonly<Record<string, string>> = {
  client_id: app.clientId,
  pid: friend.pid,
  provider: 'dev',
  handle: 'sample',
  program: key,
  sessionAddress: key,
  id: '00000000-0000-4000-8000-000000000000',
};
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
/** These would end the caller's session or make the other requests wait. */
const withoutWords = new Set(['DELETE /v1/auth/sessions', 'POST /v1/auth/logout']);

function callerOf(path: string, { security }: Operation): Record<string, string> {
  if (path.startsWith('/v1/admin/')) return { cookie: `pid_access=${admin.cookie('pid_access')}` };
  if (security.some((entry) => 'pid_access' in entry))
    return { cookie: `pid_access=${owner.client.cookie('pid_access')}` };
  return security.some((entry) => 'machineToken' in entry) ? machine : {};
}

const filled = (path: string, words: Readonly<Record<string, string>> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => {
    const usual = path.startsWith('/v1/admin/') ? { ...inPath, ...administered } : inPath;
    return { ...usual, ...words }[name] ?? 'unknown';
  });

/** One signature at a time, because the counter of an authenticator must not decrease. */
let signing: Promise<unknown> = Promise.resolve();

/** Sends the request and completes step-up if required, so that the checks behind it are tested too. */
async function send(
  method: string,
  path: string,
  caller: Record<string, string>,
  text?: string,
  confirms = true,
) {
  const client = service.client();
  const answer = await client.send(method, path, text, caller);
  const isAsked = answer.headers.get('pid-error')?.startsWith('step_up_required; need=assertion');
  if (!isAsked || !confirms) return answer;
  const body: unknown = text === undefined ? undefined : JSON.parse(text);
  const confirmed = signing.then(() => withStepUp(admin, passkey, { method, path, body }));
  signing = confirmed.catch(() => undefined);
  return confirmed;
}

async function ask(
  method: string,
  path: string,
  caller: Record<string, string>,
  text?: string,
  confirms = true,
): Promise<string | null> {
  const answer = await send(method, path, caller, text, confirms);
  if (answer.status === 500) return `${method} ${path}: ${text?.slice(0, 200) ?? ''}`;
  if (answer.text.length > 9000 && answer.status >= 400)
    return `${method} ${path} answers ${answer.text.length} bytes`;
  return null;
}

/** Eight in parallel; one at a time takes twice as long. */
async function askAll(questions: readonly (() => Promise<string | null>)[]): Promise<string[]> {
  const failures: string[] = [];
  const waiting = questions[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const question of waiting) {
        const failure = await question();
        if (failure !== null) failures.push(failure);
      }
    }),
  );
  return failures;
}

const seen = new Set<string>();
const ajv = new Ajv({ strict: false, allErrors: true, formats: { 'date-time': true, uri: true } });
ajv.addSchema({ $id: 'document', components: { schemas } });

test.each(
  operations.flatMap(({ path, method, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    return schema ? [[`${method} ${path}`, method, path, operation, schema] as const] : [];
  }),
)(
  '%s does not respond with 500 to raw text in any body field',
  async (_name, method, path, operation, schema) => {
    const caller = callerOf(path, operation);
    const check = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')),
    );
    for (const way of waysOf[path] ?? [{}]) {
      const body = sampleBody(schema, schemas, { ...samples, ...samplesOf[path], ...way });
      expect(
        check(body) ? [] : check.errors?.map((error) => `${error.instancePath} ${error.message}`),
      ).toEqual([]);
      if (path.startsWith('/v1/admin/') || path in waysOf)
        expect((await send(method, filled(path), caller, JSON.stringify(body))).status).toSatisfy(
          (status: number) => (path in waysOf ? status === 200 : status !== 403),
        );
      const questions = sampleOf([...rawBodies(body, seen)], 4).map(
        (text) => () => ask(method, filled(path), caller, text),
      );
      expect(await askAll(questions)).toEqual([]);
    }
  },
);

/** Path and query parameters. Other tests send raw headers. */
function wordsOf({ parameters }: Operation) {
  return parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
}

test.each(
  operations
    .filter(({ operation }) => wordsOf(operation).length > 0)
    .filter(({ path, method }) => !withoutWords.has(`${method} ${path}`))
    .map(({ path, method, operation }) => [`${method} ${path}`, method, path, operation] as const),
)(
  '%s does not respond with 500 to any value in its path or query',
  async (_name, method, path, operation) => {
    const caller = callerOf(path, operation);
    const text = method === 'GET' ? undefined : '{}';
    const questions = wordsOf(operation).flatMap((parameter) =>
      sampleOf(rawWords(parameter), 1).map((word) => {
        const target =
          parameter.in === 'path'
            ? filled(path, { [parameter.name]: word })
            : `${filled(path)}?${parameter.name}=${word}`;
        // Signing every request would take too long. Only the value with a null byte, which the database
        // refuses, is also tested behind step-up.
        return () => ask(method, target, caller, text, word === 'a%00b');
      }),
    );
    expect(await askAll(questions)).toEqual([]);
  },
);
