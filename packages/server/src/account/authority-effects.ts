import { recordAudit } from '../audit/index.ts';
import { listActivePasskeys, restorePasskey, revokePasskey, type AuthorityOf } from '../credentials/index.ts';
import { tellOwner } from '../notices/index.ts';
import { impossible } from '../platform/errors/index.ts';
import { listOpenOperations, type Operation, type Relay } from '../relay/index.ts';
import { findAuthority, forgetAuthority, observeAuthority, revertAuthority } from './smart-accounts.store.ts';

/** What a confirmed operation means for the passkeys in the database, how it is taken back, and what the owner hears of it. */
export function registerAuthorityEffects(relay: Relay): void {
  relay.onOutcome('activate', {
    confirmed: (tx, operation, now) =>
      observeAuthority(tx, {
        identityId: operation.identityId,
        authority: keyOf(operation, 'authority'),
        epoch: 0,
        now,
      }),
    undone: (tx, operation) => forgetAuthority(tx, operation.identityId),
  });
  relay.onOutcome('withdraw', {
    confirmed: (tx, operation, now) =>
      tellOwner(tx, {
        identityId: operation.identityId,
        now,
        type: 'wallet.withdrawn',
        data: {
          id: operation.id,
          asset: textOf(operation, 'asset'),
          amount: textOf(operation, 'amount'),
          to: textOf(operation, 'to'),
        },
      }),
  });
  relay.onOutcome('rotate', {
    async confirmed(tx, operation, now) {
      const { identityId } = operation;
      await observeAuthority(tx, {
        identityId,
        authority: keyOf(operation, 'authority'),
        epoch: epochOf(operation),
        now,
      });
      const revoked = await revokePasskey(tx, {
        identityId,
        passkeyId: textOf(operation, 'previousPasskeyId'),
        reason: 'rotated',
        now,
      });
      if (revoked) {
        await recordAudit(tx, {
          at: now,
          identityId,
          actor: 'service',
          action: 'passkey.rotated',
          target: textOf(operation, 'previousPasskeyId'),
          details: { operation: operation.id },
          origin: null,
        });
        await tellOwner(tx, {
          identityId,
          now,
          type: 'passkey.removed',
          data: { passkeyId: textOf(operation, 'previousPasskeyId'), name: revoked.name },
        });
      }
    },
    async undone(tx, operation, now) {
      const { identityId } = operation;
      await revertAuthority(tx, {
        identityId,
        authority: keyOf(operation, 'previousAuthority'),
        epoch: epochOf(operation) - 1,
        now,
      });
      const restored = await restorePasskey(tx, {
        identityId,
        passkeyId: textOf(operation, 'previousPasskeyId'),
      });
      if (restored)
        await recordAudit(tx, {
          at: now,
          identityId,
          actor: 'service',
          action: 'passkey.rotation_undone',
          target: textOf(operation, 'previousPasskeyId'),
          details: { operation: operation.id },
          origin: null,
        });
    },
  });
}

/** The passkey that controls the smart account, without asking the chain: this is called inside transactions. */
export const authorityOf: AuthorityOf = async (db, identityId) => {
  const known = await findAuthority(db, identityId);
  if (!known) return null;
  return (
    (await listActivePasskeys(db, identityId)).find(({ compressedKey }) =>
      compressedKey.equals(known.authority),
    )?.credentialId ?? null
  );
};

/** Passkeys that an operation under way makes, or may leave, the authority: none of them may go meanwhile. */
export const passkeysUnderWay = async (
  db: Parameters<AuthorityOf>[0],
  identityId: string,
): Promise<string[]> =>
  (await listOpenOperations(db, identityId)).flatMap(({ details }) =>
    Array.isArray(details['passkeys']) ? details['passkeys'].map(String) : [],
  );

function textOf({ id, details }: Operation, name: string): string {
  const value = details[name];
  return typeof value === 'string' ? value : impossible(`operation ${id} has no ${name}`);
}

function keyOf(operation: Operation, name: string): Buffer {
  return Buffer.from(textOf(operation, name), 'hex');
}

function epochOf({ id, details }: Operation): number {
  return typeof details['epoch'] === 'number' ? details['epoch'] : impossible(`operation ${id} has no epoch`);
}
