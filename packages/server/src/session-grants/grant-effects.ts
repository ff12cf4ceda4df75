import { toAddress, type Address } from '@pid/protocol';
import { recordAudit } from '../audit/index.ts';
import { impossible } from '../platform/errors/index.ts';
import type { Operation, Relay } from '../relay/index.ts';
import { putGrant, removeGrant } from './session-grants.store.ts';

/**
 * Stores a grant when its registration is confirmed and deletes it when the registration is undone. Audits
 * registrations and revocations.
 */
export function registerGrantEffects(relay: Relay): void {
  relay.onOutcome('register_session', {
    async confirmed(tx, operation, now) {
      const { identityId, signature } = operation;
      await putGrant(tx, {
        identityId,
        signature,
        now,
        sessionAddress: addressOf(operation, 'sessionAddress'),
        vault: addressOf(operation, 'vault'),
        sessionPubkey: addressOf(operation, 'sessionPubkey'),
        allowedProgram: addressOf(operation, 'allowedProgram'),
        expiresAt: BigInt(Number(operation.details['expiresAt'])),
        clientId: typeof operation.details['clientId'] === 'string' ? operation.details['clientId'] : null,
      });
      await audit(tx, operation, 'session.registered', now);
    },
    undone: (tx, operation) => removeGrant(tx, addressOf(operation, 'sessionAddress'), operation.signature),
  });
  relay.onOutcome('revoke_session', {
    confirmed: (tx, operation, now) => audit(tx, operation, 'session.revoked', now),
  });
}

function audit(
  tx: Parameters<typeof recordAudit>[0],
  operation: Operation,
  action: string,
  now: Date,
): Promise<void> {
  return recordAudit(tx, {
    at: now,
    identityId: operation.identityId,
    actor: 'service',
    action,
    target: addressOf(operation, 'sessionAddress'),
    details: { operation: operation.id },
    origin: null,
  });
}

function addressOf({ id, details }: Operation, field: string): Address {
  const value = details[field];
  return typeof value === 'string' ? toAddress(value) : impossible(`operation ${id} has no ${field}`);
}
