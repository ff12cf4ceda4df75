import type { Queryable, Tx } from '../platform/db/index.ts';
import { activationChecks } from './audit-activations.ts';
import { bookChecks, type AuditCheck } from './audit-books.ts';
import { paymentChecks } from './audit-payments.ts';
import { ledgerSince, wholeLedger, type AuditScope } from './audit-scope.store.ts';
import { settlementChecks } from './audit-settlements.ts';
import {
  checkTopUps,
  confirmedCheck,
  creditsCheck,
  receivablesCheck,
  type TopUpRecords,
} from './audit-top-ups.store.ts';
import { differencesOf, listSeals } from './seals.store.ts';

export interface Finding {
  readonly check: string;
  /** Names the row for the person who investigates it. */
  readonly row: string;
}

export interface AuditCounts {
  readonly accounts: bigint;
  /** Checked by this run. */
  readonly postings: bigint;
  readonly entries: bigint;
  /** In the whole ledger: those of sealed months as they were counted then. */
  readonly allPostings: bigint;
  readonly allEntries: bigint;
}

export interface AuditReading {
  /** The end of the sealed months with which the audit began; null if it checked the whole ledger. */
  readonly since: Date | null;
  readonly findings: readonly Finding[];
  readonly counts: AuditCounts;
}

export interface AuditOptions {
  /** Checks the whole ledger and every sealed month, instead of the rows since the last one. */
  readonly full?: boolean;
  /** Cancels the running step. */
  readonly signal?: AbortSignal;
  /** Further findings from the same snapshot, since the end of the sealed months or of everything. */
  readonly further?: {
    readonly check: string;
    run(tx: Queryable, since: Date | null): Promise<readonly string[]>;
  };
  /** Called before each step. */
  onStep?(step: { readonly number: number; readonly of: number; readonly name: string }): void;
}

const findingsMax = 20;

/** Every part of the ledger has its own list of checks. */
const checksOf = (scope: AuditScope): readonly AuditCheck[] => [
  ...bookChecks(scope),
  ...paymentChecks(scope),
  ...settlementChecks(scope),
  ...activationChecks(scope),
];

/** Only for an audit of the whole ledger. */
export const sealsCheck =
  'every sealed month has the postings, entries and closing balances with which it was sealed';
const topUpsStep = 'top-ups and idempotency keys';

export const auditCheckNames = [
  ...checksOf(wholeLedger).map(({ name }) => name),
  creditsCheck,
  confirmedCheck,
  receivablesCheck,
  sealsCheck,
];

/** All checks must run on one snapshot, so that concurrent postings do not look like errors. */
export async function runChecks(
  tx: Queryable,
  topUps: TopUpRecords,
  { full = false, further, onStep }: AuditOptions = {},
): Promise<AuditReading> {
  await tx.query("select set_config('statement_timeout', '0', true), set_config('work_mem', '256MB', true)");
  const seals = await listSeals(tx);
  const last = full ? undefined : seals.at(-1);
  const scope = last ? await ledgerSince(tx, last) : wholeLedger;
  const checks = checksOf(scope);
  const checkedSeals = full ? seals : [];
  const findings: Finding[] = [];
  let number = 0;
  const step = async (name: string, work: () => Promise<readonly Finding[]>) => {
    number += 1;
    onStep?.({ number, of: checks.length + 1 + checkedSeals.length + (further ? 1 : 0), name });
    findings.push(...(await work()));
  };
  for (const { name, sql } of checks)
    await step(name, async () => {
      const { rows } = await tx.query<{ row: string }>(
        `select row from (${sql}) broken limit ${findingsMax}`,
      );
      return rows.map(({ row }) => ({ check: name, row }));
    });
  await step(topUpsStep, async () =>
    (await checkTopUps(tx, topUps, scope)).flatMap(([check, rows]) =>
      rows.slice(0, findingsMax).map((row) => ({ check, row })),
    ),
  );
  for (const [index, seal] of checkedSeals.entries())
    await step(`sealed month ${seal.month}`, async () =>
      (await differencesOf(tx, seal, seals[index - 1] ?? null)).map((row) => ({ check: sealsCheck, row })),
    );
  if (further)
    await step(further.check, async () =>
      (await further.run(tx, scope.since)).map((row) => ({ check: further.check, row })),
    );
  const { rows } = await tx.query<{ accounts: bigint; postings: bigint; entries: bigint }>(
    `select (select count(*) from ledger_accounts) as accounts, (select count(*) from ${scope.postings}) as postings, (select count(*) from ${scope.entries}) as entries`,
  );
  const { accounts, postings, entries } = rows[0]!;
  const sealed = last ? seals : [];
  const counts = {
    accounts,
    postings,
    entries,
    allPostings: sealed.reduce((sum, seal) => sum + seal.postings, postings),
    allEntries: sealed.reduce((sum, seal) => sum + seal.entries, entries),
  };
  return { since: scope.since, findings, counts };
}

export async function insertAuditRun(
  db: Queryable,
  run: { at: Date; seconds: number; findings: number; entries: bigint; since: Date | null },
): Promise<void> {
  await db.query(
    'insert into ledger_audit_runs (at, seconds, findings, entries, since) values ($1, $2, $3, $4, $5)',
    [run.at, run.seconds, run.findings, run.entries, run.since],
  );
}

// Any number that no other advisory lock in the database uses.
const auditLock = 4_100_014;

/**
 * Takes the audit lock until the transaction ends. Returns false instead of waiting if another node holds it.
 */
export async function tryAuditTurn(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    auditLock,
  ]);
  return rows[0]!.mine;
}

/**
 * The audit is due from two in the morning, unless it has already run since then, by this job or from the
 * command line. In a new database it is due immediately, so that its alerts never wait for the first night.
 */
export async function isAuditDue(tx: Tx, now: Date, timeZone: string): Promise<boolean> {
  const { rows } = await tx.query<{ due: boolean }>(
    `select not exists (select from ledger_audit_runs) or $1 >= night.begins and not exists (select from ledger_audit_runs where at >= night.begins) as due
     from (select (date_trunc('day', $1::timestamptz at time zone $2) + interval '2 hours') at time zone $2 as begins) night`,
    [now, timeZone],
  );
  return rows[0]!.due;
}

/**
 * The last run. Its findings include those of the last run over the whole ledger, which a later run since the
 * last sealed month cannot see.
 */
export async function lastAuditRun(db: Queryable): Promise<{ at: Date; findings: number } | null> {
  const { rows } = await db.query<{ at: Date; findings: number }>(
    `select run.at, run.findings + coalesce((select findings from ledger_audit_runs where since is null and id < run.id and run.since is not null order by id desc limit 1), 0) as findings
     from ledger_audit_runs run order by run.id desc limit 1`,
  );
  return rows[0] ?? null;
}

/** The last run over the whole ledger, which says how long the next one takes. */
export async function lastFullRun(
  db: Queryable,
): Promise<{ at: Date; seconds: number; entries: bigint } | null> {
  const { rows } = await db.query<{ at: Date; seconds: number; entries: bigint }>(
    'select at, seconds, entries from ledger_audit_runs where since is null order by id desc limit 1',
  );
  return rows[0] ?? null;
}
