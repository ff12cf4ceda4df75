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
      development: config.loopback,
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
