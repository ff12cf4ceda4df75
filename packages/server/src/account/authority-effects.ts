import { EVERYTHING } from '@pid/protocol';
import { recordAudit } from '../audit/index.ts';
import {
  listActivePasskeys,
  markPasskeyRevoked,
  restorePasskey,
  type AuthorityOf,
  type MayStillGuard,
} from '../credentials/index.ts';
import type { ActivationPayments } from '../ledger/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import { listOpenOperations, type Operation, type OperationEffects, type Relay } from '../relay/index.ts';
import { endSessions } from '../sessions/index.ts';
import { listCertified } from './certificates.store.ts';
import {
  correctAuthority,
  findAuthority,
  forgetAuthority,
  observeAuthority,
} from './smart-accounts.store.ts';

type Effect = NonNullable<OperationEffects['confirmed']>;
type Undo = NonNullable<OperationEffects['undone']>;

/**
 * Applies confirmed operations to the passkeys in the database, undoes them if the chain drops them, notifies
 * the owner, and returns the price of a paid activation that can never land. The authority is written again at `finalized`; this has an effect only if an older
 * operation was undone in between.
 */
export function registerAuthorityEffects(relay: Relay, giveBackPrice: ActivationPayments['giveBack']): void {
  relay.onOutcome('activate', {
    confirmed: adopt,
    finalized: adopt,
    undone: forgetActivation,
    // mutant (account/returned-price): giveBackPrice(tx, id, now) => Promise.resolve()
    unlanded: (tx, { id }, now) => giveBackPrice(tx, id, now),
  });
  relay.onOutcome('withdraw', { confirmed: notifyOfWithdrawal });
  relay.onOutcome('rotate', { confirmed: handOver, finalized: handOver, undone: handBack });
}

const adopt: Effect = (tx, operation, now) =>
  observeAuthority(tx, {
    identityId: operation.identityId,
    authority: keyOf(operation, 'authority'),
    epoch: epochOf(operation),
    now,
  });

const forgetActivation: Undo = async (tx, operation, { now, account }) => {
  const { identityId } = operation;
  const written = { authority: keyOf(operation, 'authority'), epoch: epochOf(operation) };
  if (account) await correctAuthority(tx, { identityId, written, onChain: account, now });
  else await forgetAuthority(tx, identityId);
};

const handOver: Effect = async (tx, operation, now) => {
  const { identityId } = operation;
  await adopt(tx, operation, now);
  const passkeyId = textOf(operation, 'previousPasskeyId');
  const revoked = await markPasskeyRevoked(tx, { identityId, passkeyId, reason: 'rotated', now });
  if (!revoked) return;
  // As after its removal. The session that asked for the rotation stays.
  const { sessionId } = operation.details;
  const exceptId = typeof sessionId === 'string' ? sessionId : null;
  await endSessions(tx, { identityId, exceptId, openedWith: passkeyId, reason: 'credential removed', now });
  await record(tx, operation, 'passkey.rotated', now);
  await notifyOwner(tx, {
    identityId,
    now,
    type: 'passkey.removed',
    data: { passkeyId, name: revoked.name },
  });
};

const notifyOfWithdrawal: Effect = (tx, operation, now) => {
  const { toPid, decimals, assetName } = operation.details;
  return notifyOwner(tx, {
    identityId: operation.identityId,
    now,
    type: 'wallet.withdrawn',
    data: {
      id: operation.id,
      asset: textOf(operation, 'asset'),
      amount: textOf(operation, 'amount') === EVERYTHING.toString() ? 'all' : textOf(operation, 'amount'),
      to: textOf(operation, 'to'),
      ...(typeof toPid === 'string' ? { pid: toPid } : {}),
      ...(typeof decimals === 'number' && typeof assetName === 'string' ? { decimals, assetName } : {}),
    },
  });
};

/**
 * Restores the old passkey only if it is still the authority on the chain and no newer authority was
 * observed.
 */
const handBack: Undo = async (tx, operation, { now, account }) => {
  const { identityId } = operation;
  if (!account || !keyOf(operation, 'previousAuthority').equals(account.authority)) return;
  const written = { authority: keyOf(operation, 'authority'), epoch: epochOf(operation) };
  if (!(await correctAuthority(tx, { identityId, written, onChain: account, now }))) return;
  const passkeyId = textOf(operation, 'previousPasskeyId');
  if (await restorePasskey(tx, { identityId, passkeyId }))
    await record(tx, operation, 'passkey.rotation_undone', now);
};

function record(tx: Tx, operation: Operation, action: string, now: Date): Promise<void> {
  return recordAudit(tx, {
    at: now,
    identityId: operation.identityId,
    actor: 'service',
    action,
    target: textOf(operation, 'previousPasskeyId'),
    details: { operation: operation.id },
    origin: null,
  });
}

/**
 * Returns the passkey that controls the smart account. It does not query the chain, because it runs inside
 * transactions.
 */
export const authorityOf: AuthorityOf = async (db, identityId) => {
  const known = await findAuthority(db, identityId);
  if (!known) return null;
  return (
    (await listActivePasskeys(db, identityId)).find(({ compressedKey }) =>
      compressedKey.equals(known.authority),
    )?.credentialId ?? null
  );
};

/**
 * Passkeys that a pending operation makes the authority or may leave as the authority. They must not be
 * removed until it ends.
 */
export const passkeysUnderWay = async (
  db: Parameters<AuthorityOf>[0],
  identityId: string,
): Promise<string[]> =>
  (await listOpenOperations(db, identityId)).flatMap(({ details }) =>
    Array.isArray(details['passkeys']) ? details['passkeys'].map(String) : [],
  );

/**
 * A vault without an authority can still be claimed with a certificate, even by a passkey that has been
 * revoked since. If the database does not know the passkey of the authority, the result is null: the player
 * must not be told to delete any passkey.
 */
export const mayStillGuard: MayStillGuard = async (db, identityId, passkeys) => {
  if ((await listOpenOperations(db, identityId)).length > 0) return null;
  const known = await findAuthority(db, identityId);
  if (!known) return listCertified(db, identityId);
  const authority = passkeys.find(({ compressedKey }) => compressedKey.equals(known.authority));
  return authority ? [authority.id] : null;
};

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
