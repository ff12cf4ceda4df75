import { operations, type Operation, type OperationName } from '@pid/contract';
import { Refusal } from '@pid/contract/client';
import { expect, test } from 'vitest';
import { refusalsOf } from '../../packages/contract/src/refusals.ts';
import { exampleKeys } from '../../packages/contract/src/shapes/chain.ts';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { bearing, machineTokenOf, newApp } from '../../packages/server/test/app-helper.ts';
import type { HttpClient } from '../../packages/server/test/http-client.ts';
import { givePasskey, signInWithSoftPasskey } from '../../packages/server/test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { answersStepUp, signInAdministrator } from '../../packages/server/test/step-up-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';

type NamedOperation = Operation & { readonly operationId: OperationName };

const service = await startTestService({ PID_ADMINS: 'dewi_admin@pid', PID_SETTLEMENTS: 'manual' });
const { admin } = await signInAdministrator(service, 'dewi_admin');
await newPlayer(service, 'citra_d');
const budi = service.client();
await signInAs(budi, 'budi@example.com');
const game = await budi.call('getExampleGame');

/** IDs that earlier operations created, for the examples of later operations. */
const live: Partial<Record<OperationName, Readonly<Record<string, unknown>>>> = {};
let clientId = 'app_example';
let machineToken = '';

/**
 * The example of claimHandle creates Budi's identity. This then gives him a passkey, money, a second session
 * and an app with income.
 */
async function settleIn(): Promise<void> {
  const passkey = await givePasskey(budi);
  answersStepUp(budi, passkey);
  await signInWithSoftPasskey(service, passkey);
  const { rows } = await service.db.query<{ id: string }>(
    "select id from identities where handle = 'budi_gg'",
  );
  await fund(service.db, rows[0]!.id, 1_000_000n);
  const app = await newApp(budi, { feeFlat: 1000 });
  clientId = app.clientId;
  machineToken = await machineTokenOf(budi, app, 'read payments');
  await budi.call('sendMoney', { to: 'citra_d@pid', amount: 1000, clientId });
  live.endSession = (await sessions()).find(({ current }) => !current)!;
  live.renamePasskey = live.passkeyRevocationOptions = live.revokePasskey = { id: passkey.id };
}

async function sessions(): Promise<{ id: string; current: boolean }[]> {
  return (await budi.get('/v1/auth/sessions')).body.items;
}

/** Stores values from a response for later examples. */
const learns: Partial<Record<OperationName, (reply: { readonly id: string }) => unknown>> = {
  claimHandle: settleIn,
  async sendMoney({ id }) {
    live.getSendReceipt = live.getPostingProof = { id };
    await service.service.runJob('append to the public log');
    await service.service.runJob('publish liabilities');
  },
  async createTopUp({ id }) {
    live.getTopUp = live.getTopUpAsAdmin = live.clawBackTopUp = { id };
    await budi.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
  },
  createSandboxPlayer(reply) {
    const { pid } = reply as unknown as { pid: string };
    live.loginSandboxPlayer = { pid };
  },
  // It ends the session.
  freezeIdentity: () => signInAs(budi, 'budi@example.com'),
  createPermission: ({ id }) =>
    (live.getPermission =
      live.permissionOptions =
      live.approvePermission =
      live.revokePermission =
      live.checkCall =
      live.recordSpend =
        { id }),
};

/** Expected refusals: the example must be refused in this state, or it needs a browser or a provider. */
const refused: Partial<Record<OperationName, string>> = {
  setTier: 'tiers_off',
  // The example of setBirthMonth makes Budi a minor without a parent.
  lookUpFamilyCode: 'parent_not_ready',
  addChild: 'parent_not_ready',
  inviteSecondParent: 'no_such_child',
  changeChildRules: 'no_such_child',
  removeChild: 'no_such_child',
  askParent: 'payment_not_found',
  decideFamilyRequest: 'no_such_request',
  endParent: 'no_such_parent',
  confirmRating: 'rating_missing',
  withdrawToBank: 'withdrawals_disabled',
  finishSignIn: 'sign_in_failed',
  finishSignInByPost: 'sign_in_failed',
  describeDevice: 'no_such_device_code',
  decideDevice: 'no_such_device_code',
  getSessionGrant: 'no_such_session',
  issueMachineToken: 'unauthorized',
  // Nobody has connected the app.
  createAllowance: 'player_not_connected',
  liftFreeze: 'not_frozen',
  receivePaymentNotice: 'payment_provider_not_found',
  receiveSettlementNotice: 'payment_provider_not_found',
  getBankAccount: 'no_bank_account',
  requestSettlement: 'idempotency_key_required',
  identityDeletionOptions: 'deletion_blocked',
  deleteIdentity: 'deletion_blocked',
  deleteApp: 'escrow_not_empty',
  deleteIdentityAsAdmin: 'settle_balance_first',
  approveBankAccount: 'bank_account_changed',
  approveVerification: 'app_changed',
  leaveGuardianship: 'no_such_guardianship',
  answerAppInvitation: 'no_such_invitation',
  // The app is neither verified nor connected.
  getOwnGame: 'no_such_app',
  addFavouriteGame: 'no_such_app',
  removeFavouriteGame: 'no_such_app',
};

const first: readonly OperationName[] = ['getPendingClaim', 'checkHandle', 'claimHandle'];
/** These end something that other operations need. */
const last: readonly OperationName[] = [
  'removeBankAccount',
  'endPreviousSecret',
  'revokePermission',
  'disconnectApp',
  'deleteApp',
  'deleteIdentityAsAdmin',
  'unlinkCredential',
  'endOtherSessions',
  'deleteIdentity',
  'freezeIdentity',
  'logout',
];
const rank = ({ operationId }: NamedOperation) =>
  first.includes(operationId) ? first.indexOf(operationId) - first.length : 1 + last.indexOf(operationId);

const declared: readonly NamedOperation[] = Object.values<NamedOperation>(operations).toSorted(
  (left, right) => rank(left) - rank(right),
);

test.each(declared)('the example of $operationId is accepted', async (operation) => {
  const name = operation.operationId;
  const input = { ...withLiveApp(operation.example), ...idsOf(operation) };
  const reply = await callerFor(operation)
    .call(name, input as never)
    .catch((error: unknown) => error);
  if (!(reply instanceof Refusal)) {
    if (reply instanceof Error) throw reply;
    await learns[name]?.(reply as { id: string });
    return;
  }
  if (operation.status === 302 && reply.status === 302) return;
  const told = `${reply.status} ${reply.code}: ${reply.message}`;
  expect(reply.status, told).toBeLessThan(500);
  expect(reply.code, told).not.toBe('validation_failed');
  // A refusal must be among the documented ones.
  expect(refusalsOf(operation), told).toContain(reply.code);
  if (refused[name]) expect(reply.code, told).toBe(refused[name]);
  else expect(isSigned(operation) || lacksSubject(operation), told).toBe(true);
});

function callerFor({ access }: NamedOperation): Pick<HttpClient, 'call'> {
  if (access === 'admin') return admin;
  return access === 'app' ? budi.with(bearing(machineToken)) : budi;
}

/** The example with current times and the IDs of this test. */
function withLiveApp(example: NamedOperation['example'] = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  const written = JSON.stringify(example)
    .replaceAll('app_example', clientId)
    .replaceAll('1800000000', String(now + 3600))
    .replaceAll('1799950000', String(now + 300))
    .replaceAll(exampleKeys.program, game.program);
  return JSON.parse(written) as Record<string, unknown>;
}

/** Only path parameters: a stored response may have more fields. */
function idsOf({ operationId, params }: NamedOperation): Record<string, unknown> {
  const known = live[operationId] ?? {};
  return Object.fromEntries(Object.entries(known).filter(([name]) => name in (params?.properties ?? {})));
}

/** An example cannot contain a valid signature over a live challenge. */
function isSigned({ example = {} }: NamedOperation): boolean {
  return ['assertion', 'response', 'signature', 'token', 'code'].some((name) => name in example);
}

/** The example contains an ID that does not exist in this test. */
function lacksSubject({ operationId, params }: NamedOperation): boolean {
  return params !== undefined && 'id' in params.properties && !live[operationId];
}
