import type { Tx } from '../platform/db/index.ts';
import type { Job } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { Needs } from '../platform/needs.ts';
import {
  insertAuditRun,
  isAuditDue,
  runChecks,
  tryAuditTurn,
  type AuditCounts,
  type AuditOptions,
  type AuditReading,
} from './audit-ledger.store.ts';
import type { TopUpRecords } from './audit-top-ups.store.ts';

export interface LedgerAudit extends AuditReading {
  readonly seconds: number;
}

interface AuditDeps extends Needs<'db' | 'clock'> {
  readonly topUps: TopUpRecords;
}

/**
 * Checks every invariant of the ledger while the service runs, and records the result. Begins with the
 * closing balances of the last sealed month, or with nothing if there is none or `full` is set.
 */
export async function auditLedger(deps: AuditDeps, options?: AuditOptions): Promise<LedgerAudit> {
  return deps.db.transaction((tx) => check(deps, tx, options), {
    isolation: 'repeatable read',
    patient: true,
    ...(options?.signal && { signal: options.signal }),
  });
}

async function check({ clock, topUps }: AuditDeps, tx: Tx, options?: AuditOptions): Promise<LedgerAudit> {
  const started = clock.nowMillis();
  const reading = await runChecks(tx, topUps, options);
  const seconds = (clock.nowMillis() - started) / 1000;
  await insertAuditRun(tx, {
    at: clock.now(),
    seconds,
    findings: reading.findings.length,
    entries: reading.counts.entries,
    since: reading.since,
  });
  return { ...reading, seconds };
}

interface NightlyDeps extends AuditDeps {
  readonly log: Logger;
  /** Defines when the night begins. */
  readonly timeZone: string;
}

const everySeconds = 900;

/** Checks every 15 minutes whether this night's audit has run. If it has not, one of the nodes runs it. */
export function nightlyAudit(deps: NightlyDeps): Job {
  return { name: 'audit the ledger', everySeconds, run: async () => void (await auditOnceANight(deps)) };
}

/** Returns null if another node is running the audit or it is not due. */
export async function auditOnceANight(deps: NightlyDeps): Promise<LedgerAudit | null> {
  const audit = await deps.db.transaction(
    async (tx) => {
      const isMine = await tryAuditTurn(tx);
      return isMine && (await isAuditDue(tx, deps.clock.now(), deps.timeZone)) ? check(deps, tx) : null;
    },
    { isolation: 'repeatable read', patient: true },
  );
  if (!audit) return null;
  const { findings, counts, since, seconds } = audit;
  const read = { since, ...sizes(counts), seconds };
  if (findings.length > 0) deps.log.error({ findings, ...read }, 'ledger audit failed');
  else deps.log.info(read, 'ledger audit passed');
  return audit;
}

function sizes(counts: AuditCounts): Record<string, string> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));
}
