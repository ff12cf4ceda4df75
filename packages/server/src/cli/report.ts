import type { Command } from 'commander';
import { countActions, streamAudit } from '../audit/index.ts';
import { bandOf } from '../families/index.ts';
import {
  countAges,
  countTiers,
  readAgeGate,
  readRefusals,
  readTierRules,
  refusalReasons,
} from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { momentOf } from './moments.ts';
import { printList } from './print-list.ts';
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

interface Events {
  /** The beginning of the actions to count. */
  readonly counted: string;
  /** The action of which every event is listed, with its time and method. */
  readonly listed: string;
  /** What the list is called in the report. */
  readonly name: string;
}

type Figures = Readonly<Record<string, unknown>>;

/**
 * Prints figures and then the events of the period, without the players that they concern: as text, one line per figure and
 * event. With --json, one object.
 */
async function printReport(
  context: CommandContext,
  db: Database,
  period: Period,
  events: Events,
  figuresOf: (tx: Tx, count: (action: string) => number) => Promise<Figures>,
): Promise<void> {
  const filter = (action: string) => ({ identityId: null, actor: null, action, target: null, ...period });
  let printed = () => 0;
  await context.interruptible(
    () =>
      `Interrupted after ${counted(printed())} events. Run the command again, or give a shorter period with --since and --until.`,
    (signal) =>
      db.transaction(
        async (tx) => {
          const counts = await countActions(tx, filter(events.counted));
          const figures = await figuresOf(tx, (action) => counts.get(events.counted + action) ?? 0);
          const total = counts.get(events.listed) ?? 0;
          if (!context.json)
            for (const line of linesOf('', { ...figures, [events.name]: counted(total) }))
              context.print(line);
          const list = printList<{ at: string; method: string }>(
            context,
            { fields: figures, name: events.name },
            ({ at, method }) => `  at ${at}, method ${method}`,
          );
          printed = list.count;
          const progress = context.progress('events', total, 'lines');
          try {
            for await (const batch of streamAudit(tx, filter(events.listed), '0', context.batchRows)) {
              for (const { at, details } of batch) {
                signal.throwIfAborted();
                const { method } = details;
                list.add({ at, method: typeof method === 'string' ? method : 'unknown' });
              }
              progress.advance(list.count());
              await context.printed();
            }
          } finally {
            progress.end();
          }
          list.end();
        },
        { isolation: 'repeatable read', signal },
      ),
  );
}

/** Refused requests by operation and reason. */
async function readRefused(
  { config: { timeZone } }: CommandContext,
  tx: Tx,
  period: Period,
  reasons: readonly string[],
) {
  const refused: Record<string, Record<string, number>> = {};
  for (const { operation, reason, count } of await readRefusals(tx, { ...period, timeZone, reasons }))
    (refused[operation] ??= {})[reason] = count;
  return refused;
}

async function children(context: CommandContext, db: Database, period: Period): Promise<void> {
  const { timeZone } = context.config;
  const events = { counted: 'family.', listed: 'family.linked', name: 'consents' };
  await printReport(context, db, period, events, async (tx, count) => {
    const ages = await countAges(tx, { now: systemClock.now(), timeZone });
    const bands: Record<string, number> = {};
    for (const { age, players } of ages) bands[bandOf(age)] = (bands[bandOf(age)] ?? 0) + players;
    const minors = ages.filter(({ age }) => age !== null);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    const withParent = sum(minors.map((minor) => minor.withParent));
    return {
      ...shown(period),
      ageGate: await readAgeGate(tx),
      playersByBand: bands,
      minors: { withParent, withoutParent: sum(minors.map(({ players }) => players)) - withParent },
      events: {
        birthMonthsCorrected: count('birth_month_corrected'),
        linksEnded: count('ended'),
        rulesChanged: count('rules_changed'),
        paymentsAsked: count('asked'),
        paymentsAllowed: count('allowed'),
        paymentsDenied: count('denied'),
        loginsRefused: count('login_refused'),
      },
      refused: await readRefused(context, tx, period, refusalReasons.family),
    };
  });
}

/** Those by which the posting functions judge, whatever this command's environment says. */
async function readMaximums(tx: Tx) {
  const rules = await readTierRules(tx);
  return rules && { basic: rules.basic, registered: rules.registered };
}

async function emoney(context: CommandContext, db: Database, period: Period): Promise<void> {
  const events = { counted: 'tier.', listed: 'tier.registered', name: 'registrations' };
  await printReport(context, db, period, events, async (tx, count) => ({
    ...shown(period),
    maximums: await readMaximums(tx),
    tiers: (await countTiers(tx, systemClock.now())).map((row) => ({
      ...row,
      total: Number(row.total),
      highest: Number(row.highest),
      incoming: Number(row.incoming),
    })),
    events: { registered: count('registered'), unregistered: count('unregistered') },
    refused: await readRefused(context, tx, period, refusalReasons.full),
  }));
}

function linesOf(name: string, value: unknown): string[] {
  if (Array.isArray(value))
    return [`${name}: ${counted(value.length)}`, ...value.map((item: object) => `  ${inline(item)}`)];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) =>
      linesOf(name === '' ? key : `${name}.${key}`, part),
    );
  return [`${name}: ${String(value)}`];
}

function inline(item: object): string {
  return Object.entries(item)
    .map(([key, part]) => `${key} ${String(part)}`)
    .join(', ');
}
