import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { rotateIdTokenKey } from '../relying-parties/index.ts';
import { rotateSigningKey } from '../sessions/index.ts';
import { CommandError, type CommandContext } from './command.ts';
import { withDatabase } from './with-database.ts';

export async function keys(context: CommandContext): Promise<void> {
  const [verb, flag] = context.words;
  if (verb !== 'rotate' || (flag !== undefined && flag !== '--revoke'))
    throw new CommandError('Usage: pid keys rotate [--revoke]');
  await withDatabase(context, async (db) => {
    const deps = { db, clock: systemClock, ids: randomIds };
    const kid = await rotateSigningKey(deps, flag === '--revoke');
    await rotateIdTokenKey(deps, flag === '--revoke');
    context.print(`Tokens are signed with key ${kid} from now on.`);
  });
}
