import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { insertAuditRun, runChecks, type AuditCounts, type Finding } from './audit-ledger.store.ts';

export interface LedgerAudit {
  readonly findings: readonly Finding[];
  readonly counts: AuditCounts;
  readonly seconds: number;
}

/** Proves every invariant over the whole ledger, beside a running service, and remembers how it went. */
export async function auditLedger(deps: { db: Database; clock: Clock }): Promise<LedgerAudit> {
  const started = deps.clock.nowMillis();
  const { findings, counts } = await deps.db.transaction(runChecks, {
    isolation: 'repeatable read',
    patient: true,
  });
  const seconds = (deps.clock.nowMillis() - started) / 1000;
  await insertAuditRun(deps.db, {
    at: deps.clock.now(),
    seconds,
    findings: findings.length,
    entries: counts.entries,
  });
  return { findings, counts, seconds };
}
