import { machineRoles, type MachineRole } from '@pid/contract';
import { Option, type Command } from 'commander';
import { addMachineCredential, endMachineCredential, listMachineCredentials } from '../admin/index.ts';
import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { withDatabase, withOwnerRole } from './with-database.ts';

interface AddFlags {
  readonly name: string;
  readonly role: MachineRole;
  readonly days: string;
}

/** Machine credentials can be created and revoked only by this command. */
export function addMachineCredentials(admin: Command, run: Run): void {
  const credential = admin
    .command('credential')
    .description('machine credentials: programs that administer, each with a role');
  credential
    .command('add')
    .description('prints a secret that cannot be shown again: a bearer for /v1/admin')
    .requiredOption(
      '--name <name>',
      'its name in the audit log: 2-40 lowercase letters, digits and -; never reused',
    )
    .addOption(
      new Option(
        '--role <role>',
        'reader reads; support acts on players and apps; money moves money; owner does everything',
      )
        .choices(machineRoles)
        .makeOptionMandatory(),
    )
    .option('--days <days>', 'days until it expires, at most 3650', '365')
    .action(run(add));
  credential
    .command('list')
    .description('lists all credentials, including revoked and expired ones')
    .action(run(list));
  credential
    .command('revoke <name>')
    .description('revokes a credential permanently, on every node within a second')
    .action(run(revoke));
}

async function add(context: CommandContext, { name, role, days }: AddFlags): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]{1,39}$/.test(name))
    throw new CommandError('--name must be 2-40 lowercase letters, digits and -, and not begin with -');
  if (!/^[1-9]\d{0,3}$/.test(days) || Number(days) > 3650)
    throw new CommandError('--days must be a number from 1 to 3650');
  await context.act();
  await withOwnerRole(context, async (db) => {
    const { actor, reason } = context;
    const made = await addMachineCredential(
      { db, clock: systemClock, ids: randomIds },
      { name, role, days: Number(days), actor, reason },
    );
    if (!made) throw new CommandError(`There is or was a machine credential ${name}: choose another name.`);
    const { secret, expiresAt } = made;
    context.report(
      { name, role, secret, expiresAt },
      `${name} is a ${role} until ${expiresAt.toISOString()}. Its secret is shown only once:`,
      secret,
    );
  });
}

async function list(context: CommandContext): Promise<void> {
  await withDatabase(context, async (db) => {
    const items = await listMachineCredentials(db);
    const now = systemClock.now();
    context.report(
      { items },
      items.map(({ name, role, createdBy, expiresAt, revokedAt, revokedBy }) => {
        const state = revokedAt
          ? `revoked ${revokedAt.toISOString()} by ${revokedBy}`
          : `${expiresAt > now ? 'until' : 'lapsed'} ${expiresAt.toISOString()}`;
        return `${name}  ${role}  made by ${createdBy}  ${state}`;
      }),
    );
  });
}

async function revoke(context: CommandContext, name: string): Promise<void> {
  await context.agree(`${name} administers nothing any more, and no other gets that name. Revoke it?`);
  await withOwnerRole(context, async (db) => {
    const { actor, reason } = context;
    if (!(await endMachineCredential({ db, clock: systemClock }, { name, actor, reason })))
      throw new CommandError(`There is no active machine credential ${name}.`);
    context.report({ name, revoked: true }, `${name} is revoked.`);
  });
}
