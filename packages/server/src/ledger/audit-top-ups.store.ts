import type { Queryable } from '../platform/db/index.ts';
import type { AuditScope } from './audit-scope.store.ts';

/** The data of a top-up that the audit needs. The slice that receives top-ups provides it. */
interface TopUpRecord {
  readonly id: string;
  readonly accountId: bigint;
  readonly amount: bigint;
  readonly globalFee: bigint;
  readonly appFee: bigint;
  readonly providerFee: bigint;
  readonly wasPaid: boolean;
  readonly identityId: string;
  readonly clientId: string | null;
  /** The provider's id of the charge that was credited. */
  readonly paymentId: string | null;
  /** Charges that the provider has confirmed, each as `<payment id> <rupiah>`. */
  readonly confirmed: readonly string[];
}

export interface TopUpRecords {
  /** Returns the top-ups that exist. */
  find(tx: Queryable, ids: readonly string[]): Promise<TopUpRecord[]>;
  /** Ids of the top-ups that were paid since a moment, or ever, in ascending order, starting after `after`. */
  listPaid(tx: Queryable, since: Date | null, after: string | null, limit: number): Promise<string[]>;
  /** Total rupiah of refunds to payers that no balance could cover. */
  receivable(tx: Queryable): Promise<bigint>;
}

export const keysCheck = 'every idempotency key refers to one existing posting or top-up';
export const creditsCheck =
  'every paid top-up was credited once with its own amounts, and no other was credited';
export const confirmedCheck =
  'every payment of a top-up that was booked has the confirmation of its provider';
export const receivablesCheck = 'the amount owed to the platform is the refunds that no balance could cover';

const chunkRows = 5000;

/**
 * Compares the top-ups in the ledger with the records of the slice that receives them, in chunks, and returns
 * the differing rows by check.
 */
export async function checkTopUps(
  tx: Queryable,
  topUps: TopUpRecords,
  scope: AuditScope,
): Promise<[string, string[]][]> {
  return [
    [keysCheck, await strayKeys(tx, topUps, scope)],
    [
      creditsCheck,
      [...(await strayCredits(tx, topUps, scope)), ...(await missingCredits(tx, topUps, scope))],
    ],
    [confirmedCheck, await unconfirmed(tx, topUps, scope)],
    [receivablesCheck, await wrongReceivables(tx, topUps)],
  ];
}

/** Returns keys that refer to neither a posting nor a top-up. */
async function strayKeys(tx: Queryable, topUps: TopUpRecords, { keys }: AuditScope): Promise<string[]> {
  const found: string[] = [];
  // A cursor, because no index has the order in which pages could be read.
  await tx.query(
    `declare keys_of_top_ups cursor for select k.account_id as "accountId", k.subject from ${keys} k
       where not exists (select from ledger_postings p where p.id = k.subject)`,
  );
  for (;;) {
    const { rows } = await tx.query<{ accountId: bigint; subject: string }>(
      `fetch ${chunkRows} from keys_of_top_ups`,
    );
    const known = await byId(
      tx,
      topUps,
      rows.map(({ subject }) => subject),
    );
    for (const { accountId, subject } of rows)
      if (!known.has(subject)) found.push(`key of account ${accountId} for ${subject}`);
    if (rows.length < chunkRows) break;
  }
  await tx.query('close keys_of_top_ups');
  return found;
}

interface Credit {
  readonly reference: string;
  readonly amount: bigint;
  readonly payeeId: bigint | null;
  readonly payeeIdentityId: string | null;
  readonly appClientId: string | null;
  readonly globalFee: bigint;
  readonly appFee: bigint;
  readonly providerFee: bigint;
  /**
   * The source of the item of suspense that this posting created: the whole top-up, or only the app's fee.
   */
  readonly suspended: 'topup' | 'app_fee' | 'account' | null;
  readonly suspendedAmount: bigint | null;
}

/** Returns credits that differ from their top-up or have none. */
async function strayCredits(
  tx: Queryable,
  topUps: TopUpRecords,
  { postings }: AuditScope,
): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null; ;) {
    const { rows }: { rows: Credit[] } = await tx.query(
      `select p.reference, p.amount, p.payee_id as "payeeId", payee.identity_id as "payeeIdentityId", app.client_id as "appClientId", p.global_fee as "globalFee", p.app_fee as "appFee", p.provider_fee as "providerFee",
         s.source as suspended, s.amount as "suspendedAmount"
       from (select * from ${postings} where type = 'topup' and reference is not null and ($1::uuid is null or reference > $1)
         order by reference limit $2) p left join ledger_suspense s on s.posting_id = p.id
         left join ledger_accounts payee on payee.id = p.payee_id left join ledger_accounts app on app.id = p.app_id order by p.reference`,
      [after, chunkRows],
    );
    const known = await byId(
      tx,
      topUps,
      rows.map(({ reference }) => reference),
    );
    for (const credit of rows)
      if (!isAsSaid(credit, known.get(credit.reference))) found.push(`top-up ${credit.reference}`);
    if (rows.length < chunkRows) return found;
    after = rows.at(-1)!.reference;
  }
}

function isAsSaid(credit: Credit, topUp: TopUpRecord | undefined): boolean {
  if (!topUp?.wasPaid) return false;
  const { amount, globalFee, appFee, providerFee } = topUp;
  if (credit.suspended === 'topup')
    return (
      credit.payeeId === null &&
      credit.amount === amount + globalFee + appFee + providerFee &&
      credit.suspendedAmount === credit.amount
    );
  const suspendedFee = credit.suspended === 'app_fee' ? (credit.suspendedAmount ?? 0n) : 0n;
  return (
    credit.payeeId === topUp.accountId &&
    credit.payeeIdentityId === topUp.identityId &&
    (credit.appFee === 0n || credit.appClientId === topUp.clientId) &&
    credit.amount === amount &&
    credit.globalFee === globalFee &&
    credit.appFee + suspendedFee === appFee &&
    credit.providerFee === providerFee
  );
}

interface Booked {
  readonly id: string;
  readonly reference: string;
  /** Set if the whole charge went to suspense; null for a credit. */
  readonly suspendedPaymentId: string | null;
  readonly suspendedAmount: bigint | null;
}

/** Returns charges that were booked, as a credit or to suspense, without a confirmation by the provider. */
async function unconfirmed(tx: Queryable, topUps: TopUpRecords, { postings }: AuditScope): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null; ;) {
    const { rows }: { rows: Booked[] } = await tx.query(
      `select p.id, p.reference, s.payment_id as "suspendedPaymentId", s.amount as "suspendedAmount"
       from ${postings} p left join ledger_suspense s on s.posting_id = p.id and s.source = 'topup'
       where p.type in ('topup', 'suspense') and p.reference is not null and ($1::uuid is null or p.id > $1) order by p.id limit $2`,
      [after, chunkRows],
    );
    const known = await byId(
      tx,
      topUps,
      rows.map(({ reference }) => reference),
    );
    for (const booked of rows)
      if (!isConfirmed(booked, known.get(booked.reference)))
        found.push(`posting ${booked.id} of top-up ${booked.reference}`);
    if (rows.length < chunkRows) return found;
    after = rows.at(-1)!.id;
  }
}

function isConfirmed(booked: Booked, topUp: TopUpRecord | undefined): boolean {
  if (!topUp) return false;
  const { amount, globalFee, appFee, providerFee } = topUp;
  const payment =
    booked.suspendedPaymentId === null
      ? `${topUp.paymentId} ${amount + globalFee + appFee + providerFee}`
      : `${booked.suspendedPaymentId} ${booked.suspendedAmount}`;
  return topUp.confirmed.includes(payment);
}

/** Paid top-ups that were never credited. */
async function missingCredits(tx: Queryable, topUps: TopUpRecords, { since }: AuditScope): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null; ;) {
    const paid: string[] = await topUps.listPaid(tx, since, after, chunkRows);
    const { rows } = await tx.query<{ id: string }>(
      `select paid.id from unnest($1::uuid[]) as paid(id)
       where not exists (select from ledger_postings p where p.type = 'topup' and p.reference = paid.id)`,
      [paid],
    );
    found.push(...rows.map(({ id }) => `top-up ${id}`));
    if (paid.length < chunkRows) return found;
    after = paid.at(-1)!;
  }
}

async function wrongReceivables(tx: Queryable, topUps: TopUpRecords): Promise<string[]> {
  const { rows } = await tx.query<{ balance: bigint; suspended: bigint }>(
    `select balance, (select coalesce(sum(receivable), 0) from ledger_suspense)::bigint as suspended from ledger_accounts where name = 'receivables'`,
  );
  const owed = await topUps.receivable(tx);
  return rows.every(({ balance, suspended }) => balance === -owed - suspended) ? [] : ['receivables'];
}

async function byId(
  tx: Queryable,
  topUps: TopUpRecords,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TopUpRecord>> {
  const found = ids.length === 0 ? [] : await topUps.find(tx, ids);
  return new Map(found.map((topUp) => [topUp.id, topUp]));
}
