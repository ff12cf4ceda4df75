import path from 'node:path';
import { migrate, readMigrations } from '../platform/db/index.ts';
import { joinDatabase } from './find-database.ts';
import type { CommandContext } from './command.ts';

export async function migrateCommand({
  config,
  dataDir,
  packageFolder,
  print,
}: CommandContext): Promise<void> {
  const database = await joinDatabase(config, dataDir);
  try {
    const applied = await migrate(
      database.connectionString,
      await readMigrations(path.join(packageFolder, 'src')),
    );
    print(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  } finally {
    await database.release();
  }
}
