import type { Command } from 'commander';
import { lockTimeoutMillis, planMigrations, readSchema, type MigrationPlan } from '../platform/db/index.ts';
import { prepareDatabase } from '../prepare-database.ts';
import type { CommandContext, Run } from './command.ts';
import { joinDatabase } from './find-database.ts';

export function addMigrate(pid: Command, run: Run): void {
  pid
    .command('migrate')
    .description('migrates the database while nodes serve, and exits')
    .option('--plan', 'says what it would do, with locks and durations, and changes nothing')
    .action(
      run((context: CommandContext, { plan = false }: { plan?: boolean }) =>
        plan ? showPlan(context) : migrateNow(context),
      ),
    );
}

async function migrateNow(context: CommandContext): Promise<void> {
  const { config, dataDir, packageFolder } = context;
  const database = await joinDatabase(config, dataDir);
  try {
    const applied = await prepareDatabase({
      ...database,
      packageFolder,
      development: isSandbox(config),
      ...(isSandbox(config) ? { mode: 'sandbox' as const } : {}),
      config,
      registrarRole: config.registrarRole,
      onWait: (name, reason) => context.complain(`${name}: ${reason}; trying again.`),
    });
    context.report(
      { applied },
      applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
    );
  } finally {
    await database.release();
  }
}

/** Only a service creates the tables for development: PID_BASE_URL may be unset in an operator's shell. */
const isSandbox = ({ mode }: CommandContext['config']) => mode === 'sandbox';

async function showPlan(context: CommandContext): Promise<void> {
  const database = await joinDatabase(context.config, context.dataDir);
  try {
    const schema = await readSchema(context.packageFolder, isSandbox(context.config));
    const plan = await planMigrations(database.ownerUrl ?? database.connectionString, schema);
    context.report(plan, ...sentencesOf(plan));
  } finally {
    await database.release();
  }
}

function sentencesOf({ migrations, functions, views, sessionsEnd }: MigrationPlan): string[] {
  if (migrations.length + functions.length + views.length === 0) return ['The database is up to date.'];
  return [
    ...migrations.flatMap(({ name, safety, steps }) => [
      name,
      `  ${safety}`,
      ...steps.map(
        ({ table, lock, blocks, bytes, seconds, what }) =>
          `  ${table} (${sizeOf(bytes)}): ${what}, ${seconds === 0 ? 'for a moment' : `about ${seconds} s`}; lock ${lock}, ${blocks}`,
      ),
    ]),
    `Replaces ${functions.length} functions, which locks no table${views.length === 0 ? '' : `, and the views ${views.join(', ')}, each for a moment`}.`,
    sessionsEnd ? 'Everybody must sign in again.' : 'Sessions stay.',
    `A lock that is not free within ${lockTimeoutMillis / 1000} s is tried again later, so requests wait no longer than that.`,
  ];
}

function sizeOf(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${Math.round(bytes / 1000 ** power)} ${units[power]}`;
}
