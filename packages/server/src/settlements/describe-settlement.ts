import type { Sealer } from '../platform/sealing/index.ts';
import { openNumber, settlementColumn } from './sealed-numbers.ts';
import type { Settlement } from './settlements.store.ts';

export function describeSettlement(settlement: Settlement) {
  const { id, amount, fee, status, bankCode, last4, reason } = settlement;
  return {
    id,
    amount,
    fee,
    status,
    createdAt: settlement.requestedAt.toISOString(),
    bankCode,
    last4,
    sentAt: settlement.sentAt?.toISOString() ?? null,
    paidAt: settlement.paidAt?.toISOString() ?? null,
    endedAt: settlement.endedAt?.toISOString() ?? null,
    reference: settlement.endedReference ?? settlement.paidReference,
    reason,
  };
}

/** With the whole account number as long as somebody has to transfer to it. */
export function describeForAdmin(sealer: Sealer, settlement: Settlement) {
  const isOpen = settlement.status === 'requested' || settlement.status === 'sent';
  return {
    ...describeSettlement(settlement),
    client_id: settlement.clientId,
    app: settlement.app,
    owner: settlement.owner,
    accountNumber: isOpen ? openNumber(sealer, settlementColumn, settlement.id, settlement) || null : null,
    holderName: settlement.holderName,
    approvedBy: settlement.approvedBy,
    sentBy: settlement.sentBy,
    decidedBy: settlement.endedBy ?? settlement.paidBy,
    provider: settlement.provider,
    problem: settlement.problem,
    exportId: settlement.exportId,
  };
}
