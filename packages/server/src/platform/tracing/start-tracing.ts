import type { Environment } from '../config/index.ts';
import type { Logger } from '../log.ts';
import { useTracer, type Tracer } from './tracing.ts';

/**
 * Traces as OpenTelemetry's own settings ask for them: an address (`OTEL_EXPORTER_OTLP_ENDPOINT`), and all that its SDK reads by itself
 * (service name, resource attributes, sampler, headers, batches). Without an address nothing of it is even loaded.
 */
export async function startTracing(
  environment: Environment,
  { version, log }: { readonly version: string; readonly log: Logger },
): Promise<Tracer | null> {
  if (!isWanted(environment)) return null;
  const { openTracer } = await import('./open-tracer.ts');
  const tracer = openTracer(version);
  useTracer(tracer);
  log.info({}, 'traces are sent by OpenTelemetry');
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
