import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Page } from '../platform/handle-each.ts';
import type { Item } from './items.store.ts';

export type PaymentStatus =
  | 'open'
  | 'held'
  | 'paid'
  | 'refunded'
  | 'void'
  | 'declined'
  | 'expired'
  | 'cancelled';

export interface PaymentItem extends Pick<Item, 'sku' | 'names' | 'imageUrl'> {
  readonly quantity: number;
}

export interface Payment {
  readonly id: string;
  readonly clientId: string;
  /** The name that the payer confirmed, before that the current one. Also set for a deleted app. */
  readonly appName: string;
  readonly appLogoUrl: string | null;
  readonly appCover: string | null;
  readonly appContact: string | null;
  /** Whether the app is verified under the name that the payer confirmed. */
  readonly appIsVerified: boolean;
  readonly appIsActive: boolean;
  readonly reference: string;
  readonly requestHash: Buffer;
  readonly amount: bigint;
  readonly description: string;
  /** What the payment is for, as it was when the payment was created; null if the app named only an amount. */
  readonly item: PaymentItem | null;
  readonly to: string | null;
  readonly payeeIdentityId: string | null;
  readonly askedIdentityId: string | null;
  /** The allowance that paid it; null if a player confirmed it. */
  readonly allowanceId: string | null;
  readonly capture: 'automatic' | 'manual';
  readonly returnTo: string | null;
  readonly returnOrigin: string | null;
  /**
   * The status by the database's clock: an expired payment is `expired` even before the sweep has stored it.
   */
  readonly status: PaymentStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly payerIdentityId: string | null;
  readonly payer: string | null;
  readonly globalFee: bigint;
  readonly appFee: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  /** Held money that came back. */
  readonly returned: bigint;
  /** Amount and fees that the payer confirmed. */
  readonly confirmedTotal: bigint | null;
  readonly confirmedAt: Date | null;
  readonly endedAt: Date | null;
  readonly paidAt: Date | null;
  readonly captureBy: Date | null;
  readonly endedBy: string | null;
}

const selection = `select p.id, p.client_id as "clientId", coalesce(p.app_name, app.name) as "appName",
    case when app.deleted_at is null then app.logo_url end as "appLogoUrl", case when app.deleted_at is null then app.contact end as "appContact",
    app.deleted_at is null and app.verified and coalesce(p.app_name, app.name) = app.name as "appIsVerified", app.cover as "appCover", app.is_active as "appIsActive", p.reference, p.request_hash as "requestHash", p.amount, p.description, payee.pid as to,
    case when p.sku is not null then jsonb_build_object('sku', p.sku, 'quantity', p.quantity, 'names', p.item_names, 'imageUrl', p.item_image) end as item,
    p.payee_identity_id as "payeeIdentityId", p.asked_identity_id as "askedIdentityId", p.allowance_id as "allowanceId", p.capture, p.return_to as "returnTo", p.return_origin as "returnOrigin",
    case when p.status = 'open' and p.expires_at <= clock_timestamp() then 'expired' else p.status end as status,
    p.created_at as "createdAt", p.expires_at as "expiresAt", p.payer_identity_id as "payerIdentityId", payer.pid as payer,
    p.global_fee as "globalFee", p.app_fee as "appFee", p.captured, p.refunded, payment_returned(p) as returned,
    p.confirmed_total as "confirmedTotal", p.confirmed_at as "confirmedAt", p.ended_at as "endedAt", p.paid_at as "paidAt", p.capture_by as "captureBy", p.ended_by as "endedBy"
  from payments p join app_facts app on app.client_id = p.client_id left join identity_facts payee on payee.id = p.payee_identity_id left join identity_facts payer on payer.id = p.payer_identity_id`;

export interface NewPayment extends Pick<
  Payment,
  | 'id'
  | 'clientId'
  | 'reference'
  | 'requestHash'
  | 'amount'
  | 'description'
  | 'item'
  | 'payeeIdentityId'
  | 'askedIdentityId'
  | 'capture'
  | 'returnTo'
  | 'returnOrigin'
> {
  readonly appAccountId: bigint;
  readonly holdAccountId: bigint;
  readonly payeeAccountId: bigint;
  readonly expiresInSeconds: number;
  readonly captureWithinSeconds: number;
  readonly extendForTopUp: boolean;
}

/**
 * Creates payments in one statement and so in one transaction. Omits those of paused apps and those whose reference is
 * already used: the unique index lets only one of several concurrent inserts succeed. The apps stay locked, so none can
 * be paused before the commit. Inserts in one order, so that two nodes with the same references do not wait for each
 * other.
 */
export async function insertPayments(db: Queryable, payments: readonly NewPayment[]): Promise<void> {
  await db.query({
    name: 'payments-insert',
    text: `with asked as materialized (
        select * from jsonb_to_recordset($1) as asked (id uuid, "clientId" text, reference text, "requestHash" bytea, amount bigint, description text,
          "appAccountId" bigint, "holdAccountId" bigint, "payeeAccountId" bigint, "payeeIdentityId" uuid, "askedIdentityId" uuid, capture text,
          "captureWithinSeconds" int, "returnTo" text, "returnOrigin" text, "extendForTopUp" boolean, item jsonb, "expiresInSeconds" int)
      ), paused as materialized (
        select paused_apps(array(select distinct "clientId" from asked)) as client_id
      )
      insert into payments (id, client_id, reference, request_hash, amount, description, app_account_id, hold_account_id, payee_account_id,
        payee_identity_id, asked_identity_id, capture, capture_within_seconds, return_to, return_origin, extend_for_top_up, sku, quantity, item_names, item_image, expires_at)
      select id, "clientId", reference, "requestHash", amount, description, "appAccountId", "holdAccountId", "payeeAccountId",
        "payeeIdentityId", "askedIdentityId", capture, "captureWithinSeconds", "returnTo", "returnOrigin", "extendForTopUp",
        item ->> 'sku', (item ->> 'quantity')::int, item -> 'names', item ->> 'imageUrl',
        date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => "expiresInSeconds")
      from asked where "clientId" not in (select client_id from paused)
      order by "clientId", reference
      on conflict (client_id, reference) do nothing`,
    values: [paymentsJson(payments)],
  });
}

/** New payments as the parameter of a statement. */
export function paymentsJson(payments: readonly (NewPayment & { key?: Hashed | null })[]): string {
  const written = <Request extends Hashed>(request: Request) => ({
    ...request,
    requestHash: `\\x${request.requestHash.toString('hex')}`,
  });
  return JSON.stringify(
    payments.map((payment) => ({ ...written(payment), key: payment.key ? written(payment.key) : null })),
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
}

interface Hashed {
  readonly requestHash: Buffer;
}

export async function findPayment(db: Queryable, id: string): Promise<Payment | null> {
  return (await findPayments(db, [id])).get(id) ?? null;
}

/** Finds payments by their ids. */
export async function findPayments(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Payment>> {
  const { rows } = await db.query<Payment>({
    name: 'find-payments',
    text: `${selection} where p.id = any($1)`,
    values: [ids],
  });
  return new Map(rows.map((payment) => [payment.id, payment]));
}

export interface PaymentReference {
  readonly clientId: string;
  readonly reference: string;
}

/** Finds payments by the references of their apps, in the same order. */
export async function findByReferences(
  db: Queryable,
  wanted: readonly PaymentReference[],
): Promise<(Payment | null)[]> {
  const { rows } = await db.query<Payment>({
    name: 'find-payments-by-reference',
    text: `${selection} where p.id = any(array(
        select found.id from unnest($1::text[], $2::text[]) wanted (client_id, reference)
          cross join lateral (select q.id from payments q where q.client_id = wanted.client_id and q.reference = wanted.reference offset 0) found))`,
    values: [wanted.map(({ clientId }) => clientId), wanted.map(({ reference }) => reference)],
  });
  return wanted.map(
    ({ clientId, reference }) =>
      rows.find((row) => row.clientId === clientId && row.reference === reference) ?? null,
  );
}

export interface PaymentFilter {
  readonly clientId?: string | undefined;
  readonly payerIdentityId?: string | undefined;
  readonly status?: PaymentStatus | undefined;
  readonly reference?: string | undefined;
  readonly beforeId: string | null;
  readonly limit: number;
}

/** Returns payments newest first, because ids ascend with time. */
export async function listPaymentRows(db: Queryable, filter: PaymentFilter): Promise<Payment[]> {
  const { rows } = await db.query<Payment>(
    `${selection} where ($1::text is null or p.client_id = $1) and ($2::uuid is null or p.payer_identity_id = $2)
       and ($3::text is null or case when p.status = 'open' and p.expires_at <= clock_timestamp() then 'expired' else p.status end = $3)
       and ($4::uuid is null or p.id < $4) and ($6::text is null or p.reference = $6) order by p.id desc limit $5`,
    [
      filter.clientId ?? null,
      filter.payerIdentityId ?? null,
      filter.status ?? null,
      filter.beforeId,
      filter.limit,
      filter.reference ?? null,
    ],
  );
  return rows;
}

export interface Refund {
  readonly id: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly reason: string | null;
  readonly createdAt: Date;
}

/** Returns the refunds of many payments, grouped by payment, oldest first. */
export async function listRefunds(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, Refund[]>> {
  if (paymentIds.length === 0) return new Map();
  const { rows } = await db.query<Refund & { paymentId: string }>(
    'select payment_id as "paymentId", id, amount, fee, reason, created_at as "createdAt" from payment_refunds where payment_id = any($1) order by created_at, id',
    [paymentIds],
  );
  const byPayment = new Map<string, Refund[]>();
  for (const { paymentId, ...refund } of rows)
    byPayment.set(paymentId, [...(byPayment.get(paymentId) ?? []), refund]);
  return byPayment;
}

/** Counts the holds that name an identity as payer or payee, or one of these apps. */
export async function countHolds(
  db: Queryable,
  identityId: string,
  clientIds: readonly string[],
): Promise<number> {
  return (await listHolds(db, identityId, clientIds)).length;
}

export async function listHolds(
  db: Queryable,
  identityId: string,
  clientIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from payments where status = 'held' and (payer_identity_id = $1 or payee_identity_id = $1 or client_id = any($2)) order by id`,
    [identityId, clientIds],
  );
  return rows.map(({ id }) => id);
}

/** Returns open payments that name an identity as payer or payee, or that belong to these apps. */
export async function listOpenOf(
  db: Queryable,
  holder: { readonly identityId: string | null; readonly clientIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from payments where status = 'open' and (asked_identity_id = $1 or payee_identity_id = $1 or client_id = any($2)) order by id`,
    [holder.identityId, holder.clientIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns the work of the sweep: open payments and holds whose time has passed. The clock is read in a subquery: its value
 * bounds the range of the index. Compared directly, it would be read for every open payment.
 */
export async function listDue(
  db: Queryable,
  { limit, skip }: Page,
): Promise<{ readonly id: string; readonly status: 'open' | 'held' }[]> {
  const { rows } = await db.query<{ id: string; status: 'open' | 'held' }>(
    `select id, status from (
       (select id, status, expires_at as due_at from payments where status = 'open' and expires_at <= (select clock_timestamp()) order by expires_at, id limit $1)
       union all
       (select id, status, capture_by as due_at from payments where status = 'held' and capture_by <= (select clock_timestamp()) order by capture_by, id limit $1)
     ) due order by due_at, id limit $2 offset $3`,
    [limit + skip, limit, skip],
  );
  return rows;
}

/** Ages in seconds by the database's clock: of the oldest hold, and since the first one should have ended. 0 if there is none. */
export async function readHoldAges(
  db: Queryable,
): Promise<{ readonly oldest: number; readonly overdue: number }> {
  const { rows } = await db.query<{ oldest: number; overdue: number }>(
    `select greatest(coalesce(extract(epoch from clock_timestamp() - min(confirmed_at)), 0), 0)::float8 as oldest,
       greatest(coalesce(extract(epoch from clock_timestamp() - min(capture_by)), 0), 0)::float8 as overdue
     from payments where status = 'held'`,
  );
  return rows[0]!;
}

/** For tests of apps: moves the deadline of an open or held payment to now. Refused in a live service. */
export async function endTimeOf(db: Queryable, id: string): Promise<void> {
  await db.query('select payment_end_time($1)', [id]);
}

/** Schedules the deletion of the texts that apps wrote on payments of this deleted identity. */
export async function keepTextsFor(tx: Tx, identityId: string): Promise<void> {
  await tx.query('insert into payment_texts_kept (identity_id) values ($1) on conflict do nothing', [
    identityId,
  ]);
}

/** Deletes some texts of one deleted identity. Returns false if none is due. */
export async function forgetTexts(db: Queryable, days: number): Promise<boolean> {
  const { rows } = await db.query<{ more: boolean }>('select payments_forget_texts($1::integer) as more', [
    days,
  ]);
  return rows[0]!.more;
}
