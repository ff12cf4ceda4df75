import closeWithGrace from 'close-with-grace';
import type { Command } from 'commander';
import { systemClock } from '../platform/clock.ts';
import { changeLevelBySignal, createLogger } from '../platform/log.ts';
import { serveRegistrar } from '../registrar/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { withDatabase } from './with-database.ts';

interface RegistrarFlags {
  readonly port: string;
  readonly host: string;
  readonly perMinute: string;
}

export function addRegistrar(pid: Command, run: Run): void {
  pid
    .command('registrar')
    .description('holds the registrar key in a process of its own and signs activations only')
    .option('--port <port>', 'where it answers', '4120')
    .option('--host <address>', 'on which address', '127.0.0.1')
    .option('--per-minute <activations>', 'how many it signs at most', '600')
    .action(run(registrar));
}

/** The registrar key outside of the nodes: started where PID_REGISTRAR_KEY may be read, and nowhere else. */
async function registrar(context: CommandContext, flags: RegistrarFlags): Promise<void> {
  const port = numberOf('--port', flags.port, 0, 65_535);
  const perMinuteMax = numberOf('--per-minute', flags.perMinute, 1, 1_000_000);
  const { registrarKey, registrarToken, programId } = context.config;
  if (!registrarKey || !registrarToken || !programId)
    throw new CommandError('PID_REGISTRAR_KEY, PID_REGISTRAR_TOKEN and PID_PROGRAM_ID must be set');
  const log = createLogger(context.config.logLevel);
  changeLevelBySignal(log);
  await withDatabase(context, async (db) => {
    const server = await serveRegistrar({
      db,
      signer: registrarKey,
      programId,
      token: registrarToken,
      perMinuteMax,
      clock: systemClock,
      log,
      host: flags.host,
      port,
    });
    const say = (sentence: string) => (context.isTerminal ? context.print(sentence) : log.info(sentence));
    say(
      `The registrar answers at ${server.url}. On every node set PID_REGISTRAR_URL=${server.url}, PID_REGISTRAR_ADDRESS=${registrarKey.address} and the same PID_REGISTRAR_TOKEN.`,
    );
    await new Promise<void>((resolve) =>
      closeWithGrace({ delay: 10_000, logger: false, skip: ['SIGUSR2'] }, async () => {
        await server.close();
        resolve();
      }),
    );
  });
}

function numberOf(flag: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new CommandError(`${flag} must be a whole number from ${min} to ${max}`);
  return value;
}
