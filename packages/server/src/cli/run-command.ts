import { Command, CommanderError } from 'commander';
import { ConfigError } from '../platform/config/index.ts';
import { isDatabaseUnavailable, isTimeout, MigrationError, sqlState } from '../platform/db/index.ts';
import { ServiceError } from '../platform/errors/index.ts';
import { SealingError } from '../platform/sealing/index.ts';
import { addAdmin } from './admin.ts';
import { addAudit } from './audit.ts';
import { addBreach } from './breach.ts';
import { addReport } from './report.ts';
import { addChain } from './chain.ts';
import { CommandError, InterruptedError, runIn, type Run, type Shell } from './command.ts';
import { addDev } from './dev.ts';
import { doctor } from './doctor.ts';
import { addKeys } from './keys.ts';
import { addLedger } from './ledger.ts';
import { addLog } from './log.ts';
import { addPartitions } from './partitions.ts';
import { addMigrate } from './migrate-command.ts';
import { addRegistrar } from './registrar.ts';
import { addSessions } from './sessions.ts';
import { addSettlements } from './settlements.ts';
import { addShow } from './show.ts';
import { addStart } from './start.ts';
import { addWitness } from './witness.ts';
import { versionOf } from './version.ts';

/** Returns the exit code. An error that an operator can fix is printed as one sentence, without a stack. */
export async function runCommand(words: readonly string[], shell: Shell): Promise<number> {
  let exitCode = 0;
  const pid = createProgram(shell, (code) => (exitCode = code));
  try {
    await pid.parseAsync(words.length === 0 ? ['start'] : [...words], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof InterruptedError) {
      // `pid audit export | head` has all that it wanted.
      if (error.why === 'output closed') return 0;
      shell.complain(error.message);
      return interruptedCode;
    }
    const sentences = explain(error);
    if (!sentences) throw error;
    for (const sentence of sentences) shell.complain(sentence);
    return 1;
  }
}

function createProgram(shell: Shell, endWith: (code: number) => void): Command {
  const run: Run = runIn(shell);
  const pid = new Command('pid')
    .description('Identity, sessions, wallets and money for games')
    .version(versionOf(shell))
    .option('--json', 'prints one JSON object instead of sentences')
    .option('--yes', 'performs irreversible actions without asking')
    .option('--as <name>', 'your name for the audit log')
    .option('--reason <text>', 'the reason for the audit log, in one line')
    .helpCommand('help [command]', 'describes a command')
    .showHelpAfterError('(--help says more)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.print(text.trimEnd()),
      writeErr: (text) => shell.complain(text.trimEnd()),
    });
  addStart(pid, run);
  addMigrate(pid, run);
  addKeys(pid, run, shell);
  addSessions(pid, run);
  addAdmin(pid, run);
  addChain(pid, run, shell);
  addLedger(pid, run);
  addLog(pid, run);
  addWitness(pid, shell);
  addSettlements(pid, run);
  addPartitions(pid, run);
  addShow(pid, run);
  addAudit(pid, run);
  addRegistrar(pid, shell);
  addBreach(pid, run);
  addReport(pid, run);
  addDev(pid, run);
  // Must run with invalid settings, so it does not use a context that reads them.
  pid
    .command('doctor')
    .description('lists every setting, checks every connection that they name, and reports problems')
    .action(async (_options: object, command: Command) =>
      endWith(await doctor(shell, command.optsWithGlobals<{ json?: boolean }>())),
    );
  return pid;
}

/** As a shell reports a process that Ctrl-C ended. */
const interruptedCode = 130;

/** A table, column or function is missing. */
const notMigratedStates = new Set(['42P01', '42703', '42883']);

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

function explain(error: unknown): string[] | null {
  if (error instanceof ConfigError) return [...error.problems];
  if ([CommandError, MigrationError, SealingError].some((type) => error instanceof type))
    return [(error as Error).message];
  if (notMigratedStates.has(sqlState(rootOf(error)) ?? ''))
    return ['The database was never migrated, or is of an earlier release: run `pid migrate` first.'];
  if (error instanceof ServiceError) return [[error.publicMessage].flat().join('; ')];
  return explainDatabase(rootOf(error)) ?? explainSystem(error);
}

const fileFaults = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EISDIR',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

const repeat = 'What was committed stays; run the command again to continue.';

function explainDatabase(error: unknown): string[] | null {
  const state = sqlState(error);
  const { message } = error as Error;
  if (state === '42501')
    return [
      `The role of this connection may not do that (${message}): set PID_DATABASE_OWNER_URL to the owner of the tables, or run \`pid migrate\` to renew the privileges.`,
    ];
  if (state === '53100') return [`The disk of the database is full (${message}). ${repeat}`];
  if (state === '55P03') return [`Another transaction holds a lock for too long (${message}). ${repeat}`];
  if (isTimeout(error)) return [`A statement was cancelled (${message}). ${repeat}`];
  // A missing file has a path; a missing socket has an address.
  if (isDatabaseUnavailable(error) && !('path' in (error as object)))
    return [`The connection to the database was lost (${message}). ${repeat}`];
  return null;
}

function explainSystem(error: unknown): string[] | null {
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return [
      `Port ${port} on ${address} is taken by another process: stop it, or set PID_PORT to another port.`,
    ];
  if (code === 'EACCES' && port) return [`This user cannot open port ${port}: set PID_PORT to 1024 or more.`];
  const { path, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && fileFaults.has(code))
    return [`${path ?? 'A file'} cannot be used (${syscall ?? 'file'}: ${code}).`];
  return null;
}
