import type { Command } from 'commander';
import { openSealing, resealAll } from '../open-sealing.ts';
import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { rotateIdTokenKey } from '../relying-parties/index.ts';
import { listSigningKeys, rotateSigningKey } from '../sessions/index.ts';
import type { CommandContext, Run } from './command.ts';
import { withDatabase } from './with-database.ts';

export function addKeys(pid: Command, run: Run): void {
  const keys = pid.command('keys').description('the keys that sign, and the one that seals them');
  keys.command('list').description('which keys sign and verify, and until when').action(run(list));
  keys
    .command('rotate')
    .description('signs with a new key from now on; nobody is signed out')
    .option('--revoke', 'after a leak: what any older key signed is worthless at once')
    .action(run(rotate));
  keys
    .command('reseal')
    .description('seals the secrets in the database with PID_MASTER_KEY anew, after PID_MASTER_KEY_PREVIOUS')
    .action(run(reseal));
}

async function list(context: CommandContext): Promise<void> {
  await withDatabase(context, async (db) => {
    const keys = await listSigningKeys(db, systemClock.now());
    context.report(
      keys,
      ...keys.map(({ kid, state, createdAt, until }) =>
        [
          kid,
          state,
          `since ${createdAt.toISOString()}`,
          ...(until ? [`until ${until.toISOString()}`] : []),
        ].join('  '),
      ),
    );
  });
}

async function rotate(context: CommandContext, { revoke = false }: { revoke?: boolean }): Promise<void> {
  if (revoke)
    await context.agree('Every session has to refresh and every app to exchange again: revoke all keys?');
  await withDatabase(context, async (db) => {
    const base = { db, clock: systemClock, ids: randomIds };
    const deps = { ...base, sealer: await openSealing({ ...context, ...base }) };
    const kid = await rotateSigningKey(deps, { revoke, actor: context.actor });
    await rotateIdTokenKey(deps, revoke);
    context.report({ kid, revoked: revoke }, `Tokens are signed with key ${kid} from now on.`);
  });
}

async function reseal(context: CommandContext): Promise<void> {
  await withDatabase(context, async (db) => {
    const base = { db, clock: systemClock, ids: randomIds };
    const deps = { ...base, sealer: await openSealing({ ...context, ...base }) };
    const count = await resealAll(deps);
    context.report(
      { resealed: count, masterKey: deps.sealer.masterKey },
      `${count} secrets were sealed anew; all are sealed with the key ${deps.sealer.masterKey} now. PID_MASTER_KEY_PREVIOUS may go.`,
    );
  });
}
