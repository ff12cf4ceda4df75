import type { Assertion, RequestOptions } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import { lockIdentity } from '../../identity/index.ts';
import { notifyOwner } from '../../notices/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { endSessions } from '../../sessions/index.ts';
import { listLogins } from '../credentials.store.ts';
import { isRecentAtProvider } from '../recent-sign-in.ts';
import type { AuthorityOf } from './authority-of.ts';
import { issueChallenge } from './challenges.ts';
import { uuidBytes } from './encoding.ts';
import { requestOptions } from './passkey-options.ts';
import type { MayStillGuard } from './passkey-signals.ts';
import { listActivePasskeys, listCountingPasskeys, markPasskeyRevoked } from './passkeys.store.ts';
import type { RegistrationDeps } from './register-passkey.ts';
import { recordAssertion, sessionBinding, withAssertion, type UsedPasskey } from './use-passkey.ts';

export interface RevocationDeps extends RegistrationDeps {
  readonly authorityOf: AuthorityOf;
  readonly mayStillGuard?: MayStillGuard;
  /** Credential ids of passkeys that a pending wallet operation may leave in control. */
  passkeysUnderWay?(db: Queryable, identityId: string): Promise<readonly string[]>;
  /**
   * Whether a policy of the player names the key as a guardian: removing it could make a recovery impossible.
   */
  isGuardian?(db: Queryable, identityId: string, compressedKey: Buffer): Promise<boolean>;
}

export async function passkeyRevocationOptions(
  deps: RevocationDeps,
  input: { caller: UserCaller; passkeyId: string },
): Promise<RequestOptions> {
  const { caller, passkeyId } = input;
  await assertRemovable(deps, deps.db, caller.identityId, passkeyId);
  const signers = await listCountingPasskeys(deps.db, caller.identityId, deps.clock.now());
  // No passkey can sign, so a provider sign-in is required; the error tells the page.
  if (signers.length === 0) throw refuse('step_up_required', { need: 'recent' });
  const challenge = await issueChallenge(deps, {
    ...removalPurpose(passkeyId),
    boundTo: sessionBinding(caller),
  });
  return requestOptions(deps.relyingParty, challenge, signers);
}

export interface RevocationInput {
  readonly caller: UserCaller;
  readonly passkeyId: string;
  readonly assertion: Assertion | null;
  /** Called without an assertion; throws unless the request is confirmed in another way. */
  readonly requireStepUp: () => Promise<void>;
  readonly origin: AuditOrigin;
}

/**
 * Removes a passkey with the signature of an active one that counts, possibly the removed one: a thief with
 * only the cookie cannot make room for their own passkey. If none counts, the owner can remove a thief's
 * passkey with a recent sign-in.
 */
export async function revokePasskey(deps: RevocationDeps, input: RevocationInput): Promise<void> {
  const { caller, passkeyId, assertion, origin } = input;
  await assertRemovable(deps, deps.db, caller.identityId, passkeyId);
  if (!assertion) {
    await input.requireStepUp();
    requireBothWhileFrozen(deps, caller);
    return revoke(deps, input, null);
  }
  await withAssertion(
    deps,
    { caller, assertion, origin, purpose: removalPurpose(passkeyId) },
    async (used) => {
      if (used.passkey.id !== passkeyId) requireBothWhileFrozen(deps, caller);
      await revoke(deps, input, used);
    },
  );
}

/**
 * A thief with the player's phone must not be able to remove the passkey with which the owner lifts the
 * freeze.
 */
function requireBothWhileFrozen({ clock }: RevocationDeps, caller: UserCaller): void {
  if (caller.frozenUntil !== undefined && !isRecentAtProvider(caller, clock))
    throw refuse('step_up_required', { need: 'recent' });
}

async function revoke(
  deps: RevocationDeps,
  input: RevocationInput,
  signed: UsedPasskey | null,
): Promise<void> {
  const { caller, passkeyId, origin } = input;
  const { identityId } = caller;
  await deps.db.transaction(async (tx) => {
    // Two concurrent removals must not each count the other's passkey as the remaining credential.
    await lockIdentity(tx, identityId);
    await assertRemovable(deps, tx, identityId, passkeyId);
    const now = deps.clock.now();
    if (signed) await recordAssertion(tx, { ...signed, now });
    const revoked = await markPasskeyRevoked(tx, { identityId, passkeyId, reason: 'removed', now });
    // The passkey's row is locked now: a sign-in with it has either opened its session already or is refused.
    const sessionsEnded = await endSessions(tx, {
      identityId,
      exceptId: caller.sessionId,
      openedWith: passkeyId,
      reason: 'credential removed',
      now,
    });
    await recordAudit(tx, {
      at: now,
      identityId,
      actor: caller.pid,
      action: 'passkey.revoked',
      target: passkeyId,
      details: { signedBy: signed?.passkey.id ?? null, sessionsEnded },
      origin,
    });
    if (revoked)
      await notifyOwner(tx, {
        identityId,
        now,
        type: 'passkey.removed',
        data: { passkeyId, name: revoked.name },
      });
  });
}

async function assertRemovable(
  deps: RevocationDeps,
  db: Queryable,
  identityId: string,
  passkeyId: string,
): Promise<void> {
  const active = await listActivePasskeys(db, identityId);
  const passkey = active.find(({ id }) => id === passkeyId.toLowerCase());
  if (!passkey) throw refuse('no_such_passkey');
  if ((await deps.authorityOf(db, identityId)) === passkey.credentialId) throw refuse('passkey_is_authority');
  if ((await deps.passkeysUnderWay?.(db, identityId))?.includes(passkey.credentialId))
    throw refuse('passkey_under_way');
  if (await deps.isGuardian?.(db, identityId, passkey.compressedKey)) throw refuse('passkey_is_guardian');
  if (active.length === 1 && (await listLogins(db, identityId)).length === 0) throw refuse('last_way_in');
}

function removalPurpose(passkeyId: string) {
  return { action: 'REVOKE', subject: uuidBytes(passkeyId) } as const;
}
