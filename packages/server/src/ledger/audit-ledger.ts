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
  type Finding,
} from './audit-ledger.store.ts';
import type { TopUpRecords } from './audit-top-ups.store.ts';

export interface LedgerAudit {
  readonly findings: readonly Finding[];
  readonly counts: AuditCounts;
  readonly seconds: number;
}

interface AuditDeps extends Needs<'db' | 'clock'> {
  readonly topUps: TopUpRecords;
}

/** Proves every invariant over the whole ledger, beside a running service, and remembers how it went. */
export async function auditLedger(deps: AuditDeps): Promise<LedgerAudit> {
  return deps.db.transaction((tx) => check(deps, tx), { isolation: 'repeatable read', patient: true });
}

async function check({ clock, topUps }: AuditDeps, tx: Tx): Promise<LedgerAudit> {
  const started = clock.nowMillis();
  const { findings, counts } = await runChecks(tx, topUps);
  const seconds = (clock.nowMillis() - started) / 1000;
  await insertAuditRun(tx, {
    at: clock.now(),
    seconds,
    findings: findings.length,
    entries: counts.entries,
  });
  return { findings, counts, seconds };
}

interface NightlyDeps extends AuditDeps {
  readonly log: Logger;
  /** Where nights are. */
  readonly timeZone: string;
}

const everySeconds = 900;

/** Looks now and then whether this night's audit has been run; of several nodes that find it has not, one runs it. */
export function nightlyAudit(deps: NightlyDeps): Job {
  return { name: 'audit the ledger', everySeconds, run: async () => void (await auditOnceANight(deps)) };
}

/** Null when it was not this node's turn, or not yet or no longer the time. */
export async function auditOnceANight(deps: NightlyDeps): Promise<LedgerAudit | null> {
  const audit = await deps.db.transaction(
    async (tx) => {
      const isMine = await tryAuditTurn(tx);
      return isMine && (await isAuditDue(tx, deps.clock.now(), deps.timeZone)) ? check(deps, tx) : null;
    },
    { isolation: 'repeatable read', patient: true },
  );
  if (!audit) return null;
  const { findings, counts, seconds } = audit;
  if (findings.length > 0) deps.log.error({ findings, ...sizes(counts), seconds }, 'the ledger is broken');
  else deps.log.info({ ...sizes(counts), seconds }, 'the ledger is whole');
  return audit;
}

function sizes(counts: AuditCounts): Record<string, string> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));
}
