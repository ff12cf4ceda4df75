import type { Assertion } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Tx } from '../../platform/db/index.ts';
import { AppError, impossible, refuse } from '../../platform/errors/index.ts';
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
  /** Other origins of the operator: a passkey signs in and confirms there, and nothing else. */
  readonly relatedOrigins: readonly string[];
}

/** The origin that a sign-in or step-up must name: one of the operator's, as the browser says it (WebAuthn L3, 5.11). */
export function signInOrigin({ origin, relatedOrigins }: RelyingParty, claimed: string): string {
  return relatedOrigins.includes(claimed) ? claimed : origin;
}

export interface UsedPasskey {
  readonly passkey: Passkey;
  readonly verified: VerifiedAssertion;
}

/** Stores counter, backup state and time of a verified assertion, in the transaction that acts on it. */
export async function recordAssertion(
  tx: Tx,
  use: UsedPasskey & { now: Date; isLogin?: boolean },
): Promise<void> {
  const { passkey, verified, now, isLogin = false } = use;
  const { counter, backedUp } = verified;
  if (await storeAssertion(tx, { passkeyId: passkey.id, counter, backedUp, isLogin, now })) return;
  // Lost to somebody else meanwhile: to a revocation, or to an assertion with a higher counter.
  const isActive = await findActivePasskey(tx, passkey.identityId, passkey.credentialId);
  throw refuse(isActive ? 'passkey_counter_fell' : 'passkey_unknown');
}

/** Alarms that were written: what runs inside of another such work must not be told twice, nor of the wrong passkey. */
const audited = new WeakSet<AppError>();

/** Runs what may meet a fallen counter, and writes that into the audit log outside of the transaction that it ends. */
export async function auditFallenCounter<T>(
  deps: { db: Queryable; clock: Clock },
  subject: { passkey: Passkey; actor: string; origin: AuditOrigin | null },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'passkey_counter_fell' && !audited.has(error)) {
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
 * Spends a challenge by a passkey of the caller that counts, and stores what it says about itself. False when the challenge is
 * unknown, spent or meant for something else, or the passkey is none that counts; a signature that is wrong is refused.
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
 * Spends one of our own challenges by an active passkey of the caller that counts, and runs `act` with it. `act` opens the transaction
 * and calls `recordAssertion` in it.
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

/** The refusal where only passkeys that count may confirm, and none of these counts yet. */
export function tooNew(...passkeys: Pick<Passkey, 'countsFrom'>[]): AppError {
  const moments = passkeys.map(
    ({ countsFrom }) => countsFrom?.getTime() ?? impossible('an active passkey without counts_from'),
  );
  return refuse('passkey_too_new', { from: Math.ceil(Math.min(...moments) / 1000) });
}

export function sessionBinding(caller: UserCaller): string {
  return `session:${caller.sessionId ?? impossible('a passkey challenge outside of a session')}`;
}
