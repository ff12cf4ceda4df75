import type { Operation } from '@pid/contract';
import { openApiDocument } from '@pid/contract/openapi';
import type { FastifyInstance } from 'fastify';
import type { Needs } from '../platform/needs.ts';
import { assertMayReadMetrics } from './read-metrics.ts';
import { openReadiness, type ReadinessDeps } from './readiness.ts';
import { watchPostgres } from './watch-postgres.ts';

export interface HealthOptions extends ReadinessDeps, Needs<'db'> {
  readonly baseUrl: URL;
  readonly metricsToken: string | null;
  /** Operations of the OpenAPI document. */
  readonly documented: readonly Operation[];
}

export function healthRoutes(http: FastifyInstance, options: HealthOptions): void {
  const readiness = openReadiness(options);
  watchPostgres(options);
  let documentText: string | undefined;

  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const { statusCode, body } = await readiness();
    return reply.code(statusCode).send(body);
  });
  http.get('/metrics', async (request, reply) => {
    assertMayReadMetrics(request, options.metricsToken);
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.render());
  });
  http.get('/v1/openapi.json', async (_request, reply) => {
    documentText ??= JSON.stringify(openApiDocument(options.documented, options.baseUrl.origin));
    return reply.type('application/json; charset=utf-8').send(documentText);
  });
}
