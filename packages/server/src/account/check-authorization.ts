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
  auditFallenCounter,
  recordAssertion,
  verifyAssertion,
  type Assertion,
  type Passkey,
  type VerifiedAssertion,
} from '../credentials/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { ServiceError, refuse } from '../platform/errors/index.ts';
import type { RelayRequest } from '../relay/index.ts';
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

/** A fee of exactly 120 % of the quote passes. */
export function assertNoDrift(liveLamports: bigint, quotedLamports: bigint): void {
  if (liveLamports * 100n > quotedLamports * 120n)
    throw refuse('fee_drifted', { live: String(liveLamports), quoted: String(quotedLamports) });
}

export interface Consent {
  readonly passkey: Passkey;
  readonly verified: VerifiedAssertion;
  readonly authorized: Authorized;
  /**
   * True if this assertion was accepted before and its counter is now behind the stored one; see
   * `verifyConsent`.
   */
  readonly wasAccepted: boolean;
}

/**
 * Verifies the passkey's signature over exactly this intent. An assertion may be reused if it was accepted
 * before for an operation that had no effect: its counter was checked then.
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
    asked: RelayRequest;
  },
): Promise<Consent> {
  const { state, passkey } = input;
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
  const verify = (counter: number) =>
    verifyAssertion({
      passkey: { ...passkey, counter },
      assertion: input.assertion,
      challenge,
      ...deps.relyingParty,
    });
  const verified = await auditFallenCounter(
    deps,
    { passkey, actor: request.caller.pid, origin: request.origin },
    async () => {
      try {
        return verify(passkey.counter);
      } catch (error) {
        const fell = error instanceof ServiceError && error.code === 'passkey_counter_fell';
        if (!fell || !(await deps.relay.wasAccepted(input.asked))) throw error;
        return verify(0);
      }
    },
  );
  if (!verified.clientDataTail) throw refuse('passkey_refused', { reason: 'client_data_spelling' });
  return {
    passkey,
    verified,
    wasAccepted: verified.counter < passkey.counter,
    authorized: authorizedBy(brandPasskeyPoint(passkey.compressedKey), verified, verified.clientDataTail),
  };
}

/** Consumes the assertion of the consent, unless an earlier operation did so. Null if no passkey signed. */
export async function recordConsent(tx: Tx, consent: Consent | null, now: Date): Promise<void> {
  if (consent && !consent.wasAccepted) await recordAssertion(tx, { ...consent, now });
}
