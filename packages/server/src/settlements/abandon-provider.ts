import { recordAudit } from '../audit/index.ts';
import type { SettlementDeps } from './settlement-deps.ts';
import { abandon, countAbandonable } from './settlements.store.ts';

interface Abandoning {
  readonly provider: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly batchRows: number;
  /** Called with the number so far and in all. Throws to stop. */
  onBatch(count: number, total: number): void;
}

/**
 * Lets people decide the open settlements of a provider that no node uses any more. Returns how many. If a node
 * uses the provider again, its status decides again. Each batch commits with its audit event; a run that was
 * interrupted is continued by the next one.
 */
export async function abandonProvider(
  { db, clock }: Pick<SettlementDeps, 'db' | 'clock'>,
  { provider, actor, reason, batchRows, onBatch }: Abandoning,
): Promise<number> {
  const total = await countAbandonable(db, provider);
  let count = 0;
  let afterId: string | null = null;
  do {
    const next = { provider, afterId, limit: batchRows };
    const batch: { count: number; lastId: string | null } = await db.transaction(async (tx) => {
      const abandoned = await abandon(tx, next);
      if (abandoned.count > 0 || next.afterId === null)
        await recordAudit(tx, {
          at: clock.now(),
          identityId: null,
          actor,
          action: 'settlement.provider_abandoned',
          target: provider,
          details: { count: abandoned.count, ...(reason === null ? {} : { reason }) },
          origin: null,
        });
      return abandoned;
    });
    count += batch.count;
    onBatch(count, total);
    afterId = batch.lastId;
  } while (afterId !== null);
  return count;
}
