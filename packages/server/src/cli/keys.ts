import { writeFile } from 'node:fs/promises';
import { decodeBase58 } from '@pid/protocol';
import type { Command } from 'commander';
import { openSealing, resealAll } from '../open-sealing.ts';
import { signerFromSeed } from '../platform/chain/index.ts';
import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { rotateIdTokenKey } from '../relying-parties/index.ts';
import { listSigningKeys, rotateSigningKey } from '../sessions/index.ts';
import { CommandError, type CommandContext, type Run, type Shell } from './command.ts';
import { counted, type Progress } from './progress.ts';
import { resetMasterCommand } from './reset-master.ts';
import { withDatabase } from './with-database.ts';

export function addKeys(pid: Command, run: Run, shell: Shell): void {
  const keys = pid.command('keys').description('signing keys, and the master key that seals them');
  keys
    .command('generate <file>')
    .description('writes a new key into a file that only you can read, and prints its address')
    .option('--master', 'generates a master key for PID_MASTER_KEY_FILE instead of a chain key')
    .action((file: string, flags: { master?: boolean }, command: Command) =>
      generate(shell, file, { ...flags, ...command.optsWithGlobals<{ json?: boolean }>() }),
    );
  keys.command('list').description('shows which keys sign and verify, and until when').action(run(list));
  keys
    .command('rotate')
    .description('signs with a new key from now on; no session ends')
    .option('--revoke', 'after a leak: immediately invalidates everything that older keys signed')
    .action(run(rotate));
  keys
    .command('reseal')
    .description(
      'seals the secrets in the database again with PID_MASTER_KEY, after a change from PID_MASTER_KEY_PREVIOUS',
    )
    .action(run(reseal));
  keys
    .command('reset-master')
    .description(
      'after the loss of the master key: says what it costs and, after confirmation, gives up everything that the lost key has sealed',
    )
    .option('--database <name>', 'refuses if the database has another name')
    .option('--keep-openable', 'gives up only what the configured keys do not open')
    .action(run(resetMasterCommand));
}

/**
 * Writes the format of solana-keygen and never overwrites a file, because a lost key cannot be recovered. It
 * needs no settings, so that it can run before they exist.
 */
async function generate(
  shell: Shell,
  file: string,
  { master = false, json = false }: { master?: boolean; json?: boolean },
): Promise<void> {
  const seed = randomIds.bytes(32);
  const { address } = signerFromSeed(seed);
  const text = master
    ? Buffer.from(seed).toString('base64')
    : JSON.stringify([...seed, ...(decodeBase58(address) ?? [])]);
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch((error: unknown) => {
    const { code } = error as { code?: string };
    throw new CommandError(
      code === 'EEXIST'
        ? `${file} is there already: nothing was done.`
        : `${file} cannot be written (${code}).`,
      { cause: error },
    );
  });
  const result = master ? { file } : { file, address };
  shell.print(
    json ? JSON.stringify(result) : master ? `A master key is in ${file}.` : `${address} is in ${file}.`,
  );
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
    await context.agree('Every session must refresh and every app must exchange again. Revoke all keys?');
  await withDatabase(context, async (db) => {
    await context.act();
    const base = { db, clock: systemClock, ids: randomIds };
    const deps = { ...base, sealer: await openSealing({ ...context, ...base }) };
    const kid = await rotateSigningKey(deps, { revoke, actor: context.actor, reason: context.reason });
    await rotateIdTokenKey(deps, revoke);
    context.report({ kid, revoked: revoke }, `Tokens are signed with key ${kid} from now on.`);
  });
}

async function reseal(context: CommandContext): Promise<void> {
  await withDatabase(context, async (db) => {
    const base = { db, clock: systemClock, ids: randomIds };
    const deps = { ...base, sealer: await openSealing({ ...context, ...base }) };
    await context.act();
    let progress: Progress | undefined;
    let [count, total] = [0, 0];
    await context
      .interruptible(
        () =>
          `Interrupted: ${counted(count)} of ${counted(total)} secrets were sealed again. Keep PID_MASTER_KEY_PREVIOUS and run the command again.`,
        (signal) =>
          resealAll(deps, {
            ...context,
            onBatch(done, all) {
              [count, total] = [done, all];
              progress ??= context.progress('secrets', all);
              progress.advance(done);
              signal.throwIfAborted();
            },
          }),
      )
      .finally(() => progress?.end());
    context.report(
      { resealed: count, masterKey: deps.sealer.masterKey },
      `${count} secrets were sealed again; all are now sealed with the key ${deps.sealer.masterKey}. You can remove PID_MASTER_KEY_PREVIOUS.`,
    );
  });
}
