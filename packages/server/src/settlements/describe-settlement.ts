import type { AppRole } from '@pid/contract/app-roles';
import type { Sealer } from '../platform/sealing/index.ts';
import { openNumber, settlementColumn } from './sealed-numbers.ts';
import type { Settlement } from './settlements.store.ts';

/** A developer reads no bank details, and nobody reads those of a former owner. */
export function describeSettlement(settlement: Settlement, reader: AppRole | 'token') {
  const { bankCode, last4 } = settlement;
  const showsBank = reader !== 'developer' && !settlement.isOfFormerOwner;
  return {
    ...describeProgress(settlement),
    bankCode: showsBank ? bankCode : null,
    last4: showsBank ? last4 : null,
  };
}

/** Everything except bank details. */
export function describeProgress(settlement: Settlement) {
  const { id, amount, fee, status, reason } = settlement;
  return {
    id,
    amount,
    fee,
    status,
    createdAt: settlement.requestedAt.toISOString(),
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
    ...describeProgress(settlement),
    bankCode: settlement.bankCode,
    last4: settlement.last4,
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
    withProvider: settlement.isWithProvider,
    exportId: settlement.exportId,
  };
}
