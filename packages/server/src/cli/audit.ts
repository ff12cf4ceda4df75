import { Option, type Command } from 'commander';
import { auditCsvHead, auditCsvLine, searchAudit } from '../audit/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import type { Database } from '../platform/db/index.ts';
import { listEventsAfter } from '../security-log/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { momentOf } from './moments.ts';
import { withDatabase } from './with-database.ts';

interface AuditFlags {
  readonly pid?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly target?: string;
  readonly format: 'ndjson' | 'csv';
  readonly since?: string;
  readonly until?: string;
}

const pageMax = 1000;
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
  const isCsv = flags.format === 'csv';
  if (isCsv) context.print(auditCsvHead.trimEnd());
  for (let after = '0'; ;) {
    const events = await searchAudit(db, filter, after, pageMax);
    for (const event of events) context.print(isCsv ? auditCsvLine(event).trimEnd() : JSON.stringify(event));
    if (events.length < pageMax) return;
    after = events.at(-1)!.id;
  }
}

async function follow(
  context: CommandContext,
  db: Database,
  { after, once = false }: { after: string; once?: boolean },
): Promise<void> {
  if (!/^\d{1,18}$/.test(after)) throw new CommandError('--after must be the id of a line');
  let [last, stopped] = [after, false];
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => (stopped = true));
  while (!stopped) {
    const events = await listEventsAfter(db, last, pageMax);
    for (const event of events) context.print(JSON.stringify(event));
    last = events.at(-1)?.id ?? last;
    if (events.length === pageMax) continue;
    if (once) return;
    await new Promise((resolve) => setTimeout(resolve, followMillis));
  }
}
