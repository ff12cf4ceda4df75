import { open, rm } from 'node:fs/promises';
import { recordAudit } from '../audit/index.ts';
import { exportIdentity, findIdentityByPid } from '../identity/index.ts';
import { systemClock } from '../platform/clock.ts';
import { primaryReader } from '../platform/db/index.ts';
import { CommandError, type CommandContext } from './command.ts';
import { withDatabase } from './with-database.ts';
import { withWiredApp } from './wired-app.ts';

/** Writes the data export of a player who cannot sign in. The player finds the export and its reason in the activity. */
export async function exportFromCommand(
  context: CommandContext,
  pid: string,
  { out }: { readonly out: string },
): Promise<void> {
  const { actor, reason } = context;
  if (reason === null)
    throw new CommandError('Say why with --reason: the player can read it. Nothing was exported.');
  await withDatabase(context, async (db) => {
    const identity = await findIdentityByPid(db, pid);
    if (!identity) throw new CommandError(`There is no ${pid}.`);
    await context.act('export');
    // Only the operator may read it. An existing file is never overwritten.
    const file = await open(out, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new CommandError(
        `${out} is there already: choose another name, or delete it if a run that was killed has left it. Nothing was exported.`,
      );
    });
    try {
      // Recorded before the data is read.
      await recordAudit(db, {
        at: systemClock.now(),
        identityId: identity.id,
        actor,
        action: 'identity.exported',
        target: pid,
        details: { reason },
        origin: null,
      });
      await context.interruptible(
        () => 'Interrupted: nothing was exported.',
        async (signal) => {
          const held = await withWiredApp(context, db, ({ held: heldData }) =>
            exportIdentity(
              { reader: primaryReader(db), clock: systemClock, held: heldData },
              { ...identity, identityId: identity.id, createdAt: identity.createdAt.toISOString() },
            ),
          );
          await file.writeFile(`${JSON.stringify(held, null, 2)}\n`);
          await file.sync();
          signal.throwIfAborted();
        },
      );
    } catch (error) {
      // A part of the data helps nobody, and the file would be in the way of the next attempt.
      await rm(out, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    context.report({ pid, file: out }, `All data about ${pid} is in ${out}, which only you can read.`);
  });
}
