import { systemClock } from '../platform/clock.ts';
import { openDatabase, sqlState, type Database } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { insertEvents } from '../security-log/index.ts';
import { joinDatabase, type FoundDatabase } from './find-database.ts';
import { CommandError, type CommandContext } from './command.ts';
import { detailsOf } from './security-line.ts';

/** Runs `work` on the service's database, whether the service is running or not. */
export async function withDatabase(
  context: CommandContext,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  await withRole(context, ({ connectionString }) => connectionString, work);
}

const missingRight = '42501';

/** Like `withDatabase`, as the owner of the tables, for actions that no node may perform. */
export async function withOwnerRole(
  context: CommandContext,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  try {
    await withRole(context, ({ ownerUrl, connectionString }) => ownerUrl ?? connectionString, work);
  } catch (error) {
    if (sqlState(error) !== missingRight) throw error;
    throw new CommandError(
      'The role that serves may not do this: set PID_DATABASE_OWNER_URL to the owner of the tables.',
      { cause: error },
    );
  }
}

async function withRole(
  context: CommandContext,
  addressOf: (found: FoundDatabase) => string,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const database = await joinDatabase(context.config, context.dataDir);
  const db = openDatabase({
    connectionString: addressOf(database),
    poolSize: 2,
    // The command itself says that the connection was lost.
    log: createLogger('silent'),
    namedStatements: context.config.namedStatements === 'on',
    patient: true,
  });
  try {
    await work(db);
    await recordAct(context, db);
  } finally {
    await db.close();
    await database.release();
  }
}

/** Adds what the command did to the security log that administrators read. */
async function recordAct(context: CommandContext, db: Database): Promise<void> {
  const act = context.acted();
  if (!act) return;
  const { event, operation } = act;
  await insertEvents(db, [
    {
      at: systemClock.now(),
      event,
      identityId: null,
      clientId: null,
      network: null,
      operation,
      details: detailsOf(act, 'done'),
    },
  ]);
}
