import type { AuditOrigin } from '../audit/index.ts';
import {
  assertDeletable,
  deleteIdentity,
  findIdentity,
  type DeletionGuard,
  type Eraser,
  type StatusDeps,
} from '../identity/index.ts';
import { commonErrors, defineError } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import {
  issueChallenge,
  listCountingPasskeys,
  requestOptions,
  sessionBinding,
  uuidBytes,
  withAssertion,
  type Assertion,
  type RegistrationDeps,
  type RequestOptions,
} from './passkeys/index.ts';

export const noPasskeyToSign = defineError(
  'no_passkey_to_sign',
  400,
  'There is no passkey that counts: a sign-in of the last ten minutes confirms the deletion',
);

export interface DeletionDeps extends RegistrationDeps {
  readonly guards: readonly DeletionGuard[];
  readonly erasers: readonly Eraser[];
  beforeDeletion?: NonNullable<StatusDeps['beforeDeletion']>;
}

/** What a passkey must sign; refuses early what the deletion itself would refuse, before anybody touches a key. */
export async function deletionOptions(deps: DeletionDeps, caller: UserCaller): Promise<RequestOptions> {
  const identity = await findIdentity(deps.db, caller.identityId);
  if (!identity) throw commonErrors.noIdentity();
  await assertDeletable(deps.db, deps.guards, identity);
  const passkeys = await listCountingPasskeys(deps.db, caller.identityId, deps.clock.now());
  if (passkeys.length === 0) throw noPasskeyToSign();
  return requestOptions(
    deps.relyingParty,
    await issueChallenge(deps, { ...deletionPurpose(caller), boundTo: sessionBinding(caller) }),
    passkeys,
  );
}

export interface DeletionInput {
  readonly caller: UserCaller;
  readonly assertion: Assertion | null;
  /** Asked when no assertion came along: refuses unless the request is confirmed otherwise. */
  readonly requireStepUp: () => Promise<void>;
  readonly origin: AuditOrigin;
}

/** Final. Confirmed by a passkey that counts where there is one, else by a fresh sign-in: a stolen cookie destroys nothing. */
export async function deleteOwnIdentity(deps: DeletionDeps, input: DeletionInput): Promise<void> {
  const { caller, assertion, origin } = input;
  const remove = async () =>
    void (await deleteIdentity(deps, { pid: caller.pid, actor: caller.pid, origin }));
  if (!assertion) {
    await input.requireStepUp();
    return remove();
  }
  return withAssertion(deps, { caller, assertion, origin, purpose: deletionPurpose(caller) }, remove);
}

function deletionPurpose(caller: UserCaller) {
  return { action: 'DELETE', subject: uuidBytes(caller.identityId) } as const;
}
