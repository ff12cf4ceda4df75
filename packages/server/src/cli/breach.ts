import type { Command } from 'commander';
import { countSeenBetween, recordAudit, streamSeenBetween } from '../audit/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { recipientsOf } from '../recipients.ts';
import { countSignedInBetween, streamSignedInBetween } from '../sessions/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { momentOf } from './moments.ts';
import { printList } from './print-list.ts';
import { counted } from './progress.ts';
import { withDatabase } from './with-database.ts';

interface Flags {
  readonly since: string;
  readonly until?: string;
  readonly after?: string;
}

export function addBreach(pid: Command, run: Run): void {
  pid
    .command('breach')
    .description('after a breach')
    .command('list')
    .description('lists the players to notify: everyone who was signed in or had activity during the breach')
    .requiredOption('--since <moment>', 'when the breach began, such as 2026-11-16T00:00:00Z')
    .option('--until <moment>', 'when the breach ended; default: now')
    .option('--after <pid>', 'continues an interrupted list after the last identity that it printed')
    .action(
      run((context: CommandContext, flags: Flags) => withDatabase(context, (db) => list(context, db, flags))),
    );
}

async function list(context: CommandContext, db: Database, flags: Flags): Promise<void> {
  const since = momentOf('--since', flags.since);
  const until = flags.until === undefined ? systemClock.now() : momentOf('--until', flags.until);
  if (until < since) throw new CommandError('--until must not be before --since');
  const after = flags.after === undefined ? null : await findIdentityByPid(db, flags.after);
  if (flags.after !== undefined && !after) throw new CommandError(`There is no ${flags.after}.`);
  await context.act('export');
  const period = { since, until, afterId: after?.id ?? null };
  const counts = {
    signedIn: await countSignedInBetween(db, period),
    active: await countSeenBetween(db, period),
  };
  const span = { since: since.toISOString(), until: until.toISOString() };
  // Reading the addresses of many players is recorded in the audit log, before the first one is printed.
  await recordAudit(db, {
    at: systemClock.now(),
    identityId: null,
    actor: context.actor,
    action: 'breach.list',
    details: {
      ...span,
      ...counts,
      ...(after && { after: after.pid }),
      ...(context.reason === null ? {} : { reason: context.reason }),
    },
    origin: null,
  });
  const lines = printList<Person>(
    context,
    { fields: span, name: 'people' },
    ({ pid, addresses, why }) =>
      `${pid}\t${addresses.join(', ') || 'no address: the identity was deleted, or its login has none'}\t${why.join(', ')}`,
  );
  const progress = context.progress('identities', Math.max(counts.signedIn, counts.active), 'lines');
  let last: string | null = after?.pid ?? null;
  await context
    .interruptible(
      () =>
        last === null
          ? 'Interrupted before the first player: run the command again.'
          : `Interrupted after ${counted(lines.count())} players. To list the rest, add --after ${last} and keep --since and --until ${span.until}.`,
      (signal) =>
        db.transaction(
          async (tx) => {
            const people = mergeById(
              streamSignedInBetween(tx, period, context.batchRows),
              streamSeenBetween(tx, period, context.batchRows),
              context.batchRows,
            );
            for await (const some of people) {
              const recipients = await recipientsOf(
                tx,
                some.map(({ id }) => id),
              );
              for (const { id, why } of some) {
                signal.throwIfAborted();
                const person = recipients.get(id);
                if (!person) continue;
                lines.add({ ...person, why });
                last = person.pid;
              }
              progress.advance(lines.count());
              await context.printed();
            }
          },
          { isolation: 'repeatable read', signal },
        ),
    )
    .finally(() => progress.end());
  lines.end();
  if (!context.json)
    context.print(`${counted(lines.count())} players to notify, from ${span.since} to ${span.until}.`);
}

interface Person {
  readonly pid: string;
  readonly addresses: readonly string[];
  readonly why: readonly string[];
}

/** Merges two ascending streams into groups: everyone once, with the reasons. */
async function* mergeById(
  signedIn: AsyncIterable<readonly { id: string }[]>,
  active: AsyncIterable<readonly { id: string }[]>,
  size: number,
): AsyncGenerator<{ id: string; why: string[] }[]> {
  const [one, other] = [await openHead(signedIn), await openHead(active)];
  let group: { id: string; why: string[] }[] = [];
  for (;;) {
    const [left, right] = [one.id(), other.id()];
    if (left === null && right === null) break;
    const id = left === null || (right !== null && right < left) ? right! : left;
    const why = [...(left === id ? ['signed in'] : []), ...(right === id ? ['activity'] : [])];
    group.push({ id, why });
    if (group.length === size) {
      yield group;
      group = [];
    }
    // Only a step to the next batch has to wait.
    if (left === id && one.step()) await one.read();
    if (right === id && other.step()) await other.read();
  }
  if (group.length > 0) yield group;
}

async function openHead(batches: AsyncIterable<readonly { id: string }[]>) {
  const iterator = batches[Symbol.asyncIterator]();
  let rows: readonly { id: string }[] = [];
  let index = 0;
  const head = {
    /** The current id; null at the end. */
    id: () => rows[index]?.id ?? null,
    /** Goes on to the next id. Returns true if it is in the next batch. */
    step: () => (index += 1) === rows.length,
    async read() {
      const next = await iterator.next();
      [rows, index] = [next.done ? [] : next.value, 0];
    },
  };
  await head.read();
  return head;
}
