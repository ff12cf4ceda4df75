import closeWithGrace from 'close-with-grace';
import type { Command } from 'commander';
import { listPidsOfPasskey } from '../credentials/index.ts';
import { systemClock } from '../platform/clock.ts';
import { ConfigError, readSettings } from '../platform/config/index.ts';
import { openDatabase } from '../platform/db/index.ts';
import { changeLevelBySignal, createLogger } from '../platform/log.ts';
import { serveRegistrar } from '../registrar/index.ts';
import { settings } from '../settings.ts';
import { CommandError, type Shell } from './command.ts';
import { refuseUnreachable } from './find-database.ts';

interface RegistrarFlags {
  readonly port: string;
  readonly host: string;
  readonly perMinute: string;
}

export function addRegistrar(pid: Command, shell: Shell): void {
  pid
    .command('registrar')
    .description('holds the registrar key in a separate process that signs only activations')
    .option('--port <port>', 'where it answers', '4120')
    .option('--host <address>', 'on which address', '127.0.0.1')
    .option('--per-minute <activations>', 'the maximum number of signatures per minute', '600')
    .action((flags: RegistrarFlags) => registrar(shell, flags));
}

const lacking = {
  registrarKey:
    'PID_REGISTRAR_KEY is not set: `pid keys generate <file>` makes one, and `pid chain set registrar` names it',
  registrarToken: 'PID_REGISTRAR_TOKEN is not set: 32 characters or more, the same as on every node',
  programId: 'PID_PROGRAM_ID is not set: `pid chain deploy` prints it',
  databaseUrl:
    'PID_DATABASE_URL is not set: use a role that can read the owner of a passkey (PID_REGISTRAR_ROLE), or the role of the nodes',
} as const;

/** Reads only the registrar's settings; it needs no node settings. */
function readOwn(shell: Shell) {
  const own = readSettings(shell.environment, {
    registrarKey: settings.registrarKey,
    registrarToken: settings.registrarToken,
    programId: settings.programId,
    databaseUrl: settings.databaseUrl,
    namedStatements: settings.namedStatements,
    logLevel: settings.logLevel,
  });
  const { registrarKey, registrarToken, programId, databaseUrl } = own;
  if (!registrarKey || !registrarToken || !programId || !databaseUrl) {
    const missing = Object.entries(lacking).filter(([name]) => !own[name as keyof typeof lacking]);
    throw new ConfigError(missing.map(([, sentence]) => sentence));
  }
  return { ...own, registrarKey, registrarToken, programId, databaseUrl };
}

/** Runs the registrar outside the nodes, so that only this process can read PID_REGISTRAR_KEY. */
async function registrar(shell: Shell, flags: RegistrarFlags): Promise<void> {
  const port = numberOf('--port', flags.port, 0, 65_535);
  const perMinuteMax = numberOf('--per-minute', flags.perMinute, 1, 1_000_000);
  const { registrarKey, registrarToken, programId, databaseUrl, namedStatements, logLevel } = readOwn(shell);
  const log = createLogger(logLevel);
  changeLevelBySignal(log);
  await refuseUnreachable('PID_DATABASE_URL', databaseUrl);
  const db = openDatabase({
    connectionString: databaseUrl,
    poolSize: 2,
    log,
    namedStatements: namedStatements === 'on',
  });
  try {
    // Missing privileges are reported at the start instead of at the first activation.
    await listPidsOfPasskey(db, Buffer.alloc(33), systemClock.now()).catch((error: unknown) => {
      throw new CommandError(
        `The role of PID_DATABASE_URL cannot read the owner of a passkey (${(error as Error).message}): name it in PID_REGISTRAR_ROLE and run \`pid migrate\`.`,
        { cause: error },
      );
    });
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
    const say = (sentence: string) => (shell.isTerminal ? shell.print(sentence) : log.info(sentence));
    say(
      `The registrar answers at ${server.url}. On every node set PID_REGISTRAR_URL=${server.url}, PID_REGISTRAR_ADDRESS=${registrarKey.address} and the same PID_REGISTRAR_TOKEN.`,
    );
    await new Promise<void>((resolve) =>
      closeWithGrace({ delay: 10_000, logger: false, skip: ['SIGUSR2'] }, async () => {
        await server.close();
        resolve();
      }),
    );
  } finally {
    await db.close();
  }
}

function numberOf(flag: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new CommandError(`${flag} must be a whole number from ${min} to ${max}`);
  return value;
}
