import { openApiDocument } from '@pid/contract/openapi';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../platform/errors/index.ts';
import { secretsEqual } from '../platform/hash.ts';
import { isForwarded, isLoopbackAddress, type Route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { remember } from '../platform/remember.ts';
import { docsPage } from './docs-page.ts';

interface ReadinessProbe {
  readonly name: string;
  check(): Promise<void>;
}

export interface HealthOptions extends Needs<'clock' | 'metrics'> {
  readonly baseUrl: URL;
  readonly metricsToken: string | null;
  readonly probes: readonly ReadinessProbe[];
  readonly routes: readonly Route[];
}

const probeMillisMax = 2000;

export function healthRoutes(http: FastifyInstance, options: HealthOptions): void {
  const document = openApiDocument(options.routes, options.baseUrl.origin);
  const documentText = JSON.stringify(document);
  const docs = docsPage(document);

  // Anybody may ask, and each answer asks the database and the chain.
  const probe = remember({ clock: options.clock, millis: 1000 }, () => failedProbes(options.probes));
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const failed = await probe();
    return failed.length === 0 ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', failed });
  });
  http.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options.metricsToken)) throw refuse('not_found');
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.render());
  });
  http.get('/v1/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(documentText),
  );
  http.get('/docs', async (_request, reply) => sendDocs(reply, docs));
}

async function failedProbes(probes: readonly ReadinessProbe[]): Promise<string[]> {
  const results = await Promise.all(
    probes.map(async ({ name, check }) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('too slow')), probeMillisMax);
      });
      try {
        await Promise.race([check(), late]);
        return null;
      } catch {
        return name;
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  return results.filter((name) => name !== null);
}

function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const presented = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== null && presented !== undefined) return secretsEqual(presented, token);
  return isLoopbackAddress(request.socket.remoteAddress) && !isForwarded(request.headers);
}

function sendDocs(reply: FastifyReply, page: { html: string; policy: string }): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .send(page.html);
}
