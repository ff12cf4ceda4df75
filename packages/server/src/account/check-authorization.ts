import {
  AUTHORIZATION_TTL_SECONDS,
  brandPasskeyPoint,
  challengeFor,
  currentPolicy,
  livePolicy,
  type FeePolicy,
  type Intent,
} from '@pid/protocol';
import {
  assertionStep,
  auditFallenCounter,
  verifyAssertion,
  type Assertion,
  type Passkey,
  type VerifiedAssertion,
} from '../credentials/index.ts';
import { auditStep } from '../audit/index.ts';
import { actingIdentityStep } from '../identity/index.ts';
import type { Step } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { AccountDeps, AccountRequest } from './account-deps.ts';
import { authorizedBy, type Authorized } from './message-templates.ts';
import type { WalletState } from './read-wallet.ts';

export function assertExpiry(expiry: number, chainTime: bigint): void {
  if (BigInt(expiry) < chainTime)
    throw refuse('expiry_refused', { reason: 'passed', expiry, chainTime: String(chainTime) });
  if (BigInt(expiry) > chainTime + AUTHORIZATION_TTL_SECONDS)
    throw refuse('expiry_refused', { reason: 'too_far', expiry, chainTime: String(chainTime) });
}

export function assertNonce(nonce: string, live: bigint): void {
  if (BigInt(nonce) !== live) throw refuse('wrong_nonce', { given: nonce, live: String(live) });
}

export function requirePolicy({ config, chainTime }: WalletState, version: number): FeePolicy {
  const policy = livePolicy(config, version, chainTime);
  if (policy) return policy;
  const current = currentPolicy(config).version;
  throw refuse('fee_policy_refused', {
    reason: version >= 1 && version < current ? 'superseded' : 'unknown',
    version,
    current,
  });
}

/** Exactly 120 % still passes. */
export function assertNoDrift(liveLamports: bigint, quotedLamports: bigint): void {
  if (liveLamports * 100n > quotedLamports * 120n)
    throw refuse('fee_drifted', { live: String(liveLamports), quoted: String(quotedLamports) });
}

export interface Consent {
  readonly passkey: Passkey;
  readonly verified: VerifiedAssertion;
  readonly authorized: Authorized;
  readonly seenBefore: boolean;
}

/**
 * The passkey's signature over exactly this intent. An assertion that was accepted before, for an operation that came to
 * nothing, may come again: its counter was judged then.
 */
export async function verifyConsent(
  deps: AccountDeps,
  request: AccountRequest,
  input: {
    state: WalletState;
    passkey: Passkey | null;
    assertion: Assertion;
    intent: Intent;
    nonce: bigint;
    expiry: number;
    seenBefore: boolean;
  },
): Promise<Consent> {
  const { state, passkey, seenBefore } = input;
  if (!passkey) throw refuse('passkey_unknown');
  const challenge = challengeFor(
    {
      genesisHash: state.config.genesisHash,
      program: state.wallet.program,
      accountId: state.wallet.accountId,
      vault: state.wallet.vault,
      nonce: input.nonce,
      expiry: BigInt(input.expiry),
    },
    input.intent,
  );
  const verifying = seenBefore ? { ...passkey, counter: 0 } : passkey;
  const verified = await auditFallenCounter(
    deps,
    { passkey, actor: request.caller.pid, origin: request.origin },
    async () =>
      verifyAssertion({ passkey: verifying, assertion: input.assertion, challenge, ...deps.relyingParty }),
  );
  if (!verified.clientDataTail) throw refuse('passkey_refused', { reason: 'client_data_spelling' });
  return {
    passkey,
    verified,
    seenBefore,
    authorized: authorizedBy(brandPasskeyPoint(passkey.compressedKey), verified, verified.clientDataTail),
  };
}

/** With the operation: the identity may still act, the signature is spent, the log knows. */
export function consentSteps(
  { db }: Pick<AccountDeps, 'db'>,
  { caller, origin }: AccountRequest,
  consent: Consent,
  deed: {
    action: string;
    target: string;
    details: Record<string, unknown>;
    now: Date;
    /** Own money on the chain moves also while the identity is suspended. */
    allowsSuspended: boolean;
  },
): Step[] {
  return [
    // Whoever removes a passkey or deletes the identity holds this lock too, and sees the operation or is seen by it.
    actingIdentityStep(caller.identityId, deed.allowsSuspended ? ['active', 'suspended'] : ['active'], () =>
      refuse('identity_suspended'),
    ),
    ...(consent.seenBefore ? [] : [assertionStep(db, { ...consent, now: deed.now })]),
    auditStep({
      at: deed.now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: deed.action,
      target: deed.target,
      details: deed.details,
      origin,
    }),
  ];
}
