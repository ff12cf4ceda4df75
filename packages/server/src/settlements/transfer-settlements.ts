import type { PayoutProvider, PayoutState } from '../checkout/index.ts';
import type { Job } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { endAndTell, type EndDeps } from './end-settlement.ts';
import { provider as providerName, service } from './persons.ts';
import { openNumber, settlementColumn } from './sealed-numbers.ts';
import { sendAndAudit } from './mark-settlement-sent.ts';
import {
  claimDue,
  findSettlement,
  mayOrder,
  noteProvider,
  scheduleCheck,
  type Due,
  type Settlement,
} from './settlements.store.ts';

export interface TransferDeps extends EndDeps {
  readonly log: Logger;
  readonly provider: PayoutProvider;
  /** Counts states that contradict the books, for an operator. */
  onAnomaly(reason: string): void;
}

const batchMax = 20;
const leaseSeconds = 120;
/** If less of the lease is left, another node may take over before an order is answered. */
const leaseRestSeconds = 60;
/**
 * A provider keeps idempotency keys for a limited time. Afterwards an order is not repeated: a person finds out
 * what became of it.
 */
const lateSeconds = 12 * 3600;

/**
 * Hands requested settlements to the provider and asks for the state of those under way. `sent` is committed
 * first; the provider is then called with the settlement's id as its key, and only its status decides. A crash
 * at any point is repaired by the next run, on any node.
 */
async function transferSettlements(deps: TransferDeps): Promise<number> {
  await deps.db.transaction((tx) =>
    sendAndAudit(
      tx,
      { ids: null, limit: batchMax, by: service, provider: deps.provider.id, exportId: null },
      { actor: service, origin: null },
      deps.clock.now(),
    ),
  );
  for (let count = 0; count < batchMax; count += 1) {
    // One at a time: the lease must outlast the provider's slowest answers, and other nodes take the next ones.
    const due = await claimDue(deps.db, deps.provider.id, { leaseSeconds, lateSeconds });
    if (!due) return count;
    try {
      await follow(deps, due);
    } catch (error) {
      deps.log.warn(
        { err: error, settlement: due.id },
        'a settlement could not be followed; trying again later',
      );
    }
    await scheduleCheck(deps.db, due);
  }
  return batchMax;
}

async function follow(deps: TransferDeps, due: Due): Promise<void> {
  const settlement = (await findSettlement(deps.db, due.id))!;
  const { isLate } = due;
  const known = await deps.provider.find(settlement.id).catch(async (error: unknown) => {
    // Otherwise nobody would learn of it, and nobody could decide.
    if (isLate && settlement.problem === null)
      await noteProvider(deps.db, settlement.id, { providerId: null, problem: 'unreadable' });
    throw error;
  });
  if (known) return applyState(deps, settlement, known);
  if (settlement.status !== 'sent' || settlement.problem !== null) return;
  if (isLate) return noteProvider(deps.db, settlement.id, { providerId: null, problem: 'unanswered' });
  // Judged again, because the provider's answer took time: the app may be paused, a person may have abandoned the
  // provider, or another node may hold the lease.
  // mutant (settlements/transfer-settlements): !(await mayOrder(deps.db, due, leaseRestSeconds)) => false
  if (!(await mayOrder(deps.db, due, leaseRestSeconds))) return;
  const accountNumber = openNumber(deps.sealer, settlementColumn, settlement.id, settlement);
  // The master key was lost (`pid keys reset-master`): people decide.
  if (accountNumber === '')
    return noteProvider(deps.db, settlement.id, { providerId: null, problem: 'account_number_lost' });
  const answer = await deps.provider.create({
    id: settlement.id,
    amount: settlement.amount,
    bankCode: settlement.bankCode,
    accountNumber,
    holderName: settlement.holderName,
    description: `Settlement of ${settlement.clientId}`,
  });
  if (answer.kind === 'refused')
    return noteProvider(deps.db, settlement.id, { providerId: null, problem: answer.reason });
  await applyState(deps, settlement, answer);
}

/** Books what the provider's status says. Repeating it changes nothing. */
export async function applyState(
  deps: TransferDeps,
  settlement: Settlement,
  state: PayoutState,
): Promise<void> {
  const { id, amount, status } = settlement;
  if (state.amount !== amount || state.currency !== 'IDR') {
    await noteProvider(deps.db, id, { providerId: state.payoutId, problem: 'other_amount' });
    return anomaly(deps, id, 'other_amount');
  }
  await noteProvider(deps.db, id, { providerId: state.payoutId, problem: null });
  if (state.kind === 'under_way') {
    // A person returned money that the provider is still transferring.
    if (status === 'failed' || status === 'cancelled') anomaly(deps, id, 'after_the_end');
    return;
  }
  const to = state.kind === 'paid' ? 'paid' : 'failed';
  if (to === status) return;
  const told = {
    to,
    by: providerName,
    actor: providerName,
    reference: state.payoutId,
    origin: null,
  } as const;
  const reason = to === 'paid' ? null : (state.reason ?? state.kind);
  const { outcome } = await deps.db.transaction((tx) =>
    endAndTell(deps, tx, settlement, { ...told, reason }),
  );
  // Another node was faster, or a person had already returned the money.
  if (outcome === 'ended' && (await findSettlement(deps.db, id))!.status !== to)
    anomaly(deps, id, 'after_the_end');
}

export function anomaly(deps: TransferDeps, id: string, reason: string): void {
  deps.onAnomaly(reason);
  deps.log.error({ settlement: id, reason }, 'the state of a settlement contradicts the books');
}

const everySeconds = 15;

/** Runs on every node; each due settlement is leased to one of them. */
export function transfers(deps: TransferDeps): Job {
  return {
    name: 'transfer settlements',
    everySeconds,
    async run() {
      while ((await transferSettlements(deps)) === batchMax);
    },
  };
}
