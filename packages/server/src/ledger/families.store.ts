import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Page } from '../platform/handle-each.ts';

/** Why age or the rules of the parents forbid something; the judgement is in `ledger_family_forbids`. */
export type FamilyRefusal = 'age_needed' | 'parent_needed' | 'parent_forbids' | 'parent_approval_needed';

/** Null: no limit. */
export interface FamilyRules {
  readonly monthlySpend: bigint | null;
  readonly perPurchase: bigint | null;
  readonly sends: 'none' | 'family' | 'all';
  readonly maxRating: number | null;
  readonly unratedApps: boolean;
}

/** What the ledger knows about age and family of a player. */
export interface FamilyState {
  readonly accountId: bigint;
  /** The first day as an adult, `-infinity` for adults; null without a birth month. */
  readonly adultFrom: string | null;
  /** Whether the player is an adult on this day; null without a birth month. */
  readonly isAdult: boolean | null;
  /** Completed years of a minor; null for others. */
  readonly age: number | null;
  /** The accounts of the parents. */
  readonly parents: readonly bigint[];
  /** Null without parents. */
  readonly rules: FamilyRules | null;
  /** What a child with a parent has spent this month. */
  readonly spentThisMonth: bigint;
}

export interface FamilyMoment {
  readonly now: Date;
  readonly timeZone: string;
}

interface Row {
  account_id: bigint;
  adult_from: string | null;
  is_adult: boolean | null;
  age: number | null;
  parents: string[] | null;
  monthly_spend: bigint | null;
  per_purchase: bigint | null;
  family_sends: FamilyRules['sends'] | null;
  max_rating: number | null;
  unrated_apps: boolean | null;
  spent: bigint;
}

const columns = `a.id as account_id, a.adult_from::text, a.adult_from <= t.day as is_adult,
  case when a.adult_from > t.day then ledger_age_on(a.adult_from, t.day) end as age,
  a.parents, a.monthly_spend, a.per_purchase, a.family_sends, a.max_rating, a.unrated_apps, coalesce(ledger_family_spent(a, $2, $3), 0) as spent`;
const today = 'cross join lateral (select (greatest($2, a.moved_at) at time zone $3)::date as day) t';

/** By account. */
export async function readFamilies(
  db: Queryable,
  accounts: readonly bigint[],
  { now, timeZone }: FamilyMoment,
): Promise<Map<bigint, FamilyState>> {
  const { rows } = await db.query<Row>(
    `select ${columns} from ledger_accounts a ${today} where a.id = any($1)`,
    [accounts, now, timeZone],
  );
  return new Map(rows.map((row) => [row.account_id, read(row)]));
}

/** Null if the player has no account, and so neither a birth month nor a family. */
export async function findFamily(
  db: Queryable,
  identityId: string,
  { now, timeZone }: FamilyMoment,
): Promise<FamilyState | null> {
  const { rows } = await db.query<Row>(
    `select ${columns} from ledger_accounts a ${today} where a.identity_id = $1`,
    [identityId, now, timeZone],
  );
  return rows[0] ? read(rows[0]) : null;
}

function read(row: Row): FamilyState {
  return {
    accountId: row.account_id,
    adultFrom: row.adult_from,
    isAdult: row.is_adult,
    age: row.age,
    // The driver reads arrays of bigint as text.
    parents: (row.parents ?? []).map(BigInt),
    rules:
      row.parents === null
        ? null
        : {
            monthlySpend: row.monthly_spend,
            perPurchase: row.per_purchase,
            sends: row.family_sends!,
            maxRating: row.max_rating,
            unratedApps: row.unrated_apps!,
          },
    spentThisMonth: row.spent,
  };
}

/** The caller has locked the account. */
export async function writeAdultFrom(tx: Tx, accountId: bigint, adultFrom: string | null): Promise<void> {
  await tx.query('update ledger_accounts set adult_from = $2::date where id = $1', [accountId, adultFrom]);
}

/** Replaces parents and rules. No parents: the rules end too. The caller has locked the account. */
export async function writeFamily(
  tx: Tx,
  accountId: bigint,
  parents: readonly bigint[],
  rules: FamilyRules | null,
): Promise<void> {
  const kept = parents.length === 0 ? null : rules;
  await tx.query(
    `update ledger_accounts set parents = nullif($2::bigint[], '{}'), monthly_spend = $3, per_purchase = $4, family_sends = $5, max_rating = $6, unrated_apps = $7
     where id = $1`,
    [
      accountId,
      parents,
      kept?.monthlySpend ?? null,
      kept?.perPurchase ?? null,
      kept?.sends ?? null,
      kept?.maxRating ?? null,
      kept?.unratedApps ?? null,
    ],
  );
}

/** Whether every player must state a birth month, and this one has not. */
export async function isAgeNeeded(db: Queryable, accountId: bigint): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from ledger_accounts a, ledger_age_gate g where a.id = $1 and a.adult_from is null and g.is_required',
    [accountId],
  );
  return rowCount === 1;
}

/** Judges what is not a posting: top-ups, permissions and allowances. Call it under the account's lock. */
export async function whyFamilyForbids(
  tx: Queryable,
  accountId: bigint,
  what: 'topup' | 'permission' | 'allowance',
  { now, timeZone }: FamilyMoment,
): Promise<FamilyRefusal | null> {
  const { rows } = await tx.query<{ forbids: FamilyRefusal | null }>(
    'select ledger_family_forbids(a, $2, null, 0, 0, null, $3, $4) as forbids from ledger_accounts a where a.id = $1',
    [accountId, what, now, timeZone],
  );
  return rows[0]?.forbids ?? null;
}

/**
 * Judges a payment without posting it. Call it under the account's lock. If the rules allow only the family, a payment
 * to a player may always be asked for: the answer must not tell whose children other players are.
 */
export async function whyFamilyForbidsPayment(
  tx: Queryable,
  accountId: bigint,
  {
    clientId,
    payeeId,
    total,
  }: {
    readonly clientId: string;
    /** Null for a payment to the app. */
    readonly payeeId: string | null;
    readonly total: bigint;
  },
  { now, timeZone }: FamilyMoment,
): Promise<FamilyRefusal | null> {
  const { rows } = await tx.query<{ forbids: FamilyRefusal | null }>(
    `select coalesce(ledger_family_forbids(a, 'payment', payee.id, 0, $2, rating_of_app($3), $4, $5),
       case when a.family_sends = 'family' and not payee.id = any(a.parents) then 'parent_approval_needed' end) as forbids
     from ledger_accounts a left join ledger_accounts payee on payee.identity_id = $6 where a.id = $1`,
    [accountId, total, clientId, now, timeZone, payeeId],
  );
  return rows[0]?.forbids ?? null;
}

/** Whether a child may use an app with this confirmed rating. True for everyone whom no parent's rules bind. */
export async function familyAdmits(
  db: Queryable,
  identityId: string,
  rating: number | null,
  { now, timeZone }: FamilyMoment,
): Promise<boolean> {
  const { rows } = await db.query<{ admits: boolean }>(
    `select a.parents is null or a.adult_from <= t.day or ledger_family_admits(a, $4, t.day) as admits from ledger_accounts a ${today} where a.identity_id = $1`,
    [identityId, now, timeZone, rating],
  );
  return rows[0]?.admits ?? true;
}

/**
 * Stores whether ages are judged, and whether every player must state a birth month, by which the posting functions of
 * all nodes judge. Returns whether it changed.
 */
export async function saveAgeGate(db: Queryable, gate: 'off' | 'ask' | 'require'): Promise<boolean> {
  if (gate === 'off') return (await db.query('delete from ledger_age_gate')).rowCount === 1;
  const { rowCount } = await db.query(
    `insert into ledger_age_gate as g (is_required) values ($1) on conflict (is_only) do update set is_required = excluded.is_required
     where g.is_required <> excluded.is_required`,
    [gate === 'require'],
  );
  return rowCount === 1;
}

export async function readAgeGate(db: Queryable): Promise<'off' | 'ask' | 'require'> {
  const { rows } = await db.query<{ isRequired: boolean }>(
    'select is_required as "isRequired" from ledger_age_gate',
  );
  const [row] = rows;
  return row ? (row.isRequired ? 'require' : 'ask') : 'off';
}

/** Players whose childhood ended on or before this day of the service's time zone. */
export async function listGrownUp(
  db: Queryable,
  { now, timeZone, limit, skip }: FamilyMoment & Page,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select identity_id as id from ledger_accounts where adult_from > '-infinity' and adult_from <= ($1 at time zone $2)::date order by adult_from, id limit $3 offset $4`,
    [now, timeZone, limit, skip],
  );
  return rows.map(({ id }) => id);
}
