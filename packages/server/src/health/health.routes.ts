import { openApiDocument } from '@pid/contract/openapi';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../platform/errors/index.ts';
import { secretsEqual } from '../platform/hash.ts';
import { isForwarded, isLoopbackAddress, type Leave, type Route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { remember } from '../platform/remember.ts';
import type { ReadinessProbe } from './probes.ts';

export interface HealthOptions extends Needs<'clock' | 'metrics' | 'log'> {
  readonly baseUrl: URL;
  readonly metricsToken: string | null;
  readonly leave: Leave;
  readonly probes: readonly ReadinessProbe[];
  readonly routes: readonly Route[];
}

/** Longer than the timeout of the chain probe, so that its own error is reported. */
const probeMillisMax = 2600;

export function healthRoutes(http: FastifyInstance, options: HealthOptions): void {
  let documentText: string | undefined;

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
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    if (options.leave.begun) return reply.code(503).send({ status: 'leaving' });
    // Do not wait for optional probes: an unreachable chain takes more than two seconds to time out.
    void lookBeside();
    const failed = Object.keys(await failedNeeds());
    if (failed.length > 0) return reply.code(503).send({ status: 'not ready', failed });
    return degraded.length > 0 ? { status: 'ready', degraded } : { status: 'ready' };
  });
  http.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options.metricsToken)) throw refuse('not_found');
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.render());
  });
  http.get('/v1/openapi.json', async (_request, reply) => {
    documentText ??= JSON.stringify(openApiDocument(options.routes, options.baseUrl.origin));
    return reply.type('application/json; charset=utf-8').send(documentText);
  });
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

function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const presented = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  // mutant: secretsEqual(presented, token) => true
  if (token !== null && presented !== undefined) return secretsEqual(presented, token);
  return isLoopbackAddress(request.socket.remoteAddress) && !isForwarded(request.headers);
}
