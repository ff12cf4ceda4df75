import type { Input } from '@pid/contract';
import { cancelRecoveryInstruction } from '@pid/protocol';
import {
  assertExpiry,
  assertNonce,
  relayRequest,
  verifyConsent,
  type AccountRequest,
} from '../account/index.ts';
import { recordAudit } from '../audit/index.ts';
import { findChainPasskey, listCountingPasskeys, type Passkey } from '../credentials/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { RelayRequest } from '../relay/index.ts';
import { readRecovery } from './read-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { findAttempt, settleAttempt, settleOthers, type Attempt } from './recovery.store.ts';
import { draftStep, precompileOf, sponsoredOrder, submitStep, type PreparedStep } from './submit-step.ts';

type Body = Omit<Input<'cancelRecovery'>, 'id'>;
type SignedBody = Required<Body>;

/** Only a passkey cancels: on the chain the current one, in the database one that counts. */
export async function cancelRecovery(
  deps: RecoveryDeps,
  request: AccountRequest,
  input: { id: string; body: Body; requireStepUp(): Promise<void> },
): Promise<void> {
  const { identityId } = request.caller;
  const attempt = await findAttempt(deps.db, input.id);
  if (!attempt || attempt.identityId !== identityId) throw refuse('no_such_recovery');
  if (attempt.mode === 'database') return cancelInDatabase(deps, request, attempt, input.requireStepUp);
  const { nonce, expiry, assertion } = input.body;
  if (nonce === undefined || expiry === undefined || !assertion)
    throw refuse('step_up_required', { need: 'assertion' });
  const body = { nonce, expiry, assertion };
  const passkey = await findChainPasskey(deps.db, identityId, assertion.id);
  const asked = relayRequest(request, 'cancel_recovery', body);
  await submitStep(deps, asked, () => prepare(deps, request, { asked, body, passkey }));
}

async function cancelInDatabase(
  deps: RecoveryDeps,
  request: AccountRequest,
  attempt: Attempt,
  requireStepUp: () => Promise<void>,
): Promise<void> {
  if (attempt.state === 'cancelled') return;
  // A sign-in alone, however fresh, is what began the recovery: it cannot be what ends it.
  const counting = await listCountingPasskeys(deps.db, attempt.identityId, deps.clock.now());
  if (counting.length === 0) throw refuse('step_up_required', { need: 'assertion' });
  await requireStepUp();
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (!(await settleAttempt(tx, attempt.id, 'cancelled', now))) throw refuse('no_such_recovery');
    await recordCancelled(tx, request, attempt.id, now);
  });
}

async function recordCancelled(
  tx: Tx,
  { caller, origin }: AccountRequest,
  target: string,
  now: Date,
): Promise<void> {
  const { identityId, pid } = caller;
  await notifyOwner(tx, { identityId, now, type: 'recovery.cancelled', data: {} });
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

async function prepare(
  deps: RecoveryDeps,
  request: AccountRequest,
  { asked, body, passkey }: { asked: RelayRequest; body: SignedBody; passkey: Passkey | null },
): Promise<PreparedStep> {
  const { state, recovery, nonce, address } = await readRecovery(deps.chain, request.caller.pid);
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
  const draft = await draftStep(deps, state, {
    recovery: address,
    pool: 'emergency',
    instructions: [precompileOf(consent), instruction],
  });
  const details = { passkeys: [consent.passkey.credentialId] };
  return {
    order: sponsoredOrder(draft, { account: address, accountNonce: nonce, pool: 'emergency', details }),
    consent,
  };
}

/** Once the chain has confirmed it: all that was open is over. */
export async function endAttempts(tx: Tx, identityId: string, now: Date): Promise<void> {
  if ((await settleOthers(tx, identityId, now)) > 0)
    await notifyOwner(tx, { identityId, now, type: 'recovery.cancelled', data: {} });
}
