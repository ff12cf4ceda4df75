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
  const failedNeeds = remember(once, () => failedProbes(options.probes.filter(({ isNeeded }) => isNeeded)));
  let degraded: readonly string[] = [];
  const lookBeside = remember(once, async () => {
    const reasons = await failedProbes(options.probes.filter(({ isNeeded }) => !isNeeded));
    const failed = Object.keys(reasons);
    if (failed.join() !== degraded.join())
      options.log[failed.length > 0 ? 'error' : 'info'](
        { degraded: failed, reasons },
        'degraded parts have changed',
      );
    degraded = failed;
  });
  options.metrics.gauge(
    'pid_degraded_parts',
    'Optional parts that fail while the service stays ready',
    async () => {
      await lookBeside();
      return degraded.length;
    },
  );
  return async () => {
    if (options.leave.begun) return { statusCode: 503, body: { status: 'leaving' } };
    // Do not wait for optional probes: an unreachable chain takes more than two seconds to time out.
    void lookBeside();
    const failed = Object.keys(await failedNeeds());
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
