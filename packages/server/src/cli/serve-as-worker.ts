import { changeLevelBySignal, createLogger } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { startService } from '../service.ts';
import { CommandError, type CommandContext } from './command.ts';
import { graceMillis, type SupervisorMessage, type WorkerMessage } from './worker-messages.ts';
import { startTracing } from '../platform/tracing/index.ts';
import { versionOf } from './version.ts';

/**
 * One of several processes on one port. The first process has prepared the database and tells the workers
 * when to stop.
 */
export async function serveAsWorker(context: CommandContext): Promise<void> {
  try {
    await serve(context);
  } catch (error) {
    // An open channel would keep a finished process alive, and its supervisor waiting.
    process.disconnect();
    throw error;
  }
}

async function serve({ config, environment, packageFolder }: CommandContext): Promise<void> {
  if (!config.databaseUrl) throw new CommandError('A worker is started by `pid start --workers`.');
  const log = createLogger(config.logLevel);
  changeLevelBySignal(log);
  const tracing = await startTracing(environment, { version: versionOf({ packageFolder }), log });
  const metrics = createMetrics();
  const listeners = new Set<(message: SupervisorMessage) => void>();
  process.on('message', (message: SupervisorMessage) => {
    for (const listener of listeners) listener(message);
  });
  const service = await startService({
    config,
    connectionString: config.databaseUrl,
    packageFolder,
    log,
    metrics: { ...metrics, render: () => metricsOfAll(listeners) },
  });

  let stopping = false;
  const stop = async (error?: unknown) => {
    if (stopping) return;
    stopping = true;
    if (error) log.fatal({ err: error }, 'stopping after an uncaught error');
    setTimeout(() => process.exit(1), graceMillis(config)).unref();
    await service.close({ atOnce: error !== undefined });
    await tracing?.close();
    process.exit(error ? 1 : 0);
  };
  // Ctrl+C in a terminal signals every process of the group; a supervisor may signal only the first. The
  // worker stops once in both cases.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => void stop(error));
  // Without the first process, nothing would restart or stop this worker.
  process.on('disconnect', () => void stop());
  listeners.add((message) => {
    if (message.type === 'stop') void stop();
    if (message.type === 'report_metrics') void report(metrics, message.round);
  });
  send({ type: 'ready' });
}

async function report(metrics: Metrics, round: number): Promise<void> {
  send({ type: 'metrics', round, text: await metrics.render() });
}

let requests = 0;

function metricsOfAll(listeners: Set<(message: SupervisorMessage) => void>): Promise<string> {
  requests += 1;
  const request = requests;
  return new Promise((resolve) => {
    const listener = (message: SupervisorMessage) => {
      if (message.type !== 'all_metrics' || message.request !== request) return;
      listeners.delete(listener);
      resolve(message.text);
    };
    listeners.add(listener);
    send({ type: 'metrics_wanted', request });
  });
}

function send(message: WorkerMessage): void {
  if (process.connected) process.send?.(message);
}
