import type { Environment } from '../config/index.ts';
import type { Logger } from '../log.ts';
import { loadOptionalPart } from '../optional-parts.ts';
import { useTracer, type Tracer } from './tracing.ts';

const notInstalled =
  'Traces are enabled, but OpenTelemetry is not installed: install @opentelemetry/api, @opentelemetry/exporter-trace-otlp-http, @opentelemetry/resources and @opentelemetry/sdk-trace-node (`npm ci` without --omit=optional), or unset OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';

/**
 * Starts tracing if OpenTelemetry's own settings name an endpoint (`OTEL_EXPORTER_OTLP_ENDPOINT`). Its SDK
 * reads the other settings (service name, resource attributes, sampler, headers, batches). Without
 * an endpoint, none of it is loaded.
 */
export async function startTracing(
  environment: Environment,
  {
    version,
    log,
    load = () => import('./open-tracer.ts'),
  }: {
    readonly version: string;
    readonly log: Logger;
    readonly load?: () => Promise<{ openTracer(version: string): Tracer }>;
  },
): Promise<Tracer | null> {
  if (!isWanted(environment)) return null;
  const { openTracer } = await loadOptionalPart(load, notInstalled);
  const tracer = openTracer(version);
  useTracer(tracer);
  log.info({}, 'sending traces with OpenTelemetry');
  return {
    ...tracer,
    async close() {
      useTracer(null);
      await tracer
        .close()
        .catch((error: unknown) => log.warn({ err: error }, 'the last traces were not sent'));
    },
  };
}

function isWanted(environment: Environment): boolean {
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  if (environment['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return Boolean(
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  );
}
