import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { CommandError, type CommandContext } from './command.ts';
import { serviceHere } from './dev-here.ts';
import { keptPasskeysFile } from './dev-passkey.ts';
import { ownDatabase } from './find-database.ts';

/** What a start of ours makes in the data folder. */
const ownFiles = [
  'postgres',
  'postgres.log',
  'postgres.owner',
  'master-key',
  'connection',
  'example-game.json',
  keptPasskeysFile,
];

export async function devReset(context: CommandContext): Promise<void> {
  serviceHere(context, 'pid dev reset');
  if (context.config.databaseUrl)
    throw new CommandError(
      'pid dev reset deletes embedded data alone: PID_DATABASE_URL names a database of your own.',
    );
  await context.agree(`Everything in ${context.dataDir} is deleted: players, money, chain. Delete it?`);
  // Whoever owns it now is told to stop first; from here on it is ours.
  const database = await ownDatabase(
    context.config,
    context.dataDir,
    () => {},
    () => {},
  );
  await database.release();
  for (const name of ownFiles) await rm(path.join(context.dataDir, name), { recursive: true, force: true });
  // Whatever else lies there is somebody's.
  await rmdir(context.dataDir).catch(() => {});
  context.report({ deleted: context.dataDir }, `Deleted ${context.dataDir}. npm start begins afresh.`);
}
