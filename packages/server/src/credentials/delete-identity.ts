import type { Assertion, RequestOptions } from '@pid/contract';
import type { AuditOrigin } from '../audit/index.ts';
import {
  assertDeletable,
  assertNothingHeldOutside,
  eraseIdentity,
  findIdentity,
  type DeletionCheck,
  type DeletionGuard,
  type DeletionTerms,
  type Eraser,
  type StatusDeps,
} from '../identity/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import {
  issueChallenge,
  listCountingPasskeys,
  requestOptions,
  sessionBinding,
  uuidBytes,
  withAssertion,
  type RegistrationDeps,
} from './passkeys/index.ts';

/** Guards and `beforeDeletion`: `ownerDeletion` in `deletions.ts`. Checks: `vaultDeletionCheck` of the account slice. */
export interface DeletionDeps extends RegistrationDeps {
  readonly guards: readonly DeletionGuard[];
  readonly checks: readonly DeletionCheck[];
  readonly erasers: readonly Eraser[];
  beforeDeletion?: NonNullable<StatusDeps['beforeDeletion']>;
  settle?: NonNullable<StatusDeps['settle']>;
}

/**
 * Returns the options for the passkey's signature. Refuses early for the same reasons as the deletion, before
 * the player is asked to sign.
 */
export async function identityDeletionOptions(
  deps: DeletionDeps,
  caller: UserCaller,
  terms: DeletionTerms,
): Promise<RequestOptions> {
  const identity = await findIdentity(deps.db, caller.identityId);
  if (!identity) throw refuse('no_identity');
  await assertDeletable(deps.db, deps.guards, identity);
  await assertNothingHeldOutside(deps.checks, identity, terms);
  const passkeys = await listCountingPasskeys(deps.db, caller.identityId, deps.clock.now());
  if (passkeys.length === 0) throw refuse('no_passkey_to_sign');
  return requestOptions(
    deps.relyingParty,
    await issueChallenge(deps, { ...deletionPurpose(caller, terms), boundTo: sessionBinding(caller) }),
    passkeys,
  );
}

export interface DeletionInput {
  readonly caller: UserCaller;
  readonly assertion: Assertion | null;
  readonly terms: DeletionTerms;
  /** Called without an assertion; throws unless the request is confirmed in another way. */
  readonly requireStepUp: () => Promise<void>;
  readonly origin: AuditOrigin;
}

/**
 * Deletes the identity permanently. It requires a passkey that counts, or a recent sign-in if there is none,
 * so that a stolen cookie is not enough.
 */
export async function deleteIdentity(deps: DeletionDeps, input: DeletionInput): Promise<void> {
  const { caller, assertion, terms, origin } = input;
  const details = terms.abandon === null ? {} : { details: { abandoned: terms.abandon } };
  // Does not record the assertion, because the deletion erases the passkey.
  const remove = async () => {
    const identity = await findIdentity(deps.db, caller.identityId);
    if (!identity) throw refuse('no_identity');
    await assertNothingHeldOutside(deps.checks, identity, terms);
    await eraseIdentity(deps, { pid: caller.pid, actor: caller.pid, origin, ...details });
  };
  if (!assertion) {
    await input.requireStepUp();
    return remove();
  }
  return withAssertion(deps, { caller, assertion, origin, purpose: deletionPurpose(caller, terms) }, remove);
}

/** The signature covers the abandoned assets: a page cannot show one list and send another. */
function deletionPurpose(caller: UserCaller, { abandon }: DeletionTerms) {
  const subject = Buffer.concat([uuidBytes(caller.identityId), Buffer.from(abandon ?? '', 'hex')]);
  return { action: 'DELETE', subject } as const;
}
