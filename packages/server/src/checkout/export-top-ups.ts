import type { Queryable } from '../platform/db/index.ts';
import { listTopUps, totalOf, type TopUp } from './topups.store.ts';

export async function exportTopUps(db: Queryable, identityId: string) {
  return (await listTopUps(db, identityId)).map(describe);
}

function describe(topUp: TopUp) {
  return {
    id: topUp.id,
    amount: Number(topUp.amount),
    fees: {
      global: Number(topUp.globalFee),
      app: Number(topUp.appFee),
      provider: Number(topUp.providerFee),
    },
    total: Number(totalOf(topUp)),
    status: topUp.status,
    provider: topUp.provider,
    paymentId: topUp.paymentId,
    app: topUp.clientId,
    returnTo: topUp.returnTo,
    refunded: Number(topUp.refunded),
    createdAt: topUp.createdAt.toISOString(),
    expiresAt: topUp.expiresAt.toISOString(),
    paidAt: topUp.paidAt?.toISOString() ?? null,
  };
}
