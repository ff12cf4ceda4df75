import { recordAudit } from '../audit/index.ts';
import { newPostingId } from '../ledger/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Needs } from '../platform/needs.ts';
import { service } from './persons.ts';
import { deleteLostAccounts, eraseLostNumbers, listLostRequests } from './lost-numbers.store.ts';
import { findSettlement, postEnd } from './settlements.store.ts';

/** In the languages of the notices, because it is stored as it is. */
const reason =
  'The stored account number was lost; enter it again. / Nomor rekening yang tersimpan hilang; masukkan lagi.';

interface Loss {
  /** The lost master keys. */
  readonly lostKeys: readonly string[];
  readonly actor: string;
  readonly batchRows: number;
  /** Called with the number of rows done since the last call. Throws to stop. */
  onBatch(count: number): void;
}

/**
 * After the loss of the master key: settlements that nobody has sent return to their apps, numbers of settlements
 * are erased, and bank accounts are removed, so that their owners enter them again. Each step commits. A run that
 * was interrupted is continued by the next one.
 */
export async function loseNumbers(deps: Needs<'db' | 'clock' | 'ids'>, loss: Loss): Promise<void> {
  const { lostKeys, batchRows, onBatch } = loss;
  for (;;) {
    const ids = await listLostRequests(deps.db, lostKeys, batchRows);
    if (ids.length === 0) break;
    for (const id of ids) {
      await returnToApp(deps, id, loss);
      onBatch(1);
    }
  }
  let afterId: string | null = null;
  do {
    const erased: { count: number; lastId: string | null } = await eraseLostNumbers(deps.db, lostKeys, {
      afterId,
      limit: batchRows,
    });
    onBatch(erased.count);
    afterId = erased.lastId;
  } while (afterId !== null);
  do afterId = await removeAccounts(deps, loss, afterId);
  while (afterId !== null);
}

/** A person who has the file of an export can still end what was sent. Nobody could send this one. */
async function returnToApp(
  { db, clock, ids }: Needs<'db' | 'clock' | 'ids'>,
  id: string,
  { actor }: Loss,
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const settlement = (await findSettlement(tx, id))!;
    const ending = { id, to: 'cancelled', by: service, reference: null, reason } as const;
    const { outcome } = await postEnd(tx, { ...ending, postingId: newPostingId(clock, ids) }, now);
    if (outcome !== 'done') return;
    const { clientId, amount, ownerId, owner, app: name, last4 } = settlement;
    await recordAudit(tx, {
      at: now,
      identityId: ownerId,
      actor,
      action: 'settlement.cancelled',
      target: id,
      details: { app: clientId, amount: Number(amount), reason },
      origin: null,
    });
    if (owner === null) return;
    const data = { id, clientId, name, amount: Number(amount), last4, reason };
    await notifyOwner(tx, { identityId: ownerId, type: 'settlement.failed', data, now });
  });
}

async function removeAccounts(
  { db, clock }: Needs<'db' | 'clock'>,
  { lostKeys, actor, batchRows, onBatch }: Loss,
  afterId: string | null,
): Promise<string | null> {
  const { accounts: removed, lastId } = await db.transaction(async (tx) => {
    const now = clock.now();
    const batch = await deleteLostAccounts(tx, lostKeys, { afterId, limit: batchRows });
    for (const { clientId, last4, app: name, ownerId } of batch.accounts) {
      await recordAudit(tx, {
        at: now,
        identityId: ownerId,
        actor,
        action: 'bank_account.removed',
        target: clientId,
        details: { reason },
        origin: null,
      });
      if (ownerId !== null && name !== null)
        await notifyOwner(tx, {
          identityId: ownerId,
          type: 'bank_account.refused',
          data: { clientId, name, last4, reason },
          now,
        });
    }
    return batch;
  });
  onBatch(removed.length);
  return lastId;
}
