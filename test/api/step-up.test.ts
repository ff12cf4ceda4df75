import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { HttpClient } from '../../packages/server/test/http-client.ts';
import { givePasskey, signInWithSoftPasskey } from '../../packages/server/test/passkey-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { text as stepUpText } from '../../packages/web/src/features/security/parts/step-up/text.en.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Record<string, unknown>[];
  readonly requestBody?: unknown;
  readonly 'x-step-up'?: string;
}

const service = await startTestService({ PID_ADMINS: 'walking_admin@pid' });
const { body: document } = await service.client().get('/v1/openapi.json');
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    path,
    method: method.toUpperCase(),
  })),
);
const needOf = (operation: Operation) => operation['x-step-up'] ?? 'none';
const byCookie = operations.filter(
  ({ method, security }) =>
    method !== 'GET' && security.some((scheme) => 'pid_access' in scheme || 'pid_refresh' in scheme),
);

const rows = readFileSync(new URL('../../docs/step-up.md', import.meta.url), 'utf8').matchAll(
  /^\| `(\w+)` +\| (\w+) +\|/gm,
);
const table = new Map([...rows].map(([, operation, need]) => [operation!, need!] as const));

test('docs/step-up.md has exactly one row for each write that a cookie can authorize', () => {
  expect(Object.fromEntries([...table].toSorted())).toEqual(
    Object.fromEntries(
      byCookie.map((operation) => [operation.operationId, needOf(operation)] as const).toSorted(),
    ),
  );
});

test('no read requires step-up, and these operations require none either', () => {
  expect(
    operations.filter((operation) => needOf(operation) !== 'none' && operation.method === 'GET'),
  ).toEqual([]);
  for (const operation of [
    'claimHandle',
    'withdraw',
    'walletWithdraw',
    'rotateAuthority',
    'walletRotate',
    'activateAccount',
  ])
    expect(operations.filter(({ operationId }) => operationId === operation).map(needOf)).toEqual(['none']);
});

test('the step-up page has a text for every operation that may require step-up', () => {
  expect(Object.keys(stepUpText.actions).toSorted()).toEqual(
    operations
      .filter((operation) => needOf(operation) !== 'none')
      .map(({ operationId }) => operationId)
      .toSorted(),
  );
});

const rules = { monthlySpend: null, perPurchase: 1000, sends: 'all', maxRating: null, unratedApps: true };

/** Valid bodies, so that step-up is the next check. */
const bodies: Record<string, unknown> = {
  allowGameProgram: { program: '11111111111111111111111111111112', name: 'Chess' },
  addChild: { code: 'BCDFGHJK', rules },
  changeChildRules: rules,
  decideFamilyRequest: { decision: 'allow' },
  correctBirthMonth: { birthMonth: '2012-05', reason: 'a test' },
  endParent: { reason: 'a test' },
  confirmRating: { confirmed: true },
  setTier: { tier: 'registered', reason: 'a test' },
  clawBackTopUp: { refunded: 1, reason: 'a test' },
  creditSuspense: { pid: 'walking_admin@pid', reason: 'a test' },
  refundSuspense: { reason: 'a test' },
  setBankAccount: { bankCode: 'BCA', accountNumber: '1234567890', holderName: 'PT Kelinci' },
  inviteMember: { pid: 'nobody@pid', role: 'finance' },
  transferApp: { pid: 'nobody@pid' },
  approveBankAccount: { version: '019a8b3c-5d2e-4f41-8a6b-0c9d1e2f3a4b' },
  markSettlementPaid: { reference: 'BCA 1' },
  markSettlementFailed: { reference: 'BCA 1' },
  approveVerification: { version: '5d41402abc4b2a76b9719d911017c592' },
  refuseVerification: { reason: 'a test' },
  refundPaymentAsAdmin: { amount: 1, reason: 'a test' },
};

describe('requires the declared step-up', async () => {
  const player = await newPlayer(service);
  const boss = await newPlayer(service, 'walking_admin');
  const { client: admin } = await signInWithSoftPasskey(service, await givePasskey(boss.client));
  service.clock.advanceSeconds(601);
  const filled = (path: string) =>
    path
      .replace('{id}', '00000000-0000-4000-8000-000000000000')
      .replace('{pid}', 'nobody@pid')
      .replace('{parent}', 'nobody@pid')
      .replace('{provider}', 'dev')
      .replace('{program}', '11111111111111111111111111111112')
      .replace('{client_id}', 'app_000000000000000000000000');
  const declared = byCookie.filter((operation) => ['recent', 'assertion'].includes(needOf(operation)));

  test.each(declared)('$operationId', async ({ operationId, method, path }) => {
    const isAdmins = path.startsWith('/v1/admin/');
    const client: HttpClient = isAdmins ? admin : player.client;
    const answer = await client.send(method, filled(path), bodies[operationId], {});
    expect([answer.text, answer.headers.get('pid-error')]).toEqual([
      '{"statusCode":403,"message":"Confirm that it is you"}',
      `step_up_required; need=${isAdmins ? 'assertion' : 'recent'}`,
    ]);
  });
});
