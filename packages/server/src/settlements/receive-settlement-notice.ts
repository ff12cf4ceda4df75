import { ProviderError } from '../checkout/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { findSettlement } from './settlements.store.ts';
import { anomaly, applyState, type TransferDeps } from './transfer-settlements.ts';

interface Notice {
  readonly provider: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A notice is only a reason to request the status, because its token signs nothing. An error makes the provider
 * send the notice again.
 */
export async function receiveSettlementNotice(deps: TransferDeps | null, notice: Notice): Promise<void> {
  if (deps?.provider.id !== notice.provider) throw refuse('payment_provider_not_found');
  const id = deps.provider.readNotice(notice.headers, notice.body);
  if (id === null) throw refuse('unauthorized');
  const settlement = uuid.test(id) ? await findSettlement(deps.db, id) : null;
  if (settlement?.provider !== deps.provider.id) {
    // For example after a restore of the database to a time before the settlement.
    anomaly(deps, id, 'unknown');
    throw refuse('settlement_not_found');
  }
  try {
    const state = await deps.provider.find(settlement.id);
    if (state) await applyState(deps, settlement, state);
  } catch (error) {
    throw error instanceof ProviderError ? refuse('payment_provider_unavailable').because(error) : error;
  }
}
