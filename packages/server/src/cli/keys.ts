import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { rotateIdTokenKey } from '../relying-parties/index.ts';
import { rotateSigningKey } from '../sessions/index.ts';
import { CommandError, type CommandContext } from './command.ts';
import { openSealing, resealAll } from '../open-sealing.ts';
import { withDatabase } from './with-database.ts';

export async function keys(context: CommandContext): Promise<void> {
  const [verb, flag] = context.words;
  const isReseal = verb === 'reseal' && flag === undefined;
  if (!isReseal && (verb !== 'rotate' || (flag !== undefined && flag !== '--revoke')))
    throw new CommandError('Usage: pid keys rotate [--revoke], pid keys reseal');
  await withDatabase(context, async (db) => {
    const base = { db, clock: systemClock, ids: randomIds };
    const deps = { ...base, sealer: await openSealing({ ...context, ...base }) };
    if (isReseal) {
      const count = await resealAll(deps);
      context.print(
        `${count} secrets were sealed anew; all are sealed with the key ${deps.sealer.masterKey} now. PID_MASTER_KEY_PREVIOUS may go.`,
      );
      return;
    }
    const kid = await rotateSigningKey(deps, flag === '--revoke');
    await rotateIdTokenKey(deps, flag === '--revoke');
    context.print(`Tokens are signed with key ${kid} from now on.`);
  });
}
