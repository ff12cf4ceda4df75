import { prepareDatabase } from '../prepare-database.ts';
import { joinDatabase } from './find-database.ts';
import type { CommandContext } from './command.ts';

export async function migrateCommand(context: CommandContext): Promise<void> {
  const { config, dataDir, packageFolder } = context;
  const database = await joinDatabase(config, dataDir);
  try {
    const applied = await prepareDatabase({
      ...database,
      packageFolder,
      // Only the service creates the tables for development: PID_BASE_URL may be unset in an operator's shell.
      development: false,
      config,
      registrarRole: config.registrarRole,
    });
    context.report(
      { applied },
      applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
    );
  } finally {
    await database.release();
  }
}
