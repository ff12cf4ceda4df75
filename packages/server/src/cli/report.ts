import type { Command } from 'commander';
import { streamAudit } from '../audit/index.ts';
import { bandOf } from '../families/index.ts';
import { countAges, countTiers, readRefusals, refusalReasons } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { momentOf } from './moments.ts';
import { counted } from './progress.ts';
import { withDatabase } from './with-database.ts';

interface Flags {
  readonly since?: string;
  readonly until?: string;
}

/** Reports for a regulator: numbers and times, never a name. */
export function addReport(pid: Command, run: Run): void {
  const report = pid.command('report').description('figures for a regulator, without names');
  const reports = [
    { name: 'children', what: 'ages by band, consents of parents and refusals', print: children },
    { name: 'emoney', what: 'players and money by tier, registrations and refusals', print: emoney },
  ];
  for (const { name, what, print } of reports)
    report
      .command(name)
      .description(what)
      .option('--since <moment>', 'events from this moment on; default: all')
      .option('--until <moment>', 'events before this moment; default: now')
      .action(
        run((context: CommandContext, flags: Flags) =>
          withDatabase(context, (db) => print(context, db, periodOf(flags))),
        ),
      );
}

interface Period {
  readonly since: Date | null;
  readonly until: Date;
}

function periodOf({ since, until }: Flags): Period {
  const period = {
    since: since === undefined ? null : momentOf('--since', since),
    until: until === undefined ? systemClock.now() : momentOf('--until', until),
  };
  if (period.since && period.until < period.since)
    throw new CommandError('--until must not be before --since');
  return period;
}

const shown = ({ since, until }: Period) => ({
  since: since?.toISOString() ?? null,
  until: until.toISOString(),
});

/** An event of the audit log, without the players that it concerns. */
interface Occasion {
  readonly at: string;
  readonly method: string;
}

/** Counts the events of a period by action, and keeps time and method of those in `dated`. */
async function readEvents(
  context: CommandContext,
  db: Database,
  period: Period,
  { action, dated }: { readonly action: string; readonly dated: string },
) {
  const filter = { identityId: null, actor: null, action, target: null, ...period };
  const counts: Record<string, number> = {};
  const occasions: Occasion[] = [];
  await db.transaction(
    async (tx) => {
      for await (const events of streamAudit(tx, filter, '0', context.batchRows))
        for (const event of events) {
          counts[event.action] = (counts[event.action] ?? 0) + 1;
          const { method } = event.details;
          if (event.action === dated)
            occasions.push({ at: event.at, method: typeof method === 'string' ? method : 'unknown' });
        }
    },
    { isolation: 'repeatable read' },
  );
  return { counts, occasions };
}

/** Refused requests by operation and reason. */
async function readRefused(
  { config: { timeZone } }: CommandContext,
  db: Database,
  period: Period,
  reasons: readonly string[],
) {
  const refused: Record<string, Record<string, number>> = {};
  for (const { operation, reason, count } of await readRefusals(db, { ...period, timeZone, reasons }))
    (refused[operation] ??= {})[reason] = count;
  return refused;
}

async function children(context: CommandContext, db: Database, period: Period): Promise<void> {
  const { timeZone, ageGate } = context.config;
  const ages = await countAges(db, { now: systemClock.now(), timeZone });
  const bands: Record<string, number> = {};
  for (const { age, players } of ages) bands[bandOf(age)] = (bands[bandOf(age)] ?? 0) + players;
  const minors = ages.filter(({ age }) => age !== null);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const withParent = sum(minors.map((count) => count.withParent));
  const { counts, occasions } = await readEvents(context, db, period, {
    action: 'family.',
    dated: 'family.linked',
  });
  const of = (name: string) => counts[`family.${name}`] ?? 0;
  print(context, {
    ...shown(period),
    ageGate,
    playersByBand: bands,
    minors: { withParent, withoutParent: sum(minors.map(({ players }) => players)) - withParent },
    events: {
      birthMonthsCorrected: of('birth_month_corrected'),
      linksEnded: of('ended'),
      rulesChanged: of('rules_changed'),
      paymentsAsked: of('asked'),
      paymentsAllowed: of('allowed'),
      paymentsDenied: of('denied'),
      loginsRefused: of('login_refused'),
    },
    refused: await readRefused(context, db, period, refusalReasons.family),
    consents: occasions,
  });
}

async function emoney(context: CommandContext, db: Database, period: Period): Promise<void> {
  const { tiers } = context.config;
  const rows = await countTiers(db, systemClock.now());
  const { counts, occasions } = await readEvents(context, db, period, {
    action: 'tier.',
    dated: 'tier.registered',
  });
  print(context, {
    ...shown(period),
    maximums: tiers,
    tiers: rows.map((row) => ({
      ...row,
      total: Number(row.total),
      highest: Number(row.highest),
      incoming: Number(row.incoming),
    })),
    events: { registered: counts['tier.registered'] ?? 0, unregistered: counts['tier.unregistered'] ?? 0 },
    refused: await readRefused(context, db, period, refusalReasons.full),
    registrations: occasions,
  });
}

/** As text, one line per figure. With --json, one object. */
function print(context: CommandContext, report: Readonly<Record<string, unknown>>): void {
  if (context.json) {
    context.print(JSON.stringify(report));
    return;
  }
  for (const line of linesOf('', report)) context.print(line);
}

function linesOf(name: string, value: unknown): string[] {
  if (Array.isArray(value))
    return [`${name}: ${counted(value.length)}`, ...value.flatMap((item) => [`  ${inline(item)}`])];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) =>
      linesOf(name === '' ? key : `${name}.${key}`, part),
    );
  return [`${name}: ${String(value)}`];
}

function inline(item: unknown): string {
  return typeof item === 'object' && item !== null
    ? Object.entries(item)
        .map(([key, part]) => `${key} ${String(part)}`)
        .join(', ')
    : String(item);
}
