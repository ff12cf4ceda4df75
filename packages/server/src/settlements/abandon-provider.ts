import { recordAudit } from '../audit/index.ts';
import type { SettlementDeps } from './settlement-deps.ts';
import { abandon } from './settlements.store.ts';

/**
 * Lets people decide the open settlements of a provider that no node uses any more. Returns how many. If a node
 * uses the provider again, its status decides again.
 */
export function abandonProvider(
  deps: Pick<SettlementDeps, 'db' | 'clock'>,
  {
    provider,
    actor,
    reason,
  }: { readonly provider: string; readonly actor: string; readonly reason: string | null },
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const count = await abandon(tx, provider);
    await recordAudit(tx, {
      at: deps.clock.now(),
      identityId: null,
      actor,
      action: 'settlement.provider_abandoned',
      target: provider,
      details: { count, ...(reason === null ? {} : { reason }) },
      origin: null,
    });
    return count;
  });
}
