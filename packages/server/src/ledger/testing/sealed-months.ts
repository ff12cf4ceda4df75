import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Queryable } from '../../platform/db/index.ts';
import { insertAuditRun } from '../audit-ledger.store.ts';
import { listSeals, type SealStep } from '../seals.store.ts';

/** Does one step of sealing at a given time, as the owner of the tables. */
export async function stepAt(db: Queryable, now: string): Promise<SealStep> {
  const { rows } = await db.query<SealStep>(
    "select outcome, to_char(month, 'YYYY-MM') as month, hash, entries from ledger_seal($1)",
    [now],
  );
  return rows[0]!;
}

/** Seals the next month that is due at a given time, after an audit that found nothing. Returns the month. */
export async function sealAt(db: Database, now: string): Promise<string | null> {
  await insertAuditRun(db, { at: new Date(now), seconds: 1, findings: 0, entries: 0n, since: null });
  for (;;) {
    const { outcome, month } = await stepAt(db, now);
    if (outcome === 'sealed' || outcome === 'idle') return month;
    // Tests in other databases of the same server may have transactions open.
    if (outcome === 'waits') await pause(20);
  }
}

/** Seals every month that is due at a given time. Returns the months. */
export async function sealAllAt(db: Database, now: string): Promise<string[]> {
  const months: string[] = [];
  const hourMillis = 3_600_000;
  for (let at = new Date(now); ; at = new Date(at.getTime() + hourMillis)) {
    const month = await sealAt(db, at.toISOString());
    if (month === null) return months;
    months.push(month);
  }
}

/** Computes the hashes of all sealed months from the rows, as docs/operations.md describes them. */
export async function hashesOf(db: Database): Promise<string[]> {
  const { rows: postings } = await db.query<
    Record<string, string | bigint | number | null> & { id: string; micros: bigint }
  >('select p.*, (extract(epoch from created_at) * 1000000)::bigint as micros from ledger_postings p');
  const { rows: entries } = await db.query<{
    posting_id: string;
    account_id: bigint;
    version: bigint;
    amount: bigint;
    balance_after: bigint;
  }>('select * from ledger_entries');
  const sha256 = (...parts: (string | Buffer)[]) => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  const ordered = postings.toSorted((left, right) =>
    left.micros === right.micros ? (left.id < right.id ? -1 : 1) : left.micros < right.micros ? -1 : 1,
  );
  let hash: Buffer = Buffer.alloc(0);
  let from = -(2n ** 62n);
  const hashes: string[] = [];
  for (const { month, until } of await listSeals(db)) {
    const end = BigInt(until.getTime()) * 1000n;
    hash = sha256(hash, `${month}\n`);
    for (const posting of ordered.filter(({ micros }) => micros >= from && micros < end)) {
      const own = entries
        .filter(({ posting_id: id }) => id === posting.id)
        .toSorted((left, right) => (left.account_id < right.account_id ? -1 : 1));
      const columns = [
        'id',
        'micros',
        'type',
        'payer_id',
        'payee_id',
        'app_id',
        'amount',
        'global_fee',
        'app_fee',
        'provider_fee',
        'fee_rule',
        'payer_balance',
        'reference',
      ].map((name) => String(posting[name] ?? ''));
      const lines = own.map((entry) =>
        [entry.account_id, entry.version, entry.amount, entry.balance_after].join(','),
      );
      hash = sha256(hash, `${[columns.join(','), ...lines].join(';')}\n`);
    }
    hashes.push(hash.toString('hex'));
    from = end;
  }
  return hashes;
}
