import type { Input } from '@pid/contract';
import {
  accountIdFromPid,
  decodeAccount,
  findAccountAddress,
  fromBase64Url,
  guardianKey,
  RECOVERY_BYTES,
  RECOVERY_DELAY_SECONDS,
  setRecoveryPolicyInstruction,
  toHex,
  toPasskeyPoint,
  type Guardian,
  type SmartAccount,
} from '@pid/protocol';
import {
  assertExpiry,
  assertNonce,
  relayRequest,
  rentOf,
  verifyConsent,
  type AccountRequest,
} from '../account/index.ts';
import { recordAudit } from '../audit/index.ts';
import { findChainPasskey, type Passkey } from '../credentials/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { DraftMessage, Operation, RelayOrder, RelayRequest } from '../relay/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { orderStep, precompileOf } from './order-step.ts';
import { readRecovery, type RecoveryState } from './read-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { policyDetails, policyOf, rememberPolicy, seenAs } from './remember-policy.ts';
import { noteOurs } from './sights.store.ts';

type Body = Input<'setRecoveryPolicy'>;

/** Sets, changes or removes the policy, signed by the passkey that controls the wallet. */
export async function setRecoveryPolicy(
  deps: RecoveryDeps,
  request: AccountRequest,
  body: Body,
): Promise<{ signature: string; replayed: boolean }> {
  const { identityId } = request.caller;
  // Read before joining a running operation, so that the use of the passkey which that operation records does
  // not affect this request.
  const passkey = await findChainPasskey(deps.db, identityId, body.assertion.id);
  const asked = relayRequest(request, 'set_recovery_policy', body);
  const { operation, replayed } = await deps.relay.submit(asked, (draftMessage) =>
    orderPolicy(deps, request, { asked, body, passkey, draftMessage }),
  );
  return { signature: operation.signature, replayed };
}

async function orderPolicy(
  deps: RecoveryDeps,
  request: AccountRequest,
  {
    asked,
    body,
    passkey,
    draftMessage,
  }: { asked: RelayRequest; body: Body; passkey: Passkey | null; draftMessage: DraftMessage },
): Promise<RelayOrder> {
  const { caller, origin } = request;
  const friends = body.guardians.map(({ pid }) =>
    pid === undefined ? null : findAccountAddress(deps.chain.programId, accountIdFromPid(pid)).address,
  );
  const seen = await readRecovery(
    deps.chain,
    caller.pid,
    friends.filter((friend) => friend !== null),
  );
  const { state, nonce } = seen;
  const { account } = state;
  if (!account) throw refuse('account_not_activated');
  assertTerms(body);
  const guardians = judgeGuardians(deps, body, seen, account);
  assertExpiry(body.expiry, state.chainTime);
  assertNonce(body.nonce, nonce);
  if (passkey && !passkey.compressedKey.equals(account.authority)) throw refuse('passkey_not_authority');
  const { threshold, delaySeconds } = body;
  const policy = { guardians, threshold, delaySeconds };
  const intent = { action: 'setRecoveryPolicy', ...policy } as const;
  const consent = await verifyConsent(deps, request, {
    state,
    passkey,
    assertion: body.assertion,
    intent,
    nonce,
    expiry: body.expiry,
    asked,
  });
  if (!seen.recovery) await assertVaultPays(deps, seen);
  const instruction = setRecoveryPolicyInstruction(state.wallet, {
    ...policy,
    nonce,
    expiry: BigInt(body.expiry),
    tail: consent.authorized.tail,
    payer: null,
  });
  return orderStep(draftMessage, seen, {
    accountNonce: nonce,
    pool: 'policy',
    instructions: [precompileOf(consent), instruction],
    makesAccount: true,
    details: { passkeys: [consent.passkey.credentialId], policy: policyDetails(seenAs(policy, nonce)) },
    consent,
    async record(tx, { createdAt: now }) {
      if (!consent.passkey.isLost) await noteOurs(tx, caller.identityId, account.authority, now);
      await recordAudit(tx, {
        at: now,
        identityId: caller.identityId,
        actor: caller.pid,
        action: guardians.length === 0 ? 'recovery.policy_removed' : 'recovery.policy_set',
        target: state.wallet.vault,
        details: { threshold, delaySeconds, guardians: body.guardians.map(({ kind, pid }) => pid ?? kind) },
        origin,
      });
    },
  });
}

/**
 * Runs with the confirmation, on any node: notifies owner and guardians, and makes guardians who had left and
 * are named again guardians.
 */
export async function recordPolicy(
  tx: Tx,
  { identityId, accountNonce, details }: Operation,
  now: Date,
): Promise<void> {
  // An operation from before this release has no policy in its details; the watch will see it.
  if (details['policy'])
    await rememberPolicy(tx, identityId, policyOf(details['policy'], accountNonce + 1n), now, {
      isNew: true,
    });
}

function assertTerms({ guardians, threshold, delaySeconds }: Body): void {
  const { min, max } = RECOVERY_DELAY_SECONDS;
  const isRemoval = guardians.length === 0 && threshold === 0 && delaySeconds === 0;
  const isPolicy =
    guardians.length > 0 &&
    threshold >= 1 &&
    threshold <= guardians.length &&
    delaySeconds >= min &&
    delaySeconds <= max;
  if (!isRemoval && !isPolicy) throw refuse('policy_terms_refused');
}

function judgeGuardians(
  { chain }: RecoveryDeps,
  { guardians }: Body,
  { state }: RecoveryState,
  account: SmartAccount,
): Guardian[] {
  const refused = (reason: 'not_a_key' | 'unknown_player' | 'self' | 'twice', guardian: number) =>
    refuse('policy_refused', { reason, guardian });
  const known = new Set<string>();
  const looked = [...state.others];
  return guardians.map(({ kind, publicKey, pid }, place) => {
    const guardian = ((): Guardian => {
      const found = pid === undefined ? null : (looked.shift() ?? null);
      if (kind !== 'account') {
        const key = publicKey === undefined ? null : pointOf(publicKey);
        if (!key || pid !== undefined) throw refused('not_a_key', place);
        return { kind, key };
      }
      // A player without a wallet has no passkey on the chain and could not approve.
      const isActive = found?.owner === chain.programId && decodeAccount(found.data) !== null;
      if (pid === undefined || !isActive) throw refused('unknown_player', place);
      return { kind, accountId: accountIdFromPid(pid) };
    })();
    const key = toHex(guardianKey(guardian));
    if (key === toHex(account.authority) || key === `${toHex(account.accountId)}00`)
      throw refused('self', place);
    if (known.has(key)) throw refused('twice', place);
    known.add(key);
    return guardian;
  });
}

function pointOf(publicKey: string) {
  try {
    return toPasskeyPoint(fromBase64Url(publicKey));
  } catch {
    return null;
  }
}

/** The first policy creates an account; afterwards the vault must be empty or rent-exempt. */
async function assertVaultPays(deps: RecoveryDeps, { state }: RecoveryState): Promise<void> {
  const [rent, minimum] = await Promise.all([rentOf(deps.chain, RECOVERY_BYTES), rentOf(deps.chain, 0)]);
  const held = state.vaultLamports;
  if (held === rent || held >= rent + minimum) return;
  throw refuse('balance_refused', {
    reason: 'vault_too_little',
    held: held.toString(),
    needed: (rent + minimum).toString(),
    amount: '0',
    networkFee: '0',
    protocolFee: '0',
    rent: rent.toString(),
  });
}
