import { setTimeout as sleep } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import { auditCsvHead, auditCsvLine, countAudit, streamAudit } from '../audit/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import type { Database } from '../platform/db/index.ts';
import { listEventsAfter } from '../security-log/index.ts';
import { CommandError, InterruptedError, type CommandContext, type Run } from './command.ts';
import { momentOf } from './moments.ts';
import { counted } from './progress.ts';
import { withDatabase } from './with-database.ts';

interface AuditFlags {
  readonly pid?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly target?: string;
  readonly format: 'ndjson' | 'csv';
  readonly since?: string;
  readonly until?: string;
  readonly after: string;
}

const followMillis = 2000;

/** Both commands print line by line even with --json, because other programs read them. */
export function addAudit(pid: Command, run: Run): void {
  pid
    .command('audit')
    .description('the audit log of identities, apps and money')
    .command('export')
    .description('prints one JSON object per line, or CSV, oldest first')
    .option('--pid <pid>', 'of one identity')
    .option('--actor <actor>', 'by one actor, such as cli:budi or alice@pid')
    .option('--action <beginning>', 'a prefix such as passkey. or an action such as identity.suspended')
    .option('--target <target>', 'events that concern one id, pid or client_id')
    .option('--since <moment>', 'from this moment on')
    .option('--until <moment>', 'before this moment')
    .option('--after <id>', 'continues an interrupted export after this id', '0')
    .addOption(new Option('--format <format>', 'of the lines').choices(['ndjson', 'csv']).default('ndjson'))
    .action(
      run((context: CommandContext, flags: AuditFlags) =>
        withDatabase(context, (db) => exportAudit(context, db, flags)),
      ),
    );
  pid
    .command('security-log')
    .description('events that look like an attack')
    .command('follow')
    .description(
      'prints one JSON object per line as events occur, for a SIEM; each line has the id to resume from',
    )
    .option('--after <id>', 'starts after this id', '0')
    .option('--once', 'stops after the last existing event')
    .action(
      run((context: CommandContext, flags: { after: string; once?: boolean }) =>
        withDatabase(context, (db) => follow(context, db, flags)),
      ),
    );
}

async function exportAudit(context: CommandContext, db: Database, flags: AuditFlags): Promise<void> {
  const identity = flags.pid === undefined ? null : await findIdentityByPid(db, flags.pid);
  if (flags.pid !== undefined && !identity) throw new CommandError(`There is no ${flags.pid}.`);
  const filter = {
    identityId: identity?.id ?? null,
    actor: flags.actor ?? null,
    action: flags.action ?? null,
    target: flags.target ?? null,
    since: flags.since === undefined ? null : momentOf('--since', flags.since),
    until: flags.until === undefined ? null : momentOf('--until', flags.until),
  };
  const { after, format } = flags;
  if (!/^\d{1,18}$/.test(after)) throw new CommandError('--after must be the id of a line');
  await context.act('export');
  const isCsv = format === 'csv';
  if (isCsv) context.print(auditCsvHead.trimEnd());
  const progress = context.progress('events', await countAudit(db, filter, after), 'lines');
  let [count, last] = [0, after];
  await context
    .interruptible(
      () => `Interrupted after ${counted(count)} events. To export the rest, add --after ${last}.`,
      (signal) =>
        db.transaction(
          async (tx) => {
            for await (const events of streamAudit(tx, filter, after, context.batchRows)) {
              for (const event of events) {
                signal.throwIfAborted();
                context.print(isCsv ? auditCsvLine(event).trimEnd() : JSON.stringify(event));
                count += 1;
                last = event.id;
              }
              progress.advance(count);
              await context.printed();
            }
          },
          { isolation: 'repeatable read', signal },
        ),
    )
    .finally(() => progress.end());
}

async function follow(
  context: CommandContext,
  db: Database,
  { after, once = false }: { after: string; once?: boolean },
): Promise<void> {
  if (!/^\d{1,18}$/.test(after)) throw new CommandError('--after must be the id of a line');
  let last = after;
  const followed = context.interruptible(
    () => `Stopped after the id ${last}. To continue, add --after ${last}.`,
    async (signal) => {
      for (;;) {
        const events = await listEventsAfter(db, last, context.batchRows);
        for (const event of events) {
          signal.throwIfAborted();
          context.print(JSON.stringify(event));
          last = event.id;
        }
        await context.printed();
        if (events.length === context.batchRows) continue;
        if (once) return;
        await sleep(followMillis, undefined, { signal });
      }
    },
  );
  // Ctrl-C is how this command ends.
  await followed.catch((error: unknown) => {
    if (!(error instanceof InterruptedError)) throw error;
    context.complain(error.message);
  });
}
