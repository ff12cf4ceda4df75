import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import closeWithGrace from 'close-with-grace';
import type { Command } from 'commander';
import { unknownVariables, type Config } from '../settings.ts';
import { changeLevelBySignal, createLogger, type Logger } from '../platform/log.ts';
import { startService } from '../service.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { isDevelopment, recordService } from './dev-here.ts';
import { ownDatabase, type FoundDatabase } from './find-database.ts';
import { serveAsWorker } from './serve-as-worker.ts';
import { superviseWorkers } from './supervise-workers.ts';
import { graceMillis } from './worker-messages.ts';
import { startTracing } from '../platform/tracing/index.ts';
import { versionOf } from './version.ts';

export function addStart(pid: Command, run: Run): void {
  pid
    .command('start')
    .description('serves API and pages')
    .option('--workers <count>', 'processes on one port: 1 to 64, or auto for one per core', '1')
    .action(run(start));
}

async function start(context: CommandContext, options: { workers: string }): Promise<void> {
  if (cluster.isWorker) return serveAsWorker(context);
  const { config, environment, dataDir, packageFolder } = context;
  const workers = readWorkers(options.workers);
  const log = createLogger(config.logLevel);
  const print = (sentence: string) => (context.isTerminal ? context.print(sentence) : log.info(sentence));
  for (const warning of unknownVariables(environment))
    if (context.isTerminal) print(`Note: ${warning}`);
    else log.warn(warning);
  await refuseTakenPort(config);
  const onLost = (error: Error) => {
    log.fatal({ err: error }, 'the embedded database is gone');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  };
  const database = await ownDatabase(config, dataDir, print, onLost, workers);
  try {
    if (workers > 1) await superviseWorkers(context, workers, database, log);
    else await serveAlone({ config, environment, packageFolder }, database, log);
  } catch (error) {
    await database.release();
    throw error;
  }
  if (isDevelopment(config))
    await recordService(context).catch((error: unknown) =>
      log.warn({ err: error }, 'the data folder cannot be written: pid dev needs --to'),
    );
  if (context.isTerminal) print(welcome(config, workers));
  else log.info({ address: config.baseUrl.origin, workers, pid: process.pid }, 'PID is ready');
}

async function serveAlone(
  context: Pick<CommandContext, 'config' | 'environment' | 'packageFolder'>,
  database: FoundDatabase,
  log: Logger,
): Promise<void> {
  const { connectionString, ownerUrl } = database;
  const tracing = await startTracing(context.environment, { version: versionOf(context), log });
  const { config, packageFolder } = context;
  const service = await startService({ config, packageFolder, connectionString, ownerUrl, log });
  changeLevelBySignal(log);
  closeWithGrace(
    { delay: graceMillis(context.config), logger: false, skip: ['SIGUSR2'] },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'stopping after an uncaught error');
      await service.close({ atOnce: err !== undefined });
      await tracing?.close();
      await database.release();
      // A lost database is a failure even after an orderly stop.
      if (process.exitCode) process.exit();
    },
  );
}

/** Checked before a database is created and started in vain. */
async function refuseTakenPort({ host, port }: Config): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

const workersMax = 64;

function readWorkers(count: string): number {
  const workers = count === 'auto' ? availableParallelism() : Number(count);
  if (!Number.isInteger(workers) || workers < 1 || workers > workersMax)
    throw new CommandError(`--workers must be a number from 1 to ${workersMax}, or auto for one per core`);
  return workers;
}

function welcome(config: Config, workers: number): string {
  const lines = [
    '',
    `  PID is ready:  ${config.baseUrl.origin}`,
    '',
    `  Sign in        ${config.baseUrl.origin}/signin${config.providers ? '' : '   (development sign-in: any e-mail address will do)'}`,
    `  API            ${config.baseUrl.origin}/docs`,
    `  Database       ${config.databaseUrl ? 'PostgreSQL from PID_DATABASE_URL' : 'embedded PostgreSQL, kept in the data folder'}`,
    `  Chain          ${config.chain === 'off' ? 'none: identity and money only' : config.solanaRpcUrls ? `Solana at ${config.solanaRpcUrls.map(({ host }) => host).join(', ')}` : `embedded development chain; its RPC at ${new URL('/development-chain', config.baseUrl).href}`}`,
    ...(config.chain !== 'off' && !config.solanaRpcUrls && !config.providers
      ? ['  Try it         npm run pid -- dev player --balance 100000 --passkey']
      : []),
    ...(workers > 1 ? [`  Workers        ${workers} processes on one port`] : []),
    '',
    '  Press Ctrl+C to stop; all data is kept.',
    '',
  ];
  return lines.join('\n');
}
