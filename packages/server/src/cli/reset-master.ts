import { systemClock } from '../platform/clock.ts';
import { databaseName } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createSealer, findMasterKeys, SealingError } from '../platform/sealing/index.ts';
import { refuseWhileNodesRun, resetMaster, surveyLoss, type LossReport } from '../reset-master.ts';
import { CommandError, type CommandContext } from './command.ts';
import { counted } from './progress.ts';
import { withDatabase } from './with-database.ts';

interface ResetFlags {
  readonly database?: string;
  readonly keepOpenable?: boolean;
}

/** The only command that replaces sealed secrets which cannot be opened. */
export async function resetMasterCommand(
  context: CommandContext,
  { database, keepOpenable = false }: ResetFlags,
): Promise<void> {
  await withDatabase(context, async (db) => {
    const openKeys = await keysAtHand(context);
    const loss = await surveyLoss(db, openKeys);
    await refuseUnlessLost(loss, keepOpenable);
    await refuseWhileNodesRun(db);
    const name = await databaseName(db);
    if (database !== undefined && database !== name)
      throw new CommandError(
        `PID_DATABASE_URL names the database ${name}, not ${database}. Nothing was done.`,
      );
    for (const sentence of costsOf(loss, name)) context.complain(sentence);
    await context.agree(`This cannot be undone. Give up what the lost master key has sealed in ${name}?`);
    // Where the key is a file in the data folder, which is lost too, a new one is created now.
    const keys = await findMasterKeys({ ...context, ids: randomIds, isSealed: async () => false });
    const { masterKey } = createSealer(randomIds, keys);
    const progress = context.progress('rows', rowsOf(loss));
    await context
      .interruptible(
        () =>
          'Interrupted: the service does not start until the reset is complete. Run the command again; it continues.',
        (signal) =>
          resetMaster(
            { db, clock: systemClock, ids: randomIds },
            {
              ...context,
              masterKey,
              loss,
              onBatch(done) {
                progress.advance(done);
                signal.throwIfAborted();
              },
            },
          ),
      )
      .finally(() => progress.end());
    context.report(
      { masterKey, ...loss },
      `The master key of ${name} is now ${masterKey}. Back it up apart from the database, then start the nodes.${isRefreshLost(loss) ? ' Everybody signs in again.' : ''}`,
    );
  });
}

/** The ids of the configured keys. On loopback there may be no key at all, and none is created here. */
async function keysAtHand(context: CommandContext): Promise<readonly string[]> {
  try {
    const keys = await findMasterKeys({ ...context, ids: randomIds, isSealed: async () => true });
    return createSealer(randomIds, keys).openKeys;
  } catch (error) {
    if (error instanceof SealingError && error.cause === undefined && !context.config.masterKeyFile)
      return [];
    throw error;
  }
}

async function refuseUnlessLost({ lostKeys, openable }: LossReport, keepOpenable: boolean): Promise<void> {
  const lost = Object.values(lostKeys).reduce((sum, count) => sum + count, 0);
  if (lost === 0)
    throw new CommandError(
      'The configured master key opens everything that is sealed in this database: nothing is lost, and nothing was done.',
    );
  if (openable > 0 && !keepOpenable)
    throw new CommandError(
      `The configured master key opens ${counted(openable)} sealed values and not the ${counted(lost)} of ${Object.keys(lostKeys).join(', ')}. If you have that key, name it in PID_MASTER_KEY_PREVIOUS and run \`pid keys reseal\`. To give up only what does not open, add --keep-openable. Nothing was done.`,
    );
}

function isRefreshLost({ secrets }: LossReport): boolean {
  return secrets.includes('refresh');
}

/** The rows that are changed one batch after another. A settlement that returns to its app changes twice. */
function rowsOf({
  sessions,
  bankAccounts,
  settlementsReturned,
  settlementsSent,
  settlementsEnded,
  accountKeys,
  birthMonths,
}: LossReport) {
  return (
    sessions +
    bankAccounts +
    2 * settlementsReturned +
    settlementsSent +
    settlementsEnded +
    accountKeys +
    birthMonths
  );
}

/** What the loss costs, one sentence each. */
function costsOf(loss: LossReport, name: string): string[] {
  const keys = Object.entries(loss.lostKeys).map(([key, count]) => `${key} (${counted(count)} values)`);
  const when = (count: number, sentence: string) => (count > 0 ? [sentence] : []);
  return [
    `Lost in the database ${name}: everything that was sealed with ${keys.join(' and ')}.`,
    '- Kept: passkeys, logins, balances and wallets.',
    ...when(
      loss.signingKeys,
      `- ${counted(loss.signingKeys)} signing keys: their tokens end, and apps exchange again.`,
    ),
    ...(isRefreshLost(loss)
      ? [`- The refresh secret: ${counted(loss.sessions)} sessions end, and everybody signs in again.`]
      : []),
    ...when(
      loss.secrets.length,
      `- Secrets of the service, which are created again: ${loss.secrets.join(', ')}.`,
    ),
    ...when(
      loss.bankAccounts,
      `- ${counted(loss.bankAccounts)} bank accounts of apps: removed. Each owner gets a notice and enters the account again, which is reviewed again.`,
    ),
    ...when(
      loss.settlementsReturned,
      `- ${counted(loss.settlementsReturned)} settlements that were requested: cancelled. The money returns to the apps, and each owner gets a notice.`,
    ),
    ...when(
      loss.settlementsSent,
      `- ${counted(loss.settlementsSent)} settlements that were sent: they stay sent without their account number. Only the last four digits remain, and --again cannot repeat them.`,
    ),
    ...when(
      loss.settlementsEnded,
      `- ${counted(loss.settlementsEnded)} settlements that have ended: their account number is erased. Amounts and the last four digits stay.`,
    ),
    ...when(
      loss.burntCredentials,
      `- ${counted(loss.burntCredentials)} logins and passkeys of deleted identities are no longer recognized: their owners can claim a new identity with the same login. Deleted names stay unavailable.`,
    ),
    ...when(
      loss.accountKeys,
      `- The keys of ${counted(loss.accountKeys)} accounts in the public log: what was posted before can no longer be proven to their holders. The log stays valid.`,
    ),
    ...when(
      loss.birthMonths,
      `- ${counted(loss.birthMonths)} birth months: nobody can read them any more. Ages are judged as before, and an administrator can enter a month again.`,
    ),
    ...(loss.secrets.some((secret) => secret.startsWith('log-signer'))
      ? [
          '- The key that signs the public log: a new one signs. Publish it, because witnesses refuse it until they are told.',
        ]
      : []),
    ...when(
      loss.pendingTopUps,
      `- ${counted(loss.pendingTopUps)} pending top-ups are booked as usual, but a later restore to a moment before them could not find them by their mark (\`pid ledger recover\`).`,
    ),
    ...(loss.secrets.some((secret) => secret.startsWith('chain-'))
      ? [
          '- Keys of the development chain: its program is deployed again, and wallets that were activated before stop working.',
        ]
      : []),
  ];
}
