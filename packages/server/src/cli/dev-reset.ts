import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { CommandError, type CommandContext } from './command.ts';
import { refuseElsewhere, serviceFile } from './dev-here.ts';
import { keptPasskeysFile } from './dev-kept-passkeys.ts';
import { ownDatabase } from './find-database.ts';

/** Files that the service creates in the data folder. */
const ownFiles = [
  'postgres',
  'postgres.log',
  'postgres.owner',
  'master-key',
  'connection',
  'example-game.json',
  keptPasskeysFile,
  serviceFile,
];

export async function devReset(context: CommandContext): Promise<void> {
  refuseElsewhere(context, 'pid dev reset');
  if (context.config.databaseUrl)
    throw new CommandError(
      'pid dev reset deletes only embedded data: PID_DATABASE_URL names a database of your own.',
    );
  await context.agree(`Everything in ${context.dataDir} is deleted: players, money, chain. Delete it?`);
  // Stops the process that currently owns the database and takes it over.
  const database = await ownDatabase(
    context.config,
    context.dataDir,
    () => {},
    () => {},
  );
  await database.release();
  for (const name of ownFiles) await rm(path.join(context.dataDir, name), { recursive: true, force: true });
  // Other files in the folder are not ours.
  await rmdir(context.dataDir).catch(() => {});
  context.report(
    { deleted: context.dataDir },
    `Deleted ${context.dataDir}. Run npm start to start with empty data.`,
  );
}
