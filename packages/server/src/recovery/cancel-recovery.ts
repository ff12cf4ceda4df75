import type { Input } from '@pid/contract';
import { cancelRecoveryInstruction, equalBytes, type Guardian } from '@pid/protocol';
import {
  assertExpiry,
  assertNonce,
  relayRequest,
  verifyConsent,
  type AccountRequest,
} from '../account/index.ts';
import { recordAudit } from '../audit/index.ts';
import { findChainPasskey, listCountingPasskeys, type Passkey } from '../credentials/index.ts';
import { lockIdentity } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { DraftMessage, RelayOrder, RelayRequest } from '../relay/index.ts';
import { endSessions } from '../sessions/index.ts';
import { orderStep, precompileOf } from './order-step.ts';
import { readRecovery } from './read-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { findAttempt, settleAttempt, type Attempt } from './recovery.store.ts';

type Body = Omit<Input<'cancelRecovery'>, 'id'>;
type SignedBody = Required<Body>;
type GuardianKind = Guardian['kind'];

/**
 * Only a passkey cancels: on the chain the current authority, in the database a passkey that counts. All other sessions end, so that the
 * session that started the recovery cannot start another one. Returns the kinds of the guardians who had voted for it.
 */
export async function cancelRecovery(
  deps: RecoveryDeps,
  request: AccountRequest,
  input: { id: string; body: Body; requireStepUp(): Promise<void> },
): Promise<GuardianKind[]> {
  const { identityId } = request.caller;
  const attempt = await findAttempt(deps.db, input.id);
  if (!attempt || attempt.identityId !== identityId) throw refuse('no_such_recovery');
  if (attempt.mode === 'database') {
    await cancelInDatabase(deps, request, attempt, input.requireStepUp);
    return [];
  }
  const { nonce, expiry, assertion } = input.body;
  if (nonce === undefined || expiry === undefined || !assertion)
    throw refuse('step_up_required', { need: 'assertion' });
  const body = { nonce, expiry, assertion };
  const passkey = await findChainPasskey(deps.db, identityId, assertion.id);
  const asked = relayRequest(request, 'cancel_recovery', body);
  const { operation } = await deps.relay.submit(asked, (draftMessage) =>
    orderCancellation(deps, request, { asked, body, passkey, attempt, draftMessage }),
  );
  // An operation of an earlier release lacks this field.
  return (operation.details['votedBy'] ?? []) as GuardianKind[];
}

async function cancelInDatabase(
  deps: RecoveryDeps,
  request: AccountRequest,
  attempt: Attempt,
  requireStepUp: () => Promise<void>,
): Promise<void> {
  if (attempt.state === 'cancelled') return;
  // A sign-in alone, however recent, can start a recovery, so it must not be enough to cancel one.
  const counting = await listCountingPasskeys(deps.db, attempt.identityId, deps.clock.now());
  if (counting.length === 0) throw refuse('step_up_required', { need: 'assertion' });
  await requireStepUp();
  await deps.db.transaction(async (tx) => {
    // Finishing takes the same lock, so only one of the two succeeds.
    await lockIdentity(tx, attempt.identityId);
    const now = deps.clock.now();
    if (!(await settleAttempt(tx, attempt.id, 'cancelled', now))) throw refuse('no_such_recovery');
    await endSessionsExceptCallers(tx, request, now);
    await notifyOwner(tx, { identityId: attempt.identityId, now, type: 'recovery.cancelled', data: {} });
    await recordCancelled(tx, request, attempt.id, now);
  });
}

async function endSessionsExceptCallers(tx: Tx, { caller }: AccountRequest, now: Date): Promise<void> {
  const { identityId, sessionId } = caller;
  await endSessions(tx, { identityId, exceptId: sessionId, reason: 'recovery cancelled', now });
}

async function recordCancelled(
  tx: Tx,
  { caller, origin }: AccountRequest,
  target: string,
  now: Date,
): Promise<void> {
  const { identityId, pid } = caller;
  await recordAudit(tx, {
    at: now,
    identityId,
    actor: pid,
    action: 'recovery.cancelled',
    target,
    details: {},
    origin,
  });
}

interface Cancelling {
  readonly asked: RelayRequest;
  readonly body: SignedBody;
  readonly passkey: Passkey | null;
  readonly attempt: Attempt;
  readonly draftMessage: DraftMessage;
}

async function orderCancellation(
  deps: RecoveryDeps,
  request: AccountRequest,
  { asked, body, passkey, attempt, draftMessage }: Cancelling,
): Promise<RelayOrder> {
  const seen = await readRecovery(deps.chain, request.caller.pid);
  const { state, recovery, nonce } = seen;
  if (!recovery || !state.account) throw refuse('no_recovery_policy');
  assertExpiry(body.expiry, state.chainTime);
  assertNonce(body.nonce, nonce);
  if (passkey && !passkey.compressedKey.equals(state.account.authority))
    throw refuse('passkey_not_authority');
  const consent = await verifyConsent(deps, request, {
    state,
    passkey,
    assertion: body.assertion,
    intent: { action: 'cancelRecovery' },
    nonce,
    expiry: body.expiry,
    asked,
  });
  const instruction = cancelRecoveryInstruction(state.wallet, {
    nonce,
    expiry: BigInt(body.expiry),
    tail: consent.authorized.tail,
  });
  const votedBy = recovery.votes.flatMap((vote, place) =>
    vote && equalBytes(vote.authority, attempt.compressedKey) ? [recovery.guardians[place]!.kind] : [],
  );
  return orderStep(draftMessage, seen, {
    accountNonce: nonce,
    pool: 'emergency',
    instructions: [precompileOf(consent), instruction],
    details: { passkeys: [consent.passkey.credentialId], votedBy },
    consent,
    async record(tx, { createdAt: now }) {
      await endSessionsExceptCallers(tx, request, now);
      await recordCancelled(tx, request, attempt.id, now);
    },
  });
}
