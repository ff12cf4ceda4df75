import { Gauge } from 'prom-client';
import type { Leave } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { remember } from '../platform/remember.ts';
import type { ReadinessProbe } from './probes.ts';

export interface ReadinessDeps extends Needs<'clock' | 'metrics' | 'log'> {
  readonly leave: Leave;
  readonly probes: readonly ReadinessProbe[];
}

export interface Readiness {
  readonly statusCode: 200 | 503;
  readonly body: {
    readonly status: 'ready' | 'not ready' | 'leaving';
    readonly failed?: readonly string[];
    readonly degraded?: readonly string[];
  };
}

/** Longer than the timeout of the chain probe, so that its own error is reported. */
const probeMillisMax = 2600;

/** Returns a function that tells whether this node can serve requests now. */
export function openReadiness(options: ReadinessDeps): () => Promise<Readiness> {
  // These endpoints are public, so the probes of the database and the chain are cached for a second.
  const once = { clock: options.clock, millis: 1000 };
  const watch = (isNeeded: boolean, change: string) => {
    const probes = options.probes.filter((probe) => probe.isNeeded === isNeeded);
    let before = '';
    const failed = remember(once, async () => {
      const reasons = await failedProbes(probes);
      const names = Object.keys(reasons);
      if (names.join() !== before)
        options.log[names.length > 0 ? 'error' : 'info'](
          { [change]: names, reasons },
          `${change} parts have changed`,
        );
      before = names.join();
      return names;
    });
    return { probes, failed };
  };
  const needs = watch(true, 'failed');
  const beside = watch(false, 'degraded');
  let degraded: readonly string[] = [];
  const lookBeside = async () => (degraded = await beside.failed());
  options.metrics.gauge(
    'pid_degraded_parts',
    'Optional parts that fail while the service stays ready',
    async () => (await lookBeside()).length,
  );
  new Gauge({
    name: 'pid_part_up',
    help: 'Whether a part that /readyz checks works, 1 or 0',
    labelNames: ['part'],
    registers: [options.metrics.registry],
    async collect() {
      for (const { probes, failed } of [needs, beside]) {
        const names = await failed();
        for (const { name } of probes) this.set({ part: name }, names.includes(name) ? 0 : 1);
      }
    },
  });
  return async () => {
    if (options.leave.begun) return { statusCode: 503, body: { status: 'leaving' } };
    // Do not wait for optional probes: an unreachable chain takes more than two seconds to time out.
    void lookBeside();
    const failed = await needs.failed();
    if (failed.length > 0) return { statusCode: 503, body: { status: 'not ready', failed } };
    return { statusCode: 200, body: { status: 'ready', ...(degraded.length > 0 ? { degraded } : {}) } };
  };
}

/** Error messages by probe name. They go only to the operator's log. */
async function failedProbes(probes: readonly ReadinessProbe[]): Promise<Record<string, string>> {
  const results = await Promise.all(
    probes.map(async ({ name, check }): Promise<[string, string][]> => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('too slow')), probeMillisMax);
      });
      try {
        await Promise.race([check(), late]);
        return [];
      } catch (error) {
        return [[name, (error as Error).message]];
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  return Object.fromEntries(results.flat());
}
