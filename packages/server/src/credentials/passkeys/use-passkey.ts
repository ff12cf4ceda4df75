import type { Assertion } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Tx } from '../../platform/db/index.ts';
import { ServiceError, impossible, refuse } from '../../platform/errors/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { storeAssertion } from './assertions.store.ts';
import { readClientData } from './client-data.ts';
import { spendChallenge, takeChallenge, type ChallengeDeps, type ChallengePurpose } from './challenges.ts';
import { counts, findActivePasskey, type Passkey } from './passkeys.store.ts';
import { verifyAssertion, type VerifiedAssertion } from './verify-assertion.ts';

/** The WebAuthn relying party: the host name and origin of the base URL. */
export interface RelyingParty {
  readonly rpId: string;
  readonly origin: string;
  /** Other origins of the operator: there a passkey can only sign in and confirm. */
  readonly relatedOrigins: readonly string[];
}

/**
 * The origin that a sign-in or step-up must have: one of the operator's origins, as claimed by the browser
 * (WebAuthn L3, 5.11).
 */
export function signInOrigin({ origin, relatedOrigins }: RelyingParty, claimed: string): string {
  return relatedOrigins.includes(claimed) ? claimed : origin;
}

export interface UsedPasskey {
  readonly passkey: Passkey;
  readonly verified: VerifiedAssertion;
}

/** Stores the counter, backup state and time of a verified assertion, in the transaction that acts on it. */
export async function recordAssertion(
  tx: Tx,
  use: UsedPasskey & { now: Date; isLogin?: boolean },
): Promise<void> {
  const { passkey, verified, now, isLogin = false } = use;
  const { counter, backedUp } = verified;
  if (await storeAssertion(tx, { passkeyId: passkey.id, counter, backedUp, isLogin, now })) return;
  // A concurrent revocation, or an assertion with a higher counter, came first.
  const isActive = await findActivePasskey(tx, passkey.identityId, passkey.credentialId);
  throw refuse(isActive ? 'passkey_counter_fell' : 'passkey_unknown');
}

/** Errors that were already audited: nested calls must not record one twice or for the wrong passkey. */
const audited = new WeakSet<ServiceError>();

/** Runs `work` and audits a fallen counter outside the transaction that the error rolls back. */
export async function auditFallenCounter<T>(
  deps: { db: Queryable; clock: Clock },
  subject: { passkey: Passkey; actor: string; origin: AuditOrigin | null },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'passkey_counter_fell' && !audited.has(error)) {
      audited.add(error);
      const { passkey, actor, origin } = subject;
      await recordAudit(deps.db, {
        at: deps.clock.now(),
        identityId: passkey.identityId,
        actor,
        action: 'passkey.counter_fell',
        target: passkey.id,
        details: { knownCounter: passkey.counter },
        origin,
      });
    }
    throw error;
  }
}

export interface AssertionUse {
  readonly caller: UserCaller;
  readonly assertion: Assertion;
  readonly purpose: Omit<ChallengePurpose, 'boundTo'>;
  readonly origin: AuditOrigin;
}

/**
 * Consumes a challenge with a passkey of the caller that counts, and stores the assertion. Returns false if
 * the challenge is unknown, used or for another purpose, or the passkey does not count; throws if the
 * signature is invalid.
 */
export async function useForStepUp(
  deps: ChallengeDeps & { db: Database; relyingParty: RelyingParty },
  use: AssertionUse,
): Promise<boolean> {
  const { caller, assertion } = use;
  const { challenge, origin } = readClientData(assertion.clientDataJSON);
  if (!(await takeChallenge(deps, { ...use.purpose, boundTo: sessionBinding(caller) }, challenge)))
    return false;
  const passkey = await findActivePasskey(deps.db, caller.identityId, assertion.id);
  if (!passkey || !counts(passkey, deps.clock.now())) return false;
  await auditFallenCounter(deps, { passkey, actor: caller.pid, origin: use.origin }, async () => {
    const { rpId } = deps.relyingParty;
    const expected = { rpId, origin: signInOrigin(deps.relyingParty, origin) };
    const verified = verifyAssertion({ passkey, assertion, challenge, ...expected });
    await deps.db.transaction((tx) => recordAssertion(tx, { passkey, verified, now: deps.clock.now() }));
  });
  return true;
}

/**
 * Consumes one of our challenges with an active passkey of the caller that counts, then runs `act`, which
 * must open the transaction and call `recordAssertion` in it, unless it erases the passkey.
 */
export async function withAssertion<T>(
  deps: ChallengeDeps & { relyingParty: RelyingParty },
  use: AssertionUse,
  act: (used: UsedPasskey) => Promise<T>,
): Promise<T> {
  const { caller, assertion } = use;
  const { challenge } = readClientData(assertion.clientDataJSON);
  await spendChallenge(deps, { ...use.purpose, boundTo: sessionBinding(caller) }, challenge);
  const passkey = await findActivePasskey(deps.db, caller.identityId, assertion.id);
  if (!passkey) throw refuse('passkey_unknown');
  if (!counts(passkey, deps.clock.now())) throw tooNew(passkey);
  return auditFallenCounter(deps, { passkey, actor: caller.pid, origin: use.origin }, async () =>
    act({ passkey, verified: verifyAssertion({ passkey, assertion, challenge, ...deps.relyingParty }) }),
  );
}

/** The error if only passkeys that count can confirm and none of these counts yet. */
export function tooNew(...passkeys: Pick<Passkey, 'countsFrom'>[]): ServiceError {
  const moments = passkeys.map(
    ({ countsFrom }) => countsFrom?.getTime() ?? impossible('an active passkey without counts_from'),
  );
  return refuse('passkey_too_new', { from: Math.ceil(Math.min(...moments) / 1000) });
}

export function sessionBinding(caller: UserCaller): string {
  return `session:${caller.sessionId ?? impossible('a passkey challenge without a session')}`;
}
