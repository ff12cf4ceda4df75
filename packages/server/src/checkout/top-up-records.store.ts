import type { TopUpRecords } from '../ledger/index.ts';

type Record = Awaited<ReturnType<TopUpRecords['find']>>[number];

/** The facts about top-ups that the ledger's audit checks. */
export const topUpRecords: TopUpRecords = {
  async find(tx, ids) {
    const { rows } = await tx.query<Record>(
      `select id, account_id as "accountId", amount, global_fee as "globalFee", app_fee as "appFee", provider_fee as "providerFee",
         status in ('paid', 'refunded') as "wasPaid", identity_id as "identityId", client_id as "clientId", payment_id as "paymentId",
         array(select c.payment_id || ' ' || c.paid from topup_confirmations c where c.topup_id = topups.id) as confirmed
       from topups where id = any($1)`,
      [ids],
    );
    return rows;
  },
  async listPaid(tx, since, after, limit) {
    const values = [after, limit, ...(since ? [since] : [])];
    const { rows } = await tx.query<{ id: string }>(
      `select id from topups where status in ('paid', 'refunded') and ($1::uuid is null or id > $1) ${since ? 'and paid_at >= $3' : ''} order by id limit $2`,
      values,
    );
    return rows.map(({ id }) => id);
  },
  async receivable(tx) {
    const { rows } = await tx.query<{ sum: bigint }>(
      'select coalesce(sum(receivable), 0)::bigint as sum from topups where receivable > 0',
    );
    return rows[0]!.sum;
  },
};
