import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import closeWithGrace from 'close-with-grace';
import { changeLevelBySignal, type Logger } from '../platform/log.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { CommandError, type CommandContext } from './command.ts';
import type { FoundDatabase } from './find-database.ts';
import { mergeMetrics, type WorkerMetrics } from './merge-metrics.ts';
import { graceMillis, type SupervisorMessage, type WorkerMessage } from './worker-messages.ts';

const reportMillisMax = 1000;
/** A worker that dies sooner is restarted with growing delays. */
const healthySeconds = 10;
const pauseMillisMax = 30_000;

/** Owns the database, keeps `count` workers alive on one port, and stops all of them when it is stopped. */
export async function superviseWorkers(
  context: CommandContext,
  count: number,
  database: FoundDatabase,
  log: Logger,
): Promise<void> {
  const { packageFolder, config } = context;
  const { mode } = config;
  await prepareDatabase({ ...database, packageFolder, development: mode !== 'live', mode, config });
  cluster.setupPrimary({ exec: process.argv[1]!, args: ['start'] });
  // Longer than the workers' own grace period, so that this kills only workers that hang.
  const killAfterMillis = graceMillis(context.config) + 2000;
  let stopping = false;
  let started = false;
  let fastDeaths = 0;

  function fork(): Worker {
    const worker = cluster.fork({
      PID_DATABASE_URL: database.connectionString,
      PID_DATABASE_URL_FILE: '',
      PID_DATABASE_OWNER_URL: '',
      PID_DATABASE_OWNER_URL_FILE: '',
    });
    const began = performance.now();
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'metrics_wanted') void answerMetrics(worker, message.request);
    });
    worker.once('exit', (code, signal) => {
      if (stopping || !started) return;
      restarts += 1;
      fastDeaths = performance.now() - began < healthySeconds * 1000 ? fastDeaths + 1 : 0;
      const pause = fastDeaths === 0 ? 0 : Math.min(pauseMillisMax, 250 * 2 ** fastDeaths);
      log.error(
        { worker: worker.id, code, signal, pauseMillis: pause },
        'a worker died, another takes its place',
      );
      setTimeout(() => !stopping && fork(), pause);
    });
    return worker;
  }

  // Starts the first worker alone: it prepares the embedded chain, and a problem at the start is reported
  // only once.
  await ready(fork());
  started = true;
  changeLevelBySignal(log, () => {
    for (const worker of living()) worker.process.kill('SIGUSR2');
  });
  closeWithGrace({ delay: killAfterMillis + 1000, logger: false, skip: ['SIGUSR2'] }, async ({ err }) => {
    stopping = true;
    if (err) log.fatal({ err }, 'stopping after an uncaught error');
    await stopWorkers(killAfterMillis);
    await database.release();
    // A lost database is a failure even after an orderly stop.
    if (process.exitCode) process.exit();
  });
  await Promise.allSettled(Array.from({ length: count - 1 }, () => ready(fork())));
}

async function ready(worker: Worker): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => message.type === 'ready' && resolve());
    worker.once('exit', () => reject(new CommandError('No worker could start.')));
  });
}

async function stopWorkers(killAfterMillis: number): Promise<void> {
  await Promise.all(
    living().map(async (worker) => {
      const ended = once(worker, 'exit');
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), killAfterMillis);
      send(worker, { type: 'stop' });
      await ended;
      clearTimeout(timer);
    }),
  );
}

let restarts = 0;

/** Metrics that only the first process knows. */
function supervisorMetrics(): string {
  const metrics = [
    ['pid_workers', 'gauge', 'Workers that are serving', living().length],
    ['pid_worker_restarts_total', 'counter', 'Workers that died and were replaced', restarts],
  ] as const;
  return metrics
    .map(([name, type, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`)
    .join('');
}

let rounds = 0;

/** Collects the metrics of all workers; leaves out a worker that is too busy to respond. */
async function answerMetrics(asker: Worker, request: number): Promise<void> {
  rounds += 1;
  const round = rounds;
  const parts = await Promise.all(living().map((worker) => reportOf(worker, round)));
  const text = `${mergeMetrics(parts.filter((part) => part !== null))}${supervisorMetrics()}`;
  if (asker.isConnected()) send(asker, { type: 'all_metrics', request, text });
}

function reportOf(worker: Worker, round: number): Promise<WorkerMetrics | null> {
  return new Promise((resolve) => {
    const listener = (message: WorkerMessage) => {
      if (message.type === 'metrics' && message.round === round) settle(message.text);
    };
    const timer = setTimeout(() => settle(null), reportMillisMax);
    function settle(text: string | null): void {
      clearTimeout(timer);
      worker.off('message', listener);
      resolve(text === null ? null : { worker: worker.id, text });
    }
    worker.on('message', listener);
    send(worker, { type: 'report_metrics', round });
  });
}

function living(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() ?? false) as Worker[];
}

function send(worker: Worker, message: SupervisorMessage): void {
  worker.send(message);
}
