import { Gauge } from 'prom-client';
import type { Needs } from './needs.ts';
import { jittered } from './timers.ts';

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<void>;
}

export interface Jobs {
  /** Runs a job immediately, in addition to its schedule. Errors go to the caller. */
  runNow(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Runs each job periodically on this node. Jobs must tolerate that other nodes run them concurrently. */
export function startJobs(jobs: readonly Job[], { log, metrics }: Needs<'log' | 'metrics'>): Jobs {
  const failures = new Map(jobs.map(({ name }) => [name, 0]));
  new Gauge({
    name: 'pid_job_failures',
    help: 'Failures of a background job since its last success on this node',
    // `job` is a label of Prometheus itself.
    labelNames: ['name'],
    registers: [metrics.registry],
    collect() {
      for (const [name, count] of failures) this.set({ name }, count);
    },
  });
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  function schedule(job: Job): void {
    if (stopped) return;
    // Jitter keeps nodes that started together from running jobs simultaneously.
    const timer = setTimeout(() => void turn(job, timer), jittered(job.everySeconds * 1000));
    timer.unref();
    timers.add(timer);
  }

  async function run(job: Job): Promise<void> {
    try {
      await job.run();
    } catch (error) {
      failures.set(job.name, failures.get(job.name)! + 1);
      throw error;
    }
    failures.set(job.name, 0);
  }

  async function turn(job: Job, timer: NodeJS.Timeout): Promise<void> {
    timers.delete(timer);
    const work = run(job).catch((error: unknown) =>
      log.warn({ err: error, job: job.name }, 'job failed; it will run again'),
    );
    running.add(work);
    await work;
    running.delete(work);
    schedule(job);
  }

  for (const job of jobs) schedule(job);
  return {
    async runNow(name) {
      const job = jobs.find((candidate) => candidate.name === name);
      if (!job) throw new Error(`There is no job called ${name}`);
      await run(job);
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
