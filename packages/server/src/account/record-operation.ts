import { recordAudit } from '../audit/index.ts';
import { lockActivePasskey } from '../credentials/index.ts';
import { lockIdentity } from '../identity/index.ts';
import { allOrFirstFault, type Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Operation } from '../relay/index.ts';
import type { AccountRequest } from './account-deps.ts';
import { recordConsent, type Consent } from './check-authorization.ts';

/**
 * The records of an operation on the caller's account, for `RelayOrder.record`: checks that the identity may
 * act, consumes the assertion and writes the audit event.
 */
export async function recordOperation(
  tx: Tx,
  { createdAt: now }: Operation,
  { caller, origin }: AccountRequest,
  records: {
    readonly consent: Consent;
    readonly event: {
      readonly action: string;
      readonly target: string;
      readonly details: Record<string, unknown>;
    };
    /** True for operations on the player's own money, which are allowed during a suspension. */
    readonly allowsSuspended: boolean;
    /** The passkey that becomes the authority; it must still be active. */
    readonly replacementId?: string;
  },
): Promise<void> {
  const { identityId, pid } = caller;
  const { consent, event, allowsSuspended, replacementId } = records;
  await allOrFirstFault([
    assertMayAct(tx, identityId, allowsSuspended),
    ...(replacementId ? [assertStillActive(tx, replacementId)] : []),
    recordAudit(tx, { at: now, identityId, actor: pid, origin, ...event }),
    recordConsent(tx, consent, now),
  ]);
}

/**
 * Removing a passkey and deleting an identity take the same lock, so they are ordered before or after this
 * operation.
 */
async function assertMayAct(tx: Tx, identityId: string, allowsSuspended: boolean): Promise<void> {
  const status = (await lockIdentity(tx, identityId))?.status;
  if (status === 'active' || (allowsSuspended && status === 'suspended')) return;
  throw refuse(status === 'suspended' ? 'identity_suspended' : 'unauthorized');
}

async function assertStillActive(tx: Tx, passkeyId: string): Promise<void> {
  if (!(await lockActivePasskey(tx, passkeyId))) throw refuse('rotation_refused', { reason: 'not_active' });
}
